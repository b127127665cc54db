"""``companion evaluate DIR...``: how much of labelled sittings is read right."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion import sitting_folder
from companion.arrays import Image
from companion.cli.picture_files import picture_in
from companion.evaluation import Measurement, measure, read_truth, sum_of
from companion.evaluation.tables import counts, honesty, stages
from companion.sitting_folder import FrameEntry

HELP = "measure how much of labelled sittings is read right."
EXIT_WRONG = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="DIR", help="a sitting with its labels.json"
    )
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")
    parser.add_argument(
        "--sightings", action="store_true", help="mark cells before any rule is applied"
    )
    parser.add_argument(
        "--skip-faults", action="store_true", help="leave out pictures with an illegal placement"
    )
    parser.add_argument("--misses", action="store_true", help="name everything that was wrong")


def run(args: argparse.Namespace) -> int:
    """Measure every folder; return 0 when everything was right, 1 when something was wrong."""
    for folder in args.folders:  # a name that was mistyped must not cost what was measured before
        sitting_folder.read(folder)
        read_truth(folder)
    sittings = [_measured(folder, args) for folder in args.folders]
    total = sum_of(sittings)
    if args.json:
        print(json.dumps(_as_json(sittings, total)))
    else:
        _print(sittings, total, misses=args.misses)
    return 0 if total.faultless else EXIT_WRONG


def _measured(folder: Path, args: argparse.Namespace) -> Measurement:
    def load(entry: FrameEntry) -> Image:
        return picture_in(folder / entry.file).pixels

    return measure(folder, load, sightings=args.sightings, skip_faults=args.skip_faults)


def _as_json(sittings: list[Measurement], total: Measurement) -> dict[str, object]:
    summed = {name: value for name, value in total.to_json().items() if name != "misses"}
    return {"sittings": [each.to_json() for each in sittings], "total": summed}


def _print(sittings: list[Measurement], total: Measurement, *, misses: bool) -> None:
    for part in (counts(sittings, total), stages(total), honesty(total)):
        print("\n".join(part), end="\n\n")
    for each in sittings:
        if each.error:
            print(f"{each.name} ended early: {each.error}")
    if misses:
        print("\n".join(total.misses or ("Nothing was wrong.",)))
