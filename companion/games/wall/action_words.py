"""Actions in plain words, for the terminal."""

from __future__ import annotations

from companion.games.wall.data import Rules
from companion.games.wall.position import CENTRE, FLOOR, Action, Place, Position


def describe(rules: Rules, position: Position, action: Action) -> str:
    """Return an action as words: ``seat 0 takes 2 blue from display 3 to line 2``."""
    seat = f"seat {position.turn}"
    if isinstance(action, Place):
        return f"{seat} moves the tile of line {action.row} to wall/{action.row}/{action.column}"
    colour = rules.game.colours[action.colour]
    tiles = position.tiles_on(action.source)[action.colour]
    source = "the centre" if action.source == CENTRE else f"display {action.source}"
    line = "the floor" if action.line == FLOOR else f"line {action.line}"
    words = f"{seat} takes {tiles} {colour} from {source} to {line}"
    if action.dropped:
        words += f", {action.dropped} of them to the floor"
    if action.left:
        words += ", passing left " + " and ".join(rules.game.colours[k] for k in action.left)
    return words
