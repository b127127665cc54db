"""The factory of labelled cells: drawn sittings, about a thousand cells a second on each core.

A sitting is one printing under one light, seen by one camera: its boards empty, then twice with
tiles.  What comes out are the windows of all cells, cut by the very code that cuts them at a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.boards import Board, Cell, load
from companion.fields import Point
from companion.geometry.camera import BOARD_MM, Pose
from companion.neural_network.slots import KINDS, slot_of, tile_cells
from companion.printings.edition import Edition, edition, twin_of
from companion.printings.faces import board_face
from companion.training.factory.contents import Lying, Spaces, dome_space, lying_on, some_domes
from companion.training.factory.covers import cover
from companion.training.factory.development import Develop, develop, develop_of, drifting
from companion.training.factory.drawing import Drawing
from companion.training.factory.lighting import Light, later, light_of
from companion.training.factory.making import Making, making_of
from companion.training.factory.panels import lay_panel
from companion.training.factory.pieces import domes_of, prisms_of
from companion.training.factory.strangers import strange_face
from companion.training.factory.views import View, view_of
from companion.vision.cells.seen import see_cells
from companion.vision.cells.windows import layout_of, leans_of

FACE_SCALES = (1.5, 2.5, 3.5)
"""Pixels per millimetre in which a print is drawn: no finer than the camera sees it."""

PICTURES = 2
BOARDS = 2

STRANGE = 0.06
"""Share of sittings with boards that are none of the game's."""

CUT_OFF = 0.04
"""Share of pictures that end within the board."""

UNSEEN = -1

MARKED = (0, 0, 1, 1, None)
"""Which board of a picture the starting player marker lies on: None where on another one."""

TWINS = 0.25
"""Share of sittings whose coloured spaces are printed as strongly as their tiles are."""

STARS = 7
"""Most stars that a board has."""

HANDS = 0.12
"""Share of pictures with something over the board."""


@dataclass(frozen=True)
class Batch:
    """The cells of one sitting, by picture P, board B and cell N.

    ``windows`` (P, B, N, 3, SIDE, SIDE, 3) uint8: at the print's height, at the tiles', and the
    same cells bare; ``labels`` (P, B, N) the slot of what lies there, ``UNSEEN`` where the picture
    ends; ``prints`` (P, B, N) the slot of what is printed there, seen or not; ``known`` (B, N) what
    is known to be printed there; ``leans`` (B, N, 2) and ``off`` (B, N, 2), how far from its
    window's middle a printed space lies, in tiles; ``covered`` (P, B, N) how much of a cell (0 to
    1) a hand hides, ``hidden`` (P, B, N) a hand or a lamp's reflection, beside which a tile's sides
    may be seen; ``strange`` (1,): this is no board of the game.
    """

    windows: NDArray[np.uint8]
    labels: NDArray[np.int8]
    prints: NDArray[np.int8]
    covered: NDArray[np.float32]
    hidden: NDArray[np.float32]
    known: NDArray[np.int8]
    leans: NDArray[np.float32]
    off: NDArray[np.float32]
    strange: NDArray[np.bool_]


@dataclass(frozen=True)
class Table:
    """What stays the same for a sitting."""

    board: Board
    edition: Edition
    making: Making
    develop: Develop
    scale: float


def sitting(seed: int, game: str, variant: str = "coloured") -> Batch:
    """Return the cells of the drawn sitting of a seed."""
    chance = Random(f"sitting {seed} {game} {variant}")
    usual = load(game, variant)
    strange = chance.random() < STRANGE
    board = _printed_elsewhere(usual, chance)
    light, dim = light_of(chance), chance.random() < 0.2
    printing = edition(seed, board.colours)
    if chance.random() < TWINS:
        printing = twin_of(printing)
    views = [view_of(board, chance) for _ in range(BOARDS)]
    needed = max(view.px_per_mm for view in views)
    scale = next((each for each in FACE_SCALES if each > needed), FACE_SCALES[-1])
    table = Table(board, printing, making_of(chance), develop_of(chance, dim=dim), scale)
    make = partial(strange_face, chance=chance) if strange else board_face
    face = make(printing, board, scale)
    markers = [chance.choice(MARKED) for _ in range(PICTURES)]
    parts = [
        _of_board(
            table, usual, face, view, light, [n == at for at in markers], Random(f"{seed}/{n}")
        )
        for n, view in enumerate(views)
    ]
    return _joined(parts, strange=strange)


