"""Recorded complete games of the family against the engine (``companion verify``).

A record gives every deal, every move with the number and a checksum of the legal moves, and what
lay on each board after each round; the header line of a file explains its fields.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import differences as differences_of
from companion.games.base import Setup
from companion.games.differences import Difference
from companion.games.info import GameInfo
from companion.games.wall.board import Board
from companion.games.wall.data import SIZE
from companion.games.wall.play import WallPlay
from companion.games.wall.position import CENTRE, FLOOR, Action, Deal, Place, Position, Take
from companion.games.wall.rules.rounds import offer_is_over
from companion.games.wall.rules.scoring import TOTAL_PENALTY

LINES_AND_FLOOR = SIZE + 1


def differences(info: GameInfo, record: Mapping[str, Any]) -> list[Difference]:
    """Return everything in which a recorded game and the engine disagree.

    A game that cannot be followed any further (a deal or move that is not possible) ends with
    the difference that says so.
    """
    return Replay(info, record).followed(record)


class Replay(differences_of.Replay):
    """Follows one recorded game."""

    def __init__(self, info: GameInfo, record: Mapping[str, Any]) -> None:
        super().__init__(record["game"])
        players, first = record["players"], record["first_player"]
        self.play = WallPlay(info.data, Setup(info.name, players=players, first_player=first))
        self.colours = self.play.data.colours
        self.position = self.play.opening()

    def run(self, record: Mapping[str, Any]) -> None:
        """Replay the whole game."""
        for played in record["rounds"]:
            self._round = played["round"]
            self.compare("round", self.position.round + 1, played["round"])
            if self.position.over:
                self.stop("round after the end of the game", None, self._round)
            self._deal(played)
            self._moves(played["moves"])
            self._end(played)
        self._round = None
        self._result(record)

    def _deal(self, played: Mapping[str, Any]) -> None:
        before = self.position
        self.compare("first_player", before.starter, played["first_player"])
        self.compare("bag_before", list(before.bag), played["bag_before"])
        self.compare("lid_before", list(before.lid), played["lid_before"])
        self.doing, self.noted = "factories", played["factories"]
        deal = Deal(tuple(tuple(tiles) for tiles in played["factories"]))
        self.position = self.play.deal(before, deal)
        self.compare("bag_after", list(self.position.bag), played["bag_after"])
        self.compare("lid_after", list(self.position.lid), played["lid_after"])

    def _moves(self, moves: Sequence[Mapping[str, Any]]) -> None:
        for self._move, move in enumerate(moves, start=1):
            position = self.position
            legal = self.play.legal_actions(position)
            if not legal or offer_is_over(position):
                self.stop("move after the last tile", None, dict(move))
            self.compare("player", position.turn, move["player"])
            self.compare("legal", len(legal), move["legal"])
            self.compare("legal_crc", self._crc(legal), move["legal_crc"])
            self.doing, self.noted = "move", dict(move)
            action = self._action(move)
            self.position = self.play.take(position, action)
            for key, value in _effects(position, self.position, action).items():
                self.compare(key, value, move[key])
        if not offer_is_over(self.position):
            self._move = len(moves) + 1
            left = len(self.play.legal_actions(self.position))
            self.stop("move missing", f"{left} legal", None)
        self._move = None

    def _action(self, move: Mapping[str, Any]) -> Take:
        source = CENTRE if move["source"] == "centre" else move["source"]
        line = FLOOR if move["line"] == "floor" else move["line"]
        return Take(source, self.colours.index(move["colour"]), line)

    def _crc(self, legal: Sequence[Action]) -> int:
        centre = len(self.position.displays)
        ids = sorted(_move_id(action, centre) for action in legal)
        return zlib.crc32(",".join(map(str, ids)).encode())

    def _end(self, played: Mapping[str, Any]) -> None:
        offered = self.position
        self.position = self.play.settled(offered)
        self.compare("boards at the end", len(offered.boards), len(played["end"]))
        for seat, end in enumerate(played["end"]):
            before, after = offered.boards[seat], self.position.boards[seat]
            for key, value in _board_end(self.colours, before, after).items():
                self.compare(f"seat {seat} {key}", value, end[key])
        self.compare("next_first_player", self.position.starter, played["next_first_player"])

    def _result(self, record: Mapping[str, Any]) -> None:
        """Compare the end: the game must be over, with its rewards, totals and winners."""
        result = self.play.result_of(self.position)
        self.compare("complete", self.position.over, record["complete"])
        for seat, (counted, steps) in enumerate(zip(result.bonuses, result.steps, strict=True)):
            bonus = dict(counted) | {"points": sum(step.points for step in steps)}
            self.compare(f"seat {seat} bonus", bonus, record["bonuses"][seat])
        self.compare("final_scores", list(result.scores), record["final_scores"])
        self.compare("winners", list(result.winners), record["winners"])


def _move_id(action: Action, centre: int) -> int:
    """Return the number a move has in the checksum of the legal moves."""
    if isinstance(action, Place):
        raise TypeError("a recorded game has no choices on the wall")
    source = centre if action.source == CENTRE else action.source
    return (source * SIZE + action.colour) * LINES_AND_FLOOR + action.line


def _effects(before: Position, after: Position, action: Take) -> dict[str, object]:
    """Return what a move brought, as the record says it."""
    tiles = before.tiles_on(action.source)[action.colour]
    old, new = before.boards[before.turn], after.boards[before.turn]
    to_line = sum(line.tiles for line in new.lines) - sum(line.tiles for line in old.lines)
    return {
        "tiles": tiles,
        "to_line": to_line,
        "to_floor": tiles - to_line,
        "marker": before.marker is None and after.marker is not None,
    }


def _board_end(colours: Sequence[str], before: Board, after: Board) -> dict[str, object]:
    """Return a board after the tiling, and its floor before, as the record says them."""
    names = (*colours, "marker")
    return {
        "floor": [names[tile] for tile in before.floor],
        "penalty": -TOTAL_PENALTY[len(before.floor)],
        "delta": after.score - before.score,
        "score": after.score,
        "wall": [[int(tile is not None) for tile in row] for row in after.wall],
        "lines": [
            None if line.colour is None else [colours[line.colour], line.tiles]
            for line in after.lines
        ],
    }
