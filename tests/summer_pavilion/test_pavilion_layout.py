"""The board as data, against the tables of section 6 of the rules, copied word for word."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from pavilion import STARS, cell
from pavilion_slowly import centre_of

from companion.games.summer_pavilion.layout import (
    ALL_CELLS,
    CELLS,
    COLOURED,
    GREY,
    SPACE,
    STAR_COLOURS,
    STRUCTURES,
)
from companion.games.summer_pavilion.notation import LAYOUT
from companion.games.summer_pavilion.rules.stars import COMPLETE_STAR
from companion.games.summer_pavilion.tiles import COLOURS, INDEX

PILLARS = """
  P-UL: [UL-2, UL-3, CT-6, CT-1]
  P-UR: [UR-2, UR-3, CT-1, CT-2]
  P-RT: [RT-2, RT-3, CT-2, CT-3]
  P-LR: [LR-2, LR-3, CT-3, CT-4]
  P-LL: [LL-2, LL-3, CT-4, CT-5]
  P-LF: [LF-2, LF-3, CT-5, CT-6]
"""
STATUES = """
  S-UL-UR: [UL-1, UL-2, UR-3, UR-4]
  S-UR-RT: [UR-1, UR-2, RT-3, RT-4]
  S-RT-LR: [RT-1, RT-2, LR-3, LR-4]
  S-LR-LL: [LR-1, LR-2, LL-3, LL-4]
  S-LL-LF: [LL-1, LL-2, LF-3, LF-4]
  S-LF-UL: [LF-1, LF-2, UL-3, UL-4]
"""
WINDOWS = """
  W-UL: [UL-5, UL-6]
  W-UR: [UR-5, UR-6]
  W-RT: [RT-5, RT-6]
  W-LR: [LR-5, LR-6]
  W-LL: [LL-5, LL-6]
  W-LF: [LF-5, LF-6]
"""
CLOCK = {
    "UL": {1: 2, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12},
    "UR": {1: 4, 2: 6, 3: 8, 4: 10, 5: 12, 6: 2},
    "RT": {1: 6, 2: 8, 3: 10, 4: 12, 5: 2, 6: 4},
    "LR": {1: 8, 2: 10, 3: 12, 4: 2, 5: 4, 6: 6},
    "LL": {1: 10, 2: 12, 3: 2, 4: 4, 5: 6, 6: 8},
    "LF": {1: 12, 2: 2, 3: 4, 4: 6, 5: 8, 6: 10},
    "CT": {1: 12, 2: 2, 3: 4, 4: 6, 5: 8, 6: 10},
}
OTHER_SIDE = """
UL | 6 | 3 | 2 | 1 | 4 | 5
UR | 5 | 6 | 3 | 2 | 1 | 4
RT | 4 | 5 | 6 | 3 | 2 | 1
LR | 1 | 4 | 5 | 6 | 3 | 2
LL | 2 | 1 | 4 | 5 | 6 | 3
LF | 3 | 2 | 1 | 4 | 5 | 6
CT | 3 | 3 | 3 | 3 | 3 | 3
"""


@pytest.mark.parametrize(
    ("kind", "bonus", "table"),
    [("pillar", 1, PILLARS), ("statue", 2, STATUES), ("window", 3, WINDOWS)],
)
def test_structures_stand_where_the_rules_say(kind, bonus, table):
    lines = [line.split(": ")[1].strip("[] ") for line in table.strip().splitlines()]
    told = {frozenset(SPACE[cell(name)] for name in line.split(", ")) for line in lines}
    built = [structure for structure in STRUCTURES if structure.kind == kind]
    assert {frozenset(structure.spaces) for structure in built} == told
    assert {structure.bonus for structure in built} == {bonus}
    assert len(built) == 6


def test_numbers_of_the_other_side_by_clock_direction():
    for line in OTHER_SIDE.strip().splitlines():
        star, *numbers = line.split(" | ")
        by_clock = dict(zip((12, 2, 4, 6, 8, 10), map(int, numbers), strict=True))
        for slot, clock in CLOCK[star].items():
            assert GREY.numbers[SPACE[cell(f"{star}-{slot}")]] == by_clock[clock]


def test_every_number_of_the_coloured_side_stands_on_seven_spaces():
    for number in range(1, 7):
        assert len(COLOURED.spaces_with(number)) == 7
    assert {number: len(GREY.spaces_with(number)) for number in (1, 2, 3, 4)} == {
        1: 6,
        2: 6,
        3: 12,
        4: 6,
    }


def test_colours_and_end_bonuses_of_the_stars():
    told = {
        "UL": "orange",
        "UR": "red",
        "RT": "blue",
        "LR": "yellow",
        "LL": "green",
        "LF": "purple",
    }
    assert dict(zip(STARS[1:], STAR_COLOURS, strict=True)) == told
    worth = {"red": 14, "blue": 15, "yellow": 16, "orange": 17, "green": 18, "purple": 20}
    assert dict(zip(COLOURS, COMPLETE_STAR, strict=True)) == worth


@pytest.mark.parametrize("side", [COLOURED, GREY])
def test_the_board_file_has_the_same_spaces_numbers_and_colours(side):
    folder = Path(__file__).parents[2] / "companion" / "games" / "summer_pavilion"
    path = folder / ("board.json" if side is COLOURED else "board-grey.json")
    cells = {each["id"]: each for each in json.loads(path.read_text())["cells"]}
    assert set(cells) == ALL_CELLS
    for space, name in enumerate(CELLS):
        printed = side.colours[space // 6]
        assert cells[name]["number"] == side.numbers[space]
        assert INDEX.get(cells[name]["colour"]) == printed


def test_the_picture_shows_every_space_in_its_direction():
    """What is further right or further down on the board is so in the picture."""
    drawn = {cell: (x, y) for y, row in enumerate(LAYOUT) for x, cell in enumerate(row)}
    assert set(drawn) - {" "} == ALL_CELLS
    for one, other in combinations(CELLS, 2):
        for axis, sign in ((0, 1), (1, -1)):  # lines of text are counted downwards
            really = (centre_of(one)[axis] - centre_of(other)[axis]) * sign
            shown = drawn[one][axis] - drawn[other][axis]
            assert really * shown >= 0 or abs(really) < 0.01, (one, other)
