"""A reading counts when several pictures of a live camera agree; where they do not, it waits."""

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.chosen_numbers import CONTRADICTS
from companion.service.reports.report import Status
from companion.service.sitting.keeper import Keeper
from companion.sightings.agreement import together
from companion.sightings.sighting import BoardSighting, Sighting, Tops, View
from companion.sitting_folder import read
from companion.vision import eyes

DEMO = Path(str(files("companion"))) / "demo" / "azul-2p-lamp-brackets"
RED = {"red": 0.0, "blue": -5.0, None: -9.0}
BLUE = {"red": -6.0, "blue": 0.0, None: -9.0}
UNSURE = {"red": -1.0, "blue": 0.0, None: -9.0}


def seen(cell, view=View.CLEAR, **more):
    return Sighting((BoardSighting(0, view, cells={"wall/0/0": cell}, **more),), {"tiles": 2.0})


def board(*each):
    """The one board of pictures that are taken together."""
    return together(each).boards[0]


def test_one_picture_alone_is_what_it_is():
    alone = seen(RED)
    assert together([alone]) is alone


def test_pictures_that_agree_say_what_each_of_them_does():
    both = together([seen(RED), seen(RED)])
    assert both.boards[0].cells["wall/0/0"] == RED
    assert both.clear
    assert both.ms == {"tiles": 4.0}


def test_two_sure_pictures_that_contradict_each_other_are_a_hand_at_work():
    assert board(seen(RED), seen(BLUE)).view is View.COVERED


@pytest.mark.parametrize("order", [(RED, UNSURE), (UNSURE, RED)])
def test_where_one_is_unsure_the_other_helps_but_is_not_believed_twice(order):
    likely = board(*map(seen, order)).cells["wall/0/0"]
    assert max(likely, key=likely.get) == "red"
    assert likely["red"] - likely["blue"] == pytest.approx((5.0 - 1.0) / 2)


def test_the_worst_view_counts():
    assert board(seen(RED), seen(RED, View.LOST)).view is View.LOST
    assert board(seen(RED, View.COVERED), seen(RED)).view is View.COVERED
    assert board(seen(RED, View.UNKNOWN), seen(RED)).view is View.UNKNOWN


def test_what_glare_hides_in_one_is_hidden_and_a_cube_that_moves_is_not_read():
    hidden = frozenset({"wall/0/0"})
    one = seen(RED, covered=hidden, dazzled=hidden, score_marker=3)
    both = board(one, seen(RED, score_marker=4))
    assert (both.covered, both.dazzled, both.score_marker) == (hidden, hidden, None)
    assert board(one, one).score_marker == 3


def test_chips_count_where_every_picture_shows_the_same():
    one, other = ({"chip/0": face} for face in ("sun", "moon"))
    assert board(seen(RED, chips=one), seen(RED, chips=one)).chips == one
    assert board(seen(RED, chips=one), seen(RED, chips=other)).chips == {}


def test_a_table_is_clear_where_every_board_is():
    sure, lost = seen(RED).boards[0], seen(RED, View.LOST).boards[0]
    assert Sighting((sure, sure)).clear
    assert not Sighting((sure, lost)).clear


def test_what_lies_over_a_board_people_know_better_but_not_where_a_lost_one_is():
    said = Sighting(tuple(BoardSighting(n, view) for n, view in enumerate(View))).uncovered()
    views = [one.view for one in said.boards]
    assert views == [View.CLEAR, View.CLEAR, View.CLEAR, View.LOST, View.UNKNOWN]


def test_stacks_are_taken_together_by_their_tops():
    stack = Tops({"red": 0.0, None: -2 * CONTRADICTS})
    likely = board(seen(stack), seen(stack)).cells["wall/0/0"]
    assert likely[("blue", "red")] == 0.0


@pytest.fixture(scope="module")
def pictures():
    folder = read(DEMO)
    frames = folder.frames[:3]
    return folder, [(cv2.imread(str(DEMO / one.file)), one.moment) for one in frames]


def noisy(picture, seed):
    grain = np.random.default_rng(seed).normal(0, 6, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def test_two_noisy_pictures_of_each_moment_are_read_like_one(pictures):
    folder, taken = pictures
    keeper, alone = Keeper.for_sitting(folder), Keeper.for_sitting(folder)
    for seed, (picture, moment) in enumerate(taken):
        both = keeper.look(noisy(picture, seed), moment, noisy(picture, 9 + seed))
        assert both.status is Status.READ
        once = alone.look(picture, moment)
        assert [b.reading.cells for b in both.boards] == [b.reading.cells for b in once.boards]


def test_a_tile_that_is_laid_between_two_pictures_makes_it_wait(pictures):
    """The first picture still shows the empty boards, the second the tiles on them."""
    folder, ((empty, setup), (full, moment), _) = pictures
    keeper = Keeper.for_sitting(folder)
    assert keeper.look(empty, setup, empty).status is Status.READ
    assert keeper.look(full, moment, empty).status is Status.WAITING
    assert len(keeper.sitting.history) == 1
    assert keeper.look(full, moment, full).status is Status.READ


def test_the_time_of_both_is_told(pictures, monkeypatch):
    folder, ((empty, setup), *_) = pictures
    look = eyes.look

    def timed(image, scene):
        sighting, after = look(image, scene)
        return replace(sighting, ms={"tiles": 10.0}), after

    monkeypatch.setattr(eyes, "look", timed)
    one, two = (Keeper.for_sitting(folder).look(empty, setup, *[empty] * n) for n in (0, 1))
    assert (one.ms["tiles"], two.ms["tiles"]) == (10.0, 20.0)
    assert replace(two, ms={}).status == one.status
