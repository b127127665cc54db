"""What lies between two pictures of a game of rounds: takes, tilings, pictures nobody took."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.base import Checkpoint, Moment, Table

OFFER = (Checkpoint.TURN, Checkpoint.OFFER_END)
"""Checkpoints between the first turn of a round and its tiling."""

BEGINNING = (Checkpoint.SETUP, Checkpoint.OPENING)
"""Checkpoints before the first turn of the game."""


class Gap(NamedTuple):
    """What happened between two pictures of a board: so many tilings, and takes before them.

    With ``seen`` the first picture shows the very end of the offer that was tiled first.
    """

    tilings: int
    seen: bool = False

    @property
    def known(self) -> bool:
        """Whether all that was taken before the last tiling was seen, or nothing was tiled."""
        return not self.tilings or (self.seen and self.tilings == 1)


TAKING, SEEN_TILING, UNSEEN_TILING = Gap(0), Gap(1, seen=True), Gap(1)


def gap_between(before: Table, moment: Moment) -> Gap:
    """Return what lies between a confirmed table and a later moment, the tiling of it included."""
    at = before.checkpoint
    begun = 0 if at in BEGINNING else before.round
    tiled = moment.checkpoint is Checkpoint.TILED
    tilings = max(tiled, moment.round - begun - (at not in OFFER) + tiled)
    return Gap(tilings, at is Checkpoint.OFFER_END and tilings > 0)
