"""Two rounds at one table: what lies on the boards alone gives every point."""

from dataclasses import replace
from math import inf, isfinite

import pytest
from duel_tables import board, settled
from one_board import agree, allows

from companion.games import game
from companion.games.azul_duel.advance import refill
from companion.games.azul_duel.reading.cells import cells_of
from companion.games.base import Checkpoint, Moment, Setup, Step

RULES = game(Setup("azul-duel", goals=("G1", "G2", "G3")))

OPENING_1 = (
    board(
        """
         . | .. rt ..
        .. | .. y* ..
       ... | .. .. ..
      .... | .. .. ..
     ..... | .. .. ..
    ...... | .. .. ..
        """,
        "0/1=14.2",
    ),
    board(
        """
         . | .. .. ..
        .. | .. .. ..
       ... | .. .. ..
      .... | .. .. ..
     ..... | .. .. ts
    ...... | .. .. kb
        """,
        "2/2=13.1",
    ),
)

OFFER_END_1 = (
    board(
        """
         T | ky rt ..
        YY | r* y* ..
       ..K | .. .. ..
      ..TT | .. .. ..
     ..RRR | .. br ..
    ....YY | .. k* ..
        """,
        "0/0=4.2 0/1=14.2 2/1=17.2",
        first=True,
    ),
    board(
        """
         Y | .. .. y*
        BB | .. .. bt
       RRR | .. .. tb
      .... | .. .. sy
     ...TT | .. .. ts
    ....KK | .. .. kb
        """,
        "0/2=15.1 1/2=16.3 2/2=13.1",
    ),
)

TILED_1 = (
    board(
        """
         . | ky rT ..
        .. | rY y* ..
       ..K | .. .. ..
      ..TT | .. .. ..
     ..RRR | .. br ..
    ....YY | .. k* ..
        """,
        "0/0=4.2 0/1=14.2 2/1=17.2",
        first=True,
    ),
    board(
        """
         . | .. .. Y*
        .. | .. .. Bt
       RRR | .. .. tb
      .... | .. .. sy
     ...TT | .. .. ts
    ....KK | .. .. kb
        """,
        "0/2=15.1 1/2=16.3 2/2=13.1",
    ),
)

OFFER_END_2 = (
    board(
        """
         K | ky rT ..
        BB | rY y* ..
       KKK | ys .. ..
      ..TT | kr .. ..
     ..RRR | .. br st
    ....YY | .. k* ky
        """,
        "0/0=4.2 0/1=14.2 1/0=11.1 2/1=17.2 2/2=1.0",
        "KKKB",
    ),
    board(
        """
         R | rt .. Y*
        TT | *k .. Bt
       RRR | br .. tb
      .YYY | ks .. sy
     .TTTT | .. .. ts
    ....KK | .. .. kb
        """,
        "0/0=12.3 0/2=15.1 1/0=7.2 1/2=16.3 2/2=13.1",
        "BBB",
        first=True,
    ),
)

TILED_2 = (
    board(
        """
         . | Ky rT ..
        .. | rY yB ..
       KKK | ys .. ..
      ..TT | kr .. ..
     ..RRR | .. br st
    ....YY | .. k* ky
        """,
        "0/0=4.2 0/1=14.2 1/0=11.1 2/1=17.2 2/2=1.0",
    ),
    board(
        """
         . | Rt .. Y*
        .. | *k .. BT
       ... | bR .. tb
      .YYY | ks .. sy
     .TTTT | .. .. ts
    ....KK | .. .. kb
        """,
        "0/0=12.3 0/2=15.1 1/0=7.2 1/2=16.3 2/2=13.1",
        first=True,
    ),
)

DUEL = [
    (Moment(Checkpoint.OPENING, 1), OPENING_1),
    (Moment(Checkpoint.OFFER_END, 1, told={"broken": [0, 0], "drawn": [0, 1]}), OFFER_END_1),
    (Moment(Checkpoint.TILED, 1), TILED_1),
    (Moment(Checkpoint.OFFER_END, 2, told={"broken": [4, 3], "drawn": [0, 1]}), OFFER_END_2),
    (Moment(Checkpoint.TILED, 2), TILED_2),
]


def seen(a_board):
    """Return a board as cells, of its broken stack only the top visible."""
    broken = a_board.broken
    return cells_of(a_board._replace(broken=(None,) * (len(broken) - 1) + broken[-1:]))


@pytest.fixture(scope="module")
def outcomes():
    """Every moment confirmed, in order."""
    table, found = RULES.empty_table(), []
    for moment, boards in DUEL:
        cells = [seen(a_board) for a_board in boards]
        for seat, parts in enumerate(RULES.successors(table, moment)):
            assert allows(parts, cells[seat])
        table, outcome = settled(RULES, table, moment, cells)
        found.append(outcome)
    return found


def test_scores_after_every_moment(outcomes):
    assert [outcome.table.scores for outcome in outcomes] == [
        (5, 5),
        (5, 4),  # a dome tile drawn from the stack cost a point
        (5, 7),
        (5, 6),
        (0, 2),
    ]


def test_the_first_tiling_point_by_point(outcomes):
    assert outcomes[2].steps == (
        (
            Step("dome/0/3", 1, "DU-R42"),
            Step("dome/1/1", 1, "DU-R42"),
            Step("start", -2, "DU-R48"),
        ),
        (Step("dome/0/4", 1, "DU-R42"), Step("dome/1/4", 2, "DU-R43")),
    )


