"""What the boards of a picture show each other of their print: all boards of a set have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np

from companion.arrays import Mask, Vector
from companion.boards import Board
from companion.chosen_numbers import ALIKE
from companion.neural_network.attention import Answers, Slots
from companion.neural_network.encoders import FACE_SIDE
from companion.neural_network.mirrorings import moved
from companion.neural_network.weights import Array
from companion.vision.cells.contents import bareness
from companion.vision.cells.picture_cells import PictureCells
from companion.vision.cells.windows import layout_of

LIKELIER = 0.5
"""Chance from which on a cell lies bare likelier than not."""


@dataclass(frozen=True, eq=False)
class Sharing:
    """The B boards of a picture, each with N cells, and what was said of these.

    ``chances`` (B, N) are those that cells lie bare in this picture; ``off`` (B, N, 2) mm is how
    far a space is from its window's middle, ``noise`` (B, N) mm how far that may be wrong.
    """

    cells: PictureCells
    board: Board
    chances: Array
    off: Vector
    noise: Vector

    @classmethod
    def of(cls, cells: PictureCells, answers: Sequence[Answers], board: Board) -> Self:
        """Return the boards after a comparison, from the answers board by board."""
        layout = layout_of(board)
        chances = np.array([bareness(each, board) for each in answers])
        return cls(
            cells,
            board,
            np.where(cells.inside.reshape(chances.shape), chances, 0.0),
            np.array([layout.in_mm(each.off.astype(float)) for each in answers]),
            np.array([each.scatter for each in answers]) * board.tile.size_mm,
        )

    def seen_elsewhere(self) -> PictureCells:
        """Return the cells, those never seen bare as the board shows them that does surest.

        Boards that have another print show nothing of each other.
        """
        given, count = self.cells.given.reshape(self.chances.shape), len(self.chances[0])
        clear = np.where(self._leant_over(), 0.0, self.chances)
        shown = np.where(given, 1.0, clear)
        others = np.where(self._alike()[:, :, None], shown, 0.0)
        which = (others.max(axis=1) > LIKELIER).reshape(-1) & ~self.cells.given
        place = (others.argmax(axis=1) * count + np.arange(count)).reshape(-1)
        return self.shown_by(self.cells, which, place)

    def twins(self, cells: PictureCells) -> tuple[Mask, Slots]:
        """Tell which cells (B * N,) not seen bare seem to be tiles, as on another board.

        And the number (B * N,) of that board's cell, of several the one that looks most alike.
        """
        boards, count = self.chances.shape
        inside, given = (each.reshape(boards, count) for each in (cells.inside, cells.given))
        seeming = inside & ~given & (self.chances <= LIKELIER)
        spaces = cells.spaces.reshape(boards, count, -1)
        away = np.linalg.norm(spaces[:, None] - spaces, axis=3)
        away[np.eye(boards, dtype=bool)] = np.inf
        away = np.where(seeming, away, np.inf)
        twin = away.argmin(axis=1) * count + np.arange(count)
        return (seeming & np.isfinite(away.min(axis=1))).reshape(-1), twin.reshape(-1)

    def shown_by(self, cells: PictureCells, which: Mask, place: Slots) -> PictureCells:
        """Return cells as if ``which`` (B * N,) were seen bare as those at ``place`` look.

        That is as these were seen bare, or, where they never were, as they look now.
        """
        at, by = np.flatnonzero(which), place[which]
        given = cells.given[by]
        windows = np.where(given[:, None, None, None], cells.bare[by], cells.base[by])
        shifts = np.where(given[:, None], 0.0, self._shifts(at, by))
        return cells.seen_bare(which, moved(windows, FACE_SIDE * shifts))

    def _shifts(self, at: Slots, by: Slots) -> Vector:
        """Return how far (M, 2) windows of cells ``by`` are to be moved to lie over those ``at``.

        In tiles along a cell's sides.
        """
        count, shifts = len(self.chances[0]), np.zeros((len(at), 2))
        for one, other in {*zip(at // count, by // count, strict=True)}:
            pair = (at // count == one) & (by // count == other)
            shifts[pair] = self._between(one, other)[at[pair] % count]
        return shifts

    def _between(self, one: int, other: int) -> Vector:
        """Return how far (N, 2) the other board's windows are to be moved over one's, in tiles.

        A board that lies a little beside where it was found is moved as a whole, and may seem
        turned or stretched: told by the spaces bare on both, and most likely within a millimetre.
        """
        layout = layout_of(self.board)
        away = layout.middles - layout.middles.mean(axis=0)
        field = np.column_stack((np.ones(len(away)), away / np.abs(away).max()))
        both = (self.chances[[one, other]] > LIKELIER).all(axis=0)
        weight = 1 / np.linalg.norm(self.noise[[one, other]], axis=0)[both, None]
        seen = (self.off[one] - self.off[other])[both] * weight
        rows = np.vstack((field[both] * weight, np.eye(3)))
        fit = np.linalg.lstsq(rows, np.vstack((seen, np.zeros((3, 2)))), rcond=None)[0]
        return layout.in_tiles(field @ fit)

    def _leant_over(self) -> Mask:
        """Tell before which cells (B, N) another one's tile seems to lean.

        What a tile hides is no part of a bare space.
        """
        layout, over = layout_of(self.board), np.zeros(self.chances.shape, bool)
        numbers = np.arange(len(layout))
        for seat, leans in enumerate(self.cells.leans.reshape(*self.chances.shape, 2)):
            for tile in np.flatnonzero(self.chances[seat] < LIKELIER):
                top = layout.middles[tile] + layout.in_mm(leans)[tile]
                near = (np.abs(layout.in_tiles(top - layout.middles)) < 1).all(axis=1)
                over[seat] |= near & (numbers != tile)
        return over

    def _alike(self) -> Mask:
        """Tell which boards (B, B) have one print, by the cells bare on both.

        What is between all of them alike is between their lights, not between their prints.
        """
        bare = self.cells.given.reshape(self.chances.shape) | (self.chances > LIKELIER)
        spaces = self.cells.spaces.reshape(*bare.shape, -1)
        alike = np.zeros((len(bare), len(bare)), bool)
        for one, other in combinations(range(len(bare)), 2):
            both = bare[one] & bare[other]
            alike[one, other] = alike[other, one] = (
                both.sum() > 1 and _scatter(spaces[one, both] - spaces[other, both]) < ALIKE
            )
        return alike


def _scatter(away: Array) -> float:
    """Return how far two boards' spaces (N > 1, F) are ``away`` from each other but for light."""
    count = len(away)
    apart = np.linalg.norm(away - np.median(away, axis=0), axis=1)
    return float(np.median(apart) * (count / (count - 1)) ** 0.5)
