"""What is printed has exactly the size it must have, and the simulated camera finds it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from pypdfium2 import PdfDocument

from calibration.lens.charuco_sheet import COLUMNS, ROWS, SQUARE_MM, board
from calibration.print import bracket_pdf, card_pdf, charuco_pdf
from calibration.print.bracket_sheet import GAP_MM, REACH_MM, TOP_MM, bracket_origins, outline
from calibration.print.paper_page import MID_GREY, PAPERS
from companion import cli
from companion.boards import load
from companion.errors import UsageError
from companion.geometry.bracket import tag_corners
from companion.geometry.bracket_tags import find_tags
from companion.geometry.camera import BOARD_MM, Pose, board_corners
from companion.vision.locate.finding import by_brackets
from hardware.table import render
from hardware.table.dressing import first_scene
from hardware.table.picture.table_scene import Sheet

PER_MM = 8.0
"""Pixels per millimetre of the rasterised page."""


def raster(pdf, page=0, per_mm=PER_MM):
    """A page as a picture (H, W, 3), so many pixels per millimetre."""
    rendered = PdfDocument(pdf)[page].render(scale=per_mm * 25.4 / 72 * (1 - 1e-6))
    return rendered.to_numpy()[:, :, :3].copy()


def level(picture, x_mm, y_mm, per_mm=PER_MM):
    """The grey level at a point of the page."""
    return int(picture[round(y_mm * per_mm), round(x_mm * per_mm)].mean())


def dark_run(picture, y_mm, x_from, x_to):
    """Where, in mm, the first dark stretch of a line of the page begins and ends."""
    line = picture[round(y_mm * PER_MM), round(x_from * PER_MM) : round(x_to * PER_MM)].mean(axis=1)
    dark = np.flatnonzero(line < 64)
    return x_from + dark[0] / PER_MM, x_from + (dark[-1] + 1) / PER_MM


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("players", [1, 4])
def test_there_is_a_page_of_the_right_size_for_each_board(paper, players):
    pages = PdfDocument(bracket_pdf(players, paper))
    assert len(pages) == players
    for page in pages:
        assert np.array(page.get_size()) / 72 * 25.4 == pytest.approx(PAPERS[paper], abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_all_brackets_lie_on_the_page_with_a_margin(paper):
    width, height = PAPERS[paper]
    for x, y in bracket_origins(width):
        assert x > 10
        assert x + REACH_MM < width - 10
        assert y > 40
        assert y + REACH_MM < height - 10


def test_the_scale_bar_is_100_mm_long():
    page = raster(bracket_pdf(1, "a4"))
    line = page[round(49.0 * PER_MM)].mean(axis=1)
    printed = np.flatnonzero(line < 250)
    assert (printed[-1] + 1 - printed[0]) / PER_MM == pytest.approx(100.0, abs=0.2)
    assert printed[0] / PER_MM == pytest.approx(15.0, abs=0.2)


def test_tag_arms_and_quadrant_have_their_sizes():
    page = raster(bracket_pdf(1, "a4"))
    x, y = bracket_origins(210.0)[0]
    begin, end = dark_run(page, y + 4.0 + 2.0, x + 1.0, x + 31.0)
    assert begin - x == pytest.approx(4.0, abs=0.15)
    assert end - begin == pytest.approx(24.0, abs=0.2)
    assert level(page, x + 48.0, y + 27.0) == pytest.approx(MID_GREY, abs=1)
    assert level(page, x + 33.0, y + 22.7) == pytest.approx(MID_GREY, abs=1)
    assert level(page, x + 63.3, y + 31.3) == pytest.approx(MID_GREY, abs=1)
    assert level(page, x + 48.0, y + 21.0) == 255
    assert level(page, x + 65.0, y + 27.0) == 255
    assert level(page, x + 27.0, y + 48.0) == 255, "the other arm is white"


def test_the_cutting_line_is_the_outline_of_the_bracket():
    page = raster(bracket_pdf(1, "a4"))
    for corner, (x, y) in enumerate(bracket_origins(210.0)):
        ends = outline(corner)
        for (ax, ay), (bx, by) in zip(ends, ends[1:] + ends[:1], strict=True):
            at = x + (ax + bx) / 2, y + (ay + by) / 2
            near = page[
                round(at[1] * PER_MM) - 2 : round(at[1] * PER_MM) + 3,
                round(at[0] * PER_MM) - 2 : round(at[0] * PER_MM) + 3,
            ]
            assert near.min() < 215


def test_corner_brackets_touch_the_boards_corner_from_outside():
    """The inner corner of the quadrant is the board's corner, whichever way it is turned."""
    for corner, place in enumerate([(32.0, 32.0), (32.0, 32.0), (32.0, 32.0), (32.0, 32.0)]):
        inner = outline(corner)[5]
        quadrant = np.array(outline(corner)[0])
        assert sorted(np.abs(np.array(inner) - quadrant)) == sorted(place)