def test_the_second_tiling_point_by_point(outcomes):
    assert outcomes[4].steps == (
        (
            Step("dome/0/0", 1, "DU-R42"),
            Step("dome/1/3", 2, "DU-R43"),
            Step("broken", -10, "DU-R47"),
            Step("score", 2, "DU-R49"),
        ),
        (
            Step("dome/0/0", 1, "DU-R42"),
            Step("dome/1/5", 2, "DU-R43"),
            Step("dome/2/1", 1, "DU-R42"),
            Step("broken", -6, "DU-R47"),
            Step("start", -2, "DU-R48"),
        ),
    )


def test_a_total_is_announced_where_no_choice_is_left(outcomes):
    assert outcomes[1].announced == (None, None)
    assert outcomes[3].announced == (0, None)
    assert outcomes[3].steps[0] == outcomes[4].steps[0]


def test_who_starts_and_what_is_told(outcomes):
    assert [outcome.table.starter for outcome in outcomes] == [None, 0, 0, 1, 1]
    tables = [RULES.empty_table(), *(outcome.table for outcome in outcomes)]
    asked = [RULES.told(t, moment) for t, (moment, _) in zip(tables, DUEL, strict=False)]
    assert asked == [(), ("broken", "drawn"), (), ("broken", "drawn"), ()]
    assert RULES.told(tables[-1], Moment(Checkpoint.OFFER_END, 5)) == ("broken",)


def test_the_game_is_not_over_after_two_rounds(outcomes):
    result = RULES.result(outcomes[-1].table)
    assert (result.scores, result.winners, result.complete) == ((0, 2), (), False)


def test_boards_that_cannot_lie_together_are_not_consistent():
    table, (moment, boards) = RULES.empty_table(), DUEL[0]
    twins = [seen(boards[0]), seen(boards[0])]
    assert not agree(RULES, table, moment, twins)
    table = RULES.advance(table, moment, [seen(a_board) for a_board in boards]).table
    moment, boards = DUEL[1]
    for change in (
        {"line/3/0": "turquoise"},  # one tile more than were dealt
        {"start": "first"},  # the starting player tile twice
    ):
        cells = [seen(boards[0]), seen(boards[1]) | change]
        assert not agree(RULES, table, moment, cells)
    nobody = {cell: lies for cell, lies in seen(boards[0]).items() if cell != "start"}
    assert not agree(RULES, table, moment, [nobody, seen(boards[1])])  # nobody took it


@pytest.mark.parametrize("at", [Checkpoint.TURN, Checkpoint.OFFER_END])
def test_no_more_tiles_come_to_the_boards_than_were_dealt(at):
    """R52: 5 and 4 times 4; of a broken stack the tile on top is one of them."""
    table = RULES.advance(RULES.empty_table(), DUEL[0][0], [seen(b) for b in OPENING_1]).table
    one, other = (seen(a_board) for a_board in OFFER_END_1)
    moment = Moment(at, 1, told={"broken": [0, 0]} if at is Checkpoint.OFFER_END else {})
    assert isfinite(RULES.surprise(table, moment, [one, other]))
    for more in ({"line/3/0": "turquoise"}, {"broken": ("red",)}):
        lying = [one, other | more]
        assert RULES.surprise(table, moment, lying) == inf
        assert isfinite(RULES.surprise(replace(table, facts={}), moment, lying))


def test_the_tiled_picture_alone_gives_the_points_when_the_one_before_was_forgotten():
    table = RULES.advance(RULES.empty_table(), DUEL[0][0], [seen(b) for b in OPENING_1]).table
    moment = Moment(Checkpoint.TILED, 1, told={"broken": [0, 0], "drawn": [0, 1]})
    table, _ = settled(RULES, table, moment, [seen(b) for b in TILED_1])
    assert table.scores == (5, 7)


@pytest.mark.parametrize(
    ("told", "said"), [([0, 0], "a tile is seen"), ([1, 2], "no tile is seen")]
)
def test_broken_tiles_told_and_seen_that_do_not_fit_are_pointed_out(told, said):
    table = RULES.empty_table()
    moment = Moment(Checkpoint.OFFER_END, 1, told={"broken": told, "drawn": [0, 0]})
    first = seen(OFFER_END_1[0]) | ({} if sum(told) else {"broken": ("red",)})
    outcome = RULES.advance(table, moment, [first, seen(OFFER_END_1[1])])
    assert outcome.table.facts["broken"] == tuple(told)
    assert said in outcome.notices[0][1].message


def test_who_begins_is_reminded_to_fill_the_display_up(outcomes):
    """DU-R10 after the opening, DU-R51 after a round; in between nobody does (DU-R15)."""
    said = [
        [
            (seat, notice.message[-8:])
            for seat, notice in outcome.notices
            if "display" in notice.message
        ]
        for outcome in outcomes
    ]
    assert said == [[(0, "DU-R10).")], [], [(0, "DU-R51).")], [], [(1, "DU-R51).")]]


@pytest.mark.parametrize(("number", "reminded"), [(1, True), (3, True), (4, False), (5, False)])
def test_after_the_fourth_round_the_display_stays_empty(number, reminded):
    assert bool(refill(Moment(Checkpoint.TILED, number), 0)) is reminded
