"""Photographed sittings for the tests: a few in the repository, more beside the checkout."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "data"
DEMO = ROOT / "companion" / "demo" / "azul-2p-lamp-brackets"
SHARED = ROOT.parent / "shared" / "sittings"


def labelled_demo(to: Path) -> Path:
    """Put the demonstration's sitting and what it really shows into one folder."""
    shutil.copytree(DEMO, to)
    shutil.copy(DATA / "demo" / "labels.json", to)
    return to
