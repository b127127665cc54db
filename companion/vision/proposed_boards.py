"""From proposed corners to boards: what nobody has looked at is held against its cells first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.arrays import HALF_PIXEL, Image
from companion.boards import Board
from companion.errors import BoardNotFound
from companion.games import INFOS
from companion.geometry.optics import USUAL, Optics
from companion.sentence import Sentence
from companion.vision import eyes
from companion.vision.locate.propose import Proposal
from companion.vision.scene import Scene


def begin_proposed(
    image: Image,
    board: Board,
    proposals: Sequence[Proposal],
    *,
    empty: bool = False,
    optics: Optics = USUAL,
) -> Scene:
    """Return the scene of a picture (H, W, 3) uint8 BGR whose boards were proposed, in their order.

    A proposal that turns out to be no board is left out; ``BoardNotFound`` where none is left.
    """
    if not proposals:
        said = Sentence(
            "no board of {game} was made out in this picture; check the game and the side, take it "
            "again with more light and all boards in it, or show where their corners are",
            game=INFOS[board.game].title,
        )
        raise BoardNotFound(said, seats=())
    taps = {n: each.corners_px + HALF_PIXEL for n, each in enumerate(proposals)}
    try:
        return eyes.begin(image, board, len(taps), taps, empty=empty, optics=optics)
    except BoardNotFound as error:
        left = [each for n, each in enumerate(proposals) if n not in error.seats]
        if not left or len(left) == len(proposals):
            raise
        return begin_proposed(image, board, left, empty=empty, optics=optics)
