"""``companion verify``: recorded games agree, and tampered ones are reported at the right place."""

from __future__ import annotations

import copy
import gzip
import json
import os
import threading
from pathlib import Path

import pytest

from companion.cli.command_line import Parser
from companion.cli.commands.rulebook import verify as command
from companion.errors import UsageError
from companion.games.differences import differences
from companion.verify import verify

RECORDS = Path(__file__).parent / "records"
SHARED = Path(__file__).parents[2] / "shared" / "games"


def run(*files):
    parser = Parser()
    command.add_arguments(parser)
    return command.run(parser.parse_args([str(file) for file in files]))


def recorded(name="azul-2p"):
    header, game = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads(header), json.loads(game)


def written(path, *objects):
    path.write_text("".join(json.dumps(value) + "\n" for value in objects), encoding="utf-8")
    return path


def found(game):
    return [(d.round, d.move, d.what) for d in differences("azul", game)]


def test_recorded_games_replay_without_a_difference(capsys):
    assert run(*sorted(RECORDS.glob("*.jsonl"))) == 0
    assert "1 games of azul checked, 0 differences" in capsys.readouterr().out


@pytest.mark.skipif(not SHARED.is_dir(), reason="no recorded games beside the checkout")
@pytest.mark.parametrize("path", sorted(SHARED.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_samples_beside_the_checkout_replay_without_a_difference(path):
    verdict = verify(path)
    assert verdict.differences == ()
    assert verdict.checked > 0


def test_a_gzipped_file_is_read_as_well(tmp_path):
    packed = tmp_path / "azul.jsonl.gz"
    packed.write_bytes(gzip.compress((RECORDS / "azul-2p.jsonl").read_bytes()))
    assert verify(packed).checked == 1


def test_a_tampered_score_is_found_in_its_round():
    _, game = recorded()
    game["rounds"][2]["end"][1]["score"] += 1
    assert found(game) == [(3, None, "seat 1 score")]


def test_a_tampered_floor_tile_is_found_in_its_round():
    _, game = recorded()
    floor = game["rounds"][1]["end"][0]["floor"]
    floor[0] = "red" if floor[0] != "red" else "blue"
    assert found(game) == [(2, None, "seat 0 floor")]


def test_a_tampered_number_of_legal_moves_is_found_at_its_move():
    _, game = recorded()
    game["rounds"][3]["moves"][4]["legal"] -= 1
    assert found(game) == [(4, 5, "legal")]
    game["rounds"][3]["moves"][4]["legal"] += 1
    game["rounds"][3]["moves"][4]["legal_crc"] ^= 1
    assert found(game) == [(4, 5, "legal_crc")]


def tamper(path, value):
    """Return the game with one entry replaced; ``path`` leads there."""
    _, game = recorded()
    place = game
    for key in path[:-1]:
        place = place[key]
    assert place[path[-1]] != value
    place[path[-1]] = value
    return game


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("rounds", 0, "first_player"), 9, (1, None, "first_player")),
        (("rounds", 1, "bag_before"), [0] * 5, (2, None, "bag_before")),
        (("rounds", 1, "lid_before"), [0] * 5, (2, None, "lid_before")),
        (("rounds", 1, "bag_after"), [0] * 5, (2, None, "bag_after")),
        (("rounds", 4, "lid_after"), [1] * 5, (5, None, "lid_after")),
        (("rounds", 0, "factories", 0), [4, 4, 0, 0, 0], (1, None, "factories")),
        (("rounds", 1, "moves", 2, "player"), 7, (2, 3, "player")),
        (("rounds", 1, "moves", 2, "tiles"), 7, (2, 3, "tiles")),
        (("rounds", 1, "moves", 2, "to_line"), 7, (2, 3, "to_line")),
        (("rounds", 1, "moves", 2, "to_floor"), 7, (2, 3, "to_floor")),
        (("rounds", 1, "moves", 2, "marker"), None, (2, 3, "marker")),
        (("rounds", 1, "moves", 0, "source"), 7, (2, 1, "move")),
        (("rounds", 2, "end", 0, "penalty"), 3, (3, None, "seat 0 penalty")),
        (("rounds", 2, "end", 0, "delta"), 99, (3, None, "seat 0 delta")),
        (("rounds", 2, "end", 1, "wall", 0), [9] * 5, (3, None, "seat 1 wall")),
        (("rounds", 2, "end", 1, "lines", 4), ["red", 9], (3, None, "seat 1 lines")),
        (("rounds", 2, "end"), [], (3, None, "boards at the end")),
        (("rounds", 2, "next_first_player"), 9, (3, None, "next_first_player")),
        (("bonuses", 1, "rows"), 5, (None, None, "seat 1 bonus")),
        (("final_scores", 0), 500, (None, None, "final_scores")),
        (("winners",), [0, 1], (None, None, "winners")),
    ],
)
def test_whatever_is_tampered_with_is_found_where_it_is(path, value, where):
    assert found(tamper(path, value))[0] == where


