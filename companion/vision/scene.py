"""What is known of a table: it travels from picture to picture and is never changed in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.arrays import Mask, Vector
from companion.boards import Board
from companion.geometry.camera import Camera
from companion.geometry.optics import USUAL, Optics
from companion.neural_network.encoders import Windows
from companion.neural_network.weights import Array
from companion.sightings.sighting import Likelihoods
from companion.vision.cells.looks import NOTHING_KNOWN, Looks
from companion.vision.cells.seen import BareCells, SeenCells
from companion.vision.cells.tiles_before import TilesBefore
from companion.vision.locate.follow import Sought
from companion.vision.loose.ground import SetTable
from companion.vision.photometry.white import WHITE_LEVEL, under_white
from companion.vision.pieces.domes import Laid


@dataclass(frozen=True, eq=False)
class Known(Sought):
    """What is known of one board: where it was last, what it and its cells look like.

    ``bare`` is what its cells look like without tiles, ``tiles`` what they looked like with them,
    ``domes`` are the dome tiles that lay there, by place, ``stores`` the empty places for chips as
    set-up showed them.  A board that was ``recognised`` once, as one of the game's, is followed by
    its print and stays one, whatever is laid on it.
    """

    bare: BareCells
    tiles: TilesBefore
    domes: Mapping[str, Laid] = field(default_factory=dict)
    stores: Windows | None = None
    recognised: bool = False

    def with_print_share(self, share: Vector) -> Known:
        """Return the same with the lightest print a ``share`` (3,) of white, the white with it."""
        white = WHITE_LEVEL * self.bare.print_share / share
        stores = None if self.stores is None else under_white(self.stores, white)
        return replace(self, bare=self.bare.with_print_share(share), stores=stores)


@dataclass(frozen=True)
class Seen:
    """What was seen of one board in the picture last looked at.

    Of ``hidden`` cells (N,) hardly anything is known; ``tokens`` (N, D) is what cells look like to
    those they are compared with.
    """

    cells: SeenCells
    hidden: Mask
    likelihoods: Mapping[str, Likelihoods]
    tokens: Array


@dataclass(frozen=True)
class Scene:
    """What is known of the table: the camera, the boards by seat, the looks of the tiles.

    ``size`` is the pictures' width and height; ``seen`` holds, by seat, what was seen in the
    picture last looked at; ``table`` is the table at set-up, None where no picture shows it;
    ``optics`` is what was known of the lens beforehand.
    """

    board: Board
    camera: Camera
    known: Mapping[int, Known]
    looks: Looks = NOTHING_KNOWN
    brackets: bool = False
    size: tuple[int, int] = (0, 0)
    seen: Mapping[int, Seen] = field(default_factory=dict)
    table: SetTable | None = None
    optics: Optics = USUAL
