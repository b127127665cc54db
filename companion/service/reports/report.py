"""What is said of one frame, and its JSON form as ``companion replay --json`` prints it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple
from zlib import crc32

from companion.boards import PLACE
from companion.games.base import Cells, Content, Moment, Problem, Result, Step
from companion.games.offer import Offer
from companion.games.saying import Notice
from companion.reconcile import OTHER, BoardReading, Doubt, Question
from companion.service.reports.place_names import content_name, place_name
from companion.sightings.sighting import SEEMING, BoardSighting, View


class Status(StrEnum):
    """What became of a frame; only ``READ`` takes anything over."""

    READ = "read"
    WAITING = "waiting"
    VIOLATION = "violation"
    QUESTION = "question"
    NOT_EMPTY = "not-empty"
    """Tiles lie on boards that were to be seen empty."""


NO_TIME = {"registration": 0.0, "tiles": 0.0, "rules": 0.0}
"""The stages of every picture; one that is not come to takes none."""


@dataclass(frozen=True)
class BoardReport:
    """One board: how it was seen, what was made of it (None while it is covered or lost)."""

    seen: BoardSighting
    reading: BoardReading | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def seat(self) -> int:
        """Whose board it is."""
        return self.seen.seat

    @property
    def cells(self) -> Cells:
        """What lies on it, dome tiles among it as ``place/0/1``; nothing while it is not read."""
        return self.reading.cells if self.reading else {}

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What could also be read otherwise."""
        return self.reading.doubts if self.reading else ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the rules forbid on it."""
        return self.reading.problems if self.reading else ()

    def to_json(self) -> dict[str, Any]:
        """Return the board's object as design and dashboard know it."""
        resembles = {"resembles": resembling_json(self.seen)} if self.seen.resembles else {}
        chips = {"chips": dict(sorted(self.seen.chips.items()))} if self.seen.chips else {}
        return {
            "seat": self.seen.seat,
            "view": self.seen.view.value,
            "corners_px": corners_json(self.seen),
            "cells": cells_json(self.cells),
            "domes": domes_json(self.cells),
            "score_marker": self.seen.score_marker,
            "doubts": [doubt_json(doubt) for doubt in self.doubts],
            "violations": [violation_json(problem) for problem in self.problems],
            "notices": [_sentence(notice) for notice in self.notices],
            **resembles,
            **chips,
        }


@dataclass(frozen=True)
class WhoseBoard:
    """What must be asked where a camera in the hand does not tell: whose is this board?

    ``corners_px`` are its corners (x, y) in the picture, ``seats`` those it may belong to, the
    likeliest first.
    """

    corners_px: tuple[tuple[float, float], ...]
    seats: tuple[int, ...]

    @property
    def id(self) -> str:
        """The same for the same question."""
        corners = ",".join(f"{x:.0f}.{y:.0f}" for x, y in self.corners_px)
        return f"owner:{corners}:{'+'.join(map(str, self.seats))}"

    def to_json(self) -> dict[str, Any]:
        """Return the question as pages and programs know it."""
        return {
            "id": self.id,
            "seat": self.seats[0],
            "cells": [],
            "text": "Whose board is this?",
            "corners_px": [list(point) for point in self.corners_px],
            "options": [
                {"label": f"seat {seat}", "cells": {}, "owner": seat} for seat in self.seats
            ],
        }


class Answered(NamedTuple):
    """A reading that was taken over later than its picture: its number and its moment."""

    number: int
    moment: Moment


@dataclass(frozen=True)
class Report:
    """One frame: its boards, the totals that hold or are announced, the score sheet.

    ``question`` waits for an answer; beside a violation it asks whether a tile was only misread.
    ``asks`` names what should be told because no camera sees it; ``offer`` is what lies on the
    displays and in the centre, where that was asked for and all of it was seen; ``missing`` are the
    seats whose boards another picture must show.  ``file`` is the picture's name, ``reading`` the
    number under which the sitting has what was read, None where nothing was taken over; ``anew``
    tells that earlier readings were put right with it.  ``answered`` is the reading that an earlier
    picture became by it, whose question nobody had answered.
    """

    moment: Moment
    status: Status
    boards: tuple[BoardReport, ...]
    scores: tuple[int | None, ...]
    breakdown: tuple[tuple[Step, ...], ...]
    ms: Mapping[str, float] = field(default_factory=dict)
    question: Question | WhoseBoard | None = None
    asks: tuple[str, ...] = ()
    offer: Offer | None = None
    missing: tuple[int, ...] = ()
    file: str = ""
    reading: int | None = None
    anew: bool = False
    answered: Answered | None = None

    @property
    def photographed(self) -> tuple[BoardReport, ...]:
        """All boards but those that another picture must show."""
        return tuple(one for one in self.boards if one.seat not in self.missing)

    @property
    def unclear(self) -> frozenset[View]:
        """Why boards that were photographed cannot be read; nothing where all of them can."""
        return frozenset(one.seen.view for one in self.photographed) - {View.CLEAR}

    @property
    def only_covered(self) -> bool:
        """Whether nothing is wrong but what seems to be over boards that were found."""
        waits = self.status is Status.WAITING and bool(self.unclear)
        return waits and self.unclear <= set(SEEMING)

    def to_json(self) -> dict[str, Any]:
        """Return the frame's object as ``companion replay --json`` prints it."""
        return {
            "file": self.file,
            "checkpoint": self.moment.checkpoint.value,
            "round": self.moment.round,
            "status": self.status.value,
            "boards": [board.to_json() for board in self.boards],
            "scores": list(self.scores),
            "breakdown": [steps_json(steps) for steps in self.breakdown],
            "question": None if self.question is None else question_json(self.question),
            "asks": list(self.asks),
            "offer": None if self.offer is None else offer_json(self.offer),
            "ms": {stage: round(ms, 2) for stage, ms in (NO_TIME | dict(self.ms)).items()},
            **({"missing": list(self.missing)} if self.missing else {}),
        }


