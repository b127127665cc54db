"""``companion replay DIR``: score a photographed sitting."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion import sitting_folder
from companion.arrays import Image
from companion.boards import load as load_board
from companion.cli.complaints import in_one_line
from companion.cli.picture_files import picture_in
from companion.cli.shared.answer_file import Answers, check_answers, read_answers
from companion.cli.shared.kept_calibration import (
    add_calibration_arguments,
    calibrated_from,
    keep_tiles,
)
from companion.cli.shared.output_files import check_outputs
from companion.cli.shared.terminal_sheet import (
    damaged_line,
    frame_lines,
    result_lines,
    sighting_lines,
)
from companion.errors import PictureError, UsageError
from companion.service.reports.debug_picture import draw
from companion.service.reports.report import Report, result_json
from companion.service.sitting.folder_replay import keeper_of, replay
from companion.sitting_folder import SITTING_JSON, FrameEntry, SittingFolder

HELP = "score a photographed sitting, picture by picture."

EXIT_DAMAGED = 2
"""The sitting was read without pictures that are damaged."""


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
    pictures = _Pictures(folder)
    for number, (entry, report) in enumerate(replay(folder, keeper, pictures.load), 1):
        report = replace(answers.settle(entry.file, report, keeper), file=entry.file)
        if pictures.last is None:
            _show_damaged(args, pictures, report, number)
            continue
        if args.debug_images and keeper.scene is not None:
            draw(pictures.last, report.boards, keeper.scene, args.debug_images / entry.file)
        _show(args, folder, report, number)
    if keeper.scene is not None:
        keep_tiles(args, folder.setup, keeper.scene.looks)
    if args.json:
        print(json.dumps(result_json(keeper.result())))
    elif not args.sightings:
        print("\n".join(result_lines(keeper.result())))
    return EXIT_DAMAGED if pictures.damaged else 0


@dataclass
class _Pictures:
    """The pictures of a folder, one after the other; ``damaged`` says what is wrong with which.

    ``last`` is the one at hand, (H, W, 3) BGR; None where it cannot be read.
    """

    folder: SittingFolder
    last: Image | None = None
    damaged: dict[str, str] = field(default_factory=dict)

    def load(self, entry: FrameEntry) -> Image | None:
        """Return a picture, None where it is damaged; without the first there is no evening."""
        self.last = None
        try:
            self.last = picture_in(self.folder.picture(entry)).pixels
        except (PictureError, UsageError) as error:
            if entry is self.folder.frames[0]:
                raise
            self.damaged[entry.file] = str(error)
        return self.last


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


def _show_damaged(
    args: argparse.Namespace, pictures: _Pictures, report: Report, number: int
) -> None:
    """Say that a picture cannot be read, and why; the replay goes on with the next."""
    why = pictures.damaged[report.file]
    print(f"companion: {in_one_line(why)}", file=sys.stderr, flush=True)
    if args.json:
        print(json.dumps({**report.to_json(), "error": why}), flush=True)
    else:
        print(damaged_line(report, number, len(pictures.folder.frames)), flush=True)


def _show(args: argparse.Namespace, folder: SittingFolder, report: Report, number: int) -> None:
    if args.json:
        print(json.dumps(report.to_json()), flush=True)
        return
    lines = list(frame_lines(report, number, len(folder.frames), folder.setup.game))
    if args.sightings:
        lines += sighting_lines(report, load_board(folder.setup.game, folder.setup.variant))
    print("\n".join(lines), flush=True)
