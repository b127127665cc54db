"""Whether a board shows its own game's colours."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import VARIANTS, load
from companion.chosen_numbers import LEAST_LEGEND
from companion.games.base import Setup
from companion.neural_network.slots import EMPTY, SLOTS, tile_cells
from companion.reconcile import BoardReading
from companion.service.reports.board_reports import RECOLOURED, board_reports
from companion.sightings.sighting import BoardSighting, Sighting, View
from companion.vision import eyes
from companion.vision.cells import recognition
from companion.vision.cells.legend import disorder, is_another
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

COLOURS = np.repeat(np.arange(5), 5)
EXCHANGED = (("azul", ("red", "black"), 13), ("summer-pavilion", ("purple", "green"), 12))
"""Colours and seeds of drawn sets of which looks alone tell all names for sure."""

SETS = ("azul", "azul-mini", "master-chocolatier", "summer-pavilion")


FIRST = (("azul", True), ("summer-pavilion", False))
"""Games, and whether their boards were seen empty before; others are read in the same way."""


def each_of(games):
    """Games whose boards were seen empty before or not; but two of them run with what is long."""
    pairs = [(game, empty) for game in games for empty in (True, False)]
    marked = [pytest.param(*one, marks=[pytest.mark.long] * (one not in FIRST)) for one in pairs]
    return pytest.mark.parametrize(("game", "empty"), marked)


IN_EACH, ON_TWO_SIDES = each_of(SETS), each_of(("azul", "summer-pavilion"))


def looks(seed, noise):
    """Five colours, five spaces of each, and how these look."""
    chance = np.random.default_rng(seed)
    return (chance.normal(size=(5, 8))[COLOURS] + noise * chance.normal(size=(25, 8))).astype("f4")


@given(st.integers(0, 999), st.permutations(range(5)))
def test_what_the_colours_are_called_makes_no_difference(seed, names):
    seen = looks(seed, 0.5)
    renamed = np.array(names)[COLOURS]
    assert disorder(seen, renamed) == pytest.approx(disorder(seen, COLOURS), rel=1e-4)


@given(st.integers(0, 999))
def test_spaces_of_a_colour_that_look_alike_are_in_order(seed):
    assert disorder(looks(seed, 0.0), COLOURS) == pytest.approx(0.0, abs=1e-6)
    assert disorder(looks(seed, 0.2), COLOURS) < 0.5


@given(st.integers(0, 999))
def test_colours_that_say_nothing_of_looks_are_in_no_order(seed):
    nothing = np.random.default_rng(seed).normal(size=(25, 64)).astype("f4")
    assert 0.8 < disorder(nothing, COLOURS) < 1.2


def test_spaces_that_all_look_the_same_are_in_no_order_but_no_error():
    assert disorder(np.ones((25, 8), np.float32), COLOURS) == 0.0


@pytest.mark.parametrize(("count", "another"), [(LEAST_LEGEND - 1, False), (25, True)])
def test_a_few_spaces_may_be_unlike_by_chance(count, another):
    azul = load("azul")
    cells = tile_cells(azul)
    lies = np.where(np.arange(SLOTS) == EMPTY, np.full((len(cells), 1), 9.0), 0.0)
    unlike = np.random.default_rng(3).normal(size=(len(cells), 64)).astype("f4")
    coloured = np.array([cell.colour in azul.colours for cell in cells])
    seen = coloured & (coloured.cumsum() <= count)
    said = SimpleNamespace(lies=lies.astype("f4"), bare=unlike)
    assert is_another(said, seen, azul) is another


def home_made(board, chance):
    """The same board with the colours of its spaces wherever somebody liked them."""
    own = [cell.colour for cell in board.cells if cell.colour in board.colours]
    chance.shuffle(own)
    cells = (
        replace(cell, colour=own.pop()) if cell.colour in board.colours else cell
        for cell in board.cells
    )
    return replace(board, cells=tuple(cells))


def views(printed, board, *, empty=True):
    """Return how the eyes see two boards without tiles, as a reference or in a later picture."""
    table = simulated_sitting(Setup(board.game, players=2), 11).steps[0].scene
    image = picture_of(replace(table, board=printed), "wall").pixels
    sighting, _ = eyes.look(image, eyes.begin(image, board, 2, empty=empty))
    return [each.view for each in sighting.boards]


@IN_EACH
def test_home_made_colours_are_no_board_of_the_game(game, empty):
    board = load(game)
    assert views(home_made(board, Random(11)), board, empty=empty) == [View.UNKNOWN] * 2


@IN_EACH
def test_the_games_own_colours_are_one(game, empty):
    board = load(game)
    assert views(board, board, empty=empty) == [View.CLEAR] * 2


@ON_TWO_SIDES
def test_a_board_with_the_wrong_side_up_is_none_of_the_game_that_is_played(game, empty):
    coloured, grey = (load(game, side) for side in VARIANTS)
    assert views(grey, grey, empty=empty) == [View.CLEAR] * 2
    assert views(coloured, grey, empty=empty) == [View.UNKNOWN] * 2
    assert views(grey, coloured, empty=empty) == [View.UNKNOWN] * 2


def test_a_board_that_was_recognised_once_stays_one(monkeypatch):
    """Many tiles unlike their spaces may seem strange; the print they lie on is followed."""
    table = simulated_sitting(Setup("azul", players=2), 11).steps[0].scene
    image = picture_of(table, "wall").pixels
    scene = eyes.begin(image, load("azul"), 2)
    _, recognised = eyes.look(image, scene)
    _, hidden = eyes.look(np.zeros_like(image), recognised)
    monkeypatch.setattr("companion.vision.cells.legend.is_strange", lambda said, seen: True)
    for known, view in (
        (scene, View.UNKNOWN),
        (recognised, View.CLEAR),
        (hidden, View.CLEAR),
    ):
        sighting, _ = eyes.look(image, known)
        assert [each.view for each in sighting.boards] == [view] * 2


def test_a_board_that_was_recognised_is_not_asked_alone_again(monkeypatch):
    asked = []

    def glance(*boards):
        asked.append(boards)
        return recognition.glance(*boards)

    monkeypatch.setattr("companion.vision.board_answers.glance", glance)
    table = simulated_sitting(Setup("azul", players=2), 11).steps[0].scene
    image = picture_of(table, "wall").pixels
    _, recognised = eyes.look(image, eyes.begin(image, load("azul"), 2))
    assert len(asked) == 2
    eyes.look(image, recognised)
    assert len(asked) == 2


def exchanged(board, one, other):
    """The same board with two colours of its legend exchanged, as another game's may be."""
    names = {one: other, other: one}
    cells = (replace(cell, colour=names.get(cell.colour, cell.colour)) for cell in board.cells)
    return replace(board, cells=tuple(cells))


