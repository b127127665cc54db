"""A keeper without eyes that keeps a real sitting: it can be corrected, asked and undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evening import HEIGHT, MOMENTS, REPORTS, SETUP, WIDTH, BlankCamera, Evening
from rehearsal import Live
from typed_reports import report_from

from companion.events import Confirmed, Event
from companion.games.base import Cells, Moment, Result
from companion.reconcile import Question
from companion.service.reports.report import Report, question_id
from companion.service.sitting.amendment import check_amendment
from companion.sitting import Change, Sitting, apply, changes, opened
from web import create_app

ASKED_ID = question_id(Question(0, ("floor/0",), (("red",), ("first",))))
ASKED = {
    "id": ASKED_ID,
    "seat": 0,
    "cells": ["floor/0"],
    "text": "What lies on floor line space 1?",
    "options": [
        {"label": "red", "cells": {"floor/0": "red"}},
        {"label": "the starting player marker", "cells": {"floor/0": "first"}},
    ],
}
"""A question about the first player's floor line, as a keeper asks it."""


def boards_of(report: Mapping[str, Any]) -> tuple[Cells, ...]:
    """The boards of a report as an event has them."""
    return tuple(
        {id: tuple(lies) if isinstance(lies, list) else lies for id, lies in one["cells"].items()}
        for one in report["boards"]
    )


class KeepingKeeper:
    """Says what was recorded and keeps a sitting of it; ``instead`` by frame number."""

    def __init__(self, instead: Mapping[int, Any]) -> None:
        self.instead = instead
        self.looks = 0
        self.sitting: Sitting = opened(SETUP)
        self.moment: Moment | None = None

    def look(self, image: Any, moment: Moment) -> Report:
        assert image.shape == (HEIGHT, WIDTH, 3)
        number = MOMENTS.index(moment)
        report = REPORTS[number] if self.looks > number else self.instead.get(number)
        self.looks = number + 1
        if isinstance(report, Exception):
            raise report
        return self.said(report or REPORTS[number], moment)

    def said(self, report: Mapping[str, Any], moment: Moment) -> Report:
        self.moment = moment
        if report["status"] == "read":
            self.sitting = apply(self.sitting, Confirmed(moment, boards_of(report)))
        return report_from(report)

    def answer(self, option: int) -> Report:
        assert self.moment is not None
        assert 0 <= option < len(ASKED["options"])
        return self.said(REPORTS[MOMENTS.index(self.moment)], self.moment)

    def teach(self, boards):
        """Nothing looks here."""

    def amend(self, *events: Event) -> tuple[Change, ...]:
        before = self.sitting
        for event in events:
            check_amendment(self.sitting, event)
            self.sitting = apply(self.sitting, event)
        return changes(before, self.sitting)

    def result(self) -> Result:
        return self.sitting.game.result(self.sitting.table)


class KeptEvening(Evening):
    """An evening whose keeper keeps a sitting."""

    def __init__(self, instead: Mapping[int, Any] | None = None) -> None:
        self.camera = BlankCamera()
        self.instead = dict(instead or {})
        self.live = Live(SETUP, self.camera, MOMENTS, lambda: KeepingKeeper(self.instead))
        self.app = create_app(self.live)
        self.live.start()


def asking() -> dict[str, Any]:
    """The second frame, with a question about the first player's floor line."""
    return REPORTS[1] | {"status": "question", "question": ASKED, "breakdown": [[], []]}
