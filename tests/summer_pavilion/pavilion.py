"""Helpers that let the tests speak the language of the rules: stars by place, tiles by letter."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from companion.games.base import Setup
from companion.games.common.sack import Counts
from companion.games.summer_pavilion.layout import EMPTY, SIDES, SPACE, Spaces
from companion.games.summer_pavilion.play import SummerPavilionPlay
from companion.games.summer_pavilion.position import DISPLAYS, Phase, PlayerBoard, Position
from companion.games.summer_pavilion.tiles import ALL_TILES, COLOURS, INDEX, NO_TILES, minus, plus
from companion.games.summer_pavilion.validate import all_tiles

SHARED = Path(__file__).parents[3] / "shared"
STARS = ("CT", "LF", "UL", "UR", "RT", "LR", "LL")
LETTERS = {name[0]: name for name in COLOURS}
FULL_SUPPLY = "2p 2g 2o 2y 1b 1r"


def engine(variant: str = "coloured", players: int = 2, **options: object) -> SummerPavilionPlay:
    """Return complete play with the given options."""
    return SummerPavilionPlay(Setup("summer-pavilion", variant, players=players, options=options))


def tiles(text: str) -> Counts:
    """Return counts from ``"3p 1g"``."""
    counts = [0] * len(COLOURS)
    for word in text.split():
        counts[INDEX[LETTERS[word[-1]]]] += int(word[:-1])
    return tuple(counts)


def cell(name: str) -> str:
    """Return the cell id of a space named as in the rules: ``UL-2`` is ``star/2/2``."""
    star, slot = name.split("-")
    return f"star/{STARS.index(star)}/{slot}"


def spaces(text: str, variant: str = "coloured") -> Spaces:
    """Return spaces from ``"UL-1 CT-6:red"``; a star of a printed colour needs no colour."""
    filled = list(EMPTY)
    for word in text.split():
        name, _, colour = word.partition(":")
        printed = SIDES[variant].colours[STARS.index(name.split("-")[0])]
        tile = INDEX[colour] if colour else printed
        assert tile is not None, f"{name} needs a colour"
        filled[SPACE[cell(name)]] = tile
    return tuple(filled)


def board(
    filled: str = "",
    beside: str = "",
    *,
    score: int = 5,
    corners: str = "",
    passed: bool = False,
    variant: str = "coloured",
) -> PlayerBoard:
    """Return a board from the notation above."""
    return PlayerBoard(spaces(filled, variant), tiles(beside), tiles(corners), score, passed)


def position(
    play: SummerPavilionPlay,
    *boards: PlayerBoard,
    round: int = 1,
    phase: Phase = Phase.PLACE,
    seat: int = 0,
    starter: int = 0,
    marker: int | None = None,
    displays: tuple[str, ...] = (),
    centre: str = "",
    supply: str = FULL_SUPPLY,
    tower: str = "",
    rest: str = "bag",
    owed: tuple[int, ...] = (),
    generator: int | None = 1,
) -> Position:
    """Return a possible position.

    ``rest`` tells where the tiles are that lie nowhere else: in the "bag", in the "tower", or
    beside the last "board".
    """
    players = play.rules.players
    offers = [tiles(each) for each in displays]
    offers += [NO_TILES] * (DISPLAYS[players] - len(offers))
    made = Position(
        round,
        phase,
        seat,
        starter,
        marker,
        tuple(offers),
        tiles(centre),
        tiles(supply),
        NO_TILES,
        tiles(tower),
        (*boards, *(PlayerBoard(),) * (players - len(boards))),
        owed,
        generator,
    )
    left = minus(ALL_TILES, all_tiles(made))
    if rest == "board":
        last = made.boards[-1]._replace(beside=plus(made.boards[-1].beside, left))
        made = made._replace(boards=(*made.boards[:-1], last))
    else:
        made = made._replace(**{rest: plus(getattr(made, rest), left)})
    play.check(made)
    return made


def random_game(play: SummerPavilionPlay, seed: int) -> Iterator[tuple[Position, object]]:
    """Yield every position of a random game with the action taken, and the last with None."""
    choice = random.Random(seed)
    now = play.start(seed)
    while legal := play.legal_actions(now):
        action = choice.choice(legal)
        yield now, action
        now = play.apply(now, action)
    yield now, None
