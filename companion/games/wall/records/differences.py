"""Recorded complete games of Azul against the engine (``companion verify``).

A record gives every deal, every move with the number and a checksum of the legal moves, and what
lay on each board after each round; the header line of a file explains its fields.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.azul.info import DATA
from companion.games.base import IllegalAction, ImpossiblePosition, Setup
from companion.games.differences import Difference
from companion.games.wall.board import Board
from companion.games.wall.data import SIZE
from companion.games.wall.play import WallPlay
from companion.games.wall.position import CENTRE, FLOOR, Action, Deal, Place, Position, Take
from companion.games.wall.rules.rounds import offer_is_over
from companion.games.wall.rules.scoring import TOTAL_PENALTY

LINES_AND_FLOOR = SIZE + 1


def differences(game_record: Mapping[str, Any]) -> list[Difference]:
    """Return everything in which a recorded game and the engine disagree.

    A game that cannot be followed any further (a deal or move that is not possible) ends with
    the difference that says so.
    """
    return list(Replay(game_record).run())


class Replay:
    """Follows one recorded game; the position is the engine's, never the record's."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        first = record["first_player"]
        self.play = WallPlay(DATA, Setup("azul", players=record["players"], first_player=first))
        self.position = self.play.opening()
        self.number: int | None = None

    def run(self) -> Iterator[Difference]:
        """Yield the differences in the order in which they occur."""
        for played in self.record["rounds"]:
            self.number = played["round"]
            yield from self._differ(None, "round", self.position.round + 1, played["round"])
            if self.position.over:
                yield self._difference(None, "round after the end of the game", None, self.number)
                return
            try:
                yield from self._deal(played)
                yield from self._moves(played["moves"])
                yield from self._end(played)
            except Stop as stop:
                yield stop.difference
                return
        self.number = None
        yield from self._result()

    def _difference(
        self, move: int | None, what: str, expected: object, found: object
    ) -> Difference:
        return Difference(self.record["game"], self.number, move, what, expected, found)

    def _differ(
        self, move: int | None, what: str, expected: object, found: object
    ) -> Iterator[Difference]:
        if expected != found:
            yield self._difference(move, what, expected, found)

    def _deal(self, played: Mapping[str, Any]) -> Iterator[Difference]:
        before = self.position
        yield from self._differ(None, "first_player", before.starter, played["first_player"])
        yield from self._differ(None, "bag_before", list(before.bag), played["bag_before"])
        yield from self._differ(None, "lid_before", list(before.lid), played["lid_before"])
        deal = Deal(tuple(tuple(tiles) for tiles in played["factories"]))
        try:
            self.position = self.play.deal(before, deal)
        except ImpossiblePosition as error:
            stop = self._difference(None, "factories", str(error), played["factories"])
            raise Stop(stop) from error
        yield from self._differ(None, "bag_after", list(self.position.bag), played["bag_after"])
        yield from self._differ(None, "lid_after", list(self.position.lid), played["lid_after"])

    def _moves(self, moves: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
        for number, move in enumerate(moves, start=1):
            position = self.position
            legal = self.play.legal_actions(position)
            if not legal or offer_is_over(position):
                raise Stop(self._difference(number, "move after the last tile", None, dict(move)))
            yield from self._differ(number, "player", position.turn, move["player"])
            yield from self._differ(number, "legal", len(legal), move["legal"])
            yield from self._differ(number, "legal_crc", self._crc(legal), move["legal_crc"])
            action = _action(move)
            try:
                self.position = self.play.take(position, action)
            except IllegalAction as error:
                raise Stop(self._difference(number, "move", str(error), dict(move))) from error
            for key, value in _effects(position, self.position, action).items():
                yield from self._differ(number, key, value, move[key])
        if not offer_is_over(self.position):
            left = len(self.play.legal_actions(self.position))
            raise Stop(self._difference(len(moves) + 1, "move missing", f"{left} legal", None))

    def _crc(self, legal: Sequence[Action]) -> int:
        centre = len(self.position.displays)
        ids = sorted(_move_id(action, centre) for action in legal)
        return zlib.crc32(",".join(map(str, ids)).encode())

    def _end(self, played: Mapping[str, Any]) -> Iterator[Difference]:
        offered = self.position
        self.position = self.play.settled(offered)
        for seat, end in enumerate(played["end"]):
            before, after = offered.boards[seat], self.position.boards[seat]
            for key, value in _board_end(before, after).items():
                yield from self._differ(None, f"seat {seat} {key}", value, end[key])
        starter = self.position.starter
        yield from self._differ(None, "next_first_player", starter, played["next_first_player"])

    def _result(self) -> Iterator[Difference]:
        """Compare the end: the game must be over, with its rewards, totals and winners."""
        record, result = self.record, self.play.result_of(self.position)
        yield from self._differ(None, "complete", self.position.over, record["complete"])
        rewards = [sum(step.points for step in steps) for steps in result.steps]
        bonuses = [
            dict(counted) | {"points": points}
            for counted, points in zip(result.bonuses, rewards, strict=True)
        ]
        for seat, counted in enumerate(bonuses):
            yield from self._differ(None, f"seat {seat} bonus", counted, record["bonuses"][seat])
        yield from self._differ(None, "final_scores", list(result.scores), record["final_scores"])
        yield from self._differ(None, "winners", list(result.winners), record["winners"])


class Stop(Exception):
    """Raised where a record cannot be followed any further; carries the difference."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def _action(move: Mapping[str, Any]) -> Take:
    source = CENTRE if move["source"] == "centre" else move["source"]
    line = FLOOR if move["line"] == "floor" else move["line"]
    return Take(source, DATA.colours.index(move["colour"]), line)


def _move_id(action: Action, centre: int) -> int:
    """Return the number a move has in the checksum of the legal moves."""
    if isinstance(action, Place):
        raise TypeError("a recorded game has no choices on the wall")
    source = centre if action.source == CENTRE else action.source
    return (source * SIZE + action.colour) * LINES_AND_FLOOR + action.line


def _effects(before: Position, after: Position, action: Take) -> dict[str, object]:
    """Return what a move brought, as the record says it."""
    centre = action.source == CENTRE
    tiles = (before.centre if centre else before.displays[action.source])[action.colour]
    old, new = before.boards[before.turn], after.boards[before.turn]
    to_line = sum(line.tiles for line in new.lines) - sum(line.tiles for line in old.lines)
    return {
        "tiles": tiles,
        "to_line": to_line,
        "to_floor": tiles - to_line,
        "marker": before.marker is None and after.marker is not None,
    }


def _board_end(before: Board, after: Board) -> dict[str, object]:
    """Return a board after the tiling, and its floor before, as the record says them."""
    names = (*DATA.colours, "marker")
    return {
        "floor": [names[tile] for tile in before.floor],
        "penalty": -TOTAL_PENALTY[len(before.floor)],
        "delta": after.score - before.score,
        "score": after.score,
        "wall": [[int(tile is not None) for tile in row] for row in after.wall],
        "lines": [
            None if line.colour is None else [DATA.colours[line.colour], line.tiles]
            for line in after.lines
        ],
    }
