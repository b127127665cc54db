"""What the next picture is for, worked out from what has been confirmed.

No game is named here: its checkpoints tell how it goes.

* A game of **rounds** (``offer-end``, ``tiled``): a player's own button says "my turn is done", a
  hold of any button scores the round.  The shared button goes on to the next thing: the end of the
  offer, then the tiling; with ``turns`` it too is pressed after every turn.
* A game of **turns** (``placed``, ``passed``): a press says "I have placed", a hold "I pass".  When
  everybody has passed, be it without a press, a round is over.
"""

from __future__ import annotations

from companion.errors import CorrectionRefused
from companion.games.base import Checkpoint, Moment
from companion.games.played import Played
from companion.ports import Gesture
from companion.sitting import Sitting


def due(
    sitting: Sitting, gesture: Gesture = Gesture.PRESS, seat: int | None = None, *, turns: bool
) -> Moment:
    """Return what a picture is for that is taken now; ``seat`` pressed its own button.

    Raises ``CorrectionRefused`` where it must be known who it was.
    """
    checkpoints = sitting.game.checkpoints
    last = sitting.table.checkpoint
    if not sitting.history:
        return _first(sitting)
    if last is Checkpoint.SETUP and Checkpoint.OPENING in checkpoints:
        return Moment(Checkpoint.OPENING, 1)
    if Checkpoint.OFFER_END in checkpoints:
        return _in_rounds(sitting, gesture, seat, turns=turns)
    return _in_turns(sitting, gesture, seat)


def mark(sitting: int | None, moment: Moment | None, last: int | None) -> str:
    """Return what names a moment of a sitting, so that a picture can say what it was taken for.

    A game of turns has many moments of one name: ``last`` is the number of the reading it follows.
    """
    after = "" if last is None else last
    return "" if moment is None else f"{sitting}/{moment.checkpoint}/{moment.round}/{after}"


def still_due(then: str, now: str, sitting: Sitting | None, seat: int | None) -> bool:
    """Tell whether what was due at the mark ``then`` is still to be photographed.

    Others may have said meanwhile that their turns are done: that of ``seat`` is none of them.
    """
    moment, _, after = then.rpartition("/")
    readings = _since(sitting, after)
    if readings is None or moment != now.rpartition("/")[0]:
        return False
    actors = {_actor(played) for played in readings}
    return not readings or (seat is not None and actors.isdisjoint({seat, None}))


def _first(sitting: Sitting) -> Moment:
    """Return what the first picture is for: the empty boards, or a game as it stands."""
    number = sitting.table.setup.round
    if not number:
        return Moment(Checkpoint.SETUP, 0)
    offered = Checkpoint.TURN in sitting.game.checkpoints
    return Moment(Checkpoint.TURN if offered else Checkpoint.PLACED, number)


def on_turn(sitting: Sitting) -> int | None:
    """Return the seat on turn, where what was confirmed tells.

    In a game of turns nobody knows who places first in a round before somebody has.
    """
    acted = _acted(sitting)
    if not acted:
        offered = sitting.history and Checkpoint.OFFER_END in sitting.game.checkpoints
        return sitting.table.starter if offered else None
    players = sitting.table.setup.players
    gone = sitting.game.passed(sitting.table)
    for step in range(1, players + 1):
        seat = (acted[-1] + step) % players
        if seat not in gone:
            return seat
    return None


def _in_rounds(sitting: Sitting, gesture: Gesture, seat: int | None, *, turns: bool) -> Moment:
    table = sitting.table
    if table.checkpoint is Checkpoint.OFFER_END:
        return Moment(Checkpoint.TILED, table.round)
    begun = table.checkpoint in (Checkpoint.TURN, Checkpoint.OPENING)
    number = table.round if begun else table.round + 1
    if gesture is Gesture.HOLD or (seat is None and not turns):
        return Moment(Checkpoint.OFFER_END, number)
    return Moment(Checkpoint.TURN, number, on_turn(sitting) if seat is None else seat)


def _in_turns(sitting: Sitting, gesture: Gesture, seat: int | None) -> Moment:
    table = sitting.table
    over = len(sitting.game.passed(table)) == table.setup.players
    number = table.round + 1 if over or table.round == 0 else table.round
    if gesture is not Gesture.HOLD:
        return Moment(Checkpoint.PLACED, number, seat)
    who = on_turn(sitting) if seat is None else seat
    if who is None:
        raise CorrectionRefused(
            "it is not known who passes; hold the button of that seat, or choose it on the page"
        )
    last = sitting.history[-1].entry.moment
    if over and (last.checkpoint, last.seat) == (Checkpoint.PASSED, who):
        number = last.round  # held twice, or once more with the tiles on the corners
    return Moment(Checkpoint.PASSED, number, who)


def _since(sitting: Sitting | None, after: str) -> tuple[Played, ...] | None:
    """Return the readings since the one with the number ``after``; None where that is gone."""
    history = sitting.history if sitting else ()
    numbers = ["", *(str(played.entry.number) for played in history)]
    return history[numbers.index(after) :] if after in numbers else None


def _this_round(sitting: Sitting) -> tuple[Played, ...]:
    number = sitting.table.round
    return tuple(each for each in sitting.history if each.entry.moment.round == number)


def _acted(sitting: Sitting) -> tuple[int, ...]:
    """Return who acted in the round under way, in order; empty between rounds."""
    if sitting.table.checkpoint not in (Checkpoint.TURN, Checkpoint.PLACED, Checkpoint.PASSED):
        return ()
    if len(sitting.game.passed(sitting.table)) == sitting.table.setup.players:
        return ()
    seats = [_actor(played) for played in _this_round(sitting)]
    return tuple(seat for seat in seats if seat is not None)


def _actor(played: Played) -> int | None:
    """Return whose turn a reading was: the seat it names, else the one board that changed."""
    if played.entry.moment.seat is not None:
        return played.entry.moment.seat
    before = played.base.boards
    changed = [s for s, cells in enumerate(played.entry.boards) if before and cells != before[s]]
    return changed[0] if len(changed) == 1 else None
