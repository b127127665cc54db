"""``companion rules GAME [RULE]``: the rules in plain words."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from companion.errors import UsageError
from companion.games import NAMES
from companion.games.texts import RuleText, languages, rule_texts

HELP = "print the rules of a game, or one of them."
WIDTH = 88

WRONG_AND_RIGHT = {
    "en": ("What is wrong", "What is right"),
    "pl": ("Co jest źle", "Jak jest dobrze"),
    "cs": ("Co je špatně", "Jak je to správně"),
}
"""What the two examples of a rule are called."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, the rule and the language."""
    parser.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    parser.add_argument("rule", nargs="?", metavar="RULE", help="a rule's id, or its number")
    parser.add_argument("--language", default="en", metavar="CODE", help="en unless told")


def run(args: argparse.Namespace) -> int:
    """Print every rule with its title, or one rule with what is wrong and what would be right."""
    known = languages(args.game)
    if args.language not in known:
        raise UsageError(
            f"the rules of {args.game} are not told in '{args.language:.20}'; "
            f"choose one of {', '.join(known)}"
        )
    texts = rule_texts(args.game, args.language)
    if not texts:
        raise UsageError(f"there are no rule texts of {args.game} yet")
    if args.rule is None:
        for text in texts.values():
            print("\n".join(_short(text)))
    else:
        text = texts[_rule_id(args.game, args.rule, tuple(texts))]
        print("\n".join(_long(text, args.language)))
    return 0


def _rule_id(game: str, named: str, known: tuple[str, ...]) -> str:
    """Return the full id of a rule that may be named without its prefix."""
    prefix = known[0].partition("-")[0]
    number = named.upper().removeprefix(f"{prefix}-").removeprefix("R")
    rule_id = f"{prefix}-R{number}"
    if rule_id not in known:
        raise UsageError(f"{game} has no rule {named}; its rules are {known[0]} to {known[-1]}")
    return rule_id


def _short(text: RuleText) -> Iterator[str]:
    yield f"{text.rule_id}  {text.title}"
    yield from _indented(text.rule)


def _long(text: RuleText, language: str) -> Iterator[str]:
    wrong, right = WRONG_AND_RIGHT.get(language, WRONG_AND_RIGHT["en"])
    yield from _short(text)
    yield from _indented(f"{wrong}: {text.wrong}")
    yield from _indented(f"{right}: {text.right}")


def _indented(sentence: str) -> list[str]:
    return textwrap.wrap(sentence, WIDTH, initial_indent="    ", subsequent_indent="    ")
