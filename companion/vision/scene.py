"""What is known of a table: it travels from picture to picture and is never changed in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.domes import Spaces
from companion.vision.follow import Landmarks
from companion.vision.geometry import Camera, Pose
from companion.vision.ground import SetTable
from companion.vision.light import Light
from companion.vision.optics import USUAL, Optics
from companion.vision.palette import Palette
from companion.vision.rectify import Flat
from companion.vision.tiles import Reading


@dataclass(frozen=True)
class Known:
    """What is known of one board: where it was last, what it looks like without tiles.

    ``reference`` shows it with the dome tiles in ``domes`` (``bare``: without any) and without
    tiles on the cells in ``shown``; ``free`` are the places that ``bare`` shows without dome tile.
    """

    pose: Pose
    reference: Flat
    landmarks: Landmarks
    white: NDArray[np.float64]
    bare: Flat
    shown: frozenset[str]
    free: frozenset[str] = frozenset()
    domes: Mapping[str, Spaces] = field(default_factory=dict)


@dataclass(frozen=True)
class Seen:
    """What was seen of one board in the picture last looked at."""

    base: Flat
    light: Light
    reading: Reading


@dataclass(frozen=True)
class Scene:
    """What is known of the table: the camera, the boards by seat, the colours of the tiles.

    ``size`` is the pictures' width and height; ``seen`` holds, by seat, what was seen in the
    picture last looked at; ``table`` is the table at set-up, None where no picture shows it;
    ``optics`` is what was known of the lens beforehand.
    """

    board: Board
    camera: Camera
    known: Mapping[int, Known]
    palette: Palette
    brackets: bool
    size: tuple[int, int]
    seen: Mapping[int, Seen] = field(default_factory=dict)
    table: SetTable | None = None
    optics: Optics = USUAL
