"""Keypoints, by which it is told where one picture of a table has what another shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Gray, Points
from companion.geometry.quadrilaterals import holds

MOST = 2000
"""Keypoints at most: a table with four boards has some 1,500."""

DISTINCT = 0.8
"""How near the best match must be, of the second's distance: as Lowe (2004) has it."""

ASTRAY_PX = 4.0
"""Pixels that keypoints of one table lie beside their places at most."""

ENOUGH = 12
"""Matches that must bear a homography out: four make one, and chance bears out a few."""


@dataclass(frozen=True, eq=False)
class Keypoints:
    """The ``places`` (N, 2) in pixels of a picture's keypoints, and their descriptors (N, 128)."""

    places: Points
    descriptors: NDArray[np.float32]

    @classmethod
    def of(cls, gray: Gray) -> Self:
        """Return the keypoints of a picture (H, W)."""
        points, described = cv2.SIFT.create(MOST).detectAndCompute(gray, None)
        places = np.array([point.pt for point in points], float).reshape(-1, 2)
        descriptors = np.zeros((0, 128)) if described is None else described
        return cls(places, descriptors.astype(np.float32))

    def outside(self, quads: Sequence[Points]) -> Self:
        """Return those that lie in no quadrilateral, each given by its corners (4, 2)."""
        kept = [not any(holds(quad, place[None]) for quad in quads) for place in self.places]
        return type(self)(self.places[kept], self.descriptors[kept])

    def onto(self, other: Keypoints) -> Homography | None:
        """Return what lays them on those of another picture; None where nothing does."""
        if min(len(self.places), len(other.places)) < ENOUGH:
            return None
        pairs = cv2.BFMatcher().knnMatch(self.descriptors, other.descriptors, k=2)
        near = [one for one, second in pairs if one.distance < DISTINCT * second.distance]
        if len(near) < ENOUGH:
            return None
        here = self.places[[one.queryIdx for one in near]]
        there = other.places[[one.trainIdx for one in near]]
        matrix, borne_out = cv2.findHomography(here, there, cv2.USAC_MAGSAC, ASTRAY_PX)
        borne_out_by = here[np.ravel(borne_out) > 0]
        return Homography(np.asarray(matrix, float), borne_out_by) if len(borne_out_by) else None


@dataclass(frozen=True, eq=False)
class Homography:
    """A ``matrix`` (3, 3) that lays one picture of a table on another; ``places`` bear it out."""

    matrix: NDArray[np.float64]
    places: Points

    def moved(self, quad: Points) -> Points | None:
        """Return the corners (4, 2) of something flat in the other picture.

        None where hardly anything within them bears that out: beside what does, it is often off.
        """
        if sum(holds(quad, place[None]) for place in self.places) < ENOUGH:
            return None
        return np.asarray(cv2.perspectiveTransform(quad[None], self.matrix)[0], float)
