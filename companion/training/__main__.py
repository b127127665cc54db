"""``python -m companion.training``: draw, train, measure and ship the model of the eyes.

``all`` with its defaults makes the weights that are shipped (docs/model.md says how they read)::

    python -m companion.training all work eyes.npz

Seeds of what teaches, of what is measured while working and of what is measured last are far
apart, so that no printing and no light is ever in two of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

MODEL = "model.pt"

TAUGHT, SITTINGS = 0, 12_000
VALIDATED, TESTED, MEASURED = 20_000_000, 30_000_000, 400
"""First seeds of sittings that are validated and tested on, and how many each are."""


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="companion.training", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    cores = len(os.sched_getaffinity(0))
    for name, run, words in COMMANDS:
        command = commands.add_parser(name, help=words)
        command.set_defaults(run=run)
        command.add_argument("work", type=Path, help="a folder for drawn sittings and models")
        if name in ("draw", "all"):
            command.add_argument("--cores", type=int, default=cores, help="processes (all cores)")
            command.add_argument(
                "--sittings", type=int, default=SITTINGS, help=f"so many to teach on ({SITTINGS})"
            )
        if name in ("train", "all"):
            command.add_argument("--seed", type=int, default=1, help="of the teaching (1)")
        if name in ("export", "all"):
            command.add_argument("out", type=Path, help="the weights' file")
    args = parser.parse_args()
    if args.run is not run_draw and find_spec("torch") is None:
        parser.error("torch is not installed: pip install -e '.[training]'")
    args.run(args)


def run_draw(args: argparse.Namespace) -> None:
    """Draw the sittings."""
    from companion.training.shards import draw

    for name, first, count in (
        ("taught", TAUGHT, args.sittings),
        ("validated", VALIDATED, MEASURED),
        ("tested", TESTED, MEASURED),
    ):
        began, cells = time.monotonic(), 0
        for shard, drawn in draw(args.work / name, first, count, args.cores):
            cells += drawn
            pace = cells / (time.monotonic() - began)
            print(f"{name} {shard}: {cells} cells, {pace:.0f} a second", flush=True)


def run_train(args: argparse.Namespace) -> None:
    """Teach the model and keep it."""
    import torch

    from companion.training.model import Model
    from companion.training.shards import REST
    from companion.training.train import GOES, train

    began = time.monotonic()

    def watch(step: int, loss: float, model: Model) -> None:
        if step % 200 == 0:
            minutes = (time.monotonic() - began) / 60
            print(f"step {step}, {minutes:.1f} min: loss {loss:.4f}", flush=True)

    if not any((args.work / "taught").glob(f"*{REST}")):
        sys.exit(f"{args.work / 'taught'} holds no drawn sittings; 'draw' makes them")
    taught = train(args.work / "taught", GOES, args.seed, watch)
    torch.save(taught.state_dict(), args.work / MODEL)


def run_measure(args: argparse.Namespace) -> None:
    """Measure the model on printings it was not taught on."""
    from companion.training.measure import measure
    from companion.training.shards import shards_in

    for name in ("validated", "tested"):
        for score in measure(_kept(args), shards_in(args.work / name)):
            print(name, score, flush=True)


def run_export(args: argparse.Namespace) -> None:
    """Calibrate the model and write the file that is shipped."""
    from companion.training.calibrate import temperature
    from companion.training.export import export
    from companion.training.shards import shards_in

    model = _kept(args)
    heat = temperature(model, shards_in(args.work / "validated"))
    size = export(model, heat, args.out)
    print(f"{args.out}: {size} bytes, temperature {heat:.3f}")


def run_all(args: argparse.Namespace) -> None:
    """Do all of it."""
    for run in (run_draw, run_train, run_export, run_measure):
        run(args)


def _kept(args: argparse.Namespace):  # type: ignore[no-untyped-def]
    import torch

    from companion.training.model import Model

    if not (args.work / MODEL).exists():
        sys.exit(f"{args.work / MODEL} is not there; 'train' makes it when it has come to its end")
    model = Model()
    model.load_state_dict(torch.load(args.work / MODEL))
    return model


COMMANDS: tuple[tuple[str, Callable[[argparse.Namespace], None], str], ...] = (
    ("draw", run_draw, "draw sittings to teach, validate and test on"),
    ("train", run_train, "teach the model"),
    ("measure", run_measure, "measure it on printings it was not taught on"),
    ("export", run_export, "write the weights that are shipped"),
    ("all", run_all, "all of it, from nothing"),
)

if __name__ == "__main__":
    main()
