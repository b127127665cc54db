"""A tap late in a game that was photographed turn by turn: nobody waits for the answer."""

from __future__ import annotations

from collections import Counter

import pytest
from judged_evenings import evening

from companion.errors import CorrectionRefused
from companion.events import CellCorrected, Confirmed
from companion.games.base import Setup
from companion.service.sitting.amendment import check_amendment
from companion.service.sitting.corrections import corrections
from companion.sitting import apply, opened


@pytest.fixture
def worked_out(monkeypatch):
    """A long game of Duel, and how many readings were worked out anew since."""
    setup = Setup("azul-duel", goals=("G1", "G5", "G8"))
    sitting, counts = opened(setup), Counter()
    for picture in evening(setup, 3, turns=True).pictures:
        sitting = apply(sitting, Confirmed(picture.moment, picture.boards))
    assert len(sitting.history) > 100
    kind = type(sitting.game)
    advance = kind.advance

    def counted(*args):
        counts["readings"] += 1
        return advance(*args)

    monkeypatch.setattr(kind, "advance", counted)
    return sitting, counts


def test_what_cannot_be_is_refused_at_once(worked_out):
    sitting, counts = worked_out
    number = sitting.history[-2].entry.number
    (event,) = corrections(sitting, number, 0, {"dome/3/3": "red"})
    assert event == CellCorrected(number, 0, "dome/3/3", "red")
    with pytest.raises(CorrectionRefused):
        check_amendment(sitting, event)
    assert counts["readings"] < 1000, "of a hundred readings, each with all before and after it"


def test_what_changes_nothing_later_is_not_worked_out_again(worked_out):
    sitting, counts = worked_out
    early = next(played for played in sitting.history if played.entry.boards[0])
    (cell, colour), *_ = early.entry.boards[0].items()
    after = apply(sitting, CellCorrected(early.entry.number, 0, cell, colour))
    assert after.history == sitting.history
    assert counts["readings"] == 1
