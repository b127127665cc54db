"""What a family prints once: corner brackets, the ChArUco sheet, the quick-start card.

Every function returns a whole PDF as bytes, in exact size; nothing here writes a file.
"""

from calibration.print.bracket_sheet import bracket_pdf
from calibration.print.card import card_pdf
from calibration.print.charuco import charuco_pdf

__all__ = ["bracket_pdf", "card_pdf", "charuco_pdf"]
