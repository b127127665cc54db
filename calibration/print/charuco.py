"""The ChArUco sheet from which the lens is measured."""

from __future__ import annotations

import numpy as np

from calibration.lens.charuco_sheet import COLUMNS, ROWS, SQUARE_MM, SQUARE_MODULES, board
from calibration.print.paper_page import Paper

TOP_MM = 48.0

ADVICE = (
    "Print at 100 % and glue it to something flat: a book, a board. Check the bar with a ruler.",
    "Photograph it with the table's camera 10 to 20 times: near and far, in every corner of the",
    "picture, tilted each way. Then: companion calibrate lens PICTURE... --out FILE",
)


def charuco_pdf(paper: str) -> bytes:
    """Return the sheet as a PDF, on ``a4`` or ``letter``."""
    document = Paper(paper, "ChArUco sheet for measuring a lens")
    document.text((15.0, 14.0), "ChArUco sheet: measures the camera's lens", 13.0, bold=True)
    document.lines((15.0, 20.0), ADVICE)
    document.scale_bar(33.5)
    left = (document.width - COLUMNS * SQUARE_MM) / 2
    size = (COLUMNS * SQUARE_MODULES, ROWS * SQUARE_MODULES)
    picture = np.asarray(board().generateImage(size))
    document.modules(left, TOP_MM, SQUARE_MM / SQUARE_MODULES, picture < 128)
    return document.finished()