def _joined(parts: Sequence[Batch], *, strange: bool) -> Batch:
    """Return the cells of all boards of a sitting."""

    def stacked(name: str, axis: int) -> NDArray[Any]:
        return np.stack([getattr(part, name) for part in parts], axis)

    return Batch(
        windows=stacked("windows", 1),
        labels=stacked("labels", 1),
        prints=stacked("prints", 1),
        covered=stacked("covered", 1),
        hidden=stacked("hidden", 1),
        known=stacked("known", 0),
        leans=stacked("leans", 0),
        off=stacked("off", 0),
        strange=np.array([strange]),
    )


def _printed_elsewhere(board: Board, chance: Random) -> Board:
    """Return the board with its spaces a little beside where the file has them, kind by kind.

    Stars are moved each for itself, and further: printings differ by millimetres there.
    """
    loose = chance.choice((0.4, 0.4, 1.2))
    shifts: dict[str | int, Point] = {
        kind: (chance.gauss(0, 0.4), chance.gauss(0, 0.4)) for kind in KINDS
    }
    shifts |= {star: (chance.gauss(0, loose), chance.gauss(0, loose)) for star in range(STARS)}
    stretch = chance.gauss(1.0, 0.003)
    middle = board.size_mm[0] / 2, board.size_mm[1] / 2

    def to(point: Point, shift: Point) -> Point:
        x, y = ((p - m) * stretch + m + s for p, m, s in zip(point, middle, shift, strict=True))
        return x, y

    def moved(cell: Cell) -> Cell:
        part = cell.kind if cell.star is None else cell.star
        shift = shifts.get(part, (0.0, 0.0))
        outline = tuple(to(point, shift) for point in cell.polygon_mm)
        return replace(cell, centre_mm=to(cell.centre_mm, shift), polygon_mm=outline)

    return replace(board, cells=tuple(moved(cell) for cell in board.cells))


def _of_board(
    table: Table,
    usual: Board,
    face: Image,
    view: View,
    light: Light,
    marked: Sequence[bool],
    chance: Random,
) -> Batch:
    """Return the cells of one board in all pictures; in ``marked`` ones the marker may be on it."""
    board, cells = table.board, tile_cells(usual)
    domes = some_domes(board, chance)
    shown = {id: spaces for id, spaces in domes.items() if chance.random() < 0.6}
    seen = _misplaced(view, chance)
    ground = _ground(table, face, view, light)
    empty, *_ = _photograph(table, ground, view, light, Lying({}, {}, shown), chance)
    bare = _cut(empty, seen, usual)[0]
    windows, labels, prints, covered, hidden = [], [], [], [], []
    for picture in range(PICTURES):
        lying = lying_on(board, chance, domes, marked=marked[picture])
        now, hands = later(light, chance), chance.random() < HANDS
        image, over, blinded = _photograph(table, ground, view, now, lying, chance, hands=hands)
        ends = _cut_off(image, chance)
        near = _misplaced(seen, chance, 0.15)
        base, top = _cut(image, near, usual)
        windows.append(np.stack((base, top, bare), 1))
        middles = view.see(np.array([cell.centre_mm for cell in cells]), BOARD_MM)
        slots = [slot_of(lying.tops.get(cell.id), usual) for cell in cells]
        labels.append(np.where(middles[:, 0] < ends, slots, UNSEEN))
        prints.append([_print_slot(cell, usual, domes) for cell in cells])
        covered.append(_hidden(over, view, board, lying))
        hidden.append(_hidden(np.maximum(over, blinded), view, board, lying))
    heights = (BOARD_MM, BOARD_MM + usual.tile.height_mm)
    return Batch(
        np.stack(windows),
        np.array(labels, np.int8),
        np.array(prints, np.int8),
        np.array(covered, np.float32),
        np.array(hidden, np.float32),
        np.array([_print_slot(cell, usual, shown) for cell in cells], np.int8),
        leans_of(seen.camera, seen.pose, layout_of(usual), heights).astype(np.float32),
        _off(view, seen, board, usual).astype(np.float32),
        np.zeros(1, bool),
    )


