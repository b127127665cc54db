"""What lamps and buzzer say of a state; how each signal looks and sounds is the panel's own."""

from __future__ import annotations

from collections.abc import Iterator

from companion.ports import Signal
from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import Phase, Stage, State
from companion.service.reports.report import Status

BY_STAGE = {
    Stage.LOOKING: Signal.LOOKING,
    Stage.QUESTION: Signal.QUESTION,
    Stage.NOT_EMPTY: Signal.QUESTION,
    Stage.VIOLATION: Signal.VIOLATION,
    Stage.LOST: Signal.LOST,
    Stage.CAMERA_GONE: Signal.LOST,
    Stage.OVER: Signal.OVER,
}
"""Where the evening stands -> what is announced; anywhere else it is what happened last."""


def signal_of(state: State) -> Signal:
    """Return what a state is announced by."""
    if state.others_awaited:
        return Signal.QUIET
    if state.stage in BY_STAGE:
        return BY_STAGE[state.stage]
    if state.phase is Phase.FAILED:
        return Signal.LOST
    return Signal.READ if state.happened is Status.READ else Signal.QUIET


def news(state: State) -> tuple[object, ...]:
    """Return what makes a state news: the same announcement of the same picture is none."""
    return signal_of(state), state.picture, state.reading


def announcements(bulletin: Bulletin, pause_s: float) -> Iterator[Signal | None]:
    """Yield the signal of every state that is news; None where there was none for ``pause_s``."""
    told = news(bulletin.latest)
    for state in bulletin.follow(pause_s):
        if state is None or news(state) == told:
            yield None
        else:
            told = news(state)
            yield signal_of(state)
