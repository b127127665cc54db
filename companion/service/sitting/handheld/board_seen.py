"""Boards that were photographed one by one, put together to what all of the table showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.sightings.sighting import BoardSighting, Sighting
from companion.vision.scene import Known, Scene, Seen


@dataclass(frozen=True)
class BoardSeen:
    """One board as it was seen at the moment under way, and what is known of it."""

    sighting: BoardSighting
    known: Known
    seen: Seen | None

    def elsewhere(self) -> BoardSeen:
        """Return the same for another picture, in which it lies nowhere."""
        return replace(self, sighting=replace(self.sighting, corners_px=None))


def boards_seen(sighting: Sighting, scene: Scene) -> dict[int, BoardSeen]:
    """Return the boards of a picture by seat."""
    return {
        one.seat: BoardSeen(one, scene.known[one.seat], scene.seen.get(one.seat))
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
