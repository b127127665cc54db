"""Duel's dome tiles that the reference does not show: new ones, and in a game under way."""

from dataclasses import replace

import numpy as np
import pytest

from companion.boards import load
from companion.games.base import Checkpoint, Setup
from companion.neural_network.attention import Answers
from companion.neural_network.slots import SLOTS, tile_cells
from companion.reconcile import likeliest
from companion.sightings.dome_likelihoods import DomeLikelihoods
from companion.vision import eyes, learning
from companion.vision.pieces.domes import (
    NOTHING_SURE,
    Laid,
    newly_covered,
    read_places,
    spaces_of,
)
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

BOARD = load("azul-duel")
SLANTED = (0.0, 700.0, 950.0)
"""A camera that looks at the table from the side, as a phone in a hand does."""


@pytest.fixture(scope="module")
def evening():
    """A simulated game; every picture after the opening but those with nothing new."""
    steps = simulated_sitting(Setup("azul-duel"), seed=2).steps
    return [step for step in steps if step.moment.checkpoint is not Checkpoint.OPENING]


def seen_from(step, place):
    """The picture of one moment, from where the camera hung or from another place."""
    scene = step.scene
    if place:
        scene = replace(scene, eye=replace(scene.eye, place_mm=place))
    return picture_of(scene, "x.jpg").pixels


def on_board(board):
    """What lies on a board: as the eyes name it, of a stack its top."""
    return {
        cell: what if cell.startswith("place/") or isinstance(what, str) else what[-1]
        for cell, what in board.items()
        if not cell.startswith("chip/")
    }


def misread(sighting, boards):
    """Spaces and places that were read wrong; what lies hidden under tiles is nobody's guess."""
    wrong = []
    for board in sighting.boards:
        true = on_board(boards[board.seat])
        for cell, likely in board.cells.items():
            best = max(likely, key=lambda content, likely=likely: likely[content])
            if cell.startswith("place/"):
                if (best is None) != (cell not in true):
                    wrong.append((board.seat, cell, best))
                wrong += [(board.seat, cell, n) for n in differing(best, true, cell)]
            elif cell.startswith("dome/") and best != true.get(cell):
                wrong.append((board.seat, cell, best))
    return wrong


def differing(read, true, place):
    """The spaces of a dome tile that lie bare and were read as another colour."""
    if read is None or place not in true:
        return []
    row, column = (2 * int(part) for part in place.removeprefix("place/").split("/"))
    bare = [f"dome/{row + n // 2}/{column + n % 2}" not in true for n in range(4)]
    return [n for n in range(4) if bare[n] and read[n] != true[place][n]]


@pytest.mark.parametrize("place", [None, SLANTED])
def test_a_game_under_way_is_read_without_a_picture_of_empty_boards(evening, place):
    wrong = []
    for step in evening[1:6:2]:
        picture = seen_from(step, place)
        scene = eyes.begin(picture, BOARD, 2, empty=False)
        wrong += misread(eyes.look(picture, scene)[0], step.boards)
    # Of 216 spaces and 54 places: dome tiles printed like tiles are hard to tell from above.
    assert len(wrong) <= (6 if place else 32), wrong


def test_places_that_were_free_show_the_dome_tiles_that_are_laid_later(evening):
    scene = eyes.begin(seen_from(evening[1], None), BOARD, 2, empty=False)
    laid = 0
    for step, before in zip(evening[1:4], evening[:3], strict=True):
        sighting, scene = eyes.look(seen_from(step, None), scene)
        assert len(misread(sighting, step.boards)) <= 4  # of 72 spaces and 18 places
        scene = learning.learn(scene, dict(enumerate(map(on_board, step.boards))))
        pairs = zip(step.boards, before.boards, strict=True)
        laid += sum(cell.startswith("place/") for new, old in pairs for cell in set(new) - set(old))
    assert laid > 0


def test_dome_tiles_are_read_that_were_laid_and_covered_since_the_last_picture(evening):
    scene = eyes.begin(seen_from(evening[0], None), BOARD, 2)
    last = evening[5]
    wrong = misread(eyes.look(seen_from(last, None), scene)[0], last.boards)
    assert sum(cell.startswith("dome/") for board in last.boards for cell in board) > 4
    assert len(wrong) <= 18, wrong  # of 72 spaces: fully printed ones look like tiles


def test_what_tiles_cover_is_remembered_though_nobody_confirmed_it(evening):
    scene = eyes.begin(seen_from(evening[0], None), BOARD, 2)
    for step in evening[1:6]:
        sighting, scene = eyes.look(seen_from(step, None), scene)
        boards = {board.seat: likeliest(board.cells) for board in sighting.boards}
        scene = learning.remember_domes(scene, boards)
    for seat, board in boards.items():
        true = evening[5].boards[seat]
        assert sum(cell.startswith("dome/") for cell in true) > 2, "tiles cover some spaces"
        assert domes_on(board) == domes_on(true)


def domes_on(board):
    return {cell: what for cell, what in board.items() if cell.startswith("place/")}


def test_a_guess_at_a_dome_tile_gives_way_to_what_is_seen_better_later():
    guessed, clear = {"any": -0.7, "special": -0.5}, {"any": -0.1, "special": -4.0}
    assert Laid(("special",) * 4, (guessed,) * 4).sure == (None,) * 4, "nothing to rely on"
    assert Laid(("any",) * 4, (clear,) * 4).sure == ("any",) * 4
    assert Laid(("special",) * 4).sure == ("special",) * 4, "it was confirmed"


