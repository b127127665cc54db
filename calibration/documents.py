"""Calibrations as files: JSON one can read, with a kind and a format, checked when loaded."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import CalibrationError
from companion.fields import Field, FieldError, parse
from companion.whole_file import read_whole, write_whole

FORMAT = 1

TILES = "tiles"
"""The looks of a set's tiles; of them the oldest files do not say that they are such."""

Result = TypeVar("Result")


def save(path: Path, kind: str, values: Mapping[str, Any]) -> None:
    """Write a calibration of a ``kind`` whole; the old file stays until the new one is there."""
    document = {"format": FORMAT, "kind": kind, **values}
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    write_whole(path, text.encode())


def load(path: Path, kind: str, read: Callable[[Field], Result]) -> Result:
    """Return what ``read`` makes of the file; ``CalibrationError`` says what is wrong with it."""
    try:
        return read(checked(parse(read_whole(path)), kind))
    except OSError as error:
        raise CalibrationError(
            f"the calibration {path.name} cannot be read ({error.strerror}); "
            "put it back or calibrate again",
            path=path,
        ) from error
    except FieldError as error:
        raise CalibrationError(
            f"the calibration {path.name} is wrong: {error}; mend it or calibrate again",
            path=path,
            key=error.key,
        ) from error


def checked(root: Field, kind: str) -> Field:
    """Return the document when it is of this ``kind`` and format."""
    root.member("kind").text((kind,))
    return known_format(root)


def known_format(root: Field) -> Field:
    """Return the document when no newer companion wrote it; raises ``FieldError``."""
    written = root.member("format")
    if written.whole(low=1) > FORMAT:
        written.fail(f"is {written.value}, but this companion knows formats up to {FORMAT}")
    return root


def kind_of(path: Path) -> str:
    """Return which kind of calibration a file is; ``CalibrationError`` where it is none."""

    def read(root: Field) -> str:
        if "kind" not in root.mapping() and "game" in root.mapping():
            return TILES
        return root.member("kind").text()

    try:
        return read(parse(read_whole(path)))
    except OSError as error:
        raise CalibrationError(
            f"the calibration {path} cannot be read ({error.strerror}); name another file",
            path=path,
        ) from error
    except FieldError as error:
        raise CalibrationError(
            f"{path.name} is no calibration ({error}); name a file of 'companion calibrate'",
            path=path,
        ) from error
