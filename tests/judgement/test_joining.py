"""Whoever joins in mid-game: walls, totals and all tiles dealt so far must fit together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judged_evenings import evening
from judged_keeper import SeeingKeeper
from wall_tables import cells

from companion import games
from companion.games.azul_duel.reading.consistency import CROWDED
from companion.games.base import Checkpoint, Moment, Setup
from companion.games.common.span import UNDEALT
from companion.games.wall.advance import DO_NOT_FIT
from companion.service.reports.report import Status

OFFER, TILED = Moment(Checkpoint.OFFER_END, 2), Moment(Checkpoint.TILED, 2)
TURN = Moment(Checkpoint.TURN, 2, 0)
SETUP = Setup("azul", first_player=0, scores=(1, 1), round=2)
GAME = games.game(SETUP)

ONE = cells("""
        b|..r..
       yy|.....
      rrr|.....
     kkkk|.....
    wwwww|.....
    1yk....
""")
OTHER = cells("""
        y|b....
       kk|w....
      yyy|.....
     rrrr|.....
    bbbbb|.....
    bbk....
""")
"""After one tiling: a red tile brought 1; a blue and a white one 1 + 2, of which 2 were lost.

Two pieces fell then, the marker and a tile.  On walls, lines and floors lie, or went with those on
the walls, 39 of the 40 tiles dealt.
"""

KINDS = (
    Setup("azul"),
    Setup("azul", players=4),
    Setup("azul", "grey", players=3),
    Setup("azul-mini"),
    Setup("master-chocolatier", players=3),
)


def surprise(one=ONE, other=OTHER, moment=OFFER, game=GAME):
    return game.surprise(game.empty_table(), moment, (one, other))


def without(board, cell):
    return {at: tile for at, tile in board.items() if at != cell}


def test_what_was_dealt_lies_somewhere_or_has_cost_what_is_missing():
    assert surprise() == 0.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (without(ONE, "floor/2"), OTHER),
        (ONE | {"floor/3": "blue"}, OTHER),
        (ONE, without(OTHER, "wall/1/0")),
        (ONE, without(OTHER, "wall/0/0")),
    ],
    ids=["a tile less", "a tile more", "a scored tile less", "the tile beside it less"],
)
def test_what_does_not_add_up_is_unusual(one, other):
    assert surprise(one, other) == UNDEALT


def test_totals_that_cannot_be_are_said(monkeypatch):
    """A mistyped total would be wrong to the end of the game."""
    mistyped = SeeingKeeper(monkeypatch, replace(SETUP, scores=(1, 2)))
    (notice,) = mistyped.show(OFFER, (ONE, OTHER)).boards[0].notices
    assert notice.template == DO_NOT_FIT
    told = SeeingKeeper(monkeypatch, SETUP)
    assert told.show(OFFER, (ONE, OTHER)).boards[0].notices == ()


def test_more_than_was_dealt_is_unusual():
    """AZ-R22, AZ-R24: a tile in the fifth row took five tiles with it."""
    assert surprise(ONE | {"wall/4/0": "red"}, moment=TURN) == UNDEALT
    assert surprise(moment=TURN) == 0.0


def test_of_many_tilings_nothing_is_worked_out():
    late = games.game(Setup("azul", first_player=0, scores=(30, 28), round=5))
    assert surprise(moment=Moment(Checkpoint.OFFER_END, 5), game=late) == 0.0


@pytest.mark.parametrize("setup", KINDS, ids=lambda setup: f"{setup.game} {setup.players}")
@pytest.mark.parametrize("seed", range(4))
def test_every_game_that_is_joined_adds_up(setup, seed):
    totals, joined = (0,) * setup.players, 0
    for picture in evening(setup, seed).pictures:
        if picture.moment.checkpoint is Checkpoint.OFFER_END and picture.moment.round <= 3:
            options = {"scores": totals, "round": picture.moment.round}
            game = games.game(Setup(setup.game, setup.variant, setup.players, **options))
            before = game.empty_table()
            assert game.surprise(before, picture.moment, picture.boards) == 0.0
            joined += 1
        totals = picture.scores or totals
    assert joined == 3


def test_a_game_that_was_joined_at_a_turn_adds_up_at_the_offers_end():
    """At the table the first picture is of a turn, and the round goes on."""
    part = {cell: tile for cell, tile in ONE.items() if not cell.startswith("floor/")}
    before = GAME.advance(GAME.empty_table(), TURN, (part, OTHER)).table
    assert GAME.surprise(before, OFFER, (ONE, OTHER)) == 0.0
    assert GAME.surprise(before, OFFER, (without(ONE, "floor/2"), OTHER)) == UNDEALT


def test_a_row_gains_at_most_a_tile_a_tiling():
    """AZ-R22."""
    one, two = {"wall/1/0": "white"}, {"wall/1/0": "white", "wall/1/1": "blue"}
    later = Moment(Checkpoint.TURN, 3, 0)
    moments = (TURN, TILED, later)
    more = [surprise(two, {}, moment) - surprise(one, {}, moment) for moment in moments]
    assert more == [UNDEALT, 0.0, 0.0]


def test_a_round_that_was_told_wrongly_takes_no_tile_from_a_wall(monkeypatch):
    """Whatever lies on the walls, there is too much of it: that says nothing of any one tile."""
    table = SeeingKeeper(monkeypatch, replace(SETUP, round=1))
    unsure = {(1, "wall/1/0"): {"white": 0.0, None: -3.0}}
    first = Moment(Checkpoint.TURN, 1, 0)
    report = table.show(first, (ONE, OTHER), seeming=unsure)
    assert report.status is Status.READ
    assert table.keeper.sitting.table.boards[1]["wall/1/0"] == "white"
    assert DO_NOT_FIT in [each.template for each in report.boards[0].notices]


SEEMING = {(1, "wall/3/1"): {"black": 0.0, None: -2.0}}
"""A space printed as strongly as its tile, that seems to be one in every picture."""


def test_what_does_not_add_up_is_no_second_thought(monkeypatch):
    """Two pictures together are as sure of it as one is that it cannot be."""
    table = SeeingKeeper(monkeypatch, SETUP)
    assert table.show(OFFER, (ONE, OTHER), seeming=SEEMING).status is Status.READ
    tiled = (
        cells("""
                .|b.r..
               ..|.y...
              ...|...r.
             ....|.k...
            .....|..w..
            .......
        """),
        cells("""
                .|by...
               ..|w...k
              ...|..y..
             ....|....r
            .....|.....
            .......
        """),
    )
    table.show(TILED, tiled, seeming=SEEMING)
    assert "wall/3/1" not in table.keeper.sitting.history[0].entry.boards[1]


@pytest.mark.parametrize("seed", range(6))
def test_no_row_of_a_dome_is_ever_too_full(seed):
    setup = Setup("azul-duel", goals=("G1", "G5", "G8"))
    for picture in evening(setup, seed).pictures:
        if picture.moment.checkpoint is Checkpoint.OFFER_END and picture.moment.round > 1:
            game = games.game(replace(setup, scores=(0, 0), round=picture.moment.round))
            boards = [without(board, "broken") for board in picture.boards]
            assert game.surprise(game.empty_table(), picture.moment, boards) == 0.0


def test_a_row_of_the_dome_gains_at_most_a_tile_a_phase_2():
    """DU-R34."""
    duel = games.game(Setup("azul-duel", goals=("G1", "G5", "G8"), scores=(3, 2), round=2))
    places = {"place/0/0": ("blue", "yellow", "red", "special")}
    one, two = {"dome/0/0": "blue"}, {"dome/0/0": "blue", "dome/0/1": "yellow"}
    found = [
        duel.surprise(duel.empty_table(), moment, ({**places, **dome}, {}))
        for moment in (OFFER, TILED)
        for dome in (one, two)
    ]
    assert found == [0.0, CROWDED, 0.0, 0.0]
