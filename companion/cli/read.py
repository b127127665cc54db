"""``companion read PICTURE``: what lies on the boards of any picture, without a sitting."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.tile_looks import load_looks
from companion.boards import GAMES, VARIANTS, Board, load
from companion.errors import UsageError
from companion.fields import Field, FieldError, parse
from companion.reconcile import likeliest
from companion.service.picture import Looked, find_boards, look_at
from companion.service.report import cells_json, domes_json
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.sighting import BoardSighting, Likelihoods
from hardware.simulated import load_picture

HELP = "read the boards in any picture, without a sitting."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("picture", type=Path, help="a picture of one to four boards")
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--variant", choices=VARIANTS, default="coloured")
    parser.add_argument("--players", type=int, choices=range(1, 5), default=2, metavar="N")
    parser.add_argument(
        "--corners", type=Path, metavar="FILE", help="JSON: four points of each board, in pixels"
    )
    parser.add_argument(
        "--reference",
        type=Path,
        metavar="PICTURE",
        help="the same boards, empty, from the same place",
    )
    parser.add_argument("--tiles", type=Path, metavar="FILE", help="looks of this set's tiles")
    parser.add_argument(
        "--sightings", action="store_true", help="what is seen before any rule is applied"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print what lies on the boards."""
    board, image = load(args.game, args.variant), load_picture(args.picture).pixels
    given = args.corners is not None
    corners = read_corners(args.corners) if given else find_boards(image, board, args.players)
    looks = load_looks(args.tiles, args.game, board.colours) if args.tiles else NOTHING_KNOWN
    reference = load_picture(args.reference).pixels if args.reference else None
    looked = look_at(image, board, corners, reference=reference, looks=looks)
    print(json.dumps({"boards": boards_json(looked, board)}))
    return 0


def read_corners(path: Path) -> list[NDArray[np.float64]]:
    """Return the corners in a file: a list of four points for each board."""
    try:
        return [_four_points(each) for each in parse(path.read_bytes()).items()]
    except OSError as error:
        raise UsageError(f"the corners {path} cannot be read ({error.strerror})") from error
    except FieldError as error:
        raise UsageError(
            f"the corners {path} are wrong: {error}; give four points a board"
        ) from error


def boards_json(looked: Looked, board: Board) -> list[dict[str, Any]]:
    """Return what is seen of each board, as JSON values."""
    return [_board_json(each) for each in looked.sighting.boards]


def _board_json(seen: BoardSighting) -> dict[str, Any]:
    told = {cell: likely for cell, likely in seen.cells.items() if cell not in seen.unseen}
    cells = likeliest({cell: likely for cell, likely in told.items() if cell not in seen.covered})
    return {
        "corners_px": None if seen.corners_px is None else seen.corners_px.round(2).tolist(),
        "cells": cells_json(cells),
        "domes": domes_json(cells),
        "certainty": {cell: round(certainty_of(likely), 4) for cell, likely in told.items()},
        "unseen": sorted(seen.unseen | seen.covered),
        "score_marker": seen.score_marker,
    }


def certainty_of(likely: Likelihoods) -> float:
    """Return how probable the likeliest content of a cell is."""
    nats = np.array([likely[content] for content in likely])
    return float(1 / np.exp(nats - nats.max()).sum())


def _four_points(node: Field) -> NDArray[np.float64]:
    return np.array([point.point() for point in node.items(4)], float)
