"""How high a camera must hang, and how large a tile is then: the table of the build guide.

A camera that looks straight down from height h sees 2 h tan(a / 2) of the table, a being the angle
its lens sees; the tile's size in pixels follows from that and the picture's width.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import radians, tan

BOARD_MM = 259.0
"""Azul's board."""

BRACKET_MM = 32.0
"""A bracket stands out by so much on each side."""

TILE_MM = 20.4
"""A tile's edge."""

MARGIN = 1.06
"""So much more is taken into view than must be: boards get nudged."""

ENOUGH_PX = 28.0
"""Tiles this large are read well."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera: what it sees, in degrees, and how many pixels its picture is wide."""

    name: str
    wide_deg: float
    high_deg: float
    width_px: int


@dataclass(frozen=True, slots=True)
class Layout:
    """How boards lie: the rectangle that must be in view, in millimetres."""

    name: str
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class View:
    """A camera over a layout: its height above the table, and a tile's edge in the picture."""

    height_mm: float
    tile_px: float


LENSES = (
    Lens("Camera Module 3", 66.0, 41.0, 2304),
    Lens("Camera Module 3 Wide", 102.0, 67.0, 2304),
    Lens("Camera Module 2", 62.2, 48.8, 2304),
    Lens("HQ Camera, 6 mm lens", 63.0, 50.0, 2304),
    Lens("USB camera, 1080p, 78° across", 70.4, 43.3, 1920),
)
"""Angles as their makers give them; pictures as the companion takes them by default."""

SEAT_MM = BOARD_MM + 2 * BRACKET_MM
MIDDLE_MM = 300.0
"""Between boards that face each other lie the factory displays."""

LAYOUTS = (
    Layout("2 boards side by side", 2 * SEAT_MM, SEAT_MM),
    Layout("2 boards face to face, displays between", SEAT_MM, 2 * SEAT_MM + MIDDLE_MM),
    Layout("3 boards side by side", 3 * SEAT_MM, SEAT_MM),
    Layout("4 boards, two and two", 2 * SEAT_MM, 2 * SEAT_MM),
    Layout("4 boards, displays between", 2 * SEAT_MM, 2 * SEAT_MM + MIDDLE_MM),
)


def view(lens: Lens, layout: Layout) -> View:
    """Return the lowest height from which all of ``layout`` is seen, turned as suits the lens."""
    long, short = sorted((layout.width_mm, layout.height_mm), reverse=True)
    height = MARGIN * max(
        long / 2 / tan(radians(lens.wide_deg / 2)),
        short / 2 / tan(radians(lens.high_deg / 2)),
    )
    return View(height, tile_px(lens, height))


def tile_px(lens: Lens, height_mm: float) -> float:
    """Return a tile's edge in pixels, in the middle of the picture from this height."""
    seen_mm = 2 * height_mm * tan(radians(lens.wide_deg / 2))
    return TILE_MM * lens.width_px / seen_mm


def table() -> str:
    """Return the table of the build guide."""
    return "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    yield "| | " + " | ".join(lens.name for lens in LENSES) + " |"
    yield "|---|" + "---|" * len(LENSES)
    for layout in LAYOUTS:
        cells = (_cell(view(lens, layout)) for lens in LENSES)
        size = f"{layout.width_mm / 10:.0f} x {layout.height_mm / 10:.0f} cm"
        yield f"| {layout.name} ({size}) | " + " | ".join(cells) + " |"
    highest = (f"{highest_mm(lens) / 10:.0f} cm, {ENOUGH_PX:.0f} px" for lens in LENSES)
    yield "| the highest that is still good | " + " | ".join(highest) + " |"


def highest_mm(lens: Lens) -> float:
    """Return the height from which a tile is still large enough to be read well."""
    return tile_px(lens, 1.0) / ENOUGH_PX


def _cell(found: View) -> str:
    return f"{found.height_mm / 10:.0f} cm, {found.tile_px:.0f} px"
