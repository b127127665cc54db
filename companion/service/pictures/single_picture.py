"""One picture by itself: boards found or given, what lies on them and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points
from companion.boards import Board
from companion.errors import BoardNotFound, UsageError
from companion.games import INFOS
from companion.geometry.optics import PERHAPS_CUT
from companion.service.pictures.judgement import NOTHING_GIVEN, Given, judge
from companion.service.pictures.picture_report import PictureReport
from companion.sightings.sighting import Sighting
from companion.vision import eyes
from companion.vision.cells.looks import NOTHING_KNOWN, Looks
from companion.vision.locate.propose import propose
from companion.vision.proposed_boards import begin_proposed
from companion.vision.scene import Scene


@dataclass(frozen=True)
class Looked:
    """What one picture shows, and the scene it shows it in."""

    sighting: Sighting
    scene: Scene

    def reports(
        self, given: Given = NOTHING_GIVEN, *, rules: bool = True
    ) -> tuple[PictureReport, ...]:
        """Return what is said of each board; without ``rules`` every cell as it looks.

        ``given`` is what people say of the picture.
        """
        boards = self.sighting.boards
        if not rules:
            return tuple(PictureReport(seen) for seen in boards)
        judged = judge(self.scene.board, boards, given)
        return tuple(
            PictureReport(seen, each, frozenset(c for s, c in given.certain if s == seen.seat))
            for seen, each in zip(boards, judged, strict=True)
        )


def look_at(
    image: Image,
    board: Board,
    corners: Sequence[Points],
    *,
    reference: Image | None = None,
    looks: Looks = NOTHING_KNOWN,
) -> Looked:
    """Return what a picture (H, W, 3) uint8 BGR shows of the boards between ``corners``.

    Each is (4, 2) pixels, top-left first, clockwise, counted from the picture's edge; they may lie
    outside.  ``reference`` is a picture of the same boards, empty, in the same places.  Raises
    ``UsageError`` for more boards than the game has.
    """
    info = INFOS[board.game]
    if len(corners) > max(info.players):
        raise UsageError(
            f"{info.title} has at most {max(info.players)} boards, not {len(corners)}; "
            "give the corners of no more"
        )
    taps = {seat: np.asarray(points, float) for seat, points in enumerate(corners)}
    first = image if reference is None else reference
    empty = reference is not None
    scene = eyes.begin(first, board, len(taps), taps, empty=empty, whole=False, optics=PERHAPS_CUT)
    scene = replace(scene, looks=looks)
    if reference is not None:  # what is recognised empty is recognised full
        _, scene = eyes.look(reference, scene)
    sighting, scene = eyes.look(image, scene)
    return Looked(sighting, scene)


def find_boards(image: Image, board: Board, players: int) -> list[NDArray[np.float64]]:
    """Return the corners (4, 2) of the boards in a picture; ``BoardNotFound`` where there is none.

    Pixels count from the picture's edge.
    """
    try:
        scene = begin_proposed(image, board, propose(image, board, players), optics=PERHAPS_CUT)
    except BoardNotFound as error:
        raise BoardNotFound(
            f"no board of {board.game} was made out in this picture; check --game and --variant, "
            "say with --corners where they lie, or give more light and take it again",
            seats=(),
        ) from error
    return list(eyes.corners_of(scene).values())
