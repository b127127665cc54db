"""Recorded games replay without a difference; what was tampered with is reported at its place."""

import copy
import json
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest
from pavilion import SHARED, board, engine, position, tiles
from pavilion_recorder import Recorder

from companion.games.base import ImpossiblePosition, Setup
from companion.games.differences import Difference
from companion.games.differences import differences as differences_of
from companion.games.summer_pavilion.actions import PASS, Place, Take
from companion.games.summer_pavilion.position import Phase
from companion.games.summer_pavilion.records.ids import action_id, checksum
from companion.games.summer_pavilion.records.replay import Replay
from companion.games.summer_pavilion.records.supply import NextSupply, drawn_unseen, next_supply

differences = partial(differences_of, "summer-pavilion")

RECORDED = Path(__file__).parent / "recorded-2p.jsonl"

SHORT_OF_TILES = (2, 17, 41)
"""Seeds of thrifty games of four in which bag and tower run out in the middle of phase 2."""


def games(path):
    """Return the games of a record file."""
    lines = map(json.loads, path.read_text().splitlines())
    return [line for line in lines if line["type"] == "game"]


@pytest.fixture
def game():
    return copy.deepcopy(games(RECORDED)[0])


def test_a_recorded_game_replays_without_a_difference(game):
    assert differences(game) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shared_samples_replay_without_a_difference(players):
    path = SHARED / "games" / f"summer-pavilion-{players}p-sample.jsonl"
    if not path.exists():
        pytest.skip(f"no recorded games {path.name} beside the checkout")
    for game in games(path):
        assert differences(game) == []


def tampered(game, keys, value):
    """Change one value deep inside the record; return the place of the first difference."""
    *path, last = keys
    part = game
    for key in path:
        part = part[key]
    part[last] = value(part[last]) if callable(value) else value
    first = differences(game)[0]
    return first.round, first.move, first.what


def one_more(number):
    return number + 1


def swapped(counts):
    """Return counts with a tile of the commonest colour turned into the next colour."""
    most = counts.index(max(counts))
    counts = list(counts)
    counts[most] -= 1
    counts[(most + 1) % 6] += 1
    return counts


TAMPERING = [
    (("rounds", 0, "draft", 3, "score"), one_more, (1, 4, "draft.score")),
    (("rounds", 1, "draft", 2, "legal"), one_more, (2, 3, "draft.legal")),
    (("rounds", 1, "draft", 2, "legal_crc"), one_more, (2, 3, "draft.legal_crc")),
    (("rounds", 2, "draft", 0, "natural"), one_more, (3, 1, "draft.natural")),
    (("rounds", 2, "draft", 1, "wild"), one_more, (3, 2, "draft.wild")),
    (("rounds", 2, "draft", 0, "player"), 7, (3, 1, "draft.player")),
    (("rounds", 2, "draft", 0, "token"), True, (3, 1, "draft.token")),
    (("rounds", 2, "draft", 0, "colour"), "orange", (3, 1, "draft.move")),
    (("rounds", 2, "draft", 0, "source"), 12, (3, 1, "draft.move")),
    (("rounds", 3, "play", 0, "points"), one_more, (4, 1, "play.points")),
    (("rounds", 3, "play", 0, "score"), one_more, (4, 1, "play.score")),
    (("rounds", 3, "play", 0, "legal"), one_more, (4, 1, "play.legal")),
    (("rounds", 3, "play", 0, "wild"), one_more, (4, 1, "play.move")),
    (("rounds", 3, "play", 0, "features"), ["window"], (4, 1, "play.features")),
    (("rounds", 3, "play", 0, "bonus"), ["red"], (4, 1, "play.bonus")),
    (("rounds", 3, "play", 0, "supply"), swapped, (4, 1, "play.supply")),
    (("rounds", 1, "supply"), swapped, (2, None, "supply")),
    (("rounds", 1, "wild"), "red", (2, None, "wild")),
    (("rounds", 1, "first_player"), 5, (2, None, "first_player")),
    (("rounds", 1, "bag_before"), swapped, (2, None, "bag_before")),
    (("rounds", 1, "tower_before"), swapped, (2, None, "tower_before")),
    (("rounds", 1, "bag_after"), swapped, (2, None, "bag_after")),
    (("rounds", 1, "tower_after"), swapped, (2, None, "tower_after")),
    (("rounds", 1, "factories", 0), [5, 0, 0, 0, 0, 0], (2, None, "factories")),
    (("rounds", 1, "factories", 0), [4, 0, 0, 0, 0, -1], (2, None, "factories")),
    (("rounds", 4, "end", 1, "score"), one_more, (5, None, "end[1].score")),
    (("rounds", 4, "end", 1, "kept"), swapped, (5, None, "end[1].kept")),
    (("rounds", 4, "end", 0, "stars", 2), [1] * 6, (5, None, "end[0].stars")),
    (("rounds", 4, "end", 0, "centre", 5), "blue", (5, None, "end[0].centre")),
    (("rounds", 5, "next_first_player"), 9, (6, None, "next_first_player")),
    (("final",), [], (None, None, "final")),
    (("final", 0, "stars"), [], (None, None, "final[0].stars")),
    (("final", 0, "centre"), True, (None, None, "final[0].centre")),
    (("final", 1, "numbers"), [1, 2], (None, None, "final[1].numbers")),
    (("final", 1, "bonus"), one_more, (None, None, "final[1].bonus")),
    (("final", 1, "lost"), one_more, (None, None, "final[1].lost")),
    (("final", 1, "score"), one_more, (None, None, "final[1].score")),
    (("winners",), [0], (None, None, "winners")),
]


