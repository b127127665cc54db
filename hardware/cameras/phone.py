"""No camera over the table: phones send the pictures."""

from __future__ import annotations

from companion.errors import PictureError
from companion.ports import Picture


class PhoneCamera:
    """Stands where a camera would; nobody can have it take a picture but by a phone."""

    def frame(self) -> Picture:
        """Refuse: the picture must come from a phone."""
        raise PictureError(
            "a phone takes this game's pictures; open the page Camera on it and press there"
        )

    def rewind(self) -> None:
        """Do nothing: a phone measures the light by itself."""