def pieces(players, per_mm):
    """The brackets cut out of the rasterised pages: seat and corner -> picture with alpha."""
    pdf, cut = bracket_pdf(players, "a4"), {}
    for seat in range(players):
        page = raster(pdf, seat, per_mm)
        for corner, (x, y) in enumerate(bracket_origins(210.0)):
            left, top, side = (round(mm * per_mm) for mm in (x, y, REACH_MM))
            piece = page[top : top + side, left : left + side]
            mask = np.zeros(piece.shape[:2], np.uint8)
            shape = np.round(np.array(outline(corner)) * per_mm).astype(np.int32)
            cv2.fillPoly(mask, [shape], 255)
            cut[seat, corner] = np.dstack((piece, mask))
    return cut


def laid_around(scene, cut):
    """The bracket sheets around every board of a scene."""
    sheets = []
    for (seat, corner), piece in cut.items():
        pose = scene.seats[seat].pose
        corners = board_corners(scene.board.size_mm)
        outside, inside = -32.0, 32.0 - REACH_MM
        shift = {
            0: (outside, outside),
            1: (inside, outside),
            2: (inside, inside),
            3: (outside, inside),
        }[corner]
        x, y = pose.place(corners[corner][None] + np.array([shift]))[0]
        sheets.append(Sheet(Pose(float(x), float(y), pose.turn), (REACH_MM, REACH_MM), piece))
    return tuple(sheets)


def test_printed_brackets_are_found_on_the_simulated_table():
    from dataclasses import replace

    board_ = load("azul")
    scene = first_scene(board_, 2, 3, brackets=False, surface="walnut")
    scene = replace(scene, sheets=laid_around(scene, pieces(2, 3.0)))
    image = render(scene)
    tags = find_tags(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), range(8), board_.size_mm)
    assert sorted(tags) == list(range(8))
    for tag, corners in tags.items():
        place = scene.seats[tag // 4].pose.place(tag_corners(tag % 4, board_.size_mm))
        assert np.abs(scene.eye.camera.project(place) - corners).max() < 0.9
    camera, poses = by_brackets(image, board_, 2)
    for seat, seated in enumerate(scene.seats):
        true = scene.eye.camera.project(seated.pose.place(board_corners(board_.size_mm)), BOARD_MM)
        found = camera.project(poses[seat].place(board_corners(board_.size_mm)), BOARD_MM)
        assert np.linalg.norm(found - true, axis=1).max() < 1.0


@pytest.mark.parametrize("paper", PAPERS)
def test_the_charuco_sheet_is_exact_and_found_whole(paper):
    page = raster(charuco_pdf(paper))
    gray = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(gray)
    assert sorted(np.ravel(ids)) == list(range((COLUMNS - 1) * (ROWS - 1)))
    found = corners.reshape(-1, 2) / PER_MM
    wanted = board().getChessboardCorners()[np.ravel(ids), :2]
    for ends in ((0, 3), (0, 20), (3, 20)):
        a, b = (list(np.ravel(ids)).index(end) for end in ends)
        measured = np.linalg.norm(found[a] - found[b])
        assert measured == pytest.approx(np.linalg.norm(wanted[a] - wanted[b]), abs=0.15)
    assert SQUARE_MM == 31.5


def test_the_cards_code_is_the_address():
    address = "http://192.168.1.20:8080"
    page = raster(card_pdf(address, "a4"), per_mm=6.0)
    words, _, _ = cv2.QRCodeDetector().detectAndDecode(page[:900])
    assert words == address


@pytest.mark.parametrize(
    "address", ["", "companion", "ftp://x", "http://", "http://a b", "http://x:y", "http://\ud800"]
)
def test_what_no_phone_can_open_is_refused(address):
    with pytest.raises(UsageError, match="no address of a page; write it as http://"):
        card_pdf(address, "a4")


@pytest.mark.parametrize("letter", ["a", "ż", "\U0001f600"])
def test_an_address_that_finds_no_room_is_refused(letter):
    with pytest.raises(UsageError, match="at most 200"):
        card_pdf(f"http://{letter * 3000}", "a4")
    assert card_pdf(f"http://{letter * 193}", "a4")


@pytest.mark.parametrize("players", [0, 5, -1])
def test_brackets_for_no_board_or_too_many_are_refused(players):
    with pytest.raises(UsageError, match="for 1 to 4 boards"):
        bracket_pdf(players, "a4")


def test_the_same_sheet_is_the_same_file():
    assert bracket_pdf(2, "letter") == bracket_pdf(2, "letter")


@pytest.mark.parametrize(
    ("arguments", "pages"),
    [
        (["brackets", "--players", "3", "--paper", "letter"], 3),
        (["charuco"], 1),
        (["card", "--address", "http://10.0.0.7:8080"], 1),
    ],
)
def test_the_commands_write_a_pdf(arguments, pages, tmp_path, capsys):
    path = tmp_path / "new" / "sheet.pdf"
    assert cli.main([*arguments, "--out", str(path)]) == 0
    assert "Print it at 100 %" in capsys.readouterr().out
    assert len(PdfDocument(path)) == pages
    assert [each.name for each in path.parent.iterdir()] == ["sheet.pdf"]
    assert GAP_MM > 0
    assert TOP_MM > 0


def test_a_folder_is_no_file_to_write_to(tmp_path, capsys):
    assert cli.main(["brackets", "--out", str(tmp_path)]) == 2
    assert "is a folder; name a file in it" in capsys.readouterr().err
