"""Where the boards are: found once, followed cheaply, searched for again only when lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import cv2
import numpy as np

from companion.arrays import Gray, Image, Points, to_gray
from companion.boards import Board
from companion.chosen_numbers import AGREEING, FAR_OUT, MISREAD_PX
from companion.errors import BoardNotFound
from companion.geometry.bracket import tag_corners
from companion.geometry.bracket_tags import find_tags, sight_of
from companion.geometry.camera import Camera, Pose, outline_px
from companion.geometry.misses import Sight
from companion.geometry.optics import USUAL, Optics
from companion.geometry.quadrilaterals import go_round
from companion.geometry.solve import Table, fit_pose, solve_table
from companion.sentence import Sentence
from companion.vision.locate import search
from companion.vision.locate.follow import Followed, Sought, follow, look_there

PAINT = 127

Solver = Callable[[Mapping[int, Sequence[Sight]]], Table]


def by_brackets(image: Image, board: Board, players: int, optics: Optics = USUAL) -> Table:
    """Return camera and poses from the brackets of all boards; raises ``BoardNotFound``."""
    tags = find_tags(to_gray(image), range(4 * players), board.size_mm)
    if not any(len(sight[0].pixels) >= 8 for sight in _sights(tags, board, players).values()):
        raise BoardNotFound(
            "no board with two visible brackets was found in the first picture; "
            "check that the brackets lie at the corners of the boards and in the light",
            seats=tuple(range(players)),
        )
    size = (image.shape[1], image.shape[0])
    solve: Solver = partial(solve_table, size=size, optics=optics)
    table = _agreed(tags, board, players, solve)
    missing = tuple(seat for seat in range(players) if seat not in table[1])
    if missing:
        raise BoardNotFound(
            Sentence(
                "no bracket was found in the first picture of the boards of these seats: {seats}; "
                "check that they are in view and their brackets are not covered",
                seats=missing,
            ),
            seats=missing,
        )
    return table


def check_inside(image: Image, table: Table, board: Board) -> None:
    """Raise ``BoardNotFound`` when a board lies outside the picture or half out of it."""
    camera, poses = table
    height, width = image.shape[:2]
    for seat, pose in poses.items():
        corners = outline_px(camera, pose, board.size_mm)
        out = np.maximum(np.maximum(-corners, corners - [width, height]), 0).max()
        if out > FAR_OUT * np.linalg.norm(corners[0] - corners[2]) or not go_round(corners):
            raise BoardNotFound(
                Sentence(
                    "the board of seat {seat} is not wholly in the first picture; "
                    "move the camera or the board, or tap its corners again",
                    seat=seat,
                ),
                seats=(seat,),
            )


def find_all(
    image: Image, camera: Camera, board: Board, sought: Mapping[int, Sought], brackets: bool
) -> dict[int, Followed | None]:
    """Return where each board lies now, by seat; None for a board that is lost.

    Boards that lie still come first.  The others are looked for where those, and what is left of
    boards half out of sight, are not, and without brackets nor where another one was seen last: all
    boards look alike, and then only their places tell them apart.
    """
    taken = {
        seat: follow(image, camera, known.pose, board, known) for seat, known in sought.items()
    }
    for seat in [seat for seat, each in taken.items() if not _surely_there(each, sought[seat])]:
        seen = {other: each.pose for other, each in taken.items() if each is not None}
        last = {} if brackets else {other: each.pose for other, each in sought.items()}
        others = [pose for other, pose in {**last, **seen}.items() if other != seat]
        rest = without(image, camera, board, others)
        tag_seat = seat if brackets else None
        taken[seat] = _found_again(rest, camera, board, sought[seat], taken[seat], tag_seat)
    return taken


def _found_again(
    image: Image,
    camera: Camera,
    board: Board,
    known: Sought,
    rest: Followed | None,
    tag_seat: int | None,
) -> Followed | None:
    """Return a board wherever it lies now, or None when it is lost.

    Looked for nearby, then by its brackets (``tag_seat``: the seat whose tags it wears, None
    without brackets), then everywhere; where its print is covered too much to follow it is where
    two of its brackets are.  The ``rest``, what seems to be left of it near its last place, is
    believed where more of its print agrees there, or where it is found in no other way.
    """
    gray = to_gray(image)
    tagged = partial(_by_own_tags, gray, camera, board, tag_seat)
    guesses: tuple[Callable[[], Pose | None], ...] = (
        lambda: search.nearby(gray, camera, known.pose, board, known.reference()),
        tagged,
        lambda: search.anywhere(gray, camera, known.pose, board, known.reference()),
    )
    for guess in guesses:
        start = guess()
        found = None if start is None else _near(image, camera, start, board, known)
        if found is not None:
            return found if rest is None or found.share > rest.share else rest
    pose = tagged(least=2) if rest is None else None
    return rest if pose is None else look_there(image, camera, pose, known)


def _near(
    image: Image, camera: Camera, start: Pose, board: Board, known: Sought
) -> Followed | None:
    """Return the board near a pose by its print, or else by all that was seen of it last."""
    found = follow(image, camera, start, board, known)
    if found is None:
        last = follow(image, camera, start, board, known.as_last_seen(board))
        found = None if last is None else look_there(image, camera, last.pose, known)
    return found


def _surely_there(found: Followed | None, known: Sought) -> bool:
    """Tell whether a board needs no search: it lies as it lay, or most of it agrees.

    Spaces are like each other: of a board that was moved by about one, a part seems to be near.
    """
    return found is not None and (found.pose == known.pose or found.share >= 2.5 * AGREEING)


def _by_own_tags(
    gray: Gray, camera: Camera, board: Board, seat: int | None, least: int = 1
) -> Pose | None:
    """Return the pose that the brackets of one seat give under a known camera.

    None without a seat, or where fewer than ``least`` of its brackets are seen.
    """
    if seat is None:
        return None
    tags = find_tags(gray, range(4 * seat, 4 * seat + 4), board.size_mm)
    sight = sight_of(seat, board.size_mm, tags)
    if sight is None or len(tags) < least:
        return None
    return fit_pose(sight.board_mm, camera.lower(sight.pixels))


def without(image: Image, camera: Camera, board: Board, poses: Sequence[Pose]) -> Image:
    """Return the picture with the boards at ``poses`` painted over."""
    painted = image.copy()
    for pose in poses:
        corners = outline_px(camera, pose, board.size_mm)
        cv2.fillPoly(painted, [corners.round().astype(np.int32)], (PAINT,) * 3)
    return painted


def _sights(tags: Mapping[int, Points], board: Board, players: int) -> dict[int, list[Sight]]:
    seen = {seat: sight_of(seat, board.size_mm, tags) for seat in range(players)}
    return {seat: [sight] for seat, sight in seen.items() if sight is not None}


def _agreed(tags: Mapping[int, Points], board: Board, players: int, solve: Solver) -> Table:
    """Solve the table from tags that agree with each other.

    A tag misread in clutter or a bracket shoved away would bend all boards: it is left out.
    """
    kept = dict(tags)
    table = solve(_sights(kept, board, players))
    while len(kept) > 2 and _disagreement(table, board, kept) > MISREAD_PX:
        fewer = [{tag: at for tag, at in kept.items() if tag != out} for out in kept]
        solved = [(solve(_sights(tags, board, players)), tags) for tags in fewer]
        table, kept = min(solved, key=lambda each: _disagreement(each[0], board, each[1]))
    return table


def _disagreement(table: Table, board: Board, tags: Mapping[int, Points]) -> float:
    """Return how many pixels the worst of the tags is from where the table puts it."""
    camera, poses = table
    places = {tag: poses[tag // 4].place(tag_corners(tag % 4, board.size_mm)) for tag in tags}
    return max(float(np.abs(camera.project(places[tag]) - tags[tag]).max()) for tag in tags)