@pytest.mark.parametrize(("keys", "value", "place"), TAMPERING)
def test_tampering_is_reported_at_the_right_place(game, keys, value, place):
    assert tampered(game, keys, value) == place


def test_a_score_tampered_with_is_the_only_difference(game):
    noted = game["rounds"][3]["play"][1]
    noted["score"] += 2
    number = game["game"]
    found = Difference(number, 4, 2, "play.score", noted["score"] - 2, noted["score"])
    assert differences(game) == [found]


def test_tiles_kept_that_nobody_had_are_reported(game):
    passing = next(
        m for m, acted in enumerate(game["rounds"][2]["play"]) if acted["type"] == "pass"
    )
    keys = ("rounds", 2, "play", passing, "kept")
    assert tampered(game, keys, [4, 0, 0, 0, 0, 0])[:2] == (3, passing + 1)


def test_missing_moves_and_rounds_are_reported(game):
    shorter = copy.deepcopy(game)
    del shorter["rounds"][2]["draft"][-1]
    assert (differences(shorter)[0].round, differences(shorter)[0].what) == (3, "draft.end")
    shorter = copy.deepcopy(game)
    del shorter["rounds"][5]
    assert [each.what for each in differences(shorter)] == ["end"]
    del shorter["rounds"][4]["play"][-1]
    assert differences(shorter)[0].what == "play.end"


def test_an_incomplete_game_is_compared_as_far_as_it_goes(game):
    del game["rounds"][3:]
    del game["final"]
    game["complete"] = False
    assert differences(game) == []


def test_a_damaged_record_is_a_difference_too(game):
    del game["rounds"][1]["draft"]
    assert [(each.round, each.what) for each in differences(game)] == [(2, "record")]
    assert [each.what for each in differences({"game": 3})] == ["record"]


@pytest.mark.parametrize("poured", ["when-needed", "at-once"])
@pytest.mark.parametrize("players", [*(pytest.param(n, marks=pytest.mark.long) for n in (2, 3)), 4])
def test_games_that_run_out_of_tiles_replay_whenever_the_tower_is_poured(players, poured):
    play = engine(players=players, tower_poured=poured)
    for seed in range(12):
        recorded = json.loads(json.dumps(Recorder(play, seed, thrifty=True).record()))
        assert differences(recorded) == [], seed


def test_a_supply_that_cannot_be_filled_replays():
    play = engine(players=4)
    short = 0
    for seed in SHORT_OF_TILES:
        recorded = Recorder(play, seed, thrifty=True).record()
        acted = [noted for played in recorded["rounds"] for noted in played["play"]]
        short += any(sum(noted.get("supply", [10])) < 10 for noted in acted)
        assert differences(recorded) == []
    assert short == len(SHORT_OF_TILES)


def test_ids_of_moves_are_those_of_the_record_format():
    assert action_id(Take(3, "yellow")) == 3 * 6 + 3
    assert action_id(Take(None, "purple")) == 54
    assert action_id(PASS) == 9999
    green_5 = ((1 * 6 + 4) * 6 + 1) * 7 + 5
    assert action_id(Place("star/6/5", "green", 5, 0)) == green_5
    middle_2 = ((6 * 6 + 1) * 6 + 5) * 7 + 1
    assert action_id(Place("star/0/2", "red", 1, 1)) == middle_2
    assert checksum([PASS, Take(None, "purple")]) == crc32(b"54,9999")


def test_tiles_drawn_after_a_pass_are_found_from_what_is_noted_next():
    play = engine()
    now = position(play, phase=Phase.REFILL, supply="7p", generator=None)
    drawn = drawn_unseen(now, NextSupply(tiles("7p 1g 2r")))
    assert drawn == tiles("1g 2r")
    later = [
        {"type": "pass"},
        {"type": "place", "supply": list(tiles("8p 2r")), "bonus": ["green"]},
    ]
    following = next_supply(later, None)
    assert following == NextSupply(tiles("8p 2r"), tiles("1g"))
    assert tiles("1g")[1] <= drawn_unseen(now, following)[1]
    assert sum(drawn_unseen(now, next_supply([], None))) == 3


def test_a_pass_that_fills_the_supply_unseen_replays():
    """Bag and tower are empty; two tiles are thrown away, so that one can be drawn."""
    replay = Replay(Setup("summer-pavilion"), 1)
    thrower, other = board(beside="1r 1b", score=9), board(beside="1g")
    hoard = position(replay.play, thrower, other, supply="9p", rest="board", generator=None)
    replay.position = hoard
    legal = replay.play.legal_actions(hoard)
    noted = {"type": "pass", "player": 0, "legal": len(legal), "legal_crc": checksum(legal)}
    noted |= {"kept": list(tiles("")), "discarded": list(tiles("1r 1b")), "score": 7}
    replay.act(noted, NextSupply(tiles("9p 1b")))
    assert replay.found == []
    assert (replay.position.supply, replay.position.bag) == (tiles("9p 1b"), tiles("1r"))
    replay.position = hoard
    with pytest.raises(ImpossiblePosition, match="no tiles from the bag lead to the supply"):
        replay.act(noted, NextSupply(tiles("9p 1g")))
