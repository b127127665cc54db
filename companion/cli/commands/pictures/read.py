"""``companion read PICTURE``: what lies on the boards of any picture, without a sitting."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from calibration.tile_looks import load_looks
from companion.arrays import Image
from companion.boards import GAMES, VARIANTS, load
from companion.cli.corner_files import read_corners
from companion.cli.picture_files import check_not_black, undamaged
from companion.cli.shared.argument_types import USUAL_PLAYERS, check_players, check_seats
from companion.cli.shared.meanwhile import say_boards_are_sought
from companion.cli.shared.output_files import check_outputs
from companion.cli.shared.terminal_sheet import picture_lines
from companion.errors import PictureError, UsageError
from companion.games import INFOS, MOST_PLAYERS
from companion.service.pictures.judgement import Given
from companion.service.pictures.photograph import pixels_of
from companion.service.pictures.single_picture import find_boards, look_at
from companion.service.reports.debug_picture import draw
from companion.service.reports.picture_file import check_picture_name
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.whole_file import read_whole

HELP = "read the boards in any picture, without a sitting."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("picture", type=Path, help="a picture of one to four boards")
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--variant", choices=VARIANTS, default="coloured")
    parser.add_argument(
        "--players",
        type=int,
        choices=range(1, MOST_PLAYERS + 1),
        metavar="N",
        help="boards to find (2)",
    )
    parser.add_argument(
        "--corners",
        type=Path,
        metavar="FILE",
        help="JSON: four points of each board, in pixels, from its own top left clockwise, or "
        "what 'companion calibrate corners' and 'boards --json' give",
    )
    parser.add_argument(
        "--reference",
        type=Path,
        metavar="PICTURE",
        help="the same boards, empty, from the same place",
    )
    parser.add_argument("--tiles", type=Path, metavar="FILE", help="looks of this set's tiles")
    parser.add_argument(
        "--totals", type=int, nargs="+", metavar="N", help="the boards' totals before this round"
    )
    parser.add_argument(
        "--goals",
        nargs="+",
        default=(),
        metavar="G",
        help="goals in play, where there is a choice",
    )
    parser.add_argument(
        "--sightings", action="store_true", help="what is seen before any rule is applied"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--debug-image", type=Path, metavar="OUT", help="write the picture with what was read"
    )


def run(args: argparse.Namespace) -> int:
    """Print what lies on the boards."""
    check_outputs([args.debug_image], [args.picture, args.reference, args.corners, args.tiles])
    if args.debug_image:
        check_picture_name(args.debug_image)
    players = args.players or USUAL_PLAYERS
    check_seats(args.game, players)
    board, image = load(args.game, args.variant), load_image(args.picture)
    tapped = args.corners is not None
    if tapped:
        corners = read_corners(args.corners, image, args.game)
        check_players(args.players, len(corners))
    else:
        say_boards_are_sought()
        corners = find_boards(image, board, players)
    looks = load_looks(args.tiles, args.game, board.colours) if args.tiles else NOTHING_KNOWN
    reference = load_reference(args.reference, image) if args.reference else None
    given = given_for(args, len(corners))
    looked = look_at(image, board, corners, reference=reference, looks=looks)
    reports = looked.reports(given, rules=not args.sightings)
    if args.debug_image:
        drawn = [each.as_board_report() for each in reports]
        draw(image, drawn, looked.scene, args.debug_image)
    if args.json:
        print(json.dumps({"boards": [each.to_json() for each in reports]}))
    else:
        print("\n".join(line for each in reports for line in picture_lines(each, board)))
    if not tapped and len(corners) < players:
        print(
            f"{len(corners)} of {players} boards were made out; say with --corners where the "
            "others lie, or with --players that there are no more",
            file=sys.stderr,
        )
    return 0


def given_for(args: argparse.Namespace, boards: int) -> Given:
    """Return what was said of a picture of so many boards."""
    totals, goals = tuple(args.totals or ()), tuple(args.goals)
    if args.sightings and (totals or goals):
        raise UsageError("--sightings counts nothing; leave --totals and --goals out, or it")
    if len(totals) > boards:
        raise UsageError(f"{len(totals)} totals do not fit {boards} boards; give one for each")
    if goals and not INFOS[args.game].goals:
        raise UsageError(f"{INFOS[args.game].title} has no goals to choose; leave --goals out")
    return Given(totals=totals, goals=goals)


def load_image(path: Path) -> Image:
    """Return the pixels of a picture file, at its full size; ``UsageError`` for a black one."""
    image = undamaged(_decoded, path)
    check_not_black(image, path.name)
    return image


def _decoded(path: Path) -> Image:
    try:
        data = read_whole(path)
        if not data:
            raise UsageError(f"the picture {path} is empty; name another one")
        return pixels_of(data)
    except OSError as error:
        raise UsageError(
            f"the picture {path} cannot be read ({error.strerror}); name another one"
        ) from error
    except PictureError as error:
        raise UsageError(f"{path}: {error}") from error


def load_reference(path: Path, image: Image) -> Image:
    """Return the pixels of the empty boards, which must be as large as the picture ``image``."""
    reference = load_image(path)
    if reference.shape != image.shape:
        sizes = [f"{each.shape[1]} x {each.shape[0]}" for each in (reference, image)]
        raise UsageError(
            f"the reference {path} has {sizes[0]} pixels and the picture {sizes[1]}; "
            "take both with the same camera from the same place"
        )
    return reference
