"""What rules, eyes and devices say, in the reader's language: templates filled in with our words.

A value is worded by its name, so that the rules need not know any language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games import INFOS
from companion.games.base import Problem
from companion.games.saying import Notice
from companion.sentence import Sentence
from web.languages import gettext as _
from web.languages import language, templates
from web.views.wording import words

PLACES = ("cell", "place")
"""Values that are the id of a cell."""

STARS = {name: number for info in INFOS.values() for number, name in enumerate(info.stars)}
"""What the rules call a star -> its number."""


def told(text: str) -> str:
    """Return a sentence of the companion in the reader's language; as it is where there is none."""
    if isinstance(text, Sentence):
        return worded(text.template, text.values) or str(text)
    return worded(text, {}) or text


def of(case: Problem | Notice) -> str:
    """Return what a report says of a violation or notice; empty text where it has no translation.

    English is the rules' own sentence, but for places, which have names on the pages.
    """
    if language() != "en":
        return worded(case.template, case.values)
    places = {name: value for name, value in case.values.items() if name in PLACES}
    if not places:
        return case.message
    return case.template.format(**{**case.values, **_shown(case.template, places)})


def worded(template: str, values: Mapping[str, Any]) -> str:
    """Return a template in the reader's language, filled in; empty text where it has none."""
    translated = templates(language()).get(template, "")
    return translated.format(**_shown(translated, values))


def _shown(template: str, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the values in words, with a small letter inside the sentence."""
    shown = {name: KINDS.get(name, str)(value) for name, value in values.items()}
    for name in (*PLACES, "star"):
        if name in shown and not template.startswith(f"{{{name}}}"):
            shown[name] = shown[name][:1].lower() + shown[name][1:]
    return shown


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


def ornament(kind: str) -> str:
    """Return a printed ornament, in a word."""
    names = {"pillar": _("pillar"), "statue": _("statue"), "window": _("window")}
    return names.get(kind, kind)


KINDS: Mapping[str, Callable[[Any], str]] = {
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
    "why": told,
    "what": told,
    "remedy": told,
}
"""How a value is worded, by its name; any other is a number, or needs no translation."""
