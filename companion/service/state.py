"""What the running companion shows: one small value, complete in itself, with a version.

A page that has one state needs nothing that came before it, so a phone that slept loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.games.base import Checkpoint, Moment, Result, Setup, Step, Table


class Phase(StrEnum):
    """What the companion is doing."""

    READY = "ready"
    LOOKING = "looking"
    SHOWN = "shown"
    FAILED = "failed"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history: a frame, its picture's number and what was made of it.

    ``status`` is that of the frame's report (``read``, ``violation`` ...), or ``failed``.
    """

    picture: int
    file: str
    checkpoint: str
    round: int
    status: str
    scores: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Everything a page needs to know about the sitting, at one version.

    ``report`` is the last frame's object as ``companion replay --json`` prints it, ``picture`` the
    number under which its picture can be had (0: none yet), ``sheet`` the last score sheet with
    any line in it and ``sheet_round`` the round it belongs to.  ``confirmed`` are the totals that
    hold, ``before`` those that held before them, ``announced`` those the coming tiling leads to.
    ``boards`` are the cells last seen on each seat's board, dome tiles among them as ``place/0/1``,
    ``boards_before`` those of the frame before: a board that is covered for a moment is shown as it
    was.  ``names`` are the players' names by seat (empty: nobody gave any), ``table`` is what the
    rules know after the last reading that holds, ``due`` what the next picture is for.
    """

    setup: Setup
    frames: int
    version: int = 1
    phase: Phase = Phase.READY
    autoplay: bool = False
    interval_s: float = 0.0
    picture: int = 0
    report: Mapping[str, Any] | None = None
    confirmed: tuple[int, ...] | None = None
    before: tuple[int, ...] | None = None
    announced: tuple[int | None, ...] = ()
    sheet: Sequence[Sequence[Mapping[str, Any]]] = ()
    sheet_round: int = 0
    boards: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    boards_before: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    history: tuple[Entry, ...] = ()
    result: Result | None = None
    trouble: str = ""
    names: tuple[str, ...] = ()
    table: Table | None = None
    due: Moment | None = None

    @property
    def shown(self) -> int:
        """How many frames have been shown so far."""
        return len(self.history)

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON values: what ``/api/state`` and every event carry."""
        return {
            "version": self.version,
            "game": self.setup.game,
            "variant": self.setup.variant,
            "players": self.setup.players,
            "names": list(self.names),
            "phase": self.phase.value,
            "autoplay": self.autoplay,
            "interval_s": self.interval_s,
            "frames": self.frames,
            "shown": self.shown,
            "picture": self.picture,
            "report": None if self.report is None else dict(self.report),
            "scores": None if self.confirmed is None else list(self.confirmed),
            "announced": list(self.announced),
            "history": [entry_json(entry) for entry in self.history],
            "trouble": self.trouble,
            "result": None if self.result is None else result_json(self.result),
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
    }


def result_json(result: Result) -> dict[str, Any]:
    """Return a result as ``companion replay --json`` prints it, with its score sheet."""
    return {
        "scores": list(result.scores),
        "bonuses": [dict(bonus) for bonus in result.bonuses],
        "winners": list(result.winners),
        "complete": result.complete,
        "breakdown": [[step_json(step) for step in steps] for steps in result.steps],
    }


def step_json(step: Step) -> dict[str, Any]:
    """Return one line of a score sheet as JSON values."""
    return {"cell": step.cell, "points": step.points, "rule": step.rule}


def looked(state: State, entry: Entry, report: Mapping[str, Any], result: Result) -> State:
    """Return the state after a frame has been looked at, whatever its status."""
    sheet = report.get("breakdown") or ()
    has_lines = any(sheet)
    confirmed = confirmed_totals(state, entry, result)
    moved = state.confirmed is not None and confirmed != state.confirmed
    return replace(
        state,
        phase=Phase.OVER if is_last(state) or result.complete else Phase.SHOWN,
        picture=entry.picture,
        report=report,
        before=state.confirmed if moved else state.before,
        confirmed=confirmed,
        announced=announced_totals(state, entry),
        sheet=sheet if has_lines else state.sheet,
        sheet_round=entry.round if has_lines else state.sheet_round,
        boards=boards_after(state, report),
        boards_before=state.boards,
        history=(*state.history, entry),
        result=result,
        trouble="",
    )


def boards_after(state: State, report: Mapping[str, Any]) -> Mapping[int, Mapping[str, Any]]:
    """Return what lies on each board; while one is covered, all are shown as they were."""
    if report["status"] == "waiting":
        return state.boards
    return {**state.boards, **{one["seat"]: lying(one) for one in report["boards"]}}


def lying(one: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the cells of a report's board, and its dome tiles as cells too."""
    domes = {f"place/{dome['place']}": dome["spaces"] for dome in one.get("domes") or ()}
    return {**one["cells"], **domes}


def confirmed_totals(state: State, entry: Entry, result: Result) -> tuple[int, ...] | None:
    """Return the totals that hold after ``entry``: an offer's end only announces them."""
    if result.complete:
        return result.scores
    if entry.status != "read" or entry.checkpoint == Checkpoint.OFFER_END:
        return state.confirmed
    known = tuple(score for score in entry.scores if score is not None)
    return known if len(known) == state.setup.players else state.confirmed


def announced_totals(state: State, entry: Entry) -> tuple[int | None, ...]:
    """Return the totals the coming tiling leads to; empty when none is due."""
    if entry.status != "read":
        return state.announced
    return entry.scores if entry.checkpoint == Checkpoint.OFFER_END else ()


def failed(state: State, entry: Entry, sentence: str) -> State:
    """Return the state after a frame that could not be looked at; the game stays as it was."""
    return replace(
        state,
        phase=Phase.OVER if is_last(state) else Phase.FAILED,
        history=(*state.history, entry),
        trouble=sentence,
    )


def is_last(state: State) -> bool:
    """Tell whether the frame that follows ``state``'s history is the last one."""
    return state.shown + 1 >= state.frames
