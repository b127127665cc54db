"""What was calibrated before: from the state directory, or from files that are named."""

from __future__ import annotations

import argparse
import logging
from functools import partial
from pathlib import Path

from calibration.lens.values import load_lens
from calibration.tile_colours import load_tiles, save_tiles
from calibration.using import (
    FOLDER,
    kept_boards,
    kept_optics,
    kept_palette,
    optics_of,
    printed_board,
    tiles_file,
)
from companion.boards import load
from companion.games.base import Setup
from companion.service.calibrated import Calibrated
from companion.vision.optics import USUAL
from companion.vision.palette import Palette

log = logging.getLogger(__name__)


def add_calibration_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files of ``companion calibrate`` that can be used."""
    parser.add_argument("--lens", type=Path, metavar="FILE", help="a measured lens")
    parser.add_argument("--board", type=Path, metavar="FILE", help="an adjustment of the template")
    parser.add_argument(
        "--tiles", type=Path, metavar="FILE", help="colours of this set's tiles, kept up to date"
    )


def calibrated_from(args: argparse.Namespace, setup: Setup) -> Calibrated:
    """Return what is in the files that were named; ``CalibrationError`` where one is wrong.

    An adjustment must be for the boards of ``setup``.
    """
    side = (setup.game, setup.variant)
    return Calibrated(
        USUAL if args.lens is None else optics_of(load_lens(args.lens)),
        () if args.board is None else (printed_board(side, args.board),),
        _tiles_from(args.tiles, setup),
    )


def keep_tiles(args: argparse.Namespace, setup: Setup, palette: Palette) -> None:
    """Write what was learned of the set's tiles, where a file for it was named."""
    if args.tiles is not None:
        save_tiles(args.tiles, setup.game, palette)


def _tiles_from(path: Path | None, setup: Setup) -> Palette | None:
    if path is None or not path.exists():
        return None
    return load_tiles(path, setup.game, load(setup.game, setup.variant).colours)


def calibration_folder(state: Path) -> Path:
    """Return where calibrations are kept."""
    return state / FOLDER


def calibrated_in(state: Path, setup: Setup) -> Calibrated:
    """Return what was calibrated and learned before of the set in use; it goes on being learned.

    A damaged file is said in the log and left out.
    """
    folder, side = calibration_folder(state), (setup.game, setup.variant)
    optics, wrong = kept_optics(folder)
    boards, damaged = kept_boards(folder)
    palette, spoiled = kept_palette(folder, *side)
    for sentence in (*wrong, *damaged, *spoiled):
        log.warning("%s; until then the companion works without it", sentence)
    file = tiles_file(folder, *side)
    return Calibrated(optics, boards, palette, partial(_keep, file, setup.game))


def _keep(file: Path, game: str, palette: Palette) -> None:
    """Write what was learned; a full disk costs a warning, not the evening."""
    try:
        save_tiles(file, game, palette)
    except OSError as error:
        log.warning("the tiles' colours %s cannot be kept (%s)", file.name, error.strerror)
