"""The replay of one recorded game: the engine plays, the record is compared line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import differences
from companion.games.base import IllegalAction, Result, Setup
from companion.games.summer_pavilion.actions import PASS, Keep, Place, Take, TakeBonus
from companion.games.summer_pavilion.layout import MIDDLE, SPACE, spaces_of
from companion.games.summer_pavilion.play import SummerPavilionPlay
from companion.games.summer_pavilion.position import Phase, PlayerBoard
from companion.games.summer_pavilion.records.ids import CENTRE, STAR_BY_NAME, checksum
from companion.games.summer_pavilion.records.supply import NextSupply, drawn_unseen, next_supply
from companion.games.summer_pavilion.rules.rounds import next_starter
from companion.games.summer_pavilion.rules.scoring import completed_by, placement_points
from companion.games.summer_pavilion.rules.stars import star_points
from companion.games.summer_pavilion.tiles import COLOURS, INDEX, minus, named, plus


class Replay(differences.Replay):
    """One recorded game on its way through the engine."""

    def __init__(self, setup: Setup, game: int) -> None:
        super().__init__(game)
        self.play = SummerPavilionPlay(setup)
        self.position = self.play.opening()

    def run(self, record: Mapping[str, Any]) -> None:
        """Replay the whole game."""
        rounds = record["rounds"]
        for index, played in enumerate(rounds):
            self._round = played["round"]
            following = rounds[index + 1]["supply"] if index + 1 < len(rounds) else None
            self._replay_round(played, following)
        self._round = None
        if record.get("complete", True):
            self._compare_end(record)

    def _replay_round(self, played: Mapping[str, Any], next_round: Sequence[int] | None) -> None:
        self._deal(played)
        for self._move, noted in enumerate(played["draft"], start=1):
            self._take(noted)
        self._move = None
        self._must_have_come_to("draft.end", Phase.PLACE)
        for self._move, noted in enumerate(played["play"], start=1):
            self.act(noted, next_supply(played["play"][self._move :], next_round))
        self._move = None
        self._must_have_come_to("play.end", Phase.DEAL, Phase.OVER)
        self._compare_boards(played)

    def _must_have_come_to(self, what: str, *phases: Phase) -> None:
        """Stop where the record and the engine part: the one goes on, the other does not."""
        self.doing, self.noted = what, None
        if self.position.phase not in phases:
            phase = self.position.phase
            raise IllegalAction("SP-R8", f"moves are missing: the game is in phase {phase}")

    def _deal(self, played: Mapping[str, Any]) -> None:
        if self.position.phase is Phase.SET_UP:
            self.doing, self.noted = "supply", played["supply"]
            self.position = self.play.deal(self.position, [tuple(played["supply"])])
        before = self.position
        self.compare("round", before.round, played["round"])
        self.compare("wild", COLOURS[before.wild], played["wild"])
        self.compare("first_player", before.starter, played["first_player"])
        self.compare("supply", list(before.supply), played["supply"])
        self.compare("bag_before", list(before.bag), played["bag_before"])
        self.compare("tower_before", list(before.tower), played["tower_before"])
        self.doing, self.noted = "factories", played["factories"]
        self.position = self.play.deal(before, [tuple(each) for each in played["factories"]])
        self.compare("bag_after", list(self.position.bag), played["bag_after"])
        self.compare("tower_after", list(self.position.tower), played["tower_after"])

    def _compare_turn(self, part: str, noted: Mapping[str, Any]) -> None:
        """Compare whose turn it is and which moves are legal."""
        self.doing, self.noted = f"{part}.move", noted
        legal = self.play.legal_actions(self.position)
        self.compare(f"{part}.player", self.position.seat, noted["player"])
        self.compare(f"{part}.legal", len(legal), noted["legal"])
        self.compare(f"{part}.legal_crc", checksum(legal), noted["legal_crc"])

    def _take(self, noted: Mapping[str, Any]) -> None:
        self._compare_turn("draft", noted)
        before, seat = self.position, self.position.seat
        source = None if noted["source"] == CENTRE else noted["source"]
        self.position = self.play.apply(before, Take(source, noted["colour"]))
        board = self.position.boards[seat]
        gained = minus(board.beside, before.boards[seat].beside)
        natural = gained[INDEX[noted["colour"]]]
        self.compare("draft.natural", natural, noted["natural"])
        self.compare("draft.wild", sum(gained) - natural, noted["wild"])
        self.compare("draft.token", before.marker != self.position.marker, noted["token"])
        self.compare("draft.score", board.score, noted["score"])

    def act(self, noted: Mapping[str, Any], following: NextSupply | None) -> None:
        """Replay a turn of phase 2; ``following`` is what is noted of the supply after it."""
        self._compare_turn("play", noted)
        seat = self.position.seat
        if noted["type"] == "pass":
            self._pass(noted, following)
        else:
            self._place(noted)
        self.compare("play.score", self.position.boards[seat].score, noted["score"])

    def _place(self, noted: Mapping[str, Any]) -> None:
        seat = self.position.seat
        cell = f"star/{STAR_BY_NAME[noted['star']]}/{noted['space']}"
        action = Place(cell, noted["colour"], noted["natural"], noted["wild"])
        self.position = self.play.apply(self.position, action)
        spaces, space = self.position.boards[seat].spaces, SPACE[cell]
        kinds = sorted(structure.kind for structure in completed_by(spaces, space))
        self.compare("play.points", placement_points(spaces, space), noted["points"])
        self.compare("play.features", kinds, sorted(noted["features"]))
        self._take_bonus(noted)
        self.compare("play.supply", list(self.position.supply), noted["supply"])

    def _take_bonus(self, noted: Mapping[str, Any]) -> None:
        self.doing = "play.bonus"
        if self.position.phase is Phase.BONUS:
            self.position = self.play.apply(self.position, TakeBonus(tuple(noted["bonus"])))
        else:
            self.compare("play.bonus", [], noted["bonus"])
        self.doing = "play.supply"
        if self.position.phase is Phase.REFILL:
            drawn = minus(tuple(noted["supply"]), self.position.supply)
            self.position = self.play.deal(self.position, [drawn])

    def _pass(self, noted: Mapping[str, Any], following: NextSupply | None) -> None:
        beside = self.position.boards[self.position.seat].beside
        kept = tuple(noted["kept"])
        self.compare("play.discarded", list(minus(beside, kept)), noted["discarded"])
        self.position = self.play.apply(self.position, PASS)
        if self.position.phase is Phase.KEEP:
            self.position = self.play.apply(self.position, Keep(named(kept)))
        self.doing = "play.supply"
        if self.position.phase is Phase.REFILL:
            drawn = drawn_unseen(self.position, following)
            self.position = self.play.deal(self.position, [drawn])

    def _compare_boards(self, played: Mapping[str, Any]) -> None:
        """Compare the boards after a round; kept tiles may lie beside them again already."""
        for seat, (board, noted) in enumerate(
            zip(self.position.boards, played["end"], strict=True)
        ):
            self.compare(f"end[{seat}].score", board.score, noted["score"])
            self.compare(
                f"end[{seat}].kept", list(plus(board.beside, board.corners)), noted["kept"]
            )
            stars = [_star(board, STAR_BY_NAME[name]) for name in COLOURS]
            filled = [[int(tile is not None) for tile in star] for star in stars]
            self.compare(f"end[{seat}].stars", filled, noted["stars"])
            self.compare(f"end[{seat}].centre", _star(board, MIDDLE), noted["centre"])
        starter = self.position.starter
        if self.position.over:
            starter = next_starter(self.position, self.play.rules.options)
        self.compare("next_first_player", starter, played["next_first_player"])

    def _compare_end(self, record: Mapping[str, Any]) -> None:
        self._must_have_come_to("end", Phase.OVER)
        result = self.play.result_of(self.position)
        self.compare("final", len(self.position.boards), len(record["final"]))
        for seat, noted in enumerate(record["final"]):
            self._compare_final(seat, result, noted)
        self.compare("winners", list(result.winners), record["winners"])

    def _compare_final(self, seat: int, result: Result, noted: Mapping[str, Any]) -> None:
        board, part = self.position.boards[seat], f"final[{seat}]"
        bonuses = [step for step in result.steps[seat] if step.rule != "SP-R44"]
        stars = [name for name in COLOURS if star_points(board.spaces, STAR_BY_NAME[name])]
        numbers = [int(step.cell.split("/")[1]) for step in bonuses if step.rule == "SP-R43"]
        self.compare(f"{part}.stars", sorted(stars), sorted(noted["stars"]))
        self.compare(f"{part}.centre", star_points(board.spaces, MIDDLE) > 0, noted["centre"])
        self.compare(f"{part}.numbers", numbers, sorted(noted["numbers"]))
        self.compare(f"{part}.bonus", sum(step.points for step in bonuses), noted["bonus"])
        self.compare(f"{part}.lost", sum(board.corners), noted["lost"])
        self.compare(f"{part}.score", result.scores[seat], noted["score"])


def _star(board: PlayerBoard, star: int) -> list[str | None]:
    """Return a star's tiles by name, slot 1 first."""
    tiles = (board.spaces[space] for space in spaces_of(star))
    return [None if tile is None else COLOURS[tile] for tile in tiles]
