"""Every rule of a game in plain words, and finding one among them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.games.texts import RuleText, rule_texts
from web.languages import language


def rulebook(game: str, query: str = "") -> tuple[RuleText, ...]:
    """Return the rules of a game that have every word of ``query``, in the rulebook's order."""
    return tuple(found(rule_texts(game, language()).values(), query))


def found(rules: Iterable[RuleText], query: str) -> Iterable[RuleText]:
    """Yield the rules that have every word of ``query``; accents and case do not matter."""
    words = plain(query).split()
    for rule in rules:
        text = plain(" ".join((rule.rule_id, rule.title, rule.rule, rule.wrong, rule.right)))
        if all(word in text for word in words):
            yield rule


def plain(text: str) -> str:
    """Return a text without accents and capitals."""
    parts = unicodedata.normalize("NFD", text.replace("ł", "l").replace("Ł", "L"))
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()
