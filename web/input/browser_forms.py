"""Forms as a browser sends them, turned into the objects that programs send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from companion import games
from companion.fields import Field, FieldError, parse
from companion.games import INFOS, MOST_PLAYERS, GameInfo
from companion.games.info import HouseRule
from companion.sitting_folder import HANDHELD
from web.input.form_checks import corners_of, is_number, no_totals, round_of, starter_of, totals_of

Form = MultiDict[str, str]

NUMBERS = ("seat", "option", "reading", "score", "sitting", "players", "first_player", "round",
           "starter")  # fmt: skip
WORDS = ("question", "cell", "content", "game", "variant")
SWITCH = {"on": True, "off": False, "yes": True, "no": False}
SEATS = range(MOST_PLAYERS)
PLAYERS = tuple(str(players) for players in range(2, MOST_PLAYERS + 1))
MOST_NUMBER = 999_999_999
DRAFT = "draft"
"""The action that takes every field as it stands."""


def from_form(name: str, form: Form) -> Field:
    """Return the object that a form of the action ``name`` means."""
    if name == DRAFT:
        return Field({"fields": [list(field) for field in form.items(multi=True)]})
    values = {key: number(form[key]) for key in NUMBERS if form.get(key)}
    values |= {key: form[key] for key in WORDS if key in form}
    return Field({**values, **OWN.get(name, nothing)(form)})


def number(text: str) -> Any:
    """Return a number where the text is one; otherwise the text, for the checks to complain of."""
    return int(text) if is_number(text, MOST_NUMBER) else text


def nothing(form: Form) -> Mapping[str, Any]:
    """Return nothing: this form has only plain fields."""
    return {}


def autoplay(form: Form) -> Mapping[str, Any]:
    """Return whether something is to be: pictures that come by themselves, a pause."""
    return {"on": SWITCH.get(form.get("autoplay", form.get("pause", "")))}


def correct(form: Form) -> Mapping[str, Any]:
    """Return what lies there, and what the page showed, so that nobody is overruled unseen."""
    if "cells" in form:
        return {"cells": _json(form["cells"]), "was": _json(form.get("was", "{}"))}
    cell, content = form.get("cell", ""), form.get("content", "")
    values = {"content": _json(content) if content.startswith("[") else content}
    return values | ({"was": {cell: _json(form["was"])}} if "was" in form else {})


def new_game(form: Form) -> Mapping[str, Any]:
    """Return a new game's form whole: where people sit, and what they wish for."""
    return {**seating(form), "coach": SWITCH.get(form.get("coach", "no"), False)}


def seating(form: Form) -> Mapping[str, Any]:
    """Return names, goals, house rules, corners and switches of a new game's form."""
    values: dict[str, Any] = {"names": [form.get(f"name{seat}", "").strip() for seat in SEATS]}
    if (info := INFOS.get(form.get("game", ""))) is not None:
        values |= only_choice(info)
        values |= {"goals": form.getlist("goals")} if info.goals else {}
    players = players_of(form, info)
    values["options"] = house_rules(form)
    if info is None or info.tells_starter:
        values["first_player"] = starter_of(form.get("first_player", ""), players)
    if form.get("brackets") == "no":
        values["corners"] = corners_of(_json(form.get("corners", "")), players)
    if form.get("brackets") == "phone":
        values["camera"] = HANDHELD
    if form.get("under_way"):
        values["scores"] = totals_of(form.getlist("total"), players)
        values["round"] = round_of(
            form.get("round", ""), info.last_round if info else games.LAST_ROUND
        )
    else:
        no_totals(form.getlist("total"), players)
    values["show_tiles"] = form.get("game", "") in form.getlist("show_tiles")
    values["turns"] = SWITCH.get(form.get("turns", "no"), False)
    return values


def players_of(form: Form, info: GameInfo | None) -> int:
    """Return how many play: as chosen, unless the game leaves no choice."""
    chosen = form.get("players", "")
    found = {"players": int(chosen) if chosen in PLAYERS else 2}
    return int({**found, **(only_choice(info) if info else {})}["players"])


def only_choice(info: GameInfo) -> Mapping[str, Any]:
    """Return what a game leaves no choice about, whatever the form still says of another game."""
    players = {"players": info.players[0]} if len(info.players) == 1 else {}
    return players | ({"variant": next(iter(info.boards))} if len(info.boards) == 1 else {})


def house_rules(form: Form) -> Mapping[str, Any]:
    """Return the options of the chosen game that are not as usual.

    A word that is no answer is kept, for the game itself to refuse.
    """
    game, given = form.get("game", ""), {}
    info = INFOS.get(game)
    for asked in (*info.asks, *info.house_rules) if info else ():
        answer = meant(asked, form.get(field_of(game, asked.option), ""))
        if answer not in ("", asked.usual):
            given[asked.option] = answer
    return given


def field_of(game: str, option: str) -> str:
    """Return the name of an option's field; games share options, and one form asks for all."""
    return f"{game}.{option}"


def meant(asked: HouseRule, word: str) -> bool | str:
    """Return the answer that is written as ``word``; ``word`` itself where there is none."""
    return next((value for value in asked.answers if written(value) == word), word)


def written(answer: bool | str) -> str:
    """Return how a form writes the answer to a house rule."""
    return answer if isinstance(answer, str) else "yes" if answer else "no"


def take_over(form: Form) -> Mapping[str, Any]:
    """Return the totals of a game under way, seat by seat, and its round."""
    given = form.getlist("total")
    number = round_of(form.get("round", ""), games.LAST_ROUND)
    return {"scores": totals_of(given, len(given)), "round": number}


def told(form: Form) -> Mapping[str, Any]:
    """Return what was told: as JSON of one button, or the fields of the form ``name``."""
    if "told" in form:
        return {"told": _json(form["told"])}
    counts = [number(each) for each in form.getlist("count")]
    if form.get("name") != "marker":
        return {"told": {form.get("name", ""): counts}}
    who = form.get("who", "")
    taken = {"seat": number(who), "tiles": counts[0] if counts else None}
    return {"told": {"marker": taken if who.isdecimal() else None}}


def _json(text: str) -> Any:
    try:
        return parse(text).value
    except FieldError:
        return text


def people(form: Form) -> Mapping[str, Any]:
    """Return who sits where; with ``exchange`` two seats have changed places."""
    seats = [seat for seat in SEATS if f"name{seat}" in form]
    pair = [number(one) for one in form.get("exchange", "").split(",")]
    if len(pair) == 2 and set(pair) <= set(seats):
        one, other = pair
        turned = {one: other, other: one}
        seats = [turned.get(seat, seat) for seat in seats]
    values: dict[str, Any] = {"names": [form[f"name{seat}"] for seat in seats]}
    if all(f"colour{seat}" in form for seat in seats):
        values["colours"] = [number(form[f"colour{seat}"]) for seat in seats]
    return values


OWN: Mapping[str, Callable[[Form], Mapping[str, Any]]] = {
    "autoplay": autoplay,
    "correct": correct,
    "pause": autoplay,
    "people": people,
    "new-game": new_game,
    "preview": seating,
    "take-over": take_over,
    "told": told,
}
"""What single forms have besides plain fields."""
