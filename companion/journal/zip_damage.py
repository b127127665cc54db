"""What Python says of zip files that are none, or damaged: each part of it in its own way."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib

DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,  # of bz2
    RuntimeError,  # of ways to pack that are not known, and of files locked with a password
    ValueError,
)
"""Errors of opening and unpacking."""
