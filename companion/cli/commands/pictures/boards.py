"""``companion boards PICTURE``: propose where the boards lie, for a person to confirm."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.arrays import HALF_PIXEL, Image
from companion.boards import GAMES, VARIANTS, load
from companion.cli.picture_files import named_picture
from companion.cli.shared.argument_types import USUAL_PLAYERS, check_seats
from companion.cli.shared.meanwhile import say_boards_are_sought
from companion.cli.shared.output_files import check_outputs
from companion.games import MOST_PLAYERS
from companion.service.reports.picture_file import check_picture_name, write_picture
from companion.vision.locate.propose import Proposal, propose

HELP = "find the boards in a picture without brackets and propose their corners."

EXIT_INCOMPLETE = 1

COLOURS = ((60, 200, 60), (0, 190, 255), (60, 60, 230))
"""Of a proposal that is sure, one to look at closely, and one hardly to be trusted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("picture", type=Path, help="a picture of the table with the empty boards")
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--variant", choices=VARIANTS, default="coloured")
    parser.add_argument(
        "--players",
        type=int,
        choices=range(1, MOST_PLAYERS + 1),
        default=USUAL_PLAYERS,
        metavar="N",
        help="boards to find (2)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--debug-image", type=Path, metavar="OUT", help="write the picture with the proposals"
    )


def run(args: argparse.Namespace) -> int:
    """Print the corners proposed; the exit code is 1 where boards are missing."""
    check_outputs([args.debug_image], [args.picture])
    if args.debug_image:
        check_picture_name(args.debug_image)
    check_seats(args.game, args.players)
    image = named_picture(args.picture).pixels
    say_boards_are_sought()
    proposals = propose(image, load(args.game, args.variant), args.players)
    if args.debug_image:
        _draw(image, proposals, args.debug_image)
    if args.json:
        print(json.dumps({"boards": [_to_json(each) for each in proposals]}))
    else:
        print("\n".join(_lines(proposals, args.players)))
    return 0 if len(proposals) == args.players else EXIT_INCOMPLETE


def _lines(proposals: Sequence[Proposal], players: int) -> list[str]:
    lines = [f"{number}: {_told(each)}" for number, each in enumerate(proposals)]
    if len(proposals) < players:
        lines.append(
            f"{len(proposals)} of {players} boards were made out; tap the corners of the others, "
            "or give more light and take the picture again"
        )
    return lines


def _told(proposal: Proposal) -> str:
    corners = "  ".join(f"({x:.0f}, {y:.0f})" for x, y in proposal.corners_px + HALF_PIXEL)
    return f"{corners}  {_word(proposal)} ({proposal.confidence:.0%})"


def _word(proposal: Proposal) -> str:
    return ("sure", "look closely", "doubtful")[_level(proposal)]


def _level(proposal: Proposal) -> int:
    return 0 if proposal.confidence > 0.9 else 1 if proposal.confidence > 0.3 else 2


def _to_json(proposal: Proposal) -> dict[str, object]:
    corners = (proposal.corners_px + HALF_PIXEL).round(1).tolist()
    return {"corners_px": corners, "confidence": round(proposal.confidence, 3)}


def _draw(image: Image, proposals: Sequence[Proposal], path: Path) -> None:
    picture = image.copy()
    for number, each in enumerate(proposals):
        colour, corners = COLOURS[_level(each)], each.corners_px.round().astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, 2, cv2.LINE_AA)
        top_left, top_right = corners[0], corners[1]
        cv2.circle(picture, (int(top_left[0]), int(top_left[1])), 7, colour, -1, cv2.LINE_AA)
        cv2.arrowedLine(picture, top_left.tolist(), top_right.tolist(), colour, 3, cv2.LINE_AA)
        middle = corners.mean(axis=0).astype(int).tolist()
        cv2.putText(picture, str(number), middle, cv2.FONT_HERSHEY_SIMPLEX, 2, colour, 4)
    write_picture(picture, path)
