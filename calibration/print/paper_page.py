"""A page of paper to draw on in millimetres from its top left corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from companion.fields import Point

MM = 72.0 / 25.4
"""PDF counts in points."""

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Paper -> width and height in mm."""

BLACK = 0
MID_GREY = 119
PALE_GREY = 160

BAR_MM = 100
BAR_LEFT_MM = 15.0


class Paper:
    """A document of one paper size; every method draws on its current page."""

    def __init__(self, paper: str, title: str) -> None:
        """Open an empty document on ``a4`` or ``letter``; ``KeyError`` for another paper."""
        self.width, self.height = PAPERS[paper]
        self._data = BytesIO()
        # invariant: the same sheet is the same file, whenever it is made.
        size = (self.width * MM, self.height * MM)
        self._canvas = Canvas(self._data, pagesize=size, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Table Companion")

    def box(self, left: float, top: float, width: float, height: float, level: int) -> None:
        """Fill a rectangle with a grey ``level`` (sRGB, 0 black to 255)."""
        self._canvas.setFillColor(grey(level))
        self._canvas.rect(
            left * MM,
            (self.height - top - height) * MM,
            width * MM,
            height * MM,
            stroke=0,
            fill=1,
        )

    def outline(self, points: Sequence[Point], level: int, width_mm: float = 0.15) -> None:
        """Draw a closed line, outside of whose middle nothing is printed."""
        self._canvas.setStrokeColor(grey(level))
        self._canvas.setLineWidth(width_mm * MM)
        path = self._canvas.beginPath()
        path.moveTo(*self._at(points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(point))
        path.close()
        self._canvas.drawPath(path, stroke=1, fill=0)

    def text(self, at: Point, words: str, size_pt: float = 9.0, bold: bool = False) -> None:
        """Write one line from ``at``, the left end of its base line."""
        self._canvas.setFillColor(grey(BLACK))
        self._canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size_pt)
        self._canvas.drawString(*self._at(at), words)

    def lines(self, at: Point, words: Sequence[str], size_pt: float = 9.0) -> None:
        """Write several lines under each other."""
        for number, line in enumerate(words):
            self.text((at[0], at[1] + number * size_pt * 1.35 / MM), line, size_pt)

    def modules(self, left: float, top: float, size_mm: float, dark: NDArray[np.bool_]) -> None:
        """Draw a pattern (rows, columns) of dark squares, each ``size_mm`` wide.

        Neighbours in a row become one rectangle: seams between squares would show in print.
        """
        for row, line in enumerate(dark):
            for first, last in _runs(line):
                x, y = left + first * size_mm, top + row * size_mm
                # A hair taller, so that no seam shows between the rows either.
                below = row + 1 < len(dark) and bool(dark[row + 1][first:last].all())
                self.box(x, y, (last - first) * size_mm, size_mm + (0.02 if below else 0.0), BLACK)

    def scale_bar(self, top: float) -> None:
        """Draw a bar of exact length with a tick every 10 mm, and say what it is for."""
        for n in range(0, BAR_MM, 10):
            self.box(BAR_LEFT_MM + n, top, 10.0, 2.5, BLACK if n % 20 == 0 else PALE_GREY)
        said = f"This bar must be exactly {BAR_MM} mm long."
        self.text((BAR_LEFT_MM, top + 6.0), said, 8.0, bold=True)
        otherwise = "If it is not, print again at 100 % (no fitting to the page)."
        self.text((BAR_LEFT_MM, top + 9.6), otherwise, 8.0)

    def next_page(self) -> None:
        """Go on to a new page."""
        self._canvas.showPage()

    def finished(self) -> bytes:
        """Return the document."""
        self._canvas.save()
        return self._data.getvalue()

    def _at(self, point: Point) -> Point:
        return point[0] * MM, (self.height - point[1]) * MM


def grey(level: int) -> Color:
    """Return a grey of the screen's colour space, so that 119 stays 119."""
    return Color(level / 255, level / 255, level / 255)


def _runs(line: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the stretches of a row that are dark: first place, place after the last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
