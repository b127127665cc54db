"""What is known of a lens before a picture is looked at: usually little, much once it was measured.

>>> USUAL.fitting((1640, 1232)).focal
0.78
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SAME_SHAPE = 0.01
"""How much a picture's shape may differ from that for which a lens was measured: rounding only."""

HELD = 1e-4
"""Standard deviation of what is not to be found out."""


@dataclass(frozen=True, slots=True)
class Optics:
    """A lens, and how sure it is; the defaults are a camera's of 65 degrees that nobody measured.

    ``focal`` is the focal length over the picture's longer side, ``focal_spread`` the standard
    deviation of its logarithm; ``k1`` is OpenCV's first radial coefficient with its
    ``k1_spread`` (the lenses of Pi cameras and phones are nearly straight); ``centre`` says how
    far right and down of the picture's middle the lens looks, over the longer side, with its
    ``centre_spread``.  ``shape`` is the width over the height of the pictures it holds for, None
    where it holds for all.
    """

    focal: float = 0.78
    focal_spread: float = 0.15
    k1: float = 0.0
    k1_spread: float = 0.06
    centre: tuple[float, float] = (0.0, 0.0)
    centre_spread: float = 0.01
    shape: float | None = None

    def fitting(self, size: tuple[int, int]) -> Optics:
        """Return these optics for pictures of ``size`` (width, height), the usual for other shapes.

        Cameras that take pictures of several shapes show more or less of the middle in them.
        """
        if self.shape is None or abs(self.shape * size[1] / size[0] - 1.0) < SAME_SHAPE:
            return self
        return USUAL

    def held_bend(self) -> Optics:
        """Return the same lens, whose bend is what it is expected to be.

        Four corners tell nothing of it, and any bend could explain them.
        """
        return replace(self, k1_spread=HELD)


def centre_px(size: tuple[int, int], centre: tuple[float, float]) -> tuple[float, float]:
    """Return the pixel a lens looks at whose ``centre`` is as in ``Optics``.

    Counted from the middle of the first pixel, in a picture of ``size`` (width, height).
    """
    longer = max(size)
    right, down = centre
    return (size[0] - 1) / 2 + right * longer, (size[1] - 1) / 2 + down * longer


def centre_of(size: tuple[int, int], pixel: tuple[float, float]) -> tuple[float, float]:
    """Return the centre of a lens that looks at a ``pixel``; undoes ``centre_px``."""
    longer = max(size)
    return (pixel[0] - (size[0] - 1) / 2) / longer, (pixel[1] - (size[1] - 1) / 2) / longer


USUAL = Optics()
"""What is assumed where nobody has measured the lens: of whole pictures, as a camera gives them."""

PERHAPS_CUT = Optics(focal_spread=0.3, centre_spread=0.1)
"""What is assumed of pictures that somebody may have cut to size: of a part of what a lens shows.

How loosely it is held was chosen on photographs cut out of larger ones (seen,
docs/model-trials.md).
"""
