"""The table as the set-up picture shows it: what loose tiles are told from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from companion.arrays import Image, Mask, Points, Vector
from companion.boards import Board
from companion.chosen_numbers import ARM_MM, FAR_MM
from companion.geometry.bracket import QUADRANT_MM
from companion.geometry.camera import Camera, Pose, board_corners, corners_around
from companion.geometry.display_ring import Display
from companion.geometry.table_view import Bounds, bounds_of, halved, lying, view
from companion.vision.loose.displays import find_displays
from companion.vision.loose.tabletop import LIGHT_BLOCK, Gains, in_blocks
from companion.vision.photometry.white import whites_of


@dataclass(frozen=True, eq=False)
class Ground:
    """The table at set-up, from above at the height of tiles' tops.

    ``half`` (h, w, 3) uint8 BGR shows ``bounds`` at half size, with bare table where boards lie,
    since they may be moved; ``lit`` has the boards, whose light is to be compared;
    ``white_places`` (N, 2) mm and ``white_levels`` (N, 3) are the boards' middles and whites;
    ``brackets`` tells whether every board wears them.
    """

    board: Board
    bounds: Bounds
    half: Image
    lit: Image
    displays: tuple[Display, ...]
    white_places: Points
    white_levels: Vector
    brackets: bool = False


@dataclass(frozen=True, eq=False)
class SetTable:
    """The set-up picture (H, W, 3) uint8 BGR, kept until loose tiles are asked for.

    Most sittings never ask: the survey takes longer than reading all boards.  ``prints`` (3,) are
    what was known by then of boards that are dark all over.
    """

    image: Image
    camera: Camera
    poses: Mapping[int, Pose]
    board: Board
    brackets: bool
    prints: Mapping[int, Vector]

    def ground(self, prints: Mapping[int, Vector]) -> Ground:
        """Return the table with the boards' whites by what is known of their ``prints`` now."""
        more = [self.prints[seat] / prints[seat] for seat in self.poses]
        return replace(self._ground, white_levels=self._ground.white_levels * more)

    @cached_property
    def _ground(self) -> Ground:
        """The table as it was surveyed, once."""
        where = self.camera, self.poses, self.board
        return survey(self.image, *where, self.prints, brackets=self.brackets)


def survey(
    image: Image,
    camera: Camera,
    poses: Mapping[int, Pose],
    board: Board,
    prints: Mapping[int, Vector] | None = None,
    *,
    brackets: bool = False,
) -> Ground:
    """Return what is to be known of the table from the set-up picture (H, W, 3) uint8 BGR."""
    levels = np.array(list(whites_of(image, camera, poses, board, prints).values()))
    size = (image.shape[1], image.shape[0])
    bounds = bounds_of(camera, poses.values(), board.size_mm, size, ARM_MM)
    displays = find_displays(image, camera, poses, board, bounds, levels.mean(axis=0))
    seen = halved(view(image, camera, bounds, board.tile.height_mm))
    middle = np.array([board.size_mm]) / 2
    places = np.concatenate([pose.place(middle) for pose in poses.values()])
    ground = Ground(board, bounds, seen, seen, displays, places, levels, brackets)
    return replace(ground, half=_without(seen, kept_free(ground, poses.values())))


def _without(picture: Image, boards: Mask) -> Image:
    """Return a halved view (h, w, 3) with the table's colour where ``boards`` (h, w) lie.

    That is painted on in blocks: it has no detail.
    """
    small, gone = in_blocks(picture), in_blocks(boards.astype(np.float32)) > 0
    unknown = (gone | (small.max(axis=2) == 0)).astype(np.uint8)
    bare = cv2.inpaint(small, unknown, 1, cv2.INPAINT_TELEA)
    whole = (picture.shape[1], picture.shape[0])
    cover = cv2.resize(bare, whole, interpolation=cv2.INTER_LINEAR)
    return np.where(boards[..., None], cover, picture).astype(np.uint8)


def kept_free(ground: Ground, poses: Iterable[Pose]) -> Mask:
    """Return where no loose tile is looked for (h, w), half size: boards, brackets, room around.

    They lie so much elsewhere when they were nudged, and are followed.
    """
    shapes = [corners_around(ground.board.size_mm, FAR_MM)]
    if ground.brackets:
        corner = corners_around((0.0, 0.0), QUADRANT_MM + FAR_MM)
        shapes += [corner + at for at in board_corners(ground.board.size_mm)]
    return lying(ground.bounds, poses, shapes)


def white_at(place: Points, ground: Ground, gains: Gains) -> Vector:
    """Return the white (3,) at a table point (2,) mm: the boards' whites, near ones first.

    ``gains`` (h, w, 3) is how much brighter the table is now.
    """
    away = np.linalg.norm(ground.white_places - place, axis=1)
    weight = 1.0 / np.maximum(away, 1.0) ** 2
    level = weight @ ground.white_levels / weight.sum()
    block = ground.bounds.to_pixels(place[None])[0, ::-1] // LIGHT_BLOCK
    row, column = block.astype(int).clip(0, np.array(gains.shape[:2]) - 1)
    return np.asarray(level * gains[row, column], float)
