"""Recorded games read from files and checked against the engine (``companion verify``)."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import IO, Any

from companion.errors import UsageError
from companion.fields import FieldError, parse
from companion.games.differences import RECORDS, Difference, differences
from companion.whole_file import read_whole


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of one file found; games that stopped early are counted apart.

    ``incomplete`` and ``flagged`` games are not checked: their file says itself that they break
    off or leave the rules.
    """

    path: Path
    game: str
    checked: int
    incomplete: int
    flagged: int
    differences: tuple[Difference, ...]


def verify(path: Path) -> Verdict:
    """Check every game of a file of recorded games; raises ``UsageError`` when it is none."""
    lines = _objects(path)
    game = _header_game(path, next(lines, {}))
    checked, incomplete, flagged = 0, 0, 0
    found: list[Difference] = []
    for record in lines:
        if record.get("flags"):
            flagged += 1
        elif not record.get("complete", True):
            incomplete += 1
        else:
            checked += 1
            found += _differences(path, game, record)
    return Verdict(path, game, checked, incomplete, flagged, tuple(found))


def _differences(path: Path, game: str, record: Mapping[str, Any]) -> list[Difference]:
    try:
        return differences(game, record)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        number = record.get("game")
        raise UsageError(
            f"{path}: game {number} has not the form of a recorded {game} game "
            f"({type(error).__name__}: {error}); compare it with the file's header"
        ) from error


def _header_game(path: Path, header: Mapping[str, Any]) -> str:
    if header.get("type") != "header" or not isinstance(header.get("game"), str):
        raise UsageError(f"{path} does not begin with a header line; is it a file of games?")
    game: str = header["game"]
    if game not in RECORDS:
        known = ", ".join(sorted(RECORDS))
        raise UsageError(f"{path} records {game!r}; games of {known} can be verified.")
    return game


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a file, one a line; a name ending in .gz is unpacked."""
    number = 0
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    value = parse(line).value
                    if not isinstance(value, dict):
                        raise UsageError(f"{path}, line {number} is no JSON object; is it whole?")
                    yield value
    except (FieldError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}, line {number or 1} is no JSON; is it whole?") from error
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise UsageError(f"{path} cannot be unpacked ({error}); copy it again.") from error
    except OSError as error:
        raise UsageError(
            f"the games {path} cannot be read ({error.strerror}); name another file"
        ) from error


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    """Open a file to be read line by line; a pipe or a device is read to its end before."""
    with path.open("rb") if path.is_file() else BytesIO(read_whole(path)) as file:
        unpacked = gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file
        with TextIOWrapper(unpacked, encoding="utf-8") as lines:
            yield lines
