"""What counts as a player's name: anything people are called, in any writing, emoji too."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from companion.errors import CorrectionRefused
from companion.sentence import Sentence

LONGEST = 30
"""Letters, as people count them: a family emoji is one."""

MOST_SIGNS = 240
"""Signs these may be made of."""

JOINER = "\N{ZERO WIDTH JOINER}"
TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Invisible signs that would turn or hide what stands beside a name."""


def name_of(text: str) -> str:
    """Return a name with its spaces in order; raises ``CorrectionRefused`` for what is none."""
    name = " ".join(text.split())
    if letters(name) > LONGEST or len(name) > MOST_SIGNS:
        raise CorrectionRefused(
            Sentence("a name has at most {count} letters; make it shorter", count=LONGEST)
        )
    if visible(name) != name:
        raise CorrectionRefused("a name cannot have invisible signs in it; type it anew")
    return name


def names_of(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return a name for every seat, empty where nobody said one; nothing where nobody did."""
    called = tuple(name_of(one) for one in names)
    return (*called, *[""] * players)[:players] if any(called) else ()


def check_told_apart(names: Sequence[str]) -> None:
    """Refuse names of one game that do not tell people apart: history counts people by name.

    Seats without a name have a number.
    """
    seen = set()
    for name in filter(None, names):
        if plain(name) in seen:
            raise CorrectionRefused(
                Sentence(
                    "two players of one game are called {name}; call one of them something else",
                    name=name,
                )
            )
        seen.add(plain(name))


def plain(name: str) -> str:
    """Return a name as it is compared: whoever has the same is the same person.

    Capitals, blanks, how accents are written, and signs that only join letters make no difference.
    """
    seen = "".join(sign for sign in name.casefold() if unicodedata.category(sign) != "Cf")
    return " ".join(unicodedata.normalize("NFC", seen).split())


def visible(text: str) -> str:
    """Return a text without the signs that no name can have."""
    return "".join(sign for sign in text if not _is_invisible(sign))


def letters(text: str) -> int:
    """Return how many letters a text has, what is joined to one counted once."""
    count, before = 0, ""
    for sign in text:
        flag = _is_flag(sign) and _is_flag(before)
        count += not (flag or before == JOINER or _joins(sign))
        before = "" if flag else sign
    return count


def _joins(sign: str) -> bool:
    """Tell whether a sign changes the one before it: an accent, a skin colour, a joiner."""
    tone = "\U0001f3fb" <= sign <= "\U0001f3ff"
    return tone or unicodedata.category(sign) in ("Mn", "Me", "Mc", "Cf")


def _is_flag(sign: str) -> bool:
    """Tell whether a sign is one of the two letters of a flag."""
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def _is_invisible(sign: str) -> bool:
    return sign in TURNING or unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
