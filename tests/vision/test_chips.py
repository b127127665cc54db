"""Bonus chips on Duel's stores: where they lie, and which colours they show."""

import numpy as np
import pytest

from companion.games.base import Checkpoint, Setup
from companion.service.sitting.keeper import Keeper
from companion.sightings.agreement import together
from companion.sightings.sighting import BoardSighting, Sighting, View
from companion.vision.pieces import chips
from hardware.table import Faults, simulated_sitting
from hardware.table.picture.render import picture_of
from web.views.evening.unseen_facts import chips_seen


def faces(cells):
    """Chips by the cell they lie on; the order of two colours is the printer's."""
    return {c: set(face.split("+")) for c, face in cells.items() if c.startswith("chip/")}


NO_FAULTS = Faults()


def lived(seed, faults=NO_FAULTS, steps=8):
    """Simulated pictures of a Duel with what the keeper said of each."""
    sitting = simulated_sitting(Setup("azul-duel"), seed, faults)
    keeper = Keeper(sitting.setup, sitting.taps)
    for step in sitting.steps[:steps]:
        report = keeper.look(picture_of(step.scene, "x.jpg").pixels, step.moment)
        yield step, report, keeper


@pytest.mark.long
@pytest.mark.parametrize("faults", [NO_FAULTS, Faults(lamp=0.7, shadow=0.5)])
def test_most_chips_have_their_colours(faults):
    """Chips are inked like tiles' bodies; ornaments of the same ink may be taken for one."""
    seen = [
        faces(board.seen.chips).get(cell) == face
        for seed in (2, 931)
        for step, report, _ in lived(seed, faults)
        for board in report.boards
        for cell, face in faces(step.boards[board.seat]).items()
    ]
    assert len(seen) > 40
    assert sum(seen) >= 0.85 * len(seen)


@pytest.mark.parametrize(
    "faults",
    [pytest.param(NO_FAULTS, marks=pytest.mark.long), Faults(lamp=0.7, shadow=0.5, nudge=0.5)],
)
@pytest.mark.parametrize("seed", [2, pytest.param(921, marks=pytest.mark.long)])
def test_every_chip_is_found_in_its_place_and_none_is_seen_in_a_shadow(seed, faults):
    seen = 0
    for step, report, _ in lived(seed, faults):
        for board in report.boards:
            true = faces(step.boards[board.seat])
            assert faces(board.seen.chips).keys() == true.keys(), step.moment
            seen += len(true)
    assert seen > 20


def test_chips_never_count_by_themselves():
    """They are offered as the answer, and stay out of what is confirmed."""
    for step, report, keeper in lived(2, steps=4):
        assert not any(cell.startswith("chip/") for b in report.boards for cell in b.cells)
        if step.moment.checkpoint is Checkpoint.OFFER_END:
            assert chips_seen(report, keeper.sitting.history[-1].base, Checkpoint.OFFER_END) == (
                2,
                2,
            )
        if step.moment.checkpoint is Checkpoint.TILED:
            held = keeper.sitting.history[-2].outcome.table
            assert chips_seen(report, held, Checkpoint.TILED) == (0, 0)


def test_where_no_chip_is_seen_nothing_is_offered():
    assert chips_seen(None, None, Checkpoint.TILED) is None
    for _, report, keeper in lived(2, steps=1):
        assert chips_seen(report, None, Checkpoint.TILED) is None
        assert chips_seen(report, keeper.sitting.table, Checkpoint.OFFER_END) is None


@pytest.mark.parametrize("shares", [(0.1, 0.5, 0.4), (0.1, 0.4, 0.5)])
def test_two_colours_are_told_in_the_order_of_their_names(shares):
    """However much of a chip each of them covers: it is the same chip."""
    assert chips._face(np.array(shares), ("black", "yellow", "red")) == "red+yellow"


def test_pictures_that_see_other_chips_see_none_together():
    def seen(**chips):
        return Sighting((BoardSighting(0, View.CLEAR, chips=chips),))

    assert together([seen(a="red"), seen(a="red")]).boards[0].chips == {"a": "red"}
    assert together([seen(a="red"), seen()]).boards[0].chips == {}
    assert together([seen(), seen(a="red")]).boards[0].chips == {}
