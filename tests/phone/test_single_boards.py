"""A picture of a single board: it lies in the middle, and is looked for there before elsewhere."""

import numpy as np
import pytest
from hand import Hand

from companion.geometry.optics import USUAL
from companion.geometry.quadrilaterals import holds
from companion.service.sitting.handheld import finder
from companion.service.sitting.handheld.finder import Finder
from companion.vision.eyes import corners_of
from companion.vision.locate import propose as proposing
from companion.vision.locate.propose import Proposal


@pytest.fixture(scope="module")
def photographed():
    hand = Hand("azul", 2)
    picture = hand.photograph(hand.steps[0], 1).pixels
    return hand, picture


def middle_of(picture):
    return (np.array([picture.shape[1::-1]]) - 1) / 2


def test_only_patches_in_the_middle_are_asked(photographed, monkeypatch):
    """Each is asked four ways round in three sizes: elsewhere that took most of the time."""
    hand, picture = photographed
    asked, ways = [], proposing.tables_round

    def tables_round(patch, *others):
        asked.append(patch)
        return ways(patch, *others)

    monkeypatch.setattr(proposing, "tables_round", tables_round)
    seeker = Finder(hand.steps[0].scene.board, 2, USUAL)
    scene = seeker.search(picture, brackets=False, empty=True, single=True)
    (corners,) = corners_of(scene).values()
    assert np.abs(corners - 0.5 - hand.corners[1]).max() < 4
    middle = middle_of(picture)
    assert len(asked) > 1
    assert all(holds(patch, middle) for patch in asked)


@pytest.mark.parametrize(("elsewhere", "times"), [(False, 1), (True, 2)])
def test_where_none_lies_there_it_is_looked_for_everywhere(
    photographed, monkeypatch, elsewhere, times
):
    hand, picture = photographed
    true = hand.corners[1]
    asked = []

    def propose(image, board, players, known=(), *, over=None):
        asked.append((players, over is None))
        off = [2000.0, 0.0] if elsewhere and over is not None else [0.0, 0.0]
        return (Proposal(true + off, 0.9),)

    monkeypatch.setattr(finder, "propose", propose)
    Finder(hand.steps[0].scene.board, 2, USUAL).search(
        picture, brackets=False, empty=True, single=True
    )
    assert asked == [(1, False), (2, True)][:times]


def test_a_picture_of_all_boards_is_searched_for_all(photographed, monkeypatch):
    hand, picture = photographed
    asked = []

    def propose(image, board, players, known=(), *, over=None):
        asked.append((players, over))
        return tuple(Proposal(each, 0.9) for each in hand.corners[1:])

    monkeypatch.setattr(finder, "propose", propose)
    Finder(hand.steps[0].scene.board, 2, USUAL).search(picture, brackets=False, empty=True)
    assert asked == [(2, None)]
