"""Actions in words, the points they bring, and whole games as text."""

from pathlib import Path

import pytest
from pavilion import board, cell, engine, position, random_game

from companion.cli.commands.rulebook.play import game_lines
from companion.games.base import Step
from companion.games.summer_pavilion.actions import PASS, Keep, Place, Take, TakeBonus
from companion.games.summer_pavilion.position import Phase

GAME = engine()
GOLDEN = Path(__file__).parent / "golden"


def test_taking_in_words_and_points():
    now = position(GAME, phase=Phase.TAKE, displays=("2r 2p",), centre="1y 1p")
    action = Take(0, "red")
    assert GAME.describe(now, action) == "seat 0 takes 1 purple, 2 red from display 0"
    assert GAME.sheet(now, action) == ((), ())
    action = Take(None, "yellow")
    told = "seat 0 takes 1 purple, 1 yellow from the centre with the marker"
    assert GAME.describe(now, action) == told
    assert GAME.sheet(now, action) == ((Step("marker", -2, "SP-R15"),), ())


def test_placing_in_words_and_points():
    now = position(GAME, board(), board("RT-5", beside="3b 3p"), seat=1)
    action = Place(cell("RT-6"), "blue", 3, 3)
    told = "seat 1 places blue on the right star, space 6, for 3 blue, 3 purple"
    assert GAME.describe(now, action) == told
    assert GAME.sheet(now, action) == ((), (Step("star/4/6", 2, "SP-R27"),))
    bonus = GAME.apply(now, action)
    told = "seat 1 takes 2 red, 1 blue from the supply"
    assert GAME.describe(bonus, TakeBonus(("red", "red", "blue"))) == told


def test_passing_in_words_and_points():
    now = position(GAME, board(beside="3b 1r"))
    assert GAME.describe(now, PASS) == "seat 0 passes"
    keeping = GAME.apply(now, PASS)
    action = Keep(("blue",))
    assert GAME.describe(keeping, action) == "seat 0 keeps 1 blue, throws away 2 blue, 1 red"
    assert GAME.describe(keeping, Keep(())) == "seat 0 keeps nothing, throws away 3 blue, 1 red"
    assert GAME.sheet(keeping, action) == ((Step("discarded", -3, "SP-R37"),), ())


@pytest.mark.parametrize("table", [("coloured", 2), ("grey", 3)])
def test_the_sheets_of_a_game_add_up_to_its_scores(table):
    play = engine(*table)
    scores = [5] * play.rules.players
    for now, action in random_game(play, 4):
        assert [each.score for each in now.boards] == scores
        if action is not None:
            for seat, steps in enumerate(play.sheet(now, action)):
                scores[seat] += sum(step.points for step in steps)
            assert play.describe(now, action).startswith(f"seat {now.seat} ")


@pytest.mark.parametrize(
    ("name", "variant", "players", "seed"),
    [("coloured-2-players-7", "coloured", 2, 7), ("grey-3-players-5", "grey", 3, 5)],
)
def test_golden_games(name, variant, players, seed):
    """Whole games, turn by turn with every point: what differs tomorrow changed a rule."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert "\n".join(game_lines(engine(variant, players), seed)).strip() + "\n" == expected
