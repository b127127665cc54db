"""The result of a game as a PNG: who won, every total, what the end brought, the day.

Every seat has a figure of its own beside its colour, so that nothing hangs on colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from web.pictures.lettering import fitting, font, wrapped, written

WIDTH = 1200
"""Pixels across; the height follows from what there is to say."""

EDGE = 48
HEAD = 190
"""Pixels of the blue head with one line of headline."""

HEADLINE = (54, 46, 38)
"""Sizes of its letters: the largest in which it is one line, or else the smallest."""

LINE = 34
"""Pixels from one line of bonuses to the next."""

PAPER, CARD, INK, QUIET = "#f6efe1", "#fffaf0", "#16233d", "#556079"
BLUE, ON_BLUE, CLAY, GOLD = "#143a7a", "#fbf6ea", "#a8451f", "#8a5a00"
SEATS = ("#1d4f9c", "#a8451f", "#2c6a4b", "#6a3d7c", "#7a5800", "#0b626b")

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rank:
    """One player: place, name, total, how it came about, what the end brought line by line.

    ``colour`` is the number of the seat's colour; ``bonuses`` are texts with their points.
    """

    seat: int
    colour: int
    place: str
    name: str
    total: int
    course: str
    bonuses: tuple[tuple[str, str], ...]
    won: bool

    @property
    def height(self) -> int:
        """Pixels its part of the card takes."""
        return 128 + LINE * max(1, -(-len(self.bonuses) // 2))


@dataclass(frozen=True, slots=True)
class Card:
    """What the picture says: the game, the day, the players from the first to the last."""

    title: str
    when: str
    headline: str
    ranks: tuple[Rank, ...]


def png(card: Card) -> bytes:
    """Return the card as a PNG."""
    letters, lines = headline(card.headline)
    head = HEAD + round(1.2 * letters.size) * (len(lines) - 1)
    height = head + sum(rank.height + 20 for rank in card.ranks) + EDGE
    picture = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(picture)
    _head(draw, card, head)
    draw.text((EDGE, 88), "\n".join(lines), ON_BLUE, letters, spacing=0.2 * letters.size)
    top = head + 24
    for rank in card.ranks:
        _rank(draw, rank, top)
        top += rank.height + 20
    kept = BytesIO()
    picture.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def headline(text: str) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Return the letters of the headline, and its lines: who has won is never cut off."""
    for size in HEADLINE:
        letters = font(size, bold=True)
        lines = wrapped(written(text), WIDTH - 2 * EDGE, letters)
        if len(lines) == 1:
            break
    return letters, lines


def _head(draw: ImageDraw.ImageDraw, card: Card, height: int) -> None:
    draw.rectangle((0, 0, WIDTH, height), fill=BLUE)
    draw.rectangle((0, height - 8, WIDTH, height), fill=CLAY)
    _text(draw, (EDGE, 30), card.title, 30, ON_BLUE)
    _text(draw, (WIDTH - EDGE, 30), card.when, 26, ON_BLUE, anchor="ra")


def _rank(draw: ImageDraw.ImageDraw, rank: Rank, top: int) -> None:
    """Draw one player's part."""
    ink = SEATS[rank.colour % len(SEATS)]
    box = (EDGE, top, WIDTH - EDGE, top + rank.height)
    draw.rounded_rectangle(box, 18, fill=CARD, outline=ink, width=4)
    _figure(draw, rank.seat, (EDGE + 62, top + 62), ink)
    left, right = EDGE + 120, WIDTH - EDGE - 30
    total = font(72, bold=True)
    draw.text((right, top + 14), str(rank.total), INK, total, anchor="ra")
    room = right - left - total.getlength(str(rank.total)) - 40
    crown = 54 if rank.won else 0
    if rank.won:
        _star(draw, (left + 20, top + 44), 22)
    _text(draw, (left + crown, top + 20), rank.name, 40, ink, bold=True, width=room - crown)
    _text(
        draw,
        (left, top + 74),
        " · ".join(filter(None, (rank.place, rank.course))),
        24,
        QUIET,
        width=room,
    )
    _bonuses(draw, rank.bonuses, left, top + 118, right)


def _bonuses(
    draw: ImageDraw.ImageDraw,
    bonuses: Sequence[tuple[str, str]],
    left: float,
    top: float,
    right: float,
) -> None:
    """Write what the end brought, in two columns."""
    column = (right - left) / 2
    for number, (what, points) in enumerate(bonuses):
        x = left + (number % 2) * column
        y = top + (number // 2) * LINE
        draw.text((x, y), points, INK, font(24, bold=True))
        _text(draw, (x + 80, y), what, 24, INK, width=column - 96)


def _text(
    draw: ImageDraw.ImageDraw,
    at: Spot,
    text: str,
    size: int,
    ink: str,
    *,
    bold: bool = False,
    anchor: str = "la",
    width: float = WIDTH,
) -> None:
    letters = font(size, bold=bold)
    draw.text(at, fitting(written(text), width, letters), ink, letters, anchor=anchor)


def _figure(draw: ImageDraw.ImageDraw, seat: int, centre: Spot, ink: str) -> None:
    """Draw the figure of a seat: circle, square, triangle, diamond."""
    x, y, r = *centre, 34
    if seat == 0:
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    elif seat == 1:
        draw.rectangle((x - r, y - r, x + r, y + r), fill=ink)
    elif seat == 2:
        draw.polygon([(x, y - r), (x + r, y + r), (x - r, y + r)], fill=ink)
    else:
        draw.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=ink)
    draw.text(
        (x, y + (8 if seat == 2 else 0)), str(seat + 1), CARD, font(28, bold=True), anchor="mm"
    )


def _star(draw: ImageDraw.ImageDraw, centre: Spot, radius: float) -> None:
    """Draw the winner's star."""
    x, y = centre
    wide, narrow = radius, radius * 0.45
    rim = [(0, -1), (0.59, -0.81), (0.95, -0.31), (0.95, 0.31), (0.59, 0.81),
           (0, 1), (-0.59, 0.81), (-0.95, 0.31), (-0.95, -0.31), (-0.59, -0.81)]  # fmt: skip
    points = [
        (x + dx * (wide if i % 2 == 0 else narrow), y + dy * (wide if i % 2 == 0 else narrow))
        for i, (dx, dy) in enumerate(rim)
    ]
    draw.polygon(points, fill=GOLD)
