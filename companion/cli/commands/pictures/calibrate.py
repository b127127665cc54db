"""``companion calibrate``: camera, lens, corners, board template and light, from pictures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from calibration.corners_and_white import (
    COLOURS,
    CORNERS,
    TableCorners,
    load_colours,
    load_corners,
    save_colours,
    save_corners,
)
from calibration.documents import TILES, kind_of
from calibration.findings import Finding, Level, worst
from calibration.lens.lens_file import Lens, load_lens, save_lens
from calibration.lens.lens_measurement import measure_lens, sheet_in
from calibration.light_check import check_light, colour_reference
from calibration.placement import check_placement
from calibration.tapped_corners import magnified, settled
from calibration.template import Adjustment, adjusted, load_adjustment, save_adjustment, suggested
from calibration.tile_looks import load_set, save_looks
from companion.arrays import Points, to_gray
from companion.boards import GAMES, VARIANTS, Board, load
from companion.cli.picture_files import check_not_black, named_picture
from companion.cli.shared.argument_types import (
    USUAL_PLAYERS,
    check_players,
    check_seats,
    name,
    pixel,
)
from companion.cli.shared.output_files import check_outputs, writing
from companion.cli.shared.shown_tiles import looks_shown
from companion.errors import BoardNotFound, CalibrationError, UsageError
from companion.fields import Point
from companion.games import INFOS, MOST_PLAYERS
from companion.geometry.solve import Table
from companion.ports import Picture
from companion.service.reports.picture_file import write_picture
from companion.service.sitting.tile_lesson import usual_places
from companion.sitting_folder.corners import on_top
from companion.vision.locate.finding import by_brackets

HELP = "check the camera and the light; measure the lens, corners and printing of a set."

MARKS = {Level.GOOD: "good", Level.WARN: "look", Level.BAD: "BAD "}
EXIT_BAD = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what can be calibrated, each with its own arguments."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    check = what.add_parser("check", help="does the camera hang well, is the light good?")
    _add_boards(check)
    check.add_argument("--out", type=Path, metavar="FILE", help="keep what white looks like")
    check.add_argument("--json", action="store_true", help="one JSON object for each finding")
    corners = what.add_parser("corners", help="put tapped corners where the print says they are")
    _add_boards(corners)
    corners.add_argument("--out", type=Path, metavar="FILE", help="keep the corners in a file")
    board = what.add_parser("board", help="adjust the board template to another printing")
    _add_boards(board)
    board.add_argument(
        "--set", type=name, required=True, metavar="NAME", help="name of the family's set"
    )
    board.add_argument("--out", type=Path, required=True, metavar="FILE", help="file to write")
    tiles = what.add_parser("tiles", help="learn a set from one tile of each colour, laid out")
    _add_boards(tiles)
    tiles.add_argument("--out", type=Path, required=True, metavar="FILE", help="file to write")
    lens = what.add_parser("lens", help="measure the lens from pictures of the ChArUco sheet")
    lens.add_argument("pictures", type=Path, nargs="+", metavar="PICTURE", help="10 to 20 pictures")
    lens.add_argument("--out", type=Path, required=True, metavar="FILE", help="file to write")
    magnify = what.add_parser("magnify", help="enlarge what is around a point of a picture")
    magnify.add_argument("picture", type=Path, help="a picture of the table")
    magnify.add_argument("--at", type=pixel, required=True, metavar="X,Y", help="where")
    magnify.add_argument("--out", type=Path, required=True, metavar="FILE", help="PNG to write")
    show = what.add_parser("show", help="check a calibration file and say what is in it")
    show.add_argument("file", type=Path, help="a file of 'companion calibrate'")


def _add_boards(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("picture", type=Path, help="a picture of the boards")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="whose boards")
    parser.add_argument("--variant", choices=VARIANTS, default="coloured", help="their side")
    parser.add_argument(
        "--players", type=int, choices=range(1, MOST_PLAYERS + 1), metavar="N", help="boards (2)"
    )
    parser.add_argument(
        "--corners",
        type=pixel,
        nargs=4,
        action="append",
        metavar="X,Y",
        help="tapped corners of a board, top left first, clockwise; once for each board, "
        "not needed where brackets lie",
    )
    parser.add_argument("--board", type=Path, metavar="FILE", help="an adjustment of the template")


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 when a check found something bad, else 0."""
    commands = {
        "check": _check,
        "corners": _corners,
        "board": _board,
        "tiles": _tiles,
        "lens": _lens,
        "magnify": _magnify,
        "show": _show,
    }
    if "out" in args:
        check_outputs([args.out], _inputs(args))
    return commands[args.what](args)


