"""Bonus chips on a board's own store: where one lies with its face up, and which colours it shows.

A chip is paper with one or two colours printed on it.  Nobody's score hangs on this reading: how
many chips there are is told, and what is seen here is offered as the answer.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.arrays import Image, Vector
from companion.boards import Board
from companion.chosen_numbers import CHIP_CHANGED, STRONG_INK
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.neural_network.encoders import Windows, face_of
from companion.vision.cells.inks import Inks, lab_under_white, segment
from companion.vision.cells.windows import cut_windows, layout_of
from companion.vision.photometry.white import under_white

STORE = "store"
"""The kind of cell that holds a chip."""

MIDDLE = slice(5, 15)
"""The part of a face that a chip's colours fill, so that each pixel has one; around it is paper."""


def see_stores(
    image: Image, camera: Camera, pose: Pose, board: Board, white: Vector
) -> Windows | None:
    """Return the windows of a board's store, under its ``white`` (3,); None: the game has none."""
    if not board.of_kind(STORE):
        return None
    return under_white(cut_windows(image, camera, pose, layout_of(board, STORE), BOARD_MM), white)


def read_chips(now: Windows, bare: Windows, board: Board, inks: Inks) -> Mapping[str, str]:
    """Return the chips that lie face up: cell -> its colour, or two of them as ``blue+red``.

    ``bare`` shows the store empty; ``inks`` are the set's colours.
    """
    faces = face_of(now)
    laid = _changed(faces, face_of(bare)) > CHIP_CHANGED
    if not laid.any():
        return {}
    shown = segment(faces[laid][:, MIDDLE, MIDDLE], inks, np.inf).reshape(laid.sum(), -1)
    shares = np.stack([(shown == n).mean(axis=1) for n in range(len(inks))], axis=1)
    cells = [cell for cell, there in zip(board.of_kind(STORE), laid, strict=True) if there]
    pairs = zip(cells, shares, strict=True)
    return {cell.id: _face(each, tuple(inks)) for cell, each in pairs}


def _changed(now: Windows, bare: Windows) -> Vector:
    """Return how far (N,) faces differ from bare ones on average, L*a*b*, in the same light.

    A shadow over a part of the board is no chip: most of a face is brought to the brightness that
    it had bare, but not to its colour.
    """
    levels, before = now + np.float32(1), bare + np.float32(1)
    gains = np.median((levels / before).reshape(len(now), -1), axis=1)
    same_light = levels / gains[:, None, None, None] - 1
    away = np.linalg.norm(lab_under_white(same_light) - lab_under_white(bare), axis=3)
    return np.asarray(away.mean(axis=(1, 2)), float)


def _face(shares: Vector, colours: tuple[str, ...]) -> str:
    """Return the one or two colours a face shows, in the order of their names."""
    second, first = np.argsort(shares)[-2:]
    shown = [first, second] if shares[second] >= STRONG_INK else [first]
    return "+".join(sorted(colours[n] for n in shown))
