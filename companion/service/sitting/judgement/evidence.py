"""What one picture tells, and what the sitting would be if it were taken for this or that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.events import Confirmed
from companion.games.base import CUBES, Cells, Moment
from companion.reconcile import Fits, Question, Reading, reconcile_fits
from companion.service.sitting.answers import Cell
from companion.service.sitting.judgement.cubes import Cubes
from companion.sightings.sighting import Likelihoods
from companion.sitting import Sitting, apply

SeenBoards = Sequence[Mapping[str, Likelihoods]]
"""What was seen of each seat's board, with what people answered."""


@dataclass(frozen=True)
class Evidence:
    """What was seen at a moment, and where the cubes stood then.

    ``remembered`` are the cells of which the eyes only say again what they were taught.  ``less``
    is the same with less of it known, if that was weighed before.
    """

    moment: Moment
    seen: SeenBoards
    cubes: Cubes
    remembered: frozenset[Cell] = frozenset()
    less: Evidence | None = field(default=None, compare=False, repr=False)

    def read(self, sitting: Sitting) -> Reading:
        """Explain it by the table it follows; a repeat follows the one before that."""
        # A reading is right if it follows the table it was explained by; if none does, the first.
        readings = []
        for before in sitting.bases(self.moment):
            reading = reconcile_fits(sitting.game, before, self.moment, self._fits)
            if reading.legal and sitting.base_of(self.moment, boards_of(reading)) is before:
                return reading
            readings.append(reading)
        return readings[0]

    @cached_property
    def _fits(self) -> list[Fits]:
        if self.less is None:
            return [Fits(cells) for cells in self.seen]
        pairs = zip(self.less._fits, self.seen, strict=True)
        return [fits.narrowed(cells) for fits, cells in pairs]

    def to_keep(self) -> Evidence:
        """Return the same without what was worked out of it: that takes a hundred times the room.

        It is worked out again where a picture is read once more.
        """
        return replace(self, less=None)

    def played(self, sitting: Sitting, reading: Reading) -> Sitting | None:
        """Return the sitting if it counted as it was read; None where that is not legal."""
        if not reading.legal:
            return None
        return apply(sitting, Confirmed(self.moment, boards_of(reading)))

    def with_cubes(self, sitting: Sitting, reading: Reading) -> Moment:
        """Return the moment of a legal reading, with the cubes that tell what no picture shows."""
        boards = boards_of(reading)
        base = sitting.base_of(self.moment, boards)
        unseen = sitting.game.advance(base, self.moment, boards).unseen
        told = {str(seat): at for seat, at in self.cubes.moved.items() if seat in unseen}
        return replace(self.moment, told={**self.moment.told, CUBES: told}) if told else self.moment

    def cubes_right(self, sitting: Sitting, reading: Reading) -> list[bool]:
        """Tell of every cube that was moved whether it stands where it should by a reading.

        None does where that is not legal.
        """
        after = self.played(sitting, reading)
        if after is None:
            return [False] * len(self.cubes.moved)
        return self.cubes.right(after, after.history[-1])

    def question(self, sitting: Sitting, reading: Reading) -> Question | None:
        """Return what must be asked before it can count: what lies there, or in which order."""
        if not reading.legal:
            return None
        if reading.question is not None:
            return reading.question
        boards = boards_of(reading)
        base = sitting.base_of(self.moment, boards)
        choices = sitting.game.advance(base, self.moment, boards).choices
        return Question.about(choices[0]) if choices else None


def boards_of(reading: Reading) -> tuple[Cells, ...]:
    """Return what lies on the boards by a reading."""
    return tuple(board.cells for board in reading.boards)
