"""Positions as JSON with anything changed in them: read rightly or refused with a sentence."""

from __future__ import annotations

import copy
import json
from random import Random

import pytest

from companion import games
from companion.games.base import ImpossiblePosition, Setup

SPECIAL = {"special_factories": True}
SETUPS = {
    "azul": Setup("azul"),
    "mini, grey": Setup("azul-mini", "grey", players=3),
    "chocolatier": Setup("master-chocolatier", options=SPECIAL),
    "chocolatier, grey": Setup("master-chocolatier", "grey", players=4, options=SPECIAL),
    "pavilion": Setup("summer-pavilion"),
    "pavilion, grey": Setup("summer-pavilion", "grey", players=3),
    "duel": Setup("azul-duel"),
    "duel, house rules": Setup("azul-duel", options={"chips_partial": True}),
}
JUNK = (
    None, True, False, -1, 0, 1, 2, 7, 10**9, -(10**9), 10**30, 1.5, float("nan"), "", "red",
    "first", "special", "offer", "AZ-R1", "0" * 16, "9" * 5000, [], {}, [[]], ["red"], {"red": 1},
    {"a": []}, [1, 2],
)  # fmt: skip


def places(value, path=()):
    """Yield the path of everything in a JSON value."""
    yield path
    entries = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in entries:
        yield from places(inner, (*path, key))


def mutated(data, chance):
    """Return a copy with one or two things in it changed, left out or doubled."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 2))):
        path = chance.choice([path for path in places(data) if path])
        inside = data
        for key in path[:-1]:
            inside = inside[key]
        way = chance.choice(("junk", "junk", "gone", "more"))
        if way == "junk":
            inside[path[-1]] = copy.deepcopy(chance.choice(JUNK))
        elif way == "gone":
            del inside[path[-1]]
        elif isinstance(inside, list):
            inside.append(copy.deepcopy(inside[path[-1]]))
        else:
            inside[chance.choice(("score", "cells", "kind", "x"))] = chance.choice(JUNK)
    return data


def garbled(text, chance):
    """Return a text with some of its words and lines changed, left out or doubled."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        words[chance.randrange(len(words))] = str(chance.choice(JUNK))
        lines[at : at + 1] = chance.choice(([], [" ".join(words)], [lines[at], lines[at]]))
        lines = lines or [""]
    return "\n".join(lines)


def read_mutated(name, seeds, positions, times):
    """Mutate positions of random games; return how many were refused and how many were read."""
    play, refused, read = games.play(SETUPS[name]), 0, 0
    for seed in seeds:
        chance, now = Random(seed), play.start(seed)
        every = [now]
        while legal := play.legal_actions(now):
            now = play.apply(now, chance.choice(legal))
            every.append(now)
        for position in chance.sample(every, positions):
            data = json.loads(json.dumps(play.dump(position)))
            text = play.text(position)
            for _ in range(times):
                for read_back, form in (
                    (play.load, mutated(data, chance)),
                    (play.parse, garbled(text, chance)),
                ):
                    try:
                        found = read_back(form)
                    except ImpossiblePosition as reason:
                        refused += bool(str(reason))
                    else:
                        read += 1
                        assert play.load(json.loads(json.dumps(play.dump(found)))) == found
                        play.legal_actions(found)
    return refused, read


@pytest.mark.parametrize("name", SETUPS)
def test_whatever_is_changed_is_read_or_refused(name):
    refused, _ = read_mutated(name, range(2), 15, 8)
    assert refused > 100


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
def test_whatever_is_changed_is_read_or_refused_at_length(name):
    refused, _ = read_mutated(name, range(10, 40), 40, 10)
    assert refused > 10_000
