"""A sitting as a folder: pictures in order, and ``sitting.json`` with what people told.

``read(folder)`` returns it as values, or raises a ``SittingError`` whose one sentence names the
file, the key in it and what to do.  What the pictures show is nobody's business here.

>>> read("sittings/monday").frames[0].moment.checkpoint  # doctest: +SKIP
<Checkpoint.SETUP: 'setup'>
"""

from companion.sitting_folder.corners import Corners
from companion.sitting_folder.folder import (
    CAMERAS,
    FORMAT,
    HANDHELD,
    SITTING_JSON,
    FrameEntry,
    SittingFolder,
    read,
)

__all__ = [
    "CAMERAS",
    "FORMAT",
    "HANDHELD",
    "SITTING_JSON",
    "Corners",
    "FrameEntry",
    "SittingFolder",
    "read",
]
