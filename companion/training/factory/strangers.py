"""Boards that are none of the game's: turned ones, other games', home-made ones, mere tables."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np

from companion.arrays import Image
from companion.boards import Board, load
from companion.games import INFOS
from companion.printings.edition import Edition, edition
from companion.printings.faces import board_face
from companion.printings.inks import any_ink


def strange_face(printing: Edition, board: Board, scale: float, chance: Random) -> Image:
    """Return a face of a board's size that is not the board's."""
    return chance.choice((_turned, _turned, _another, _shuffled, _nothing))(
        printing, board, scale, chance
    )


def _turned(printing: Edition, board: Board, scale: float, chance: Random) -> Image:
    """The right board, another way round."""
    face = board_face(printing, board, scale)
    turns = (1, 2, 3) if board.size_mm[0] == board.size_mm[1] else (2,)
    return np.ascontiguousarray(np.rot90(face, chance.choice(turns)))


def _another(printing: Edition, board: Board, scale: float, chance: Random) -> Image:
    """Another game's board."""
    walls = bool(board.of_kind("wall"))
    others = [load(name, side) for name, info in INFOS.items() for side in info.boards]
    other = chance.choice(
        [
            each
            for each in others
            if bool(each.of_kind("wall")) != walls and each.tile.shape != board.tile.shape
        ]
    )
    face = board_face(edition(printing.seed, other.colours), other, scale)
    size = (round(board.size_mm[0] * scale), round(board.size_mm[1] * scale))
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shuffled(printing: Edition, board: Board, scale: float, chance: Random) -> Image:
    """A home-made board: colours wherever somebody liked them; another game's without colours."""
    if not any(cell.colour in board.colours for cell in board.cells):
        return _another(printing, board, scale, chance)

    def shuffle(colour: str | None) -> str | None:
        return chance.choice(board.colours) if colour in board.colours else colour

    cells = tuple(replace(cell, colour=shuffle(cell.colour)) for cell in board.cells)
    return board_face(printing, replace(board, cells=cells), scale)


def _nothing(printing: Edition, board: Board, scale: float, chance: Random) -> Image:
    """No board at all: cloth, paper, wood."""
    width, height = (round(side * scale) for side in board.size_mm)
    grain = chance.choice(((3, 3), (8, 60), (60, 8), (50, 50)))
    noise = np.random.default_rng(chance.getrandbits(32)).normal(
        0, chance.uniform(2, 30), (*grain, 3)
    )
    rough = np.clip(np.array(any_ink(chance)) + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
