"""A whole evening without eyes: a camera of one blank picture, a keeper that knows its lines."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rehearsal import Live
from typed_reports import report_from

from companion.games.base import Checkpoint, Moment, Result, Setup, Step
from companion.ports import Picture
from companion.service.bulletin.state import State
from companion.service.reports.report import Report
from web import create_app

RECORDED = json.loads((Path(__file__).parent / "evening.json").read_text())
REPORTS: list[dict[str, Any]] = RECORDED["reports"]
SETUP = Setup("azul", players=2, first_player=0)
MOMENTS = tuple(Moment(Checkpoint(one["checkpoint"]), one["round"]) for one in REPORTS)
WIDTH, HEIGHT = 1640, 1232


@dataclass
class RehearsedKeeper:
    """Says what was recorded; ``instead`` are reports, or errors to raise, by frame number."""

    instead: Mapping[int, Any] = field(default_factory=dict)
    looks: int = 0

    def look(self, image: NDArray[np.uint8], moment: Moment) -> Report:
        assert image.shape == (HEIGHT, WIDTH, 3)
        answer = self.instead.get(self.looks, REPORTS[self.looks])
        assert MOMENTS[self.looks] == moment
        self.looks += 1
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Report) else report_from(answer)

    def result(self) -> Result:
        if self.looks < len(REPORTS):
            return Result((0, 0), ({}, {}), ((), ()), (), False)
        told = RECORDED["result"]
        steps = tuple(tuple(Step(**step) for step in steps) for steps in told["breakdown"])
        return Result(
            tuple(told["scores"]), tuple(told["bonuses"]), steps, tuple(told["winners"]), True
        )


TABLE = np.full((HEIGHT, WIDTH, 3), (40, 60, 90), np.uint8)
TABLE.flags.writeable = False
TABLE_JPEG = cv2.imencode(".jpg", TABLE)[1].tobytes()


class BlankCamera:
    """A camera that sees nothing but a brown table."""

    def __init__(self) -> None:
        self.taken = 0
        self.shutter = Event()
        self.shutter.set()

    def frame(self) -> Picture:
        assert self.shutter.wait(5), "nobody released the shutter"
        self.taken += 1
        return Picture(f"{self.taken - 1:03}.jpg", TABLE_JPEG, TABLE)

    def rewind(self) -> None:
        self.taken = 0


class Evening:
    """A running companion whose keeper knows its lines, and the dashboard that shows it."""

    def __init__(self, instead: Mapping[int, Any] | None = None, **options: Any) -> None:
        self.camera = BlankCamera()
        self.instead = dict(instead or {})
        self.live = Live(
            SETUP, self.camera, MOMENTS, lambda: RehearsedKeeper(self.instead), **options
        )
        self.app = create_app(self.live)
        self.live.start()

    def press(self, times: int = 1) -> State:
        """Press the button, each time when the companion is done with the last picture."""
        for _ in range(times):
            shown = self.live.state.shown
            self.live.press()
            self.until(lambda state, shown=shown: state.shown > shown)
        return self.live.state

    def until(self, holds: Callable[[State], bool], patience_s: float = 15.0) -> State:
        """Wait for a state in which something holds, and return it."""
        deadline = time.monotonic() + patience_s
        state = self.live.state
        while not holds(state):
            left = deadline - time.monotonic()
            newer = self.live.bulletin.newer(state.version, left)
            assert newer is not None, f"nothing new any more after {state}"
            state = newer
        return state


def violation() -> dict[str, Any]:
    """The fourth frame, with red and white in one pattern line of the second player."""
    return with_board(
        3,
        1,
        status="violation",
        violations=[
            {
                "rule": "AZ-R15",
                "cells": ["line/3/0", "line/3/1"],
                "message": "Pattern line 4 holds red and white: only one colour may lie there.",
            }
        ],
    )


def question() -> dict[str, Any]:
    """The fourth frame, with a doubt about the first player's floor line."""
    doubt = {
        "cells": ["floor/0"],
        "options": ["black", "first"],
        "chosen": "black",
        "confidence": 0.6,
    }
    return with_board(3, 0, status="question", doubts=[doubt])


def with_board(number: int, seat: int, status: str = "read", **values: Any) -> dict[str, Any]:
    """Frame ``number`` with other things said of one seat's board."""
    boards = [one | values if one["seat"] == seat else one for one in REPORTS[number]["boards"]]
    return REPORTS[number] | {"status": status, "boards": boards, "breakdown": [[], []]}
