"""Every rule in plain words, by language and game.

``texts/en.json`` in a game's folder gives for each rule id a ``title``, the ``rule`` itself, and,
for a table where it is broken, what is ``wrong`` and what would be ``right``: short enough for a
phone.  A language that lacks a game or a rule falls back to English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from companion.games import INFOS

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule in plain words."""

    rule_id: str
    title: str
    rule: str
    wrong: str
    right: str


def languages(game: str) -> tuple[str, ...]:
    """Return the languages in which a game's rules are told."""
    folder = files(INFOS[game].package).joinpath("texts")
    names = sorted(file.name for file in folder.iterdir())
    return tuple(name.removesuffix(".json") for name in names if name.endswith(".json"))


@cache
def rule_texts(game: str, language: str = FALLBACK) -> Mapping[str, RuleText]:
    """Return the texts of all rules of a game, by rule id, in the order of the rulebook."""
    found = _read(game, FALLBACK)
    if language != FALLBACK:
        found |= _read(game, language)
    return MappingProxyType(found)


def rule_text(game: str, rule_id: str, language: str = FALLBACK) -> RuleText | None:
    """Return the text of one rule, None where the game has no such rule."""
    return rule_texts(game, language).get(rule_id)


def _read(game: str, language: str) -> dict[str, RuleText]:
    if game not in INFOS:
        return {}
    file = files(INFOS[game].package).joinpath("texts", f"{language}.json")
    if not file.is_file():
        return {}
    texts = json.loads(file.read_text(encoding="utf-8"))
    return {rule_id: RuleText(rule_id, **text) for rule_id, text in texts.items()}
