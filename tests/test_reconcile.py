"""From likelihoods to what lies there: legal where it can be, illegal where it clearly is."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import numpy as np
import pytest
from sittings import DATA

from companion import games
from companion.events import Confirmed
from companion.games.base import Checkpoint, Moment, Part, Problem, Setup, Table
from companion.reconcile import CONDITION, Rival, likeliest, reconcile
from companion.reconcile.parts import DISAGREE, MISTAKE, Fits, explain
from companion.reconcile.questions import OPEN
from companion.sitting import apply, opened

COLOURS = ("red", "blue", None)
FAINT, CLEAR = 3.0, 9.0
"""Nats of evidence that are noise, and nats that no noise brings."""

NOW = Moment(Checkpoint.OFFER_END, 1)


def only(*contents):
    """One way a part may lie: exactly these contents."""
    return tuple(frozenset([content]) for content in contents)


@dataclass
class Pairs:
    """A game of two cells per seat that must be alike, and of at most one red pair at the table."""

    mistaken: tuple = ()
    checked: bool = True
    stays: bool = False

    def successors(self, before, moment):
        part = Part(("a", "b"), tuple(only(each, each) for each in COLOURS), stays=self.stays)
        return ((part,), (part,))

    def mistakes(self, before, moment):
        parts = (Part(("a", "b"), self.mistaken),) if self.mistaken else ()
        return (parts, parts)

    def surprise(self, before, moment, boards):
        too_many = self.checked and sum(board.get("a") == "red" for board in boards) > 1
        return math.inf if too_many else 0.0

    def problems_at(self, before, moment, seat, board, boards=()):
        if board.get("a") == board.get("b"):
            return ()
        return (Problem("PR-R01", tuple(sorted(board)), "The two must be alike."),)


TABLE = Table(Setup("pairs"), 1, Checkpoint.TILED, ({}, {}), (0, 0))


def cell(**nats):
    """Log-likelihoods of a cell; what is not named is very unlikely."""
    known = {None if name == "empty" else name: value for name, value in nats.items()}
    return dict.fromkeys(COLOURS, -30.0) | known


EMPTY = {"a": cell(empty=0.0), "b": cell(empty=0.0)}


def read(seen, other=EMPTY, game=None):
    return reconcile(game or Pairs(), TABLE, NOW, [seen, other])


def test_what_is_seen_and_legal_is_read():
    reading = read({"a": cell(red=0.0), "b": cell(red=0.0)})
    assert reading.legal
    assert [dict(board.cells) for board in reading.boards] == [{"a": "red", "b": "red"}, {}]
    assert reading.boards[0].doubts == ()
    assert reading.question is None


def test_a_legal_explanation_wins_over_noise():
    noisy = {"a": cell(red=0.0), "b": cell(blue=0.0, red=-FAINT)}
    reading = read(noisy)
    assert reading.legal
    assert reading.boards[0].cells == {"a": "red", "b": "red"}


def test_a_clear_wrong_tile_is_a_violation_and_seen_as_what_it_is():
    clear = {"a": cell(red=0.0), "b": cell(blue=0.0, red=-CLEAR)}
    reading = read(clear)
    assert not reading.legal
    assert reading.boards[0].cells == {"a": "red", "b": "blue"}
    (problem,) = reading.boards[0].problems
    assert problem.rule == "PR-R01"
    assert problem.cells == ("a", "b")


def test_a_clear_tile_too_many_is_a_violation():
    reading = read({"a": cell(empty=0.0), "b": cell(blue=0.0)})
    assert not reading.legal
    assert reading.boards[0].cells == {"b": "blue"}


def test_two_tiles_at_odds_with_the_rules_are_believed_sooner_as_a_known_mistake():
    nats = (MISTAKE + DISAGREE) / 4  # of each tile: both outweigh the one, and not the other
    seen = {"a": cell(red=0.0, empty=-nats), "b": cell(blue=0.0, empty=-nats)}
    blind = {"a": cell(red=0.0, empty=-1.0), "b": cell(blue=0.0, empty=-1.0)}
    game = Pairs(mistaken=(only("red", "blue"),))
    assert read(seen, game=game).boards[0].cells == {"a": "red", "b": "blue"}
    assert read(seen).boards[0].cells == {}
    assert read(blind, game=game).boards[0].cells == {}


def test_a_known_mistake_is_still_a_violation():
    seen = {"a": cell(red=0.0), "b": cell(blue=0.0)}
    reading = read(seen, game=Pairs(mistaken=(only("red", "blue"),)))
    assert not reading.legal
    assert reading.boards[0].cells == {"a": "red", "b": "blue"}


def test_a_cell_that_was_not_seen_follows_the_others():
    reading = read({"a": cell(blue=0.0)})
    assert reading.boards[0].cells == {"a": "blue", "b": "blue"}


@pytest.mark.parametrize(
    ("allowed", "taken"), [({"red", "blue", None}, None), ({"red", "blue"}, "blue")]
)
def test_of_a_cell_that_nobody_looked_at_no_tile_is_claimed_that_need_not_be_there(allowed, taken):
    part = Part(("a",), ((frozenset(allowed),),))
    assert [each.contents for each in explain(part, (), Fits({}))] == [(taken,)]


class Exchanged(Pairs):
    """The same, but of the two cells one is red and one is blue."""

    def successors(self, before, moment):
        return ((Part(("a", "b"), (only("red", "blue"), only("blue", "red"))),), ())

    def problems_at(self, before, moment, seat, board, boards=()):
        return ()


@pytest.mark.parametrize(("nats", "kept"), [(1.0, True), (OPEN - 0.1, True), (OPEN + 0.1, False)])
def test_what_a_part_may_be_instead_is_kept_in_mind(nats, kept):
    """As long as it is no less likely than that a tile was placed wrongly."""
    both = {"a": cell(red=0.0, blue=-nats / 2), "b": cell(blue=0.0, red=-nats / 2)}
    reading = read(both, game=Exchanged())
    assert reading.boards[0].cells == {"a": "red", "b": "blue"}
    assert reading.rivals == ((Rival(0, {"a": "blue", "b": "red"}),) if kept else ())


@pytest.mark.parametrize(("nats", "kept"), [(OPEN - 0.1, True), (OPEN + 0.1, False)])
def test_tiles_that_look_alike_may_be_mistaken_together(nats, kept):
    """Each of them is unlike the other thing by so much: what one says all of them say."""
    both = {"a": cell(red=0.0, empty=-nats), "b": cell(red=0.0, empty=-nats)}
    reading = read(both)
    assert reading.boards[0].cells == {"a": "red", "b": "red"}
    assert reading.rivals == ((Rival(0, {"a": None, "b": None}),) if kept else ())


def test_readings_of_one_picture_can_be_compared_by_how_likely_they_make_it():
    seen = {"a": cell(red=0.0, empty=-CLEAR), "b": cell(empty=0.0, red=-3.0)}
    paired, loose = read(seen), read(seen, game=Pairs(mistaken=(only("red", None),)))
    assert paired.nats == pytest.approx(-3.0)
    assert loose.nats == pytest.approx(max(-3.0, -MISTAKE))


def test_a_flat_cell_follows_the_others():
    flat = dict.fromkeys(COLOURS, -3.0)
    reading = read({"a": cell(blue=0.0), "b": flat})
    assert reading.legal
    assert reading.boards[0].cells == {"a": "blue", "b": "blue"}


def test_no_violation_is_alleged_of_cells_that_nobody_can_see():
    flat = dict.fromkeys((*COLOURS, "green"), 0.0)
    part = Part(("a",), (only("red"), only("blue")))
    assert {each.contents for each in explain(part, (), Fits({"a": flat}))} == {("red",), ("blue",)}
    shown = flat | {"green": CLEAR}
    assert explain(part, (), Fits({"a": shown}))[0].contents == ("green",)


def test_what_is_close_is_doubted_cell_by_cell_with_its_confidence():
    gap = 1.2
    reading = read({"a": cell(red=0.0, blue=-gap), "b": cell(red=0.0, blue=0.0)})
    assert reading.boards[0].cells == {"a": "red", "b": "red"}
    assert [doubt.cells for doubt in reading.boards[0].doubts] == [("a",), ("b",)]
    for doubt in reading.boards[0].doubts:
        assert doubt.chosen == "red"
        assert set(doubt.options) == {"red", "blue"}
        assert doubt.confidence == pytest.approx(1 / (1 + math.exp(-gap)), abs=1e-3)
    assert reading.question is None
    assert reading.boards[1].doubts == ()


def test_what_is_too_close_is_asked_the_likelier_first():
    reading = read({"a": cell(red=0.0, blue=-0.1), "b": cell(red=0.0, blue=0.0)})
    assert reading.question is not None
    assert reading.question.seat == 0
    assert reading.question.cells == ("a", "b")
    assert reading.question.options == (("red", "red"), ("blue", "blue"))


def test_what_is_asked_may_be_something_a_little_less_likely_too():
    """People can only say what is offered; why it is asked are the first two."""
    seen = {"a": cell(red=0.0, blue=-0.1, empty=-1.5), "b": cell(red=0.0, blue=0.0, empty=0.0)}
    question = read(seen).question
    assert question is not None
    assert question.options == (("red", "red"), ("blue", "blue"), (None, None))
    assert question.close == 2


def test_what_is_only_a_little_less_likely_is_no_reason_to_ask():
    assert read({"a": cell(red=0.0, blue=-1.5), "b": cell(red=0.0, blue=0.0)}).question is None


@pytest.mark.parametrize(("nats", "asks"), [(-0.6, True), (-1.2, False)])
def test_where_all_others_together_are_as_likely_it_is_asked(nats, asks):
    """The best of many may be likelier wrong than right, though none of the others is close."""
    seen = {"a": cell(red=0.0, blue=nats, empty=nats), "b": cell(red=0.0, blue=0.0, empty=0.0)}
    question = read(seen).question
    assert (question is not None) is asks
    if question:
        assert question.options == (("red", "red"), ("blue", "blue"), (None, None))
        assert question.close == 1, "where nobody answers the best is taken"


def test_what_stays_for_the_rest_of_the_game_is_asked_as_soon_as_it_is_doubtful():
    doubtful = {"a": cell(red=0.0, blue=-1.2), "b": cell(red=0.0, blue=0.0)}
    asked = read(doubtful, game=Pairs(stays=True)).question
    assert asked is not None
    assert asked.options == (("red", "red"), ("blue", "blue"))
    clear = {"a": cell(red=0.0, blue=-2.5), "b": cell(red=0.0, blue=0.0)}
    assert read(clear, game=Pairs(stays=True)).question is None


def test_a_dome_tile_stays():
    duel = Setup("azul-duel", goals=("G1", "G5", "G8"))
    opening = Moment(Checkpoint.OPENING, 1)
    parts = games.game(duel).successors(opened(duel).table, opening)[0]
    assert [part.stays for part in parts if part.cells[0].startswith("place/")] == [True]


def test_boards_that_cannot_be_together_are_settled_jointly():
    sure = {"a": cell(red=0.0), "b": cell(red=0.0)}
    unsure = {"a": cell(red=0.0, blue=-2.0), "b": cell(red=0.0, blue=-1.0)}
    reading = read(sure, unsure)
    assert [board.cells["a"] for board in reading.boards] == ["red", "blue"]
    assert reading.legal
    assert reading.nats == pytest.approx(-3.0), "less likely by what the eyes gave way"


def test_what_was_clearly_seen_is_kept_even_if_boards_cannot_be_together():
    sure = {"a": cell(red=0.0), "b": cell(red=0.0)}
    reading = read(sure, sure)
    assert [dict(board.cells) for board in reading.boards] == [{"a": "red", "b": "red"}] * 2
    assert reading.nats == pytest.approx(-CONDITION)


def test_without_rules_each_cell_is_what_it_looks_like():
    assert likeliest({"a": cell(red=0.0), "b": cell(empty=0.0, red=-0.1)}) == {"a": "red"}


def test_without_rules_no_tile_is_claimed_of_a_cell_of_which_nothing_is_known():
    assert likeliest({"a": dict.fromkeys(COLOURS, -3.0)}) == {}


GAME = json.loads((DATA / "demo" / "labels.json").read_text())
FRAMES = [frame for frame in GAME["frames"] if frame["checkpoint"] != "setup"]
AZUL = ("blue", "yellow", "red", "black", "white")


def likelihoods(board, game, rng, *, flat=0.0, nats=9.0):
    """What a reader might say of a board: the truth clearly, noise elsewhere, some cells flat."""
    parts = game.successors(game.empty_table(), NOW)[0]
    seen = {}
    for id in (id for part in parts for id in part.cells):
        contents = (None, *AZUL, "first") if id.startswith("floor") else (None, *AZUL)
        noise = rng.normal(0.0, 1.0, len(contents))
        seen[id] = {
            content: float(noise[n] + (nats if board.get(id) == content else 0.0))
            for n, content in enumerate(contents)
        }
        if rng.random() < flat:
            seen[id] = dict.fromkeys(contents, -2.0)
    return seen


def moments():
    """Every picture of a photographed game: its moment, the table before it, its true boards."""
    sitting = opened(Setup("azul", first_player=0))
    for frame in FRAMES:
        moment = Moment(Checkpoint(frame["checkpoint"]), frame["round"])
        boards = [board["cells"] for board in frame["boards"]]
        yield sitting.before(moment), moment, boards
        sitting = apply(sitting, Confirmed(moment, tuple(boards)))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_read_through_noise(seed):
    rng, game = np.random.default_rng(seed), games.game(Setup("azul", first_player=0))
    for before, moment, boards in moments():
        seen = [likelihoods(board, game, rng) for board in boards]
        reading = reconcile(game, before, moment, seen)
        assert reading.legal
        assert [dict(board.cells) for board in reading.boards] == boards


@pytest.mark.parametrize("seed", range(3))
def test_with_one_cell_of_twenty_unreadable_nothing_wrong_is_said_for_sure(seed):
    """The rules settle most of such cells; of the others people are asked, or doubts are noted."""
    rng, game = np.random.default_rng(seed), games.game(Setup("azul", first_player=0))
    settled = flat = 0
    for before, moment, boards in moments():
        seen = [likelihoods(board, game, rng, flat=0.05) for board in boards]
        reading = reconcile(game, before, moment, seen)
        assert reading.legal
        for seat, (board, got) in enumerate(zip(boards, reading.boards, strict=True)):
            unread = {id for id, said in seen[seat].items() if len(set(said.values())) == 1}
            wrong = {id for id in {*board, *got.cells} if board.get(id) != got.cells.get(id)}
            assert wrong <= unread, "what could be read is read"
            asked = set(reading.question.cells) if reading.question else set()
            doubted = {id for doubt in got.doubts for id in doubt.cells}
            assert wrong <= asked | doubted | unread
            if wrong and not doubted & wrong:
                assert reading.question is not None
            flat, settled = flat + len(unread), settled + len(unread - wrong)
    assert flat > 20
    assert settled > 0.75 * flat


def lines(board):
    """The pattern lines with at least two tiles: row -> colour."""
    rows = {row: board.get(f"line/{row}/0") for row in range(5)}
    return {row: colour for row, colour in rows.items() if f"line/{row}/1" in board}


def test_a_tile_of_another_colour_in_a_line_is_always_found():
    rng, game = np.random.default_rng(5), games.game(Setup("azul", first_player=0))
    tried = 0
    for before, moment, boards in moments():
        if moment.checkpoint is not Checkpoint.OFFER_END:
            continue
        for row, colour in lines(boards[0]).items():
            other = next(each for each in AZUL if each != colour)
            faulty = boards[0] | {f"line/{row}/1": other}
            seen = [likelihoods(board, game, rng, nats=12.0) for board in (faulty, boards[1])]
            reading = reconcile(game, before, moment, seen)
            assert dict(reading.boards[0].cells) == faulty
            assert any(
                problem.rule == "AZ-R15" and f"line/{row}/1" in problem.cells
                for problem in reading.boards[0].problems
            )
            assert reading.boards[1].problems == ()
            tried += 1
    assert tried > 10


def test_a_tile_on_a_space_of_another_colour_is_always_found():
    rng, game = np.random.default_rng(6), games.game(Setup("azul", first_player=0))
    tried = 0
    for before, moment, boards in moments():
        new = sorted(set(boards[0]) - set(before.boards[0] if before.boards else ()))
        for id in (id for id in new if id.startswith("wall")):
            other = next(each for each in AZUL if each != boards[0][id])
            faulty = boards[0] | {id: other}
            seen = [likelihoods(board, game, rng, nats=12.0) for board in (faulty, boards[1])]
            reading = reconcile(game, before, moment, seen)
            assert dict(reading.boards[0].cells) == faulty
            rules = {p.rule for p in reading.boards[0].problems if id in p.cells}
            assert "AZ-R22" in rules
            tried += 1
    assert tried > 10
