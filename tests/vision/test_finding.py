"""Boards found by brackets and by taps, followed, searched for, and said to be lost."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import AZUL, SEATS, SIZE, Table, camera_over, picture

from companion.arrays import to_gray
from companion.errors import BoardNotFound
from companion.geometry.bracket import tag_corners
from companion.geometry.bracket_tags import find_tags
from companion.geometry.camera import BOARD_MM, Pose, board_corners
from companion.reconcile import likeliest
from companion.sightings.sighting import View
from companion.vision import eyes

TILES = {
    0: {"wall/0/0": "blue", "wall/1/2": "yellow", "line/4/0": "red", "line/4/1": "red"},
    1: {"wall/2/2": "blue", "line/3/0": "white", "floor/0": "first", "floor/1": "black"},
}
EMPTY = Table()
LAID = Table(tiles=TILES)
MIDDLE = np.array([AZUL.size_mm]) / 2


def in_long(*cases):
    """Cases that add little to those beside them."""
    return [pytest.param(case, marks=pytest.mark.long) for case in cases]


def moved(pose, right_mm=0.0, down_mm=0.0, turn_deg=0.0):
    """A board shoved over the table and turned about its middle."""
    turn = pose.turn + np.radians(turn_deg)
    before = pose.place(MIDDLE)[0]
    x, y = before + [right_mm, down_mm] - Pose(0, 0, turn).place(MIDDLE)[0]
    return Pose(float(x), float(y), turn)


def true_corners(camera, pose):
    return camera.project(pose.place(board_corners(AZUL.size_mm)), BOARD_MM) + 0.5


def worst(seen, camera, pose):
    return np.linalg.norm(seen.corners_px - true_corners(camera, pose), axis=1).max()


def taps(camera, off_px=0.0, seed=1):
    rng = np.random.default_rng(seed)
    return {
        seat: true_corners(camera, pose) + rng.uniform(-off_px, off_px, (4, 2))
        for seat, pose in SEATS.items()
    }


@pytest.fixture(scope="module")
def scene():
    """The empty table, found by brackets."""
    return eyes.begin(picture(EMPTY), AZUL, 2)


@pytest.fixture(scope="module")
def bare():
    """The empty table without brackets, found by taps."""
    camera = camera_over()
    return eyes.begin(picture(Table(brackets=False)), AZUL, 2, taps(camera))


NEAR = 2.0
NEAR_BLURRED = 2.5
"""Pixels: a blurred corner that OpenCV 4 gives up refining stays where the outline bends."""

SEEING: dict[str, dict[str, float]] = {
    "as it is": {},
    "blurred": {"blur": 1.6},
    "noisy": {"noise": 12.0},
    "dim": {"light": 0.25},
    "dim, blurred and noisy": {"light": 0.35, "blur": 1.2, "noise": 4.0},
}
HARDEST = "dim, blurred and noisy"
HOW = pytest.mark.parametrize(
    "how",
    [
        pytest.param(how, marks=[pytest.mark.long] * (name != HARDEST), id=name)
        for name, how in SEEING.items()
    ],
)


@HOW
def test_tags_are_found_with_their_numbers_where_they_are(how):
    camera = camera_over()
    found = find_tags(to_gray(picture(EMPTY, camera, **how)), range(8), AZUL.size_mm)
    assert set(found) <= set(range(8))
    assert len(found) >= 6
    for tag, corners in found.items():
        want = camera.project(SEATS[tag // 4].place(tag_corners(tag % 4, AZUL.size_mm)))
        assert np.linalg.norm(corners - want, axis=1).max() < (
            NEAR_BLURRED if "blur" in how else NEAR
        )


@HOW
def test_boards_with_brackets_are_found_within_three_pixels(how):
    camera = camera_over(x=60, k1=-0.05)
    table = eyes.begin(picture(EMPTY, camera, **how), AZUL, 2)
    sighting, _ = eyes.look(picture(EMPTY, camera, **how, seed=2), table)
    for seen in sighting.boards:
        assert worst(seen, camera, SEATS[seen.seat]) < 3.0


def test_a_picture_without_brackets_is_refused_in_one_sentence():
    with pytest.raises(BoardNotFound, match="no board with two visible brackets") as caught:
        eyes.begin(picture(Table(brackets=False)), AZUL, 2)
    assert caught.value.seats == (0, 1)


def test_the_seat_whose_board_is_missing_is_named():
    alone = Table(poses={0: SEATS[0]})
    with pytest.raises(BoardNotFound, match="these seats: 1") as caught:
        eyes.begin(picture(alone), AZUL, 2)
    assert caught.value.seats == (1,)


@pytest.mark.parametrize("tag", [5, *in_long(0, 2)])
def test_a_bracket_shoved_away_does_not_bend_the_table(tag):
    camera = camera_over()
    table = Table(shoved={tag: (25.0, -30.0)})
    scene = eyes.begin(picture(table, camera), AZUL, 2)
    for seat, known in scene.known.items():
        got = scene.camera.project(known.pose.place(board_corners(AZUL.size_mm)), BOARD_MM)
        want = true_corners(camera, SEATS[seat]) - 0.5
        assert np.linalg.norm(got - want, axis=1).max() < 3.0


@pytest.mark.parametrize("case", [(0, -0.05), *in_long((1, 0.03), (2, 0.0))])
def test_taps_that_miss_by_five_pixels_are_drawn_to_the_printed_spaces(case):
    seed, k1 = case
    camera = camera_over(x=-50, y=300, k1=k1)
    image = picture(Table(brackets=False), camera)
    scene = eyes.begin(image, AZUL, 2, taps(camera, 5.0, seed))
    sighting, _ = eyes.look(image, scene)
    for seen in sighting.boards:
        assert worst(seen, camera, SEATS[seen.seat]) < 3.0


@pytest.mark.parametrize(
    "nudge",
    [
        (25, 0, 0),
        (-15, 15, -5),
        *in_long((4, 0, 0.5), (0, -25, 0), (-8, 10, 2), (6, 6, 5), (0, 0, -5)),
    ],
    ids=str,
)
def test_a_nudged_board_is_followed_and_its_tiles_are_read(bare, nudge):
    table = Table(tiles=TILES, brackets=False).with_pose(0, moved(SEATS[0], *nudge))
    sighting, _ = eyes.look(picture(table), bare)
    for seen in sighting.boards:
        assert seen.view is View.CLEAR
        assert worst(seen, camera_over(), table.poses[seen.seat]) < 3.0
        assert likeliest(seen.cells) == TILES[seen.seat]


@pytest.mark.parametrize("steps", [5, *in_long(8)])
def test_a_board_that_creeps_is_followed_far(bare, steps):
    scene = bare
    for step in range(1, steps + 1):
        table = Table(brackets=False).with_pose(
            1, moved(SEATS[1], 7.0 * step, 3.0 * step, -3.0 * step)
        )
        sighting, scene = eyes.look(picture(table), scene)
        assert worst(sighting.boards[1], camera_over(), table.poses[1]) < 3.0


WITH_AND_WITHOUT = pytest.mark.parametrize(
    "with_brackets", [True, pytest.param(False, marks=pytest.mark.long)]
)


@WITH_AND_WITHOUT
def test_a_board_lifted_and_put_back_elsewhere_is_found(scene, bare, with_brackets):
    table = Table(tiles=TILES, brackets=with_brackets).with_pose(
        1, moved(SEATS[1], 90.0, -30.0, 115.0)
    )
    sighting, _ = eyes.look(picture(table), scene if with_brackets else bare)
    seen = sighting.boards[1]
    assert seen.view is View.CLEAR
    assert worst(seen, camera_over(), table.poses[1]) < 3.0
    assert likeliest(seen.cells) == TILES[1]


@WITH_AND_WITHOUT
def test_a_board_that_is_gone_is_lost_and_the_other_is_read(scene, bare, with_brackets):
    table = Table(poses={0: SEATS[0]}, tiles=TILES, brackets=with_brackets)
    sighting, after = eyes.look(picture(table), scene if with_brackets else bare)
    assert [seen.view for seen in sighting.boards] == [View.CLEAR, View.LOST]
    assert likeliest(sighting.boards[0].cells) == TILES[0]
    assert sighting.boards[1].cells == {}
    assert sighting.boards[1].corners_px is None
    assert eyes.offer(picture(table), after) is None, "somebody is at work on the table"
    back, _ = eyes.look(
        picture(LAID if with_brackets else Table(brackets=False, tiles=TILES)), after
    )
    assert [seen.view for seen in back.boards] == [View.CLEAR, View.CLEAR], "and it comes back"


def test_a_board_that_is_gone_is_not_taken_for_another_that_was_shoved(bare):
    shoved = moved(SEATS[1], right_mm=40, down_mm=-50)
    table = Table(poses={1: shoved}, tiles=TILES, brackets=False)
    sighting, _ = eyes.look(picture(table), bare)
    assert [seen.view for seen in sighting.boards] == [View.LOST, View.CLEAR]
    assert likeliest(sighting.boards[1].cells) == TILES[1]


def test_boards_with_brackets_may_change_places(scene):
    poses = {0: moved(SEATS[1], turn_deg=80), 1: moved(SEATS[0], turn_deg=80)}
    sighting, _ = eyes.look(picture(Table(poses=poses, tiles=TILES)), scene)
    for seen in sighting.boards:
        assert seen.view is View.CLEAR
        assert likeliest(seen.cells) == TILES[seen.seat]


def test_a_camera_that_was_bumped_a_little_goes_on_reading(bare):
    camera = camera_over(x=4, y=254, roll=np.radians(1.0))
    sighting, _ = eyes.look(picture(Table(tiles=TILES, brackets=False), camera), bare)
    for seen in sighting.boards:
        assert seen.view is View.CLEAR
        assert likeliest(seen.cells) == TILES[seen.seat]


@pytest.mark.parametrize("turned", [(-1.5, 2.0, 1.5), *in_long((2.0, 0.0, 0.0))])
def test_a_slanting_camera_that_was_turned_goes_on_reading(turned):
    across, down, roll = turned
    camera = camera_over(y=600, height=700, zoom=0.9)
    scene = eyes.begin(picture(Table(brackets=False), camera), AZUL, 2, taps(camera))
    way, _ = cv2.Rodrigues(np.radians([down, across, roll]))
    turned = replace(camera, rotation=way @ camera.rotation, shift=way @ camera.shift)
    sighting, after = eyes.look(picture(Table(tiles=TILES, brackets=False), turned), scene)
    for seen in sighting.boards:
        assert seen.view is View.CLEAR
        assert worst(seen, turned, SEATS[seen.seat]) < 3.0
        assert likeliest(seen.cells) == TILES[seen.seat]
    again, _ = eyes.look(picture(Table(tiles=TILES, brackets=False), turned), after)
    assert [seen.view for seen in again.boards] == [View.CLEAR, View.CLEAR]


@pytest.mark.parametrize("roll", [144, *in_long(15, 90, 180, 270)])
def test_a_picture_turned_by_any_angle_reads_the_same(roll):
    camera = camera_over(roll=np.radians(roll), height=900)
    scene = eyes.begin(picture(EMPTY, camera), AZUL, 2)
    sighting, _ = eyes.look(picture(LAID, camera), scene)
    assert {seen.seat: likeliest(seen.cells) for seen in sighting.boards} == TILES


@pytest.mark.parametrize("quarters", [1, *in_long(2, 3)])
def test_a_picture_turned_by_quarters_reads_the_same(quarters):
    empty, laid = (np.ascontiguousarray(np.rot90(picture(t), quarters)) for t in (EMPTY, LAID))
    sighting, _ = eyes.look(laid, eyes.begin(empty, AZUL, 2))
    assert {seen.seat: likeliest(seen.cells) for seen in sighting.boards} == TILES


@pytest.mark.parametrize("number", [0, 57, *in_long(1, 20, 21, 100)])
def test_the_score_cube_is_read_on_its_number(scene, number):
    table = Table(tiles=TILES, cubes={0: number, 1: 100 - number})
    sighting, _ = eyes.look(picture(table), scene)
    assert [seen.score_marker for seen in sighting.boards] == [number, 100 - number]


def test_a_board_outside_the_picture_is_refused():
    beside = {0: taps(camera_over())[0], 1: taps(camera_over())[1] + [SIZE[0] * 0.6, 0]}
    with pytest.raises(BoardNotFound, match="seat"):
        eyes.begin(picture(Table(brackets=False)), AZUL, 2, beside)


def test_a_picture_of_another_size_was_taken_by_another_camera(scene):
    image = picture(LAID)
    sighting, after = eyes.look(np.vstack((image, image[-1:])), scene)
    assert [seen.view for seen in sighting.boards] == [View.LOST, View.LOST]
    assert after.seen == {}, "nothing is learned from it"


def test_looking_changes_nothing_in_the_scene_before(scene):
    before = (dict(scene.known), dict(scene.seen), scene.camera, scene.looks)
    eyes.look(picture(LAID), scene)
    assert (dict(scene.known), dict(scene.seen), scene.camera, scene.looks) == before
