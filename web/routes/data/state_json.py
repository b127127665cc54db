"""The state as JSON, for pages and programs: what ``/api/state`` and every event carry."""

from __future__ import annotations

from typing import Any

from companion.games.base import Cells, Moment, Result
from companion.service.bulletin.state import Entry, Preview, State
from companion.service.reports.report import (
    Report,
    corners_json,
    result_json,
    steps_json,
    violation_json,
)
from companion.sitting import Misfit


def state_json(state: State) -> dict[str, Any]:
    """Return the state as JSON values."""
    return {
        "version": state.version,
        "game": state.setup.game,
        "variant": state.setup.variant,
        "players": state.setup.players,
        "names": list(state.names),
        "colours": list(state.colours),
        "sitting": state.sitting,
        "goals": list(state.setup.goals),
        "options": dict(state.setup.options),
        "first_player": state.setup.first_player,
        "stage": state.stage.value,
        "phase": state.phase.value,
        "due": {
            "press": moment_json(state.due),
            "hold": moment_json(state.due_hold),
            "rules": moment_json(state.due_by_rules),
        },
        "turn": state.turn,
        "reading": state.reading,
        "undone": state.undone,
        "happened": state.happened.value,
        "doing": state.doing.value,
        "changed": changes_json(state),
        "misfits": [misfit_json(one) for one in state.misfits],
        "boards": [lying_json(state.boards.get(s, {})) for s in range(state.setup.players)],
        "preview": None if state.preview is None else preview_json(state.preview),
        "notice": state.notice,
        "club": state.club.value,
        "called": None if state.awaited is None else state.awaited.to_json(),
        "handheld": state.handheld,
        "autoplay": state.autoplay,
        "interval_s": state.interval_s,
        "frames": state.frames,
        "shown": state.shown,
        "picture": state.picture,
        "report": None if state.report is None else report_json(state.report),
        "scores": None if state.confirmed is None else list(state.confirmed),
        "announced": list(state.announced),
        "history": [entry_json(entry) for entry in state.history],
        "trouble": state.trouble,
        "result": None if state.result is None else ending_json(state.result),
    }


def changes_json(state: State) -> list[dict[str, Any]]:
    """Return the totals that a correction changed, with the reading that brought each."""
    return [
        {"reading": one.entry, "seat": one.seat, "was": one.was, "now": one.now}
        for one in state.changed
    ]


def report_json(report: Report) -> dict[str, Any]:
    """Return what was said of the last frame: as ``replay`` prints it, and whose turn it showed."""
    seat = {} if report.moment.seat is None else {"seat": report.moment.seat}
    number = {} if report.reading is None else {"reading": report.reading}
    return report.to_json() | seat | number


def lying_json(cells: Cells) -> dict[str, Any]:
    """Return what lies on a board, stacks and dome tiles as lists."""
    return {cell: list(one) if isinstance(one, tuple) else one for cell, one in cells.items()}


def preview_json(preview: Preview) -> dict[str, Any]:
    """Return which boards were found as JSON values."""
    boards = [
        {"seat": one.seat, "view": one.view.value, "corners_px": corners_json(one)}
        for one in preview.boards
    ]
    return {
        "number": preview.number,
        "picture": preview.picture,
        "boards": boards,
        "sentence": preview.sentence,
    }


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return a line of the history as JSON values."""
    return {
        "picture": entry.picture,
        "file": entry.file,
        "checkpoint": entry.checkpoint,
        "round": entry.round,
        "status": entry.status,
        "scores": list(entry.scores),
        "seat": entry.seat,
        "reading": entry.number,
        "kept": entry.kept,
        "before": list(entry.before),
    }


def moment_json(moment: Moment | None) -> dict[str, Any] | None:
    """Return what a picture is for as JSON values."""
    if moment is None:
        return None
    return {"checkpoint": moment.checkpoint.value, "round": moment.round, "seat": moment.seat}


def misfit_json(one: Misfit) -> dict[str, Any]:
    """Return a board that no longer fits as JSON values, its violation as in a report."""
    return {"reading": one.reading, "seat": one.seat, "violation": violation_json(one.problem)}


def ending_json(result: Result) -> dict[str, Any]:
    """Return a result as ``companion replay --json`` prints it, and its score sheet with it."""
    closing: dict[str, Any] = result_json(result)["result"]
    return closing | {"breakdown": [steps_json(steps) for steps in result.steps]}
