"""Second thoughts: what a later picture says of an earlier doubt.

A doubt that was decided wrongly makes a later picture seem illegal, or has the rules overrule what
is seen time and again.  So what else a picture may have shown is kept, and with each picture it is
asked whether all of them together are likelier if that is what lay there: they tell of a mistake in
reading as they tell of one in playing, by how likely each is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import takewhile
from math import inf
from statistics import fmean
from typing import Self

from companion.errors import CorrectionRefused
from companion.games.base import Cells, Content, Moment
from companion.games.played import Played
from companion.games.saying import Notice
from companion.reconcile import ASK, CONDITION, DOUBT, OPEN, Reading, Rival
from companion.service.sitting.amendment import amended, entry_of
from companion.service.sitting.answers import Cell, in_words
from companion.service.sitting.corrections import Corrected, cells_of, correction, corrections
from companion.service.sitting.judgement.cubes import Cubes, nats
from companion.service.sitting.judgement.evidence import Evidence, SeenBoards, boards_of
from companion.service.sitting.judgement.recollection import recalled
from companion.sightings.sighting import Likelihoods
from companion.sitting import Sitting, misfits, same_moment, wrong_on

TRIED = 12
"""Rivals that are tried at most with one picture, the likeliest."""

READ_ANEW = (
    "{cell}: an earlier picture left unsure what lies there; with this one it is {content}, and "
    "the totals are worked out anew."
)


@dataclass(frozen=True)
class Confirmation:
    """A picture that was confirmed: what was seen, what it was taken for, what else it may be."""

    evidence: Evidence
    boards: tuple[Cells, ...]
    rivals: tuple[Rival, ...]

    @classmethod
    def of(cls, evidence: Evidence, reading: Reading) -> Self:
        """Return what a picture was taken for."""
        return cls(evidence, boards_of(reading), reading.rivals)

    def gain(self, seat: int, cells: Mapping[str, Content | None]) -> float:
        """Return by how many nats the picture is likelier with ``cells`` on a seat's board.

        A cell that was not seen tells nothing, nor one of which the eyes say what they remembered;
        what people said is not there never is.  Tiles of one colour that would all be of another
        are mistaken together: they tell as much as one.
        """
        board, seen = self.boards[seat], self.evidence.seen[seat]
        told = defaultdict[tuple[Content | None, Content | None], list[float]](list)
        for cell, new in cells.items():
            if seen.get(cell) and (seat, cell) not in self.evidence.remembered:
                nats = seen[cell].get(new, -inf) - _nats(seen[cell], board.get(cell))
                told[board.get(cell), new].append(nats)
        return sum(sum(nats) if None in change else fmean(nats) for change, nats in told.items())

    @property
    def overruled(self) -> Iterator[Cell]:
        """The cells that were seen otherwise than they were taken for, by as much as a doubt."""
        for seat, (cells, board) in enumerate(zip(self.evidence.seen, self.boards, strict=True)):
            for cell, seen in cells.items():
                if seen and max(seen.values()) - _nats(seen, board.get(cell)) >= DOUBT:
                    yield seat, cell

    @property
    def renamed(self) -> Iterator[Cell]:
        """Those of the overruled cells on which a tile was seen, and taken for another one."""
        for seat, cell in self.overruled:
            seen = self.evidence.seen[seat][cell]
            if None not in (max(seen, key=seen.__getitem__), self.boards[seat].get(cell)):
                yield seat, cell


@dataclass(frozen=True)
class SecondThought:
    """Corrections after which all pictures together are likelier, by ``gain`` nats."""

    gain: float
    events: tuple[Corrected, ...]


class SecondThoughts:
    """The pictures of one sitting that can be thought over, by the numbers of their entries."""

    def __init__(self) -> None:
        """Begin without any."""
        self._known: dict[int, Confirmation] = {}

    def cubes(self, sitting: Sitting, moment: Moment) -> Cubes:
        """Return where the cubes stood before a moment, in the last picture that counts.

        They begin on the totals of the start; of readings before a restart nothing is known.
        """
        earlier = [p for p in sitting.history if not same_moment(p.entry.moment, moment)]
        for played in reversed(earlier):
            if played.entry.number in self._known:
                return self._known[played.entry.number].evidence.cubes
        return Cubes() if earlier else Cubes(dict(enumerate(sitting.start.scores)))

    def keep(self, number: int, evidence: Evidence, reading: Reading) -> None:
        """Keep a picture that was confirmed."""
        self._known[number] = Confirmation.of(evidence.to_keep(), reading)

    def seen(self, number: int) -> SeenBoards | None:
        """Return what the picture of a reading showed, if it is known."""
        return self._known[number].evidence.seen if number in self._known else None

    def likely(self, sitting: Sitting, now: Evidence, reading: Reading) -> float:
        """Return how likely a picture is after a sitting, read like this, in nats.

        By what it shows, and by where the cubes stood in all pictures up to it.
        """
        told = [
            right
            for played in sitting.history
            if played.entry.number in self._known
            for right in self._known[played.entry.number].evidence.cubes.right(sitting, played)
        ]
        return reading.nats + nats([*told, *now.cubes_right(sitting, reading)])

    def of(self, sitting: Sitting, now: Evidence, reading: Reading) -> tuple[Corrected, ...]:
        """Return the corrections of earlier readings that a picture makes likely, if any.

        None where another would do as well in its stead: what is not known is not put right.
        """
        found = sorted(self._thoughts(sitting, now, reading), key=lambda one: -one.gain)
        if not found or found[0].gain < DOUBT:
            return ()
        best = found[0].events
        as_likely = takewhile(lambda one: found[0].gain - one.gain < ASK, found)
        others = [one.events for one in as_likely if one.events != best]
        if not others:
            return best
        left = self._likely_after(sitting, now, best)
        return best if all(each in left for each in others) else ()

    def doubted(self, sitting: Sitting) -> Mapping[int, frozenset[str]]:
        """Return the cells, by seat, that pictures left in doubt and none has cleared up since.

        And those of the last one whose tile looks like another than the rules have it.
        """
        known, open_ = self._as_they_count(sitting), defaultdict[int, set[str]](set)
        for n, (_, picture) in enumerate(known):
            since = [each for _, each in known[n:]]
            for rival in picture.rivals:
                if _shows_the_same(rival, since[-1], picture) and _evidence(rival, since) > -OPEN:
                    open_[rival.seat] |= rival.cells.keys()
        for seat, cell in known[-1][1].renamed if known else ():
            open_[seat].add(cell)  # what the rules made of it may hang on what is in doubt
        return {seat: frozenset(cells) for seat, cells in open_.items()}

    def put_right(self, events: Sequence[Corrected], after: Sitting) -> None:
        """Take the readings that ``events`` have corrected for what was read.

        What they held is a rival from now on: a second thought may be wrong too.
        """
        boards = _boards_by_number(after)
        for event in events:
            known = self._known[event.entry]
            was = {cell: known.boards[event.seat].get(cell) for cell in cells_of(event)}
            now = Rival(event.seat, cells_of(event))
            rivals = (*(each for each in known.rivals if each != now), Rival(event.seat, was))
            self._known[event.entry] = Confirmation(known.evidence, boards[event.entry], rivals)

    def _likely_after(
        self, sitting: Sitting, now: Evidence, done: tuple[Corrected, ...]
    ) -> list[tuple[Corrected, ...]]:
        """Return the corrections that a picture makes likely once these are ``done``.

        What is among them tells of something else, and is nothing that would do in their stead.
        """
        after, then = reduce(amended, done, sitting), SecondThoughts()
        then._known = dict(self._known)
        then.put_right(done, after)
        thoughts = then._thoughts(after, now, now.read(after))
        return [one.events for one in thoughts if one.gain >= DOUBT]

    def _thoughts(
        self, sitting: Sitting, now: Evidence, reading: Reading
    ) -> Iterator[SecondThought]:
        """Yield corrections after which all earlier readings are still legal."""
        before = self.likely(sitting, now, reading)
        for number, rival in self._tried(sitting, now, reading):
            try:
                events = corrections(sitting, number, rival.seat, rival.cells)
                events = self._read_on(sitting, events)
                after = reduce(amended, events, sitting)
            except CorrectionRefused:
                continue
            if misfits(after) or not self._as_read(sitting, events):
                continue
            told = sum(self._known[e.entry].gain(e.seat, cells_of(e)) for e in events)
            told += _unusual(sitting, events) - _unusual(after, events)
            was, right = (each.before(now.moment).boards for each in (sitting, after))
            then = recalled(now, was, right)
            likely = self.likely(after, then, then.read(after))
            yield SecondThought(told + likely - before, events)

    def _read_on(self, sitting: Sitting, events: tuple[Corrected, ...]) -> tuple[Corrected, ...]:
        """Return corrections with those of later readings that cannot be any more.

        These are read anew after what is put right before them: a line that is black has been
        filled up with black tiles, and a dome tile that lies here lies nowhere else.
        """
        after, first = reduce(amended, events, sitting), min(event.entry for event in events)
        for number in _boards_by_number(sitting):
            if number <= first or _can_be(after, entry_of(after, number)):
                continue
            if number not in self._known:
                break
            anew = tuple(self._as_it_follows(sitting, after, number))
            events, after = (*events, *anew), reduce(amended, anew, after)
        return events

    def _as_it_follows(self, sitting: Sitting, after: Sitting, number: int) -> Iterator[Corrected]:
        """Yield the corrections of a reading to what its picture shows after what was put right."""
        before, right = (entry_of(each, number).base.boards for each in (sitting, after))
        reading = recalled(self._known[number].evidence, before, right).read(after.until(number))
        pairs = zip(entry_of(after, number).entry.boards, boards_of(reading), strict=True)
        for seat, (was, now) in enumerate(pairs):
            differing = sorted(cell for cell in {*was, *now} if was.get(cell) != now.get(cell))
            if differing:
                yield correction(number, seat, {cell: now.get(cell) for cell in differing})

    def _tried(
        self, sitting: Sitting, evidence: Evidence, reading: Reading
    ) -> list[tuple[int, Rival]]:
        """Return the rivals, by the numbers of their readings, that are worth a second thought.

        The likeliest, where a picture seems illegal, a question is open, something looks otherwise
        than it must be or a cube stands elsewhere, first those beside what is odd; else those that
        are likelier by now than what was read.
        """
        now = Confirmation.of(evidence, reading)
        known = self._as_they_count(sitting)
        found = [
            (_evidence(rival, [*(each for _, each in known[n:]), now]), number, rival)
            for n, (number, picture) in enumerate(known)
            for rival in picture.rivals
        ]
        odd = _odd(now, reading)
        fits = reading.legal and not odd and all(evidence.cubes_right(sitting, reading))
        least, near = DOUBT if fits else -inf, _beside(sitting, evidence.moment, odd)
        best = sorted(found, key=lambda one: (not _touches(one[2], near), -one[0]))[:TRIED]
        return [(number, rival) for told, number, rival in best if told > least]

    def _as_they_count(self, sitting: Sitting) -> list[tuple[int, Confirmation]]:
        """Return the pictures that count as they were read, in order, with their numbers."""
        return [
            (number, self._known[number])
            for number, boards in _boards_by_number(sitting).items()
            if number in self._known and self._known[number].boards == boards
        ]

    def _as_read(self, sitting: Sitting, events: Sequence[Corrected]) -> bool:
        """Tell whether nobody has said what the readings are that would be corrected."""
        boards = _boards_by_number(sitting)
        return all(
            event.entry in self._known and self._known[event.entry].boards == boards[event.entry]
            for event in events
        )


def _odd(now: Confirmation, reading: Reading) -> set[Cell]:
    """Return what seems illegal, what is asked about, and what looks otherwise than it must be."""
    problems = ((n, each) for n, board in enumerate(reading.boards) for each in board.problems)
    wrong = {(seat, cell) for seat, problem in problems for cell in problem.cells}
    question = reading.question
    asked = {(question.seat, cell) for cell in question.cells} if question else set()
    return wrong | asked | set(now.overruled)


def _beside(sitting: Sitting, moment: Moment, odd: set[Cell]) -> set[Cell]:
    """Return the cells of all parts of boards in which something is ``odd``."""
    boards = sitting.game.successors(sitting.before(moment), moment)
    parts = [{(n, cell) for cell in part.cells} for n, each in enumerate(boards) for part in each]
    return set[Cell]().union(*(part for part in parts if not part.isdisjoint(odd)))


def _touches(rival: Rival, cells: set[Cell]) -> bool:
    return any((rival.seat, cell) in cells for cell in rival.cells)


def told_of(events: Sequence[Corrected]) -> list[tuple[int, Notice]]:
    """Return what is to be said of readings that were put right, by seat: each cell once."""
    first = {
        (event.seat, cell): content
        for event in reversed(events)
        for cell, content in cells_of(event).items()
    }
    return [
        (seat, Notice((cell,), READ_ANEW, {"cell": cell, "content": in_words(content)}))
        for (seat, cell), content in sorted(first.items(), key=lambda one: one[0])
    ]


def _can_be(sitting: Sitting, played: Played) -> bool:
    """Tell whether a reading is possible after what came before it."""
    entry = played.entry
    fits = not any(wrong_on(sitting, played, seat) for seat in range(len(entry.boards)))
    return fits and sitting.game.surprise(played.base, entry.moment, entry.boards) < inf


def _evidence(rival: Rival, pictures: Sequence[Confirmation]) -> float:
    """Return by how many nats ``pictures`` are likelier with a rival of the first.

    As far as they show the same there as the first.
    """
    same = takewhile(lambda each: _shows_the_same(rival, each, pictures[0]), pictures)
    return sum(each.gain(rival.seat, rival.cells) for each in same)


def _shows_the_same(rival: Rival, one: Confirmation, other: Confirmation) -> bool:
    """Tell whether two pictures were taken for the same where there is a rival."""
    here, there = one.boards[rival.seat], other.boards[rival.seat]
    return all(here.get(cell) == there.get(cell) for cell in rival.cells)


def _unusual(sitting: Sitting, events: Sequence[Corrected]) -> float:
    """Return how unusual the boards are together in the readings that ``events`` correct."""
    corrected = {event.entry for event in events}
    return sum(
        min(sitting.game.surprise(played.base, each.moment, each.boards), CONDITION)
        for played in sitting.history
        if (each := played.entry).number in corrected
    )


def _boards_by_number(sitting: Sitting) -> dict[int, tuple[Cells, ...]]:
    return {played.entry.number: played.entry.boards for played in sitting.history}


def _nats(seen: Likelihoods, held: Content | None) -> float:
    return seen[held] if held in seen else min(seen.values())
