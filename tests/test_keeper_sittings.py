"""Whole photographed sittings, from first to last picture: every cell, point and total is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sittings import DATA, DEMO, SHARED, labelled_demo

from companion import sitting_folder
from companion.errors import WeightsError
from companion.evaluation import measure
from companion.neural_network import weights as shipped
from companion.service.reports.report import Status
from companion.service.sitting.folder_replay import replay
from companion.service.sitting.keeper import Keeper
from companion.sitting import fold
from hardware.simulated_devices import load_picture

BESIDE = sorted(path.parent for path in SHARED.glob("*/labels.json"))
MUCH_ALIKE = (
    *("azul-2p-lamp-turns", "azul-2p-ornate-lamp-brackets", "azul-3p-ornate-daylight-nudged"),
    *("azul-3p-pendant-brackets", "azul-duel-2p-mixed", "summer-pavilion-2p-ornate-daylight"),
    *("azul-mini-2p-daylight", "master-chocolatier-2p-ornate-dim"),
)
"""Sittings of which others show the game, the print and the light, or other tests the turns."""


def marks(name: str) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.long,) if name in MUCH_ALIKE else ()


OTHERS = [
    pytest.param(path, marks=marks(path.name), id=path.name)
    for path in BESIDE
    if path.name != DEMO.name
]


def measured(folder: Path, **how: bool):
    return measure(folder, lambda entry: load_picture(folder / entry.file).pixels, **how)


def assert_right(folder: Path):
    whole = measured(folder)
    assert whole.error == ""
    assert whole.misses == ()
    assert whole.asked == whole.right
    assert whole.corner_px is None or whole.corner_px < 4.0
    return whole


def test_the_demonstration_is_read_right_to_its_end(tmp_path):
    whole = assert_right(labelled_demo(tmp_path / "demo"))
    assert whole.asked["finals"] == 1
    assert whole.asked["cells"] == 10 * 2 * 47


@pytest.mark.skipif(not BESIDE, reason="no photographed sittings beside the checkout")
@pytest.mark.parametrize("folder", OTHERS)
def test_a_photographed_sitting_is_read_right(folder):
    assert_right(folder)


@pytest.mark.skipif(not BESIDE, reason="no photographed sittings beside the checkout")
@pytest.mark.parametrize("folder", BESIDE, ids=lambda path: path.name)
@pytest.mark.long
def test_single_pictures_are_read_nearly_right_before_any_rule(folder):
    told = json.loads((folder / "sitting.json").read_text())
    alone = measured(folder, sightings=True)
    wrong = 1 - alone.right["cells"] / alone.asked["cells"]
    with_reference = told["frames"][0]["checkpoint"] == "setup"
    assert wrong <= (0.01 if with_reference else 0.05), alone.misses


def test_only_what_was_read_is_taken_over_and_events_make_the_sitting():
    folder = sitting_folder.read(DATA / "fault")
    keeper = Keeper.for_sitting(folder)
    taken = []
    for entry, report in replay(folder, keeper, lambda e: load_picture(folder.picture(e)).pixels):
        before, taken = taken, [played.entry.moment for played in keeper.sitting.history]
        assert (taken != before) == (report.status is Status.READ), entry.file
    assert fold(keeper.events) == keeper.sitting


def test_the_board_in_doubt_is_waited_for_while_a_hand_is_over_it():
    folder = sitting_folder.read(DATA / "hand")
    keeper = Keeper.for_sitting(folder)
    reports = {
        entry.file: report
        for entry, report in replay(
            folder, keeper, lambda e: load_picture(folder.picture(e)).pixels
        )
    }
    waiting = reports["002.jpg"]
    assert waiting.status in (Status.WAITING, Status.READ)
    if waiting.status is Status.WAITING:
        assert all(board.reading is None for board in waiting.boards)
        assert waiting.scores == tuple(0 for _ in range(4))


def test_a_sitting_has_the_weights_before_its_first_picture():
    shipped.weights.cache_clear()
    Keeper.for_sitting(sitting_folder.read(DATA / "fault"))
    assert shipped.weights.cache_info().currsize == 1


def test_with_damaged_weights_a_sitting_opens_and_says_so_of_its_first_picture(monkeypatch):
    monkeypatch.setattr(shipped, "FILE", "none.npz")
    shipped.weights.cache_clear()
    folder = sitting_folder.read(DATA / "fault")
    keeper = Keeper.for_sitting(folder)
    pictures = replay(folder, keeper, lambda e: load_picture(folder.picture(e)).pixels)
    with pytest.raises(WeightsError, match="install the companion again"):
        next(pictures)
