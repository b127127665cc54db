"""Checks of a sitting that comes from elsewhere: the same as of everything people say here.

A file may come from anybody; what is taken over must be as if it had been played at this table.
All of these raise ``ValueError`` (``CorrectionRefused`` is one) with what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from companion.boards import Board, load
from companion.boards.board_files import FILES
from companion.events import (
    Asked,
    CellCorrected,
    CellsCorrected,
    Confirmed,
    Event,
    Opened,
    Refused,
    ScoreCorrected,
    Seated,
)
from companion.fields import Field
from companion.games.base import Cells, Moment, Setup
from companion.journal.cell_contents import check_cell, check_content
from companion.journal.kept_values import COLOURS
from companion.journal.player_names import name_of, names_of

UID = re.compile(r"[0-9a-f]{32}")
MOST_EVENTS = 2000
MOST_POINTS = 999
MOST_ROUNDS = 99


def check_uid(uid: object) -> str:
    """Return the name a sitting has everywhere."""
    if not isinstance(uid, str) or not UID.fullmatch(uid):
        raise ValueError("its uid is not 32 hexadecimal digits")
    return uid


def check_time(at: object) -> str:
    """Return a time with its zone, as this journal writes it."""
    if not isinstance(at, str) or len(at) > 40 or datetime.fromisoformat(at).tzinfo is None:
        raise ValueError("a time is not like 2026-01-31T19:00:00+00:00")
    return at


def check_setup(setup: Setup) -> Board:
    """Return the boards of a set-up; whether its game can be played is asked when it is folded."""
    if (setup.game, setup.variant) not in FILES:
        raise ValueError("it has a game, or a side of the boards, that is not known here")
    Field(setup.players, "players").whole(2, 4)
    Field(setup.round, "round").whole(0, MOST_ROUNDS)
    for score in setup.scores or ():
        Field(score, "scores").whole(0, MOST_POINTS)
    return load(setup.game, setup.variant)


def check_events(events: Iterable[Event]) -> None:
    """Check every event after the first, which is ``Opened``."""
    first, *others = events
    if not isinstance(first, Opened):
        raise ValueError("a sitting's first event must say what was set up")
    if len(others) > MOST_EVENTS:
        raise ValueError(f"it has more than {MOST_EVENTS} events")
    board, players = check_setup(first.setup), first.setup.players
    for event in others:
        check_event(board, players, event)


def check_event(board: Board, players: int, event: Event) -> None:
    """Check that an event speaks of players, cells and tiles there are."""
    match event:
        case Opened():
            raise ValueError("it is opened twice")
        case Confirmed(moment, boards) | Refused(moment, boards):
            _check_moment(moment, players)
            if len(boards) != players:
                raise ValueError(f"a reading has {len(boards)} boards for {players} players")
            for cells in boards:
                _check_cells(board, cells)
        case Asked():
            _check_moment(event.moment, players)
            _check_answers(board, players, event)
        case CellCorrected(_, seat, cell, content):
            Field(seat, "seat").whole(0, players - 1)
            _check_cells(board, {cell: content})
        case CellsCorrected(_, seat, cells):
            Field(seat, "seat").whole(0, players - 1)
            _check_cells(board, cells)
        case Seated(names, colours):
            if names_of(names, players) != names or len(colours) not in (0, players):
                raise ValueError(f"it does not say who sits at {players} seats")
            for colour in colours:
                Field(colour, "colours").whole(0, COLOURS - 1)
        case ScoreCorrected(_, seat, score):
            Field(seat, "seat").whole(0, players - 1)
            Field(score, "score").whole(0, MOST_POINTS)


def _check_answers(board: Board, players: int, asked: Asked) -> None:
    if {len(asked.certain), len(asked.refused)} - {0, players}:
        raise ValueError(f"what was answered is not of {players} players")
    for cells in asked.certain:
        _check_cells(board, cells)
    for ruled_out in asked.refused:
        for cell, contents in ruled_out.items():
            for content in contents:
                _check_cells(board, {cell: content})


def _check_moment(moment: Moment, players: int) -> None:
    Field(moment.round, "round").whole(0, MOST_ROUNDS)
    if moment.seat is not None:
        Field(moment.seat, "seat").whole(0, players - 1)


def _check_cells(board: Board, cells: Cells | Mapping[str, Any]) -> None:
    for cell, content in cells.items():
        check_cell(board, cell)
        check_content(board, cell, content)


def check_seating(data: Mapping[str, Any], players: int) -> Mapping[str, Any]:
    """Return what lies beside the set-up, with its names in order."""
    node = Field(data, "seating")
    names, corners = node.optional("names"), node.optional("corners")
    called = [name_of(one.text()) for one in names.items()] if names else []
    if len(called) not in (0, players):
        raise ValueError(f"it has {len(called)} names for {players} players")
    for one in corners.items(count=players) if corners else ():
        if len(one.points()) != 4:
            raise ValueError("a board does not have four corners")
    return {**node.mapping(), "names": called}
