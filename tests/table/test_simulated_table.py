"""The simulated table is a pure picture of a scene, true to the camera it claims to have."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from statistics import median

import cv2
import numpy as np
import pytest

from companion.boards import load
from companion.errors import PictureError, UsageError
from companion.games.base import Setup
from companion.geometry.bracket import tag_corners
from companion.geometry.bracket_tags import find_tags
from companion.geometry.camera import BOARD_MM, board_corners
from hardware.table import Faults, SimulatedTable, ordered, render, simulated_sitting
from hardware.table.dressing import first_scene
from hardware.table.faults import NAMES
from hardware.table.mishaps import bumped, nudged
from hardware.table.picture.table_scene import Glare, Hand, Seated, Shade
from hardware.table.picture.viewpoint import Eye, lowered

GAMES = ["azul", "azul-mini", "master-chocolatier", "summer-pavilion", "azul-duel"]


def scene_of(game="azul", players=2, seed=0, brackets=True):
    return first_scene(load(game), players, seed, brackets=brackets, surface="oak")


def with_tiles(scene, cells):
    seats = tuple(replace(seated, cells=cells) for seated in scene.seats)
    return replace(scene, seats=seats)


def seen_at(image, scene, board_mm, height_mm, seat=0):
    """The colour where a point of a board, so high over the table, is seen."""
    at = scene.seats[seat].pose.place(np.array([board_mm]))
    x, y = np.round(scene.eye.camera.project(at, height_mm)[0]).astype(int)
    return image[y, x].astype(int)


def test_the_same_scene_is_the_same_picture():
    scene = scene_of()
    assert (render(scene) == render(scene)).all()
    again = render(replace(scene, exposure=1))
    assert 0 < np.abs(again.astype(int) - render(scene)).mean() < 4


def test_pixels_go_down_to_the_table_and_back():
    eye = Eye((40, 90, 900), (10, -20), roll=0.2, k1=-0.06)
    pixels = np.array([[3.0, 5.0], [1600.0, 1200.0], [820.0, 616.0], [100.0, 900.0]])
    for height in (0.0, 9.0, 45.0):
        table = lowered(eye.camera, pixels, height)
        assert np.abs(eye.camera.project(table, height) - pixels).max() < 0.01


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES[:4])
def test_all_boards_of_all_players_are_in_the_picture(game, players):
    scene = scene_of(game, players)
    for seated in scene.seats:
        corners = seated.pose.place(board_corners(scene.board.size_mm))
        seen = scene.eye.camera.project(corners, BOARD_MM)
        assert (seen > 20).all()
        assert (seen < np.array(scene.eye.size) - 20).all()


@pytest.mark.parametrize("game", GAMES)
def test_brackets_are_seen_where_the_camera_sees_them(game):
    scene = scene_of(game)
    tags = find_tags(cv2.cvtColor(render(scene), cv2.COLOR_BGR2GRAY), range(8), scene.board.size_mm)
    assert sorted(tags) == list(range(8))
    for tag, corners in tags.items():
        pose = scene.seats[tag // 4].pose
        place = pose.place(tag_corners(tag % 4, scene.board.size_mm))
        assert np.abs(scene.eye.camera.project(place) - corners).max() < 0.8


def test_a_tile_has_height():
    """Its top is seen at tile height, its side below, and neither is the print."""
    scene = scene_of()
    scene = replace(scene, eye=replace(scene.eye, place_mm=(0.0, 900.0, 900.0)))
    cell = scene.board.cell("line/4/2")
    x, y = cell.centre_mm
    tiled = render(with_tiles(scene, {cell.id: "blue"}))
    bare = render(scene)
    top = BOARD_MM + scene.board.tile.height_mm
    blue, green, red = seen_at(tiled, scene, (x, y), top)
    near_side = seen_at(tiled, scene, (x, y + 10.0), BOARD_MM + 2.0)
    assert near_side.sum() < 0.95 * (blue + green + red)
    assert np.abs(seen_at(bare, scene, (x, y), BOARD_MM) - [blue, green, red]).max() > 20


def test_a_stack_is_higher_than_a_tile():
    scene = scene_of("azul-duel")
    scene = replace(scene, eye=replace(scene.eye, place_mm=(0.0, 900.0, 900.0)))
    x, y = scene.board.cell("broken").centre_mm
    image = render(with_tiles(scene, {"broken": ("red", "red", "red", "blue")}))
    blue, _, red = seen_at(image, scene, (x, y + 5.5), BOARD_MM + 4 * scene.board.tile.height_mm)
    assert blue > 1.3 * red


def test_dome_tiles_lie_under_their_tiles():
    scene = scene_of("azul-duel")
    cells = {"place/0/0": ("red", "any", "blue", "black"), "dome/0/0": "red"}
    image = render(with_tiles(scene, cells))
    height = BOARD_MM + scene.board.dome_tile.height_mm
    x, y = scene.board.cell("dome/1/0").centre_mm
    blue, _, red = seen_at(image, scene, (x + 3.5, y), height)
    assert blue > 1.2 * red, "the printed blue space shows, beside its ornament"
    blue, _, red = seen_at(
        image, scene, scene.board.cell("dome/0/0").centre_mm, height + scene.board.tile.height_mm
    )
    assert red > 1.5 * blue


@pytest.mark.parametrize(
    ("game", "score", "cells"),
    [
        ("azul", 37, ["track/37"]),
        ("azul", 103, ["track/3"]),  # the track goes round
        ("azul-mini", 123, ["tens/12", "units/3"]),
    ],
)
def test_the_score_is_marked(game, score, cells):
    scene = scene_of(game)
    marked = replace(scene, seats=tuple(replace(s, score=score) for s in scene.seats))
    image, bare = render(marked), render(scene)
    for cell in cells:
        at = scene.board.cell(cell).centre_mm
        assert seen_at(image, scene, at, BOARD_MM + 8.0).max() < 80
        assert seen_at(bare, scene, at, BOARD_MM).max() > 80


def test_light_is_what_the_scene_says():
    scene = scene_of()
    at = (0.5 * scene.board.size_mm[0], 0.62 * scene.board.size_mm[1])
    plain = seen_at(render(scene), scene, at, BOARD_MM)
    warm = replace(scene, light=replace(scene.light, warmth=1.0))
    assert seen_at(render(warm), scene, at, BOARD_MM)[0] < plain[0] - 25
    pose = scene.seats[0].pose
    place = tuple(pose.place(np.array([at]))[0])
    shiny = replace(scene, light=replace(scene.light, glares=(Glare(place, 30.0, 0.4),)))
    assert (seen_at(render(shiny), scene, at, BOARD_MM) > plain + 15).any()
    shaded = replace(scene, light=replace(scene.light, shade=Shade((0.0, -2000.0), np.pi, 0.5)))
    assert (seen_at(render(shaded), scene, at, BOARD_MM) < 0.7 * plain).all()


def test_a_hand_covers_what_is_under_it():
    scene = scene_of()
    at = scene.board.cell("wall/2/2").centre_mm
    x, y = scene.seats[0].pose.place(np.array([at]))[0]
    image = render(replace(scene, hands=(Hand((x, y - 60.0), (x, y + 500.0)),)))
    changed = np.abs(image.astype(int) - render(scene)).max(axis=2) > 40
    assert changed.sum() > 20_000


def test_a_black_picture_is_black():
    assert render(replace(scene_of(), black=True)).mean() < 5


def test_a_nudge_moves_one_board_and_a_bump_moves_all():
    scene = scene_of()
    moved = nudged(scene, 1, Random(3))
    assert moved.seats[0] == scene.seats[0]
    assert 1 < abs(moved.seats[1].pose.x_mm - scene.seats[1].pose.x_mm) < 80
    assert bumped(scene, Random(3)).eye != scene.eye


def test_a_nudge_is_one_that_is_worth_following():
    """Some millimetres and a little turn: as a sleeve does."""
    scene = scene_of()
    middle = np.array([scene.board.size_mm]) / 2
    poses = [nudged(scene, 1, Random(seed)).seats[1].pose for seed in range(40)]
    old = scene.seats[1].pose
    far = [np.linalg.norm(pose.place(middle) - old.place(middle)) for pose in poses]
    assert 8 < median(far) < 40
    assert 0.01 < median(abs(pose.turn - old.turn) for pose in poses) < 0.1


def test_the_fault_menu_says_what_it_has():
    assert ordered("") == Faults()
    menu = ordered("hands, nudge")
    assert menu.hands > 0
    assert menu.nudge > 0
    assert menu.lamp == 0
    assert all(getattr(ordered("all"), name) > 0 for name in NAMES)
    for words in ("hand", "all,hand"):
        with pytest.raises(UsageError, match="no fault 'hand'; choose among hands, mistakes"):
            ordered(words)


def test_the_camera_shows_step_after_step_and_begins_again():
    sitting = simulated_sitting(Setup("azul"), 5, Faults(dropped=1.0))
    camera = SimulatedTable(sitting.steps[:3])
    first = camera.frame()
    assert first.name == "000.jpg"
    assert first.pixels.shape == (1232, 1640, 3)
    assert first.jpeg[:2] == b"\xff\xd8"
    assert camera.step.moment.checkpoint == "setup"
    with pytest.raises(PictureError, match="gave no picture"):
        camera.frame()
    assert camera.frame().name == "002.jpg"
    with pytest.raises(PictureError, match="the simulated game is over"):
        camera.frame()
    camera.rewind()
    assert (camera.frame().pixels == first.pixels).all()


def test_tiles_lie_crooked_but_stay_as_they_lie():
    scene = scene_of()
    one = with_tiles(scene, {"line/4/0": "red"})
    two = with_tiles(scene, {"line/4/0": "red", "line/4/1": "red"})
    changed = np.abs(render(one).astype(int) - render(two)).max(axis=2) > 12
    ys, xs = np.nonzero(changed)
    centre = scene.seats[0].pose.place(np.array([scene.board.cell("line/4/1").centre_mm]))
    assert len(xs) > 300
    near = np.hypot(*(np.array([xs, ys]) - scene.eye.camera.project(centre)[0][:, None])) < 40
    far = np.hypot(*(np.array([xs, ys]) - scene.eye.camera.project(centre)[0][:, None])) > 200
    assert (near | far).all(), "only the new tile changed, on both boards"


def test_an_empty_seat_list_is_a_bare_table():
    scene = replace(scene_of(), seats=(), brackets=False)
    assert render(scene).std() > 5
    assert Seated(scene_of().seats[0].pose).cells == {}


@pytest.mark.long
def test_a_picture_takes_less_than_150_ms():
    sitting = simulated_sitting(Setup("azul", players=4), 1)
    camera = SimulatedTable(sitting.steps)
    laps = []
    for _ in sitting.steps:
        started = time.perf_counter()
        camera.frame()
        laps.append(time.perf_counter() - started)
    assert median(laps) < 0.150
