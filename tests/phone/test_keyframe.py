"""Boards found again, in a picture from another place, by how an earlier one showed them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hand import Hand

from companion.geometry.quadrilaterals import holds
from companion.service.reports.report import Status
from companion.service.sitting.handheld import finder
from companion.service.sitting.handheld.handheld_keeper import HandheldKeeper
from companion.service.sitting.handheld.keyframe import Keyframe
from companion.service.sitting.handheld.keypoints import ENOUGH, Homography, Keypoints
from companion.vision import eyes
from companion.vision.locate import propose as proposing
from companion.vision.locate.propose import Proposal

NOBODY = np.full((1232, 1640, 3), 128, np.uint8)


class Photos:
    """Pictures of the beginning of a simulated game, each from another place."""

    def __init__(self, name, seed, players=2, count=4):
        hand = Hand(name, seed, players=players)
        self.board = hand.steps[0].scene.board
        self.pictures, self.corners = [], []
        for step in hand.steps[:count]:
            self.pictures.append(hand.photograph(step).pixels)
            self.corners.append(hand.corners)

    @cache  # noqa: B019  these few stay as long as the tests
    def keyframe(self, number):
        taps = dict(enumerate(self.corners[number]))
        return Keyframe.of(
            self.pictures[number], eyes.begin(self.pictures[number], self.board, len(taps), taps)
        )

    def found(self, before, now, players=2):
        return self.keyframe(before).found_again(self.pictures[now], self.board, players)

    def off_mm(self, corners, number):
        """How far the worst corner is from where that of a board truly is."""
        true = next(each for each in self.corners[number] if holds(each, corners))
        per_mm = np.linalg.norm(true[0] - true[2]) / np.hypot(*self.board.size_mm)
        return np.linalg.norm(corners - true, axis=1).max() / per_mm


OTHERS = (
    pytest.param(game, marks=pytest.mark.long)
    for game in ("azul-mini", "summer-pavilion", "azul-duel")
)


@pytest.fixture(scope="module", params=["azul", *OTHERS])
def photos(request):
    return Photos(request.param, 11)


def test_what_is_found_again_lies_where_it_is(photos):
    """Tiles came and went between, and the hand went round the table."""
    found = [(now, each) for now in (1, 2, 3) for each in photos.found(now - 1, now)]
    assert len(found) >= 4
    for now, corners in found:
        assert photos.off_mm(corners, now) < 3.0


def test_each_board_is_found_once_and_no_more_than_there_are_players():
    photos = Photos("azul", 11, players=4, count=2)
    found = photos.found(0, 1, players=4)
    assert len(found) > 1
    assert not any(holds(one, other) for one in found for other in found if one is not other)
    assert len(photos.found(0, 1, players=1)) == 1


def test_nothing_is_found_where_there_is_nothing():
    photos = Photos("azul", 11, count=1)
    noise = np.random.default_rng(1).integers(0, 256, NOBODY.shape, np.uint8)
    for picture in (NOBODY, noise, NOBODY[:1], NOBODY[:, :1]):
        assert photos.keyframe(0).found_again(picture, photos.board, 2) == []


def test_boards_of_another_printing_are_left_to_be_looked_for():
    one, other = (Photos("azul", seed, count=1) for seed in (11, 12))
    assert one.keyframe(0).found_again(other.pictures[0], one.board, 2) == []


def test_a_homography_is_not_believed_beside_what_bears_it_out():
    here = np.array([[100.0, 100], [200, 100], [200, 200], [100, 200]])
    places = np.random.default_rng(2).uniform(100, 200, (ENOUGH, 2))
    shift = np.array([[1.0, 0, 30], [0, 1, 40], [0, 0, 1]])
    assert np.allclose(Homography(shift, places).moved(here), here + (30, 40))
    assert Homography(shift, places[1:]).moved(here) is None
    assert Homography(shift, places).moved(here + 150) is None


def test_keypoints_that_fit_nothing_lay_nothing_on_anything():
    chance = np.random.default_rng(3)
    none = Keypoints.of(np.full((90, 120), 128, np.uint8))
    some = Keypoints(chance.uniform(0, 600, (50, 2)), chance.random((50, 128), np.float32))
    more = replace(some, descriptors=chance.random((50, 128), np.float32))
    assert none.onto(some) is some.onto(none) is some.onto(more) is None


def test_from_the_second_picture_on_nobody_looks_for_patches(monkeypatch):
    """Which takes most of the time that finding boards takes."""
    hand = Hand("azul", 11)
    keeper = HandheldKeeper(hand.story.setup, None)
    first, second = hand.steps[:2]
    picture = hand.photograph(first).pixels
    found = tuple(Proposal(corners, 0.9) for corners in hand.corners)
    with monkeypatch.context() as known:
        known.setattr(finder, "propose", lambda *_: found)
        hand.meet(corners_of(keeper.look(picture, hand.moment(first))))
    monkeypatch.setattr(proposing, "quads", lambda image: pytest.fail("patches are looked for"))
    report = keeper.look(hand.photograph(second).pixels, hand.moment(second))
    assert report.status is Status.READ
    read = {one.seen.seat: dict(one.reading.cells) for one in report.boards}
    assert read == hand.lying(second)


def corners_of(report):
    return {one.seen.seat: one.seen.corners_px for one in report.boards}
