"""Summer Pavilion: stars, numbers, pillars, statues and windows that are still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.advice import Chance, Goal, Need, chance_of
from companion.games.base import Table
from companion.games.summer_pavilion.layout import (
    CELLS,
    SLOTS,
    STARS,
    STRUCTURES,
    Spaces,
    spaces_of,
    star_of,
)
from companion.games.summer_pavilion.position import DISPLAYS, LAST_ROUND, TILES_PER_DISPLAY
from companion.games.summer_pavilion.reading.span import corners_seen, spaces_seen
from companion.games.summer_pavilion.rules.scoring import NUMBER_BONUS
from companion.games.summer_pavilion.rules.stars import (
    COMPLETE_STAR,
    MULTICOLOURED,
    fitting_colours,
    tiles_on,
)
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import COLOURS, TILES_PER_COLOUR

ANY = ""
"""A need that several colours would meet."""


def rounds_left(table: Table) -> int:
    """Return how many rounds are still to be played (SP-R8)."""
    return 0 if table.over else LAST_ROUND - table.round


def share(players: int) -> int:
    """Return how many tiles of a round are one player's, all being equal."""
    return DISPLAYS[players] * TILES_PER_DISPLAY // players


def goals(rules: Rules, table: Table, seat: int) -> tuple[Goal, ...]:
    """Return what a seat's board may still bring: points at the end, bonus tiles at once."""
    boards = [spaces_seen(cells) for cells in table.boards]
    view = _View(rules, table, boards, boards[seat], corners_seen(table.boards[seat]))
    return tuple(_goals(view))


class _View(NamedTuple):
    """One board, with all others and how many tiles wait in its corners."""

    rules: Rules
    table: Table
    boards: Sequence[Spaces]
    spaces: Spaces
    kept: int

    def left(self, colour: int) -> int:
        """Return how many tiles of a colour lie on nobody's stars."""
        return TILES_PER_COLOUR - sum(spaces.count(colour) for spaces in self.boards)

    def goal(
        self,
        kind: str,
        which: int | str,
        rule: str,
        points: int,
        around: Sequence[int],
        bonus: int = 0,
    ) -> Goal:
        """Return the goal of filling all spaces ``around``; a space costs its number (SP-R20)."""
        empty = [space for space in around if self.spaces[space] is None]
        needs = self._needs(empty)
        cells = tuple(CELLS[space] for space in empty)
        return Goal(kind, which, rule, points, cells, needs, self._chance(empty, needs), bonus)

    def colours(self, space: int) -> tuple[int, ...]:
        """Return the colours that may come to a space (SP-R21, SP-R22, SP-R47)."""
        star = star_of(space)
        return fitting_colours(self.rules.side, star, tiles_on(self.spaces, star))

    def _needs(self, empty: Sequence[int]) -> tuple[Need, ...]:
        tiles: dict[int | None, int] = {}
        for space in empty:
            fit = self.colours(space)
            only = fit[0] if len(fit) == 1 else None
            tiles[only] = tiles.get(only, 0) + self.rules.side.numbers[space]
        return tuple(
            Need(ANY, count) if colour is None else Need(COLOURS[colour], count, self.left(colour))
            for colour, count in tiles.items()
        )

    def _chance(self, empty: Sequence[int], needs: Sequence[Need]) -> Chance:
        if not empty:
            return Chance.DONE
        left = rounds_left(self.table)
        if self._short(empty) or not left:
            return Chance.CLOSED
        mine = share(len(self.boards))
        return chance_of(1, needs, held=self.kept, share=mine, rounds_left=left)

    def _short(self, empty: Sequence[int]) -> bool:
        """Tell whether a colour has not a tile left for each space that takes nothing else."""
        only = [fit[0] for fit in map(self.colours, empty) if len(fit) == 1]
        return any(self.left(colour) < only.count(colour) for colour in set(only))


def _goals(view: _View) -> Iterator[Goal]:
    for star in range(STARS):
        yield view.goal("star", star, "SP-R42", _worth(view, star), spaces_of(star))
    for number, points in NUMBER_BONUS.items():
        yield view.goal("number", number, "SP-R43", points, view.rules.side.spaces_with(number))
    for number, one in enumerate(STRUCTURES):
        which = number % (STARS - 1) + 1
        yield view.goal(one.kind, which, "SP-R30", 0, one.spaces, one.bonus)


def _worth(view: _View, star: int) -> int:
    """Return what a star brings; 12, the least, where its colour is not settled (SP-R48)."""
    tiles = tiles_on(view.spaces, star)
    fit = view.colours(spaces_of(star)[0]) if len(tiles) < SLOTS else tuple(set(tiles))
    return COMPLETE_STAR[fit[0]] if len(fit) == 1 and set(tiles) <= set(fit) else MULTICOLOURED
