"""What was calibrated before: from the state directory, or from files that are named."""

from __future__ import annotations

import argparse
import logging
from functools import partial
from pathlib import Path

from calibration.in_use import (
    FOLDER,
    kept_boards,
    kept_looks,
    kept_optics,
    optics_of,
    printed_board,
    tiles_file,
)
from calibration.lens.lens_file import load_lens
from calibration.tile_looks import load_looks, save_looks
from companion.boards import load
from companion.cli.shared.output_files import writing
from companion.games.base import Setup
from companion.geometry.optics import USUAL
from companion.service.sitting.lens_and_print import Calibrated
from companion.vision.cells.looks import Looks

log = logging.getLogger(__name__)


def add_calibration_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files of ``companion calibrate`` that can be used."""
    parser.add_argument("--lens", type=Path, metavar="FILE", help="a measured lens")
    parser.add_argument("--board", type=Path, metavar="FILE", help="an adjustment of the template")
    parser.add_argument(
        "--tiles", type=Path, metavar="FILE", help="looks of this set's tiles, kept up to date"
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


def keep_tiles(args: argparse.Namespace, setup: Setup, looks: Looks) -> None:
    """Write what was learned of the set's tiles, where a file for it was named."""
    if args.tiles is not None:
        with writing(args.tiles):
            save_looks(args.tiles, setup.game, looks)


def _tiles_from(path: Path | None, setup: Setup) -> Looks | None:
    if path is None or not path.exists():
        return None
    return load_looks(path, setup.game, load(setup.game, setup.variant).colours)


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
    looks, spoiled = kept_looks(folder, *side)
    for sentence in (*wrong, *damaged, *spoiled):
        log.warning("%s; until then the companion works without it", sentence)
    file = tiles_file(folder, *side)
    return Calibrated(optics, boards, looks, partial(_keep, file, setup.game))


def _keep(file: Path, game: str, looks: Looks) -> None:
    """Write what was learned; a full disk costs a warning, not the evening."""
    try:
        save_looks(file, game, looks)
    except OSError as error:
        log.warning("the tiles' looks %s cannot be kept (%s)", file.name, error.strerror)
