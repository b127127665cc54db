"""Windows, looks and likelihoods: what goes into the comparison of cells and what comes out."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import compress

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import GAMES, load
from companion.chosen_numbers import COUNTS, MARKER_OFTENER, OFTENER, STACKED, SURE
from companion.errors import WeightsError
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.neural_network.attention import Answers, compare, enter_colours
from companion.neural_network.encoders import FACE, FACE_SIDE, SIDE, describe_faces
from companion.neural_network.mirrorings import MIRRORINGS, mirrored
from companion.neural_network.slots import (
    EMPTY,
    FIRST_SLOT,
    SLOTS,
    STACK,
    content_of,
    may_lie,
    names_of,
    slot_of,
    tile_cells,
)
from companion.neural_network.weights import read_weights, weights
from companion.vision.cells import picture_cells, recognition
from companion.vision.cells.contents import (
    as_on_tables,
    likelihoods_of,
    log_chances,
    seem_coloured,
    sureness,
    with_one_marker,
)
from companion.vision.cells.looks import NOTHING_KNOWN, Looks
from companion.vision.cells.picture_cells import cells_of
from companion.vision.cells.recognition import glance, read_cells
from companion.vision.cells.seen import nothing_bare, see_cells
from companion.vision.cells.windows import REACH, cut_windows, layout_of, leans_of

SIDES = [(game, "coloured") for game in GAMES] + [("summer-pavilion", "grey")]


def camera(tilt=0.0, far=900.0):
    """A camera over the table's origin, tilted about x."""
    c, s = np.cos(tilt), np.sin(tilt)
    turn = np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
    return Camera(1400.0, (819.5, 615.5), 0.0, turn, np.array([0.0, 0.0, far]))


