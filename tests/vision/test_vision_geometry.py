"""Laws of geometry: what camera and poses promise, and that they are recovered from points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import AZUL, SIZE, camera_over
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.chosen_numbers import FLAT_SCALE
from companion.geometry.bracket import tag_corners
from companion.geometry.camera import BOARD_MM, Pose, board_corners, outline_px
from companion.geometry.misses import Frame, Sight, misses, rows_of
from companion.geometry.optics import PERHAPS_CUT, USUAL
from companion.geometry.rectify import from_flat, rectify, to_flat
from companion.geometry.solve import fit_pose, least_squares, solve_table

angles = st.floats(-np.pi, np.pi)
lengths = st.floats(-400, 400)
poses = st.builds(Pose, lengths, lengths, angles)
points = st.lists(st.tuples(lengths, lengths), min_size=1, max_size=8).map(np.array)
cameras = st.builds(
    camera_over,
    x=st.floats(-300, 300),
    y=st.floats(-300, 400),
    height=st.floats(600, 1200),
    k1=st.floats(-0.12, 0.12),
    zoom=st.floats(0.6, 1.1),
    roll=angles,
)


@given(poses, points)
def test_a_pose_keeps_distances(pose, where):
    placed = pose.place(where)
    for a, b in ((0, -1), (len(where) // 2, 0)):
        before = np.linalg.norm(where[a] - where[b])
        assert np.linalg.norm(placed[a] - placed[b]) == pytest.approx(before, abs=1e-6)


@given(poses, points)
def test_a_quarter_turn_is_clockwise_in_the_picture(pose, where):
    turned = Pose(pose.x_mm, pose.y_mm, pose.turn + np.pi / 2)
    across = pose.place(np.array([[1.0, 0.0]]))[0] - [pose.x_mm, pose.y_mm]
    down = turned.place(np.array([[1.0, 0.0]]))[0] - [pose.x_mm, pose.y_mm]
    assert across[0] * down[1] - across[1] * down[0] == pytest.approx(1.0), "y points down"


@given(poses, poses, points)
def test_poses_compose_and_are_found_from_their_points(one, other, where):
    twice = one.place(other.place(where))
    assert np.allclose(one.compose(other).place(where), twice, atol=1e-6)


@given(poses, st.permutations(range(6)))
def test_a_pose_is_found_from_points_whatever_their_order(pose, order):
    where = np.array([[0, 0], [259, 0], [259, 259], [0, 259], [100, 40], [30, 200.0]])[order]
    found = fit_pose(where, pose.place(where))
    assert np.allclose(found.place(where), pose.place(where), atol=1e-6)


@given(cameras, points)
def test_what_is_projected_is_lowered_back(camera, where):
    """Within the picture and a bit around it: further out the lens has no inverse."""
    seen = camera.project(where)
    assume((seen > -100).all() and (seen < np.array(SIZE) + 100).all())
    assert np.allclose(camera.lower(seen), where, atol=0.05)


@given(cameras, points)
def test_what_lies_higher_is_seen_further_from_the_foot_of_the_camera(camera, where):
    foot = camera.position_mm[:2]
    low, high = (camera.lower(camera.project(where, mm)) for mm in (0.0, 7.5))
    further = np.linalg.norm(high - foot, axis=1) - np.linalg.norm(low - foot, axis=1)
    assert (further >= -0.3).all()


def test_the_camera_knows_where_it_is():
    assert camera_over(x=40, y=300, height=900).position_mm == pytest.approx([40, 300, 900])


@given(points, st.floats(0.2, 3.0))
def test_a_place_on_a_flat_picture_is_the_place_on_the_board_that_it_shows(where, scale):
    assert np.allclose(from_flat(to_flat(where, scale), scale), where, atol=1e-6)


def brackets_of(seats, camera, table, noise, rng):
    board = np.concatenate([tag_corners(k, AZUL.size_mm) for k in range(4)])
    return {
        seat: [Sight(board, seen + rng.normal(0, noise, seen.shape), max(noise, 0.05))]
        for seat in seats
        for seen in [camera.project(table[seat].place(board))]
    }


SIDE = Pose(20, -150, 1.0)
GUESSED_FOCAL_PX = 0.9
"""What the usual focal length costs at the height of a board, where the true one is 1.4 times that:
straight from above, a single flat board looks the same from higher up through a longer lens."""
PLACES = {0: (-200, -150), 1: (150, -120), 2: (0, 170)}


def worst_corner(camera, table, found, poses, height):
    """How many pixels the worst corner of any board is off, ``height`` mm over the table."""
    corners = board_corners(AZUL.size_mm)
    return max(
        np.linalg.norm(
            found.project(poses[seat].place(corners), height)
            - camera.project(pose.place(corners), height),
            axis=1,
        ).max()
        for seat, pose in table.items()
    )


def in_picture(camera, pose):
    """Whether a board is seen with all its corners."""
    seen = camera.project(pose.place(board_corners(AZUL.size_mm)))
    return bool((seen >= 0).all() and (seen <= SIZE).all())


@settings(max_examples=12)
@given(
    camera=cameras,
    turns=st.lists(angles, min_size=1, max_size=3),
    seed=st.integers(0, 10_000),
    noise=st.floats(0.0, 0.5),
)
def test_camera_and_boards_are_recovered_from_noisy_brackets(camera, turns, seed, noise):
    rng = np.random.default_rng(seed)
    table = {seat: Pose(*PLACES[seat], turn) for seat, turn in enumerate(turns)}
    table = {seat: pose for seat, pose in table.items() if in_picture(camera, pose)}
    assume(table)
    found, poses = solve_table(brackets_of(table, camera, table, noise, rng), SIZE)
    assert worst_corner(camera, table, found, poses, 0.0) < 0.3 + 4 * noise
    assert worst_corner(camera, table, found, poses, BOARD_MM) < GUESSED_FOCAL_PX + 4 * noise


@pytest.mark.parametrize(
    ("x", "y", "height", "k1", "zoom", "roll"),
    [
        (-300, -300, 600, 0.12, 0.6, np.pi),
        (-300, -300, 600, -0.12, 1.1, np.pi),
        (182, -263, 600, 0.12, 0.99, 0.85),
        (300, 400, 600, -0.12, 1.1, -1.63),
    ],
)
def test_a_first_guess_far_from_the_truth_is_no_trap(x, y, height, k1, zoom, roll):
    camera = camera_over(x, y, height, k1, zoom, roll)
    for seed in range(4):
        rng = np.random.default_rng(seed)
        table = {seat: Pose(*at, rng.uniform(-np.pi, np.pi)) for seat, at in PLACES.items()}
        found, poses = solve_table(brackets_of(table, camera, table, 0.02, rng), SIZE)
        assert worst_corner(camera, table, found, poses, BOARD_MM) < 0.4


@pytest.mark.parametrize(("k1", "zoom"), [(-0.1, 0.7), (0.0, 0.78), (0.06, 1.0)])
def test_a_slanted_view_tells_where_the_tops_of_tiles_are_seen(k1, zoom):
    camera, table = camera_over(y=450, k1=k1, zoom=zoom), {0: Pose(-280, 20, 0.1), 1: SIDE}
    sights = brackets_of(table, camera, table, 0.2, np.random.default_rng(3))
    found, poses = solve_table(sights, SIZE)
    assert worst_corner(camera, table, found, poses, BOARD_MM + AZUL.tile.height_mm) < 1.0


def test_a_point_that_was_taken_for_another_does_not_bend_the_table():
    camera, table = camera_over(), {0: Pose(-200, -150, 0.1), 1: Pose(150, -120, -0.2)}
    seen = brackets_of(table, camera, table, 0.0, np.random.default_rng(1))
    seen[1][0].pixels[5] += [60.0, -40.0]
    found, poses = solve_table(seen, SIZE)
    assert worst_corner(camera, table, found, poses, 0.0) < 1.0


def test_two_brackets_of_one_edge_are_enough_on_a_common_plane():
    camera, table = camera_over(), {0: Pose(-280, 20, 0.1), 1: SIDE}
    sights = brackets_of(table, camera, table, 0.2, np.random.default_rng(5))
    whole = sights[1][0]
    sights[1] = [Sight(whole.board_mm[:8], whole.pixels[:8], whole.noise_px)]
    found, poses = solve_table(sights, SIZE)
    assert worst_corner(camera, table, found, poses, BOARD_MM) < 3.0


def test_a_table_solved_again_from_itself_stays_where_it_is():
    camera, table = camera_over(k1=0.03), {0: Pose(-280, 20, 0.1), 1: SIDE}
    sights = brackets_of(table, camera, table, 0.0, np.random.default_rng(0))
    once = solve_table(sights, SIZE)
    again = solve_table(sights, SIZE, guess=once)
    for seat in table:
        first, second = (
            t[0].project(t[1][seat].place(sights[seat][0].board_mm)) for t in (once, again)
        )
        assert np.allclose(first, second, atol=0.05)


CUT = {0: Pose(60, -250, 0.2), 1: Pose(-280, -140, -0.1)}


@pytest.mark.parametrize("seats", [[0], [0, 1]])
@pytest.mark.parametrize("height", [BOARD_MM, BOARD_MM + 7.5])
def test_boards_cut_out_of_a_larger_picture_are_seen_by_its_camera(seats, height):
    """The lens looks beside what is left, and shows less than lenses do."""
    camera = camera_over(x=-60, y=420, height=700, size=(3280, 2464))
    corners = {s: outline_px(camera, CUT[s], AZUL.size_mm) for s in seats}
    every = np.concatenate(list(corners.values()))
    begin, end = np.floor(every.min(axis=0)) - 20, np.ceil(every.max(axis=0)) + 20
    cut = replace(camera, centre_px=tuple(np.array(camera.centre_px) - begin))
    at = board_corners(AZUL.size_mm)
    sights = {s: [Sight(at, seen - begin, 1.0, BOARD_MM)] for s, seen in corners.items()}
    size = (int(end[0] - begin[0]), int(end[1] - begin[1]))
    found, poses = solve_table(sights, size, optics=PERHAPS_CUT)
    table = {s: CUT[s] for s in seats}
    assert worst_corner(cut, table, found, poses, height) < 2.0


@pytest.mark.parametrize("bound", [2.0, 1e6])
def test_slopes_are_what_a_small_step_of_each_unknown_does(bound):
    rng = np.random.default_rng(4)
    board_mm, pixels = rng.uniform(0, 200, (2, 6, 2))
    normals = rng.normal(size=(6, 2))
    sights = {
        0: [Sight(board_mm, 4 * pixels, 1.5, 1.6), Sight(board_mm, 5 * pixels, 40.0, 0.0, normals)],
        1: [Sight(board_mm, 6 * pixels, rng.uniform(1, 90, (6, 1)))],
    }
    rows, frame = rows_of(sights, [0, 1]), Frame(SIZE, USUAL)
    lens, turn, shift, pose = (
        (0.1, 0.03, 0.2, -0.1),
        (0.2, -0.1, 0.3),
        (-90, 40, 700),
        (150, -60, 2),
    )
    values = np.array([*lens, *turn, *shift, *pose], float)
    _, slopes = misses(values, rows, frame, bound)
    for n, step in enumerate(1e-6 * np.eye(len(values))):
        up, down = (misses(values + by, rows, frame, bound)[0] for by in (step, -step))
        assert slopes[:, n] == pytest.approx((up - down) / 2e-6, rel=1e-4, abs=1e-4)


def test_least_squares_finds_the_bottom_of_a_curved_valley():
    def valley(p):
        off = np.array([10 * (p[1] - p[0] ** 2), 1 - p[0]])
        return off, np.array([[-20 * p[0], 10.0], [-1.0, 0.0]])

    found = least_squares(valley, np.array([-1.2, 1.0]))
    assert found == pytest.approx([1.0, 1.0], abs=1e-3)


SMALL = (820, 616)


@pytest.mark.parametrize("k1", [-0.08, 0.0, 0.08])
@pytest.mark.parametrize("height", [BOARD_MM, BOARD_MM + 7.5])
def test_a_pattern_seen_askew_comes_out_straight(k1, height):
    """Every point of the flat picture shows the place of the board it stands for."""
    camera, pose = camera_over(x=120, y=420, k1=k1, size=SMALL), Pose(-140.0, 10.0, 0.5)
    raised = replace(camera, shift=camera.shift - height * camera.rotation[:, 2])
    ys, xs = np.mgrid[0 : SMALL[1], 0 : SMALL[0]]
    table = raised.lower(np.column_stack((xs.ravel(), ys.ravel())).astype(float))
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    board = (table - [pose.x_mm, pose.y_mm]) @ np.array([[c, -s], [s, c]])
    image = np.zeros((SMALL[1], SMALL[0], 3), np.uint8)
    image[..., :2] = waves(board).reshape(SMALL[1], SMALL[0], 2).round()
    flat = rectify(image, camera, pose, AZUL.size_mm, height)
    steps = np.arange(20.0, 240.0, 7.0)
    grid = to_flat(np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)).round()
    x, y = grid.astype(int).T
    shown = (grid - to_flat(np.zeros((1, 2)))) / FLAT_SCALE
    assert np.abs(flat.image[y, x, :2] - waves(shown)).max() < 8


def waves(board_mm):
    return 127 + 100 * np.sin(board_mm / 15.0)
