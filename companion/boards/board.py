"""The values a board file describes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.fields import Point

PLACE = "place/"
"""What the ids of places for dome tiles begin with, among those of cells."""

TILE_KINDS = ("wall", "line", "floor", "space", "corner", "dome", "broken", "mark")
"""Kinds of cells that hold tiles; on those of kind ``broken`` they are stacked."""


@dataclass(frozen=True, slots=True)
class Tile:
    """The tiles of a game.

    ``size_mm`` is the side of a square or a rhombus, the diameter of a round tile; ``height_mm``
    is the thickness, by which a slanted camera sees the tile's top displaced.
    """

    shape: str
    size_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a dome tile; ``id`` is ``row/column``."""

    id: str
    centre_mm: Point

    @property
    def cell(self) -> str:
        """What it is called among cells: ``place/row/column``."""
        return PLACE + self.id


@dataclass(frozen=True, slots=True)
class DomeTile:
    """Square tiles of four spaces each, and the places they are laid on."""

    size_mm: float
    height_mm: float
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Ornament:
    """A printed ornament between the spaces that earns bonus tiles."""

    kind: str
    star: int
    polygon_mm: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a board that can hold a tile, a cube, a slider or a chip.

    ``colour`` is the printed one (None: none printed, ``any``: every colour may go there);
    ``value`` the number that stands there (points of the track, minus points of the floor);
    ``number``, ``star`` and ``space`` belong to Summer Pavilion.  ``polygon_mm`` is the outline
    of what lies there, seen from above; ``angle_deg`` its turn, clockwise.
    """

    id: str
    kind: str
    centre_mm: Point
    polygon_mm: tuple[Point, ...]
    row: int | None = None
    col: int | None = None
    colour: str | None = None
    value: int | None = None
    star: int | None = None
    space: int | None = None
    number: int | None = None
    angle_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Board:
    """One side of a player board; ``cells`` in the order of the file, ids are unique."""

    game: str
    variant: str
    size_mm: Point
    tile: Tile
    colours: tuple[str, ...]
    cells: tuple[Cell, ...]
    dome_tile: DomeTile | None = None
    ornaments: tuple[Ornament, ...] = ()
    panel: str | None = None
    """``clear``: the tiles lie in a transparent panel over the print."""
    _by_id: Mapping[str, Cell] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the cells by id, and work out the hash once: much is kept by board."""
        object.__setattr__(self, "_by_id", {cell.id: cell for cell in self.cells})
        object.__setattr__(self, "_hash", hash((self.game, self.variant, self.size_mm, self.cells)))

    def __hash__(self) -> int:
        """Return the hash of game, side and cells."""
        return self._hash

    def cell(self, id: str) -> Cell:
        """Return the cell ``id``; ``KeyError`` where the board has none of that name."""
        return self._by_id[id]

    def shown(self, total: int) -> int:
        """Return the number that a score cube shows for a total: a track goes round at its end."""
        end = max((cell.value or 0 for cell in self.of_kind("track")), default=0)
        return total if total <= end or not end else (total - 1) % end + 1

    @property
    def places(self) -> tuple[Place, ...]:
        """The places for dome tiles; none where the game has no dome tiles."""
        return self.dome_tile.places if self.dome_tile else ()

    def of_kind(self, *kinds: str) -> tuple[Cell, ...]:
        """Return the cells of these kinds (``wall``, ``line``, ``floor`` ...), in order."""
        return tuple(cell for cell in self.cells if cell.kind in kinds)
