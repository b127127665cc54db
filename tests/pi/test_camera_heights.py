"""How high the camera hangs and how large a tile is then."""

from math import atan, degrees
from pathlib import Path

import camera_heights as heights
import pytest
from camera_heights import LAYOUTS, LENSES, Layout, Lens
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import load

ROOT = Path(__file__).resolve().parents[2]
SQUARE = Lens("a right angle", 90.0, 90.0, 1000)


def test_a_right_angle_sees_twice_its_height():
    seen = heights.view(SQUARE, Layout("a metre", 1000.0, 100.0))
    assert seen.height_mm == pytest.approx(500 * heights.MARGIN)
    assert seen.tile_px == pytest.approx(20.4 / heights.MARGIN)


@given(st.floats(200, 3000), st.floats(200, 3000), st.sampled_from(LENSES))
def test_all_of_the_layout_is_in_view(width, height, lens):
    found = heights.view(lens, Layout("x", width, height))
    long, short = max(width, height), min(width, height)
    assert degrees(2 * atan(long / 2 / found.height_mm)) < lens.wide_deg
    assert degrees(2 * atan(short / 2 / found.height_mm)) < lens.high_deg


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_higher_up_tiles_are_smaller(lens):
    assert heights.tile_px(lens, 1000) == pytest.approx(heights.tile_px(lens, 500) / 2)
    assert heights.tile_px(lens, heights.highest_mm(lens)) == pytest.approx(heights.ENOUGH_PX)


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_camera_in_the_guide_is_good_enough_for_every_layout(lens, layout):
    assert heights.view(lens, layout).tile_px > heights.ENOUGH_PX


def test_board_and_tile_are_those_of_the_board_file():
    board = load("azul", "coloured")
    assert board.size_mm == pytest.approx((heights.BOARD_MM, heights.BOARD_MM))
    assert board.tile.size_mm == heights.TILE_MM


def test_the_build_guide_has_the_table():
    guide = (ROOT / "docs" / "build-guide.md").read_text(encoding="utf-8")
    assert heights.table() in guide