def drawn(view, pose, outline, height_mm=BOARD_MM):
    """A picture in which one outline on a board is white, all else black."""
    picture = np.zeros((1232, 1640, 3), np.uint8)
    seen = view.project(pose.place(np.array(outline)), height_mm)
    cv2.fillPoly(picture, [np.round(seen * 16).astype(np.int32)], (255,) * 3, cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize(("game", "variant"), SIDES)
def test_a_tile_fills_the_same_part_of_its_window_whatever_its_shape(game, variant):
    board, view, pose = load(game, variant), camera(0.3), Pose(-110.0, -120.0, 0.4)
    layout = layout_of(board)
    for n in (0, len(layout) // 2, len(layout) - 1):
        square = layout.corners(0.5).reshape(-1, 4, 2)[n]
        windows = cut_windows(drawn(view, pose, square), view, pose, layout, BOARD_MM)
        window = windows[n, :, :, 0]
        assert window[FACE, FACE].mean() > 235, "all of the face is the tile"
        rim = window.copy()
        rim[FACE.start - 1 : FACE.stop + 1, FACE.start - 1 : FACE.stop + 1] = 0
        assert rim.mean() < 3, "and nothing beside it"


def test_what_lies_higher_is_cut_where_it_is_seen():
    board, view, pose = load("azul"), camera(0.5), Pose(-130.0, -200.0, 0.0)
    layout, top = layout_of(board), BOARD_MM + board.tile.height_mm
    square = layout.corners(0.5).reshape(-1, 4, 2)[7]
    picture = drawn(view, pose, square, top)
    high = cut_windows(picture, view, pose, layout, top)[7, FACE, FACE]
    low = cut_windows(picture, view, pose, layout, BOARD_MM)[7, FACE, FACE]
    assert high.mean() > 235
    assert low.mean() < 225


def test_the_top_of_a_stack_is_looked_for_above_a_single_tiles():
    """Seen from aside the top of four tiles lies beside the window of one."""
    board, view, pose = load("azul-duel"), camera(0.5), Pose(-110.0, -60.0, 0.0)
    (stack,) = (n for n, cell in enumerate(layout_of(board).cells) if cell.kind == STACK)
    square = layout_of(board).corners(0.5).reshape(-1, 4, 2)[stack]
    high = BOARD_MM + STACKED * board.tile.height_mm
    picture = drawn(view, pose, square, high)
    one, several = (see_cells(picture, view, {0: pose}, board, up)[0].top for up in (1.0, STACKED))
    assert several[stack, FACE, FACE].mean() > 1.05 * one[stack, FACE, FACE].mean()
    others = np.arange(len(one)) != stack
    assert (several[others] == one[others]).all()


def test_a_lean_is_how_far_the_top_seems_displaced_in_tiles():
    board, view, pose = load("azul"), camera(0.5), Pose(-130.0, -200.0, 0.0)
    layout, top = layout_of(board), BOARD_MM + board.tile.height_mm
    leans = leans_of(view, pose, layout, (BOARD_MM, top))
    moved = layout.middles + layout.in_mm(leans)
    assert view.project(pose.place(moved), BOARD_MM) == pytest.approx(
        view.project(pose.place(layout.middles), top), abs=1e-6
    )


def test_beyond_the_picture_windows_are_black():
    board, view = load("azul"), camera()
    windows = cut_windows(
        np.full((1232, 1640, 3), 200, np.uint8), view, Pose(5000, 0, 0), layout_of(board), BOARD_MM
    )
    assert windows.max() == 0


def test_a_picture_far_finer_than_needed_does_not_flicker():
    fine = np.zeros((2464, 3280, 3), np.uint8)
    fine[::2] = 255  # lines that a coarse sampling would hit or miss
    near = Camera(8400.0, (1639.5, 1231.5), 0.0, np.eye(3), np.array([0.0, 0.0, 900.0]))
    windows = cut_windows(fine, near, Pose(-130, -120, 0.0), layout_of(load("azul")), BOARD_MM)
    middle = windows[10]
    assert middle.std() < 12
    assert middle.mean() == pytest.approx(127, abs=6)


@pytest.mark.parametrize("x", [-130, -330, -5000])
def test_only_where_the_board_lies_a_fine_picture_counts(x):
    """Part of the board may lie beyond the picture, or all of it."""
    board, pose = layout_of(load("azul")), Pose(x, -120, 0.0)
    near = Camera(8400.0, (1639.5, 1231.5), 0.0, np.eye(3), np.array([0.0, 0.0, 900.0]))
    at = near.project(pose.place(board.corners(1.2)), BOARD_MM).reshape(-1, 4, 2)
    seen = ((at > 0) & (at < (3280, 2464))).all(axis=(1, 2))
    beyond = (at < 0).all(axis=1).any(axis=1)
    windows = cut_windows(np.full((2464, 3280, 3), 200, np.uint8), near, pose, board, BOARD_MM)
    assert (windows[seen] == 200).all()
    assert (windows[beyond] == 0).all()
    assert seen.any() == (x > -5000)
    assert beyond.any() == (x < -130)


@given(st.floats(-5, 5), st.floats(-5, 5))
def test_shifts_go_to_tiles_and_back(x, y):
    layout = layout_of(load("summer-pavilion"))
    shifts = np.tile([x, y], (len(layout), 1))
    assert layout.in_mm(layout.in_tiles(shifts)) == pytest.approx(shifts, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_slots_and_contents_are_each_others_undoing(game):
    board = load(game)
    for cell in tile_cells(board):
        for slot in may_lie(cell.kind, len(board.colours)):
            assert slot_of(content_of(slot, board), board) == slot
    assert len(names_of(board)) == SLOTS - 1


@given(st.lists(st.floats(-30, 30), min_size=SLOTS, max_size=SLOTS))
def test_no_content_is_ever_quite_certain_nor_quite_impossible(logits):
    may = np.zeros(SLOTS, bool)
    may[[0, 1, 2, EMPTY]] = True
    chances = np.exp(log_chances(np.array(logits, np.float32), may))[may]
    assert chances.sum() == pytest.approx(1, abs=1e-4)
    assert chances.min() > 1e-6
    assert chances.max() < 1 - 1e-6


def test_looks_are_described_alike_in_every_quarter_turn_of_a_plain_face():
    face = np.full((FACE_SIDE, FACE_SIDE, 3), (40, 60, 190), np.uint8)
    looks = Looks().learn("red", face).learn("blue", np.ascontiguousarray(face[..., ::-1]))
    assert looks.colours == ("red", "blue")
    red, blue = looks.described
    again = describe_faces(np.rot90(face)[None].copy(), weights())[0]
    assert again == pytest.approx(red, abs=1e-4)
    assert np.linalg.norm(red - blue) > 1


def with_another_byte(data):
    """A file whose packed numbers cannot be unpacked: in a block of a kind that there is not."""
    name, extra = (int.from_bytes(data[at : at + 2], "little") for at in (26, 28))
    start = 30 + name + extra
    return data[:start] + b"\xff" + data[start + 1 :]


@pytest.mark.parametrize(
    "damaged", [lambda data: b"no weights", lambda data: b"", with_another_byte]
)
def test_damaged_weights_are_one_sentence(monkeypatch, damaged):
    from companion.neural_network import weights as module

    monkeypatch.setattr(module, "read_weights", lambda data: read_weights(damaged(data)))
    module.weights.cache_clear()
    with pytest.raises(WeightsError, match="install the companion again"):
        module.weights()
    module.weights.cache_clear()


def test_a_window_is_as_wide_as_its_reach():
    assert pytest.approx((FACE.stop - FACE.start) / SIDE, abs=0.04) == 0.5 / REACH


def answers_for(board, lies):
    """What is said of a board's cells, where all of them look like this (SLOTS,)."""
    count = len(tile_cells(board))
    nothing = np.zeros(count, np.float32)
    rows = np.tile(np.array(lies, np.float32), (count, 1))
    shifts = np.zeros((count, 2))
    return Answers(rows, rows, shifts, nothing, nothing, nothing - 9, rows, 0 * rows, rows)


def test_a_set_has_one_starting_player_marker():
    """Whoever of two seems surer to be it stays; the other is what it looks like besides."""
    azul = load("azul")
    cells = [cell.id for cell in tile_cells(azul)]
    one, other = cells.index("floor/0"), len(cells) + cells.index("floor/1")
    lies = np.full((2 * len(cells), SLOTS), -20.0, np.float32)
    lies[:, EMPTY] = 0.0
    lies[one, FIRST_SLOT] = 15.0
    lies[other, [FIRST_SLOT, 1]] = 14.0, 12.0
    clear = np.ones(len(lies), bool)
    told = with_one_marker(lies, clear, azul)
    assert told[one].argmax() == FIRST_SLOT
    assert told[other].argmax() == 1
    alone = np.delete(told, FIRST_SLOT, axis=1)
    assert np.array_equal(alone, np.delete(lies, FIRST_SLOT, axis=1))
    clear[one] = False
    assert with_one_marker(lies, clear, azul)[other].argmax() == FIRST_SLOT, "a hand says nothing"


def test_only_where_the_marker_may_lie_it_keeps_a_tile_from_having_a_colour():
    """What a slot says that cannot lie on a cell means nothing: a wall never has the marker."""
    azul = load("azul")
    cells = [cell.id for cell in tile_cells(azul)]
    lies = np.full((len(cells), SLOTS), -9.0, np.float32)
    lies[:, [1, FIRST_SLOT]] = 1.0, 5.0
    coloured = seem_coloured(lies, azul)
    assert {cell for cell, has in zip(cells, coloured, strict=True) if not has} == {
        cell for cell in cells if cell.startswith("floor")
    }
    lies[:, EMPTY] = 9.0
    assert not seem_coloured(lies, azul).any()


def test_the_marker_and_what_lies_on_cells_seen_bare_are_likelier_on_tables_than_drawn():
    lies, own = np.zeros((4, SLOTS), np.float32), np.arange(4) < 2
    told = as_on_tables(lies, own)
    assert (told[:, FIRST_SLOT] == MARKER_OFTENER).all()
    assert (told[:, EMPTY] == np.where(own, -OFTENER, 0.0)).all()
    assert not np.delete(told, [FIRST_SLOT, EMPTY], axis=1).any()
    assert not lies.any(), "what was said stays as it was"


def test_of_a_cell_that_nobody_can_see_nothing_is_said():
    azul = load("azul")
    known = np.arange(len(tile_cells(azul))) > 0
    lies = [9.0, *np.zeros(SLOTS - 1)]
    told = likelihoods_of(answers_for(azul, lies), azul, known, ~known)
    unseen, *others = (set(told[cell.id].values()) for cell in tile_cells(azul))
    assert unseen == {0.0}
    assert all(len(each) > 1 for each in others)


def test_mirrorings_are_all_different_and_each_undoes_itself():
    window = np.random.default_rng(1).integers(0, 256, (1, SIDE, SIDE, 3), np.uint8)
    ways = mirrored(window)
    assert len({each.tobytes() for each in (*ways, *window)}) == MIRRORINGS + 1
    for n, way in enumerate(ways):
        assert (mirrored(way[None])[n] == window[0]).all()


class TestLikeness:
    """Faces that are known count for what seems to lie there, by how like it looks to them."""

    red, green = (
        np.full((20, 20, 3), colour, np.uint8) for colour in ((40, 40, 190), (60, 160, 40))
    )
    looks = Looks({"red": (red,), "green": (green,)})

    def counts(self, face):
        faces = describe_faces(face[None], weights())
        return self.looks.likeness(faces, load("summer-pavilion"))[0]

    def test_a_face_counts_for_the_colour_that_looks_like_it_and_against_others(self):
        nats = self.counts(self.red)
        assert nats[2] == COUNTS
        assert nats[5] < 0

    def test_of_colours_that_nobody_has_seen_it_tells_nothing(self):
        assert not np.delete(self.counts(self.red), [2, 5]).any()

    def test_no_face_is_counted_for_more_than_it_is_worth(self):
        noise = np.random.default_rng(2).integers(0, 256, (20, 20, 3), np.uint8)
        assert np.abs(self.counts(noise)).max() <= COUNTS

    def test_that_a_tile_lies_there_stays_as_likely_as_it_was(self):
        azul = load("azul")
        said = answers_for(azul, [1, 0, 0.5, 0, 0, -30, -30, -30, 1])
        wall = [cell.id for cell in tile_cells(azul)].index("wall/2/2")
        known = np.zeros_like(said.lies)
        known[wall, 2] = COUNTS
        clear = np.ones(len(tile_cells(azul)), bool)
        before = likelihoods_of(said, azul, clear, ~clear)["wall/2/2"]
        after = likelihoods_of(replace(said, likeness=known), azul, clear, ~clear)["wall/2/2"]
        assert max(before, key=before.get) == "blue"
        assert max(after, key=after.get) == azul.colours[2]
        assert after[None] == before[None]
        assert sum(np.exp(list(after.values()))) == pytest.approx(1.0, abs=1e-4)


class TestASecondLook:
    """Cells that are not sure are looked at mirrored."""

    board, view, pose = load("azul"), camera(0.3), Pose(-110.0, -120.0, 0.4)

    def noise(self):
        picture = np.random.default_rng(7).integers(0, 256, (1232, 1640, 3), np.uint8)
        return cv2.GaussianBlur(picture, (0, 0), 9) // 2 + picture // 4

    def read(self, seen, bare, covered=None):
        return read_cells(self.board, cells_of([seen], [bare]), NOTHING_KNOWN, covered)[0]

    def test_mirrored_cells_are_looked_at_alike_whichever_way_they_were_seen_first(
        self, monkeypatch
    ):
        """Bare faces are looked at once: without faces nothing tells which way came first."""
        size = len(weights()["faces.last.bias"])
        monkeypatch.setattr(
            picture_cells, "describe_faces", lambda each, _: np.zeros((len(each), size))
        )
        seen = see_cells(self.noise(), self.view, {0: self.pose}, self.board)[0]
        base, top = (mirrored(each)[: len(each)] for each in (seen.base, seen.top))
        bare = nothing_bare(self.board)
        said = self.read(seen, bare)
        again = self.read(replace(seen, base=base, top=top), bare)
        cells = cells_of([seen], [bare])
        sure = sureness(glance(self.board, cells, NOTHING_KNOWN)[0], self.board)
        assert (sure < SURE).all(), "nothing is sure of noise, so that all is looked at again"
        assert again.tokens == pytest.approx(said.tokens, abs=1e-3)
        assert (base != seen.base).any()

    def test_what_is_sure_is_looked_at_once(self, monkeypatch):
        seen = see_cells(self.noise(), self.view, {0: self.pose}, self.board)[0]
        monkeypatch.setattr(recognition, "SURE", 0.0)
        looks = (cells_of([seen], [nothing_bare(self.board)]), NOTHING_KNOWN)
        once, read = glance(self.board, *looks)[0], read_cells(self.board, *looks)[0]
        assert (read.tokens == once.tokens).all()

    def test_so_are_fields_of_dome_tiles_of_whose_print_nobody_is_sure(self, monkeypatch):
        """Even where it is sure that nothing lies on them: what they show decides for rounds."""
        duel = load("azul-duel")
        seen = see_cells(self.noise(), self.view, {0: self.pose}, duel)[0]
        monkeypatch.setattr(recognition, "sureness", lambda *_: np.ones(len(tile_cells(duel))))
        looks = (cells_of([seen], [nothing_bare(duel)]), NOTHING_KNOWN)
        once, read = glance(duel, *looks)[0], read_cells(duel, *looks)[0]
        again = (read.tokens != once.tokens).any(axis=1)
        assert again.any()
        assert {cell.kind for cell in compress(tile_cells(duel), again)} == {"dome"}

    def test_cells_that_are_what_they_were_say_what_they_said(self):
        tokens = np.random.default_rng(3).normal(size=(20, 64)).astype(np.float32)
        colours, nothing = enter_colours(names_of(self.board), weights()), tokens[:0]
        compared = compare(tokens, colours, nothing, weights())
        which = np.arange(20) % 3 == 0
        again = compared.again(which, tokens[which], weights())
        for each in fields(again):
            said = getattr(compared.logits, each.name)
            assert getattr(again, each.name) == pytest.approx(said, abs=1e-3), each.name

    def test_other_cells_stand_by_what_they_said(self):
        tokens = np.random.default_rng(3).normal(size=(20, 64)).astype(np.float32)
        compared = compare(
            tokens, enter_colours(names_of(self.board), weights()), tokens[:0], weights()
        )
        which = np.arange(20) < 5
        again = compared.again(which, -tokens[which], weights())
        assert (again.lies[~which] == compared.logits.lies[~which]).all()
        assert (again.lies[which] != compared.logits.lies[which]).any(axis=1).all()

    def test_what_is_covered_anew_is_read_as_if_it_had_never_been_seen_bare(self):
        seen = see_cells(self.noise(), self.view, {0: self.pose}, self.board)[0]
        everything = np.ones(len(seen.kinds), bool)
        bare = nothing_bare(self.board).with_cells(everything, seen.base)
        which = np.arange(len(everything)) % 4 == 0
        said = self.read(seen, bare, lambda _: [which])
        never = self.read(seen, bare.without(which))
        assert said.lies == pytest.approx(never.lies, abs=1e-3)
        plain = self.read(seen, bare)
        assert said.lies != pytest.approx(plain.lies, abs=1e-3)

    def test_where_nothing_is_covered_anew_nothing_is_compared_again(self):
        seen = see_cells(self.noise(), self.view, {0: self.pose}, self.board)[0]
        cells = cells_of([seen], [nothing_bare(self.board)])
        assert cells.not_seen_bare(np.zeros(len(seen.kinds), bool)) is cells