def result_json(result: Result) -> dict[str, Any]:
    """Return the closing object of a sitting."""
    return {
        "result": {
            "scores": list(result.scores),
            "bonuses": [dict(bonus) for bonus in result.bonuses],
            "winners": list(result.winners),
            "complete": result.complete,
        }
    }


def steps_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return a score sheet."""
    return [{"cell": s.cell, "points": s.points, "rule": s.rule} for s in steps]


def offer_json(offer: Offer) -> dict[str, Any]:
    """Return an offer: colours on each display and in the centre, how many are to come."""
    return {
        "displays": [sorted(Counter(display).elements()) for display in offer.displays],
        "centre": sorted(Counter(offer.centre).elements()),
        "to_come": offer.to_come,
    }


def corners_json(seen: BoardSighting) -> list[list[float]] | None:
    """Return the corners of a board in hundredths of a pixel; None where it was not found."""
    return None if seen.corners_px is None else seen.corners_px.round(2).tolist()


def resembling_json(seen: BoardSighting) -> list[dict[str, str]]:
    """Return what boards one of none of the game's may be; nothing where nobody can tell."""
    return [{"game": game, "variant": variant} for game, variant in seen.resembles]


def cells_json(cells: Cells) -> dict[str, Any]:
    """Return what lies on the cells; stacks as lists, bottom first."""
    return {
        cell: list(content) if isinstance(content, tuple) else content
        for cell, content in sorted(cells.items())
        if not cell.startswith(PLACE)
    }


def domes_json(cells: Cells) -> list[dict[str, Any]]:
    """Return the dome tiles that lie on a board."""
    return [
        {"place": cell.removeprefix(PLACE), "spaces": list(content)}
        for cell, content in sorted(cells.items())
        if cell.startswith(PLACE)
    ]


def question_json(question: Question | WhoseBoard) -> dict[str, Any]:
    """Return a question with its answers."""
    if isinstance(question, WhoseBoard):
        return question.to_json()
    places = ", ".join(place_name(cell) for cell in question.cells)
    text = "In which order were the tiles placed on {}?" if question.told else "What lies on {}?"
    return {
        "id": question_id(question),
        "seat": question.seat,
        "cells": list(question.cells),
        "text": text.format(places),
        "options": [
            {
                "label": ", ".join(map(content_name, option)) or "something else",
                "cells": dict(zip(question.cells, map(_plain, option), strict=option != OTHER)),
            }
            for option in question.options
        ],
    }


def question_id(question: Question | WhoseBoard) -> str:
    """Return by what a question is known again: the same question always has the same id.

    Answers are given by their numbers, so that with other answers, or in another order, it is
    another question.
    """
    if isinstance(question, WhoseBoard):
        return question.id
    answers = crc32(repr(question.options).encode())
    return f"{question.seat}:{'+'.join(question.cells)}:{answers:08x}"


def violation_json(problem: Problem) -> dict[str, Any]:
    """Return something the rules forbid: rule, cells, the sentence and what it is made from."""
    return {"rule": problem.rule, **_sentence(problem)}


def _plain(content: Content | None) -> Any:
    return list(content) if isinstance(content, tuple) else content


def _sentence(said: Problem | Notice) -> dict[str, Any]:
    return {
        "cells": list(said.cells),
        "message": said.message,
        "template": said.template,
        "values": dict(said.values),
    }


def doubt_json(doubt: Doubt) -> dict[str, Any]:
    """Return the object of a doubt."""
    return {
        "cells": list(doubt.cells),
        "options": list(doubt.options),
        "chosen": doubt.chosen,
        "confidence": doubt.confidence,
    }
