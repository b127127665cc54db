"""Actions of Azul Duel as text, for recorded games: ``TakeSun factory=0 colour=red line=2``."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from companion.games.azul_duel.actions import Action

KINDS: dict[str, type[Action]] = {kind.__name__: kind for kind in Action.__args__}


def write_action(action: Action) -> str:
    """Return ``action`` as text, such as ``TakeChip factory=2``."""
    words = [type(action).__name__]
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name != "drop" or value:
            words.append(f"{field.name}={_word(value)}")
    return " ".join(words)


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return "broken" if value is None else str(value)


def read_action(text: str) -> Action:
    """Return the action that ``write_action`` wrote; ``ValueError`` says what cannot be read."""
    name, *words = text.split() or [""]
    if name not in KINDS:
        raise ValueError(f"There is no action {name!r}; use one of {', '.join(KINDS)}.")
    kind = KINDS[name]
    known = {field.name: str(field.type) for field in fields(kind)}
    try:
        pairs = dict(word.split("=", 1) for word in words)
        return kind(**{key: _value(word, known[key]) for key, word in pairs.items()})
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{text!r} is no action: {name} needs {', '.join(known)}.") from error


def _value(word: str, kind: str) -> Any:
    """Return ``word`` as the ``kind`` its field is annotated with."""
    if kind == "int | None" and word == "broken":
        return None
    if kind.startswith("int"):
        return int(word)
    return tuple(word.split(",")) if kind.startswith("tuple") else word
