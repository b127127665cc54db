"""Plays games of Azul Duel and notes what a picture of the table would show at every checkpoint."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from duel_tables import random_game

from companion.games import play
from companion.games.azul_duel.actions import SpendChips
from companion.games.azul_duel.position import Phase
from companion.games.azul_duel.reading.cells import cells_of
from companion.games.azul_duel.rules import tiling, turn_order
from companion.games.base import Checkpoint, Moment, Setup

GOALS = ("G1", "G5", "G8")
SETUP = Setup("azul-duel", goals=GOALS)


@dataclass
class Seen:
    """What a picture would show, and the truth behind it."""

    moment: Moment
    boards: list
    scores: tuple
    sheets: tuple


def boards_of(position):
    """Return both boards as cells, of a broken stack only the top visible."""
    boards = []
    for player in position.players:
        broken = player.board.broken
        top = (None,) * (len(broken) - 1) + broken[-1:]
        boards.append(cells_of(player.board._replace(broken=top)))
    return boards


def chips_of(position):
    return [Counter(player.chips) for player in position.players]


def lists(counters):
    return [sorted(counter.elements()) for counter in counters]


def turn_ended(before, position):
    """Tell whether a turn of phase 1 is over and the phase goes on."""
    same = before.phase is position.phase is Phase.ACQUIRING and before.round == position.round
    return same and position.pending is None


class Watcher:
    """Plays a game and notes what lies on the boards at every checkpoint."""

    def __init__(self, monkeypatch, turns=False):
        self.seen, self.turns = [], turns
        self.begin, self.next = turn_order.begin_tiling, tiling.next_round
        self.drawn, self.held, self.tiled = [0, 0], [Counter(), Counter()], None
        monkeypatch.setattr(turn_order, "begin_tiling", self.offer_ends)
        monkeypatch.setattr(tiling, "next_round", self.round_ends)

    def note(self, checkpoint, position, **told):
        scores = tuple(player.score for player in position.players)
        sheets = tuple(player.sheet for player in position.players)
        moment = Moment(checkpoint, position.round, None, told)
        self.seen.append(Seen(moment, boards_of(position), scores, sheets))

    def turn(self, seat, position):
        if self.turns:
            self.note(Checkpoint.TURN, position)
            self.seen[-1].moment = replace(self.seen[-1].moment, seat=seat)

    def offer_ends(self, position, options):
        draws = [sum(s.rule == "DU-R16" for s in player.sheet) for player in position.players]
        now = chips_of(position)
        self.note(
            Checkpoint.OFFER_END,
            position,
            broken=[len(player.board.broken) for player in position.players],
            drawn=[new - old for new, old in zip(draws, self.drawn, strict=True)],
            chips=lists(new - old for new, old in zip(now, self.held, strict=True)),
        )
        self.drawn, self.held = draws, now
        return self.begin(position, options)

    def round_ends(self, position, options):
        self.tile(position)
        return self.next(position, options)

    def tile(self, position):
        now = chips_of(position)
        spent = [old - new for new, old in zip(now, self.held, strict=True)]
        self.held = now
        self.note(Checkpoint.TILED, position, chips=lists(spent))

    def play(self, seed, choose, setup=SETUP):
        """Return everything seen of a game and its result."""
        rules = play(setup)
        for before, _, action, position in random_game(rules, seed, choose):
            if before.phase is Phase.OPENING and position.phase is not Phase.OPENING:
                self.note(Checkpoint.OPENING, position)
            elif turn_ended(before, position):
                self.turn(before.seat, position)
            self.chips = getattr(self, "chips", 0) + isinstance(action, SpendChips)
        self.tile(position)
        return self.seen, rules.result_of(position)
