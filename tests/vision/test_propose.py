"""Boards proposed from outline and print: where they lie, which way round, and how surely."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from drawn import AZUL, SEATS, SIZE, Table, camera_over, picture

from companion import cli
from companion.boards import load
from companion.chosen_numbers import CERTAIN_BOARD, IN_PLACE_MM
from companion.cli.commands.pictures import boards as command
from companion.errors import BoardNotFound
from companion.geometry.camera import BOARD_MM, Pose, board_corners
from companion.vision import proposed_boards
from companion.vision.locate import propose as proposing
from companion.vision.locate.propose import Proposal, propose
from companion.vision.locate.quads import quads
from companion.vision.locate.settle import as_tapped, settle
from companion.vision.locate.ways_round import ask_round

CAMERA = camera_over()
BARE = Table(brackets=False)


def corners_of(pose, camera=CAMERA, board=AZUL):
    return camera.project(pose.place(board_corners(board.size_mm)), BOARD_MM)


def worst(one, other):
    return float(np.linalg.norm(np.asarray(one) - other, axis=1).max())


LONG = pytest.mark.long


def test_a_place_where_no_board_settles_is_given_up(monkeypatch):
    """Of a board with the other side up dozens of patches seem to show the chosen one."""
    tried = []

    def settled(image, board, corners, times):
        tried.append(times)
        return []

    square = np.array([[10.0, 10.0], [60.0, 10.0], [60.0, 60.0], [10.0, 60.0]])
    patches = [square + n for n in range(9)] + [square + 200]
    monkeypatch.setattr(proposing, "quads", lambda image: patches)
    monkeypatch.setattr(proposing, "_starts_in", lambda image, board, free: patches)
    monkeypatch.setattr(proposing, "settled", settled)
    assert propose(np.zeros((300, 300, 3), np.uint8), AZUL, 2) == ()
    assert tried.count(proposing.AT_ONCE) == 3 * len(patches)
    assert tried.count(proposing.MOST) == proposing.TRIES + 3


@pytest.fixture(scope="module")
def seen():
    return picture(BARE, CAMERA)


def test_the_outline_of_the_picture_is_the_first_patch_unless_it_is_a_strip():
    """Of a board photographed closely nothing else stands out."""
    first = quads(np.full((200, 300, 3), 128, np.uint8))[0]
    assert first.tolist() == [[-0.5, -0.5], [299.5, -0.5], [299.5, 199.5], [-0.5, 199.5]]
    assert quads(np.full((20, 300, 3), 128, np.uint8)) == []


def begun(monkeypatch, *refused):
    """Whose corners are begun with, of three proposals of which the ``refused`` are no boards."""
    told = []

    def begin(image, board, players, taps, **_):
        told.append([int(taps[n][0, 0]) for n in range(players)])
        seats = tuple(n for n, mark in enumerate(told[-1]) if mark in refused)
        if seats:
            raise BoardNotFound("no board", seats=seats)

    monkeypatch.setattr(proposed_boards.eyes, "begin", begin)
    proposals = [Proposal(np.full((4, 2), float(mark)), 0.9) for mark in (1, 2, 3)]
    proposed_boards.begin_proposed(np.zeros((9, 9, 3), np.uint8), AZUL, proposals)
    return told[-1]


def test_a_proposal_that_turns_out_to_be_no_board_is_left_out(monkeypatch):
    assert begun(monkeypatch) == [1, 2, 3]
    assert begun(monkeypatch, 2) == [1, 3]
    assert begun(monkeypatch, 1, 3) == [2]
    with pytest.raises(BoardNotFound):
        begun(monkeypatch, 1, 2, 3)


@pytest.fixture(scope="module")
def proposed(seen):
    return propose(seen, AZUL, 2)


def test_both_boards_are_proposed_from_the_lower_edge_on(proposed):
    assert len(proposed) == 2
    for proposal, seat in zip(proposed, (0, 1), strict=True):
        assert worst(proposal.corners_px, corners_of(SEATS[seat])) < 3.0
        assert proposal.confidence > 0.5


def outlines(monkeypatch, *corners):
    """Let only these four-cornered patches stand out in a picture: few take little time."""
    monkeypatch.setattr("companion.vision.locate.propose.quads", lambda _: list(corners))


def test_no_more_boards_are_proposed_than_there_are_players(seen, monkeypatch):
    outlines(monkeypatch, *(corners_of(SEATS[seat]) for seat in (0, 1)))
    assert len(propose(seen, AZUL, 1)) == 1


def test_one_board_alone_is_one_proposal():
    alone = Table(poses={0: SEATS[0]}, brackets=False)
    (proposal,) = propose(picture(alone, CAMERA), AZUL, 2)
    assert worst(proposal.corners_px, corners_of(SEATS[0])) < 3.0


def test_a_piece_of_table_that_seemed_a_board_is_not_proposed():
    """Beside a board anything may seem to be one; asked alone it is none whichever way round."""
    alone = Table(poses={0: SEATS[0]}, brackets=False)
    known = [corners_of(SEATS[0]), corners_of(SEATS[1])]
    (proposal,) = propose(picture(alone, CAMERA), AZUL, 2, known)
    assert worst(proposal.corners_px, corners_of(SEATS[0])) < 3.0


def test_nobody_can_say_where_spaces_lie_on_what_has_one_colour(seen):
    """A mug on an Azul table was proposed as a board of Duel, whose spaces are plain as well."""
    corners = corners_of(SEATS[0])
    plain = np.full_like(seen, 90)
    cv2.circle(plain, corners.mean(axis=0).round().astype(int).tolist(), 90, (60, 60, 200), -1)
    assert as_tapped(seen, AZUL, {0: corners}).told[0].is_sharp
    for game in ("azul", "azul-duel", "summer-pavilion"):
        assert not as_tapped(plain, load(game), {0: corners}).told[0].is_sharp


def test_a_board_that_fills_the_picture_is_found():
    """Nothing is around it that it could stand out from."""
    pose = Pose(-129.5, -129.5, 0.02)
    camera = camera_over(y=60.0, height=540.0, zoom=2.0, size=(800, 800))
    alone = picture(Table(poses={0: pose}, brackets=False), camera, size=(800, 800))
    (proposal,) = propose(alone, AZUL, 1)
    assert worst(proposal.corners_px, corners_of(pose, camera)) < 5.0


@pytest.mark.parametrize("turn", [37.0, *(pytest.param(n, marks=LONG) for n in (90.0, 200.0))])
def test_a_picture_turned_by_any_angle_is_read_the_same(turn):
    camera = camera_over(roll=float(np.radians(turn)))
    proposals = propose(picture(BARE, camera), AZUL, 2)
    for seat in (0, 1):
        true = corners_of(SEATS[seat], camera)
        assert min(worst(each.corners_px, true) for each in proposals) < 3.0


@LONG
def test_a_board_seen_from_far_aside_is_found_by_its_like():
    """Across the table it is a fifth as high as those nearby, and twice as wide as high."""
    size = (2460, 1848)
    camera = camera_over(y=650.0, height=450.0, zoom=0.7, size=size)
    poses = {0: Pose(-280, 130, 0.05), 1: Pose(30, 120, -0.03), 2: Pose(130, -190, np.pi + 0.06)}
    table = picture(Table(poses=poses, brackets=False), camera, size=size)
    proposals = propose(table, AZUL, 3)
    for pose in poses.values():
        true = corners_of(pose, camera)
        assert min(worst(each.corners_px, true) for each in proposals) < 6.0


@pytest.mark.parametrize("light", [0.35, pytest.param(0.7, marks=LONG)])
def test_dim_light_is_no_hindrance(light):
    image = picture(BARE, CAMERA, light=light)
    proposed = {seat: each.corners_px for seat, each in enumerate(propose(image, AZUL, 2))}
    camera, poses = settle(image, as_tapped(image, AZUL, proposed))
    assert set(poses) == set(proposed) == {0, 1}
    for seat, pose in poses.items():
        assert worst(proposed[seat], corners_of(SEATS[seat])) < 2.5
        assert worst(corners_of(pose, camera), corners_of(SEATS[seat])) < 2.5


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((5, 900, 3), np.uint8),
        np.full((600, 800, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 255, (600, 800, 3)).astype(np.uint8),
        picture(Table(poses={}, brackets=False), CAMERA),
    ],
    ids=["one pixel", "a strip", "white", "noise", "a bare table"],
)
def test_where_no_board_is_none_is_proposed(image):
    assert propose(image, AZUL, 2) == ()


@pytest.mark.parametrize(
    ("off_px", "patches", "least"),
    [(25.0, 4, 2), *(pytest.param(*many, marks=LONG) for many in ((25.0, 10, 5), (15.0, 10, 9)))],
)
def test_a_patch_is_put_nearer_to_its_board_as_long_as_that_helps(
    seen, monkeypatch, off_px, patches, least
):
    """On a chequered cloth the patch around a board may be off by nearly a space, 30 pixels."""
    true, chance = corners_of(SEATS[0]), np.random.default_rng(7)
    put = 0
    for _ in range(patches):
        patch = true + chance.uniform(-off_px, off_px, (4, 2))
        monkeypatch.setattr("companion.vision.locate.propose.quads", lambda _, patch=patch: [patch])
        put += any(worst(each.corners_px, true) < 3.0 for each in propose(seen, AZUL, 1))
    assert put >= least


def test_a_board_that_stands_out_in_nothing_is_found_by_its_like(seen, monkeypatch):
    patches = [corners_of(SEATS[0])]
    monkeypatch.setattr("companion.vision.locate.propose.quads", lambda _: patches)
    proposals = propose(seen, AZUL, 2)
    assert len(proposals) == 2
    for proposal, seat in zip(proposals, (0, 1), strict=True):
        assert worst(proposal.corners_px, corners_of(SEATS[seat])) < 3.0


def test_a_board_is_found_though_its_picture_is_sheared():
    """As no camera sees it: its spaces lie beside their places wherever its corners are put."""
    pose = Pose(-129.5, -129.5, 0.02)
    camera = camera_over(y=60.0, height=540.0, zoom=2.0, size=(800, 800))
    alone = picture(Table(poses={0: pose}, brackets=False), camera, size=(800, 800))
    shear = np.array([[1, 0.07, -28], [0, 1, 0]])
    sheared = cv2.warpAffine(alone, shear, (800, 800), borderMode=cv2.BORDER_REPLICATE)
    (proposal,) = propose(sheared, AZUL, 1)
    true = corners_of(pose, camera) @ shear[:, :2].T + shear[:, 2]
    assert proposal.confidence > 0.5
    assert worst(proposal.corners_px, true) < 0.1 * 800


def test_an_empty_card_of_a_boards_shape_is_no_board(seen):
    card = picture(Table(poses={}, brackets=False), CAMERA)
    cv2.fillPoly(card, [corners_of(SEATS[0]).round().astype(np.int32)], (200, 220, 230))
    assert propose(card, AZUL, 1) == ()


@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=LONG)])
def test_another_games_board_is_not_proposed(seen, monkeypatch, everywhere):
    """Not where the boards truly lie, nor where anything else stands out."""
    if not everywhere:
        outlines(monkeypatch, *(corners_of(SEATS[seat]) for seat in (0, 1)))
    assert propose(seen, load("summer-pavilion"), 2) == ()


def test_the_outline_is_among_the_four_cornered_patches(seen):
    true = corners_of(SEATS[0])
    nearest = min(
        worst(np.roll(quad, turn, axis=0), true) for quad in quads(seen) for turn in range(4)
    )
    assert nearest < 0.03 * np.linalg.norm(true[0] - true[2])


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_spaces_tell_which_way_round_a_board_lies(seen, turn):
    ways = ask_round(seen, AZUL, corners_of(SEATS[1]))
    assert ways[0].fits > CERTAIN_BOARD
    assert ways[turn].fits < 0


@pytest.mark.parametrize("name", ["azul", "azul-duel"])
@pytest.mark.parametrize("by", range(4))
def test_a_board_is_asked_in_each_way_round_as_if_its_corners_were_tapped_so(seen, name, by):
    board, corners = load(name), corners_of(SEATS[1])
    tapped = as_tapped(seen, board, {0: np.roll(corners, by, axis=0)}).told[0]
    assert ask_round(seen, board, corners)[by].fits == pytest.approx(tapped.fits, abs=0.4)


def test_spaces_tell_how_far_beside_their_places_they_lie(seen):
    true = corners_of(SEATS[0])
    shrunk = true.mean(axis=0) + 0.94 * (true - true.mean(axis=0))
    in_place = IN_PLACE_MM / AZUL.tile.size_mm
    lies, beside = (ask_round(seen, AZUL, corners)[0] for corners in (true, shrunk))
    assert lies.astray < in_place < beside.astray


def test_a_board_whose_print_is_the_same_upside_down_is_doubtful():
    board = load("summer-pavilion", "grey")
    table = Table(poses={0: Pose(-110.0, -60.0, 0.1)}, brackets=False, board=board)
    for proposal in propose(picture(table, CAMERA), board, 1):
        assert proposal.confidence < 0.9


def test_the_command_prints_and_draws_what_it_proposes(
    seen, proposed, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(command, "propose", lambda image, board, players: proposed)
    file, drawn = tmp_path / "table.png", tmp_path / "out" / "proposals.png"
    cv2.imwrite(str(file), seen)
    arguments = ["boards", str(file), "--game", "azul", "--json", "--debug-image", str(drawn)]
    assert cli.main(arguments) == 0
    boards = json.loads(capsys.readouterr().out)["boards"]
    assert worst(boards[0]["corners_px"], corners_of(SEATS[0]) + 0.5) < 3.0
    picture_ = cv2.imread(str(drawn))
    assert picture_.shape == (SIZE[1], SIZE[0], 3)
    assert (picture_ != seen).any()


def test_the_command_says_when_boards_are_missing(seen, proposed, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(command, "propose", lambda image, board, players: proposed)
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), seen)
    assert cli.main(["boards", str(file), "--game", "azul", "--players", "3"]) == 1
    printed = capsys.readouterr().out
    assert "2 of 3 boards were made out; tap the corners of the others" in printed
    assert printed.startswith("0: (")
