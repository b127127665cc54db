"""The result as a picture: readable by anybody, with what a family wants to send on."""

import struct
from io import BytesIO

import pytest
from gallery import SCENES, SHORT, WIDE, shown
from PIL import Image, ImageChops

from web.pictures.lettering import FOLDER, KNOWN, fitting, font, written
from web.pictures.result_card import EDGE, WIDTH, Card, Rank, headline, png

BY_NAME = {scene.name: scene for scene in SCENES}


def rank(seat=0, **how):
    values = {"colour": seat, "place": "place 1", "name": "Ada", "total": 64, "course": "",
              "bonuses": (("Complete rows", "+2"),), "won": False}  # fmt: skip
    return Rank(seat, **(values | how))


def drawn(*ranks, when="today"):
    return Image.open(BytesIO(png(Card("Azul", when, "Ada wins", ranks))))


def differs(one, other):
    return ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize(
    "game", [pytest.param("azul", marks=pytest.mark.long), "summer-pavilion", "azul-duel"]
)
def test_every_game_has_its_picture_in_every_language(game):
    evening = shown(game, 2, BY_NAME["over"], SHORT)
    client = evening.app.test_client()
    pictures = {lang: client.get(f"/history/1.png?lang={lang}") for lang in ("en", "pl", "cs")}
    evening.end()
    for answer in pictures.values():
        assert answer.mimetype == "image/png"
        assert answer.data.startswith(b"\x89PNG")
        assert ".png" in answer.headers["Content-Disposition"]
        width, height = struct.unpack(">II", answer.data[16:24])
        assert (width, 400 < height < 1600) == (1200, True)
    assert len({answer.data for answer in pictures.values()}) == 3, "in its own words"


def test_names_in_any_script_break_nothing():
    evening = shown("azul", 4, BY_NAME["over"], WIDE)
    assert evening.app.test_client().get("/history/1.png").status_code == 200
    evening.end()


def test_all_there_is_to_say_is_in_it():
    base = drawn(rank())
    for other in (
        rank(name="Eva"), rank(total=65), rank(won=True), rank(course="60 before"),
        rank(bonuses=(("Complete rows", "+4"),)), rank(bonuses=(("Complete columns", "+2"),)),
    ):  # fmt: skip
        assert differs(base, drawn(other)), other
    assert differs(base, drawn(rank(), when="tomorrow"))


def test_seats_are_told_apart_without_colours():
    """In grey the figures still differ: circle, square, triangle, diamond."""
    grey = [drawn(rank(seat, colour=0)).convert("L").crop((60, 200, 180, 330)) for seat in range(4)]
    for one in range(4):
        for other in range(one):
            assert differs(grey[one], grey[other])


def test_more_lines_make_it_higher_and_a_long_name_not_wider():
    many = tuple((f"Goal {n}", "+1") for n in range(11))
    assert drawn(rank(bonuses=many)).height > drawn(rank()).height
    letters = font(40)
    assert letters.getlength(fitting("W" * 200, 300, letters)) <= 300
    assert fitting("Ada", 300, letters) == "Ada"


@pytest.mark.parametrize("names", [("Konstantin_Maximilian2010",), WIDE[:2], (*WIDE[:1], *SHORT)])
def test_that_somebody_has_won_is_read_beside_names_of_any_length(names):
    said = f"{', '.join(names)} share the victory"
    letters, lines = headline(said)
    assert letters.size >= 38
    assert all(letters.getlength(line) <= WIDTH - 2 * EDGE for line in lines)
    assert " ".join(lines).endswith("share the victory")
    short, long = (png(Card("Azul", "today", one, (rank(),))) for one in ("Ada wins", said))
    heights = [Image.open(BytesIO(one)).height for one in (short, long)]
    assert heights[1] - heights[0] == round(1.2 * letters.size) * (len(lines) - 1)


def test_an_ordinary_headline_is_one_large_line():
    letters, lines = headline("Ada wins")
    assert (letters.size, lines) == (54, ["Ada wins"])


def test_letters_the_fonts_do_not_have_are_left_out():
    assert written("Żaneta Čapek 👩‍👩‍👧") == "Żaneta Čapek"
    assert written("أحمد", "Player 2") == "Player 2"
    assert written("12:05:24\u202fAM") == "12:05:24 AM", "a narrow space is one all the same"
    assert (FOLDER / "LICENSE").is_file()
    blank = font(30).getmask("\ufffe").getbbox(), bytes(font(30).getmask("\ufffe"))
    for first, last in KNOWN:
        for letter in {first, (first + last) // 2, last} - {0x20, 0x7F, 0xA0}:
            mask = font(30).getmask(chr(letter))
            assert (mask.getbbox(), bytes(mask)) != blank, hex(letter)


def test_a_game_that_goes_on_has_its_totals_so_far():
    evening = shown("azul", 2, BY_NAME["tiled"])
    assert evening.app.test_client().get("/history/1.png").status_code == 200
    assert evening.app.test_client().get("/history/9.png").status_code == 404
    evening.end()
