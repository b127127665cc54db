"""Whether a score sheet of Azul Duel can be: every step known, and the board to show for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.azul_duel.board import CELLS
from companion.games.azul_duel.catalogue import START_SCORE, START_TILE_POINTS
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import Player
from companion.games.azul_duel.rules.scoring import BROKEN_POINTS, MOST_POINTS, dome_cell, total
from companion.games.base import SPECIAL, Step

OF_TILES = ("DU-R42", "DU-R43")
OF_SPECIAL = "DU-R44"
DOME = {dome_cell(cell): cell for cell in range(CELLS)}

Known = Callable[[Step, Options], bool]

KNOWN: dict[str, Known] = {
    "DU-R16": lambda step, _: step.cell == "stack" and step.points < 0,
    "DU-R42": lambda step, _: step.cell in DOME and step.points == 1,
    "DU-R43": lambda step, _: step.cell in DOME and 1 < step.points <= MOST_POINTS,
    OF_SPECIAL: lambda step, options: (
        step.cell in DOME and step.points == options.special_points_by_row[DOME[step.cell] // 6]
    ),
    "DU-R47": lambda step, _: step.cell == "broken" and step.points in BROKEN_POINTS[1:],
    "DU-R48": lambda step, _: step.cell == "start" and step.points == START_TILE_POINTS,
    "DU-R49": lambda step, _: step.cell == "score" and step.points > 0,
}
"""Rule -> whether a step of it can be."""


def sheet_faults(player: Player, options: Options) -> Iterator[str]:
    """Yield why a sheet does not lead to the score and the dome of a player."""
    for step in player.sheet:
        known = KNOWN.get(step.rule)
        if known is None or not known(step, options):
            yield f"the score sheet cannot have {step.points} for {step.cell} by {step.rule}."
    score = START_SCORE + total(player.sheet)
    if player.score != score:
        yield f"the score is {player.score}, but its steps lead from 5 to {score}."
    scored = sorted(step.cell for step in player.sheet if step.rule in (*OF_TILES, OF_SPECIAL))
    lying = {dome_cell(cell): tile for cell, tile in enumerate(player.board.dome) if tile}
    special = {step.cell for step in player.sheet if step.rule == OF_SPECIAL}
    kinds = special == {cell for cell, tile in lying.items() if tile == SPECIAL}
    if scored != sorted(lying) or not kinds:
        yield "the score sheet names other tiles than the dome has."
    score = START_SCORE
    for step in player.sheet:
        score += step.points
        if step.rule == "DU-R49" and score:
            yield f"DU-R49: a score is lifted to 0, not to {score}."
