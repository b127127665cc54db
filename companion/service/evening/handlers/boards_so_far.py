"""Boards that were photographed one by one stay photographed over a restart.

Until all have been seen, and while what they show waits for a word, nothing of them is on record:
their pictures are kept beside the sitting, with where each board lies in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.errors import JournalError
from companion.events import Asked, Event
from companion.games.base import Moment
from companion.journal import boards_of, pictures_in
from companion.journal.json_forms import dump, parse
from companion.ports import Picture
from companion.service.evening.asks import Looked
from companion.service.evening.context import Context
from companion.service.evening.told_ahead import UNLIKE
from companion.service.ops.failures import log, log_failure
from companion.service.pictures.photograph import picture_from
from companion.service.reports.report import Status
from companion.service.sitting.handheld.handheld_keeper import HandheldKeeper
from companion.service.sitting.taps import Taps
from companion.sitting import same_moment


@dataclass(frozen=True)
class Seen:
    """A picture by the name it is kept under, and where it shows whose boards."""

    picture: str
    corners: Taps


@dataclass(frozen=True)
class SoFar:
    """What was photographed of a moment; nothing of it counts yet."""

    moment: Moment
    pictures: tuple[Seen, ...]


def keep(context: Context, seen: Looked) -> None:
    """Keep the picture of boards that wait for others or for a word; else forget what waited.

    A disk that is full costs that, not the game.
    """
    if context.number is None or not isinstance(context.keeper, HandheldKeeper):
        return
    try:
        if seen.report.status is Status.READ:
            _keep(context, context.number, None)
        elif corners := corners_in(seen):
            picture = _picture(context, context.number, seen)
            others = _others(recall(context), seen.moment, picture, corners)
            _keep(context, context.number, SoFar(seen.moment, (*others, Seen(picture, corners))))
    except (JournalError, OSError) as error:
        log_failure(str(error), error)


def corners_in(seen: Looked) -> Taps:
    """Return where the boards lie that this picture shows, by seat."""
    boards = (one.seen for one in seen.report.boards)
    return {each.seat: each.corners_px for each in boards if each.corners_px is not None}


def _picture(context: Context, number: int, seen: Looked) -> str:
    """Return under which name a picture is kept; empty where there is none any more."""
    taken = None if seen.kept else context.album.get(seen.picture)
    return seen.kept if taken is None else context.journal.keep_picture(taken.jpeg, number)


def _others(before: SoFar | None, moment: Moment, picture: str, corners: Taps) -> Iterable[Seen]:
    """Return the pictures of the same moment that show a board that this one does not."""
    if before is None or not same_moment(before.moment, moment):
        return ()
    others = (one for one in before.pictures if one.picture != picture)
    return tuple(one for one in others if one.corners.keys() - corners.keys())


def _keep(context: Context, number: int, so_far: SoFar | None) -> None:
    """Keep what was photographed so far in place of what was kept before, whose pictures go."""
    journal, name = context.journal, boards_of(number)
    before = journal.draft(name)
    kept = None if so_far is None else _draft(context, so_far)
    if before is None and kept is None:
        return
    journal.keep_draft(name, kept)
    journal.pictures.forget(
        {*pictures_in(before)} - {*pictures_in(kept), *journal.picture_hashes()}
    )


def _draft(context: Context, so_far: SoFar) -> dict[str, Any]:
    sitting = context.sitting
    assert sitting is not None
    return {
        "after": sitting.numbered,
        "moment": dump(Asked(so_far.moment)),
        "pictures": [_picture_draft(one) for one in so_far.pictures if one.picture],
    }


def _picture_draft(seen: Seen) -> dict[str, Any]:
    corners = {str(seat): points.round(2).tolist() for seat, points in seen.corners.items()}
    return {"picture": seen.picture, "corners": corners}


def recall(context: Context) -> SoFar | None:
    """Return what is kept of the moment under way; None where nothing is, or it is damaged."""
    sitting = context.sitting
    if context.number is None or sitting is None:
        return None
    try:
        kept = context.journal.draft(boards_of(context.number))
        return None if not kept or kept["after"] != sitting.numbered else _so_far(kept)
    except UNLIKE as error:
        log.warning("which boards were photographed is forgotten (%s)", error)
        return None


def _so_far(kept: Mapping[str, Any]) -> SoFar:
    asked = parse(kept["moment"])
    if not isinstance(asked, Asked):
        raise ValueError("it is of no moment")
    pictures = (Seen(str(one["picture"]), _corners(one["corners"])) for one in kept["pictures"])
    return SoFar(asked.moment, tuple(pictures))


def _corners(kept: Mapping[str, Any]) -> Taps:
    return {int(seat): np.array(points, float).reshape(4, 2) for seat, points in kept.items()}


def gather(context: Context, waits: Event | None, kept: str) -> Looked | None:
    """See again what was photographed so far, and return the last picture that waits for others.

    The one ``kept`` of an event that ``waits`` for a word is left: it is looked at again by
    itself, with its boards where they were.
    """
    so_far, keeper = recall(context), context.keeper
    if so_far is None or not isinstance(keeper, HandheldKeeper):
        return None
    of = getattr(waits, "moment", so_far.moment)
    if not same_moment(of, so_far.moment):
        return None
    last = None
    for seen in so_far.pictures:
        if seen.picture != kept:
            last = _gathered(context, keeper, so_far.moment, seen) or last
    for seen in so_far.pictures:
        if seen.picture == kept:
            keeper.point_out(seen.corners)
    return last


def _gathered(
    context: Context, keeper: HandheldKeeper, moment: Moment, seen: Seen
) -> Looked | None:
    """See the boards of a picture again; one that is of no use any more is taken anew."""
    try:
        picture = _from_journal(context, seen.picture)
        report = keeper.gather_again(picture.pixels, moment, seen.corners)
    except Exception as error:  # an evening does not end with a bad picture
        log.warning("boards that were photographed are to be photographed again (%s)", error)
        return None
    return Looked(moment, report, context.album.add(picture), "", seen.picture)


def _from_journal(context: Context, name: str) -> Picture:
    jpeg = context.journal.pictures.get(name)
    if jpeg is None:
        raise LookupError("a picture is gone")
    return picture_from(name, jpeg)
