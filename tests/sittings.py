"""Photographed sittings for the tests: a few in the repository, more beside the checkout."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "data"
DEMO = ROOT / "companion" / "demo" / "azul-2p-lamp-brackets"
SHARED = ROOT.parent / "shared" / "sittings"

WALL_GAMES = ("azul", "azul-mini", "master-chocolatier")


def labelled_demo(to: Path) -> Path:
    """Put the demonstration's sitting and what it really shows into one folder."""
    shutil.copytree(DEMO, to)
    shutil.copy(DATA / "demo" / "labels.json", to)
    return to


def beside() -> list[Path]:
    """Return the labelled sittings of the wall games beside the checkout that begin at set-up."""
    return [path.parent for path in sorted(SHARED.glob("*/labels.json")) if _begins(path.parent)]


def _begins(folder: Path) -> bool:
    told = json.loads((folder / "sitting.json").read_text())
    return told["game"] in WALL_GAMES and told["frames"][0]["checkpoint"] == "setup"
