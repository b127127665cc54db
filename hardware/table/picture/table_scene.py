"""What stands on the simulated table, as values: render draws exactly this and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.arrays import Image
from companion.boards import Board
from companion.fields import Point
from companion.games.base import Content
from companion.geometry.camera import Pose
from companion.printings.edition import Edition, edition
from hardware.table.picture.viewpoint import Eye


@dataclass(frozen=True, slots=True)
class Seated:
    """One player's board: where it lies, what lies on it, where the score cube stands.

    ``cells`` are filled cells as the rules name them, ``place/I/J`` for Duel's dome tiles.
    """

    pose: Pose
    cells: Mapping[str, Content] = field(default_factory=dict)
    score: int | None = None


@dataclass(frozen=True, slots=True)
class LooseTile:
    """A tile beside the boards: on a display, in the centre, in front of a player."""

    content: str
    place_mm: Point
    turn: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A flat printed sheet on the table: ``picture`` (H, W, 3) uint8 BGR covers ``size_mm``.

    ``pose`` places its top-left corner.  Compared by identity.
    """

    pose: Pose
    size_mm: Point
    picture: Image


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp mirrored in varnish: where on the table, how wide, how bright (1 is white)."""

    place_mm: Point
    radius_mm: float = 60.0
    strength: float = 0.6


@dataclass(frozen=True, slots=True)
class Shade:
    """A shadow that covers everything to the left of a line through ``place_mm``.

    ``turn`` (radians) is the line's direction, clockwise from x; ``level`` the light that is left.
    """

    place_mm: Point
    turn: float = 0.0
    level: float = 0.6
    soft_mm: float = 15.0


@dataclass(frozen=True, slots=True)
class Lighting:
    """The light on the table and the camera's answer to it.

    ``level`` is the exposure (1: white paper under the lamp is nearly white in the picture),
    ``warmth`` the colour of the light from -1 (sky) over 0 (neutral) to 1 (bulb), ``lamp_mm`` the
    brightest place, ``fall`` how much light is lost a metre from there, ``noise`` the sensor's
    standard deviation in grey levels.
    """

    level: float = 0.98
    warmth: float = 0.15
    lamp_mm: Point = (-150.0, -200.0)
    fall: float = 0.3
    glares: tuple[Glare, ...] = ()
    shade: Shade | None = None
    noise: float = 1.5


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that reaches in: finger tips at ``tip_mm``, the arm coming from ``from_mm``."""

    tip_mm: Point
    from_mm: Point
    skin: tuple[int, int, int] = (130, 160, 215)
    sleeve: tuple[int, int, int] = (110, 70, 50)


EDITIONS = 50_000_000
"""First seed of the printings of simulated tables."""

DEFAULT_EYE = Eye()
DEFAULT_LIGHT = Lighting()


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything in one picture.

    ``seed`` decides how crooked each tile lies, how the table's wood grows and which printing of
    the game is played: the same in every picture of a sitting; ``exposure`` numbers the pictures,
    for the noise.
    """

    board: Board
    seats: tuple[Seated, ...]
    eye: Eye = DEFAULT_EYE
    light: Lighting = DEFAULT_LIGHT
    brackets: bool = True
    displays: tuple[Point, ...] = ()
    loose: tuple[LooseTile, ...] = ()
    hands: tuple[Hand, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    surface: str = "oak"
    black: bool = False
    seed: int = 0
    exposure: int = 0

    @property
    def edition(self) -> Edition:
        """The printing of the game on this table: of no seed that the eyes were taught with."""
        return edition(EDITIONS + self.seed, self.board.colours, named=True)
