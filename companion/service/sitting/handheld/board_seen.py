"""Boards that were photographed one by one, put together to what all of the table showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.vision.arrays import HALF_PIXEL, Image, Vector
from companion.vision.locate.printfit import look_of
from companion.vision.scene import Known, Scene, Seen
from companion.vision.sighting import BoardSighting, Sighting


@dataclass(frozen=True)
class BoardSeen:
    """One board as it was seen at the moment under way, and what is known of it.

    ``face`` is how it looked, as ``look_of`` has it: by that it is found again.
    """

    sighting: BoardSighting
    known: Known
    seen: Seen | None
    face: Vector | None

    def elsewhere(self) -> BoardSeen:
        """Return the same for another picture, in which it lies nowhere."""
        return replace(self, sighting=replace(self.sighting, corners_px=None))


def boards_seen(image: Image, sighting: Sighting, scene: Scene) -> dict[int, BoardSeen]:
    """Return the boards of a picture (H, W, 3) BGR by seat."""
    return {
        one.seat: BoardSeen(
            one, scene.known[one.seat], scene.seen.get(one.seat), _face(image, one, scene)
        )
        for one in sighting.boards
    }


def whole(
    boards: Mapping[int, BoardSeen], sighting: Sighting, scene: Scene
) -> tuple[Sighting, Scene]:
    """Return what was seen of all boards, the last picture being that of ``scene``."""
    by_seat = dict(sorted(boards.items()))
    known = {seat: one.known for seat, one in by_seat.items()}
    seen = {seat: one.seen for seat, one in by_seat.items() if one.seen is not None}
    sightings = tuple(one.sighting for one in by_seat.values())
    return Sighting(sightings, sighting.ms), replace(scene, known=known, seen=seen)


def _face(image: Image, board: BoardSighting, scene: Scene) -> Vector | None:
    corners = board.corners_px
    return None if corners is None else look_of(image, corners - HALF_PIXEL, scene.board)
