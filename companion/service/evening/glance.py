"""A glance at the table while there is nothing to do: has it come to rest, is the camera back?"""

from __future__ import annotations

import time

from companion.errors import CameraLost, CompanionError
from companion.service.bulletin.state import Stage
from companion.service.evening.asks import Ask, CameraBack, CameraGone, Room, Still
from companion.service.evening.context import Context

WAITING = (Stage.NOT_EMPTY, Stage.VIOLATION, Stage.LOST)
"""While something should be put right, the companion looks by itself whether it has been."""

RESTING = (Stage.LOOKING, Stage.PAUSED, Stage.OVER)
"""While nobody waits for a picture that comes by itself."""


def glance(context: Context) -> Ask | None:
    """Look for the camera while it is gone, and for stillness while that is of interest."""
    place, state = context.place, context.state
    if (context.full or context.recorder.full) and context.journal.has_room():
        return Room()
    if place is None or not place.live or place.handheld:
        return None
    if state.stage is Stage.CAMERA_GONE:
        return _back(context)
    wanted = state.stage in WAITING or (state.autoplay and state.stage not in RESTING)
    if not wanted:
        context.stillness.forget()
        return None
    try:
        picture = place.camera.frame()
    except CameraLost as error:
        return CameraGone(str(error))
    except CompanionError:
        return None
    return Still() if context.stillness.see(picture.pixels, time.monotonic()) else None


def _back(context: Context) -> Ask | None:
    assert context.place is not None
    try:
        context.place.camera.frame()
    except CompanionError:
        return None
    return CameraBack()
