"""Boards proposed: found without brackets and taps, so that a person only confirms.

Four-cornered patches of the picture are candidates.  The trained eyes say of a few cells whether
they are spaces of the game's board, and of all of them where these lie; all boards together on one
table give the exact corners.  A board that stands out in nothing is found by its like.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.arrays import Image, Points, to_gray
from companion.boards import Board
from companion.chosen_numbers import (
    ASKINGS,
    CERTAIN_BOARD,
    FRAME_MM,
    IN_PLACE_MM,
    SHARP_PX,
    STRETCHED,
    TAPS_OFF,
)
from companion.geometry.bracket import QUADRANT_MM
from companion.geometry.camera import BOARD_MM, Camera, Pose, outline_px
from companion.geometry.quadrilaterals import counter_clockwise, grown, holds
from companion.geometry.rectify import rectify
from companion.geometry.solve import Table, fit_pose, outlines
from companion.vision.cells.legend import names_fit
from companion.vision.cells.windows import layout_of
from companion.vision.locate.finding import without
from companion.vision.locate.quads import quads
from companion.vision.locate.search import anywhere
from companion.vision.locate.settle import Told, as_tapped, ask, few_cells, settle, tile_px
from companion.vision.locate.ways_round import (
    ask_each,
    ask_round,
    corners_round,
    likely,
    tables_round,
)

AT_ONCE, MOST = 2, 12
"""Times that boards are put where their cells say, first and at last: more only take longer."""

TRIES = 4
"""Starts of a place that are gone on with in vain before it is given up: of the wrong side's board
there are dozens."""


@dataclass(frozen=True)
class Proposal:
    """A board that a person may confirm.

    ``corners_px`` (4, 2) in its owner's order: top-left, top-right, bottom-right, bottom-left;
    pixels count from the middle of the first pixel.  ``confidence`` from 0 to 1 is how likely it is
    a board of the game that lies this way round.
    """

    corners_px: Points
    confidence: float


def propose(
    image: Image,
    board: Board,
    players: int,
    known: Sequence[Points] = (),
    over: Points | None = None,
) -> tuple[Proposal, ...]:
    """Return at most ``players`` boards seen in a picture (H, W, 3) uint8 BGR.

    The first belongs to who sits at the lower edge, on the left; the others follow
    counter-clockwise as the picture shows it.  Fewer are returned where no more are made out.
    ``known`` are corners (4, 2) of boards that need not be looked for.  With a point ``over``
    (1, 2) only boards that lie under it are looked for, in a part of the time.
    """
    found = _with_their_like(image, board, players, known)
    if len(found) < players:
        patches = [each for each in quads(image) if over is None or holds(each, over)]
        more = _with_more(image, board, players, found, patches)
        found = _with_their_like(image, board, players, more)
    proposals = (_proposal(image, board, corners) for corners in found)
    return tuple(each for each in proposals if each is not None)


def _with_their_like(
    image: Image, board: Board, players: int, found: Sequence[Points]
) -> list[Points]:
    """Return boards in their order, all on one table, with those that look like one of them."""
    while found:
        table = _together(image, board, found)
        seen = list(outlines(table, board.size_mm).values())
        more = _another(image, board, table) if len(seen) < players else None
        if more is None:
            return seen
        found = [*seen, more]
    return []


def _together(image: Image, board: Board, found: Sequence[Points]) -> Table:
    """Return boards in their order, put on one table where all their cells together say."""
    corners = dict(enumerate(counter_clockwise(found)))
    for _ in range(MOST):
        table = settle(image, as_tapped(image, board, corners).loosened())
        before, corners = corners, outlines(table, board.size_mm)
        if all(np.abs(corners[n] - before[n]).max() < SHARP_PX for n in corners):
            break
    return table


def _another(image: Image, board: Board, table: Table) -> Points | None:
    """Return a board elsewhere on the table that looks like one of those found; None without.

    All boards of a set have one print: the cells of one that looks like the others need only be
    half as certain.  They are asked under the camera that shows the others: what is seen from far
    aside tells too little of a camera of its own.
    """
    camera, poses = table
    rest = to_gray(without(image, camera, board, list(poses.values())))
    taken = [*outlines(table, board.size_mm).values()]
    for pose in poses.values():
        print_ = to_gray(rectify(image, camera, pose, board.size_mm, BOARD_MM).image)
        seems = anywhere(rest, camera, pose, board, print_)
        for corners in _on_the_table(image, board, camera, seems):
            if _is_free(corners, taken):
                return corners
    return None


def _on_the_table(image: Image, board: Board, camera: Camera, seems: Pose) -> list[Points]:
    """Return the board that ``seems`` to lie there, where its cells say; nothing if none does."""
    middles = layout_of(board).middles
    for _ in range(ASKINGS):
        told = ask(image, board, (camera, {0: seems}))[0]
        if told.fits > CERTAIN_BOARD / 2:
            return [outline_px(camera, seems, board.size_mm)]
        seems = seems.compose(fit_pose(middles, told.spaces_mm))
    return []


def _with_more(
    image: Image, board: Board, players: int, known: Sequence[Points], patches: Sequence[Points]
) -> list[Points]:
    """Return boards that are ``known``, with those that lie elsewhere in ``patches``.

    From most starts a board is in place at once or never, and never takes the longest.
    """
    found, starts, vain = [*known], dict[float, list[Points]](), list[Points]()
    for times in (AT_ONCE, MOST):
        for room_mm in (0.0, FRAME_MM, -QUADRANT_MM):  # the board itself, framed, with brackets
            if len(found) < players and room_mm not in starts:
                size = 1 + 2 * room_mm / min(board.size_mm)
                free = [grown(each, size) for each in patches if _is_free(each, found)]
                starts[room_mm] = _starts_in(image, board, free)
            for start in starts.get(room_mm, ()):
                hopeless = sum(_overlap(start, each) for each in vain) >= TRIES
                if len(found) < players and _is_free(start, found) and not hopeless:
                    more = settled(image, board, start, times)
                    found += [each for each in more if _is_free(each, found)]
                    vain += [start] if times == MOST and not more else []
    return found


def _starts_in(image: Image, board: Board, patches: Sequence[Points]) -> list[Points]:
    """Return corners between which cells seem to be the board's, the nearest to it first.

    A few are asked first, as most patches are none, and all where these seem to be.
    """
    ways = [each for patch in patches for each in _ways(image, board, patch)]
    return [corners for _, corners in sorted(ways, key=lambda each: each[0])]


def _ways(image: Image, board: Board, patch: Points) -> Iterator[tuple[float, Points]]:
    """Yield how far spaces lie astray where a board seems to lie in a patch, and its corners."""
    size = (image.shape[1], image.shape[0])
    ways, tables = corners_round(patch), tables_round(patch, board, size)
    few = ask_each(image, few_cells(board), tables)
    seem = [n for n, said in enumerate(few) if said.fits > 0]
    told = ask_each(image, board, [tables[n] for n in seem])
    yield from ((said.astray, ways[n]) for n, said in zip(seem, told, strict=True) if said.fits > 0)


def settled(image: Image, board: Board, corners: Points, times: int = MOST) -> list[Points]:
    """Return the board that lies near corners, where its cells say; nothing if none does.

    A board seems to lie a space aside as well, where most of its cells lie on spaces too.
    """
    there, told = _in_place(image, board, corners, times)
    if not _lies(told, 1 if times < MOST else STRETCHED):
        return []
    while True:
        aside, said = _in_place(image, board, _aside(image, board, there), AT_ONCE)
        if not _lies(said, 1) or _likely_there(said) <= _likely_there(told):
            return [there]
        there, told = aside, said


def _in_place(image: Image, board: Board, corners: Points, times: int) -> tuple[Points, Told]:
    """Return the corners of a board near others, where its cells say, and what these say there.

    The others may be off as far as taps are.  Cells are asked so many ``times`` at most, until it
    lies in place, as long as they say that it is a board or more and more so.
    """
    fits, off_px = -np.inf, TAPS_OFF * tile_px(corners, board)
    for _ in range(times):
        table = settle(image, as_tapped(image, board, {0: corners}, off_px=off_px))
        corners, told = outlines(table, board.size_mm)[0], ask(image, board, table)[0]
        if told.fits <= min(fits, 0) or told.astray < IN_PLACE_MM / board.tile.size_mm:
            break
        fits = told.fits
    return corners, told


def _lies(told: Told, beside: float) -> bool:
    """Tell whether a board certainly lies in its place, or so many times as far ``beside`` it."""
    in_place = told.astray < beside * IN_PLACE_MM / told.board.tile.size_mm
    return in_place and told.fits > CERTAIN_BOARD and told.is_sharp


def _likely_there(told: Told) -> float:
    """Return how likely a board lies in this very place, in nats.

    A space aside colours are others', and nobody can say so sharply where its spaces lie.
    """
    return likely(told) - 2 * float(np.log(told.said.scatter).mean())


def _aside(image: Image, board: Board, corners: Points) -> Points:
    """Return the corners of a board that would lie a space aside, where that is likeliest."""
    camera, poses = as_tapped(image, board, {0: corners}).table
    middles = layout_of(board).middles
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    space = float(np.median(np.sort(apart, axis=1)[:, 1]))
    ways = ((space, 0.0), (-space, 0.0), (0.0, space), (0.0, -space))
    moved = {n: poses[0].compose(Pose(x, y, 0.0)) for n, (x, y) in enumerate(ways)}
    told = ask(image, board, (camera, moved), apart=True)
    return outline_px(camera, moved[max(told, key=lambda n: _likely_there(told[n]))], board.size_mm)


def _proposal(image: Image, board: Board, corners: Points) -> Proposal | None:
    """Return the board between corners in its likeliest turn, by its spaces and their colours.

    None where by itself it is likelier no board, whichever way round: beside others it seemed one.
    """
    ways, told = corners_round(corners), ask_round(image, board, corners)
    names = np.array([names_fit(each.seen, each.said, board) for each in told])
    chances = 1 / (1 + np.exp([-each.fits for each in told]))
    fitting = chances > 0.5
    if not fitting.any():
        return None
    odds = np.where(fitting, chances * np.exp(names - names[fitting].max()), chances)
    best = int(odds.argmax())
    return Proposal(ways[best], float(chances[best] * odds[best] / odds.sum()))


def _is_free(corners: Points, found: Sequence[Points]) -> bool:
    """Tell whether none of the boards found overlaps corners."""
    return not any(_overlap(each, corners) for each in found)


def _overlap(one: Points, other: Points) -> bool:
    """Tell whether the middle of one of two boards lies within the other's corners."""
    return holds(one, other) or holds(other, one)
