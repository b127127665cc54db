"""Every way the rules let a board lie at the next moment: a part per star, one per corner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf

from companion.games.base import NOTHING, Allowed, Boards, Cells, Checkpoint, Part, Parts
from companion.games.common.span import MISSED
from companion.games.common.tuples import put
from companion.games.summer_pavilion.layout import (
    CELLS,
    CORNER_CELLS,
    STARS,
    Side,
    Spaces,
    spaces_of,
)
from companion.games.summer_pavilion.reading.span import Span, spaces_seen
from companion.games.summer_pavilion.rules.stars import fitting_colours, tiles_on
from companion.games.summer_pavilion.tiles import COLOURS, TILES_PER_COLOUR

Way = tuple[Allowed, ...]

ANY_TILE: Allowed = frozenset(COLOURS)


def successors(side: Side, span: Span) -> Parts:
    """Return, per seat, seven parts for the stars and four for the corner spaces.

    Exact while a star has at most one new tile; with several, that new ones of different colours
    must also differ from each other is left to ``problems``.
    """
    return tuple(
        (*_stars(side, span, seat, spaces_seen(cells)), *_corners(span, seat, cells))
        for seat, cells in enumerate(span.boards)
    )


def _stars(side: Side, span: Span, seat: int, spaces: Spaces) -> Iterator[Part]:
    for star in range(STARS):
        yield Part(star_cells(star), tuple(_ways(side, span, seat, spaces, star)))


def star_cells(star: int) -> tuple[str, ...]:
    """Return the cells of a star, slot 1 first."""
    return tuple(CELLS[space] for space in spaces_of(star))


def _ways(side: Side, span: Span, seat: int, spaces: Spaces, star: int) -> Iterator[Way]:
    if span.at is Checkpoint.SETUP:
        yield (NOTHING,) * len(star_cells(star))
    elif span.joined:
        yield (_names(fitting_colours(side, star, ())) | NOTHING,) * len(star_cells(star))
    elif seat in span.passed:
        yield as_it_lies(spaces, star)
    else:  # a press may have been forgotten
        yield from grown(side, star, spaces)


def as_it_lies(spaces: Spaces, star: int) -> Way:
    """Return the star unchanged."""
    tiles = (spaces[space] for space in spaces_of(star))
    return tuple(NOTHING if tile is None else frozenset((COLOURS[tile],)) for tile in tiles)


def _names(colours: tuple[int, ...]) -> Allowed:
    return frozenset(COLOURS[colour] for colour in colours)


def grown(side: Side, star: int, spaces: Spaces) -> Iterator[Way]:
    """Yield the ways a star lies after any number of turns on it (SP-R21, SP-R22, SP-R47)."""
    now, tiles = as_it_lies(spaces, star), tiles_on(spaces, star)
    fitting = fitting_colours(side, star, tiles)
    if side.colours[star] is None and side.free and len(tiles) == 1:
        # The second tile decides: one colour from now on, or different ones.
        yield _filled_up(now, tiles)
        fitting = tuple(colour for colour in fitting if colour not in tiles)
    yield _filled_up(now, fitting)


def _filled_up(now: Way, colours: tuple[int, ...]) -> Way:
    """Return the star with any of its empty spaces taken by tiles of these colours."""
    taken = _names(colours) | NOTHING
    return tuple(taken if space == NOTHING else space for space in now)


def _corners(span: Span, seat: int, cells: Cells) -> Iterator[Part]:
    """Yield the corner spaces: filled when passing, be it unseen, left alone after it, else empty.

    Whoever is named as having placed a tile has not passed.
    """
    placed = span.at is Checkpoint.PLACED and seat == span.moment.seat
    for cell in CORNER_CELLS:
        if span.at is Checkpoint.SETUP or placed:
            allowed = NOTHING
        elif seat in span.passed:
            allowed = frozenset((cells.get(cell),))
        else:
            allowed = ANY_TILE | NOTHING
        yield Part((cell,), ((allowed,),))


def mistakes(span: Span) -> Parts:
    """Return, per seat, the stars in which a tile that lay there has changed its space."""
    if span.joined or span.at is Checkpoint.SETUP:
        return ((),) * len(span.boards)
    return tuple(tuple(_moved_tiles(spaces_seen(cells))) for cells in span.boards)


def _moved_tiles(spaces: Spaces) -> Iterator[Part]:
    for star in range(STARS):
        now = as_it_lies(spaces, star)
        free = [slot for slot, space in enumerate(now) if space == NOTHING]
        ways = tuple(
            put(put(now, slot, NOTHING), other, space)
            for slot, space in enumerate(now)
            if space != NOTHING
            for other in free
        )
        if ways:
            yield Part(star_cells(star), ways)


TURN = 3.0
"""Nats for every new tile that is not the one of the turn (SP-R18), and for its absence."""


def surprise(span: Span, boards: Boards) -> float:
    """Return how unusual it is what came to the boards, in nats: one tile in a turn is usual."""
    tiles = Counter(content for board in boards for content in board.values())
    if any(tiles[colour] > TILES_PER_COLOUR for colour in COLOURS):
        return inf
    if span.at is Checkpoint.SETUP or span.joined:
        return 0.0
    new, seat = span.number_placed(boards), span.moment.seat
    own = sum(new) if seat is None else new[seat]
    others = sum(new) - own + len(span.seen_to_pass(boards))
    due = int(span.at is Checkpoint.PLACED)
    return min(MISSED, TURN * (abs(own - due) + others))
