"""A question that nobody answers: the next picture tells which answer was right.

A picture that is left out would be missing in all totals to come.  So where the game goes on
without an answer one is taken that is likelier than all others together, by what both pictures show
and where the cubes stand then; it is said, and stays a doubt that later pictures may put right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import exp

from companion.errors import CorrectionRefused
from companion.games.base import Cells, Moment
from companion.games.saying import Notice
from companion.reconcile import OTHER, Contents, Question, Reading, Rival
from companion.service.sitting.answers import in_words
from companion.service.sitting.judgement.evidence import Evidence, boards_of
from companion.sitting import Sitting, same_moment

TRIED = 16
"""Answers that are tried at most, to all questions about a picture together."""

TAKEN = (
    "{cell}: nobody said what lay there in the picture before; {content} is taken, which is "
    "likelier by now. If that is wrong, correct it in the history."
)

ORDER_TAKEN = (
    "Nobody said in which order these tiles came; an order is taken that this picture fits. "
    "If it is wrong, correct the total in the history."
)

Likely = Callable[[Sitting, Evidence, Reading], float]
"""How likely a picture is after a sitting, read like this, in nats."""


@dataclass(frozen=True)
class Given:
    """An answer to a question: ``contents`` of its cells, of all that ``may`` lie there."""

    question: Question
    contents: Contents
    may: tuple[Contents, ...]

    def within(self, evidence: Evidence) -> Evidence:
        """Return what a picture tells if the answer is right, as likely as it is."""
        question = self.question
        if question.told:
            option = question.options.index(self.contents)
            told = question.telling(option, evidence.moment.told)
            return replace(evidence, moment=replace(evidence.moment, told=told))
        seen = [dict(cells) for cells in evidence.seen]
        board = seen[question.seat]
        for cell, content in zip(question.cells, self.contents, strict=True):
            board[cell] = {content: board[cell][content]}
        return replace(evidence, seen=seen, less=evidence)

    def rivals(self) -> Iterator[Rival]:
        """Yield what else the cells may hold."""
        for contents in () if self.question.told else self.may:
            if contents != self.contents:
                cells = dict(zip(self.question.cells, contents, strict=True))
                yield Rival(self.question.seat, cells)

    def told(self) -> Iterator[tuple[int, Notice]]:
        """Yield what is to be said of it, by seat."""
        if self.question.told:
            yield self.question.seat, Notice(self.question.cells, ORDER_TAKEN)
            return
        for cell, content in zip(self.question.cells, self.contents, strict=True):
            values = {"cell": cell, "content": in_words(content)}
            yield self.question.seat, Notice((cell,), TAKEN, values)


def answers(question: Question, evidence: Evidence) -> Iterator[Given]:
    """Yield every answer that is why it is asked; what is not offered too, where that may be."""
    close = question.options[: question.close]
    offered = [contents for contents in close if contents != OTHER]
    if OTHER in close:
        (cell,) = question.cells
        others = ((content,) for content in evidence.seen[question.seat][cell])
        offered += [each for each in others if each not in offered]
    return (Given(question, contents, tuple(offered)) for contents in offered)


@dataclass(frozen=True)
class Way:
    """What a picture was if the answers ``given`` are right, and the sitting ``after`` it."""

    moment: Moment
    reading: Reading
    given: tuple[Given, ...]
    after: Sitting

    @property
    def brings(self) -> object:
        """What comes of it for the score: the totals, and who begins next."""
        outcome = self.after.outcome
        return outcome and (outcome.announced, outcome.table.scores, outcome.table.starter)

    def doubted(self, left_open: Iterable[Rival]) -> Reading:
        """Return the reading, with the other answers and what else was ``left_open`` as rivals."""
        answers = (rival for one in self.given for rival in one.rivals())
        found = [*self.reading.rivals, *answers]
        found += (rival for rival in left_open if rival not in found and not self._holds(rival))
        return replace(self.reading, rivals=tuple(found))

    def _holds(self, rival: Rival) -> bool:
        """Tell whether a rival is what was taken."""
        board = self.reading.boards[rival.seat].cells
        return all(board.get(cell) == content for cell, content in rival.cells.items())

    @property
    def told(self) -> list[tuple[int, Notice]]:
        """What is to be said of the answers, by seat."""
        return [said for one in self.given for said in one.told()]


@dataclass(frozen=True)
class OpenQuestion:
    """A picture about which people were asked, after ``sitting``."""

    evidence: Evidence
    question: Question
    sitting: Sitting

    @property
    def left_open(self) -> tuple[Rival, ...]:
        """What the picture may show besides what it most likely does: more than is asked about."""
        return self.evidence.read(self.sitting).rivals

    def way_to(self, boards: Sequence[Cells]) -> Way | None:
        """Return the way in which the picture shows these boards; None where it cannot."""
        ways = islice(self._ways(self.evidence, self.question), TRIED)
        return next((way for way in ways if boards_of(way.reading) == tuple(boards)), None)

    def due(self, due: Callable[[Sitting], Moment]) -> Moment | None:
        """Return what is ``due`` once the picture counts; None where it cannot, or nothing is."""
        way = next(self._ways(self.evidence, self.question), None)
        try:
            return None if way is None else due(way.after)
        except CorrectionRefused:
            return None

    def settled(self, now: Evidence, likely: Likely) -> Way | None:
        """Return the likeliest way, with what is seen ``now``, of those that bring the same.

        None where others are likelier together, or there are too many to try: of many totals even
        the likeliest is a guess.
        """
        ways = list(islice(self._ways(self.evidence, self.question), TRIED + 1))
        if not 0 < len(ways) <= TRIED:
            return None
        nats = [way.reading.nats + likely(way.after, now, now.read(way.after)) for way in ways]
        best = max(range(len(ways)), key=nats.__getitem__)
        odds = [exp(each - nats[best]) for each in nats]
        same = sum(o for o, way in zip(odds, ways, strict=True) if way.brings == ways[best].brings)
        return ways[best] if same >= sum(odds) - same else None

    def _ways(
        self, evidence: Evidence, question: Question, given: tuple[Given, ...] = ()
    ) -> Iterator[Way]:
        """Yield what the picture may be, by the answers to all that is asked of it."""
        for answer in answers(question, evidence):
            narrowed, so = answer.within(evidence), (*given, answer)
            reading = narrowed.read(self.sitting)
            more = narrowed.question(self.sitting, reading)
            after = narrowed.played(self.sitting, reading)
            if more is not None:
                yield from self._ways(narrowed, more, so)
            elif after is not None:
                yield Way(narrowed.moment, reading, so, after)


class LastQuestion:
    """The picture that people were asked about last, as long as nothing has come of it."""

    def __init__(self) -> None:
        """Begin without any."""
        self._asked: OpenQuestion | None = None

    def ask(self, evidence: Evidence, question: Question, sitting: Sitting) -> None:
        """Keep a picture about which people are asked now."""
        self._asked = OpenQuestion(evidence, question, sitting)

    def answered(self) -> None:
        """Forget it: somebody has said something of the picture."""
        self._asked = None

    def open(self, sitting: Sitting) -> OpenQuestion | None:
        """Return the picture; None where another reading counts by now, or one was taken back."""
        asked = self._asked
        if asked is None or _numbers(asked.sitting) != _numbers(sitting):
            return None
        return replace(asked, sitting=sitting)  # an earlier reading may have been corrected

    def left_behind(self, sitting: Sitting, moment: Moment) -> OpenQuestion | None:
        """Return the picture where the game has gone on at ``moment``."""
        asked = self.open(sitting)
        if asked is None or same_moment(asked.evidence.moment, moment):
            return None
        return asked


def _numbers(sitting: Sitting) -> list[int]:
    return [played.entry.number for played in sitting.history]
