"""Boards of photographed sittings, proposed without taps and brackets, held against their truth."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.vision.locate.propose import propose

SITTINGS = Path(__file__).resolve().parents[3] / "shared" / "sittings"


EVERY_DAY = ("none", "azul-grey-2p-daylight-brackets")
"""A grey wall is a lattice of equal spaces: its boards were proposed askew by one of them."""


def sittings():
    """All of them; every run looks at one, all together take long."""
    names = sorted(path.name for path in SITTINGS.glob("*")) or ["none"]
    long = [pytest.mark.long]
    return [pytest.param(name, marks=[] if name in EVERY_DAY else long) for name in names]


@pytest.mark.parametrize("name", sittings())
def test_every_photographed_board_is_proposed_within_four_pixels(name):
    folder = SITTINGS / name
    if not folder.is_dir():
        pytest.skip("photographed sittings are not beside the checkout")
    told = json.loads((folder / "sitting.json").read_text())
    truth = json.loads((folder / "labels.json").read_text())["frames"][0]["boards"]
    image = cv2.imread(str(folder / told["frames"][0]["file"]))
    proposals = propose(image, load(told["game"], told["variant"]), told["players"])
    assert len(proposals) == told["players"]
    for proposal, board in zip(proposals, truth, strict=True):
        assert off_px(proposal, board) < 4.0
        assert proposal.confidence > 0.3


def off_px(proposal, board):
    """How far the corner lies that is farthest off."""
    away = proposal.corners_px + 0.5 - board["corners_px"]
    return float(np.linalg.norm(away, axis=1).max())
