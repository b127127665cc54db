"""The words of the dashboard, in the language of the request.

Seats, rows and places count from 1 here, as people do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from flask import g

from companion.boards import Board
from companion.games import INFOS
from companion.journal.player_names import JOINER
from web.languages import gettext as _
from web.languages import language, ngettext, speak

EMPTY = "empty"

NUMBER = re.compile("[0-9]{1,3}")
"""A number in the id of a cell; what programs send may be anything."""

FITS = (6, 8, 10, 12, 14, 17, 20, 24, 30, 40, 50)
"""Widths of names, in letters, that the stylesheet has sizes for."""


def use(names: Sequence[str] = (), board: Board | None = None) -> None:
    """Call seats by ``names``, and the stars of a ``board`` by their colours, in this request.

    Where it has dome tiles, tiles go to a dome, in other games to a wall, or what that game calls
    it.  The addresses say it, before anything is put into words.
    """
    g.names = tuple(names)
    spaces = board.of_kind("space") if board else ()
    g.stars = {one.star: one.colour for one in spaces if one.colour}
    g.dome = board is not None and board.dome_tile is not None
    speak(INFOS[board.game].words if board else {})


def on_a_dome() -> bool:
    """Tell whether tiles go to a dome in the game that is spoken of."""
    return bool(g.get("dome", False))


def seat(number: int) -> str:
    """Return what the player at seat ``number`` (from 0) is called."""
    return named(number) or _("Player %(number)d", number=number + 1)


def named(number: int) -> str:
    """Return the name of the player at seat ``number`` (from 0); empty where nobody said one."""
    names: tuple[str, ...] = g.get("names", ())
    return isolated(names[number]) if number < len(names) and names[number] else ""


def isolated(name: str) -> str:
    """Return a name so that it turns no sentence around it, where it is written from the right."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def fit(name: str) -> str:
    """Return the style word that tells how wide a name's longest word is, in letters."""
    width = max(map(width_of, name.split()), default=0.0)
    return f"fit-{next((size for size in FITS if width <= size), FITS[-1])}"


def shortened(name: str, most: int) -> str:
    """Return a name that is no wider than ``most`` letters, with dots where it was cut."""
    if width_of(name) <= most:
        return name
    kept = ""
    for letter in name:
        if width_of(kept + letter) > most - 1:
            break
        kept += letter
    return isolated(kept.strip("\u2068\u2069 ")) + "…"


def width_of(text: str) -> float:
    """Return how wide a text is, in letters like ``n``; what is joined counts once."""
    pairs = zip(text, " " + text, strict=False)
    return sum(letter_width(letter) for letter, before in pairs if before != JOINER)


def letter_width(letter: str) -> float:
    """Return how wide a letter is, an ``n`` being 1."""
    if unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0.0
    wide = unicodedata.east_asian_width(letter) in "WF" or letter in "MWmw@"
    return 1.8 if wide else 1.0


def game(name: str) -> str:
    """Return a game's title, as its box has it in the reader's country."""
    return _(INFOS[name].title) if name in INFOS else name


def side(variant: str, of: str = "") -> str:
    """Return what a side of the boards is called, of a game that may have its own name for it."""
    own = INFOS[of].sides if of in INFOS else {}
    if variant in own:
        return _(own[variant])
    return {"coloured": _("coloured side"), "grey": _("grey side")}.get(variant, variant)


def board(printings: Sequence[tuple[str, str]]) -> str:
    """Return what a board is called that may be of several games, all with the same side up."""
    sides: dict[str, list[str]] = {}
    for name, variant in printings:
        sided = len(INFOS[name].boards) > 1
        sides.setdefault(f", {side(variant, name)}" if sided else "", []).append(game(name))
    return " / ".join(f"{' / '.join(games)}{called}" for called, games in sides.items())


def colour(name: object) -> str:
    """Return a colour, or whatever else a cell may hold, as a word; both of a two-coloured chip."""
    if "+" in (text := str(name or EMPTY)):
        return "/".join(map(colour, text.split("+")))
    words = {
        "blue": _("blue"),
        "yellow": _("yellow"),
        "red": _("red"),
        "black": _("black"),
        "white": _("white"),
        "turquoise": _("turquoise"),
        "brown": _("brown"),
        "cream": _("cream"),
        "purple": _("purple"),
        "orange": _("orange"),
        "green": _("green"),
        "first": _("starting player marker"),
        "special": _("special tile"),
        "any": _("any colour"),
        "unknown": _("unknown"),
        EMPTY: _("empty"),
    }
    return words.get(text) or colour_of_one_game(text)


def colour_of_one_game(name: str) -> str:
    """Return a colour that only one game has, as that game calls it; else ``name`` itself."""
    looks = (info.looks[name] for info in INFOS.values() if name in info.looks)
    words = next((look.words for look in looks), {})
    return words.get(language()) or words.get("en") or name


def space(shown: str) -> str:
    """Return what a space of a dome tile shows, in words."""
    return {"any": _("any colour"), "special": _("special space")}.get(shown) or colour(shown)


def ornament(kind: str) -> str:
    """Return a printed ornament with the tiles it earns, in words."""
    words = {
        "pillar": _("Pillar: 1 tile"),
        "statue": _("Statue: 2 tiles"),
        "window": _("Window: 3 tiles"),
    }
    return words.get(kind, kind)


