"""Takes that break the rules, in pictures: tiles put back into photographs, and simulated ones."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from sittings import SHARED

from companion.games.base import Checkpoint, Setup
from companion.games.saying import MISSED_PRESS
from companion.service.sitting.keeper import Keeper
from companion.sitting_folder import read
from companion.vision import eyes
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

TURNS = SHARED / "azul-2p-lamp-turns"
TILE_MM = 15.0
"""Half of a square around a tile that shows nothing of its neighbours' tops."""


class Photographs:
    """The pictures of a photographed round, and where its tiles lie in them."""

    def __init__(self):
        if not TURNS.is_dir():
            pytest.skip(f"the photographed sitting {TURNS.name} is not beside the checkout")
        self.folder = read(TURNS)
        self.moments = [frame.moment for frame in self.folder.frames]
        self.pictures = [cv2.imread(str(TURNS / frame.file)) for frame in self.folder.frames[:12]]
        keeper = Keeper.for_sitting(self.folder)
        self.loose, self.reports = [], []
        for picture, moment in zip(self.pictures, self.moments, strict=False):
            self.reports.append(keeper.look(picture, moment).to_json())
            self.loose.append(eyes.offer(picture, keeper.scene).tiles)
        self.scene = keeper.scene

    def tile(self, frame, where, colour):
        """Where a tile of a place lies."""
        return next(
            (tile.x_mm, tile.y_mm)
            for tile in self.loose[frame]
            if (tile.where, tile.colour) == (where, colour)
        )

    def cell(self, seat, cell):
        outline = np.array(self.scene.board.cell(cell).polygon_mm)
        return self.scene.known[seat].pose.place(outline.mean(axis=0)[None])[0]

    def with_places(self, picture, places, source):
        """Return a picture with some places as another one of the round shows them."""
        mixed, camera = self.pictures[picture].copy(), self.scene.camera
        square = TILE_MM * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]])
        mask = np.zeros(mixed.shape[:2], np.uint8)
        for place in places:
            for height in (0.0, 5.0):
                outline = camera.project(square + place, height).round().astype(np.int32)
                cv2.fillConvexPoly(mask, outline, 1)
        mixed[mask > 0] = self.pictures[source][mask > 0]
        return mixed


@pytest.fixture(scope="module")
def photographs():
    return Photographs()


def judged(photographs, frame, picture):
    """The report on a picture in the place of a photograph, after all photographs before it."""
    keeper = Keeper.for_sitting(photographs.folder)
    for number in range(frame):
        keeper.look(photographs.pictures[number], photographs.moments[number])
    return keeper, keeper.look(picture, photographs.moments[frame]).to_json()


def rules(report):
    """What is violated on which seat's board, and the seats with notices."""
    broken = [(b["seat"], v["rule"], v["cells"]) for b in report["boards"] for v in b["violations"]]
    return broken, [b["seat"] for b in report["boards"] if b["notices"]]


def test_every_photographed_turn_is_legal_and_its_offer_counted(photographs):
    to_come = []
    for report in photographs.reports:
        assert (report["status"], *rules(report)) == ("read", [], [])
        to_come.append(report["offer"] and report["offer"]["to_come"])
    assert to_come == [None, 18, 16, 15, 12, 10, 9, 7, 4, 2, 1, 0]
    assert report["offer"] == {"displays": [[]] * 5, "centre": [], "to_come": 0}


def test_a_tile_painted_back_onto_its_display_is_found_until_it_is_gone(photographs):
    black = photographs.tile(1, "display/1", "black")
    keeper, report = judged(photographs, 2, photographs.with_places(2, [black], source=1))
    assert report["status"] == "violation"
    assert rules(report)[0] == [(0, "AZ-R9", ["line/1/0", "line/1/1"])]
    assert (
        keeper.look(photographs.pictures[2], photographs.moments[2]).to_json()["status"] == "read"
    )


def test_a_sister_that_was_never_taken_is_found(photographs):
    places = [photographs.tile(1, "display/1", "black"), photographs.cell(0, "line/1/1")]
    _, report = judged(photographs, 2, photographs.with_places(2, places, source=1))
    assert rules(report)[0] == [(0, "AZ-R9", ["line/1/0"])]
    assert report["boards"][0]["violations"][0]["message"] == (
        "All black tiles of a display are taken together; left behind on it: 1."
    )
    assert report["offer"]["to_come"] == 17


def test_a_rest_that_was_never_moved_is_found(photographs):
    places = [photographs.tile(2, "display/3", "white"), photographs.cell(1, "line/0/0")]
    _, report = judged(photographs, 3, photographs.with_places(2, places, source=3))
    assert rules(report)[0] == [(1, "AZ-R9", ["line/0/0"])]