def _inputs(args: argparse.Namespace) -> list[Path | None]:
    """Return the files that are read and must stay; an adjustment may be put right in its own."""
    pictures = args.pictures if "pictures" in args else [args.picture]
    return [*pictures, args.board] if "board" in args and args.what != "board" else pictures


def _check(args: argparse.Namespace) -> int:
    picture, board, table, _ = _found(args)
    findings = check_placement(picture.pixels, table, board)
    findings += check_light(picture.pixels, table, board)
    for finding in findings:
        print(json.dumps(finding.to_json()) if args.json else _line(finding))
    if args.out:
        with_brackets = not args.corners
        found = colour_reference(picture.pixels, table, board, brackets=with_brackets)
        with writing(args.out):
            save_colours(args.out, found)
    return EXIT_BAD if worst(findings) is Level.BAD else 0


def _line(finding: Finding) -> str:
    spots = "".join(f" ({x:.0f}, {y:.0f})" for x, y, _ in finding.spots)
    return f"{MARKS[finding.level]}  {finding.sentence}{spots}."


def _corners(args: argparse.Namespace) -> int:
    if not args.corners:
        raise UsageError("no corners were given; tap four a board: --corners X,Y X,Y X,Y X,Y")
    picture, _, _, corners = _found(args)
    if args.out:
        height, width = picture.pixels.shape[:2]
        boards = tuple(tuple((float(x), float(y)) for x, y in corners[n]) for n in sorted(corners))
        with writing(args.out):
            save_corners(args.out, TableCorners(args.game, (width, height), boards))
    listed = [corners[seat].round(1).tolist() for seat in sorted(corners)]
    print(json.dumps({"corners_px": listed}))
    return 0


def _board(args: argparse.Namespace) -> int:
    picture, board, table, _ = _found(args)
    adjustment = suggested(picture.pixels, table, board, args.set)
    adjusted(board, adjustment)
    with writing(args.out):
        save_adjustment(args.out, adjustment)
    print(f"{args.out} is written, for {_side(adjustment)}: {_moves(adjustment)}.")
    return 0


def _side(adjustment: Adjustment) -> str:
    return f"the {adjustment.variant} side of {adjustment.game}"


def _moves(adjustment: Adjustment) -> str:
    words = [
        f"{name} {move.right_mm:+.1f} mm right, {move.down_mm:+.1f} mm down"
        for name, move in adjustment.moves.items()
    ]
    return "; ".join(words) or "everything lies as in the template"


def _tiles(args: argparse.Namespace) -> int:
    """Learn what the tiles look like that lie on the first board to be shown."""
    picture, board, _, corners = _found(args)
    shown, players = usual_places(board), len(corners) or args.players or USUAL_PLAYERS
    looks = looks_shown(picture.pixels, board, players, corners or None)
    with writing(args.out):
        save_looks(args.out, args.game, looks)
    print(f"Learned {len(shown)} tiles: {_laid_out(shown)}. Written to {args.out}.")
    return 0


def _laid_out(cells: Mapping[str, str]) -> str:
    return ", ".join(f"{cell} {colour}" for cell, colour in cells.items())


def _lens(args: argparse.Namespace) -> int:
    pictures = [named_picture(path) for path in args.pictures]
    sizes = {picture.pixels.shape[1::-1] for picture in pictures}
    if len(sizes) > 1:
        raise CalibrationError(
            f"the pictures have {len(sizes)} different sizes; take all with the same camera"
        )
    views = [sheet_in(to_gray(picture.pixels)) for picture in pictures]
    for picture, view in zip(pictures, views, strict=True):
        if view is None:
            print(f"{picture.name}: the sheet is not seen")
    width, height = sizes.pop()
    lens = measure_lens([view for view in views if view is not None], (width, height))
    with writing(args.out):
        save_lens(args.out, lens)
    print(f"{args.out} is written: {_lens_words(lens)}.")
    return 0


