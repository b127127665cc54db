"""One picture in which the tiles of a set are shown: what they look like."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.arrays import Image, Points
from companion.boards import Board
from companion.errors import CalibrationError
from companion.geometry.optics import PERHAPS_CUT, Optics
from companion.sentence import Sentence
from companion.service.sitting.tile_lesson import unclear, usual_places
from companion.vision import eyes
from companion.vision.cells.looks import Looks
from companion.vision.learning import learn_looks


def looks_shown(
    image: Image,
    board: Board,
    players: int,
    taps: Mapping[int, Points] | None,
    optics: Optics = PERHAPS_CUT,
) -> Looks:
    """Return what the tiles look like that lie in their usual places on the first board.

    ``image`` is (H, W, 3) BGR, ``taps`` the corners by seat, None with brackets.  Raises
    ``CalibrationError`` where a tile is missing, or looks like one of another colour.
    """
    shown = {0: usual_places(board)}
    corners = None if taps is None else {s: np.asarray(c, float) for s, c in taps.items()}
    scene = eyes.begin(image, board, players, corners, empty=False, optics=optics)
    sighting, scene = eyes.look(image, scene)
    for _, said in unclear(sighting, scene, shown):
        raise CalibrationError(Sentence(said.template, **said.values))
    return learn_looks(scene, shown).looks
