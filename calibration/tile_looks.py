"""What a set's tiles look like, kept from one evening to the next: small pictures of faces.

A file of this kind is JSON: ``kind`` (older ones have none), ``format``, ``game``, ``faces``
(colour name to PNG pictures in base64, 20 x 20 pixels under the white of the board they lay on),
and the names of the colours that were ``shown`` (older ones do not tell).
Format 1 held single ``colours``, which the eyes no longer use: such a file knows nothing, and the
set is learned anew.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from calibration.documents import TILES
from companion.boards import GAMES, load
from companion.errors import CalibrationError
from companion.fields import Field, FieldError, parse
from companion.games.base import FIRST, SPECIAL
from companion.neural_network.encoders import FACE_SIDE
from companion.vision.cells.looks import KEPT_FACES, NOTHING_KNOWN, Face, Looks
from companion.whole_file import read_whole, write_whole

FORMAT, COLOURS_ONLY = 2, 1

SIZE = struct.pack(">II", FACE_SIDE, FACE_SIDE)
"""Width and height of a face as a PNG has them, up to its 24th byte."""

Result = TypeVar("Result")


def save_looks(path: Path, game: str, looks: Looks) -> None:
    """Write what is known of a set's tiles; after a power failure the old or the new is there."""
    faces = {name: [_packed(face) for face in known] for name, known in looks.faces.items()}
    head = {"kind": TILES, "format": FORMAT, "game": game}
    data = {**head, "faces": faces, "shown": sorted(looks.shown)}
    write_whole(path, json.dumps(data, indent=1, sort_keys=True).encode())


def load_looks(path: Path, game: str, colours: tuple[str, ...]) -> Looks:
    """Read a file ``save_looks`` wrote; ``CalibrationError`` says what is wrong with it."""
    return _loaded(path, lambda root: _read(root, game, colours))


def load_set(path: Path) -> tuple[str, Looks]:
    """Read such a file of whatever game: its name, and what is known of the set's tiles."""

    def read(root: Field) -> tuple[str, Looks]:
        game = root.member("game").text(GAMES)
        return game, _read(root, game, load(game).colours)

    return _loaded(path, read)


def _loaded(path: Path, read: Callable[[Field], Result]) -> Result:
    try:
        return read(parse(read_whole(path)))
    except OSError as error:
        sentence = f"the tiles' looks {path} cannot be read ({error.strerror})"
        raise CalibrationError(f"{sentence}; put the file back", path=path) from error
    except FieldError as error:
        sentence = f"the tiles' looks {path} are wrong: {error}"
        raise CalibrationError(
            f"{sentence}; name another file, or remove this one, and the set is learned anew",
            path=path,
            key=error.key,
        ) from error


def _read(root: Field, game: str, colours: tuple[str, ...]) -> Looks:
    kind = root.optional("kind")
    if kind is not None:
        kind.text((TILES,))
    known = root.member("format").whole()
    if known not in (FORMAT, COLOURS_ONLY):
        root.member("format").fail(f"must be {FORMAT}")
    root.member("game").text((game,))
    if known == COLOURS_ONLY:
        root.member("colours").mapping()
        return NOTHING_KNOWN
    faces = root.member("faces")
    names = (*colours, FIRST, SPECIAL)
    for name in faces.mapping():
        if name not in names:
            faces.fail(f"has the colour '{name}', which this game has not")
    shown = root.optional("shown")
    return Looks(
        {name: _faces(faces.member(name)) for name in names if name in faces.mapping()},
        frozenset(each.text(names) for each in shown.items()) if shown else frozenset(),
    )


def _faces(node: Field) -> tuple[Face, ...]:
    faces = tuple(_unpacked(item) for item in node.items()[-KEPT_FACES:])
    if not faces:
        node.fail("must have a picture or more")
    return faces


def _packed(face: Face) -> str:
    return base64.b64encode(cv2.imencode(".png", face)[1].tobytes()).decode()


def _unpacked(node: Field) -> Face:
    """Return the picture a text holds."""
    try:
        data = np.frombuffer(base64.b64decode(node.text(), validate=True), np.uint8)
    except ValueError:  # no base64, or no letters of it
        data = np.zeros(0, np.uint8)
    face = None
    if data[:24].tobytes().endswith(SIZE):  # a few bytes may be a picture that no memory holds
        with suppress(cv2.error):
            face = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if face is None or face.shape != (FACE_SIDE, FACE_SIDE, 3):
        node.fail(f"must be a picture of {FACE_SIDE} x {FACE_SIDE} pixels, as PNG in base64")
    return np.asarray(face, np.uint8)
