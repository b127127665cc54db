"""A whole evening without eyes: a camera of one blank picture, a keeper that knows its lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.base import Checkpoint, Moment, Result, Setup, Step
from companion.ports import Picture

RECORDED = json.loads((Path(__file__).parent / "evening.json").read_text())
REPORTS: list[dict[str, Any]] = RECORDED["reports"]
SETUP = Setup("azul", players=2, first_player=0)
MOMENTS = tuple(Moment(Checkpoint(one["checkpoint"]), one["round"]) for one in REPORTS)
WIDTH, HEIGHT = 1640, 1232


@dataclass(frozen=True)
class Heard:
    """A report as a keeper gives it."""

    values: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return dict(self.values)


@dataclass
class RehearsedKeeper:
    """Says what was recorded; ``instead`` are reports, or errors to raise, by frame number."""

    instead: Mapping[int, Any] = field(default_factory=dict)
    looks: int = 0

    def look(self, image: NDArray[np.uint8], moment: Moment) -> Heard:
        assert image.shape == (HEIGHT, WIDTH, 3)
        answer = self.instead.get(self.looks, REPORTS[self.looks])
        assert MOMENTS[self.looks] == moment
        self.looks += 1
        if isinstance(answer, Exception):
            raise answer
        return Heard(answer)

    def result(self) -> Result:
        if self.looks < len(REPORTS):
            return Result((0, 0), ({}, {}), ((), ()), (), False)
        told = RECORDED["result"]
        steps = tuple(tuple(Step(**step) for step in steps) for steps in told["breakdown"])
        return Result(
            tuple(told["scores"]), tuple(told["bonuses"]), steps, tuple(told["winners"]), True
        )


class BlankCamera:
    """A camera that sees nothing but a brown table."""

    def __init__(self) -> None:
        self.pixels = np.full((HEIGHT, WIDTH, 3), (40, 60, 90), np.uint8)
        self.jpeg = cv2.imencode(".jpg", self.pixels)[1].tobytes()
        self.taken = 0

    def frame(self) -> Picture:
        self.taken += 1
        return Picture(f"{self.taken - 1:03}.jpg", self.jpeg, self.pixels)

    def rewind(self) -> None:
        self.taken = 0
