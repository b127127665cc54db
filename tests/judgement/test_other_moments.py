"""A press too early or one that was forgotten: the evening goes on, with the right totals."""

from __future__ import annotations

from math import isinf

import pytest
from judged_evenings import evening
from judged_keeper import SeeingKeeper

from companion.events import Undone
from companion.games import game
from companion.games.base import Checkpoint, Moment, Setup
from companion.journal import Seating
from companion.service.evening.due import due, on_turn
from companion.service.evening.guides import ByRules
from companion.service.evening.place import real_place
from companion.service.reports.report import Status
from companion.service.sitting.judgement.other_moments import (
    ENDED_TOO_EARLY,
    NOTHING_TAKEN,
    ROUND_MISSED,
    TILED_ALREADY,
)
from companion.service.sitting.keeper import unrecorded
from companion.sitting import same_moment
from hardware.cameras.phone import PhoneCamera

OFFER_END, TILED, TURN = Checkpoint.OFFER_END, Checkpoint.TILED, Checkpoint.TURN
SETUPS = {
    "azul": Setup("azul", first_player=0),
    "azul, grey, 3 players": Setup("azul", "grey", players=3, first_player=0),
    "mini": Setup("azul-mini", first_player=0),
    "chocolatier": Setup("master-chocolatier", first_player=0),
    "duel": Setup("azul-duel", goals=("G1", "G5", "G8")),
}
MUCH_ALIKE = ("azul", "mini", "chocolatier")
"""Games of walls, of which the one of most players shows what the others show."""

GAMES = [pytest.param(name, marks=[pytest.mark.long] * (name in MUCH_ALIKE)) for name in SETUPS]
WALLS = [game for game in GAMES if game.values != ("duel",)]


class SharedButton:
    """A family with one button, that is pressed when a round's offer is over, or was tiled."""

    def __init__(self, monkeypatch, name: str, seed: int = 3) -> None:
        self.pictures = evening(SETUPS[name], seed, turns=True).pictures
        self.table = SeeingKeeper(monkeypatch, SETUPS[name])
        for picture in self.pictures:
            if picture.moment.round == 0 or picture.moment.checkpoint is Checkpoint.OPENING:
                self.press(picture)

    def at(self, checkpoint, number=1):
        """Return the pictures of a round's moment; of its turns there are several."""
        moments = ((p, p.moment) for p in self.pictures)
        return [p for p, m in moments if (m.checkpoint, m.round) == (checkpoint, number)]

    def press(self, picture, boards=None):
        """Press the button: what it is for follows from what was confirmed."""
        moment = due(self.table.keeper.sitting, turns=False)
        if same_moment(moment, picture.moment):
            moment = picture.moment  # with what is told of it
        return self.table.show(moment, boards or picture.boards)

    def goes_on(self, *moments) -> None:
        """Press at these moments: all is right, and the totals are the true ones."""
        for moment in moments:
            (picture,) = self.at(*moment)
            report = self.press(picture)
            assert report.status is Status.READ
            assert (report.moment.checkpoint, report.moment.round) == moment
            if picture.scores is not None:
                assert self.table.keeper.sitting.table.scores == picture.scores


@pytest.mark.parametrize("name", GAMES)
def test_a_press_before_the_offer_is_over_is_made_good_by_the_next(monkeypatch, name):
    family = SharedButton(monkeypatch, name)
    early = family.at(TURN)[-4]  # in Duel all dome tiles are laid by then
    assert family.press(early).moment == Moment(OFFER_END, 1)
    family.goes_on((OFFER_END, 1), (TILED, 1), (OFFER_END, 2))


@pytest.mark.parametrize("name", WALLS)
def test_a_press_before_the_offer_is_over_and_none_at_its_end_is_undone(monkeypatch, name):
    """The tiled walls were not allowed until somebody thought of that, and nothing said so."""
    family = SharedButton(monkeypatch, name)
    family.press(family.at(TURN)[-4])
    (tiled,) = family.at(TILED)
    report = family.press(tiled)
    assert (report.status, report.moment) == (Status.VIOLATION, Moment(TILED, 1))
    assert ENDED_TOO_EARLY in [n.template for board in report.boards for n in board.notices]
    family.table.keeper.amend(Undone())
    again = family.press(tiled)
    assert (again.status, again.moment) == (Status.READ, Moment(TILED, 1))
    assert same_moment(family.press(*family.at(OFFER_END, 2)).moment, Moment(OFFER_END, 2))


@pytest.mark.parametrize("name", WALLS)
def test_walls_that_are_wrong_after_the_true_end_of_the_offer_lead_nobody_to_undo_it(
    monkeypatch, name
):
    family = SharedButton(monkeypatch, name)
    family.goes_on((OFFER_END, 1))
    (end,) = family.at(OFFER_END)
    (tiled,) = family.at(TILED)
    report = family.press(tiled, (tiled.boards[0], *end.boards[1:]))
    assert report.status is Status.VIOLATION
    assert not any(board.notices for board in report.boards)


@pytest.mark.parametrize("name", WALLS)
def test_a_second_press_after_the_tiling_is_made_good_by_the_next(monkeypatch, name):
    family = SharedButton(monkeypatch, name)
    family.goes_on((OFFER_END, 1), (TILED, 1))
    report = family.press(*family.at(TILED))
    assert [notice.template for notice in report.boards[0].notices] == [NOTHING_TAKEN]
    family.goes_on((OFFER_END, 2), (TILED, 2), (OFFER_END, 3))


