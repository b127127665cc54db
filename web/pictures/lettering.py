"""Letters for pictures: DejaVu Sans as it is shipped, for the languages of Europe.

Names in other scripts, and emoji, are not in it: ``written`` leaves such letters out.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).parents[1] / "fonts"

KNOWN = (
    (0x20, 0x17F),
    (0x218, 0x21B),
    (0x370, 0x3FF),
    (0x400, 0x45F),
    (0x2010, 0x2026),
    (0x2039, 0x203A),
    (0x20AC, 0x20AC),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
)
"""First and last of the letters the shipped fonts have, range by range."""


@lru_cache(maxsize=32)
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the letters at a size in pixels."""
    return ImageFont.truetype(str(FOLDER / f"DejaVuSans{'-Bold' if bold else ''}.ttf"), size)


def written(text: str, instead: str = "") -> str:
    """Return a text without letters that cannot be drawn; ``instead`` where none are left.

    Spaces of any width, as times have them, are plain ones.
    """
    drawn = "".join(letter for letter in text if letter.isspace() or _known(ord(letter)))
    return " ".join(drawn.split()) or instead


def fitting(text: str, width: float, letters: ImageFont.FreeTypeFont) -> str:
    """Return a text that is no wider than ``width`` pixels, with dots where it was cut."""
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, width: float, letters: ImageFont.FreeTypeFont) -> list[str]:
    """Return a text as lines no wider than ``width`` pixels; only longer words are cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(fitting(word, width, letters))
    return lines


def _known(letter: int) -> bool:
    return any(first <= letter <= last for first, last in KNOWN)
