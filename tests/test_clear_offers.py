"""When the tiles beside the boards are told surely enough to judge a take by."""

from __future__ import annotations

import pytest

from companion.games.offer import Offer
from companion.service.sitting.judgement.takes import SeenOffer
from companion.vision.loose.tiles import LooseTile


def tile(**chances):
    """A tile of the centre with the log-likelihoods of what it may be, others out of question."""
    told = dict.fromkeys(("blue", "red", "white", "first"), -12.0) | chances
    return LooseTile(max(told, key=told.get), 0.0, 0.0, "centre", told)


RED, WHITE = tile(red=0.0), tile(white=0.0, first=-5.0)
NEARLY = tile(first=-0.4, white=-1.2)


@pytest.mark.parametrize(
    ("tiles", "marked", "clear"),
    [
        ([RED, WHITE], False, True),
        ([RED, WHITE, NEARLY], False, True),  # no other can be the one marker
        ([RED, NEARLY, NEARLY], False, False),  # either may be
        ([NEARLY], False, False),  # nothing to compare it with
        ([RED, WHITE, NEARLY], True, False),  # the marker lies on a board: what is this?
        ([RED, tile(white=0.0, first=-1.0)], True, True),  # it is on a board, so this is white
        ([RED, tile(white=0.0, blue=-1.0)], False, False),
    ],
)
def test_the_one_marker_is_told_by_comparison(tiles, marked, clear):
    assert SeenOffer(Offer((), {}), tuple(tiles), marked).clear is clear
