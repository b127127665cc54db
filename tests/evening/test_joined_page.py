"""What is said of a game under way before its first picture: nobody is to clear the boards."""

from dataclasses import replace

import pytest
from kitchen import SEATING
from pages import words

from web import create_app

UNDER_WAY = replace(SEATING, setup=replace(SEATING.setup, round=3, scores=(30, 25)))


@pytest.mark.parametrize(
    ("seating", "said"),
    [
        (SEATING, "Put the empty boards on the table and press the button."),
        (UNDER_WAY, "Leave the boards as they lie and press the button."),
        (replace(UNDER_WAY, handheld=True), "Photograph the boards as they lie."),
    ],
)
def test_the_first_picture_is_asked_for_as_the_boards_lie(kitchen, seating, said):
    assert said in page(kitchen.start(seating=seating))


def test_the_totals_that_were_told_stand_there_from_the_start(kitchen):
    told = page(kitchen.start(seating=UNDER_WAY))
    assert "Ada 30 Ben 25" in told
    assert "\N{EN DASH}" not in told.partition("Ben 25")[0]


def page(evening):
    return words(create_app(evening).test_client().get("/").text)
