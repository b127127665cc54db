"""A picture that waited for a word when the companion was switched off is looked at again.

A question about it is open again then, and what was wrong is shown again: nothing of the picture
counts yet, and without it the moment would be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.errors import PictureError
from companion.events import Asked, Confirmed, Event, Refused, Seated, Undone
from companion.journal import Recorded
from companion.service.evening.asks import Failed, Looked
from companion.service.evening.checked_input import problems
from companion.service.evening.context import Context
from companion.service.evening.handlers import boards_so_far
from companion.service.evening.handlers.amendments import put_wrong
from companion.service.evening.handlers.outcome import failed, show
from companion.service.ops.failures import log
from companion.service.pictures.photograph import picture_from
from companion.service.reports.report import Report, Status
from companion.sitting_folder.told import frozen

GONE = "the picture that waited for your answer is gone or damaged; take another one of the table"


@dataclass(frozen=True)
class Waiting:
    """What is on record of a picture that waits for a word, and the name it is kept under.

    ``known`` is all that came of it, which need not be written again.
    """

    event: Asked | Refused
    kept: str
    known: tuple[Event, ...]


def reopen(context: Context, recorded: Sequence[Recorded]) -> None:
    """Look again at the picture that waits for a word, or for other boards, where one does."""
    waits = waiting(recorded)
    event, kept = (waits.event, waits.kept) if waits else (None, "")
    incomplete = boards_so_far.gather(context, event, kept)
    if waits is None:
        wait_for_others(context, incomplete)
        return
    ahead = said_since(context.told, waits.event)
    try:
        seen = looked_again(context, waits)
    except Exception as error:  # an evening does not end with a bad picture
        no_use(context, waits.event, error)
        return
    context.moment = seen.moment
    last = context.state.history[-1:]
    show(context, seen, instead=any(line.kept == kept for line in last))
    context.told = ahead
    put_as_said(context, seen.report, waits)


def wait_for_others(context: Context, last: Looked | None) -> None:
    """Say which boards are still to be photographed, where some are."""
    if last is not None and last.report.missing:
        context.moment = last.moment
        show(context, last)


def waiting(recorded: Sequence[Recorded]) -> Waiting | None:
    """Return what waits for a word; None where nothing does.

    A question stays open until something is confirmed or taken back, whatever of earlier readings
    was put right since; what was wrong, only as long as nobody did anything.  What people said of
    a picture, asked or not, is of the one that is shown.
    """
    played = [(one.event, one.picture) for one in recorded if not isinstance(one.event, Seated)]
    since = list(takewhile(lambda one: not isinstance(one[0], Confirmed | Undone), played[::-1]))
    wrong = [(one, kept) for one, kept in since[:1] if isinstance(one, Refused)]
    said = [(one, kept) for one, kept in wrong if one.by_hand]
    asked = [(one, kept) for one, kept in since if isinstance(one, Asked)]
    waits: list[tuple[Asked | Refused, str | None]] = [*said, *asked, *wrong]
    if not waits:
        return None
    event, kept = waits[0]
    return Waiting(event, kept or "", tuple(known for known, of in since if of == kept))


def said_since(told: Mapping[str, Any], event: Asked | Refused) -> dict[str, Any]:
    """Return what was told of the next picture: what people are asked about took the rest."""
    if isinstance(event, Refused):
        return dict(told)
    of_it = {name: frozen(value) for name, value in event.moment.told.items()}
    return {name: value for name, value in told.items() if of_it.get(name) != value}


def looked_again(context: Context, waits: Waiting) -> Looked:
    """Read the picture that waits; raises ``PictureError`` where it is not kept as it was."""
    jpeg = context.journal.pictures.get(waits.kept)
    if jpeg is None:
        raise PictureError(GONE)
    picture = picture_from(waits.kept, jpeg)
    number = context.album.add(picture)
    with context.picture_of_events(number) as recorder:
        recorder.known = waits.known
        report = context.full_keeper().look_again(picture.pixels, waits.event)
        names = recorder.kept or waits.kept, recorder.kept_before
        return Looked(report.moment, report, number, "", *names)


def put_as_said(context: Context, report: Report, waits: Waiting) -> None:
    """Put up what people had said of boards that are wrong still; it need not be said again."""
    event = waits.event
    if not (isinstance(event, Refused) and event.by_hand) or report.status is Status.READ:
        return
    wrong = problems(context.full_keeper().sitting, event.moment, event.boards)
    with context.picture_of_events(context.state.picture, waits.kept) as recorder:
        recorder.known = waits.known
        put_wrong(context, report, event.boards, wrong)


def no_use(context: Context, event: Asked | Refused, error: Exception) -> None:
    """Say why people are not asked again; what was wrong is looked at again with the next press."""
    context.stage_before = context.state.stage
    if isinstance(event, Asked):
        failed(context, Failed(event.moment, error))
    else:
        log.warning("what was wrong could not be looked at again (%s)", error)
