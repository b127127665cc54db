"""What the rules say, short enough for a score sheet or a warning, in the reader's language."""

from __future__ import annotations

import re

from companion.games import INFOS
from companion.games.base import Problem
from companion.games.texts import rule_text
from web.languages import gettext as _
from web.languages import language
from web.views.wording import sentences

WALL_GAMES = frozenset(
    info.prefix for info in INFOS.values() if info.engine == "companion.games.wall"
)
"""Rule prefixes of the games with a wall; AZ-R26, MI-R26 and CH-R26 are the same rule."""

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
    game, _dash, number = rule.partition("-")
    reasons = {
        "R26": _("stands alone"),
        "R27": _("a row of %(length)d", length=points),
        "R28": _("counts column and row"),
        "R30": _("tiles on the floor line"),
        "R31": _("never below zero"),
        "R38": _("2 for each"),
        "R39": _("7 for each"),
        "R40": _("10 for each"),
    }
    return reasons.get(number, "") if game in WALL_GAMES else heading(rule)


def heading(rule: str) -> str:
    """Return the title of a rule, in the reader's language."""
    game = GAMES.get(rule.partition("-")[0], "")
    found = rule_text(game, rule, language())
    return found.title if found else ""
