"""What lies in the box: colours, dome tiles, bonus chips and scoring goals.

A dome tile as it lies is a tuple of four *spaces*: top-left, top-right, bottom-left, bottom-right;
each is a colour, ``any`` (multicoloured) or ``special``.
"""

from __future__ import annotations

from functools import cache

from companion.games.base import ANY, SPECIAL

COLOURS = ("blue", "yellow", "red", "black", "turquoise")
INDEX = {colour: number for number, colour in enumerate(COLOURS)}
"""Colour -> its place in ``COLOURS`` and in every count of tiles."""
TILES_PER_COLOUR = 13
SPECIAL_TILES = 9
ROUNDS = 5
ROWS = 6
PLACES = 9
FACTORIES = 4
"""Small factories; the large one has the index ``LARGE``."""
LARGE = 4
LARGE_TILES = 5
SMALL_TILES = 4
DISPLAY = 3
TOKENS = 2
CHIPS_PER_ROUND = 2
BROKEN_PLACES = 4
START_SCORE = 5
START_TILE_POINTS = -2

Spaces = tuple[str, str, str, str]
"""A dome tile as it lies: top-left, top-right, bottom-left, bottom-right."""

_S, _M = SPECIAL, ANY
_RINGS: dict[int, tuple[str, tuple[str, str, str]]] = {
    1: (_S, ("turquoise", "yellow", "black")),
    2: (_M, ("blue", "black", "turquoise")),
    3: (_M, ("blue", "turquoise", "red")),
    4: (_M, ("red", "black", "yellow")),
    5: (_S, ("red", "turquoise", "black")),
    6: (_M, ("turquoise", "yellow", "black")),
    7: (_S, ("black", "blue", "red")),
    8: (_S, ("black", "yellow", "blue")),
    9: (_S, ("blue", "turquoise", "red")),
    10: (_M, ("yellow", "red", "blue")),
    11: (_S, ("red", "black", "yellow")),
    12: (_M, ("red", "turquoise", "black")),
    13: (_S, ("blue", "black", "turquoise")),
    14: (_M, ("yellow", "red", "turquoise")),
    15: (_M, ("turquoise", "blue", "yellow")),
    16: (_S, ("turquoise", "blue", "yellow")),
    17: (_M, ("black", "blue", "red")),
    18: (_S, ("yellow", "red", "blue")),
}
"""Dome tile -> its special or multicoloured space, then its colours clockwise from there."""

DOME_TILES = tuple(_RINGS)


def _lie(tile: int, turn: int) -> Spaces:
    """Return the spaces of ``tile`` after ``turn`` clockwise quarter turns.

    Unturned, the special or multicoloured space is top-left.
    """
    kind, colours = _RINGS[tile]
    clockwise = (kind, *colours)
    top_left, top_right, bottom_right, bottom_left = (clockwise[(k - turn) % 4] for k in range(4))
    return (top_left, top_right, bottom_left, bottom_right)


TURNED: dict[int, tuple[Spaces, Spaces, Spaces, Spaces]] = {
    tile: (_lie(tile, 0), _lie(tile, 1), _lie(tile, 2), _lie(tile, 3)) for tile in DOME_TILES
}
"""Dome tile -> how it lies after 0 to 3 clockwise quarter turns."""

LYING: dict[Spaces, tuple[int, int]] = {
    spaces: (tile, turn) for tile, turns in TURNED.items() for turn, spaces in enumerate(turns)
}
"""Spaces as they lie -> (dome tile, clockwise quarter turns); 72 entries."""

_SINGLE = ("blue", "turquoise", "red", "black", "yellow")
_DOUBLE = ("turquoise+yellow", "blue+red", "red+turquoise", "black+blue", "yellow+black")
CHIP_FACES = tuple(sorted(_SINGLE + _DOUBLE))
CHIPS = tuple(sorted(_SINGLE * 2 + _DOUBLE * 2))
"""All 20 bonus chips; each face occurs twice."""

UNKNOWN_CHIP = "unknown"
"""A chip that was told without its face: it may show any colour."""


@cache
def chip_shows(chip: str, colour: str) -> bool:
    """Tell whether ``chip`` shows ``colour``; a two-coloured chip shows both (DU-R38)."""
    return chip == UNKNOWN_CHIP or colour in chip.split("+")


GOAL_TILES = (("G1", "G6"), ("G2", "G5"), ("G3", "G7"), ("G4", "G8"))
"""The two sides of each scoring goal tile (DU-R5)."""
GOALS = ("G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8")
GOAL_RULES = {goal: f"DU-R{58 + index}" for index, goal in enumerate(GOALS)}


def check_goals(goals: tuple[str, ...]) -> None:
    """Raise ``ValueError`` unless ``goals`` are three or four goals of different tiles (DU-R5)."""
    for goal in goals:
        if goal not in GOALS:
            raise ValueError(f"There is no scoring goal {goal!r}; choose among {', '.join(GOALS)}.")
    tiles = {next(i for i, sides in enumerate(GOAL_TILES) if goal in sides) for goal in goals}
    if len(tiles) != len(goals):
        raise ValueError(f"DU-R5: {', '.join(goals)} share a goal tile; use one side of each.")
    if len(goals) not in (3, 4):
        raise ValueError(f"DU-R5: {len(goals)} scoring goals are in play; choose 3 (or all 4).")