def test_a_tile_left_in_the_centre_is_found(photographs):
    reds = [tile for tile in photographs.loose[3] if (tile.where, tile.colour) == ("centre", "red")]
    far = max(reds, key=lambda tile: tile.x_mm)
    places = [(far.x_mm, far.y_mm), photographs.cell(0, "line/2/2")]
    _, report = judged(photographs, 4, photographs.with_places(4, places, source=3))
    assert rules(report)[0] == [(0, "AZ-R10", ["line/2/0", "line/2/1"])]


def test_a_hidden_tile_is_no_violation_and_no_count(photographs):
    blue = photographs.tile(2, "display/2", "blue")
    _, report = judged(photographs, 2, photographs.with_places(2, [blue], source=8))
    assert (report["status"], *rules(report)) == ("read", [], [])
    assert report["offer"] is None


def test_pictures_that_were_missed_are_made_up_for(photographs):
    keeper = Keeper.for_sitting(photographs.folder)
    missed = []
    for number in (0, 1, 3, 6, 7, 11):
        report = keeper.look(photographs.pictures[number], photographs.moments[number]).to_json()
        assert (report["status"], rules(report)[0]) == ("read", [])
        said = [notice["message"] for board in report["boards"] for notice in board["notices"]]
        missed += [number] if said == [MISSED_PRESS] else []
    assert missed == [3, 6, 11]
    assert report["offer"]["to_come"] == 0


def test_a_turn_looked_at_twice_follows_the_turn_before(photographs):
    keeper, first = judged(photographs, 2, photographs.pictures[2])
    again = keeper.look(photographs.pictures[2], photographs.moments[2]).to_json()
    assert (again["status"], *rules(again)) == ("read", [], [])
    assert again["offer"] == first["offer"]


# The simulated table.


@pytest.fixture(scope="module")
def simulated():
    """The first pictures of a simulated evening: set-up and turns of the first round."""
    sitting = simulated_sitting(Setup("azul", first_player=0), 4, turns=True)
    first_round = [s for s in sitting.steps if s.moment.checkpoint is not Checkpoint.TILED]
    return sitting, first_round[:9]


def replayed(simulated, upto):
    sitting, steps = simulated
    keeper = Keeper(sitting.setup, sitting.taps)
    for step in steps[:upto]:
        report = keeper.look(picture_of(step.scene, "x.jpg").pixels, step.moment).to_json()
        assert (report["status"], *rules(report)) == ("read", [], [])
    return keeper


def fresh(before, after, seat):
    """The tiles that came to a board, in order of their cells."""
    return {cell: tile for cell, tile in after[seat].items() if cell not in before[seat]}


def test_a_simulated_turn_that_empties_no_display_is_found(simulated):
    _, steps = simulated
    keeper = replayed(simulated, 2)
    before, step = steps[1], steps[2]
    came = {t for t in fresh(before.boards, step.boards, step.moment.seat).values() if t != "first"}
    (colour,) = came
    gone = sum(t.content == colour for t in before.scene.loose)
    gone -= sum(t.content == colour for t in step.scene.loose)
    display = next(
        d
        for d in before.scene.displays
        if sum(t.content == colour for t in on(before.scene, d)) == gone and not on(step.scene, d)
    )
    taken = [t for t in on(before.scene, display) if t.content == colour]
    stays = tuple(t for t in before.scene.loose if t not in taken)
    faulty = replace(step.scene, loose=stays)
    report = keeper.look(picture_of(faulty, "x.jpg").pixels, step.moment).to_json()
    assert report["status"] == "violation"
    assert [rule for _, rule, _ in rules(report)[0]] == ["AZ-R9"]


def test_the_rest_of_the_very_first_take_that_stays_on_its_display_is_found(simulated):
    """No picture shows that display full, but what came and what lies there fills it."""
    _, steps = simulated
    keeper, step = replayed(simulated, 1), steps[1]
    display = next(d for d in step.scene.displays if not on(step.scene, d))
    rest = [
        t for t in step.scene.loose if not any(t in on(step.scene, d) for d in step.scene.displays)
    ]
    rest = [t for t in rest if t.content != "first"]
    moved = {
        t: replace(t, place_mm=(display[0] + 24 * n - 24, display[1])) for n, t in enumerate(rest)
    }
    loose = tuple(moved.get(t, t) for t in step.scene.loose)
    assert len(moved) == 4 - len(fresh(steps[0].boards, step.boards, step.moment.seat))
    faulty = replace(step.scene, loose=loose)
    report = keeper.look(picture_of(faulty, "x.jpg").pixels, step.moment).to_json()
    assert report["status"] == "violation"
    assert [rule for _, rule, _ in rules(report)[0]] == ["AZ-R9"]
    legal = keeper.look(picture_of(step.scene, "x.jpg").pixels, step.moment).to_json()
    assert (legal["status"], *rules(legal)) == ("read", [], [])


def on(scene, display):
    """The loose tiles on a display of a scene."""
    return [t for t in scene.loose if np.hypot(*np.subtract(t.place_mm, display)) < 38.0]


def test_simulated_turns_are_legal(simulated):
    keeper = replayed(simulated, 9)
    assert len(keeper.sitting.history) == 9
