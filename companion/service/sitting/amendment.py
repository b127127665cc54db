"""Whether a correction can be: a person may be wrong too, and nothing must be lost by it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from companion.errors import CorrectionRefused
from companion.events import (
    CellCorrected,
    CellsCorrected,
    Confirmed,
    Event,
    Refused,
    ScoreCorrected,
    ToldCorrected,
    Undone,
)
from companion.games.base import Game, Table
from companion.games.common.tuples import put
from companion.games.played import Played
from companion.sentence import Sentence
from companion.service.ops.failures import said
from companion.sitting import Sitting, apply, totals, wrong_on

GONE = "reading {reading} no longer holds; look at the table again and correct what is there now"
NOBODY = "nobody sits at seat {seat}; choose one of the boards in play"
NOT_BELOW_BONUSES = "the end of the game alone brings {count} points; give the total with them"
MOST_LOST = 100
"""More points than the end of any game takes."""

NOT_LEGAL_THERE = "that would not be legal at seat {seat}: {why}"


def check_amendment(sitting: Sitting, event: Event) -> None:
    """Raise ``CorrectionRefused`` when an event is no amendment or leads to impossible boards."""
    match event:
        case Undone():
            if not sitting.history:
                raise CorrectionRefused("there is nothing to take back; the game has just begun")
        case CellCorrected(number, seat, _, _) | CellsCorrected(number, seat, _):
            _check_seat(entry_of(sitting, number), seat)
            _check_board(entry_of(amended(sitting, event), number), seat, sitting)
        case ScoreCorrected(number, seat, score):
            _check_seat(entry_of(sitting, number), seat)
            if score < 0:
                raise CorrectionRefused("a total is never below 0; give the number of points")
        case ToldCorrected(number, _):
            entry_of(sitting, number)
            amended(sitting, event)
        case Confirmed():
            _check_by_hand(sitting, event)
        case Refused(by_hand=True):
            pass  # it changes nothing
        case _:
            raise CorrectionRefused("this is not a correction; correct a cell, a total or undo")


def entry_of(sitting: Sitting, number: int) -> Played:
    """Return a reading that holds; raises ``CorrectionRefused`` where it does not."""
    for played in sitting.history:
        if played.entry.number == number:
            return played
    raise CorrectionRefused(Sentence(GONE, reading=number))


def score_corrected(sitting: Sitting, number: int, seat: int, total: int) -> ScoreCorrected:
    """Return what happens where people say a total; raises ``CorrectionRefused``.

    They say what the screens show: after the last reading of a game with the bonuses of its end,
    which the rules add by themselves.
    """
    played = entry_of(sitting, number)
    _check_seat(played, seat)
    table = played.outcome.table
    return ScoreCorrected(number, seat, _score_for(total, sitting.game, table, seat))


def _score_for(total: int, game: Game, table: Table, seat: int) -> int:
    """Return the score with which a seat ends on ``total``, or as near below it as can be.

    What the end brings is not always the same: no total falls below its lowest (DU-R68, SP-R44),
    nor rises above what a house rule counts.
    """

    def end(score: int) -> int:
        return totals(game, replace(table, scores=put(table.scores, seat, score)))[seat]

    if end(table.scores[seat]) == total:
        return table.scores[seat]
    if total < end(0):
        raise CorrectionRefused(Sentence(NOT_BELOW_BONUSES, count=end(0)))
    scores = range(total + MOST_LOST + 1)
    return bisect_left(scores, min(total, end(scores[-1])), key=end)


def _check_seat(played: Played, seat: int) -> None:
    if not 0 <= seat < len(played.entry.boards):
        raise CorrectionRefused(Sentence(NOBODY, seat=seat))


def amended(sitting: Sitting, event: Event) -> Sitting:
    """Return the sitting after an event; raises ``CorrectionRefused`` for impossible boards."""
    try:
        return apply(sitting, event)
    except (ValueError, TypeError, LookupError) as error:
        raise CorrectionRefused(
            Sentence(
                "the game cannot have gone on like that ({error}); correct the other cells first",
                error=str(error),
            )
        ) from error


def _check_by_hand(sitting: Sitting, event: Confirmed) -> None:
    """Check boards that a person laid down on a page, without a picture.

    Each must be legal; whether the tiles of all add up is left to people, who see the whole table.
    """
    players = sitting.table.setup.players
    if len(event.boards) != players:
        raise CorrectionRefused(
            Sentence("give the boards of all {players} players", players=players)
        )
    base = sitting.base_of(event.moment, event.boards)
    for seat, board in enumerate(event.boards):
        wrong = sitting.game.problems_at(base, event.moment, seat, board)
        if wrong:
            raise CorrectionRefused(Sentence(NOT_LEGAL_THERE, seat=seat, why=said(wrong[0])))
    amended(sitting, event)


def _check_board(played: Played, seat: int, sitting: Sitting) -> None:
    wrong = wrong_on(sitting, played, seat)
    if wrong:
        raise CorrectionRefused(Sentence("that would not be legal: {why}", why=said(wrong[0])))
