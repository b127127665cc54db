"""Ways to spoil a picture's sightings: cells that tell nothing, cells that look like another."""

from __future__ import annotations

from random import Random

from judged_course import expected
from judged_evenings import Picture
from judged_sightings import Seen, flattened, swapped
from one_board import agree, allows

from companion.games.base import Cells, Moment
from companion.sitting import Sitting

ONE_IN = 20
WAVERS = (0.5, 3.0)
"""Nats by which a wavering eye prefers the wrong colour."""


def flatten(seen: list[Seen], picture: Picture, state: Sitting, chance: Random) -> None:
    """Flatten one cell in twenty of every board."""
    for board in seen:
        for cell in chance.sample(sorted(board), len(board) // ONE_IN):
            board[cell] = flattened(board[cell], chance)


def waver(seen: list[Seen], picture: Picture, state: Sitting, chance: Random) -> None:
    """Swap a tile for its nearest colour, slightly ahead, where rules or counts contradict it."""
    _swap(seen, picture, state, chance, wavering=True)


def swap(seen: list[Seen], picture: Picture, state: Sitting, chance: Random) -> None:
    """Swap a tile wholly for its nearest colour where rules or counts contradict it."""
    _swap(seen, picture, state, chance, wavering=False)


def _swap(
    seen: list[Seen], picture: Picture, state: Sitting, chance: Random, *, wavering: bool
) -> None:
    """Swap one tile of one board: of several swaps one can hide what contradicts another."""
    seat = chance.randrange(len(seen))
    board, truth = seen[seat], picture.boards[seat]
    lying = [cell for cell in truth if isinstance(truth[cell], str)]
    for cell in chance.sample(lying, len(lying)):
        if len(board[cell]) < 3 or len(set(board[cell].values())) == 1:
            continue
        other = swapped(board[cell], chance.uniform(*WAVERS) if wavering else None)
        wrong = max(other, key=lambda content, o=other: o[content])
        if contradicted(picture, state, seat, cell, wrong):
            board[cell] = other
            return


def contradicted(picture: Picture, state: Sitting, seat: int, cell: str, wrong: object) -> bool:
    """Tell whether rules or counts forbid another content of a cell."""
    before, moment = state.before(picture.moment), picture.moment
    boards = [expected(state, before, moment, s, b) for s, b in enumerate(picture.boards)]
    boards[seat] = {**boards[seat], cell: wrong}
    return not allowed(state, picture.moment, seat, boards[seat]) or not agree(
        state.game, before, moment, boards
    )


def allowed(state: Sitting, moment: Moment, seat: int, board: Cells) -> bool:
    """Tell whether the rules let a board lie like this at a moment."""
    return allows(state.game.successors(state.before(moment), moment)[seat], board)
