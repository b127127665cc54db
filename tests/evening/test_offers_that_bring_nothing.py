"""A round's tiling may bring nobody anything: no line is complete, and nothing fell."""

import pytest
from kitchen import EMPTY, OFFER, TILED
from pages import words

from web import create_app

GROWN = ({**TILED[0], "line/4/0": "white"}, {"line/3/0": "black"})


@pytest.mark.parametrize("before", [(), (OFFER, TILED)], ids=["first round", "second round"])
def test_the_page_says_so_and_not_what_the_round_before_brought(kitchen, before):
    evening = kitchen.start()
    boards = GROWN if before else ({"line/4/0": "white"}, {"line/3/0": "black"})
    kitchen.sees(EMPTY, *before, boards)
    page = words(create_app(evening).test_client().get("/").text)
    assert "Ada: 0 tiles move to the wall Ben: 0 tiles move to the wall" in page
