"""A photographed sitting of Azul Duel as its labels tell it: the rules follow it all the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from duel_tables import settled
from one_board import allows

from companion.games import game
from companion.games.base import Checkpoint, Moment, Setup

SITTINGS = Path(__file__).parents[2] / "shared" / "sittings"


def duel_sittings():
    for labels in sorted(SITTINGS.glob("*/labels.json")):
        if json.loads(labels.read_text())["game"] == "azul-duel":
            yield labels.parent


def as_seen(stack):
    """Return a stack of which only the top can be seen."""
    return (None,) * (len(stack) - 1) + (stack[-1],)


def cells_of_label(board):
    cells = {c: as_seen(v) if isinstance(v, list) else v for c, v in board["cells"].items()}
    return cells | {f"place/{d['place']}": tuple(d["spaces"]) for d in board["domes"]}


@pytest.mark.skipif(not SITTINGS.is_dir(), reason="no photographed sittings beside the checkout")
@pytest.mark.parametrize("folder", list(duel_sittings()), ids=lambda folder: folder.name)
def test_the_rules_follow_a_photographed_sitting(folder):
    told = json.loads((folder / "sitting.json").read_text())
    truth = json.loads((folder / "labels.json").read_text())
    rules = game(Setup("azul-duel", goals=tuple(told["goals"]), first_player=told["first_player"]))
    table = rules.empty_table()
    for frame, label in zip(told["frames"], truth["frames"], strict=True):
        if label["fault"]:
            continue
        moment = Moment(
            Checkpoint(frame["checkpoint"]),
            frame["round"],
            frame.get("seat"),
            frame.get("told", {}),
        )
        boards = [cells_of_label(board) for board in label["boards"]]
        for seat, parts in enumerate(rules.successors(table, moment)):
            assert allows(parts, boards[seat]), (frame["file"], seat)
        table, outcome = settled(rules, table, moment, boards)
        for seat, scoring in enumerate(label.get("scoring", [])):
            placed = [s for s in outcome.steps[seat] if s.cell.startswith("dome/")]
            events = [(e["cell"], e["points"]) for e in scoring["events"]]
            assert [(s.cell, s.points) for s in placed] == events
            assert table.scores[seat] == scoring["after"]
