"""What people said of cells that look otherwise: nobody is asked the same again.

A tile that is printed like its space looks bare in one picture after the other.  Once people have
said that it lies there, the eyes are believed that much less of that cell, as long as it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.base import Boards, Content
from companion.reconcile import Reading
from companion.service.sitting.answers import Cell
from companion.service.sitting.corrections import Corrected, cells_of
from companion.service.sitting.judgement.evidence import SeenBoards, boards_of
from companion.sightings.sighting import Likelihoods

Said = Mapping[Cell, Content | None]
"""What people said lies on cells."""


class Believed(Mapping[Content | None, float]):
    """What is seen of a cell, a ``content`` likelier by ``nats``, but never than all others."""

    def __init__(self, seen: Likelihoods, content: Content, nats: float) -> None:
        """Take the likelihoods as they were seen."""
        self._seen, self._content = seen, content
        self._nats = min(seen[content] + nats, max(seen.values()))

    def __getitem__(self, content: Content | None) -> float:
        """Return the log-likelihood of a content."""
        return self._nats if content == self._content else self._seen[content]

    def __iter__(self) -> Iterator[Content | None]:
        """Yield the possible contents."""
        return iter(self._seen)

    def __len__(self) -> int:
        """Return the number of possible contents."""
        return len(self._seen)


class PeoplesWord:
    """The tiles that people said lie on cells, and by how many nats the eyes said otherwise."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._against: dict[Cell, tuple[str, float]] = {}

    def hear(self, said: Said, seen: SeenBoards) -> None:
        """Hear what people ``said`` of cells as they were ``seen``.

        That nothing lies there is not kept: a tile may come.  Nor is what the eyes cannot see.
        """
        for (seat, cell), content in said.items():
            self._against.pop((seat, cell), None)
            likely = seen[seat].get(cell, {})
            if isinstance(content, str) and content in likely:
                nats = max(likely.values()) - likely[content]
                self._against[seat, cell] = content, nats

    def weighed(self, seen: SeenBoards, lying: Boards | None) -> SeenBoards:
        """Return what is ``seen`` with people believed of what is still ``lying`` there."""
        still = [
            (seat, cell, *word)
            for (seat, cell), word in self._against.items()
            if lying and lying[seat].get(cell) == word[0] and word[0] in seen[seat].get(cell, ())
        ]
        if not still:
            return seen
        boards = [dict(cells) for cells in seen]
        for seat, cell, content, nats in still:
            boards[seat][cell] = Believed(boards[seat][cell], content, nats)
        return boards


def said_in(event: Corrected) -> Said:
    """Return what a correction says of cells."""
    return {(event.seat, cell): content for cell, content in cells_of(event).items()}


def said_of(boards: Boards, reading: Reading) -> Said:
    """Return what people must have said of ``boards`` that now have this ``reading``.

    What it would ask about, and what it would take for something else.
    """
    asked = reading.question
    cells = {(asked.seat, cell) for cell in asked.cells} if asked else set[Cell]()
    for seat, (lying, read) in enumerate(zip(boards, boards_of(reading), strict=True)):
        cells |= {(seat, cell) for cell in lying if read.get(cell) != lying[cell]}
    return {(seat, cell): boards[seat].get(cell) for seat, cell in cells}
