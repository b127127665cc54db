"""The score sheet of a tiling and of every action: cell, points and rule, in order."""

from __future__ import annotations

from companion.games.base import Step, Steps
from companion.games.wall.data import Rules
from companion.games.wall.position import Action, Place, Position
from companion.games.wall.rules.rounds import choice_left, offer_is_over
from companion.games.wall.rules.scoring import cap_steps, floor_steps, placement_step
from companion.games.wall.rules.taking import take
from companion.games.wall.rules.tiling import Tiled, place, tilings


def sheet(rules: Rules, score: int, tiled: Tiled) -> Steps:
    """Return the score sheet of one tiling: placements and stuck lines, then floor and cap."""
    steps = [placement_step(rules.game, placed) for placed in tiled.placed]
    steps += [Step(f"line/{row}", 0, rules.rule(44)) for row in tiled.stuck]
    steps.sort(key=lambda step: step.cell.split("/")[1])
    gained = sum(placed.points for placed in tiled.placed)
    floor = floor_steps(rules.game, score + gained, tiled.penalty)
    return (*steps, *floor, *cap_steps(rules, tiled.board.score))


def sheet_of(rules: Rules, position: Position, action: Action) -> tuple[Steps, ...]:
    """Return, per seat, what a legal action brings: a placement, and the end of the round."""
    steps: list[Steps] = [()] * len(position.boards)
    boards = list(position.boards)
    if isinstance(action, Place):
        turn = position.turn
        boards[turn], placed = place(boards[turn], action.row, action.column)
        steps[turn] = (placement_step(rules.game, placed),)
    else:
        offered = take(rules, position, action)
        if not offer_is_over(offered):
            return tuple(steps)
        boards = list(offered.boards)
    if rules.grey and any(choice_left(board) for board in boards):
        return tuple(steps)
    for seat, board in enumerate(boards):
        only = next(tilings(board, rules.grey))
        steps[seat] += sheet(rules, board.score, only)
    return tuple(steps)
