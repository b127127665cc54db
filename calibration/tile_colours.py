"""The colours of one set of tiles, learned during an evening and kept for the next.

A file of this kind is JSON one can read: ``format``, ``game``, ``colours`` (name to L*, a*, b*
under the board's own white) and ``counts`` (of how many confirmed tiles each was learned).
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from calibration.files import write_whole
from companion.errors import CalibrationError
from companion.fields import Field, FieldError, parse
from companion.vision.palette import Palette, usual

FORMAT = 1


def save_tiles(path: Path, game: str, palette: Palette) -> None:
    """Write what is known of a set's tiles; after a power failure the old or the new is there."""
    colours = {
        name: [round(float(part), 2) for part in main] for name, main in palette.colours.items()
    }
    data = {"format": FORMAT, "game": game, "colours": colours, "counts": dict(palette.counts)}
    write_whole(path, json.dumps(data, indent=1, sort_keys=True).encode())


def load_tiles(path: Path, game: str, colours: tuple[str, ...]) -> Palette:
    """Read a file ``save_tiles`` wrote; ``CalibrationError`` says what is wrong with it."""
    try:
        return _read(parse(path.read_bytes()), game, colours)
    except OSError as error:
        sentence = f"the tiles' colours {path} cannot be read ({error.strerror})"
        raise CalibrationError(f"{sentence}; put the file back", path=path) from error
    except FieldError as error:
        sentence = f"the tiles' colours {path} are wrong: {error}"
        raise CalibrationError(
            f"{sentence}; remove the file, and the set is learned anew", path=path, key=error.key
        ) from error


def _read(root: Field, game: str, colours: tuple[str, ...]) -> Palette:
    if root.member("format").whole() != FORMAT:
        root.member("format").fail(f"must be {FORMAT}")
    root.member("game").text((game,))
    start = usual(game, colours)
    mains = root.member("colours")
    counts = root.member("counts")
    names = dict.fromkeys((*start.colours, *mains.mapping()))
    return Palette(
        start.usual,
        {name: np.array(_main(mains.member(name)), np.float32) for name in names},
        {name: counts.member(name).whole(1) for name in counts.mapping()},
    ).charted({})


def _main(node: Field) -> tuple[float, ...]:
    parts = tuple(part.number() for part in node.items(count=3))
    if not 0 <= parts[0] <= 100 or max(abs(parts[1]), abs(parts[2])) > 128:
        node.fail("must be L* from 0 to 100 and a*, b* from -128 to 128")
    return parts
