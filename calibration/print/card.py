"""The quick-start card that lies beside the table: the address, and what the button does."""

from __future__ import annotations

from urllib.parse import urlsplit

import numpy as np
import segno

from calibration.print.paper_page import PALE_GREY, Paper
from companion.errors import UsageError

CODE_MM = 60.0
"""Width of the QR code without its quiet border."""

LEFT_MM, TOP_MM = 25.0, 25.0
LONGEST = 200
"""Letters of an address; nobody types more, and longer ones make a code no phone reads."""

WIDE_MM, TALL_MM = 160.0, 110.0

BUTTON = (
    ("press", "my turn is done: look at my board"),
    ("hold", "the offer is over: score the round"),
    ("press twice", "undo the last step"),
)
LIGHTS = (
    ("green", "read, all is well"),
    ("yellow", "a question on the page, or a hand in the way"),
    ("red", "not as the rules allow: the page says what"),
)


def card_pdf(address: str, paper: str) -> bytes:
    """Return a card with the QR code of the dashboard's address as a PDF to cut out."""
    check_address(address)
    document = Paper(paper, "Quick-start card")
    right, bottom = LEFT_MM + WIDE_MM, TOP_MM + TALL_MM
    corners = [(LEFT_MM, TOP_MM), (right, TOP_MM), (right, bottom), (LEFT_MM, bottom)]
    document.outline(corners, PALE_GREY)
    _code(document, address)
    _words(document, address)
    return document.finished()


def check_address(address: str) -> None:
    """Raise ``UsageError`` for what no phone can open."""
    try:
        parts = urlsplit(address)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname)
        address.encode()  # half letters have no bytes
        sound = whole and (parts.port is None or parts.port > 0)
    except ValueError:
        sound = False
    if not sound or any(letter.isspace() for letter in address):
        raise UsageError(
            f"'{address:.{LONGEST}}' is no address of a page; write it as http://companion.local:8080"
        )
    if len(address) > LONGEST:
        raise UsageError(
            f"an address of {len(address)} letters finds no room on the card; "
            f"give one of at most {LONGEST}"
        )


def _code(document: Paper, address: str) -> None:
    matrix = np.array([list(row) for row in segno.make(address, error="m", micro=False).matrix])
    module = CODE_MM / len(matrix)
    document.modules(LEFT_MM + 8.0, TOP_MM + 34.0, module, matrix > 0)


def _words(document: Paper, address: str) -> None:
    left, column = LEFT_MM + 8.0, LEFT_MM + 78.0
    document.text((left, TOP_MM + 14.0), "Table Companion", 20.0, bold=True)
    document.text((left, TOP_MM + 22.0), "Point a phone at the square, or type", 9.0)
    document.text((left, TOP_MM + 28.0), address, 11.0, bold=True)
    place = TOP_MM + 38.0
    for title, entries in (("The button", BUTTON), ("The light", LIGHTS)):
        document.text((column, place), title, 11.0, bold=True)
        for word, meaning in entries:
            place += 6.0
            document.text((column, place), word, 8.5, bold=True)
            document.text((column + 20.0, place), meaning, 7.0)
        place += 11.0
