"""A keeper whose eyes are replaced: it sees what a test lays on the boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from types import SimpleNamespace

import numpy as np
from judged_sightings import flattened, sighting

from companion.games.base import Cells, Setup
from companion.service.sitting import keeper as module
from companion.service.sitting.keeper import Keeper
from companion.sightings.sighting import BoardSighting, Likelihoods, Sighting, View

SCENE = SimpleNamespace(looks=None)
"""What the eyes know of the table: nothing that a test would look at."""

NOTHING_ELSE: Mapping[tuple[int, str], Likelihoods] = {}

JOINED = Setup("azul", first_player=0, round=3, scores=(5, 9))
"""A game that is joined in its third round."""


def picture(number):
    """A picture that shows nothing but which of them it is."""
    return np.full((2, 2, 3), number, np.uint8)


class SeeingKeeper:
    """Shows boards to a real keeper; ``learned`` are the boards its eyes were taught.

    ``doubted`` are the cells, by seat, that the last of them left in doubt; ``begun`` are the
    numbers of the pictures with which its eyes began.
    """

    def __init__(self, monkeypatch, setup: Setup) -> None:
        self.learned: list[Mapping[int, Cells]] = []
        self._setup, self._chance = setup, Random(1)
        self._shown: list[Sighting] = []
        self.begun: list[int] = []
        monkeypatch.setattr(module.eyes, "begin", self._begin)
        monkeypatch.setattr(module.eyes, "look", lambda image, scene: (self._in(image), scene))
        monkeypatch.setattr(module.learning, "learn", self._learn)
        monkeypatch.setattr(module, "wanted", lambda game, moment: False)
        self.records = []
        self.keeper = Keeper(setup, None, record=self._record)

    def _record(self, *events, earlier=False):
        self.records.extend(events)

    def _begin(self, image, *args, **more):
        self.begun.append(int(image.max()))
        return SCENE

    def _in(self, image):
        return self._shown[int(image.max())]

    def _learn(self, scene, boards, doubted):
        self.learned.append(boards)
        self.doubted = doubted
        return scene

    def show(
        self,
        moment,
        boards: Sequence[Cells],
        blurred: Sequence[tuple[int, str]] = (),
        seeming: Mapping[tuple[int, str], Likelihoods] = NOTHING_ELSE,
        cubes: Sequence[int | None] = (),
    ):
        """Return the report of a picture; cells that are ``blurred`` tell nothing.

        What single cells are ``seeming`` to hold goes before what lies there; ``cubes`` are the
        numbers they stand on, by seat.
        """
        before = self.keeper.sitting.before(moment).boards or ({},) * len(boards)
        found = []
        for seat, (lying, old) in enumerate(zip(boards, before, strict=True)):
            cells = sighting(self._setup, lying, old, self._chance)
            cells |= {c: flattened(cells[c], self._chance) for s, c in blurred if s == seat}
            cells |= {c: {**cells[c], **told} for (s, c), told in seeming.items() if s == seat}
            stands = cubes[seat] if cubes else None
            found.append(BoardSighting(seat, View.CLEAR, None, cells, stands))
        self._shown.append(Sighting(tuple(found)))
        return self.keeper.look(picture(len(self._shown) - 1), moment)

    def restart(self, numbers):
        """Go on with what is on record, and the pictures of readings of these ``numbers``.

        Every picture must have become a reading.
        """
        seen = [(partial(picture, number), number) for number in numbers]
        events = self.keeper.events
        self.keeper = Keeper.resume(self._setup, None, events, (), seen=seen, record=self._record)

    def answer(self, report, contents):
        """Give the answer that has these contents, in the order of the question's cells."""
        return self.keeper.answer(report.question.options.index(tuple(contents)))
