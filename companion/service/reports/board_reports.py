"""From sightings and readings to what is said of each board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.saying import Notice
from companion.reconcile import BoardReading
from companion.service.reports.report import BoardReport
from companion.sightings.sighting import BoardSighting, Sighting

GLARE = "Light is mirrored on the board; spaces where nothing can be told: {count}. Move the lamp."
RECOLOURED = (
    "The spaces of this board have other colours than the game's; tiles are called by what they "
    "look like."
)
CUBE = "The score cube stands on {stands}; move it to {due}."
SLIDERS = "The sliders show {stands}; set them to {due}."
"""The same of a board with sliders for tens and units (MI-R2)."""


def board_reports(
    sighting: Sighting,
    readings: Sequence[BoardReading],
    scores: Sequence[int] | None,
    *,
    sliders: bool = False,
    known: bool = False,
) -> tuple[BoardReport, ...]:
    """Return what is said of each board; ``scores`` are the numbers the cubes should stand on.

    Boards with ``sliders`` have no cube.  What stays as it is all evening is left out where it is
    ``known`` from an earlier picture.
    """
    return tuple(
        BoardReport(
            seen, reading, (*_cube_notice(seen, scores, sliders), *_notices(seen, known=known))
        )
        for seen, reading in zip(sighting.boards, readings, strict=True)
    )


def with_notices(
    reports: Sequence[BoardReport], notices: Sequence[tuple[int, Notice]]
) -> tuple[BoardReport, ...]:
    """Return the reports with further notices, given by seat."""
    return tuple(
        replace(report, notices=report.notices + tuple(n for s, n in notices if s == seat))
        for seat, report in enumerate(reports)
    )


def _notices(seen: BoardSighting, *, known: bool) -> tuple[Notice, ...]:
    lasting = () if known else _colours_notice(seen)
    return _glare_notice(seen) + lasting


def _cube_notice(
    seen: BoardSighting, scores: Sequence[int] | None, sliders: bool
) -> tuple[Notice, ...]:
    """Point out a score cube, or sliders, on another number than the total."""
    if scores is None or seen.score_marker is None or seen.score_marker == scores[seen.seat]:
        return ()
    values = {"stands": seen.score_marker, "due": scores[seen.seat]}
    if sliders:
        return (Notice((), SLIDERS, values),)
    return (Notice((f"track/{seen.score_marker}",), CUBE, values),)


def _glare_notice(seen: BoardSighting) -> tuple[Notice, ...]:
    """Say which places light hides."""
    hidden = sorted(seen.dazzled)
    return (Notice(tuple(hidden), GLARE, {"count": len(hidden)}),) if hidden else ()


def _colours_notice(seen: BoardSighting) -> tuple[Notice, ...]:
    """Say that the board's spaces do not tell what a tile's colour is called."""
    return (Notice((), RECOLOURED),) if seen.recoloured else ()