def test_a_dome_tile_that_was_confirmed_can_be_replaced_and_a_guess_only_be_seen_better():
    spaces, others = ("blue", "any", "red", "yellow"), ("blue", "special", "red", "yellow")
    likely = (dict.fromkeys(("blue", "any", "special", "red", "yellow"), 0.0),) * 4
    assert Laid(others).replaces(Laid(spaces))
    assert not Laid(others, likely).replaces(Laid(spaces, likely))
    assert Laid(spaces, likely).replaces(None)


def test_a_place_that_did_not_change_is_free_however_much_it_looks_like_a_print():
    """Bare paper fits the palest print; only whether the place changed says if one lies there."""
    pale = {"special": 4.0, "blue": -12.0}
    for empty, lies in ((3.0, None), (-3.0, ("special",) * 4)):
        likely = DomeLikelihoods((pale,) * 4, empty, None)
        assert max(likely, key=lambda content: likely[content]) == lies


def test_only_dome_tiles_that_sets_have_are_thought_of():
    """Three colours and one other space each: what one space hides, the other three tell."""
    names = (*BOARD.colours, "any", "special")
    faint = {"turquoise": -0.9, "special": -0.5}
    shown = ({"special": -0.1}, faint, {"black": -0.1}, {"yellow": -0.1})
    prints = tuple({n: each.get(n, -5.0) for n in names} for each in shown)
    likely, right = DomeLikelihoods(prints, -9.0, None), ("special", "turquoise", "black", "yellow")
    assert max(likely, key=likely.__getitem__) == right
    assert likely[right] == 0.0
    for lies in filter(None, likely):
        assert len(set(lies)) == 4
        assert len({"any", "special"}.intersection(lies)) == 1


def test_a_known_dome_tile_is_the_likeliest_where_its_spaces_tell_nothing():
    hidden = dict.fromkeys(("special", "blue"), 0.0)
    known = ("blue", "special", "blue", "special")
    likely = DomeLikelihoods((hidden,) * 4, -1.0, known)
    assert max(likely, key=lambda content: likely[content]) == known


def test_a_known_dome_tile_is_thought_of_once():
    """Twice the same would seem to be half as sure, and to have a rival that is as likely."""
    shown = ({"blue": 0.0}, {"red": 0.0}, {"black": 0.0}, {"any": 0.0})
    prints = tuple({"blue": -9.0, "red": -9.0, "black": -9.0, "any": -9.0} | e for e in shown)
    for known in (("blue", "red", "black", "any"), ("red", "blue", "black", "any")):
        thought_of = [*DomeLikelihoods(prints, -9.0, known)]
        assert thought_of.count(known) == 1
        assert len(thought_of) == len(set(thought_of))


def said_to_print(name):
    """What is said of a board on all of whose dome spaces this seems to be printed."""
    cells = tile_cells(BOARD)
    prints = np.zeros((len(cells), SLOTS), np.float32)
    prints[:, BOARD.colours.index(name)] = 20.0
    nothing = np.zeros(len(cells), np.float32)
    rest = (np.zeros((len(cells), 2)), nothing, nothing, nothing - 9, prints, prints, prints)
    return Answers(prints, prints, *rest)


def test_what_tiles_cover_is_as_likely_as_it_was_and_what_lies_bare_is_seen_again():
    place = "place/0/0"
    covered, *bare = (cell.id for cell in spaces_of(BOARD, place))
    before = dict.fromkeys((*BOARD.colours, "any", "special"), -3.0)
    laid = {place: Laid(("blue", "any", "black", "yellow"), (before,) * 4)}
    lying = {cell: {None: 0.0, "red": -9.0} for cell in bare}
    lying[covered] = {None: -9.0, "red": 0.0}
    first, *others = read_places(said_to_print("red"), BOARD, laid, lying)[place].prints
    assert first == before
    for each in others:
        assert max(each, key=each.get) == "red"


def test_only_where_no_dome_tile_was_known_is_one_newly_laid():
    known = {"place/0/0": Laid(("blue", "any", "black", "yellow"))}
    fresh = newly_covered(said_to_print("red"), BOARD, known)
    new = {cell.id for cell, is_new in zip(tile_cells(BOARD), fresh, strict=True) if is_new}
    spaces = {cell.id for cell in BOARD.of_kind("dome")}
    assert new == spaces - {cell.id for cell in spaces_of(BOARD, "place/0/0")}


def test_of_a_dome_tile_in_doubt_each_picture_tells_anew(evening):
    """What was taken for likelier is not what the next picture hears: it would only say yes."""
    scene = eyes.begin(seen_from(evening[0], None), BOARD, 2)
    step = next(step for step in evening if domes_on(step.boards[0]))
    _, scene = eyes.look(seen_from(step, None), scene)
    boards = dict(enumerate(map(on_board, step.boards)))
    place, spaces = next(iter(domes_on(boards[0]).items()))
    guessed = (("special" if spaces[0] == "any" else "any"), *spaces[1:])
    taken = {**boards, 0: {**boards[0], place: guessed}}

    def says(doubted):
        learned = learning.learn(scene, taken, doubted)
        likely = eyes.look(seen_from(step, None), learned)[0].boards[0].cells[place]
        return likely[spaces] - likely[guessed], likely[spaces] - likely[None]

    assert says({})[0] < 0, "confirmed dome tiles are believed"
    better, lies = says({0: {place}})
    assert better > 0
    assert lies > 12, "that a dome tile lies there is not in doubt"


def test_dome_tiles_are_the_same_as_far_as_both_are_known():
    known, doubted = Laid(("red", "any", "blue", "black")), Laid(NOTHING_SURE)
    other = Laid(("red", "special", "blue", "black"))
    assert known.replaces(None)
    assert known.replaces(other)
    assert not known.replaces(doubted)
    assert not doubted.replaces(known)
