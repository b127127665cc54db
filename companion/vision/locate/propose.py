"""Boards proposed: found without brackets and taps, so that a person only confirms.

Four-cornered patches of the picture are candidates.  What is printed on the game's board tells
which of them are boards and which way round they lie; all boards together on one table give the
exact corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards import Board
from companion.vision.arrays import Image, Points, Vector
from companion.vision.geometry.camera import BOARD_MM, board_corners
from companion.vision.locate.edges import refine, tapped
from companion.vision.locate.pattern import FRAME_MM, Pattern, as_seen, printed
from companion.vision.locate.printfit import PrintFit, climb, colour_fit, fit_print, rate
from companion.vision.locate.quads import quads

LIKELY = 0.3
"""Colour fit from which a patch is followed up."""

TRIED = 3
"""Patches followed up at one place."""

GOOD = 0.5
"""Share of edges in place with which a patch was near enough."""

DOUBTFUL, SURE = 0.55, 0.85
"""Scores of a print fit between which confidence rises from 0 to 1."""

CLEAR = 0.12
"""By how much the best way round must beat the next one to be beyond doubt."""

EITHER_WAY = 0.1
"""Confidence in a board that would fit as well another way round."""

NONE = 0.01
"""Confidence that is not worth a proposal."""


@dataclass(frozen=True)
class Proposal:
    """A board that a person may confirm.

    ``corners_px`` (4, 2) in its owner's order: top-left, top-right, bottom-right, bottom-left;
    pixels count from the middle of the first pixel.  ``confidence`` from 0 to 1 is low where the
    print is hard to make out, or would fit nearly as well another way round.
    """

    corners_px: Points
    confidence: float


def propose(
    image: Image, board: Board, players: int, looks: Sequence[Vector] = ()
) -> tuple[Proposal, ...]:
    """Return at most ``players`` boards seen in a picture (H, W, 3) uint8 BGR.

    The boards are empty, or look much as they did when their ``looks`` were taken (``look_of``).

    The first belongs to who sits at the lower edge, on the left; the others follow
    counter-clockwise as the picture shows it.  Fewer are returned where no more are made out.
    """
    pattern = as_seen(board, looks) if looks else printed(board)
    found = [_best_at(image, pattern, place) for place in _by_place(_likely(image, pattern))]
    found = sorted(found, key=lambda each: -each[0].score)[:players]
    found = [each for each in found if _confidence(*each) > NONE]
    return _rated(image, pattern, _round_the_table(found))


def _rated(
    image: Image, pattern: Pattern, ordered: Sequence[tuple[PrintFit, float]]
) -> tuple[Proposal, ...]:
    """Return proposals on one table; what does not fit there is left out, and it is tried again."""
    corners = _on_one_table(image, pattern, [fit.corners for fit, _ in ordered])
    rated = [
        Proposal(points, _confidence(fit, rival, rate(image, points, pattern)))
        for points, (fit, rival) in zip(corners, ordered, strict=True)
    ]
    kept = [n for n, proposal in enumerate(rated) if proposal.confidence > NONE]
    if len(kept) == len(rated):
        return tuple(rated)
    return _rated(image, pattern, [ordered[n] for n in kept])


@dataclass(frozen=True)
class _Guess:
    corners: Points
    colours: float


def _likely(image: Image, pattern: Pattern) -> list[_Guess]:
    """Return corners, in the owner's order, between which the colours look like a board's."""
    guesses = []
    for quad in quads(image):
        for outline in (quad, _with_frame(quad, pattern.board)):
            for turn in range(4):
                corners = np.roll(outline, turn, axis=0)
                fit = colour_fit(image, corners, pattern)
                if fit > LIKELY:
                    guesses.append(_Guess(corners, fit))
    return sorted(guesses, key=lambda guess: -guess.colours)


def _with_frame(quad: Points, board: Board) -> Points:
    """Return the outline of a board whose face within the frame has these corners."""
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * (1 + 2 * FRAME_MM / min(board.size_mm)), float)


def _by_place(guesses: Iterable[_Guess]) -> list[list[_Guess]]:
    """Group guesses, best first, by where they lie."""
    places: list[list[_Guess]] = []
    for guess in guesses:
        near = [place for place in places if _holds(place[0].corners, guess.corners)]
        if near:
            near[0].append(guess)
        else:
            places.append([guess])
    return places


def _holds(one: Points, other: Points) -> bool:
    """Tell whether the middle of the other corners lies between these: then one board is meant."""
    x, y = other.mean(axis=0)
    return cv2.pointPolygonTest(one.astype(np.float32), (float(x), float(y)), False) >= 0


def _best_at(image: Image, pattern: Pattern, place: Sequence[_Guess]) -> tuple[PrintFit, float]:
    """Return the best fit at a place, and the score of the best another way round."""
    fit = rate if pattern.seen else fit_print
    best = (_by_look if pattern.seen else _by_print)(image, pattern, place)
    turned = [fit(image, np.roll(best.corners, turn, axis=0), pattern) for turn in (1, 2, 3)]
    first, *others = sorted((best, *turned), key=lambda fit: -fit.score)
    return first, others[0].score


def _by_look(image: Image, pattern: Pattern, place: Sequence[_Guess]) -> PrintFit:
    """Return the fit at a place of a board that was seen: its colours say more than any edge."""
    climbed = [climb(image, guess.corners, pattern) for guess in place[:TRIED]]
    return max((rate(image, each, pattern) for each in climbed), key=lambda fit: fit.colours)


def _by_print(image: Image, pattern: Pattern, place: Sequence[_Guess]) -> PrintFit:
    """Return the fit at a place of a board that nobody has seen: its edges must tell.

    Where they are too far off, colours lead nearer: from the patches, and from the best fit.
    """
    starts = [guess.corners for guess in place[:TRIED]]
    fits = [fit_print(image, corners, pattern) for corners in starts]
    best = max(fits, key=lambda fit: fit.score)
    if best.edges < GOOD:
        climbed = [climb(image, corners, pattern) for corners in (*starts, best.corners)]
        fits += [fit_print(image, corners, pattern) for corners in climbed]
    return max(fits, key=lambda fit: fit.score)


def _confidence(fit: PrintFit, rival: float, final: PrintFit | None = None) -> float:
    """Return from 0 to 1 how sure a fit is whose rival, another way round, has that score.

    ``final`` is the fit where all boards lie on one table.  A board of which only the way round is
    in doubt keeps a little confidence.
    """
    score = min(fit.score, final.score) if final else fit.score
    print_ = np.clip((score - DOUBTFUL) / (SURE - DOUBTFUL), 0.0, 1.0)
    lead = np.clip((fit.score - rival) / CLEAR, 0.0, 1.0)
    return float(print_ * (EITHER_WAY + (1.0 - EITHER_WAY) * lead))


def _round_the_table(
    found: Sequence[tuple[PrintFit, float]],
) -> list[tuple[PrintFit, float]]:
    """Order boards counter-clockwise from the lower left, as the picture shows them."""
    if not found:
        return []
    middle = np.mean([fit.corners.mean(axis=0) for fit, _ in found], axis=0)

    def angle(each: tuple[PrintFit, float]) -> float:
        x, y = each[0].corners.mean(axis=0) - middle
        return float(-np.arctan2(y, x))

    return sorted(found, key=angle)


def _on_one_table(image: Image, pattern: Pattern, corners: Sequence[Points]) -> list[Points]:
    """Return corners as one camera sees boards of one size on one table."""
    if not corners:
        return []
    board, taps = pattern.board, dict(enumerate(corners))
    camera, poses = tapped(image, board, taps) if pattern.seen else refine(image, board, taps)
    outline = board_corners(board.size_mm)
    return [camera.project(poses[n].place(outline), BOARD_MM) for n in range(len(corners))]
