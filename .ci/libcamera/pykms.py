"""A screen's driver in which everything exists and does nothing: we never show a preview."""

from unittest.mock import MagicMock

PixelFormat = MagicMock()
