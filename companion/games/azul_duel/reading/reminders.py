"""What is worth saying but stops nothing: the dome display that is to be filled up again."""

from __future__ import annotations

from companion.games.azul_duel.catalogue import DISPLAY
from companion.games.base import Checkpoint, Moment
from companion.games.saying import Notice

LAST_REFILL = 3
"""After round 4 all dome tiles lie on the boards (DU-R51)."""

AFTER_OPENING = "Fill the dome display up to {count} dome tiles again (DU-R10)."
AFTER_ROUND = "Before the next round: fill the dome display up to {count} dome tiles (DU-R51)."


def refill(moment: Moment, seat: int) -> tuple[tuple[int, Notice], ...]:
    """Return the reminder to fill the display up, told to ``seat``; none where it stays empty."""
    if moment.checkpoint is Checkpoint.OPENING:
        return ((seat, Notice((), AFTER_OPENING, {"count": DISPLAY})),)
    if moment.checkpoint is Checkpoint.TILED and moment.round <= LAST_REFILL:
        return ((seat, Notice((), AFTER_ROUND, {"count": DISPLAY})),)
    return ()
