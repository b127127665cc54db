"""A picture that waited for a word when the companion was switched off is looked at again.

A question about it is open again then, and what was wrong is shown again: nothing of the picture
counts yet, and without it the moment would be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from companion.errors import PictureError
from companion.events import Asked, Confirmed, Refused, Seated, Undone
from companion.journal import Recorded
from companion.service.evening.asks import Failed, Looked
from companion.service.evening.context import Context
from companion.service.evening.handlers import boards_so_far
from companion.service.evening.handlers.outcome import failed, show
from companion.service.ops.failures import log
from companion.service.pictures.photograph import picture_from
from companion.sitting_folder.told import frozen

GONE = "the picture that waited for your answer is gone or damaged; take another one of the table"

Waiting = tuple[Asked | Refused, str]
"""What is on record of a picture that waits for a word, and the name it is kept under."""


def reopen(context: Context, recorded: Sequence[Recorded]) -> None:
    """Look again at the picture that waits for a word, or for other boards, where one does."""
    event, kept = waiting(recorded) or (None, "")
    incomplete = boards_so_far.gather(context, event, kept)
    if event is None:
        wait_for_others(context, incomplete)
        return
    ahead = said_since(context.told, event)
    try:
        seen = looked_again(context, event, kept)
    except Exception as error:  # an evening does not end with a bad picture
        no_use(context, event, error)
        return
    context.moment = seen.moment
    last = context.state.history[-1:]
    show(context, seen, instead=any(line.kept == kept for line in last))
    context.told = ahead


def wait_for_others(context: Context, last: Looked | None) -> None:
    """Say which boards are still to be photographed, where some are."""
    if last is not None and last.report.missing:
        context.moment = last.moment
        show(context, last)


def waiting(recorded: Sequence[Recorded]) -> Waiting | None:
    """Return what waits for a word; None where nothing does.

    A question stays open until something is confirmed or taken back, whatever of earlier readings
    was put right since; what was wrong, only as long as nobody did anything.
    """
    played = [(one.event, one.picture) for one in recorded if not isinstance(one.event, Seated)]
    since = takewhile(lambda one: not isinstance(one[0], Confirmed | Undone), reversed(played))
    for event, kept in since:
        if isinstance(event, Asked):
            return event, kept or ""
    event, kept = played[-1]
    return (event, kept or "") if isinstance(event, Refused) else None


def said_since(told: Mapping[str, Any], event: Asked | Refused) -> dict[str, Any]:
    """Return what was told of the next picture: what people are asked about took the rest."""
    if isinstance(event, Refused):
        return dict(told)
    of_it = {name: frozen(value) for name, value in event.moment.told.items()}
    return {name: value for name, value in told.items() if of_it.get(name) != value}


def looked_again(context: Context, event: Asked | Refused, kept: str) -> Looked:
    """Read the picture that waits; raises ``PictureError`` where it is not kept as it was."""
    jpeg = context.journal.pictures.get(kept)
    if jpeg is None:
        raise PictureError(GONE)
    picture = picture_from(kept, jpeg)
    number = context.album.add(picture)
    with context.picture_of_events(number) as recorder:
        recorder.known = event
        report = context.full_keeper().look_again(picture.pixels, event)
        names = recorder.kept or kept, recorder.kept_before
        return Looked(report.moment, report, number, "", *names)


def no_use(context: Context, event: Asked | Refused, error: Exception) -> None:
    """Say why people are not asked again; what was wrong is looked at again with the next press."""
    context.stage_before = context.state.stage
    if isinstance(event, Asked):
        failed(context, Failed(event.moment, error))
    else:
        log.warning("what was wrong could not be looked at again (%s)", error)