def wrong_tiles(game, printed, seed, *, empty=True):
    """Return what is read wrongly of tiles when each player has taken some, on ``printed`` boards.

    With ``empty`` boards before, or from that one picture alone.
    """
    setup, offer = (
        each.scene for each in simulated_sitting(Setup(game, players=2), seed).steps[:2]
    )
    first, then = (
        picture_of(replace(table, board=printed), "wall").pixels for table in (setup, offer)
    )
    scene = eyes.begin(first if empty else then, load(game), 2, empty=empty)
    boards = eyes.look(then, scene)[0].boards
    assert all(board.recoloured for board in boards)
    assert any(seated.cells for seated in offer.seats)
    return [
        (id, best, seated.cells.get(id))
        for board, seated in zip(boards, offer.seats, strict=True)
        for id, told in board.cells.items()
        if (best := max(told, key=lambda content, told=told: told[content])) != seated.cells.get(id)
    ]


@pytest.mark.parametrize("empty", [True, False])
@pytest.mark.parametrize(("game", "pair", "seed"), EXCHANGED)
def test_on_boards_that_call_their_colours_otherwise_tiles_keep_their_names(
    game, pair, seed, empty
):
    assert wrong_tiles(game, exchanged(load(game), *pair), seed, empty=empty) == []


@pytest.mark.parametrize(
    ("recoloured", "known", "said"),
    [(True, False, [RECOLOURED]), (True, True, []), (False, False, [])],
)
def test_people_are_told_once_that_a_boards_spaces_have_other_colours(recoloured, known, said):
    seen = Sighting((BoardSighting(0, View.CLEAR, recoloured=recoloured),))
    (report,) = board_reports(seen, (BoardReading({}, (), ()),), None, known=known)
    assert [each.template for each in report.notices] == said


def slots_told(game, printed, seed=11):
    """Return what is known to be printed on boards after they were seen without tiles."""
    table = simulated_sitting(Setup(game, players=2), seed).steps[0].scene
    image = picture_of(replace(table, board=printed), "wall").pixels
    scene = eyes.begin(image, load(game), 2)
    return {int(slot) for known in scene.known.values() for slot in known.bare.printed}


@pytest.mark.parametrize("game", SETS)
def test_a_legend_with_the_files_colours_is_believed(game):
    assert set(range(len(load(game).colours))) <= slots_told(game, load(game))


@pytest.mark.parametrize(("game", "pair", "seed"), EXCHANGED)
def test_a_legend_that_calls_its_colours_otherwise_is_not_believed(game, pair, seed):
    told = slots_told(game, exchanged(load(game), *pair), seed)
    assert SLOTS in told
    assert not told & set(range(len(load(game).colours)))
