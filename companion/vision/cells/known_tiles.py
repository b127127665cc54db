"""Cells that are not sure, held against their bare spaces and the tiles that are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import LIKE_NEITHER, SAME_PLACE, SURE
from companion.neural_network.attention import Answers, with_rows
from companion.neural_network.encoders import Windows, describe_faces, face_of
from companion.neural_network.slots import EMPTY, tile_cells
from companion.neural_network.weights import weights
from companion.vision.cells.contents import chances_on_board
from companion.vision.cells.looks import Looks, apart

ELSEWHERE = 2 * SAME_PLACE**2
"""Variance of descriptions of looks at one tile in two places: twice that of looks at one cell."""


def by_known_tiles(
    said: Answers, windows: Windows, bare: Mask, looks: Looks, board: Board
) -> Answers:
    """Return what is ``said`` of cells, with what those are liker to that are not sure.

    ``windows`` (N, SIDE, SIDE, 3) show the cells at the print's height; those ``bare`` (N,) were
    seen so on their own board.  Where a tile of the colour that they seem to have is known, nothing
    lies there the less likely the liker they are to it than to their space.  What is like neither
    tells nothing, nor do domes: dome tiles change their print, often to just what tiles look like.
    """
    slots, nats = looks.slots(board), chances_on_board(said, board)
    colours = nats[:, :EMPTY].argmax(axis=1)
    told = [cell.kind != "dome" for cell in tile_cells(board)]
    unsure = bare & told & (nats.max(axis=1) < np.log(SURE)) & np.isin(colours, slots)
    if not unsure.any():
        return said
    now = describe_faces(face_of(windows[unsure]), weights())
    others = slots != colours[unsure, None]
    tile = np.where(others, np.inf, apart(now, looks.described)).min(axis=1)
    space = np.linalg.norm(now - said.bare[unsure], axis=1)
    towards = np.where(np.minimum(space, tile) < LIKE_NEITHER, space**2 - tile**2, 0.0)
    lies = said.lies[unsure]
    lies[:, EMPTY] -= weights()["temperature"] * towards / (2 * ELSEWHERE)
    return replace(said, lies=with_rows(said.lies, unsure, lies))