def place(cell: str) -> str:
    """Return where ``cell`` (a cell's id, or a line of the score sheet) is, in words."""
    return places([cell])


def places(cells: Iterable[str]) -> str:
    """Return where several cells are: ``Pattern line 4, spaces 1 and 2``."""
    lines: dict[str, list[str]] = {}
    for cell in cells:
        line, space = line_and_space(cell)
        lines.setdefault(line, []).append(space)
    return "; ".join(
        with_spaces(line, [one for one in spaces if one]) for line, spaces in lines.items()
    )


def with_spaces(line: str, spaces: list[str]) -> str:
    """Return a line of a board with the numbers of its spaces; alone where it has none."""
    if not spaces:
        return line
    named = joined(spaces)
    return str(
        ngettext(
            "%(line)s, space %(spaces)s",
            "%(line)s, spaces %(spaces)s",
            len(spaces),
            line=line,
            spaces=named,
        )
    )


def line_and_space(cell: str) -> tuple[str, str]:
    """Return the line of a board that ``cell`` is in, in words, and its space's number there."""
    kind, *numbers = cell.split("/")
    spots = [int(number) + 1 for number in numbers if NUMBER.fullmatch(number)]
    if kind in ("wall", "line") and spots:
        line = _("Wall, row %(row)d") if kind == "wall" else _("Pattern line %(row)d")
        return line % {"row": spots[0]}, "".join(str(spot) for spot in spots[1:])
    if kind == "dome" and len(spots) == 2:
        return _("Dome, row %(row)d", row=spots[0]), str(spots[1])
    if kind == "place" and len(spots) == 2:
        return _("Dome tile, row %(row)d, column %(column)d", row=spots[0], column=spots[1]), ""
    if kind == "number" and spots:
        return _("All spaces with number %(number)s", number=numbers[0]), ""
    if kind == "star" and spots:
        return star(spots[0] - 1), "".join(numbers[1:])
    numbered = "".join(str(spot) for spot in spots)
    rows = {
        "floor": _("Floor line"),
        "corner": _("Corner"),
        "chip": _("Bonus chips"),
        "bonus": _("Points of the special tiles"),
        "row": _("Row"),
        "column": _("Column"),
        "diagonal": _("Diagonal"),
    }
    if kind in rows:
        return rows[kind], numbered
    return single(kind if kind == "track" else cell), ""


def single(cell: str) -> str:
    """Return a place that there is only one of, in words."""
    titles = {
        "track": _("Score track"),
        "score": _("Score"),
        "rows": _("Complete rows"),
        "columns": _("Complete columns"),
        "colours": _("Complete colours"),
        "broken": _("Broken tiles"),
        "start": _("Starting player space"),
        "stack": _("Dome tiles from the stack"),
        "marker": _("Starting player marker"),
        "discarded": _("Tiles thrown away"),
    }
    return titles.get(cell, cell)


def star(number: int) -> str:
    """Return what the star with this number is called: by its colour where it has one."""
    stars: Mapping[int | None, str] = g.get("stars", {})
    titles = {
        "purple": _("Purple star"),
        "orange": _("Orange star"),
        "red": _("Red star"),
        "blue": _("Blue star"),
        "yellow": _("Yellow star"),
        "green": _("Green star"),
    }
    if number == 0:
        return _("Middle star")
    return titles.get(stars.get(number, "")) or _("Star %(number)d", number=number)


def checkpoint(name: str) -> str:
    """Return what a frame was taken for, in a few words."""
    words = {
        "setup": _("Setting up"),
        "tiles": _("Tiles shown"),
        "opening": _("First tiles"),
        "turn": _("After a turn"),
        "offer-end": _("All tiles taken"),
        "tiled": _("Domes tiled") if on_a_dome() else _("Walls tiled"),
        "placed": _("Tiles placed"),
        "passed": _("Passed"),
    }
    return words.get(name, name)


def device(name: str) -> str:
    """Return what a device is called."""
    return {"Camera": _("Camera"), "Panel": _("Buttons and lamps")}.get(name, name)


def round_(number: int) -> str:
    """Return which round it is; before the first, that it has not begun."""
    return _("Round %(number)d", number=number) if number else _("Before the first round")


def moment(name: str, number: int) -> str:
    """Return which moment of a game it is: the round, and what had just been done."""
    done = checkpoint(name)
    return f"{round_(number)} · {done}" if number else done


def status(name: str) -> str:
    """Return what was made of a frame, in a word or two."""
    words = {
        "read": _("read"),
        "waiting": _("waited"),
        "violation": _("not allowed"),
        "question": _("question"),
        "not-empty": _("not empty"),
        "failed": _("not readable"),
        "undone": _("taken back"),
        "by-hand": _("by hand"),
    }
    return words.get(name, name)


def points(number: int) -> str:
    """Return a number of points with its word, ``3 points`` for instance."""
    return ngettext("%(num)d point", "%(num)d points", number)


def signed(number: int) -> str:
    """Return points as they stand on a score sheet: with a plus, or a true minus sign."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number < 0 else "0"


def joined(parts: list[str]) -> str:
    """Return a list as people say it: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(most)s and %(last)s", most=", ".join(parts[:-1]), last=parts[-1])
