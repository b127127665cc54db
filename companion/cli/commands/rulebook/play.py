"""``companion play GAME --seed N``: a random game in the terminal, with its score sheet."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

from companion import games
from companion.errors import UsageError
from companion.fields import FieldError, parse
from companion.games import NAMES
from companion.games.base import Play, Result, Setup, Step

HELP = "play a random game in the terminal."

LONGEST = 100
"""Letters of an option, far more than any has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, the seed, and what people agree on before a game."""
    parser.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="0 unless told")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="2 unless told")
    parser.add_argument("--variant", default="coloured", help="coloured or grey")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an open question of the rules and its answer: true, false, a number or a word",
    )


def run(args: argparse.Namespace) -> int:
    """Print the game, turn by turn."""
    options = dict(_option(text) for text in args.option)
    try:
        play = games.play(Setup(args.game, args.variant, args.players, options=options))
    except ValueError as error:
        said = str(error).rstrip(".")
        raise UsageError(f"{said}; 'companion play --help' shows what is possible") from error
    print(f"{args.game}, {args.variant} side, {args.players} players, seed {args.seed}")
    for line in game_lines(play, args.seed):
        print(line)
    return 0


def _option(text: str) -> tuple[str, Any]:
    """Return an option's name and value; a value that is no JSON is a word."""
    if len(text) > LONGEST:
        raise UsageError(f"--option {text[:20]}... is too long; write it as KEY=VALUE")
    key, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--option {text} has no value; write it as KEY=VALUE")
    try:
        return key, parse(value).value
    except FieldError:
        return key, value


def game_lines(play: Play, seed: int) -> Iterator[str]:
    """Yield a whole random game: every action, its points, the table after every round."""
    chance = Random(seed)
    position = play.start(seed)
    legal = play.legal_actions(position)
    yield from _round_lines(play, position)
    while legal:
        action = chance.choice(legal)
        yield f"  {_words(play, position, action)}"
        after = play.apply(position, action)
        yield from _sheet_lines(play, position, action)
        if after.round != position.round:
            yield from _round_lines(play, after)
        position, legal = after, play.legal_actions(after)
    yield from _result_lines(play, position)


def _round_lines(play: Play, position: Any) -> Iterator[str]:
    yield ""
    yield play.text(position).rstrip("\n")
    yield ""


def _words(play: Play, position: Any, action: Any) -> str:
    """Return an action in words where the game has them (``describe``)."""
    describe = getattr(play, "describe", None)
    return str(action) if describe is None else str(describe(position, action))


def _sheet_lines(play: Play, position: Any, action: Any) -> Iterator[str]:
    """Yield the points an action brings, where the game tells them (``sheet``)."""
    sheet = getattr(play, "sheet", None)
    if sheet is None:
        return
    for seat, steps in enumerate(sheet(position, action)):
        if steps:
            yield f"    seat {seat}: {_sum(steps)}"


def _sum(steps: tuple[Step, ...]) -> str:
    listed = ", ".join(f"{step.cell} {step.points:+d} ({step.rule})" for step in steps)
    return f"{listed} = {sum(step.points for step in steps):+d}"


def _result_lines(play: Play, position: Any) -> Iterator[str]:
    result: Result = play.result_of(position)
    yield ""
    yield play.text(position).rstrip("\n")
    yield ""
    for seat, score in enumerate(result.scores):
        if result.steps[seat]:
            yield f"    seat {seat}: {_sum(result.steps[seat])}"
        won = ", wins" if seat in result.winners else ""
        yield f"seat {seat}: {score} points{won}"
