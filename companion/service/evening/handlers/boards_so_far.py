"""Boards that were photographed one by one stay photographed over a restart.

Until all have been seen, and while what they show waits for a word, nothing of them is on record:
their pictures are kept beside the sitting, with where each board lies in them.  Those of the empty
boards stay, as all others are read by them, and those that show each board as it was read last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.errors import JournalError
from companion.events import Asked, Event
from companion.games.base import Checkpoint, Moment
from companion.journal import Journal, boards_of, empty_of, last_of, pictures_in
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

UNKNOWN = -1
"""For the last reading that held, where an earlier companion did not keep it."""


@dataclass(frozen=True)
class Seen:
    """A picture by the name it is kept under, and where it shows whose boards."""

    picture: str
    corners: Taps


@dataclass(frozen=True)
class SoFar:
    """What was photographed of a moment, ``after`` how many readings; ``last`` is one that held."""

    moment: Moment
    after: int
    last: int | None
    pictures: tuple[Seen, ...]


def keep(context: Context, seen: Looked) -> None:
    """Keep the picture of boards that wait for others or for a word; else forget what waited.

    Those of boards that were read are kept, too.  A disk that is full costs that, not the game.
    """
    number, read = context.number, seen.report.status is Status.READ
    if number is None or not isinstance(context.keeper, HandheldKeeper) or _is_not_bare(seen):
        return
    try:
        if read and seen.moment.checkpoint is not Checkpoint.TILES:
            _keep_read(context, number, seen)
        if read or _is_empty(seen):
            _keep(context.journal, boards_of(number), None)
        if not read or _is_empty(seen):
            _keep_with_others(context, number, seen)
    except (JournalError, OSError) as error:
        log_failure(str(error), error)


def _keep_with_others(context: Context, number: int, seen: Looked) -> None:
    """Keep a picture beside others of its moment that show what it does not.

    Empty boards that count and that brackets tell apart are found again by these.
    """
    empty, read = _is_empty(seen), seen.report.status is Status.READ
    name = empty_of(number) if empty else boards_of(number)
    corners = corners_in(seen)
    if read and _by_brackets(context):
        _keep(context.journal, name, None)
    elif corners:
        picture, after = _picture(context, number, seen), _readings_before(context, seen)
        before = _kept(context.journal, name, after)
        others = _others(before, seen.moment, Seen(picture, corners))
        _keep(context.journal, name, SoFar(seen.moment, after, context.last_number(), others))


def _keep_read(context: Context, number: int, seen: Looked) -> None:
    """Keep the pictures that show each board as it was read last; brackets tell that in any.

    After the turn of one player the others' boards are those of the reading before.
    """
    sitting, corners = context.sitting, corners_in(seen)
    if sitting is None or not corners or _by_brackets(context):
        _keep(context.journal, last_of(number), None)
        return
    last, one_alone = sitting.history[-1].entry.number, seen.moment.seat is not None
    before = _kept(context.journal, last_of(number), last - 1) if one_alone else None
    name = empty_of(number) if _is_empty(seen) else boards_of(number)
    picture = Seen(_picture(context, number, seen), corners)
    pictures = _others(_kept(context.journal, name, last), seen.moment, picture)
    pictures = _shown_last((*(before.pictures if before else ()), *pictures))
    _keep(context.journal, last_of(number), SoFar(seen.moment, last, last, pictures))


def _readings_before(context: Context, seen: Looked) -> int:
    """Return how many readings there were before that which a picture is for, or became."""
    sitting = context.sitting
    assert sitting is not None
    if seen.report.status is Status.READ:
        return sitting.history[-1].entry.number
    return sitting.numbered


def _is_empty(seen: Looked) -> bool:
    return seen.moment.checkpoint is Checkpoint.SETUP


def _is_not_bare(seen: Looked) -> bool:
    """Tell whether what should be empty boards has something on it, or over it."""
    report = seen.report
    return report.status is Status.NOT_EMPTY or (_is_empty(seen) and report.only_covered)


def _by_brackets(context: Context) -> bool:
    scene = getattr(context.keeper, "scene", None)
    return scene is not None and scene.brackets


def corners_in(seen: Looked) -> Taps:
    """Return where the boards lie that this picture shows, by seat."""
    boards = (one.seen for one in seen.report.boards)
    return {each.seat: each.corners_px for each in boards if each.corners_px is not None}


def _picture(context: Context, number: int, seen: Looked) -> str:
    """Return under which name a picture is kept; empty where there is none any more."""
    taken = None if seen.kept else context.album.get(seen.picture)
    return seen.kept if taken is None else context.journal.keep_picture(taken.jpeg, number)


def _others(before: SoFar | None, moment: Moment, last: Seen) -> tuple[Seen, ...]:
    """Return the pictures of a moment that show a board that no later one shows."""
    same = before is not None and same_moment(before.moment, moment)
    pictures = before.pictures if before is not None and same else ()
    return _shown_last((*pictures, last))


def _shown_last(pictures: Sequence[Seen]) -> tuple[Seen, ...]:
    """Return those of some pictures that show a board that no later one shows."""
    left: list[Seen] = []
    for one in reversed(pictures):
        later = {seat for each in left for seat in each.corners}
        if one.corners.keys() - later and one.picture not in [each.picture for each in left]:
            left.insert(0, one)
    return tuple(left)


def _keep(journal: Journal, name: str, so_far: SoFar | None) -> None:
    """Keep what was photographed in place of what was kept before, whose pictures go."""
    before = journal.draft(name)
    kept = None if so_far is None else _draft(so_far)
    if before is None and kept is None:
        return
    journal.keep_draft(name, kept)
    journal.pictures.forget({*pictures_in(before)} - {*journal.picture_hashes()})


def _draft(so_far: SoFar) -> dict[str, Any]:
    return {
        "after": so_far.after,
        "last": so_far.last,
        "moment": dump(Asked(so_far.moment)),
        "pictures": [_picture_draft(one) for one in so_far.pictures if one.picture],
    }


def _picture_draft(seen: Seen) -> dict[str, Any]:
    corners = {str(seat): points.round(2).tolist() for seat, points in seen.corners.items()}
    return {"picture": seen.picture, "corners": corners}


def recall(context: Context) -> SoFar | None:
    """Return what is kept of the moment under way; None where nothing is, or it is damaged.

    It is another moment where the reading before it has been taken back since.
    """
    number, sitting = context.number, context.sitting
    if number is None or sitting is None:
        return None
    names = boards_of(number), empty_of(number)
    found = (_kept(context.journal, name, sitting.numbered) for name in names)
    so_far = next(filter(None, found), None)
    holds = so_far is not None and so_far.last in (UNKNOWN, context.last_number())
    return so_far if holds else None


def empty_boards(journal: Journal, number: int) -> tuple[Seen, ...]:
    """Return the pictures of a sitting's empty boards; none where only one was needed."""
    so_far = _kept(journal, empty_of(number))
    return () if so_far is None else so_far.pictures


def last_boards(journal: Journal, number: int, reading: int) -> tuple[Seen, ...]:
    """Return the pictures that show each board as it was read in a sitting's last ``reading``."""
    so_far = _kept(journal, last_of(number), reading)
    return () if so_far is None else so_far.pictures


def _kept(journal: Journal, name: str, after: int | None = None) -> SoFar | None:
    """Return what is kept under a name, if it is that ``after`` so many readings."""
    try:
        kept = journal.draft(name)
        so_far = _so_far(kept) if kept else None
    except UNLIKE as error:
        log.warning("which boards were photographed is forgotten (%s)", error)
        return None
    return so_far if so_far and after in (None, so_far.after) else None


def _so_far(kept: Mapping[str, Any]) -> SoFar:
    asked = parse(kept["moment"])
    if not isinstance(asked, Asked):
        raise ValueError("it is of no moment")
    pictures = (Seen(str(one["picture"]), _corners(one["corners"])) for one in kept["pictures"])
    return SoFar(asked.moment, kept["after"], kept.get("last", UNKNOWN), tuple(pictures))


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
