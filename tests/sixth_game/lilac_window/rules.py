"""The rules: a tile goes on a pane of its colour and scores with those beside it (LW-R2 to R4)."""

from companion.games.base import Step

COLOURS = ("lilac", "green", "orange", "blue")
SIZE = 4
ROUNDS = 4
PRINTED = {
    f"wall/{row}/{column}": COLOURS[(column - row) % SIZE]
    for row in range(SIZE)
    for column in range(SIZE)
}


def beside(cell):
    """Return the panes above, below, left and right."""
    row, column = map(int, cell.split("/")[1:])
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [f"wall/{r}/{c}" for r, c in around if f"wall/{r}/{c}" in PRINTED]


def step(board, cell):
    """Return what a tile just laid on ``cell`` scores: one point, and one for each neighbour."""
    return Step(cell, 1 + sum(each in board for each in beside(cell)), "LW-R3")


def panes(board):
    """Return how many rows are complete."""
    return sum(all(f"wall/{row}/{c}" in board for c in range(SIZE)) for row in range(SIZE))


def result_values(setup, scores, boards):
    """Return totals with two points for each complete row, its steps, the rows, who won (LW-R5)."""
    worth = 2 * setup.options.get("rows_count", True)
    rows = [panes(board) for board in boards]
    totals = tuple(score + worth * count for score, count in zip(scores, rows, strict=True))
    steps = tuple(
        (Step("rows", worth * count, "LW-R5"),) if worth * count else () for count in rows
    )
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return totals, tuple({"panes": count} for count in rows), steps, winners
