"""Calibration for the page that guides through it: pictures in, remarks and outlines out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from threading import Lock

import numpy as np

from calibration.findings import Finding
from calibration.in_use import board_file, kept_optics, tiles_file
from calibration.light_check import check_light
from calibration.placement import check_placement
from calibration.tapped_corners import settled
from calibration.template import (
    Adjustment,
    Move,
    adjusted,
    groups,
    load_adjustment,
    save_adjustment,
    suggested,
)
from calibration.tile_looks import save_looks
from companion.arrays import HALF_PIXEL, Image, Points
from companion.boards import Board, load
from companion.cli.shared.shown_tiles import looks_shown
from companion.errors import CalibrationError
from companion.games.base import Setup
from companion.geometry.camera import BOARD_MM, Pose, board_corners
from companion.geometry.optics import USUAL, Optics
from companion.geometry.solve import Table
from companion.journal import Seating
from companion.sentence import Sentence
from companion.service.pictures.calibrator import AS_USUAL, Laid, Moves, Remark, Shape
from companion.service.pictures.photograph import picture_from
from companion.service.sitting.taps import taps_of
from companion.vision.locate.finding import by_brackets, check_inside

Found = tuple[Image, Table, Board]


class GuidedCalibrator:
    """A ``companion.service.pictures.calibrator.Calibrator`` that keeps its files in a folder.

    Without a folder, at the simulated table, nothing is kept.

    Safe for threads: pages are drawn in many.  The boards of the last picture are remembered, and
    what there is to say of it, so that moving the template over it takes no time.
    """

    def __init__(self, folder: Path | None) -> None:
        """Keep files in ``folder``, which need not exist yet."""
        self._folder = folder
        self._lock = Lock()
        self._last: tuple[object, Found] | None = None
        self._said: tuple[Found, tuple[Remark, ...]] | None = None

    def check(self, jpeg: bytes, seating: Seating) -> tuple[Remark, ...]:
        """Return what there is to say of camera and light."""
        found = self._found(jpeg, seating)
        with self._lock:
            if self._said is None or self._said[0] is not found:
                findings = check_placement(*found) + check_light(*found)
                self._said = (found, tuple(_remark(finding) for finding in findings))
            return self._said[1]

    def lay(self, jpeg: bytes, seating: Seating, moves: Moves) -> tuple[Laid, ...]:
        """Return the template of every board as ``moves`` have it, in the picture."""
        _, table, board = self._found(jpeg, seating)
        moved = adjusted(board, _adjustment(seating.setup, "", moves))
        return tuple(_laid(table, seat, moved) for seat in sorted(table[1]))

    def suggest(self, jpeg: bytes, seating: Seating) -> Moves:
        """Return the moves that lay the template on the print in the picture."""
        image, table, board = self._found(jpeg, seating)
        return _moves(suggested(image, table, board, ""))

    def learn_tiles(self, jpeg: bytes, seating: Seating) -> None:
        """Keep what the tiles look like that are shown on the first board."""
        setup, image = seating.setup, picture_from("just taken", jpeg).pixels
        board = load(setup.game, setup.variant)
        looks = looks_shown(image, board, setup.players, taps_of(seating), self._optics)
        path = tiles_file(self._kept_in, setup.game, setup.variant)
        _written(path, lambda: save_looks(path, setup.game, looks))

    def knows_tiles(self, game: str, variant: str) -> bool:
        """Tell whether the tiles of the set in use were learned, or nothing could be kept of it."""
        return self._folder is None or tiles_file(self._folder, game, variant).exists()

    def kept(self, setup: Setup) -> tuple[str, Moves]:
        """Return the set in use and its moves; a damaged file counts as none."""
        if self._folder is None:
            return "", {}
        try:
            found = load_adjustment(board_file(self._folder, setup.game, setup.variant))
            adjusted(load(setup.game, setup.variant), found)
        except CalibrationError:
            return "", {}
        return found.set_name, _moves(found)

    def keep(self, setup: Setup, name: str, moves: Moves) -> None:
        """Keep a set's moves, when they make a board; the old file stays until then."""
        found = _adjustment(setup, name, moves)
        adjusted(load(setup.game, setup.variant), found)
        path = board_file(self._kept_in, setup.game, setup.variant)
        _written(path, lambda: save_adjustment(path, found))

    @property
    def _kept_in(self) -> Path:
        """The folder; ``CalibrationError`` where there is none."""
        if self._folder is None:
            raise CalibrationError(
                "nothing is kept at the simulated table; start the companion with its camera"
            )
        return self._folder

    @property
    def _optics(self) -> Optics:
        """What is known of the table's own camera."""
        return USUAL if self._folder is None else kept_optics(self._folder)[0]

    def _found(self, jpeg: bytes, seating: Seating) -> Found:
        """Return the picture and where the boards lie in it, as they are usually printed."""
        key = (jpeg, seating.setup.game, seating.setup.variant, seating.setup.players,
               None if seating.corners is None else tuple(seating.corners.items()))  # fmt: skip
        with self._lock:
            if self._last is None or self._last[0] != key:
                self._last = (key, self._find(jpeg, seating))
            return self._last[1]

    def _find(self, jpeg: bytes, seating: Seating) -> Found:
        image = picture_from("just taken", jpeg).pixels
        board = load(seating.setup.game, seating.setup.variant)
        taps = taps_of(seating)
        if taps is None:
            table = by_brackets(image, board, seating.setup.players, self._optics)
        else:
            # Whether they are a board's was asked when the game was begun.
            table, _ = settled(image, board, taps, self._optics, any_print=True)
        check_inside(image, table, board)
        return image, table, board


def _written(path: Path, write: Callable[[], None]) -> None:
    """Write a file; ``CalibrationError`` where there is no room for it."""
    try:
        write()
    except OSError as error:
        raise CalibrationError(
            Sentence(
                "the calibration {file} cannot be written ({error}); "
                "free some space and save again",
                file=path.name,
                error=error.strerror,
            ),
            path=path,
        ) from error


def _remark(finding: Finding) -> Remark:
    values = {name: float(value) for name, value in finding.values.items()}
    return Remark(finding.check, finding.level.value, finding.seat, values, finding.spots)


def _adjustment(setup: Setup, name: str, moves: Moves) -> Adjustment:
    changed = {group: Move(*move) for group, move in moves.items() if move != AS_USUAL}
    return Adjustment(name, setup.game, setup.variant, changed)


def _moves(adjustment: Adjustment) -> Moves:
    return {group: astuple(move) for group, move in adjustment.moves.items()}


def _laid(table: Table, seat: int, board: Board) -> Laid:
    camera, poses = table
    pose: Pose = poses[seat]

    def shape(points_mm: Points) -> Shape:
        pixels = camera.project(pose.place(points_mm), BOARD_MM) + HALF_PIXEL
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in pixels)

    spaces = {
        name: tuple(shape(np.array(cell.polygon_mm)) for cell in cells)
        for name, cells in groups(board).items()
    }
    return Laid(seat, shape(board_corners(board.size_mm)), spaces)
