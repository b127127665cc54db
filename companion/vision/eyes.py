"""The eyes: find the boards once, follow them, say what lies on them.

``begin`` looks at the first picture, ``look`` at every one; what is known of the table travels in
an immutable ``Scene``.  Nothing here knows a rule.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.boards import Board
from companion.vision import edges
from companion.vision.arrays import Image, Points
from companion.vision.bump import solve_again
from companion.vision.chips import read_chips
from companion.vision.cover import bare_ground, covered_share, cut_off
from companion.vision.cube import CUBE_HEIGHT_MM, read_score
from companion.vision.domes import places_of
from companion.vision.finding import by_brackets, check_inside, find_all
from companion.vision.follow import Followed, landmarks_of
from companion.vision.geometry import BOARD_MM, Camera, Pose, board_corners
from companion.vision.glare import HAZY, glare_cells
from companion.vision.ground import SetTable
from companion.vision.laid import Places, read_places
from companion.vision.learning import chart_of, learn_the_obvious
from companion.vision.light import compare, white_of
from companion.vision.loose import LooseTable, loose_tiles
from companion.vision.noise import calm
from companion.vision.optics import USUAL, Optics
from companion.vision.origin import keep_origin
from companion.vision.palette import usual
from companion.vision.rectify import rectify
from companion.vision.scene import Known, Scene, Seen
from companion.vision.sighting import BoardSighting, Sighting, View, tempered
from companion.vision.tiles import TILE_KINDS, Reading, read_tiles, tile_cells
from companion.vision.views import TileView

COVERED = 0.01
"""Share of a board's never-used places that may look foreign before something is over it."""

SCORE_KINDS = ("track", "slider")

ROOM_MM = 4.0
"""Room left around cells when only a part of a board is looked at."""

LOOKS = 2
"""Times that tiles' colours are learned from a first picture without reference: what was learned
of some tiles makes others obvious."""

WASHED_OUT = 3
"""Cells that glare may hide; with more, a board is not read but the lamp must be moved."""

HALF_PIXEL = 0.5
"""Pixels of sitting.json count from the picture's edge, ours from the middle of the first pixel."""


def begin(
    image: Image,
    board: Board,
    players: int,
    taps: Mapping[int, Points] | None = None,
    *,
    empty: bool = True,
    optics: Optics = USUAL,
) -> Scene:
    """Return the scene of the first picture: boards found by brackets or tapped corners.

    ``image`` (H, W, 3) uint8 BGR; ``taps`` maps seat to the tapped corners (4, 2), top-left first,
    clockwise, a few pixels off; None where every board has brackets.  Without ``empty`` boards
    there is no reference, only what is usually printed.  ``optics`` is what is known of the lens.
    Raises ``BoardNotFound``.
    """
    picture, image = image, calm(image)
    if taps is None:
        table = by_brackets(image, board, players, optics)
    else:
        inside = {seat: np.asarray(points) - HALF_PIXEL for seat, points in taps.items()}
        table = edges.refine(image, board, inside, optics)
        edges.check_print(image, board, table)
    check_inside(image, table, board)
    camera, poses = table
    shown = frozenset(cell.id for cell in tile_cells(board)) if empty else frozenset()
    free = frozenset(places_of(board)) if empty else frozenset()
    known = {s: _know(image, camera, pose, board, shown, free) for s, pose in poses.items()}
    size = (image.shape[1], image.shape[0])
    scene = Scene(board, camera, known, usual(board.game, board.colours), taps is None, size)
    scene = replace(scene, optics=optics)
    if not empty:
        for _ in range(LOOKS):
            scene = learn_the_obvious(*look(image, scene))
        return scene
    ground = SetTable(picture, camera, poses, board, taps is None)
    return replace(scene, table=ground, palette=scene.palette.charted(chart_of(scene)))


def look(image: Image, scene: Scene) -> tuple[Sighting, Scene]:
    """Return what is seen in a picture (H, W, 3) uint8 BGR, and the scene after it."""
    watch = Stopwatch()
    if (image.shape[1], image.shape[0]) != scene.size:
        return _nothing(scene), replace(scene, seen={})
    image = calm(image)
    scene, boards = _find(image, scene)
    sightings, known, seen = [], dict(scene.known), {}
    watch.lap("registration")
    for seat, found in sorted(boards.items()):
        if found is None:
            sightings.append(BoardSighting(seat, View.LOST))
            continue
        known[seat] = replace(known[seat], pose=found.pose)
        sighting, seen[seat] = _read(image, scene, known[seat], found, seat)
        sightings.append(sighting)
        watch.lap("tiles")
    return Sighting(tuple(sightings), watch.laps), replace(scene, known=known, seen=seen)


