"""From what a table shows its own players to what it tells the club."""

from __future__ import annotations

from companion import sitting
from companion.club.message import Finished, Told, Wrong
from companion.errors import JournalError
from companion.games import INFOS
from companion.games.base import Result
from companion.journal import Journal, Kept
from companion.service.bulletin.state import Phase, Stage, State

FINISHED = 16
"""Finished games told: as many as a table plays in a day and a half of a tournament."""

NEEDS = {
    Stage.VIOLATION: "violation",
    Stage.QUESTION: "question",
    Stage.NOT_EMPTY: "question",
    Stage.LOST: "covered",
    Stage.CAMERA_GONE: "camera",
}


def told(state: State, table: str, boot: str, uid: str, finished: tuple[Finished, ...]) -> Told:
    """Return what a state says to the club; ``uid`` is the sitting's name in the journal."""
    players = state.setup.players
    return Told(
        table=table,
        boot=boot,
        version=state.version,
        game=state.setup.game,
        names=named(state.names, players),
        scores=state.confirmed or (state.table.scores if state.table else (0,) * players),
        stage=state.stage.value,
        round=state.table.round if state.table else 0,
        turn=state.turn,
        needs=needs(state),
        wrong=wrong(state) if state.stage is Stage.VIOLATION else (),
        sitting=uid,
        finished=finished,
        seating=state.called.draw if state.called else "",
    )


def named(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Return one name per seat, empty where nobody said one."""
    return (*names, *("",) * players)[:players]


def needs(state: State) -> str:
    """Return what the table waits for; empty while it plays."""
    if state.stage in NEEDS:
        return NEEDS[state.stage]
    if state.misfits:
        return "violation"
    return "trouble" if state.phase is Phase.FAILED else ""


def wrong(state: State) -> tuple[Wrong, ...]:
    """Return the rules that the last picture breaks, by seat, each once."""
    boards = () if state.report is None else state.report.boards
    found = [Wrong(board.seat, one.rule) for board in boards for one in board.problems]
    return tuple(dict.fromkeys(found))


def finished_games(journal: Journal) -> tuple[Finished, ...]:
    """Return the last games of the journal that were played to their end, oldest first."""
    found = [_finished(journal, one) for one in journal.sittings()[-FINISHED:]]
    return tuple(one for one in found if one is not None)


def finished(uid: str, game: str, names: tuple[str, ...], result: Result) -> Finished:
    """Return a result as the club is told it."""
    called = named(names, len(result.scores))
    return Finished(uid, game, called, result.scores, _ties(game, result), result.winners)


def _ties(game: str, result: Result) -> tuple[int, ...]:
    """Return what decides between equal scores, by seat.

    Where that is no bonus but the starting player tile, only the result tells who had it.
    """
    counted = INFOS[game].tie_break or ""
    if any(counted in bonus for bonus in result.bonuses):
        return tuple(bonus.get(counted, 0) for bonus in result.bonuses)
    decided = result.scores.count(max(result.scores)) > len(result.winners)
    return tuple(int(decided and seat in result.winners) for seat in range(len(result.scores)))


def _finished(journal: Journal, kept: Kept) -> Finished | None:
    """Return a sitting that is over; None for others, and for one that cannot be worked out."""
    if kept.events < 2:
        return None
    try:
        folded = sitting.fold(one.event for one in journal.recorded(kept.id))
    except (JournalError, ValueError, LookupError):
        return None
    result = folded.game.result(folded.table)
    if not result.complete:
        return None
    seating = kept.seating
    return finished(kept.uid, seating.setup.game, seating.names, result)
