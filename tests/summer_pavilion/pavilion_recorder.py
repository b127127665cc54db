"""Writes a game that the engine plays in the format of the record files."""

from __future__ import annotations

import random
from typing import Any

from companion.games.summer_pavilion.actions import PASS, Keep, Place, Take, TakeBonus
from companion.games.summer_pavilion.layout import SPACE, STAR_COLOURS, spaces_of
from companion.games.summer_pavilion.play import SummerPavilionPlay
from companion.games.summer_pavilion.position import Phase, Position
from companion.games.summer_pavilion.records.ids import checksum
from companion.games.summer_pavilion.rules.scoring import completed_by, placement_points
from companion.games.summer_pavilion.tiles import ALL_TILES, COLOURS, counted, minus

NAMES = ("centre", *STAR_COLOURS)


class Recorder:
    """Plays a random game in which people place while they can, and notes everything."""

    def __init__(self, play: SummerPavilionPlay, seed: int, *, thrifty: bool = False) -> None:
        self.play = play
        self.thrifty = thrifty
        self.choice = random.Random(seed)
        self.now = play.start(seed)

    def record(self) -> dict[str, Any]:
        rounds = [self._round() for _ in range(6)]
        result = self.play.result_of(self.now)
        final = [self._final(seat, result) for seat in range(len(self.now.boards))]
        return {
            "type": "game", "game": 0, "players": len(self.now.boards), "first_player": 0,
            "rounds": rounds, "final": final, "winners": list(result.winners), "complete": True,
        }  # fmt: skip

    def _round(self) -> dict[str, Any]:
        start = self.now
        dealt = self._before_the_deal(start)
        noted: dict[str, Any] = {
            "round": start.round, "wild": COLOURS[start.wild], "first_player": start.starter,
            "supply": list(start.supply), **dealt,
            "factories": [list(each) for each in start.displays],
            "bag_after": list(start.bag), "tower_after": list(start.tower), "draft": [], "play": [],
        }  # fmt: skip
        while self.now.phase is Phase.TAKE:
            noted["draft"].append(self._take())
        while self.now.round == start.round and not self.now.over:
            noted["play"].append(self._turn())
        noted["end"] = [self._board(board) for board in self.now.boards]
        holder = self.now.marker if self.now.over else self.now.starter
        noted["next_first_player"] = start.starter if holder is None else holder
        return noted

    def _before_the_deal(self, start: Position) -> dict[str, Any]:
        if start.round == 1:
            bag, tower = minus(ALL_TILES, start.supply), (0,) * 6
        else:
            bag, tower = self.sack
        return {"bag_before": list(bag), "tower_before": list(tower)}

    def _apply(self, action: object) -> None:
        """Play on; a twin without a generator shows the bag before a new round is dealt."""
        before = self.now
        self.now = self.play.apply(before, action)
        if self.now.round > before.round:
            self.sack = self._sack_before_the_deal(before, action)

    def _sack_before_the_deal(self, before: Position, action: object) -> tuple[Any, Any]:
        twin = self.play.apply(before._replace(generator=None), action)
        if twin.phase is Phase.REFILL:
            drawn = minus(self.now.supply, twin.supply)
            twin = self.play.deal(twin, [drawn])
        return twin.bag, twin.tower

    def _turn_head(self) -> dict[str, Any]:
        legal = self.play.legal_actions(self.now)
        return {"player": self.now.seat, "legal": len(legal), "legal_crc": checksum(legal)}

    def _take(self) -> dict[str, Any]:
        head, before = self._turn_head(), self.now
        action = self.choice.choice(self.play.legal_actions(before))
        assert isinstance(action, Take)
        self._apply(action)
        board = self.now.boards[before.seat]
        gained = minus(board.beside, before.boards[before.seat].beside)
        natural = gained[COLOURS.index(action.colour)]
        return head | {
            "source": "centre" if action.display is None else action.display,
            "colour": action.colour, "natural": natural, "wild": sum(gained) - natural,
            "token": before.marker != self.now.marker, "score": board.score,
        }  # fmt: skip

    def _turn(self) -> dict[str, Any]:
        legal = self.play.legal_actions(self.now)
        places = [action for action in legal if isinstance(action, Place)]
        if not places:
            return self._pass()
        if self.thrifty:  # pay little, so that bag and tower run out
            cheapest = min(action.tiles + action.wilds for action in places)
            places = [each for each in places if each.tiles + each.wilds == cheapest]
        return self._place(self.choice.choice(places))

    def _place(self, action: Place) -> dict[str, Any]:
        head, seat, space = self._turn_head(), self.now.seat, SPACE[action.cell]
        self._apply(action)
        spaces = self.now.boards[seat].spaces
        bonus: tuple[str, ...] = ()
        if self.now.phase is Phase.BONUS:
            taken = self.choice.choice(self.play.legal_actions(self.now))
            assert isinstance(taken, TakeBonus)
            bonus = taken.tiles
            self._apply(taken)
        return head | {
            "type": "place", "star": NAMES[space // 6], "space": space % 6 + 1,
            "colour": action.colour, "natural": action.tiles, "wild": action.wilds,
            "points": placement_points(spaces, space),
            "features": [each.kind for each in completed_by(spaces, space)],
            "bonus": list(bonus), "supply": list(self.now.supply),
            "score": self.now.boards[seat].score,
        }  # fmt: skip

    def _pass(self) -> dict[str, Any]:
        head, seat = self._turn_head(), self.now.seat
        beside = self.now.boards[seat].beside
        kept: tuple[str, ...] = ()
        self._apply(PASS)
        if self.now.phase is Phase.KEEP and self.now.seat == seat:
            keep = self.choice.choice(self.play.legal_actions(self.now))
            assert isinstance(keep, Keep)
            kept = keep.tiles
            self._apply(keep)
        return head | {
            "type": "pass", "kept": list(counted(kept)),
            "discarded": list(minus(beside, counted(kept))), "score": self.now.boards[seat].score,
        }  # fmt: skip

    def _board(self, board: Any) -> dict[str, Any]:
        stars = {
            NAMES[star]: [board.spaces[space] for space in spaces_of(star)] for star in range(7)
        }
        return {
            "score": board.score,
            "kept": [a + b for a, b in zip(board.beside, board.corners, strict=True)],
            "stars": [[int(tile is not None) for tile in stars[name]] for name in COLOURS],
            "centre": [None if tile is None else COLOURS[tile] for tile in stars["centre"]],
        }

    def _final(self, seat: int, result: Any) -> dict[str, Any]:
        steps = [step for step in result.steps[seat] if step.rule != "SP-R44"]
        stars = [NAMES[int(step.cell[-1])] for step in steps if step.rule == "SP-R42"]
        return {
            "stars": [name for name in stars if name != "centre"], "centre": "centre" in stars,
            "numbers": [int(step.cell[-1]) for step in steps if step.rule == "SP-R43"],
            "bonus": sum(step.points for step in steps),
            "lost": result.bonuses[seat]["corners"], "score": result.scores[seat],
        }  # fmt: skip
