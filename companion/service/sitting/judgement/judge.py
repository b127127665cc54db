"""The judge of one sitting: what is seen becomes readings, and what is unsure a question.

It joins the rules and the record: the likeliest explanation of a sighting, if it is legal, is an
event of the sitting.  What later pictures tell of earlier ones is put right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Protocol

from companion.events import Confirmed, Event, Opened, Refused, Unanswered
from companion.games.base import Boards, Moment, Setup
from companion.games.saying import Notice
from companion.reconcile import Reading
from companion.service.reports.board_reports import board_reports, with_notices
from companion.service.reports.report import Answered, BoardReport, Report, Status
from companion.service.sitting.amendment import check_amendment, entry_of
from companion.service.sitting.answers import Answers
from companion.service.sitting.corrections import Corrected
from companion.service.sitting.judgement.cubes import on_sliders, said, totals_due
from companion.service.sitting.judgement.evidence import Evidence, boards_of
from companion.service.sitting.judgement.open_question import LastQuestion, OpenQuestion
from companion.service.sitting.judgement.other_moments import (
    nothing_taken,
    other_moments,
    perhaps_forgotten,
    shows,
    turn_of_another,
)
from companion.service.sitting.judgement.peoples_word import PeoplesWord, said_in, said_of
from companion.service.sitting.judgement.recollection import known_well, recalled, remembered
from companion.service.sitting.judgement.second_thoughts import SecondThoughts, told_of
from companion.service.sitting.judgement.takes import Offers, Verdict, objecting
from companion.sightings.sighting import Sighting
from companion.sitting import Change, Sitting, apply, asks_of, changes, fold, opened
from companion.vision.loose.tiles import LooseTable


class Record(Protocol):
    """Writes events down, all or none, before anything is made of them."""

    def __call__(self, *events: Event, earlier: bool = False) -> None:
        """Write them; ``earlier``: they come of the picture that people were asked about last."""


Due = Callable[[Sitting], Moment]
"""What a picture is for that follows a sitting; may raise ``CorrectionRefused``."""

Told = list[tuple[int, Notice]]
"""What is to be said, by seat."""


@dataclass(frozen=True)
class Judged:
    """What was made of a picture; ``taken`` is the reading that was taken over, if one was."""

    report: Report
    taken: Reading | None = None


class Judge:
    """Judges what is seen at each moment, and keeps the sitting and its record.

    ``live`` tells that people press for each picture, and may do so at the wrong moment; pictures
    of a folder say of which moment they are.
    """

    def __init__(self, setup: Setup, record: Record, *, live: bool = True) -> None:
        """Open a sitting; ``record`` is called with every event before anything is made of it."""
        self._record = record
        self._events: tuple[Event, ...] = ()
        self._sitting = opened(setup)
        self._offers = Offers()
        self._thoughts = SecondThoughts()
        self._asked = LastQuestion()
        self._word = PeoplesWord()
        self._taught: Boards | None = None
        self.live = live
        self.happens(Opened(setup))

    def take_up(self, events: Sequence[Event], record: Record) -> None:
        """Go on with a sitting of which these ``events`` are on record already."""
        self._record, self._events, self._sitting = record, tuple(events), fold(events)

    @property
    def sitting(self) -> Sitting:
        """The sitting as far as it has come."""
        return self._sitting

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return self._events

    def happens(self, *events: Event, earlier: bool = False) -> None:
        """Record events, all or none, then let them count: what is shown is on record."""
        after = reduce(apply, events, self._sitting)  # refused before they are on record
        self._record(*events, earlier=earlier)
        self._events = (*self._events, *events)
        self._sitting = after

    @property
    def doubted(self) -> Mapping[int, frozenset[str]]:
        """The cells, by seat, of which it is not clear yet what lies there."""
        return self._thoughts.doubted(self._sitting)

    def taught(self, boards: Boards, doubted: Mapping[int, Collection[str]]) -> None:
        """Hear what the eyes have learned of what lies there: they remember it from now on."""
        self._taught = known_well(boards, doubted)

    def amend(self, *events: Event) -> tuple[Change, ...]:
        """Let a correction or undo happen and return the totals it changed.

        Raises ``CorrectionRefused``, with nothing changed, when the corrected boards cannot be.
        """
        before = after = self._sitting
        for event in events:
            check_amendment(after, event)
            after = apply(after, event)
        self.happens(*events)
        for event in events:
            if isinstance(event, Corrected) and (seen := self._thoughts.seen(event.entry)):
                self._word.hear(said_in(event), seen)
        return changes(before, self._sitting)

    def judge(
        self,
        sighting: Sighting,
        moment: Moment,
        answers: Answers,
        loose: LooseTable | None,
        due: Due | None = None,
    ) -> Judged:
        """Say what a clear sighting means, and take it over when it is legal and sure.

        Where it cannot be what was asked about, it is judged as what is ``due`` after that.
        """
        if answers.given:
            self._asked.answered()
        now = self._evidence(self._sitting, sighting, moment, answers)
        if due is not None and not self._of_that_moment(now):
            now = self._of_what_is_due(sighting, answers, due) or now
        answered, told = self._take_unanswered(now)
        now, reading, anew = self._read(now)
        if self.live:
            now, reading = self._of_what_is_shown(sighting, answers, now, reading)
        judged = self._concluded(sighting, now, reading, loose, answers)
        boards = with_notices(judged.report.boards, (*told, *anew))
        report = replace(judged.report, boards=boards, answered=answered, anew=bool(told or anew))
        return replace(judged, report=report)

    def recall(self, sighting: Sighting, number: int) -> None:
        """Think of a picture again that was confirmed before a restart, by its reading's number.

        Where it would be asked about now, or read otherwise, people have had a say in it, unless it
        is on record that nobody answered: what they said stays said.
        """
        until = self._sitting.until(number)
        entry = entry_of(self._sitting, number).entry
        then = self._evidence(until, sighting, entry.moment, Answers())
        reading = then.read(until)
        question = then.question(until, reading)
        if not self._guessed(number):
            self._word.hear(said_of(entry.boards, reading), then.seen)
        if question is not None and self._guessed(number):
            asked = OpenQuestion(then, question, until)
            if (way := asked.way_to(entry.boards)) is not None:
                self._thoughts.keep(number, then, way.doubted(asked.left_open))
        elif question is None and boards_of(reading) == entry.boards:
            self._thoughts.keep(number, then, reading)

    def _guessed(self, number: int) -> bool:
        """Tell whether nobody has ever said what a reading is that people were asked about."""
        return Unanswered(number) in self._events and not self.put_right(number)

    def put_right(self, number: int) -> bool:
        """Tell whether what was read has been corrected since."""
        return any(isinstance(e, Corrected) and e.entry == number for e in self._events)

    def unchanged(self, moment: Moment, status: Status, boards: Sequence[BoardReport]) -> Report:
        """Return the report of a picture that brings nothing new."""
        scores = self._sitting.table.scores
        return Report(moment, status, tuple(boards), scores, ((),) * len(scores))

    def _evidence(
        self, sitting: Sitting, sighting: Sighting, moment: Moment, answers: Answers
    ) -> Evidence:
        """Return what a picture tells that follows a ``sitting``.

        What people said of the same moment before they need not say again.
        """
        moment = replace(moment, told={**sitting.still_told(moment), **moment.told})
        asked = self._asked.left_behind(sitting, moment)
        stood = asked.evidence.cubes if asked else self._thoughts.cubes(sitting, moment)
        cubes = stood.seen(sighting.boards, said(sitting, moment))
        said_now = answers.certain.keys() | answers.refused.keys()
        known = remembered(sitting, self._taught) - said_now
        seen = self._word.weighed(answers.applied(sighting), sitting.table.boards)
        now = Evidence(moment, seen, cubes, known)
        return recalled(now, self._taught, sitting.before(moment).boards)

    def _of_that_moment(self, now: Evidence) -> bool:
        """Tell whether a picture can be of the moment that was asked about.

        Before the first reading of a game under way everything can; it must show the same then.
        """
        reading, asked = now.read(self._sitting), self._asked.open(self._sitting)
        if asked is None or self._sitting.history or not reading.legal:
            return reading.legal
        return asked.way_to(boards_of(reading)) is not None

    def _of_what_is_due(self, sighting: Sighting, answers: Answers, due: Due) -> Evidence | None:
        """Return what a picture tells of what comes after the question; None if it cannot."""
        asked = self._asked.open(self._sitting)
        then = None if asked is None else asked.due(due)
        if asked is None or then is None:
            return None
        later = self._evidence(self._sitting, sighting, then, answers)
        way = asked.settled(later, self._thoughts.likely)
        return later if way is not None and later.read(way.after).legal else None

    def _of_what_is_shown(
        self, sighting: Sighting, answers: Answers, due: Evidence, reading: Reading
    ) -> tuple[Evidence, Reading]:
        """Return the picture read as the moment that it shows, where a press was wrong."""
        if not reading.legal and self._asked.open(self._sitting) is None:
            return self._of_another_moment(sighting, answers, due, reading)
        if other := turn_of_another(self._sitting, due.moment, reading):
            now = self._evidence(self._sitting, sighting, other, answers)
            return now, now.read(self._sitting)
        return due, reading

    def _of_another_moment(
        self, sighting: Sighting, answers: Answers, due: Evidence, illegal: Reading
    ) -> tuple[Evidence, Reading]:
        """Return what an illegal picture tells of another moment, if it must be of that one."""
        for moment in other_moments(self._sitting, due.moment):
            then = self._evidence(self._sitting, sighting, moment, answers)
            reading = then.read(self._sitting)
            if reading.nats > illegal.nats and shows(self._sitting, moment, reading, due.moment):
                return then, reading
        return due, illegal

    def _take_unanswered(self, now: Evidence) -> tuple[Answered | None, Told]:
        """Let a picture count whose question nobody has answered; say what it was taken for."""
        asked = self._asked.left_behind(self._sitting, now.moment)
        way = None if asked is None else asked.settled(now, self._thoughts.likely)
        if asked is None or way is None:
            return None, []
        then = replace(asked.evidence, moment=way.moment)
        told = then.with_cubes(self._sitting, way.reading)
        number = self._sitting.numbered
        read = Confirmed(told, boards_of(way.reading))
        self.happens(read, Unanswered(number), earlier=True)
        self._thoughts.keep(number, asked.evidence, way.doubted(asked.left_open))
        return Answered(number, way.moment), way.told

    def _read(self, now: Evidence) -> tuple[Evidence, Reading, Told]:
        """Explain a picture, and put right what it makes likely of earlier ones; say so."""
        reading = now.read(self._sitting)
        corrected: list[Corrected] = []
        while anew := self._thoughts.of(self._sitting, now, reading):
            was = self._sitting.before(now.moment).boards
            self.happens(*anew)
            self._thoughts.put_right(anew, self._sitting)
            corrected += anew
            now = recalled(now, was, self._sitting.before(now.moment).boards)
            reading = now.read(self._sitting)
        return now, reading, told_of(corrected)

    def _concluded(
        self,
        sighting: Sighting,
        now: Evidence,
        reading: Reading,
        loose: LooseTable | None,
        answers: Answers,
    ) -> Judged:
        """Ask what is unsure, else take over what is legal."""
        question = now.question(self._sitting, reading)
        if question is not None:
            self.happens(answers.asked(now.moment, len(now.seen)))
            self._asked.ask(now, question, self._sitting)
            reports = board_reports(sighting, reading.boards, None)
            asked = self.unchanged(now.moment, Status.QUESTION, reports)
            return Judged(replace(asked, question=question))
        verdict = self._take(now.moment, reading, loose)
        objected = objecting(reading, verdict.problems)
        if objected.legal:
            judged = self._confirmed(sighting, now, objected, verdict)
            self._word.hear(answers.certain, [board.cells for board in sighting.boards])
        else:
            judged = self._refused(sighting, now.moment, objected)
        boards = with_notices(judged.report.boards, verdict.notices)
        return replace(judged, report=replace(judged.report, boards=boards, offer=verdict.seen))

    def _take(self, moment: Moment, reading: Reading, loose: LooseTable | None) -> Verdict:
        """Judge the takes that led to legal boards, where loose tiles were looked for."""
        if loose is None or not reading.legal:
            return Verdict()
        return self._offers.judge(self._sitting, moment, boards_of(reading), loose)

    def _refused(self, sighting: Sighting, moment: Moment, reading: Reading) -> Judged:
        rules = tuple(p.rule for board in reading.boards for p in board.problems)
        self.happens(Refused(moment, boards_of(reading), rules))
        reports = board_reports(sighting, reading.boards, None)
        if said := self._perhaps_forgotten(sighting, moment):
            reports = with_notices(reports, [(moment.seat or 0, said)])
        report = self.unchanged(moment, Status.VIOLATION, reports)
        wanted = (name for board in reading.boards for p in board.problems for name in p.asks)
        asks = tuple(dict.fromkeys(wanted))
        return Judged(replace(report, question=reading.question, asks=asks))

    def _perhaps_forgotten(self, sighting: Sighting, due: Moment) -> Notice | None:
        """Return what to say of an illegal picture that would be right at another moment."""
        other = perhaps_forgotten(self._sitting, due) if self.live else None
        if other is None:
            return None
        sitting, moment, said = other
        then = self._evidence(sitting, sighting, moment, Answers())
        return said if shows(sitting, moment, then.read(sitting), due) else None

    def _confirmed(
        self, sighting: Sighting, now: Evidence, reading: Reading, verdict: Verdict
    ) -> Judged:
        self.happens(Confirmed(now.with_cubes(self._sitting, reading), boards_of(reading)))
        played = self._sitting.history[-1]
        self._offers.keep(played.entry.number, verdict)
        self._thoughts.keep(played.entry.number, now, reading)
        known = len(self._sitting.history) > 1
        due = totals_due(self._sitting, played, now.cubes.stand)
        sliders = on_sliders(played.outcome.table.setup)
        reports = board_reports(sighting, reading.boards, due, sliders=sliders, known=known)
        outcome = played.outcome
        report = Report(
            now.moment,
            Status.READ,
            with_notices(reports, (*outcome.notices, *nothing_taken(played))),
            outcome.announced,
            outcome.steps,
            asks=asks_of(self._sitting, played),
        )
        return Judged(report, reading)
