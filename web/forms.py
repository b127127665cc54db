"""Forms as a browser sends them, turned into the objects that programs send."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.fields import Field
from companion.service.state import State

Form = MultiDict[str, str]

NUMBERS = ("seat", "option", "reading", "score", "sitting", "players", "first_player")
WORDS = ("question", "cell", "content", "game", "variant")
SWITCH = {"on": True, "off": False, "yes": True, "no": False}
SEATS = range(4)


def from_form(name: str, form: Form, shown: State | None) -> Field:
    """Return the object that a form of the action ``name`` means.

    ``shown`` is the state its page showed, as far as it is still known.
    """
    values = {key: number(form[key]) for key in NUMBERS if form.get(key)}
    values |= {key: form[key] for key in WORDS if key in form}
    return Field({**values, **OWN.get(name, nothing)(form, shown)})


def number(text: str) -> Any:
    """Return a number where the text is one; otherwise the text, for the checks to complain of."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def nothing(form: Form, shown: State | None) -> Mapping[str, Any]:
    """Return nothing: this form has only plain fields."""
    return {}


def autoplay(form: Form, shown: State | None) -> Mapping[str, Any]:
    """Return whether pictures are to come by themselves."""
    return {"on": SWITCH.get(form.get("autoplay", ""))}


def correct(form: Form, shown: State | None) -> Mapping[str, Any]:
    """Return what the page showed on the cell, so that nobody is overruled unseen."""
    cell, seat = form.get("cell", ""), number(form.get("seat", ""))
    if shown is None or not isinstance(seat, int):
        return {}
    lay = shown.boards.get(seat, {}).get(cell)
    return {"was": {cell: list(lay) if isinstance(lay, tuple) else lay}}


def new_game(form: Form, shown: State | None) -> Mapping[str, Any]:
    """Return names, goals, corners and switches of a new game's form."""
    values: dict[str, Any] = {"names": [form.get(f"name{seat}", "").strip() for seat in SEATS]}
    if form.get("game") == "azul-duel":
        values |= {"goals": form.getlist("goals"), "players": 2, "variant": "coloured"}
    if form.get("brackets") == "no":
        values["corners"] = _json(form.get("corners", ""))
    values["turns"] = SWITCH.get(form.get("turns", "no"), False)
    return values


def told(form: Form, shown: State | None) -> Mapping[str, Any]:
    """Return what was told, which a form sends as JSON."""
    return {"told": _json(form.get("told", ""))}


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


OWN: Mapping[str, Callable[[Form, State | None], Mapping[str, Any]]] = {
    "autoplay": autoplay,
    "correct": correct,
    "new-game": new_game,
    "preview": new_game,
    "told": told,
}
"""What single forms have besides plain fields."""