@pytest.mark.parametrize("name", GAMES)
def test_the_tiling_may_be_forgotten(monkeypatch, name):
    family = SharedButton(monkeypatch, name)
    family.goes_on((OFFER_END, 1), (OFFER_END, 2))
    if name != "duel":  # chips that were spent unseen, nobody told
        family.goes_on((TILED, 2), (OFFER_END, 3))


@pytest.mark.parametrize("name", GAMES)
def test_the_tiling_may_be_forgotten_by_those_who_press_after_every_turn(monkeypatch, name):
    family = SharedButton(monkeypatch, name)
    family.table.show(family.at(TURN)[0].moment, family.at(TURN)[0].boards)
    family.goes_on((OFFER_END, 1))
    first, second, *_ = family.at(TURN, 2)
    report = family.press(first)
    assert report.status is Status.READ
    assert same_moment(report.moment, first.moment)
    assert on_turn(family.table.keeper.sitting) == second.moment.seat
    family.goes_on((OFFER_END, 2))


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_the_offer_may_be_forgotten(monkeypatch, name):
    family = SharedButton(monkeypatch, name)
    report = family.press(*family.at(TILED))
    assert (report.status, report.moment) == (Status.READ, Moment(TILED, 1))
    assert any("was not seen" in n.message for board in report.boards for n in board.notices)
    assert same_moment(family.press(*family.at(OFFER_END, 2)).moment, Moment(OFFER_END, 2))


@pytest.mark.parametrize("name", GAMES)
def test_a_forgotten_hold_is_named_where_people_press_after_every_turn(monkeypatch, name):
    family = SharedButton(monkeypatch, name)
    for picture in family.at(TURN):
        assert family.table.show(picture.moment, picture.boards).status is Status.READ
    (tiled,) = family.at(TILED)
    report = family.table.show(Moment(TURN, 1, 1), tiled.boards)
    assert report.status is Status.VIOLATION
    said = [n.template for board in report.boards for n in board.notices]
    assert TILED_ALREADY in said
    held = family.table.show(Moment(OFFER_END, 1), tiled.boards)
    assert (held.status, held.moment) == (Status.READ, Moment(TILED, 1))


@pytest.mark.parametrize("name", WALLS)
def test_a_round_that_went_by_without_a_picture_is_said_and_not_taken_for_seen(monkeypatch, name):
    """A tiling that was begun on every board looks the same."""
    family = SharedButton(monkeypatch, name)
    family.goes_on((OFFER_END, 1), (TILED, 1))
    report = family.press(*family.at(OFFER_END, 3))
    assert (report.status, report.moment) == (Status.VIOLATION, Moment(OFFER_END, 2))
    assert ROUND_MISSED in [n.template for board in report.boards for n in board.notices]


@pytest.mark.parametrize("live", [True, False])
def test_only_at_a_live_table_is_a_picture_of_what_it_shows(live):
    """Those of a demonstration say of which moment they are."""
    setup = SETUPS["azul"]
    place = real_place(Seating(setup), PhoneCamera(), ByRules(), live=live)
    assert place.keeper(unrecorded)._judge.live is live


def test_a_picture_of_a_folder_is_of_the_moment_that_it_says(monkeypatch):
    family = SharedButton(monkeypatch, "azul")
    family.table.keeper._judge.live = False
    report = family.press(*family.at(TILED))
    assert (report.status, report.moment) == (Status.VIOLATION, Moment(OFFER_END, 1))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", WALLS)
def test_tiles_left_on_the_floor_lines_are_no_later_round(monkeypatch, name, turns):
    family = SharedButton(monkeypatch, name)
    if turns:
        family.table.show(family.at(TURN)[0].moment, family.at(TURN)[0].boards)
    family.goes_on((OFFER_END, 1))
    (end,), (tiled,) = family.at(OFFER_END), family.at(TILED)
    left = [{c: t for c, t in board.items() if c.startswith("floor")} for board in end.boards]
    both = [{**board, **floor} for board, floor in zip(tiled.boards, left, strict=True)]
    report = family.press(tiled, both)
    assert (report.status, report.moment) == (Status.VIOLATION, Moment(TILED, 1))
    family.goes_on((TILED, 1))


def test_a_tile_that_goes_to_the_wall_too_early_is_no_tiling(monkeypatch):
    family = SharedButton(monkeypatch, "azul")
    (end,) = family.at(OFFER_END)
    early = ({**end.boards[0], "wall/4/4": "blue"}, end.boards[1])
    report = family.press(end, early)
    assert (report.status, report.moment) == (Status.VIOLATION, Moment(OFFER_END, 1))


def test_a_picture_in_the_middle_of_the_next_offer_is_not_its_end(monkeypatch):
    family = SharedButton(monkeypatch, "azul")
    family.goes_on((OFFER_END, 1))
    assert family.press(family.at(TURN, 2)[-1]).status is Status.VIOLATION
    family.goes_on((OFFER_END, 2), (TILED, 2))


def test_no_round_follows_the_last_one_of_a_duel():
    rules = game(SETUPS["duel"])
    assert isinf(rules.surprise(rules.empty_table(), Moment(OFFER_END, 6), ({}, {})))


@pytest.mark.parametrize("name", ["azul", "azul, grey, 3 players", "duel"])
def test_after_a_second_press_the_next_turn_is_that_of_the_board_that_changed(monkeypatch, name):
    family = SharedButton(monkeypatch, name)
    shown = []
    for picture in [p for p in family.at(TURN)[:6] for _ in range(2)]:
        moment = due(family.table.keeper.sitting, turns=True)
        report = family.table.show(moment, picture.boards)
        assert report.status is Status.READ
        assert not any(board.notices for board in report.boards)
        shown.append((report.moment.seat, picture.moment.seat))
    assert [said for said, _ in shown[2::2]] == [true for _, true in shown[2::2]]
