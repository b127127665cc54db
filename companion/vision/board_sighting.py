"""What one board shows in a picture: its cells, its score, its chips, and how well it is seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress

import numpy as np

from companion.arrays import HALF_PIXEL, Image, Mask, Vector
from companion.boards import Board
from companion.chosen_numbers import COARSE_SCALE
from companion.geometry.camera import BOARD_MM, Camera, Pose, outline_px
from companion.geometry.rectify import rectify
from companion.neural_network.attention import Answers
from companion.neural_network.slots import tile_cells
from companion.sightings.sighting import BoardSighting, View
from companion.vision.cells.contents import likelihoods_of
from companion.vision.cells.inks import inks_of
from companion.vision.cells.legend import is_without_names
from companion.vision.cells.seen import SeenCells
from companion.vision.cells.windows import KEPT
from companion.vision.occlusion import Hidden
from companion.vision.pieces import cube
from companion.vision.pieces.chips import read_chips, see_stores
from companion.vision.pieces.domes import read_places
from companion.vision.scene import Known, Scene

MIDDLE_MM = BOARD_MM + cube.CUBE_HEIGHT_MM / 2
"""Height of a cube's middle over the table."""


def sighted(
    image: Image, scene: Scene, seat: int, cells: SeenCells, said: Answers, hidden: Hidden
) -> BoardSighting:
    """Return what the board of a ``seat`` shows in a picture (H, W, 3) uint8 BGR.

    ``said`` is what the model says of its ``cells``; some of them are ``hidden``.
    """
    board, known = scene.board, scene.known[seat]
    ids = [cell.id for cell in tile_cells(board)]
    corners = outline_px(scene.camera, known.pose, board.size_mm)
    likelihoods = likelihoods_of(said, board, cells.inside & ~hidden.covered, cells.lit)
    return BoardSighting(
        seat,
        _view(hidden),
        corners + HALF_PIXEL,
        {**likelihoods, **read_places(said, board, known.domes, likelihoods)},
        _read_score(image, scene.camera, known.pose, board),
        frozenset(compress(ids, hidden.covered)),
        frozenset(compress(ids, ~cells.inside)),
        frozenset(compress(ids, hidden.dazzled)),
        _chips(image, scene, known, cells.paper),
        recoloured=is_without_names(known.bare, board),
    )


def _chips(image: Image, scene: Scene, known: Known, white: Vector) -> Mapping[str, str]:
    """Return the chips on a store that the set-up picture shows empty."""
    if known.stores is None:
        return {}
    now = see_stores(image, scene.camera, known.pose, scene.board, white)
    if now is None:
        return {}
    return read_chips(now, known.stores, scene.board, inks_of(scene.looks, scene.board.colours))


def _view(hidden: Hidden) -> View:
    """Return how well a board of the game can be seen."""
    if hidden.covered.any():
        return View.COVERED
    return View.DAZZLED if 2 * hidden.dazzled.sum() > len(hidden.dazzled) else View.CLEAR


def _read_score(image: Image, camera: Camera, pose: Pose, board: Board) -> int | None:
    rows = _score_rows(board)
    if rows is None:
        return None
    flat = rectify(image, camera, pose, board.size_mm, MIDDLE_MM, rows, COARSE_SCALE)
    hidden = _hidden_spaces((image.shape[1], image.shape[0]), camera, pose, board)
    return cube.read_score(flat, board, hidden)


@lru_cache(maxsize=KEPT)
def _hidden_spaces(
    size: tuple[int, int], camera: Camera, pose: Pose, board: Board
) -> frozenset[str]:
    """Return the spaces of a score around which something lies beyond a picture of ``size``.

    Kept for boards that lie still.
    """
    around = cube.around_spaces(board)
    shown = camera.shows(pose.place(around.reshape(-1, 2)), MIDDLE_MM, size)
    whole: Mask = np.asarray(shown.reshape(len(around), -1).all(axis=1))
    return frozenset(cell.id for cell in compress(board.of_kind(*cube.KINDS), ~whole))


@lru_cache(maxsize=16)
def _score_rows(board: Board) -> tuple[float, float] | None:
    """Return the y in mm between which a board's score is shown; None where it shows none."""
    ys = [cell.centre_mm[1] for cell in board.of_kind(*cube.KINDS)]
    return (min(ys) - cube.REACH_MM, max(ys) + cube.REACH_MM) if ys else None