def test_a_missing_and_a_surplus_move_end_the_replay():
    _, game = recorded()
    moves = game["rounds"][1]["moves"]
    shorter, longer = copy.deepcopy(game), copy.deepcopy(game)
    shorter["rounds"][1]["moves"] = moves[:-1]
    longer["rounds"][1]["moves"] = [*moves, moves[-1]]
    assert found(shorter) == [(2, len(moves), "move missing")]
    assert found(longer) == [(2, len(moves) + 1, "move after the last tile")]


def test_rounds_after_the_end_and_games_cut_short():
    _, game = recorded()
    longer, shorter = copy.deepcopy(game), copy.deepcopy(game)
    longer["rounds"].append({**game["rounds"][-1], "round": len(game["rounds"]) + 1})
    shorter["rounds"].pop()
    last = len(game["rounds"])
    assert found(longer) == [(last + 1, None, "round after the end of the game")]
    assert (None, None, "complete") in found(shorter)


def test_incomplete_and_flagged_games_are_counted_apart(tmp_path, capsys):
    header, game = recorded()
    flagged, incomplete = {**game, "flags": ["stopped"]}, {**game, "complete": False}
    path = written(tmp_path / "some.jsonl", header, game, flagged, incomplete)
    assert run(path) == 0
    assert capsys.readouterr().out == (
        f"{path}: 1 games of azul checked, 0 differences; apart: 1 incomplete, 1 flagged\n"
    )


def test_differences_are_printed_and_exit_code_1(tmp_path, capsys):
    header, game = recorded()
    game["rounds"][2]["end"][1]["score"] = 77
    path = written(tmp_path / "some.jsonl", header, game)
    assert run(path) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith(f"{path}: game 3, round 3: seat 1 score: the rules give ")
    assert printed[0].endswith(", recorded 77")
    assert printed[1] == f"{path}: 1 games of azul checked, 1 differences"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "does not begin with a header line"),
        (b'{"type": "game"}\n', "does not begin with a header line"),
        (b'{"type": "header", "game": "chess"}\n', "records 'chess'"),
        (b"\xff\xfe", "line 1 is no JSON"),
        (b'{"type": "header", "game": "azul"}\n[1]\n', "line 2 is no JSON object"),
        (b'{"type": "header", "game": "azul"}\n{"game": 3\n', "is no JSON"),
        (b'{"type": "header", "game": "azul"}\n{"game": 3}\n', "game 3 has not the form"),
        (b'{"type": "header", "game": "azul"}\n' + b"[" * 100_000, "line 2 is no JSON"),
        (b'{"type": "header", "game": "azul"}\n' + b"9" * 5000, "line 2 is no JSON"),
    ],
)
def test_a_file_that_is_no_record_is_one_sentence(tmp_path, content, sentence):
    path = tmp_path / "some.jsonl"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=sentence):
        verify(path)


def test_a_damaged_gzip_file_is_one_sentence(tmp_path):
    path = tmp_path / "some.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}" * 500)[:20])
    with pytest.raises(UsageError, match="cannot be unpacked"):
        verify(path)


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="does not begin with a header line"):
        verify(pipe)


@pytest.mark.parametrize(("name", "pack"), [("games.jsonl", bytes), ("games.gz", gzip.compress)])
def test_a_pipe_is_read_as_a_file_is(tmp_path, name, pack):
    os.mkfifo(tmp_path / name)
    games = pack((RECORDS / "azul-2p.jsonl").read_bytes())
    writer = threading.Thread(target=(tmp_path / name).write_bytes, args=[games])
    writer.start()
    assert verify(tmp_path / name).checked == 1
    writer.join()
