"""Photographed sittings as their labels tell them: the rules follow real tables all the way.

No picture is read here; the truth about the tiles goes straight into the rules.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from one_board import agree, allows

from companion import games
from companion.games.base import Checkpoint, Moment, Setup

SITTINGS = Path(__file__).parents[2] / "shared" / "sittings"
WALL_GAMES = ("azul", "azul-mini", "master-chocolatier")
RULES = {
    "mixed-line": "R15",
    "gap-in-line": "R14",
    "wrong-wall-colour": "R22",
    "colour-already-on-wall": "R17",
    "two-lines-in-one-turn": "R13",
}


def wall_sittings():
    for labels in sorted(SITTINGS.glob("*/labels.json")):
        if json.loads(labels.read_text())["game"] in WALL_GAMES:
            yield labels.parent


@pytest.mark.skipif(not SITTINGS.is_dir(), reason="no photographed sittings beside the checkout")
@pytest.mark.parametrize("folder", list(wall_sittings()), ids=lambda folder: folder.name)
def test_rules_follow_a_photographed_sitting(folder):
    told = json.loads((folder / "sitting.json").read_text())
    truth = json.loads((folder / "labels.json").read_text())
    scores = tuple(told["scores"]) if told.get("scores") else None
    setup = Setup(
        truth["game"], told["variant"], told["players"], told["first_player"], scores=scores
    )
    game = games.game(setup)
    table = game.empty_table()
    last = None
    for frame in truth["frames"]:
        moment = Moment(Checkpoint(frame["checkpoint"]), frame["round"], frame.get("seat"))
        boards = [board["cells"] for board in frame["boards"]]
        if frame.get("fault"):
            _finds_the_fault(game, frame, last, boards)
            continue
        if frame.get("hand_over") is not None:
            continue
        parts = game.successors(table, moment)
        for seat, cells in enumerate(boards):
            assert game.problems_at(table, moment, seat, cells, boards) == ()
            assert allows(parts[seat], cells), (frame["file"], seat)
        assert agree(game, table, moment, boards)
        last = table
        outcome = game.advance(table, moment, boards)
        table = outcome.table
        if frame.get("next_first") is not None:
            assert table.starter == frame["next_first"]
        if "scoring" in frame:
            assert table.scores == tuple(seat["after"] for seat in frame["scoring"])
            for steps, seat in zip(outcome.steps, frame["scoring"], strict=True):
                tiles = [step.points for step in steps if step.cell.startswith("wall/")]
                assert tiles == seat["placements"]
                floor = [step.points for step in steps if step.cell == "floor"]
                assert sum(floor) == seat["floor"]
    result = game.result(table)
    assert result.complete == ("bonuses" in truth)
    if result.complete:
        assert result.scores == tuple(seat["total"] for seat in truth["bonuses"])
        for counted, seat in zip(result.bonuses, truth["bonuses"], strict=True):
            assert counted == {key: seat[key] for key in ("rows", "columns", "colours")}


def _finds_the_fault(game, frame, table, boards):
    """The faulty picture repeats a checkpoint: compared with the table before the first one."""
    fault = frame["fault"]
    moment = Moment(Checkpoint(frame["checkpoint"]), frame["round"], frame.get("seat"))
    for seat, cells in enumerate(boards):
        found = game.problems_at(table, moment, seat, cells)
        if seat != fault["seat"]:
            assert found == ()
            continue
        rule = f"{game.prefix}-{RULES[fault['kind']]}"
        assert any(p.rule == rule and set(p.cells) & set(fault["cells"]) for p in found)
        assert len(found) <= 3
        assert all(problem.message for problem in found)