def _lens_words(lens: Lens) -> str:
    return (
        f"focal length {lens.focal_px:.0f} pixels, distortion {lens.k1:+.3f}, "
        f"{lens.rms_px:.2f} pixels off in {lens.views} pictures that cover "
        f"{100 * lens.covered:.0f} % of the view"
    )


def _magnify(args: argparse.Namespace) -> int:
    magnifier = magnified(named_picture(args.picture).pixels, *args.at)
    write_picture(magnifier.image, args.out)
    print(
        f"{args.out} is written: pixel (x, y) of it is ({magnifier.left} + x/{magnifier.zoom}, "
        f"{magnifier.top} + y/{magnifier.zoom}) of {args.picture.name}."
    )
    return 0


def _show(args: argparse.Namespace) -> int:
    kind = kind_of(args.file)
    if kind == "lens":
        print(f"A lens: {_lens_words(load_lens(args.file))}.")
    elif kind == "board":
        found = load_adjustment(args.file)
        adjusted(load(found.game, found.variant), found)
        print(f"The set '{found.set_name}', {_side(found)}: {_moves(found)}.")
    elif kind == CORNERS:
        corners = load_corners(args.file)
        print(f"Corners of {len(corners.corners_px)} boards of {corners.game}.")
    elif kind == COLOURS:
        white = load_colours(args.file).white
        print(f"White at {len(white)} boards: {'; '.join(map(str, white.values()))}.")
    elif kind == TILES:
        game, looks = load_set(args.file)
        known = ", ".join(f"{name} {len(faces)}" for name, faces in looks.faces.items())
        print(f"The tiles of a set of {game}, pictures of each: {known or 'none yet'}.")
    else:
        raise CalibrationError(
            f"{args.file.name} is a '{kind:.40}', which this companion cannot show; "
            "name another file"
        )
    return 0


def _found(args: argparse.Namespace) -> tuple[Picture, Board, Table, dict[int, Points]]:
    """Return the picture, the board as it is printed, and where the boards lie."""
    check_seats(args.game, args.players or USUAL_PLAYERS)
    picture, board = named_picture(args.picture), load(args.game, args.variant)
    check_not_black(picture.pixels, picture.name)
    if args.board:
        board = adjusted(board, load_adjustment(args.board))
    if not args.corners:
        return picture, board, _by_brackets(picture, board, args.players or USUAL_PLAYERS), {}
    check_players(args.players, len(args.corners))
    taps = _taps(args.game, args.corners)
    # What is wrong with the light is what a check is to say.
    table, corners = settled(picture.pixels, board, taps, any_print=args.what == "check")
    return picture, board, table, corners


def _by_brackets(picture: Picture, board: Board, players: int) -> Table:
    """Return camera and boards; ``BoardNotFound`` says what can be done without brackets, too."""
    try:
        return by_brackets(picture.pixels, board, players)
    except BoardNotFound as error:
        numbers = ", ".join(str(seat + 1) for seat in error.seats)
        raise BoardNotFound(
            f"{picture.name} shows too little of the brackets of board {numbers}; check --game and "
            "--players, uncover them, or say with --corners where the boards lie",
            seats=error.seats,
        ) from error


def _taps(game: str, boards: Sequence[Sequence[Point]]) -> dict[int, Points]:
    """Return the corners by seat, of no more boards than there are, and each in its own place."""
    most = max(INFOS[game].players)
    if len(boards) > most:
        raise UsageError(
            f"{INFOS[game].title} has at most {most} boards, not {len(boards)}; "
            "give the corners of no more"
        )
    if twice := on_top([(a, b, c, d) for a, b, c, d in boards]):
        first, second = (number + 1 for number in twice)
        raise UsageError(
            f"the corners put boards {first} and {second} on top of each other; "
            "tap those of each board"
        )
    return {seat: np.array(corners, float) for seat, corners in enumerate(boards)}
