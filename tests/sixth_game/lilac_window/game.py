"""Lilac Window for boards that are seen: ``companion.games.base.Game``."""

from math import inf

from companion.games.lilac_window.rules import COLOURS, PRINTED, ROUNDS, result_values, step

from companion.games.base import (
    Checkpoint,
    Outcome,
    Part,
    Problem,
    Result,
    Table,
    check_scores,
)
from companion.games.common.options import checked


class Window:
    """The game bound to a set-up."""

    prefix = "LW"
    colours = COLOURS
    checkpoints = (Checkpoint.SETUP, Checkpoint.TURN)

    def __init__(self, setup):
        """Check the set-up."""
        checked("Lilac Window", {"rows_count": (True, False)}, setup.options)
        check_scores(setup, 0, 200)
        self.setup = setup

    def empty_table(self):
        """Return empty boards and no points."""
        seats = self.setup.players
        scores = self.setup.scores or (0,) * seats
        return Table(self.setup, 0, Checkpoint.SETUP, ({},) * seats, scores)

    def successors(self, before, moment):
        """Return every pane by itself: what lies there stays, an empty one may be filled."""
        empty = moment.checkpoint is Checkpoint.SETUP
        return tuple(
            tuple(Part((cell,), ((self._allowed(board, cell, empty),),)) for cell in PRINTED)
            for board in before.boards
        )

    def _allowed(self, board, cell, empty):
        if cell in board:
            return frozenset({board[cell]})
        return frozenset({None} if empty else {None, PRINTED[cell]})

    def mistakes(self, before, moment):
        """Return no mistake of several cells."""
        return ((),) * len(before.boards)

    def surprise(self, before, moment, boards):
        """Return how far it is from one new tile in a turn; nothing else can be."""
        if moment.checkpoint is Checkpoint.SETUP:
            return inf if any(boards) else 0.0
        return min(6.0, 3.0 * abs(len(new_tiles(before, boards)) - 1))

    def problems_at(self, before, moment, seat, board, boards=()):
        """Return what is wrong with a board at a moment."""
        found = [
            Problem("LW-R2", (cell,), "A pane for {colour} holds another tile: move it.",
                    {"colour": PRINTED[cell]})
            for cell, tile in board.items()
            if PRINTED.get(cell) != tile
        ]  # fmt: skip
        if before.boards[seat].keys() - board.keys():
            found.append(Problem("LW-R4", (), "A tile was taken away: put it back."))
        return tuple(found)

    def acts_again(self, before, moment):
        """Nobody has two turns in a row."""
        return False

    def passed(self, table):
        """Nobody can pass."""
        return frozenset()

    def advance(self, before, moment, boards):
        """Count what was laid."""
        steps = [[] for _ in boards]
        for seat, cell in new_tiles(before, boards):
            steps[seat].append(step(boards[seat], cell))
        scores = tuple(
            score + sum(each.points for each in sheet)
            for score, sheet in zip(before.scores, steps, strict=True)
        )
        over = all(len(board) == ROUNDS for board in boards)
        table = Table(self.setup, moment.round, moment.checkpoint, tuple(boards), scores, over=over)
        return Outcome(table, tuple(map(tuple, steps)), scores)

    def result(self, table):
        """Return totals, complete rows and winners."""
        if not table.over:
            nothing = ((),) * len(table.scores)
            return Result(table.scores, ({},) * len(table.scores), nothing, (), complete=False)
        totals, rows, steps, winners = result_values(self.setup, table.scores, table.boards)
        return Result(totals, rows, steps, winners, complete=True)

    def told(self, before, moment):
        """Everything is seen."""
        return ()


def new_tiles(before, boards):
    """Return seat and pane of every tile that came."""
    return [
        (seat, cell)
        for seat, board in enumerate(boards)
        for cell in board
        if cell not in before.boards[seat]
    ]


def game(info, setup):
    """Return the rules for reading boards."""
    return Window(setup)
