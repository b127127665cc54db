"""``companion replay DIR``: score a photographed sitting."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion import sitting_folder
from companion.arrays import Image
from companion.boards import load as load_board
from companion.cli.picture_files import picture_in
from companion.cli.shared.answer_file import Answers, check_answers, read_answers
from companion.cli.shared.kept_calibration import (
    add_calibration_arguments,
    calibrated_from,
    keep_tiles,
)
from companion.cli.shared.output_files import check_outputs
from companion.cli.shared.terminal_sheet import frame_lines, result_lines, sighting_lines
from companion.service.reports.debug_picture import draw
from companion.service.reports.report import Report, result_json
from companion.service.sitting.folder_replay import keeper_of, replay
from companion.sitting_folder import SITTING_JSON, FrameEntry, SittingFolder

HELP = "score a photographed sitting, picture by picture."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", type=Path, help="a folder with pictures and sitting.json")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a picture, one at the end"
    )
    parser.add_argument(
        "--sightings",
        action="store_true",
        help="what each picture shows before any rule is applied",
    )
    parser.add_argument(
        "--answers", type=Path, metavar="FILE", help="answers to questions, as JSON by picture"
    )
    parser.add_argument(
        "--debug-images",
        type=Path,
        metavar="OUT",
        help="write each picture with what was read in it",
    )
    add_calibration_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Replay the sitting and print what was read."""
    folder = sitting_folder.read(args.folder)
    answers = _answers(args.answers, folder)
    check_outputs(_outputs(args, folder), _inputs(args, folder))
    known = calibrated_from(args, folder.setup)
    keeper = keeper_of(folder, rules=not args.sightings, calibrated=known)
    images: dict[str, Image] = {}

    def load(entry: FrameEntry) -> Image:
        images.clear()
        images[entry.file] = picture_in(folder.picture(entry)).pixels
        return images[entry.file]

    for number, (entry, report) in enumerate(replay(folder, keeper, load), 1):
        report = answers.settle(entry.file, report, keeper)
        if args.debug_images and keeper.scene is not None:
            path = args.debug_images / entry.file
            draw(images[entry.file], report.boards, keeper.scene, path)
        _show(args, folder, entry, report, number)
    if keeper.scene is not None:
        keep_tiles(args, folder.setup, keeper.scene.looks)
    if args.json:
        print(json.dumps(result_json(keeper.result())))
    elif not args.sightings:
        print("\n".join(result_lines(keeper.result())))
    return 0


def _answers(path: Path | None, folder: SittingFolder) -> Answers:
    """Return the answers in a file, all of them for pictures of the sitting."""
    if path is None:
        return Answers({})
    answers = read_answers(path)
    board = load_board(folder.setup.game, folder.setup.variant)
    check_answers(path, answers, [frame.file for frame in folder.frames], board)
    return answers


def _inputs(args: argparse.Namespace, folder: SittingFolder) -> Iterator[Path | None]:
    """Yield the files that are read and must stay; looks of tiles are kept up to date."""
    yield from (args.answers, args.lens, args.board, folder.path / SITTING_JSON)
    yield from map(folder.picture, folder.frames)


def _outputs(args: argparse.Namespace, folder: SittingFolder) -> Iterator[Path]:
    """Yield the files that are to be written."""
    if args.tiles is not None:
        yield args.tiles
    if args.debug_images is not None:
        yield from (args.debug_images / entry.file for entry in folder.frames)


def _show(
    args: argparse.Namespace, folder: SittingFolder, entry: FrameEntry, report: Report, number: int
) -> None:
    if args.json:
        print(json.dumps(replace(report, file=entry.file).to_json()), flush=True)
        return
    lines = list(frame_lines(report, entry.file, number, len(folder.frames)))
    if args.sightings:
        lines += sighting_lines(report, load_board(folder.setup.game, folder.setup.variant))
    print("\n".join(lines), flush=True)
