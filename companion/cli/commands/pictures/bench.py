"""``companion bench``: speed, counted against decoding the same JPEG on the same core."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from pathlib import Path

from companion import games, sitting_folder
from companion.cli.shared.argument_types import seconds
from companion.evaluation import speed
from companion.evaluation.tables import aligned

HELP = "measure speed against decoding the same pictures."

SITTING = "azul-2p-lamp-brackets"
"""The sitting that comes with the companion: two boards, 1640 x 1232 pixels."""

LINES = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the figures as one JSON object")
    form.add_argument(
        "--profile", action="store_true", help="show where reading spends its time, by function"
    )
    parser.add_argument("--sitting", type=Path, metavar="DIR", help="measure with this sitting")
    parser.add_argument(
        "--repetitions",
        type=_count,
        default=7,
        metavar="N",
        help="times, of which the quickest counts (7)",
    )
    parser.add_argument(
        "--games-s",
        type=seconds,
        default=1.0,
        metavar="S",
        help="seconds of random games per game, 0 for none (1)",
    )


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from companion.cli.shared.bench_tables import simulated

    with as_file(files("companion") / "demo" / SITTING) as own:
        folder = sitting_folder.read(args.sitting or own)
        if args.profile:
            print("\n".join(aligned([*_profile(folder, args.repetitions)])))
            return 0
        stages = speed.stages(folder, args.repetitions, () if args.sitting else simulated())
    names = games.NAMES if args.games_s > 0 else ()
    rates = {name: speed.games_per_second(name, args.games_s) for name in names}
    if args.json:
        print(json.dumps(_as_json(stages, rates)))
    else:
        print("\n".join(aligned([*_speed_rows(stages)])), end="\n\n")
        print("\n".join(aligned([*_rate_rows(rates)])) if rates else "")
    return 0


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(
            f"'{text:.20}' is no number of repetitions; 1 is the least"
        )
    return number


def _as_json(stages: Sequence[speed.Stage], rates: dict[str, float]) -> dict[str, object]:
    return {
        "stages": {
            stage.name: {
                "ms": round(stage.median, 3),
                "of_decoding": round(stage.of_decoding, 3),
                "target": speed.TARGETS.get(stage.name),
            }
            for stage in stages
        },
        "games_per_second": {name: round(rate, 2) for name, rate in rates.items()},
    }


def _speed_rows(stages: Sequence[speed.Stage]) -> Iterator[list[str]]:
    yield ["one core, two boards a picture", "ms", "x decoding", "at most", ""]
    for stage in stages:
        ratio, target = stage.of_decoding, speed.TARGETS.get(stage.name)
        verdict = "" if target is None else "kept" if ratio <= target else "MISSED"
        limit = "" if target is None else f"{target:g}"
        yield [stage.name, f"{stage.median:.2f}", f"{ratio:.2f}", limit, verdict]


def _rate_rows(rates: dict[str, float]) -> Iterator[list[str]]:
    yield ["rules, random games of two", "games/s"]
    for name, rate in rates.items():
        yield [name, f"{rate:.1f}"]


def _profile(folder: sitting_folder.SittingFolder, repetitions: int) -> Iterator[list[str]]:
    yield ["function", "calls", "own ms", "whole ms"]
    spent = sorted(speed.profile(folder, repetitions), key=lambda line: -line[2])
    for where, calls, own, whole in spent[:LINES]:
        yield [where, str(calls), f"{own:.2f}", f"{whole:.2f}"]
