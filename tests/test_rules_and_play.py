"""``companion rules`` and ``companion play``: every rule has its words, games have their sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import cli, games
from companion.cli.commands.rulebook.play import game_lines
from companion.cli.commands.rulebook.rules import WRONG_AND_RIGHT
from companion.games.base import Setup
from companion.games.texts import languages, rule_text, rule_texts

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"
WALL_GAMES = {"azul": ("AZ", 45), "azul-mini": ("MI", 45), "master-chocolatier": ("CH", 58)}
TRANSCRIPTS = {
    "azul-7": Setup("azul"),
    "azul-grey-5": Setup("azul", "grey"),
    "azul-mini-3-players-11": Setup("azul-mini", players=3),
    "master-chocolatier-special-3": Setup(
        "master-chocolatier", options={"special_factories": True}
    ),
}


@pytest.mark.parametrize("game", WALL_GAMES)
def test_every_rule_has_its_words(game):
    prefix, last = WALL_GAMES[game]
    texts = rule_texts(game)
    assert list(texts) == [f"{prefix}-R{number}" for number in range(1, last + 1)]
    for text in texts.values():
        assert 0 < len(text.title) <= 40
        for sentence in (text.rule, text.wrong, text.right):
            assert 0 < len(sentence) <= 160
            assert sentence.endswith(".")


def test_every_rule_the_engine_names_has_words():
    """Rule numbers stand in the code as ``game.rule(22)`` or ``_refuse(rules, 22, ...``."""
    code = "".join(p.read_text() for p in (ROOT / "companion/games/wall").rglob("*.py"))
    numbers = {int(n) for n in re.findall(r"\.rule\((\d+)", code)}
    numbers |= {int(n) for n in re.findall(r"_refuse\(rules, (\d+)", code)}
    assert {13, 14, 15, 17, 22, 30} <= numbers
    for number in numbers:
        assert rule_text("master-chocolatier", f"CH-R{number}") is not None


def test_an_unknown_language_falls_back_to_english():
    assert rule_texts("azul", "xx") == rule_texts("azul")
    assert rule_text("azul", "AZ-R99") is None


def test_rules_prints_one_rule_or_all(capsys):
    assert cli.main(["rules", "azul", "r17"]) == 0
    one = capsys.readouterr().out
    assert one.startswith("AZ-R17  ")
    assert "What is wrong: " in one
    assert "What is right: " in one
    assert cli.main(["rules", "master-chocolatier"]) == 0
    every = capsys.readouterr().out
    assert all(f"CH-R{number}  " in every for number in range(1, 59))


@pytest.mark.parametrize("language", languages("azul"))
def test_a_rule_is_told_in_one_language(capsys, language):
    assert cli.main(["rules", "azul", "17", "--language", language]) == 0
    told = capsys.readouterr().out
    assert all(f"{each}: " in told for each in WRONG_AND_RIGHT[language])
    assert ("What is" in told) == (language == "en")


@pytest.mark.parametrize("language", ["xx", "EN", "../en", "", "x" * 5000])
def test_a_language_without_rules_is_one_sentence(capsys, language):
    assert cli.main(["rules", "azul", "--language", language]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith("'; choose one of cs, en, pl\n")
    assert len(err) < 120


def test_an_unknown_rule_is_one_sentence(capsys):
    assert cli.main(["rules", "azul", "R99"]) == 2
    assert "azul has no rule R99; its rules are AZ-R1 to AZ-R45" in capsys.readouterr().err


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_golden_games(name):
    """Whole games, turn by turn with every point: what differs tomorrow changed a rule."""
    setup = TRANSCRIPTS[name]
    seed = int(name.rpartition("-")[2])
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert "\n".join(game_lines(games.play(setup), seed)).strip() + "\n" == expected


def test_play_prints_a_game(capsys):
    assert cli.main(["play", "azul", "--seed", "7"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("azul, coloured side, 2 players, seed 7\n")
    assert (GOLDEN / "azul-7.txt").read_text(encoding="utf-8") in printed


def test_play_takes_players_side_and_options(capsys):
    arguments = ["--players", "3", "--variant", "grey", "--option", "special_factories=true"]
    assert cli.main(["play", "master-chocolatier", *arguments]) == 0
    printed = capsys.readouterr().out
    assert "seat 2, score 0" in printed
    assert "moves the tile of line" in printed


@pytest.mark.parametrize("game", games.NAMES)
def test_play_plays_every_game(game, capsys):
    assert cli.main(["play", game, "--seed", "3"]) == 0
    assert "wins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["azul", "--players", "9"], "Azul is for 2 to 4 players, not 9"),
        (["azul", "--option", "goals"], "--option goals has no value"),
        (["azul", "--option", "goals=1"], "azul has no option 'goals'"),
        (
            ["azul", "--option", "x=" + "[" * 100_000],
            "--option x=[[[[[[[[[[[[[[[[[[... is too long",
        ),
        (["azul", "--option", "x=" + "9" * 5000], "is too long; write it as KEY=VALUE"),
        (["azul", "--option", "x=[["], "azul has no option 'x'"),
        (["master-chocolatier", "--option", "special_factories=True"], "from false, true"),
        (["azul", "--option", "fill_order=up"], "Option 'fill_order' cannot be 'up'"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(arguments, sentence, capsys):
    assert cli.main(["play", *arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert "; " in said, "it says what to do, too"
