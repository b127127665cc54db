"""A question that nobody answers: the next picture tells which answer was right.

A picture that is left out would be missing in all totals to come.  So where the game goes on
without an answer the likeliest is taken, by what both pictures show and where the cubes stand then;
it is said, and stays a doubt that later pictures may put right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from companion.games.base import Moment
from companion.games.saying import Notice
from companion.reconcile import OTHER, Contents, Question, Reading, Rival
from companion.service.sitting.answers import in_words
from companion.service.sitting.evidence import Evidence
from companion.sitting import Sitting, same_moment

TRIED = 16
"""Answers that are tried at most, to all questions about a picture together."""

TAKEN = (
    "{cell}: nobody said what lay there in the picture before; by this one it was {content}. "
    "If that is wrong, correct it in the history."
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
            order = question.order(question.options.index(self.contents))
            told = {**evidence.moment.told, question.told: order}
            return replace(evidence, moment=replace(evidence.moment, told=told))
        seen = [dict(cells) for cells in evidence.seen]
        board = seen[question.seat]
        for cell, content in zip(question.cells, self.contents, strict=True):
            board[cell] = {content: board[cell][content]}
        return replace(evidence, seen=seen)

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
    """Yield every answer to a question; what it does not offer too, where that may be right."""
    offered = [contents for contents in question.options if contents != OTHER]
    if OTHER in question.options:
        (cell,) = question.cells
        others = ((content,) for content in evidence.seen[question.seat][cell])
        offered += [each for each in others if each not in offered]
    return (Given(question, contents, tuple(offered)) for contents in offered)


@dataclass(frozen=True)
class Way:
    """What a picture was if these answers are right; ``evidence`` is narrowed to them."""

    evidence: Evidence
    reading: Reading
    given: tuple[Given, ...]

    @property
    def doubted(self) -> Reading:
        """The reading, with the other answers as rivals."""
        rivals = (rival for one in self.given for rival in one.rivals())
        return replace(self.reading, rivals=(*self.reading.rivals, *rivals))

    @property
    def told(self) -> list[tuple[int, Notice]]:
        """What is to be said of the answers, by seat."""
        return [said for one in self.given for said in one.told()]


@dataclass(frozen=True)
class Unanswered:
    """A picture about which people were asked; ``follows`` is the reading before it."""

    evidence: Evidence
    question: Question
    follows: int | None

    def left_behind(self, moment: Moment) -> bool:
        """Tell whether the game has gone on at ``moment``."""
        return not same_moment(self.evidence.moment, moment)

    def settled(self, sitting: Sitting, now: Evidence, likely: Likely) -> Way | None:
        """Return the likeliest way with what is seen ``now``; None where none is legal."""
        best, most = None, 0.0
        for way in islice(self._ways(sitting, self.evidence, self.question), TRIED):
            after = way.evidence.played(sitting, way.reading)
            assert after is not None
            nats = way.reading.nats + likely(after, now, now.read(after))
            if best is None or nats > most:
                best, most = way, nats
        return best

    def _ways(
        self,
        sitting: Sitting,
        evidence: Evidence,
        question: Question,
        given: tuple[Given, ...] = (),
    ) -> Iterator[Way]:
        """Yield what a picture may be, by the answers to all that is asked of it."""
        for answer in answers(question, evidence):
            narrowed = answer.within(evidence)
            reading = narrowed.read(sitting)
            more = narrowed.question(sitting, reading)
            if more is not None:
                yield from self._ways(sitting, narrowed, more, (*given, answer))
            elif reading.legal:
                yield Way(narrowed, reading, (*given, answer))
