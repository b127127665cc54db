"""From the files of a calibration to what the companion works with, and the folder they are in.

The folder has ``lens.json``, for every side of a board that is printed otherwise
``GAME-VARIANT.json``, and ``tiles-GAME.json`` with the colours of the tiles that were played with;
where an adjustment names the set in use, its tiles have a file of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from calibration.lens.lens_file import Lens, load_lens
from calibration.template.adjustment import adjusted, load_adjustment
from calibration.tile_looks import load_looks
from companion.boards import Board, load
from companion.boards.board_files import FILES
from companion.errors import CalibrationError
from companion.geometry.optics import USUAL, Optics, centre_of
from companion.vision.cells.looks import Looks

FOLDER = "calibration"
LENS = "lens.json"

MEASURED_FOCAL = 0.01
"""How far the focal length of a measured lens may still be off: focusing changes it a little."""

MEASURED_K1 = 0.01

MEASURED_CENTRE = 0.003
"""How far a measured lens may still look beside its centre, over the longer side."""

Kept = TypeVar("Kept")


def optics_of(lens: Lens) -> Optics:
    """Return a measured lens as what is known of a lens beforehand: firmly."""
    width, height = lens.size
    return Optics(
        focal=lens.focal_px / max(lens.size),
        focal_spread=MEASURED_FOCAL,
        k1=lens.k1,
        k1_spread=MEASURED_K1,
        centre=centre_of(lens.size, lens.centre_px),
        centre_spread=MEASURED_CENTRE,
        shape=width / height,
    )


def printed_board(side: tuple[str, str], path: Path) -> Board:
    """Return the board of a side (game, variant) as the adjustment in a file has it printed.

    Raises ``CalibrationError`` where the file is damaged or for another side.
    """
    return adjusted(load(*side), load_adjustment(path))


def lens_file(folder: Path) -> Path:
    """Return where the measured lens is kept."""
    return folder / LENS


def board_file(folder: Path, game: str, variant: str) -> Path:
    """Return where the adjustment of a side is kept."""
    return folder / f"{game}-{variant}.json"


def tiles_file(folder: Path, game: str, variant: str) -> Path:
    """Return where the looks of the tiles of the set in use are kept."""
    try:
        name = load_adjustment(board_file(folder, game, variant)).set_name
    except CalibrationError:
        name = ""
    words = re.findall(r"\w+", name.casefold())
    return folder / f"{'-'.join(['tiles', game, *words])}.json"


def kept_looks(folder: Path, game: str, variant: str) -> tuple[Looks | None, tuple[str, ...]]:
    """Return what the tiles of the set in use look like, and what is wrong with their file."""
    colours = load(game, variant).colours
    return _kept(tiles_file(folder, game, variant), lambda path: load_looks(path, game, colours))


def kept_optics(folder: Path) -> tuple[Optics, tuple[str, ...]]:
    """Return the lens of a folder, or the usual one, and what is wrong with its file."""
    found, wrong = _kept(lens_file(folder), lambda path: optics_of(load_lens(path)))
    return (USUAL if found is None else found), wrong


def kept_boards(folder: Path) -> tuple[tuple[Board, ...], tuple[str, ...]]:
    """Return the adjusted boards of a folder, and what is wrong with their files."""
    found = [_kept(board_file(folder, *side), partial(printed_board, side)) for side in FILES]
    boards = tuple(board for board, _ in found if board is not None)
    return boards, tuple(sentence for _, wrong in found for sentence in wrong)


def _kept(path: Path, read: Callable[[Path], Kept]) -> tuple[Kept | None, tuple[str, ...]]:
    """Read a file that need not be there; a damaged one costs a sentence, not the evening."""
    if not path.exists():
        return None, ()
    try:
        return read(path), ()
    except CalibrationError as error:
        return None, (str(error),)