def offer(image: Image, scene: Scene) -> LooseTable | None:
    """Return the loose tiles of a picture (H, W, 3) uint8 BGR that was looked at just before.

    None without a set-up picture, or where a board is covered or lost: then hands are about.
    """
    if scene.table is None or len(scene.seen) < len(scene.known):
        return None
    ground = scene.table.ground
    poses = {seat: known.pose for seat, known in scene.known.items()}
    tiles = loose_tiles(image, scene.camera, poses, scene.palette, ground)
    return LooseTable(len(ground.displays), tiles)


class Stopwatch:
    """Adds up milliseconds by stage."""

    def __init__(self) -> None:
        """Start."""
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Add the time since the last lap to ``stage``."""
        now = time.perf_counter()
        self.laps[stage] = self.laps.get(stage, 0.0) + 1e3 * (now - self._last)
        self._last = now


def _find(image: Image, scene: Scene) -> tuple[Scene, dict[int, Followed | None]]:
    """Find all boards; where the camera was bumped, solve for it again."""
    boards = find_all(image, scene.camera, scene.board, scene.known, scene.brackets)
    table = solve_again(image, scene.camera, boards, scene.optics)
    if table is None:
        return scene, boards
    before = {seat: each.pose for seat, each in scene.known.items()}
    camera, poses = keep_origin(table, before, scene.board.size_mm)
    known = {seat: replace(each, pose=poses[seat]) for seat, each in scene.known.items()}
    moved = replace(scene, camera=camera, known=known)
    return moved, find_all(image, camera, scene.board, known, scene.brackets)


def _nothing(scene: Scene) -> Sighting:
    """Return what a picture of another size shows: another camera took it, all boards are lost."""
    return Sighting(tuple(BoardSighting(seat, View.LOST) for seat in sorted(scene.known)))


def _know(
    image: Image,
    camera: Camera,
    pose: Pose,
    board: Board,
    shown: frozenset[str],
    free: frozenset[str],
) -> Known:
    flat = rectify(image, camera, pose, board.size_mm, BOARD_MM)
    return Known(pose, flat, landmarks_of(flat, board), white_of(flat), flat, shown, free)


def _read(
    image: Image, scene: Scene, known: Known, found: Followed, seat: int
) -> tuple[BoardSighting, Seen]:
    """Read one board that was found; a covered one is read too, for the debug pictures."""
    board, camera = scene.board, scene.camera
    ground = np.concatenate((found.agreeing, bare_ground(board)))
    light = compare(found.flat, known.reference, ground)
    foreign = covered_share(found.flat, known.reference, light, board)
    top_mm = BOARD_MM + board.tile.height_mm
    top = rectify(image, camera, found.pose, board.size_mm, top_mm, _rows(board, TILE_KINDS))
    view = TileView(
        found.flat,
        top,
        light,
        known.white,
        known.reference,
        known.shown,
        camera,
        found.pose,
        top_mm,
    )
    reading = read_tiles(view, board, scene.palette)
    before = Places(known.bare, known.free, known.domes)
    laid = read_places(image, view, board, scene.palette, before, reading.cells)
    cells, places = {**reading.cells, **laid.spaces.cells}, laid.places
    reading = Reading(reading.cells, {**reading.pixels, **laid.spaces.pixels})
    bare = known.bare if known.shown else None
    hidden, hazy = glare_cells(found.flat, tile_cells(board), board, light, bare)
    cells |= {cell: tempered(cells[cell], HAZY) for cell in hazy}
    cells |= {cell: dict.fromkeys(cells[cell], 0.0) for cell in hidden}
    corners = camera.project(found.pose.place(board_corners(board.size_mm)), BOARD_MM)
    waiting = foreign > COVERED or len(hidden) > WASHED_OUT or cut_off(image, corners)
    sighting = BoardSighting(
        seat,
        View.COVERED if waiting else View.CLEAR,
        corners + HALF_PIXEL,
        {**cells, **places},
        _read_score(image, camera, found.pose, board),
        hidden,
        _chips(view, scene),
    )
    return sighting, Seen(found.flat, light, reading)


def _chips(view: TileView, scene: Scene) -> Mapping[str, str]:
    """Return the chips on a store that the set-up picture shows empty."""
    if scene.table is None:
        return {}
    return read_chips(view.base, view.reference, view.light, view.white, scene.board, scene.palette)


def _read_score(image: Image, camera: Camera, pose: Pose, board: Board) -> int | None:
    if not board.of_kind(*SCORE_KINDS):
        return None
    middle_mm, rows = BOARD_MM + CUBE_HEIGHT_MM / 2, _rows(board, SCORE_KINDS)
    return read_score(rectify(image, camera, pose, board.size_mm, middle_mm, rows), board)


def _rows(board: Board, kinds: tuple[str, ...]) -> tuple[float, float]:
    """Return the y in mm between which all cells of these kinds lie, with some room."""
    ys = [y for cell in board.of_kind(*kinds) for _, y in cell.polygon_mm]
    return min(ys) - ROOM_MM, max(ys) + ROOM_MM
