"""Helpers for the tests of Azul Duel: boards from text, positions in the middle of a game."""

from __future__ import annotations

import random
from functools import cache
from math import inf

import pytest

from companion.games import play
from companion.games.azul_duel.actions import LeaveLine, SpendChips, TakeChip, TakeMoon, TakeSun
from companion.games.azul_duel.board import EMPTY_BOARD, Board, Line, covered, missing, open_cells
from companion.games.azul_duel.catalogue import TURNED
from companion.games.azul_duel.notation import LETTERS
from companion.games.azul_duel.position import Offer, Phase, Player, Position, SmallFactory, Supply
from companion.games.azul_duel.rules.first_phase import sun_part, visible_moon
from companion.games.azul_duel.rules.tiling import begin_tiling
from companion.games.base import IllegalAction, Setup

TILE = {letter: tile for tile, letter in LETTERS.items()}
GOALS = ("G1", "G2", "G3")


def tiles(letters):
    """Return tiles from their letters: ``BKR``."""
    return tuple(TILE[letter] for letter in letters)


def cell(row, column):
    """Return the dome cell of a row and a column that count from 1, as in the rules file."""
    return 6 * (row - 1) + column - 1


def domes(words):
    """Return the dome tiles by place from words like ``0/1=14.2``."""
    places = [None] * 9
    for word in words.split():
        where, what = word.split("=")
        tile, turn = map(int, what.split("."))
        places[3 * int(where[0]) + int(where[2])] = TURNED[tile][turn]
    return tuple(places)


def board(drawing, words="", broken="", first=False):
    """Return a board from six drawn lines, such as ``.BB | .. RY ..``, and its dome tiles."""
    lines, dome = [], []
    for row, text in enumerate(drawing.strip().splitlines()):
        left, _, right = text.partition("|")
        held = left.strip().lstrip(".")
        assert len(left.strip()) == row + 1, text
        lines.append(Line(TILE[held[0]], len(held)) if held else Line())
        dome += [TILE.get(letter) for letter in "".join(right.split())]
    return Board(tuple(lines), domes(words), tuple(dome), tiles(broken), first)


def offer(smalls=(), moons=(), large_sun="", large_moon=""):
    """Return factories with these sun and moon parts, a blue chip on each small one."""
    found = []
    for index in range(4):
        sun = tiles(smalls[index]) if index < len(smalls) else ()
        moon = tiles(moons[index]) if index < len(moons) else ()
        found.append(SmallFactory(sun, moon, "blue"))
    return Offer(tuple(found), tiles(large_sun), tiles(large_moon), (1, 2, 3))


def acquiring(factories=None, options=None, mine=EMPTY_BOARD, round=1, **changes):
    """Return complete play and a position in phase 1 with seat 0 to act.

    It need not be a whole game: only what the test is about is on the table.
    """
    rules = play(Setup("azul-duel", goals=GOALS, first_player=0, options=options or {}))
    factories = factories or offer(smalls=["BYRK"] * 4, large_sun="BYRKT")
    position = Position(
        GOALS,
        starter=0,
        seat=0,
        round=round,
        phase=Phase.ACQUIRING,
        players=(Player(board=mine, **changes), Player()),
        offer=factories,
        supply=Supply(bag=(9, 9, 9, 9, 9), stack=tuple(range(4, 17))),
        chance=1,
    )
    return rules, position


def tiling(mine, options=None, chips=(), score=5, round=1):
    """Return complete play and a position at seat 0's first choice of phase 2."""
    rules, position = acquiring(
        Offer(display=(1, 2, 3)), options, mine, round, chips=chips, score=score
    )
    return rules, begin_tiling(position, rules.options)


def refused(rules, position, action):
    """Return the rule by which an action is refused."""
    assert action not in rules.legal_actions(position)
    with pytest.raises(IllegalAction) as error:
        rules.apply(position, action)
    return error.value.rule


def with_seat(position, seat, **changes):
    """Return the position with ``seat`` to act and its player changed."""
    players = list(position.players)
    players[seat] = players[seat]._replace(**changes)
    return position._replace(seat=seat, players=tuple(players))


def settled(rules, table, moment, boards):
    """Return the table after boards that must be legal, and the outcome."""
    assert rules.surprise(table, moment, boards) < inf
    for seat, cells in enumerate(boards):
        assert rules.problems_at(table, moment, seat, cells) == ()
    outcome = rules.advance(table, moment, boards)
    return outcome.table, outcome


@cache
def rules_for(**options):
    """Return complete play with ``options``, the goals drawn by the seed."""
    return play(Setup("azul-duel", options=options))


def any_action(position, actions, chance):
    """Choose any action."""
    return chance.choice(actions)


def builder(position, actions, chance):
    """Choose like somebody who fills lines that the dome can take, and breaks few tiles."""
    mine = position.player.board

    def worth(action):
        if isinstance(action, TakeSun | TakeMoon):
            return _worth_of_tiles(position, mine, action)
        return {SpendChips: 9, LeaveLine: -5, TakeChip: 4}.get(type(action), 0)

    return max(actions, key=lambda action: (worth(action) + 2 * chance.random(), repr(action)))


def _worth_of_tiles(position, mine, action):
    source = visible_moon(position)
    if isinstance(action, TakeSun):
        source = sun_part(position, action.factory)
    number = source.count(action.colour)
    if action.line is None:
        return -4 * number
    fit = min(number, missing(mine, action.line))
    hopeless = covered(mine, action.line) and not open_cells(mine, action.line, action.colour)
    done = 4 if fit == missing(mine, action.line) else 0
    return fit + done - 4 * (number - fit) - 9 * hopeless


def random_game(rules, seed, choose=any_action):
    """Yield (position, actions, action, next position) of a random game."""
    chance = random.Random(seed)
    position = rules.start(seed)
    while actions := rules.legal_actions(position):
        action = choose(position, actions, chance)
        following = rules.apply(position, action)
        yield position, actions, action, following
        position = following
