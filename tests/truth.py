"""What people answer who see what truly lies on the boards."""

from companion.reconcile import OTHER


def right_answer(question, boards):
    """Return the number of the answer that is so, by what truly lies on every seat's board."""
    lies = boards[question.seat]
    so = tuple(lies.get(cell) for cell in question.cells)
    return question.options.index(so if so in question.options else OTHER)
