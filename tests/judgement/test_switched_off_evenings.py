"""Evenings at the simulated table, read by the real eyes, switched off after every picture."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from companion.events import Asked, Confirmed
from companion.games.base import Checkpoint, Setup
from companion.service.reports.report import Status
from companion.service.sitting.keeper import Keeper
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

RECALLED = 14
"""Pictures that are looked at again."""


class SwitchedOff:
    """A game that is joined, and of which nobody answers a question."""

    def __init__(self, setup, seed):
        self.story = simulated_sitting(setup, seed, brackets=False)
        self.record, self.picture, self.asked = [], None, None
        self.keeper = Keeper(self.story.setup, self.story.taps, record=self.write)

    def write(self, *events, earlier=False):
        """Put events on record, with the picture that they come of."""
        picture = self.asked if earlier else self.picture
        self.record.extend((event, picture) for event in events)

    def look(self, step):
        self.picture = picture_of(step.scene, "").pixels
        report = self.keeper.look(self.picture, step.moment)
        if report.status is Status.QUESTION:
            self.asked = self.picture
        return report

    def restart(self):
        """Go on from what is on record, and look again at a picture that waits for an answer."""
        read = [picture for event, picture in self.record if isinstance(event, Confirmed)]
        holding = [played.entry.number for played in self.keeper.sitting.history]
        seen = [(partial(read.__getitem__, number), number) for number in holding[-RECALLED:]]
        events = [event for event, _ in self.record]
        self.keeper = Keeper.resume(
            self.story.setup, self.story.taps, events, (), seen=seen, record=self.write
        )
        if isinstance(events[-1], Asked):
            self.keeper.look_again(self.asked, events[-1])


def played(setup, seed, ends=None):
    """Return what becomes of a game, or of its first pictures, counted."""
    game, counts = SwitchedOff(setup, seed), Counter()
    steps = [each for each in game.story.steps if each.moment.checkpoint is not Checkpoint.SETUP]
    for step in steps[:ends]:
        report = game.look(step)
        counts["pictures"] += 1
        counts["alarms"] += report.status is Status.VIOLATION
        counts["questions"] += report.status is Status.QUESTION
        game.restart()
    counts["right totals"] += game.keeper.sitting.table.scores == step.scores
    return counts


@pytest.mark.long
def test_a_game_whose_first_picture_asks_is_read_rightly_all_the_same():
    """Of a dome tile it is not clear which it is; what comes to lie on it tells."""
    counts = played(Setup("azul-duel"), 503, ends=3)
    assert counts == {"pictures": 3, "questions": 1, "alarms": 0, "right totals": 1}


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "azul-mini", "azul-duel"])
def test_games_end_as_if_they_had_never_been_switched_off(game):
    counts = sum((played(Setup(game), seed) for seed in range(500, 504)), Counter())
    print(game, dict(counts))
    assert counts["right totals"] == 4
    assert counts["alarms"] <= 1
