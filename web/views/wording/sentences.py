"""What rules, eyes and devices say, in the reader's language: templates filled in with our words.

A value is worded by its name, so that the rules need not know any language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games import INFOS
from companion.games.base import Problem
from companion.games.saying import Notice, in_english
from companion.sentence import Sentence
from web.languages import gettext as _
from web.languages import in_own_words, language, templates
from web.views.wording import words

Kinds = dict[str, Callable[[Any], str]]

FIELD = re.compile(r"{(\w+)}")

BRACKETS = re.compile(r" \({(?:error|task)}\)")
"""What a library or the code calls something, behind what people call it."""

ENDS = (".", "?", "!", "…", ":")
"""What a sentence may end with."""

PLACES = ("cell", "place")
"""Values that are the id of a cell."""

STARS = {name: number for info in INFOS.values() for number, name in enumerate(info.stars)}
"""What the rules call a star -> its number."""


def told(text: str) -> str:
    """Return what the companion says as a sentence of the reader's language, else in English.

    Commands print an error after a colon, so it begins small and has no stop: a page gives it both.
    """
    said = part(text)
    template = templates(language()).get(_template(text)) or _template(text)
    field = FIELD.match(template)
    if field is None or field[1] in KINDS:  # a name stays as its owner writes it
        said = said[:1].upper() + said[1:]
    return said if not said or said.endswith(ENDS) else f"{said}."


def part(text: str) -> str:
    """Return what the companion says as a part of a sentence, in the reader's language."""
    values = text.values if isinstance(text, Sentence) else {}
    return worded(_template(text), values) or _in_english(text)


def _template(text: str) -> str:
    return text.template if isinstance(text, Sentence) else text


def _in_english(text: str) -> str:
    """Return an English sentence with its values in words, as pages call them.

    What a library says in brackets is left out, as translations leave it out.
    """
    if not isinstance(text, Sentence) or not text.values:
        return in_own_words(text)
    template = BRACKETS.sub("", in_own_words(text.template))
    return in_english(template, _shown(template, text.values, ENGLISH))


def of(case: Problem | Notice) -> str:
    """Return what a report says of a violation or notice; empty text where it has no translation.

    English is the rules' own sentence, but for places, which have names on the pages.
    """
    if language() != "en":
        return worded(case.template, case.values)
    places = {name: value for name, value in case.values.items() if name in PLACES}
    template = in_own_words(case.template)
    if not places and template == case.template:
        return case.message
    return in_english(template, {**case.values, **_shown(template, places)})


def worded(template: str, values: Mapping[str, Any]) -> str:
    """Return a template in the reader's language, filled in; empty text where it has none."""
    translated = in_own_words(templates(language()).get(template, ""))
    return translated.format(**_shown(translated, values))


def _shown(template: str, values: Mapping[str, Any], kinds: Kinds | None = None) -> dict[str, str]:
    """Return the values in words, with a small letter inside the sentence."""
    kinds = KINDS if kinds is None else kinds
    shown = {name: kinds.get(name, listed)(value) for name, value in values.items()}
    for name in (*PLACES, "star"):
        if name in shown and not template.startswith(f"{{{name}}}"):
            shown[name] = shown[name][:1].lower() + shown[name][1:]
    return shown


def listed(value: object) -> str:
    """Return a number or a name, or several of them."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def seat_in_english(number: int) -> str:
    """Return which seat it is, counted from 1, and who sits there: ``seat 2 (Ada)``.

    Other languages put the player's name instead of the word.
    """
    name = words.named(number)
    return f"{number + 1} ({name})" if name else str(number + 1)


def content(name: object) -> str:
    """Return what lies on a cell: a colour, a chip, a stack or dome tile, or nothing."""
    if isinstance(name, str):
        return words.colour(None if name == "nothing" else name)
    return row(name)


def row(values: Any) -> str:
    """Return several colours, or chips by theirs, one after the other."""
    return ", ".join(words.colour(value) for value in values)


def either(values: Iterable[object]) -> str:
    """Return numbers of which one holds: ``5 or 6``."""
    *most, last = map(str, values)
    return _("%(most)s or %(last)s", most=", ".join(most), last=last) if most else last


def titles(games: str) -> str:
    """Return a game's title, or several of them, as boxes have it in the reader's country."""
    return " / ".join(map(_, games.split(" / ")))


def ornament(kind: str) -> str:
    """Return a printed ornament, in a word."""
    names = {"pillar": _("pillar"), "statue": _("statue"), "window": _("window")}
    return names.get(kind, kind)


KINDS: Kinds = {
    "cell": words.place,
    "place": words.place,
    "star": lambda name: words.star(STARS[name]),
    "seat": words.seat,
    "seats": lambda seats: words.joined([words.seat(seat) for seat in seats]),
    "colour": words.colour,
    "other": words.colour,
    "wild": words.colour,
    "right": words.colour,
    "printed": words.colour,
    "space": words.space,
    "content": content,
    "choice": row,
    "colours": lambda colours: words.joined([words.colour(colour) for colour in colours]),
    "lines": lambda lines: words.joined([str(line) for line in lines]),
    "points": either,
    "faces": row,
    "kind": ornament,
    "game": titles,
    "games": titles,
    "why": part,
    "what": part,
    "remedy": part,
}
"""How a value is worded, by its name; any other is a number, or needs no translation."""

ENGLISH: Kinds = {
    **{name: KINDS[name] for name in (*PLACES, "content", "choice", "why", "what", "remedy")},
    "seat": seat_in_english,
    "seats": lambda seats: words.joined([seat_in_english(seat) for seat in seats]),
}
"""The same where the English sentence is said itself, which has words around what fills it in."""
