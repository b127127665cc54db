"""Following a board from picture to picture."""

from __future__ import annotations

from itertools import cycle
from types import SimpleNamespace

import numpy as np
import pytest

from companion.boards import load
from companion.geometry.camera import Pose
from companion.vision.locate import follow as following
from companion.vision.locate.follow import Landmarks, follow

AZUL = load("azul")
MIDDLES = np.stack(np.meshgrid(np.arange(20.0, 220, 40), np.arange(20.0, 220, 40)), -1).reshape(
    -1, 2
)
ALL = len(MIDDLES)
HOME = Pose(0.0, 0.0, 0.0)


def followed(monkeypatch, off, shown=ALL, seen=ALL):
    """Follow a board whose first blocks, so many, are ``seen`` as far ``off`` as a pose tells."""

    def displacements(image, camera, pose, landmarks, reach):
        match = (np.arange(ALL) < seen).astype(float)
        return np.tile(off(pose), (ALL, 1)), match

    monkeypatch.setattr(following, "_displacements", displacements)
    known = SimpleNamespace(landmarks=Landmarks(MIDDLES, ()), shown=shown)
    return follow(np.zeros((4, 4, 3), np.uint8), None, HOME, AZUL, known)


@pytest.mark.parametrize("overrated", [0.8, 1.0, 1.7, 2.0])
def test_a_board_is_found_however_far_its_blocks_overrate_its_motion(monkeypatch, overrated):
    """Twice as far, and a board would be looked for on either side of its place for ever."""
    there = Pose(1.2, -0.9, 0.0)

    def off(pose):
        return overrated * np.array([there.x_mm - pose.x_mm, there.y_mm - pose.y_mm])

    found = followed(monkeypatch, off)
    assert found is not None
    assert found.share == 1.0
    assert np.hypot(found.pose.x_mm - there.x_mm, found.pose.y_mm - there.y_mm) < 0.4


@pytest.mark.parametrize(("shown", "there"), [(25, False), (14, True), (8, True)])
def test_a_board_is_there_where_enough_is_seen_of_what_tiles_had_not_covered(
    monkeypatch, shown, there
):
    found = followed(monkeypatch, lambda pose: np.zeros(2), shown, seen=8)
    assert (found is not None) is there
    if found:
        assert found.share == 8 / shown


def test_five_blocks_are_too_few_however_few_were_shown(monkeypatch):
    assert followed(monkeypatch, lambda pose: np.zeros(2), shown=5, seen=5) is None


@pytest.mark.parametrize(("by_mm", "there"), [(0.8, True), (2.0, False)])
def test_a_board_that_its_blocks_pull_to_and_fro_is_there_if_by_little(monkeypatch, by_mm, there):
    sides = cycle([by_mm, -by_mm])
    found = followed(monkeypatch, lambda pose: np.array([next(sides), 0.0]))
    assert (found is not None) is there