def _off(true: View, seen: View, board: Board, usual: Board) -> NDArray[np.float64]:
    """Return how far (N, 2) printed spaces lie from where they are looked for, in tiles."""
    there = true.project(np.array([cell.centre_mm for cell in tile_cells(board)]), BOARD_MM)
    at = seen.pose.back(seen.camera.lower(there, BOARD_MM))
    layout = layout_of(usual)
    return layout.in_tiles(at - layout.middles)


def _cut_off(image: Image, chance: Random) -> float:
    """Let a picture (H, W, 3) end early, in place, now and then; return where (pixels)."""
    width = image.shape[1]
    if chance.random() >= CUT_OFF:
        return float(width)
    ends = round(width * chance.uniform(0.6, 0.97))
    image[:, ends:] = 0
    return float(ends)


def _print_slot(cell: Cell, board: Board, domes: Mapping[str, Spaces]) -> int:
    """Return the slot of what is printed on a cell: by the board, or by the dome tile on it."""
    printed = dome_space(cell, domes) if cell.kind == "dome" else cell.colour
    return slot_of(printed, board)


def _ground(table: Table, face: Image, view: View, light: Light) -> Image:
    """Return the table and the print on it, before any light falls on them."""
    drawing = Drawing(view, light)
    drawing.lay_table(Random(f"table {table.edition.seed}"))
    drawing.lay_sheet(face, table.scale, table.board.size_mm)
    return drawing.image


def _photograph(
    table: Table,
    ground: Image,
    view: View,
    light: Light,
    lying: Lying,
    chance: Random,
    *,
    hands: bool = False,
) -> tuple[Image, NDArray[np.uint8], NDArray[np.uint8]]:
    """Return a picture of the board as it lies there, and where (H, W) it cannot be seen.

    First where something covers it, then where a lamp blinds (both 255 there).
    """
    drawing = Drawing(view, light)
    drawing.image = ground.copy()
    if table.board.panel and Random(f"panel {table.edition.seed}").random() < 0.7:
        lay_panel(drawing, table.board, Random(f"panel {table.edition.seed} look"))
    tiles = prisms_of(table.board, table.edition, lying, table.making, view, chance)
    for layer in (domes_of(table.board, table.edition, lying, view, chance), tiles):
        for prism in layer:
            drawing.shade(prism)
        for prism in layer:
            drawing.put(prism, chance)
    levels, blinded = drawing.finished()
    over = np.zeros(levels.shape[:2], np.uint8)
    if hands:
        over = cover(levels, view.px_per_mm * max(table.board.size_mm), chance)
    image = develop(levels, drifting(table.develop, chance), chance.getrandbits(32))
    return image, over, blinded


def _hidden(mask: NDArray[np.uint8], view: View, board: Board, lying: Lying) -> list[float]:
    """Return how much of each cell a mask (H, W) hides: of the tile on it, or of its space."""
    if not mask.any():
        return [0.0] * len(tile_cells(board))
    small = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    size = np.array(small.shape[::-1])
    tiles = np.array([cell.id in lying.tops for cell in tile_cells(board)])
    tops = BOARD_MM + np.where(tiles, board.tile.height_mm, 0.0).repeat(4)
    seen = view.see(layout_of(board).corners(0.5), tops[:, None]).reshape(-1, 4, 2) / 2
    lows = np.clip(seen.min(axis=1).astype(int), 0, size - 1)
    highs = np.clip(seen.max(axis=1).astype(int) + 1, lows + 1, size)
    ends = zip(lows.tolist(), highs.tolist(), strict=True)
    return [float(small[y:bottom, x:right].mean() / 255) for (x, y), (right, bottom) in ends]


def _misplaced(view: View, chance: Random, much: float = 1.0) -> View:
    """Return the view as it is found: a millimetre and a degree off, as finding goes."""
    off = much * chance.choice((0.3, 0.3, 0.6, 0.6, 1.2, 2.5))
    pose = Pose(
        view.pose.x_mm + chance.gauss(0, off),
        view.pose.y_mm + chance.gauss(0, off),
        view.pose.turn + chance.gauss(0, 0.003 * off),
    )
    camera = view.camera
    place = camera.position_mm * np.array([1, 1, -1]) * (1 + chance.gauss(0, 0.003 * off))
    turned = replace(camera, shift=-camera.rotation @ place)
    return View(turned, pose, view.size)


def _cut(image: Image, view: View, board: Board) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the windows of all cells at both heights, under the board's own white."""
    seen = see_cells(image, view.camera, {0: view.pose}, board)[0]
    return seen.base, seen.top
