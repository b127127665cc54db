"""A player's own page: what moves where in the tiling, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion import games
from companion.games.base import Cells, Checkpoint, Content, Part
from companion.service.bulletin.state import State
from web.languages import gettext as _
from web.languages import ngettext
from web.views.evening.story import ONTO
from web.views.wording import rule_sentences, words

SAID_ELSEWHERE = ("floor", "broken", "place", "corner", "start", "chip")
"""Kinds of cells that need no advice: they are always open, or chosen from a display."""


@dataclass(frozen=True, slots=True)
class Move:
    """A tile that moves in the tiling: from where, to where, what it brings and by which rule."""

    colour: str
    source: str
    target: str
    points: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Chance:
    """What may still come to a part of the board: its name, the colours, how much room."""

    place: str
    colours: tuple[str, ...]
    room: str


def moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return what is to be moved after an offer; empty when no tiling is due."""
    if not state.announced or seat >= len(state.sheet):
        return ()
    cells = state.boards.get(seat, {})
    return tuple(
        Move(
            colour=line_colour(cells, step.cell),
            source=words.place(line_of(step.cell)),
            target=words.place(step.cell),
            points=words.signed(step.points),
            reason=rule_sentences.reason(step.rule, step.points),
            rule=step.rule,
        )
        for step in state.sheet[seat]
        if step.cell.startswith(ONTO)
    )


def line_of(cell: str) -> str:
    """Return the pattern line that feeds a cell: the one in its row."""
    return f"line/{cell.split('/')[1]}"


def line_colour(cells: Cells, cell: str) -> str:
    """Return the colour that lies in the pattern line which feeds ``cell``; empty if none does."""
    found = (cells.get(f"{line_of(cell)}/{space}") for space in range(10))
    return next((colour for colour in found if isinstance(colour, str)), "")


def chances(state: State, seat: int) -> tuple[Chance, ...]:
    """Return what the rules would let a player lay down next."""
    moment = state.due_by_rules
    if state.table is None or moment is None or not state.table.boards or decided(state, seat):
        return ()
    if moment.checkpoint is Checkpoint.PLACED:
        moment = replace(moment, seat=seat)
    parts = games.game(state.setup).successors(state.table, moment)[seat]
    open_cells = still_open(parts, state.table.boards[seat])
    tiling = moment.checkpoint is not Checkpoint.OFFER_END
    return tuple(chance(line, cells, tiling) for line, cells in by_line(open_cells).items())


def decided(state: State, seat: int) -> bool:
    """Tell whether a tiling is due in which this player has nothing to choose."""
    return seat < len(state.announced) and state.announced[seat] is not None


def still_open(
    parts: Iterable[Part], board: Mapping[str, Content]
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the cells that may be filled next, with the colours that may come there."""
    for part in parts:
        for place, cell in enumerate(part.cells):
            if cell in board or cell.partition("/")[0] in SAID_ELSEWHERE:
                continue
            contents = frozenset().union(*(option[place] for option in part.options))
            colours = frozenset(one for one in contents if isinstance(one, str))
            if colours:
                yield cell, colours


def by_line(
    cells: Iterable[tuple[str, frozenset[str]]],
) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return open cells by the line of the board they are in."""
    lines: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for cell, colours in cells:
        lines.setdefault(words.line_and_space(cell)[0], []).append((cell, colours))
    return lines


def chance(line: str, cells: list[tuple[str, frozenset[str]]], tiling: bool) -> Chance:
    """Return one line of the advice; in a tiling, and on stars, each space counts by itself."""
    colours = tuple(sorted(frozenset().union(*(colours for _, colours in cells))))
    if tiling:
        spaces = [words.line_and_space(cell)[1] for cell, _ in cells]
        named = words.joined(spaces)
        room = ngettext("space %(spaces)s", "spaces %(spaces)s", len(spaces), spaces=named)
        return Chance(line, colours, room)
    return Chance(line, colours, _("room for %(number)d", number=len(cells)))
