"""Sentences about a board, kept apart from what fills them in so that they can be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any


def N_(text: str) -> str:
    """Mark an English sentence of a game for translation; the pages say it to a reader."""
    return text


class Listed(tuple[Any, ...]):
    """Several values for one name of a sentence: ``red and white`` in English."""

    joint = " and "

    def __str__(self) -> str:
        return self.joint.join(map(str, self))


class Row(Listed):
    """Several values in a row: ``red, white`` in English."""

    joint = ", "


class Either(Listed):
    """Several values of which one holds: ``5 or 6`` in English."""

    joint = " or "


_ARTICLE = re.compile(r"\b([Aa]) \{(\w+)\}")
"""An English article with the value that it stands before."""


def in_english(template: str, values: Mapping[str, Any]) -> str:
    """Return an English sentence filled in: "an orange tile" where the sentence has "a"."""

    def article(found: re.Match[str]) -> str:
        vowel = str(values[found[2]])[:1] in "aeiou"
        return f"{found[1]}{'n' * vowel} {{{found[2]}}}"

    return _ARTICLE.sub(article, template).format(**values)


def in_words_of(own: Mapping[str, str], said: str) -> str:
    """Return a sentence, not filled in yet, with a game's ``own`` words for those they stand for.

    ``own`` are the words of one language: see ``GameInfo.words``.
    """
    if not own:
        return said
    return _any_of(tuple(own)).sub(lambda found: _like(found[0], own[found[0].lower()]), said)


@cache
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds any of some words, and where one has another within it the longer one."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def _like(word: str, other: str) -> str:
    """Return another word with a large first letter, where the word has one."""
    return other[:1].upper() + other[1:] if word[:1].isupper() else other


@dataclass(frozen=True, slots=True)
class Notice:
    """What is worth saying of a board but stops nothing; ``template`` as in ``Problem``."""

    cells: tuple[str, ...]
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence."""
        return in_english(self.template, self.values)


MISSED_PRESS = (
    "More than one turn was played since the last picture: a press was missed, so they could not "
    "be checked one by one."
)
"""What to say where boards changed that one turn cannot all have changed."""

PERHAPS_MISSED = (
    "More came to this board than one turn brings: a press was missed, or a turn was too much."
)
"""What to say where only one board changed, but others may have had a turn that left no trace."""

MARKERS_END = "The markers end at {end}; the score is {score}."
"""What to say of a total that the table's markers cannot show."""


def beyond_markers(scores: Sequence[int], end: int) -> Iterator[tuple[int, Notice]]:
    """Say by seat which totals lie beyond the ``end`` of the table's markers."""
    for seat, score in enumerate(scores):
        if score > end:
            yield seat, Notice((), MARKERS_END, {"end": end, "score": score})
