"""What a picture shows where people pressed too early, or forgot to press.

One press too many, or one too few, would make all that follows seem illegal: the companion would
wait for a moment that is over, or that has not come, for the rest of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.base import Cells, Checkpoint, Moment
from companion.games.played import Played
from companion.games.saying import Notice
from companion.reconcile import Reading
from companion.service.sitting.judgement.evidence import boards_of
from companion.sitting import Sitting, grown, lies, same_moment

TILED_ALREADY = (
    "This looks as it does after the tiling: if all tiles are taken, have the round scored."
)
ROUND_MISSED = (
    "New tiles lie on every wall: if a whole round went by without a picture, take the game over "
    "as it lies, on the page for a new game."
)
ENDED_TOO_EARLY = (
    "This is how the walls lie if the offer went on after the picture of its end: then press Undo, "
    "which takes that picture back, and take another one of the walls."
)
"""What to say of illegal pictures that would be right at other moments, but need not be of them.

A turn's where the hold at the offer's end was forgotten; one of the offer's end where a round was;
and tiled walls where the end of the offer was pressed for too early, and not when it came.
"""

Elsewhen = tuple[Sitting, Moment, Notice]
"""A sitting and the moment after it that a picture may be of, and what to say if it can be."""

NOTHING_TAKEN = (
    "No tile has come to any board since the last picture: if the offer goes on, take another "
    "picture at its end."
)
"""What to say of the end of an offer that brought nothing: the button was pressed once more."""

UNUSUAL = 6.0
"""Nats of surprise, as for tiles that are missing, from which no later round is taken for seen."""


def other_moments(sitting: Sitting, due: Moment) -> Iterator[Moment]:
    """Yield the moments that a picture may be of which was taken for what is ``due``.

    A press too early may have ended the offer; the press at its end, or the one after the tiling,
    may have been forgotten, where people press after every turn up to the first of the next offer.
    """
    if due.checkpoint is Checkpoint.OFFER_END:
        yield Moment(Checkpoint.TILED, due.round)
    elif due.checkpoint is Checkpoint.TILED and sitting.table.checkpoint is Checkpoint.OFFER_END:
        yield Moment(Checkpoint.OFFER_END, sitting.table.round)
        yield Moment(Checkpoint.OFFER_END, due.round + 1)
        if any(one.entry.moment.checkpoint is Checkpoint.TURN for one in sitting.history):
            yield Moment(Checkpoint.TURN, due.round + 1, sitting.table.starter)


def shows(sitting: Sitting, moment: Moment, reading: Reading, due: Moment) -> bool:
    """Tell whether a picture must be of another ``moment`` than the one that was ``due``.

    The offer goes on: tiles came and none left.  Walls were tiled: that brought points.  In the
    next round tiles came to every board that is not as after the tiling, and by the end of the
    offer to every board, and all that were dealt are there.
    """
    if not reading.legal:
        return False
    boards, game = boards_of(reading), sitting.game
    if sitting.history and same_moment(moment, sitting.history[-1].entry.moment):
        return grown(sitting.history[-1].entry.boards, boards)
    if moment.checkpoint is Checkpoint.TILED:
        steps = game.advance(sitting.table, moment, boards).steps
        return any(step.points > 0 for sheet in steps for step in sheet)
    later = [_goes_on(sitting, due, seat, cells) for seat, cells in enumerate(boards)]
    if moment.checkpoint is Checkpoint.TURN:
        return any(later) and False not in later
    return all(later) and game.surprise(sitting.table, moment, boards) < UNUSUAL


def perhaps_forgotten(sitting: Sitting, due: Moment) -> Elsewhen | None:
    """Return of what an illegal picture may be, and what to say if it can be.

    It is not taken for that: a tile that was laid on the wall by mistake, and a tiling that has
    begun on every board, look the same.
    """
    if due.checkpoint is Checkpoint.TURN:
        return sitting, Moment(Checkpoint.TILED, due.round), Notice((), TILED_ALREADY)
    if due.checkpoint is Checkpoint.OFFER_END:
        return sitting, Moment(Checkpoint.OFFER_END, due.round + 1), Notice((), ROUND_MISSED)
    last = sitting.history[-1].entry if sitting.history else None
    ended = last is not None and last.moment.checkpoint is Checkpoint.OFFER_END
    if last is None or not ended or due.checkpoint is not Checkpoint.TILED:
        return None
    return sitting.until(last.number), due, Notice((), ENDED_TOO_EARLY)


def nothing_taken(played: Played) -> list[tuple[int, Notice]]:
    """Return what to say where a picture of the end of an offer shows what lay there before it."""
    begins = played.base.checkpoint not in (Checkpoint.TURN, Checkpoint.OFFER_END)
    ends = played.entry.moment.checkpoint is Checkpoint.OFFER_END
    same = ends and begins and played.entry.boards == played.base.boards
    return [(0, Notice((), NOTHING_TAKEN))] if same else []


def turn_of_another(sitting: Sitting, moment: Moment, reading: Reading) -> Moment | None:
    """Return the turn that a picture shows where the only board that changed is another seat's.

    A shared button that was pressed twice, or not at all, names the wrong one from then on.
    """
    before = sitting.table.boards
    if not (reading.legal and moment.checkpoint is Checkpoint.TURN and before):
        return None
    changed = [s for s, board in enumerate(boards_of(reading)) if board != before[s]]
    if len(changed) != 1 or moment.seat in (None, *changed):
        return None
    return replace(moment, seat=changed[0])


def _goes_on(sitting: Sitting, due: Moment, seat: int, cells: Cells) -> bool | None:
    """Tell whether tiles came to a board since that do not belong there at the moment ``due``.

    Those that only were to leave by then lie as they did.  None where nothing is wrong then.
    """
    before = sitting.table.boards[seat]
    wrong = sitting.game.problems_at(sitting.table, due, seat, cells)
    if not wrong:
        return None
    return not all(lies(cells.get(c), before.get(c)) for problem in wrong for c in problem.cells)
