"""Replaying recorded games against the engine: each deal, move, count and score is compared.

A game is a JSON object as the header line of the record files explains it.  Tiles are counted in
the order of ``COLOURS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.base import Setup
from companion.games.differences import Difference
from companion.games.info import GameInfo
from companion.games.summer_pavilion.options import POURED_AT_ONCE, POURED_WHEN_NEEDED
from companion.games.summer_pavilion.records.replay import Replay

UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError)


def differences(info: GameInfo, record: Mapping[str, Any]) -> list[Difference]:
    """Return every point in which the record and the engine disagree, in order of play.

    The replay ends early after a move or deal that the engine refuses, because nothing can be
    said of what follows.  A record that fills the bag from the tower as soon as it is empty is as
    right as one that waits until a tile is wanted; the reading that fits better counts.
    """
    found = _replay(info, record, POURED_WHEN_NEEDED)
    return min(found, _replay(info, record, POURED_AT_ONCE), key=len) if found else found


def _replay(info: GameInfo, record: Mapping[str, Any], tower_poured: str) -> list[Difference]:
    number = record.get("game", 0)
    try:
        options = {"tower_poured": tower_poured}
        setup = Setup(
            info.name,
            players=record["players"],
            first_player=record["first_player"],
            options=options,
        )
        replay = Replay(setup, number)
    except UNREADABLE as error:
        return [Difference(number, None, None, "record", "a complete record", repr(error))]
    try:
        replay.followed(record)
    except UNREADABLE as error:
        replay.differ("record", "a complete record", repr(error))
    return replay.found
