"""Reports written down as ``companion replay --json`` prints them, as values again."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.games.base import Checkpoint, Moment, Problem, Step
from companion.games.saying import Notice
from companion.reconcile import BoardReading, Doubt, Question
from companion.service.reports.report import BoardReport, Report, Status, WhoseBoard
from companion.sightings.sighting import BoardSighting, View


def report_from(said: Mapping[str, Any]) -> Report:
    """A frame's report; whatever it does not say is as where there is nothing to say."""
    moment = Moment(Checkpoint(said["checkpoint"]), said["round"], said.get("seat"))
    asked = said.get("question")
    return Report(
        moment,
        Status(said["status"]),
        tuple(map(board_from, said["boards"])),
        tuple(said.get("scores", ())),
        tuple(tuple(Step(**step) for step in steps) for steps in said.get("breakdown", ())),
        ms=said.get("ms", {}),
        question=None if asked is None else question_from(asked),
        asks=tuple(said.get("asks", ())),
        missing=tuple(said.get("missing", ())),
        file=said.get("file", ""),
        reading=said.get("reading"),
    )


def board_from(said: Mapping[str, Any]) -> BoardReport:
    """One board of a report."""
    corners = said.get("corners_px")
    cells = {cell: frozen(one) for cell, one in said.get("cells", {}).items()}
    cells |= {f"place/{one['place']}": frozen(one["spaces"]) for one in said.get("domes") or ()}
    doubts = tuple(
        Doubt(
            tuple(one["cells"]),
            tuple(map(frozen, one["options"])),
            frozen(one["chosen"]),
            one["confidence"],
        )
        for one in said.get("doubts") or ()
    )
    problems = tuple(Problem(one["rule"], *case_from(one)) for one in said.get("violations") or ())
    return BoardReport(
        BoardSighting(
            said["seat"],
            View(said.get("view", "clear")),
            None if corners is None else np.array(corners, float),
            score_marker=said.get("score_marker"),
            chips=said.get("chips", {}),
            resembles=tuple((one["game"], one["variant"]) for one in said.get("resembles", ())),
        ),
        BoardReading(cells, doubts, problems),
        tuple(Notice(*case_from(one)) for one in said.get("notices") or ()),
    )


def case_from(said: Mapping[str, Any]) -> tuple[tuple[str, ...], str, Mapping[str, Any]]:
    """What is said of some cells: the sentence's template and values, or the sentence itself."""
    return tuple(said["cells"]), said.get("template", said["message"]), said.get("values", {})


def question_from(said: Mapping[str, Any]) -> Question | WhoseBoard:
    """What is asked."""
    if "corners_px" in said:
        corners = tuple((x, y) for x, y in said["corners_px"])
        return WhoseBoard(corners, tuple(option["owner"] for option in said["options"]))
    cells = tuple(said["cells"])
    options = tuple(
        tuple(frozen(option["cells"][cell]) for cell in cells) if option["cells"] else ()
        for option in said["options"]
    )
    return Question(said["seat"], cells, options, said.get("told", ""))


def frozen(content: Any) -> Any:
    """Contents as the rules know them: stacks and dome tiles as tuples."""
    return tuple(content) if isinstance(content, list) else content
