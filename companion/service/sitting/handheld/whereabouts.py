"""Where the boards lay when all of them were seen last: by that it is told whose they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.arrays import Image
from companion.geometry.camera import Pose
from companion.service.sitting.handheld.owners import Owners, by_layout, sure, with_surroundings
from companion.service.sitting.handheld.surroundings import Surroundings, around
from companion.vision.scene import Scene

FAR = 12.0
"""Nats behind the best layout from which owners are out of the question."""


@dataclass(frozen=True)
class Whereabouts:
    """How all boards lay to each other, by seat, and what lay around them."""

    poses: Mapping[int, Pose]
    around: Surroundings

    @classmethod
    def of(cls, image: Image, scene: Scene) -> Whereabouts:
        """Return where the boards of a picture (H, W, 3) BGR lie, which ``scene`` has by seat."""
        poses = {seat: one.pose for seat, one in scene.known.items()}
        return cls(poses, around(image, scene.camera, poses, scene.board.size_mm))

    def owners(self, image: Image, fresh: Scene) -> list[Owners]:
        """Return who may own the boards of another picture, the likeliest first."""
        found = [fresh.known[n].pose for n in sorted(fresh.known)]
        ways = by_layout(found, self.poses, fresh.board.size_mm)
        if sure(ways):
            return ways
        near = [way for way in ways if ways[0].nats - way.nats < FAR]
        return with_surroundings(near, self.around, image, fresh, self.poses)
