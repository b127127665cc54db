"""Every action the rules of Azul Duel forbid is refused by the rule that forbids it."""

import pytest
from duel_tables import (
    acquiring,
    board,
    refused,
    tiling,
    with_seat,
)

from companion.games.azul_duel.actions import (
    EndTiling,
    KeepDome,
    LayDome,
    LeaveLine,
    LookAtDrawn,
    PlaceTile,
    ReturnDome,
    SpendChips,
    StackMoon,
    TakeChip,
    TakeDome,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.board import EMPTY_BOARD, Line


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (TakeDome(9), "DU-R15"),
        (LookAtDrawn(), "DU-R16"),
        (KeepDome(1), "DU-R16"),
        (ReturnDome(1), "DU-R16"),
        (LayDome(0, 0), "DU-R17"),
        (TakeSun(0, "turquoise", 0), "DU-R18"),
        (TakeSun(7, "red", 0), "DU-R18"),
        (StackMoon(("red",)), "DU-R19"),
        (TakeMoon("red", 0), "DU-R22"),
        (TakeChip(0), "DU-R26"),
        (TakeSun(0, "red", 6), "DU-R27"),
        (TakeSun(0, "red", 2), "DU-R29"),
        (TakeSun(0, "blue", 0), "DU-R29"),
        (TakeSun(0, "red", 4, 1), "DU-R27"),
        (PlaceTile(0, 0), "DU-R11"),
        (SpendChips(0, ("red", "red")), "DU-R11"),
        (LeaveLine(0), "DU-R11"),
        (EndTiling(), "DU-R11"),
    ],
)
def test_refusals_in_phase_1(action, rule):
    mine = EMPTY_BOARD._replace(
        lines=(Line("blue", 1), Line(), Line("blue", 1), Line(), Line(), Line())
    )
    assert refused(*acquiring(mine=mine), action) == rule


def test_a_turn_begun_must_be_finished_first():
    rules, position = acquiring()
    position = rules.apply(position, TakeDome(1))
    assert refused(rules, position, TakeSun(0, "red", 5)) == "DU-R12"
    assert refused(rules, position, "TakeSun") == "DU-R12"
    position = rules.apply(position, LayDome(4, 3))
    position = rules.apply(position, TakeDome(2))
    assert refused(rules, position, LayDome(9, 0)) == "DU-R17"
    spent = with_seat(position._replace(pending=None), 0, tokens=0)
    assert refused(rules, spent, TakeDome(3)) == "DU-R14"


def test_refusals_in_phase_2():
    mine = board(
        """
        B | .. .. ..
       .R | .. .. ..
      ... | .. .. ..
     .... | .. .. ..
    ..... | .. .. ..
   ...... | .. .. ..
        """,
        "0/0=3.0",
    )
    rules, position = tiling(mine, chips=("red", "red", "yellow"))
    assert refused(rules, position, PlaceTile(1, 1)) == "DU-R34"
    assert refused(rules, position, PlaceTile(0, 5)) == "DU-R34"
    assert refused(rules, position, LeaveLine(0)) == "DU-R34"
    assert refused(rules, position, EndTiling()) == "DU-R34"
    assert refused(rules, position, TakeSun(0, "red", 1)) == "DU-R11"
    position = rules.apply(position, rules.legal_actions(position)[0])
    for chips in (("red",), ("red", "yellow"), ("yellow", "red", "red"), ("blue", "red", "red")):
        assert refused(rules, position, SpendChips(1, chips)) == "DU-R37"
    assert refused(rules, position, SpendChips(4, ("red", "red"))) == "DU-R37"
