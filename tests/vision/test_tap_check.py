"""Corners that somebody tapped: from which of a board's own corners on, and how well."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.boards import load
from companion.errors import BoardNotFound
from companion.games.base import Setup
from companion.vision import eyes
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

LONG = pytest.mark.long
GAMES = [
    *("azul", "summer-pavilion", "azul-duel"),
    *(pytest.param(game, marks=LONG) for game in ("azul-mini", "master-chocolatier")),
]
"""Whose walls are laid out as that of Azul is seen with what takes long."""


@cache
def table(game, variant="coloured"):
    """A board's file, a picture of two such boards on which tiles lie, and their corners."""
    setup = Setup(game, variant=variant, players=2)
    image = picture_of(simulated_sitting(setup, 16).steps[1].scene, "tapped").pixels
    board = load(game, variant)
    return board, image, eyes.corners_of(eyes.begin(image, board, 2, empty=False))


def tapped(game, *turns, off_px=0.0, variant="coloured"):
    """Begin with both boards tapped, each from so many corners farther on and so badly."""
    board, image, corners = table(game, variant)
    chance = np.random.default_rng(5)
    taps = {
        seat: np.roll(corners[seat], by, axis=0) + chance.normal(0, off_px, (4, 2))
        for seat, by in enumerate(turns)
    }
    return eyes.begin(image, board, 2, taps, empty=False)


@pytest.mark.parametrize("off_px", [pytest.param(0.0, marks=LONG), 3.0])
@pytest.mark.parametrize("turn", [pytest.param(1, marks=LONG), 2, pytest.param(3, marks=LONG)])
@pytest.mark.parametrize("game", [pytest.param(GAMES[0], marks=LONG), *GAMES[1:]])
def test_a_board_tapped_from_another_corner_on_is_refused_and_named(game, turn, off_px):
    """Who sits across has the top left of a board where the picture has its bottom right.

    Most of Duel's spaces lie on others then, and all stars of Summer Pavilion: only colours tell.
    """
    for turns, seat in (((turn, 0), 0), ((0, turn), 1)):
        with pytest.raises(BoardNotFound, match="from another corner on") as refused:
            tapped(game, *turns, off_px=off_px)
        assert refused.value.seats == (seat,)


@pytest.mark.parametrize("off_px", [pytest.param(0.0, marks=LONG), 4.0])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_tapped_a_few_pixels_beside_its_corners_is_taken(game, off_px):
    found = eyes.corners_of(tapped(game, 0, 0, off_px=off_px))
    for seat, corners in table(game)[2].items():
        assert np.linalg.norm(found[seat] - corners, axis=1).max() < 3.0


@pytest.mark.parametrize("game", GAMES)
def test_a_board_tapped_with_a_thumb_is_put_right(game):
    """Three hundredths of its side is what a thumb is off on a small screen."""
    _, _, corners = table(game)
    side = np.linalg.norm(corners[0][0] - corners[0][1])
    found = eyes.corners_of(tapped(game, 0, 0, off_px=0.03 * side))
    for seat, true in corners.items():
        assert np.linalg.norm(found[seat] - true, axis=1).max() < 0.008 * side


def test_a_piece_of_table_is_no_board_though_a_true_one_was_tapped_beside_it():
    board, image, corners = table("summer-pavilion")
    side = np.linalg.norm(corners[1][0] - corners[1][1])
    taps = {0: corners[0], 1: corners[1] + [0.0, 0.8 * side]}
    with pytest.raises(BoardNotFound, match="no board of this game") as refused:
        eyes.begin(image, board, 2, taps, empty=False)
    assert refused.value.seats == (1,)


def test_what_looks_the_same_upside_down_is_taken_as_it_was_tapped():
    """The one-colour side of Summer Pavilion says nothing of who sits where."""
    tapped("summer-pavilion", 2, 0, variant="grey")
