"""Files that say where the boards of a picture lie."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.documents import known_format
from companion.arrays import Image
from companion.boards import GAMES
from companion.cli.shared.argument_types import FARTHEST_PX
from companion.errors import UsageError
from companion.fields import Field, FieldError, parse
from companion.games import INFOS
from companion.sitting_folder.corners import Corners, on_top
from companion.whole_file import read_whole


def read_corners(path: Path, image: Image, game: str) -> list[NDArray[np.float64]]:
    """Return the corners in a file, of a game's boards in ``image``: four points for each.

    So it is in ``corners_px`` of what 'companion calibrate corners' writes, and of a sitting.
    """
    try:
        root = parse(read_whole(path))
        if isinstance(root.value, dict):
            _check_game(root, game, path)
            _check_size(root, image, path)
        boards = _corners_in(root)
        found = [_four_points(each) for each in boards.items()] or boards.fail("is empty")
        if twice := on_top(found):
            boards.fail(f"puts the boards of seats {twice[0]} and {twice[1]} on top of each other")
        return [np.array(each, float) for each in found]
    except OSError as error:
        raise UsageError(
            f"the corners {path} cannot be read ({error.strerror}); name another file"
        ) from error
    except FieldError as error:
        raise UsageError(
            f"the corners {path} are wrong: {error}; give four points a board"
        ) from error


def _check_game(root: Field, game: str, path: Path) -> None:
    """Refuse corners that say they are another game's, or of a form that is not known yet."""
    if root.optional("format") is not None:
        known_format(root)
    told = root.optional("game")
    if told is not None and told.text(GAMES) != game:
        raise UsageError(
            f"the corners {path} are those of {INFOS[told.text()].title}, and the boards are to be "
            f"read as {INFOS[game].title}; say --game {told.text()}, or name another file"
        )


def _check_size(root: Field, image: Image, path: Path) -> None:
    """Refuse corners that say how large their picture was, where this one is not."""
    size = root.optional("size")
    if size is None:
        return
    told, own = tuple(each.whole() for each in size.items(2)), (image.shape[1], image.shape[0])
    if told != own:
        raise UsageError(
            f"the corners {path} were found in a picture of {told[0]} x {told[1]} pixels, and this "
            f"one has {own[0]} x {own[1]}; find them in this one"
        )


def _corners_in(root: Field) -> Field:
    """Return the list of boards; 'companion boards --json' has each in an object of its own."""
    if not isinstance(root.value, dict):
        return root
    boards = root.optional("boards")
    if boards is None:
        return root.member("corners_px")
    return Field([each.member("corners_px").value for each in boards.items()], boards.key)


def _four_points(node: Field) -> Corners:
    """Return the corners of one board."""
    items = node.items(4)
    first, second, third, fourth = (item.point() for item in items)
    for item in items:
        if max(map(abs, item.point())) > FARTHEST_PX:
            item.fail("lies too far from any picture")
    return first, second, third, fourth
