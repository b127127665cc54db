"""Positions as text, each line said once for both ways.

A line is a template with places for values of the position's JSON form, for instance
``seat 0 score {boards.0.score:number}``: the way to the value, and as what it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.base import ImpossiblePosition

_PLACE = re.compile(r"\{([\w.]+):(\w+)\}")
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Words:
    """How one kind of value is written: what fits ``pattern`` can be read, as ``example`` does."""

    pattern: str
    example: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


NUMBER = Words(r"-?\d{1,99}", "7", str, int)
NATURAL = Words(r"\d{1,99}", "7", str, int)
WORD = Words(r"\S+", "word", str, str)


def maybe(words: Words, nothing: str = NOTHING) -> Words:
    """Return how a value is written that may be missing (None)."""
    return Words(
        f"{words.pattern}|{re.escape(nothing)}",
        words.example,
        lambda value: nothing if value is None else words.write(value),
        lambda word: None if word == nothing else words.read(word),
    )


def several(words: Words, joint: str, nothing: str = NOTHING) -> Words:
    """Return how a list is written, its items joined by ``joint``."""
    one, between = f"(?:{words.pattern})", re.escape(joint)
    return Words(
        f"{one}(?:{between}{one})*|{re.escape(nothing)}",
        words.example,
        lambda items: joint.join(map(words.write, items)) or nothing,
        lambda text: [] if text == nothing else list(map(words.read, re.findall(one, text))),
    )


def spelled(letters: Mapping[Any, str]) -> Words:
    """Return how something is written that has a letter, or a short word, of its own."""
    named = {letter: value for value, letter in letters.items()}
    known = sorted(named, key=len, reverse=True)
    pattern = "|".join(map(re.escape, known))
    return Words(pattern, next(iter(named)), lambda value: letters[value], lambda word: named[word])


def repeated(count: int, *lines: str) -> list[str]:
    """Return lines again and again, for each number below ``count`` in the place of ``#``."""
    return [line.replace("#", str(number)) for number in range(count) for line in lines]


class Page:
    """A text of certain lines; blank lines and the number of spaces mean nothing."""

    def __init__(self, lines: Sequence[str], words: Mapping[str, Words]) -> None:
        self._lines = [_Line(line, words) for line in lines]

    def write(self, data: Mapping[str, Any]) -> str:
        """Return the text of JSON values."""
        return "".join(line.write(data) + "\n" for line in self._lines)

    def read(self, text: str) -> Any:
        """Return the JSON values of ``text``; ``ImpossiblePosition`` names a line that is wrong."""
        found = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
        tree: dict[str, Any] = {}
        for index, line in enumerate(self._lines):
            if index == len(found):
                raise ImpossiblePosition("The text ends too early; it describes no whole position.")
            line.read(found[index], tree)
        for more in found[len(self._lines) :]:
            raise ImpossiblePosition(f"{more!r} belongs to no position: the text is over.")
        return _with_lists(tree)


class _Line:
    """One line: ``places`` are the ways to its values, with how each is written."""

    def __init__(self, template: str, words: Mapping[str, Words]) -> None:
        self.template = template
        self.places = [(way.split("."), words[kind]) for way, kind in _PLACE.findall(template)]
        groups = iter([f"({each.pattern})" for _, each in self.places])
        plain = re.escape(_PLACE.sub("\0", " ".join(template.split())))
        self.pattern = re.compile(re.sub("\0", lambda _: next(groups), plain))

    def _filled(self, values: Iterable[str]) -> str:
        said = iter(values)
        return _PLACE.sub(lambda _: next(said), self.template)

    def write(self, data: Any) -> str:
        return self._filled(each.write(_at(data, way)) for way, each in self.places).rstrip()

    def read(self, line: str, tree: dict[str, Any]) -> None:
        found = self.pattern.fullmatch(line)
        if found is None:
            example = self._filled(each.example for _, each in self.places).strip()
            raise ImpossiblePosition(f"{line!r} should look like {example!r}.")
        for (way, each), word in zip(self.places, found.groups(), strict=True):
            *branches, leaf = way
            inner = tree
            for branch in branches:
                inner = inner.setdefault(branch, {})
            inner[leaf] = each.read(word)


def _at(data: Any, way: Sequence[str]) -> Any:
    for step in way:
        data = data[step] if isinstance(data, Mapping) else data[int(step)]
    return data


def _with_lists(tree: Any) -> Any:
    """Return a tree in which branches that are numbered are lists."""
    if not isinstance(tree, dict):
        return tree
    branches = {key: _with_lists(value) for key, value in tree.items()}
    return list(branches.values()) if all(map(str.isdecimal, branches)) and branches else branches
