"""Faults put into random games are found as what they are, with few other alarms."""

from __future__ import annotations

from random import Random

import pytest
from one_board import problems
from test_wall_play import game_of

from companion import games
from companion.games.base import Checkpoint, Setup
from companion.games.wall.board import FLOOR_CELLS, LINE_CELLS, WALL_CELLS, cells_of
from companion.games.wall.position import FLOOR, Take

SETUPS = [Setup("azul"), Setup("azul", "grey"), Setup("master-chocolatier", players=3)]
MOST_ALARMS = 3


def offers(play, seed):
    """Yield (boards before the round, boards at the end of its offer, boards after the tiling)."""
    before = play.start(seed).boards
    offered = None
    for position, action, after in game_of(play, seed):
        if isinstance(action, Take):
            offered = play.take(position, action)
        if after.round != position.round:
            yield before, offered.boards, after.boards
            before = after.boards


def lines(cells):
    """Yield (row, filled places) of every pattern line."""
    for row in range(5):
        yield row, [place for place in range(row + 1) if f"line/{row}/{place}" in cells]


def mixed_line(cells, play, chance):
    for row, places in lines(cells):
        if len(places) > 1:
            cell = f"line/{row}/{chance.choice(places)}"
            others = [colour for colour in play.data.colours if colour != cells[cell]]
            return {**cells, cell: chance.choice(others)}, "R15", {cell}
    return None


def gap_in_line(cells, play, chance):
    for row, places in lines(cells):
        if places and len(places) < row + 1:
            gone, new = f"line/{row}/{places[-1]}", f"line/{row}/{places[-1] + 1}"
            after = {**cells, new: cells[gone]}
            del after[gone]
            return after, "R14", {new}
    return None


def wrong_wall_colour(cells, play, chance):
    empty = [(r, c) for r in range(5) for c in range(5) if f"wall/{r}/{c}" not in cells]
    row, column = chance.choice(empty)
    others = [colour for colour in play.data.colours if colour != play.data.printed(row, column)]
    cell = f"wall/{row}/{column}"
    return {**cells, cell: chance.choice(others)}, "R22", {cell}


def colour_already_on_wall(cells, play, chance):
    for row, places in lines(cells):
        walls = [cells[cell] for cell in WALL_CELLS[row] if cell in cells]
        if walls and not places:
            filled = LINE_CELLS[row][: chance.randint(1, row + 1)]
            colour = chance.choice(walls)
            return {**cells, **dict.fromkeys(filled, colour)}, "R17", set(filled)
    return None


FAULTS = (mixed_line, gap_in_line, wrong_wall_colour, colour_already_on_wall)


@pytest.mark.parametrize(
    ("setup", "fault"),
    [
        pytest.param(setup, fault, id=f"{setup.game}-{setup.variant}-{fault.__name__}")
        for setup in SETUPS
        for fault in FAULTS
        if fault is not wrong_wall_colour or setup.variant == "coloured"
    ],
)
def test_a_fault_in_an_offer_is_found(setup, fault):
    play, reader = games.play(setup), games.game(setup)
    chance, tried = Random(5), 0
    for seed in range(8):
        for before, offered, _ in offers(play, seed):
            for old, board in zip(before, offered, strict=True):
                earlier, cells = (cells_of(b, play.data.colours) for b in (old, board))
                made = fault(cells, play, chance)
                if made is None:
                    continue
                tried += 1
                wrong, number, where = made
                found = problems(reader, wrong, earlier, Checkpoint.OFFER_END)
                assert any(p.rule.endswith(f"-{number}") and where & set(p.cells) for p in found), (
                    found
                )
                assert len(found) <= MOST_ALARMS
    assert tried > 20


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.game}-{setup.variant}")
def test_the_tiles_of_a_turn_in_two_lines_are_found(setup):
    play, reader = games.play(setup), games.game(setup)
    tried = 0
    for seed in range(4):
        for position, action, _ in game_of(play, seed):
            if not isinstance(action, Take) or action.line == FLOOR:
                continue
            turn = position.turn
            old = position.boards[turn]
            new = play.take(position, action).boards[turn]
            before, cells = (cells_of(b, play.data.colours) for b in (old, new))
            assert problems(reader, cells, before, Checkpoint.TURN) == ()
            name = play.data.colours[action.colour]
            for row in range(5):
                fits = old.lines[row].tiles == 0 and action.colour not in old.wall[row]
                if row != action.line and fits:
                    tried += 1
                    wrong = {**cells, f"line/{row}/0": name}
                    (found,) = problems(reader, wrong, before, Checkpoint.TURN)
                    assert found.rule.endswith("-R13")
                    assert f"line/{row}/0" in found.cells
    assert tried > 50


def not_moved(before, cells, row):
    line = {c: before[c] for c in LINE_CELLS[row]}
    kept = {c: t for c, t in cells.items() if not c.startswith(f"wall/{row}/")}
    return kept | {c: before[c] for c in WALL_CELLS[row] if c in before} | line, "R22"


def not_cleared(before, cells, row):
    return {**cells, **{c: before[c] for c in LINE_CELLS[row]}}, "R24"


def floor_left(before, cells, row):
    return {**cells, **{c: before[c] for c in FLOOR_CELLS if c in before}}, "R32"


@pytest.mark.parametrize(
    "fault", [not_moved, not_cleared, floor_left], ids=lambda fault: fault.__name__
)
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.game}-{setup.variant}")
def test_a_fault_in_a_tiling_is_found(setup, fault):
    play, reader = games.play(setup), games.game(setup)
    tried = 0
    for seed in range(5):
        for _, offered, tiled in offers(play, seed):
            for old, new in zip(offered, tiled, strict=True):
                before, cells = (cells_of(b, play.data.colours) for b in (old, new))
                complete = [
                    row
                    for row in range(5)
                    if old.lines[row].tiles > row and new.wall[row] != old.wall[row]
                ]
                if not complete or (fault is floor_left and not old.floor):
                    continue
                tried += 1
                wrong, number = fault(before, cells, complete[-1])
                (found,) = problems(reader, wrong, before, Checkpoint.TILED)
                assert found.rule.endswith(f"-{number}")
                assert set(found.cells) <= set(wrong)
    assert tried > 20
