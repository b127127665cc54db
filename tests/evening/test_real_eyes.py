"""With real eyes at the simulated table: broken off in the middle, and gone on with to the end."""

from dataclasses import replace

import pytest
from standing_table import StandingTable
from truth import right_answer

from companion.boards import GAMES
from companion.games.base import Checkpoint, Setup
from companion.journal import Journal, Seating
from companion.service.bulletin.state import Phase, Stage
from companion.service.evening import asks
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from hardware.table import simulated_sitting


def evening_at(table, journal):
    """An evening by the rules, with a camera over the simulated table."""
    return Evening(lambda s: real_place(s, table, by_rules(s), live=True), journal)


def pressed(evening, step):
    """Press or hold as people do, say what no camera sees, and answer what is asked."""
    moment = step.moment
    if moment.told:
        told = {name: listed(value) for name, value in moment.told.items()}
        evening.ask(asks.Tell(told)).result(5)
    held = moment.checkpoint in (Checkpoint.OFFER_END, Checkpoint.PASSED)
    (evening.hold if held else evening.press)(moment.seat).result(5)
    while rested(evening).stage is Stage.QUESTION:
        option = right_answer(evening.state.report.question, step.boards)
        evening.ask(asks.Answer(option)).result(5)
    return evening.state


def rested(evening):
    """Wait until nothing is being looked at; return the state."""
    while evening.state.stage is Stage.LOOKING:
        evening.bulletin.newer(evening.state.version, 0.05)
    return evening.state


def listed(value):
    if isinstance(value, dict):
        return {name: listed(one) for name, one in value.items()}
    return [listed(one) for one in value] if isinstance(value, tuple) else value


def played(setup, folder, *, breaks_off, ends=None):
    """Play some steps of an evening, started anew after ``breaks_off`` of them; the last state."""
    steps = simulated_sitting(setup, 3).steps[:ends]
    table = StandingTable(steps)
    journal = Journal(folder)
    evening = evening_at(table, journal)
    evening.open(evening.context.opener(Seating(setup, ("Ada", "Ben"))))
    evening.start()
    for number, step in enumerate(steps):
        if number == breaks_off:
            evening.stop()
            evening = evening_at(table, journal)
            assert evening.go_on()
            evening.start()
        table.play()
        state = pressed(evening, step)
        assert state.happened == "read", (number, state.report)
    evening.stop()
    journal.close()
    assert [line.status for line in state.history] == ["read"] * len(steps)
    return state


def test_duel_is_gone_on_with_although_dome_tiles_lie_there(tmp_path):
    played(Setup("azul-duel"), tmp_path, breaks_off=2, ends=4)


def test_a_picture_of_another_size_is_said_to_be_so_after_a_restart_too(tmp_path):
    """Another camera was plugged in, or a hub leaves it less room: boards would only be lost."""
    setup, offer = simulated_sitting(Setup("azul", first_player=0), 3).steps[:2]
    table, journal = StandingTable([setup, offer]), Journal(tmp_path)
    evening = evening_at(table, journal)
    evening.open(evening.context.opener(Seating(Setup("azul", first_player=0))))
    evening.start()
    table.play()
    pressed(evening, setup)
    evening.stop()
    evening = evening_at(table, journal)
    assert evening.go_on()
    evening.start()
    table.play()
    taken, whole = table.frame(), table.frame
    height, width = taken.pixels.shape[:2]
    half = replace(taken, pixels=taken.pixels[: height // 2, : width // 2])
    table.frame = lambda: half
    state = pressed(evening, offer)
    assert (state.stage, state.phase) == (Stage.PLAYING, Phase.FAILED)
    now, before = f"{width // 2} x {height // 2}", f"{width} x {height}"
    assert f"has {now} pixels and had {before} when the game began" in state.trouble
    table.frame = whole
    assert pressed(evening, offer).happened == "read", "it was connected as it had been"
    evening.stop()
    journal.close()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_gone_on_with_to_its_end(game, tmp_path):
    starter = None if game == "azul-duel" else 0
    state = played(Setup(game, first_player=starter), tmp_path, breaks_off=6)
    assert state.stage is Stage.OVER
    assert state.result.winners
