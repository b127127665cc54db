"""A whole evening at the simulated table, kept from the first picture to the winner."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from companion import games
from companion.games.base import Setup
from companion.service.sitting.keeper import Keeper
from hardware.table import Faults, simulated_sitting
from hardware.table.picture.render import picture_of
from tests.truth import right_answer

REPORTED = ("violation", "question")
"""A mixed line may be asked about instead: it names its rule all the same."""


@dataclass
class Lived:
    """A step of an evening, and what the keeper said."""

    step: object
    said: dict


def live(sitting, keeper):
    """Yield every step that has a picture with the keeper's report, in order."""
    for number, step in enumerate(sitting.steps):
        if step.scene is not None and not step.scene.black:
            picture = picture_of(step.scene, f"{number:03}.jpg")
            yield Lived(step, keeper.look(picture.pixels, step.moment).to_json())


def answered(lived, keeper):
    """What comes of a question that people answer as it is."""
    option = right_answer(keeper._question, lived.step.boards)
    return Lived(lived.step, keeper.answer(option).to_json())


def misread(lived):
    """The cells that were read as something else than what lies there: seat, cell, read, true.

    Bonus chips are told, not seen, and dome tiles are reported in a list of their own.
    """
    missed = []
    for board in lived.said["boards"]:
        truth = lived.step.boards[board["seat"]]
        for cell in board["cells"].keys() | truth.keys():
            read, true = (as_content(cells.get(cell)) for cells in (board["cells"], truth))
            if read != true and not cell.startswith(("chip/", "place/")):
                missed.append((board["seat"], cell, read, true))
    return missed


def as_content(value):
    """JSON writes a stack as a list."""
    return tuple(value) if isinstance(value, list) else value


def keeper_of(sitting):
    return Keeper(sitting.setup, sitting.taps)


def result_of(setup, sitting):
    """What the rules make of the true boards, without any picture."""
    rules = games.game(setup)
    table = rules.empty_table()
    for step in sitting.steps:
        if step.fault is None:
            table = rules.advance(table, step.moment, step.boards).table
    return rules.result(table)


@pytest.mark.parametrize(
    "brackets",
    [pytest.param(True, marks=pytest.mark.long, id="brackets"), pytest.param(False, id="taps")],
)
def test_an_evening_of_azul_is_kept_right(brackets):
    setup = Setup("azul", first_player=0)
    sitting = simulated_sitting(setup, 7, brackets=brackets)
    keeper = keeper_of(sitting)
    for lived in live(sitting, keeper):
        assert lived.said["status"] == "read"
        assert misread(lived) == []
    assert keeper.result() == result_of(setup, sitting)
    assert keeper.result().complete


def test_hands_make_the_companion_wait():
    sitting = simulated_sitting(Setup("azul"), 1, Faults(hands=1.0))
    shown = list(live(replaced(sitting, 5), keeper_of(sitting)))
    assert [lived.step.fault for lived in shown] == [None, "hands", None, "hands", None]
    assert [lived.said["status"] for lived in shown] == [
        "read", "waiting", "read", "waiting", "read",
    ]  # fmt: skip


def test_nudged_boards_are_followed():
    sitting = replaced(simulated_sitting(Setup("azul"), 2, Faults(nudge=1.0, bump=0.5)), 7)
    keeper = keeper_of(sitting)
    places = [[seated.pose for seated in step.scene.seats] for step in sitting.steps]
    assert len({str(place) for place in places}) == 7
    for lived in live(sitting, keeper):
        assert lived.said["status"] == "read"
        assert misread(lived) == []
        for board in lived.said["boards"]:
            assert corner_miss(lived.step.scene, board) < 2.0


def corner_miss(scene, board):
    """How far (pixels, mean) the corners of a board were found from where they are."""
    from companion.geometry.camera import BOARD_MM, board_corners

    pose = scene.seats[board["seat"]].pose
    true = scene.eye.camera.project(pose.place(board_corners(scene.board.size_mm)), BOARD_MM)
    found = np.array(board["corners_px"]) - 0.5
    return float(np.linalg.norm(found - true, axis=1).mean())


@pytest.mark.parametrize(
    "seed",
    [
        *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4)),
        pytest.param(60, id="dark boards"),
    ],
)
def test_illegal_placements_are_reported_and_nothing_is_taken_over(seed):
    sitting = replaced(simulated_sitting(Setup("azul"), seed, Faults(mistakes=1.0)), 7)
    scores = None
    for lived in live(sitting, keeper_of(sitting)):
        assert misread(lived) == []
        if lived.step.fault == "mistakes":
            assert lived.said["status"] in REPORTED
            wrong = [v for board in lived.said["boards"] for v in board["violations"]]
            assert {v["rule"] for v in wrong} & {"AZ-R14", "AZ-R15", "AZ-R17", "AZ-R22"}
            assert tuple(lived.said["scores"]) == scores
            continue
        assert lived.said["status"] == "read"
        if lived.step.moment.checkpoint != "offer-end":
            scores = tuple(lived.said["scores"])


