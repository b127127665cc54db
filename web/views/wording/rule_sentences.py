"""What the rules say, short enough for a score sheet or a warning, in the reader's language."""

from __future__ import annotations

import re

from companion.games import INFOS
from companion.games.base import Problem
from companion.games.texts import rule_text
from web.languages import gettext as _
from web.languages import language
from web.views.wording import sentences

REASONS = {rule: said for info in INFOS.values() for rule, said in info.reasons.items()}
"""Rule id -> why it brings points, in a few English words."""

CEILINGS = {rule: said for info in INFOS.values() for rule, said in info.ceilings.items()}
"""Rule id -> why it takes points off a score, likewise."""

GAMES = {info.prefix: name for name, info in INFOS.items()}
"""Rule prefix -> game."""

NAMED = re.compile(rf"\b(?P<rule>(?P<game>{'|'.join(GAMES)})-R\d+)\b")
"""The id of a rule inside a sentence."""


def text(game: str, rule: str) -> str:
    """Return what ``rule`` of ``game`` says; empty text where it has none."""
    found = rule_text(game, rule, language())
    return found.rule if found else ""


def objection(game: str, problem: Problem) -> str:
    """Return what is wrong, and what would be right, for a report's ``problem``.

    Where the very case cannot be said in the reader's language, the rule's own words are.
    """
    return sentences.of(problem) or broken(game, problem.rule) or problem.message


def broken(game: str, rule: str) -> str:
    """Return what is wrong where a rule is broken, and what would be right, whatever the case."""
    found = rule_text(game, rule, language())
    return f"{found.wrong} {found.right}" if found else ""


def complaint(english: str) -> str:
    """Return what a form got wrong, by the rule that ``english`` names, if it names one."""
    named = NAMED.search(english)
    if named is None or language() == "en":
        return english
    return broken(GAMES[named["game"]], named["rule"]) or english


def reason(rule: str, points: int) -> str:
    """Return why a step of the score sheet brings ``points``, in a few words."""
    if points < 0 and rule in CEILINGS:
        return _(CEILINGS[rule])
    return _(REASONS[rule], length=points) if rule in REASONS else heading(rule)


def heading(rule: str) -> str:
    """Return the title of a rule, in the reader's language."""
    game = GAMES.get(rule.partition("-")[0], "")
    found = rule_text(game, rule, language())
    return found.title if found else ""
