"""Boards that people lay by hand on a page, where the camera cannot look."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.boards import Board
from companion.games.base import Checkpoint, Content, Moment
from companion.service.bulletin.state import State
from companion.service.evening.due import mark
from web.views.boards.board_drawing import Drawing, Marks, draw
from web.views.boards.board_sheet import CORRECTABLE, contents
from web.views.boards.dome_sheet import DomeTile, dome_tiles, spaces_of
from web.views.wording import words


@dataclass(frozen=True, slots=True)
class Gesture:
    """A button that confirms: what it sends, and what the boards are then said to show.

    ``seat`` is sent too where nobody knows whose turn it was.
    """

    value: str
    label: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ByHand:
    """The page: every seat's board to lay tiles on, the tiles to choose from, what confirms.

    ``boards`` are the cells as JSON, to begin with those of the last reading that holds.
    ``prints`` are the spaces of dome tiles in words, ``under`` tells for a cell of the dome which
    place it belongs to, and which of its four spaces it covers.  ``due`` is what they are laid for.
    """

    boards: str
    drawings: tuple[Drawing, ...]
    tiles: tuple[tuple[str, str], ...]
    dome_tiles: tuple[DomeTile, ...]
    prints: tuple[tuple[str, str], ...]
    under: Mapping[str, tuple[str, int]]
    gestures: tuple[Gesture, ...]
    due: str
    kinds: tuple[str, ...] = CORRECTABLE


def by_hand(state: State, board: Board) -> ByHand:
    """Return the page for what is due."""
    lying = last_boards(state)
    tiles = dict.fromkeys(
        content for cell in board.of_kind(*CORRECTABLE) for content in contents(board, cell)
    )
    return ByHand(
        boards=json.dumps([dict(cells) for cells in lying]),
        drawings=tuple(draw(board, {}, Marks()) for _seat in lying),
        tiles=tuple((tile, words.colour(tile)) for tile in tiles),
        dome_tiles=dome_tiles(board) if board.dome_tile else (),
        prints=tuple((one, words.space(one)) for one in ("any", "special")),
        under=spaces_of(board),
        gestures=gestures(state),
        due=mark(state.sitting, state.due, state.reading),
    )


def last_boards(state: State) -> tuple[Mapping[str, Content], ...]:
    """Return the boards of the last reading that holds; empty ones before the first."""
    table = state.table
    if table is None or not table.boards:
        return ({},) * state.setup.players
    return table.boards


def gestures(state: State) -> tuple[Gesture, ...]:
    """Return the buttons that confirm: what a press is for, and a hold where that differs."""
    found = [("press", state.due), ("hold", state.due_hold)]
    labels: dict[str, str] = {}
    for value, due in found:
        if due is not None and moment(due) not in labels.values():
            labels[value] = moment(due)
    return (*(Gesture(value, label) for value, label in labels.items()), *anybody_passes(state))


def anybody_passes(state: State) -> Iterator[Gesture]:
    """Yield a button for everybody's pass where a hold alone does not tell who it is."""
    turn = state.due_own
    if turn is None or turn.checkpoint is not Checkpoint.PLACED or state.due_hold is not None:
        return
    for seat in range(state.setup.players):
        yield Gesture("hold", moment(Moment(Checkpoint.PASSED, turn.round, seat)), seat)


def moment(due: Moment) -> str:
    """Return what boards are laid for, in words."""
    who = "" if due.seat is None else f"{words.seat(due.seat)} · "
    return who + words.moment(due.checkpoint, due.round)
