"""Second thoughts: what a later picture says of an earlier doubt.

A doubt that was decided wrongly makes a later picture seem illegal, or has the rules overrule what
is seen time and again.  So what else a picture may have shown is kept, and with each picture it is
asked whether all of them together are likelier if that is what lay there: they tell of a mistake in
reading as they tell of one in playing, by how likely each is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import takewhile
from math import inf
from typing import Self

from companion.errors import CorrectionRefused
from companion.games.base import Cells, Content, Moment
from companion.games.saying import Notice, Row
from companion.reconcile import ASK, DOUBT, Reading, Rival, reconcile
from companion.service.sitting.amendment import amended
from companion.service.sitting.corrections import Corrected, cells_of, corrections
from companion.sitting import Sitting, misfits
from companion.vision.sighting import Likelihoods

SeenBoards = Sequence[Mapping[str, Likelihoods]]
"""What was seen of each seat's board, with what people answered."""

TRIED = 12
"""Rivals that are tried at most with one picture, the likeliest."""

READ_ANEW = (
    "{cell}: an earlier picture left unsure what lies there; with this one it is {content}, and "
    "the totals are worked out anew."
)


@dataclass(frozen=True)
class Confirmation:
    """A picture that was confirmed: what was seen, what it was taken for, what else it may be."""

    seen: SeenBoards
    boards: tuple[Cells, ...]
    rivals: tuple[Rival, ...]

    @classmethod
    def of(cls, seen: SeenBoards, reading: Reading) -> Self:
        """Return what a picture was taken for."""
        return cls(seen, tuple(board.cells for board in reading.boards), reading.rivals)

    def gain(self, seat: int, cells: Mapping[str, Content | None]) -> float:
        """Return by how many nats the picture is likelier with ``cells`` on a seat's board.

        A cell that was not seen tells nothing; what people said is not there never is.
        """
        board = self.boards[seat]
        looked_at = [(cell, self.seen[seat].get(cell, {}), new) for cell, new in cells.items()]
        return sum(
            seen.get(new, -inf) - _nats(seen, board.get(cell))
            for cell, seen, new in looked_at
            if seen
        )


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

    def keep(self, number: int, seen: SeenBoards, reading: Reading) -> None:
        """Keep a picture that was confirmed."""
        self._known[number] = Confirmation.of(seen, reading)

    def of(
        self, sitting: Sitting, moment: Moment, seen: SeenBoards, reading: Reading
    ) -> tuple[Corrected, ...]:
        """Return the corrections of earlier readings that a picture makes likely, if any.

        None where two are as likely: what is not known is not put right.
        """
        found = sorted(self._thoughts(sitting, moment, seen, reading), key=lambda one: -one.gain)
        if not found or found[0].gain < DOUBT:
            return ()
        others = (one.gain for one in found if one.events != found[0].events)
        return found[0].events if found[0].gain - next(others, 0.0) >= ASK else ()

    def put_right(self, events: Sequence[Corrected], after: Sitting) -> None:
        """Take the readings that ``events`` have corrected for what was read.

        What they held is a rival from now on: a second thought may be wrong too.
        """
        boards = _boards_by_number(after)
        for event in events:
            known = self._known[event.entry]
            was = {cell: known.boards[event.seat].get(cell) for cell in cells_of(event)}
            rivals = (*known.rivals, Rival(event.seat, was))
            self._known[event.entry] = Confirmation(known.seen, boards[event.entry], rivals)

    def _thoughts(
        self, sitting: Sitting, moment: Moment, seen: SeenBoards, reading: Reading
    ) -> Iterator[SecondThought]:
        """Yield corrections after which all earlier readings are still legal."""
        for number, rival in self._tried(sitting, seen, reading):
            try:
                events = corrections(sitting, number, rival.seat, rival.cells)
                after = reduce(amended, events, sitting)
            except CorrectionRefused:
                continue
            if misfits(after) or not self._as_read(sitting, events):
                continue
            told = sum(self._known[e.entry].gain(e.seat, cells_of(e)) for e in events)
            now = read(after, moment, seen)
            yield SecondThought(told + now.nats - reading.nats, events)

    def _tried(
        self, sitting: Sitting, seen: SeenBoards, reading: Reading
    ) -> list[tuple[int, Rival]]:
        """Return the rivals, by the numbers of their readings, that are worth a second thought.

        The likeliest, where a picture seems illegal or a question is open; else those that are
        likelier by now than what was read.
        """
        now = Confirmation.of(seen, reading)
        known = [
            (number, self._known[number])
            for number, boards in _boards_by_number(sitting).items()
            if number in self._known and self._known[number].boards == boards
        ]
        found = [
            (_evidence(rival, [*(each for _, each in known[n:]), now]), number, rival)
            for n, (number, picture) in enumerate(known)
            for rival in picture.rivals
        ]
        least = DOUBT if reading.legal and reading.question is None else -inf
        best = sorted(found, key=lambda one: -one[0])[:TRIED]
        return [(number, rival) for evidence, number, rival in best if evidence > least]

    def _as_read(self, sitting: Sitting, events: Sequence[Corrected]) -> bool:
        """Tell whether nobody has said what the readings are that would be corrected."""
        boards = _boards_by_number(sitting)
        return all(
            event.entry in self._known and self._known[event.entry].boards == boards[event.entry]
            for event in events
        )


def read(sitting: Sitting, moment: Moment, seen: SeenBoards) -> Reading:
    """Explain a picture by the table it follows; a repeat follows the one before that."""
    # A reading is right if it follows the table it was explained by; if none does, the first.
    readings = []
    for before in sitting.bases(moment):
        reading = reconcile(sitting.game, before, moment, seen)
        boards = [board.cells for board in reading.boards]
        if reading.legal and sitting.base_of(moment, boards) is before:
            return reading
        readings.append(reading)
    return readings[0]


def told_of(events: Sequence[Corrected]) -> list[tuple[int, Notice]]:
    """Return what is to be said of readings that were put right, by seat: each cell once."""
    first = {
        (event.seat, cell): content
        for event in reversed(events)
        for cell, content in cells_of(event).items()
    }
    return [
        (seat, Notice((cell,), READ_ANEW, {"cell": cell, "content": _said(content)}))
        for (seat, cell), content in sorted(first.items(), key=lambda one: one[0])
    ]


def _said(content: Content | None) -> str | Row:
    if isinstance(content, tuple):
        return Row(each or "nothing" for each in content)
    return content or "nothing"


def _evidence(rival: Rival, pictures: Sequence[Confirmation]) -> float:
    """Return by how many nats ``pictures`` are likelier with a rival of the first.

    As far as they show the same there as the first.
    """
    lying = [[each.boards[rival.seat].get(cell) for cell in rival.cells] for each in pictures]
    same = takewhile(lambda one: one[1] == lying[0], zip(pictures, lying, strict=True))
    return sum(each.gain(rival.seat, rival.cells) for each, _ in same)


def _boards_by_number(sitting: Sitting) -> dict[int, tuple[Cells, ...]]:
    return {played.entry.number: played.entry.boards for played in sitting.history}


def _nats(seen: Likelihoods, held: Content | None) -> float:
    return seen[held] if held in seen else min(seen.values())
