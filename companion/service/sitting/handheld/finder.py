"""Finding the boards of a game in a picture that was taken from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import Image, Points
from companion.boards import Board
from companion.errors import BoardNotFound
from companion.geometry.optics import Optics
from companion.geometry.quadrilaterals import holds
from companion.service.sitting.handheld.keyframe import Keyframe
from companion.service.sitting.taps import Taps
from companion.vision import eyes
from companion.vision.locate.propose import Proposal, propose
from companion.vision.proposed_boards import begin_proposed
from companion.vision.scene import Scene


@dataclass(frozen=True)
class Finder:
    """Finds the boards of ``players``; every picture (H, W, 3) is BGR.

    ``keyframe`` is a picture in which they were found before.
    """

    board: Board
    players: int
    optics: Optics
    keyframe: Keyframe | None = None

    def tapped(self, image: Image, taps: Taps, *, empty: bool) -> Scene:
        """Return the boards whose corners were shown, numbered as they were."""
        return self._begun(image, len(taps), taps, empty=empty)

    def search(self, image: Image, *, brackets: bool, empty: bool, single: bool = False) -> Scene:
        """Return the boards of a picture, numbered as they are found; with brackets, as they say.

        With ``brackets`` these are looked for first; where one is covered, the spaces tell.
        Of a picture of a ``single`` board only that in its middle is wanted.
        """
        if brackets:
            try:
                return self._begun(image, self.players, None, empty=empty)
            except BoardNotFound:
                if self.players == 1:
                    raise
        known = self._found_again(image)
        proposed = self._in_the_middle(image, known) if single else ()
        if not proposed:
            proposed = propose(image, self.board, self.players, known)
        return begin_proposed(image, self.board, proposed, empty=empty, optics=self.optics)

    def _in_the_middle(self, image: Image, known: Sequence[Points]) -> tuple[Proposal, ...]:
        """Return the board in the middle of a picture, with others that are ``known`` if it is."""
        middle = _middle_of(image)
        if any(holds(corners, middle) for corners in known):
            return propose(image, self.board, len(known), known)
        found = propose(image, self.board, 1, over=middle)
        return tuple(each for each in found if holds(each.corners_px, middle))

    def _found_again(self, image: Image) -> list[Points]:
        if self.keyframe is None:
            return []
        return self.keyframe.found_again(image, self.board, self.players)

    def _begun(self, image: Image, count: int, taps: Taps | None, *, empty: bool) -> Scene:
        return eyes.begin(image, self.board, count, taps, empty=empty, optics=self.optics)


def only(scene: Scene, whose: int) -> Scene:
    """Return the one board that people mean who say whose single board they photographed.

    With brackets it is theirs; without, the board nearest to the middle of the picture.
    """
    corners = eyes.corners_of(scene)
    middle = np.array(scene.size) / 2
    nearest = min(corners, key=lambda n: float(np.linalg.norm(corners[n].mean(axis=0) - middle)))
    one = whose if scene.brackets and whose in corners else nearest
    return replace(scene, known={one: scene.known[one]})


def _middle_of(image: Image) -> Points:
    """Return the middle (1, 2) of a picture (H, W, 3), in pixels."""
    return np.array([[image.shape[1] - 1, image.shape[0] - 1]]) / 2
