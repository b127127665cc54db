"""Boards of which nothing can be read: why the companion waits, and what is to be done."""

from __future__ import annotations

from collections.abc import Sequence

from companion.service.reports.report import Report
from companion.sightings.sighting import BoardSighting, View
from web.languages import gettext as _
from web.views.wording import words


def waiting(report: Report) -> str:
    """Return what the companion waits for."""
    views = views_of([one.seen for one in report.photographed])
    if views == {View.DAZZLED}:
        return _("Light hides a board. The companion waits until the lamp is moved.")
    if View.UNKNOWN in views:
        return _("A board is not known. The companion waits until the right one lies right.")
    if views == {View.LOST}:
        return _("A board is not found. The companion waits until it lies in the picture again.")
    return _("A board is covered or moving. The companion waits until it is free.")


def reasons(report: Report) -> list[str]:
    """Return whose board cannot be read, and why, as far as ``waiting`` does not say it already."""
    boards = [one.seen for one in report.photographed]
    return remedies(boards) if views_of(boards) == {View.LOST} else troubles(boards)


def views_of(boards: Sequence[BoardSighting]) -> set[View]:
    """Return why boards cannot be read; nothing where all can."""
    return {one.view for one in boards} - {View.CLEAR}


def remedies(lost: Sequence[BoardSighting]) -> list[str]:
    """Return whose board is to be shown, below a headline that says that it is not found."""
    return [
        _("%(who)s: show all of the board, uncovered and in good light", who=words.seat(one.seat))
        for one in lost
        if one.view is View.LOST
    ]


def troubles(boards: Sequence[BoardSighting]) -> list[str]:
    """Return of which boards in a picture nothing can be read, and why."""
    why = {
        View.COVERED: _("something is over the board, or it is moving"),
        View.DAZZLED: _("light is mirrored on the board; move the lamp or the board a little"),
        View.LOST: _("the board is not found; show all of it, uncovered and in good light"),
        View.UNKNOWN: _(
            "this is no board of the game that is played, or it lies the other way round; "
            "check the game and the side"
        ),
    }
    return [
        f"{words.seat(one.seat)}: {_looks_like(one) or why[one.view]}"
        for one in boards
        if one.view in why
    ]


def _looks_like(seen: BoardSighting) -> str:
    """Return what board one of none of the game's looks like; empty text where nobody can tell."""
    if not seen.resembles:
        return ""
    return _(
        "this is no board of the game that is played; it looks like this one: %(board)s; "
        "check the game and the side",
        board=words.board(seen.resembles),
    )