def test_lamps_glare_and_shadows_do_not_fool_it():
    sitting = replaced(
        simulated_sitting(Setup("azul"), 7, Faults(lamp=0.7, glare=0.5, shadow=0.5)), 9
    )
    for lived in live(sitting, keeper_of(sitting)):
        assert lived.said["status"] == "read"
        assert misread(lived) == []


GOALS = ("G1", "G2", "G3")
PAVILION = Setup("summer-pavilion", first_player=0)


@pytest.mark.parametrize(
    ("setup", "steps", "asked"),
    [
        (PAVILION, 6, 0),
        pytest.param(PAVILION, 12, 0, marks=pytest.mark.long),
        (Setup("azul-duel", goals=GOALS), 6, 1),
    ],
    ids=lambda each: getattr(each, "game", ""),
)
def test_the_other_games_begin_well(setup, steps, asked):
    """Of a set of Duel that nobody has shown one thing may have to be asked."""
    sitting = replaced(simulated_sitting(setup, 1), steps)
    happened = []
    for lived in live(sitting, keeper_of(sitting)):
        assert misread(lived) == []
        happened.append(lived.said["status"])
    assert set(happened) <= {"read", "question"}
    assert happened.count("question") <= asked


def test_boards_that_are_dark_all_over_are_read_without_brackets():
    """Their tiles tell that the lightest of their print is no paper."""
    setup = Setup("azul-duel", goals=GOALS)
    sitting = replaced(simulated_sitting(setup, 94, brackets=False), 8)
    for lived in live(sitting, keeper_of(sitting)):
        assert lived.said["status"] == "read"
        assert misread(lived) == []


def test_a_hand_over_a_dark_board_changes_nothing_of_what_was_seen_bare():
    """It is brighter than all print, so what is known would be put under another white."""
    sitting = replaced(
        simulated_sitting(Setup("azul-duel", goals=GOALS), 60, Faults(hands=1.0), brackets=False), 6
    )
    keeper, before = keeper_of(sitting), {}
    for lived in live(sitting, keeper):
        bare = {seat: known.bare for seat, known in keeper.scene.known.items()}
        covered = [b["seat"] for b in lived.said["boards"] if b["view"] != "clear"]
        assert bool(covered) is (lived.step.fault == "hands")
        assert all(bare[seat] is before[seat] for seat in covered)
        before = bare


@pytest.mark.long
def test_boards_that_dome_tiles_nearly_cover_are_followed_without_brackets():
    """And a nudge by about a space is seen, though spaces are like each other."""
    sitting = simulated_sitting(
        Setup("azul-duel", goals=GOALS), 2, Faults(nudge=0.5, bump=0.3), brackets=False
    )
    for lived in live(sitting, keeper_of(sitting)):
        assert lived.said["status"] == "read"
        assert misread(lived) == []
        assert max(corner_miss(lived.step.scene, each) for each in lived.said["boards"]) < 3.0


@pytest.mark.parametrize(
    ("seed", "steps"),
    [pytest.param(45, 4, id="turned"), pytest.param(311, 7, marks=pytest.mark.long, id="plain")],
)
def test_a_board_without_brackets_that_was_nudged_while_tiles_came_is_found(seed, steps):
    """Turned by a degree or two, which takes its print elsewhere; plain, with much on it anew."""
    faults = Faults(hands=0.1, nudge=0.2, bump=0.1, mistakes=0.2, lamp=0.2, glare=0.2, shadow=0.2)
    setup = Setup("azul-duel", goals=GOALS)
    sitting = replaced(simulated_sitting(setup, seed, faults, brackets=False), steps)
    for lived in live(sitting, keeper_of(sitting)):
        assert all(each["view"] != "lost" for each in lived.said["boards"])


def test_a_board_that_hides_nearly_all_its_print_is_followed_by_its_dome_tiles():
    sitting = replaced(simulated_sitting(Setup("azul-duel", goals=GOALS), 143, brackets=False), 8)
    for lived in live(sitting, keeper_of(sitting)):
        assert lived.said["status"] == "read"
        assert misread(lived) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "setup",
    [
        Setup("summer-pavilion"),
        Setup("azul", "grey", 4),
        Setup("azul-mini", players=3),
        Setup("master-chocolatier"),
    ],
    ids=lambda setup: f"{setup.game}-{setup.variant}",
)
def test_evenings_of_the_other_wall_games(setup, seed):
    """In one printing white is as likely as blue, before a tile of either was confirmed."""
    sitting, asked = simulated_sitting(setup, seed, Faults(nudge=0.3, lamp=0.3)), 0
    keeper = keeper_of(sitting)
    for lived in live(sitting, keeper):
        while lived.said["status"] == "question":
            asked += 1
            lived = answered(lived, keeper)
        assert lived.said["status"] == "read"
        assert misread(lived) == []
    assert asked <= 1
    assert keeper.result() == result_of(setup, sitting)


def replaced(sitting, count):
    """The first ``count`` steps of a sitting, as a sitting of its own."""
    from dataclasses import replace

    return replace(sitting, steps=sitting.steps[:count])
