"""The camera is gone or back, the disk has room again."""

from __future__ import annotations

from dataclasses import replace

from companion.service.bulletin.state import Happened, Phase, Stage, State
from companion.service.evening import asks
from companion.service.evening.context import Context


def camera_gone(context: Context, ask: asks.CameraGone) -> None:
    """Say that the camera is gone; people go on by hand, and the camera is looked for.

    Where a glance has missed it and a picture is being taken meanwhile, that one will tell: until
    then nothing else may be done.
    """
    looking = context.state.stage is Stage.LOOKING
    if looking and not ask.looked:
        return
    if not looking:
        context.stage_before = context.state.stage
    context.publish(
        lambda state: replace(
            state, stage=Stage.CAMERA_GONE, phase=Phase.FAILED, trouble=ask.sentence,
            happened=Happened.CAMERA_GONE,
        )
    )  # fmt: skip


def camera_back(context: Context, ask: asks.CameraBack) -> None:
    """Go on where the evening stood before the camera went."""
    context.publish(
        lambda state: replace(
            state, stage=context.stage_before, trouble="", happened=Happened.CAMERA_BACK,
            phase=Phase.SHOWN if state.report else Phase.READY,
        )
    )  # fmt: skip


def room(context: Context, ask: object) -> None:
    """Take back what was said of a full disk, where nothing else has been said since."""
    recorder, full = context.recorder, context.full
    recorder.notice, recorder.full, context.full = "", False, False

    def taken_back(state: State) -> State:
        if not full or state.phase is not Phase.FAILED or state.stage is Stage.CAMERA_GONE:
            return state
        return replace(state, trouble="", phase=Phase.SHOWN if state.report else Phase.READY)

    context.publish(taken_back)
