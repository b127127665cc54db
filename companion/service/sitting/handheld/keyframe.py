"""A picture that was read before, by which boards are found again from another place.

Boards of a set have one print, so what lays one picture on the other may lay one board on another.
That is as good: it only says where a board may lie.  There the cells must say that one does, and it
must look as before, as a star turned by a sixth has its spaces where they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Gray, Image, Points, to_gray
from companion.boards import Board
from companion.geometry.quadrilaterals import go_round, holds
from companion.geometry.solve import outlines
from companion.service.sitting.handheld.keypoints import Homography, Keypoints
from companion.vision.locate.propose import settled
from companion.vision.scene import Scene

WIDTH_PX = 640
"""The longer side of the small pictures that are compared."""

SIDE_PX = 160
"""The side of a board that is held against how it looked."""

SMOOTH_PX = 12.0
"""What is smoother than this, of ``SIDE_PX``, is light and shadow."""

ALIKE = 0.75
"""Correlation from which a board looks as before, whatever tiles came and went.

Of 180 drawn boards found again (*seen*) one in twenty had less than 0.8; one of Duel a space aside
had 0.73, a star turned by a sixth 0.52.
"""


@dataclass(frozen=True, eq=False)
class Keyframe:
    """A small ``gray`` picture (H, W), and the corners (4, 2) of the ``boards`` in it."""

    gray: Gray
    boards: Sequence[Points]

    @classmethod
    def of(cls, image: Image, scene: Scene) -> Self:
        """Return a picture (H, W, 3) uint8 BGR whose boards ``scene`` has."""
        poses = {seat: one.pose for seat, one in scene.known.items()}
        corners = outlines((scene.camera, poses), scene.board.size_mm).values()
        return cls(_small(image), [_scaled(each, _scale(image)) for each in corners])

    def found_again(self, image: Image, board: Board, players: int) -> list[Points]:
        """Return the corners (4, 2) of boards in another picture (H, W, 3) uint8 BGR.

        At most ``players`` are returned, and only some may be found, or none.
        """
        before, gray, found = Keypoints.of(self.gray), _small(image), list[Points]()
        here = Keypoints.of(gray)
        while len(found) < players:
            certain = self._certain(image, board, before.onto(here))
            alike = (new for old, new in certain if self._looks_as(old, new, image, gray))
            more = [*_apart(alike, found)]
            if not more:
                break
            found += more
            here = here.outside([_scaled(each, _scale(image)) for each in more])
        return found[:players]

    def _certain(
        self, image: Image, board: Board, homography: Homography | None
    ) -> Iterator[tuple[Points, Points]]:
        """Yield a board, and where it or its like lies in another picture, as its cells say."""
        size = (image.shape[1], image.shape[0])
        for corners in self.boards:
            moved = homography.moved(corners) if homography else None
            if moved is None:
                continue
            there = _scaled(moved, 1 / _scale(image))
            if go_round(there) and np.all((there > 0) & (there < size)):
                yield from ((corners, new) for new in settled(image, board, there))

    def _looks_as(self, old: Points, new: Points, image: Image, gray: Gray) -> bool:
        """Tell whether a board between ``new`` corners looks as the one between ``old`` ones."""
        one, other = _flat(self.gray, old), _flat(gray, _scaled(new, _scale(image)))
        return bool(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED).max() > ALIKE)


def _apart(boards: Iterator[Points], found: Sequence[Points]) -> Iterator[Points]:
    """Yield boards that lie neither on those ``found`` nor on each other."""
    taken = list(found)
    for corners in boards:
        if not any(holds(one, corners) for one in taken):
            taken.append(corners)
            yield corners


def _flat(gray: Gray, corners: Points) -> NDArray[np.float32]:
    """Return a board from above, without light and shadow: (``SIDE_PX``, ``SIDE_PX``)."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE_PX
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    flat = cv2.warpPerspective(gray, matrix, (SIDE_PX, SIDE_PX)).astype(np.float32)
    fine = cv2.GaussianBlur(flat, (0, 0), 1.0)
    return np.asarray(fine - cv2.GaussianBlur(flat, (0, 0), SMOOTH_PX), np.float32)


def _scale(image: Image) -> float:
    """Return how large the small picture is, of a picture (H, W, 3)."""
    return min(1.0, float(WIDTH_PX / max(image.shape[:2])))


def _scaled(points: Points, by: float) -> Points:
    """Return points (N, 2) of a picture in one that is so many times as large."""
    return np.asarray((points + 0.5) * by - 0.5, float)


def _small(image: Image) -> Gray:
    height, width = (max(1, round(_scale(image) * side)) for side in image.shape[:2])
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return to_gray(np.asarray(small, np.uint8))
