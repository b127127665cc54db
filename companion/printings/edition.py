"""One printing of a game: its pieces' colours and ornaments, its paper, and how strongly it prints.

>>> edition(7, ("blue", "red")).pieces["red"].ornament
'7/red'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from random import Random

import cv2
import numpy as np

from companion.games.base import FIRST, SPECIAL
from companion.printings.inks import (
    FRAMES,
    LINES,
    NIGHT,
    PAPERS,
    SUN,
    Ink,
    any_ink,
    bodies,
    drifted,
    mixed,
    ornaments,
)

WILD = 0.15
"""Share of editions whose colours have nothing to do with their names."""

APART = 16.0
"""Least distance in L*a*b* between two kinds of tiles of an edition, ornament and all."""

FAR = 200.0
"""More than any two colours are apart."""

TRIES = 60


@dataclass(frozen=True)
class Piece:
    """The tiles of one colour: body, ink of the ornament, a second ink, rim and sides.

    ``ornament`` seeds the figure, ``filled`` is how much of the tile it spans, ``rim`` the width of
    the rim and ``mottled`` how uneven the body is (both as a part of the tile, or of white).
    """

    body: Ink
    ink: Ink
    second: Ink
    edge: Ink
    side: Ink
    ornament: str
    filled: float
    rim: float
    mottled: float


@dataclass(frozen=True, eq=False)
class Edition:
    """One printing.

    ``pieces`` by colour; ``fade`` is the share of paper in a printed space's body and ``ink_fade``
    in its ornament, ``dull`` how much grey is in it (below 0: how much stronger its colours are
    than the tile's); ``manner`` is how spaces are printed (``same`` ornament as the tile, ``plain``
    body, ``other`` ornament, ``icon`` on paper); ``inset`` is the width of a printed space and
    ``border_mm`` its frame's; ``astray`` is how far its inks are from its tiles', as a part of what
    is usual.  ``chance`` draws the rest, always alike.
    """

    seed: int
    pieces: Mapping[str, Piece]
    paper: Ink
    frame: Ink
    line: Ink
    fade: float
    ink_fade: float
    dull: float
    manner: str
    inset: float
    border_mm: float
    astray: float = 1.0

    def chance(self, what: str) -> Random:
        """Return the source of all that is drawn for ``what``, the same at every call."""
        return Random(f"{self.seed}/{what}")


@lru_cache(maxsize=64)
def twin_of(edition: Edition) -> Edition:
    """Return the same printing with spaces as strong as its tiles, mostly exactly like them."""
    astray = edition.chance("twin").choice((0.0, 0.0, 1.0))
    return replace(edition, manner="same", fade=0.0, ink_fade=0.0, dull=0.0, astray=astray)


@lru_cache(maxsize=64)
def edition(seed: int, colours: tuple[str, ...], *, named: bool = False) -> Edition:
    """Return the printing of a seed for tiles of these ``colours``.

    With ``named`` the colours are what their names say, as people need them; else now and then
    they are any at all, so that nobody learns to trust names.
    """
    chance = Random(f"edition {seed}")
    paper = drifted(chance.choice(PAPERS), chance, light=0.08)
    night = chance.random()
    if night < 0.12:
        paper = drifted(chance.choice(NIGHT if night < 0.07 else SUN), chance, light=0.1)
    fade = chance.choice((0.0, 0.05, 0.1, 0.2, 0.3, 0.4)) + chance.uniform(0, 0.06)
    return Edition(
        seed=seed,
        pieces=_pieces(seed, colours, chance, named=named),
        paper=paper,
        frame=drifted(chance.choice(FRAMES), chance),
        line=mixed(drifted(chance.choice(LINES), chance), paper, chance.uniform(0, 0.5)),
        fade=fade,
        ink_fade=fade * chance.uniform(0.4, 1.3),
        dull=chance.gauss(0.0, 0.15),
        manner=chance.choices(("same", "plain", "other", "icon"), (0.8, 0.08, 0.05, 0.07))[0],
        inset=chance.uniform(0.87, 1.03),
        border_mm=chance.choice((0.0, chance.uniform(0.2, 1.0))),
    )


def _pieces(
    seed: int, colours: tuple[str, ...], chance: Random, *, named: bool
) -> Mapping[str, Piece]:
    """Return pieces no two of which look alike; ``named``: none is called like another one."""
    wild = chance.random() < WILD and not named
    best: tuple[float, dict[str, Piece]] = (-inf, {})
    for _ in range(TRIES):
        pieces = {c: _piece(seed, c, chance, wild=wild) for c in colours}
        apart = _least_apart(list(pieces.values()))
        if named and _misnamed(pieces):
            apart -= FAR
        if apart > best[0]:
            best = apart, pieces
        if apart > APART:
            break
    found = best[1]
    found |= {c: _piece(seed, c, chance, wild=False) for c in (FIRST, SPECIAL)}
    light = next((c for c in ("white", "cream") if c in found), None)
    if light and chance.random() < 0.3:  # the marker is often cast of the lightest tiles' resin
        found[FIRST] = replace(found[FIRST], body=drifted(found[light].body, chance, 0.01, 0.03))
    return found


def _piece(seed: int, colour: str, chance: Random, *, wild: bool) -> Piece:
    body = any_ink(chance) if wild else _body(colour, chance)
    ink = any_ink(chance) if wild or chance.random() < 0.1 else _ink(colour, chance)
    if colour in ("white", "cream", "black") and chance.random() < 0.15:
        body, ink = ink, body
    strength = chance.choice((0.0, 0.0, 0.3, 0.6)) if chance.random() < 0.4 else 0.0
    ink = mixed(ink, body, strength)
    dark = mixed(body, (0, 0, 0), chance.uniform(0.0, 0.4))
    return Piece(
        body=body,
        ink=ink,
        second=drifted(chance.choice((ink, body, any_ink(chance))), chance),
        edge=chance.choice((ink, dark, dark, mixed(body, (255, 255, 255), 0.3))),
        side=ink if chance.random() < (0.5 if colour == "white" else 0.25) else dark,
        ornament=f"{seed}/{colour}",
        filled=chance.choice((1.0, 1.0, 0.9, 0.8, 0.65)),
        rim=chance.choice((0.0, 0.0, 0.03, 0.06, 0.1)),
        mottled=abs(chance.gauss(0.0, 0.05)),
    )


def _body(colour: str, chance: Random) -> Ink:
    """Return a body: the first kind of a colour is the commonest."""
    kinds = bodies(colour)
    weights = [3.0] + [1.0] * (len(kinds) - 1)
    pale = colour in ("white", "cream", "first", "special")
    body = chance.choices(kinds, weights)[0]
    return drifted(body, chance, hue=0.03, light=0.05 if pale else 0.2)


def _ink(colour: str, chance: Random) -> Ink:
    return drifted(chance.choice(ornaments(colour)), chance, hue=0.05)


def _least_apart(pieces: Sequence[Piece]) -> float:
    """Return the least distance in L*a*b* between any two, half by body, half by ink."""
    bodies, inks = (_lab([getattr(piece, name) for piece in pieces]) for name in ("body", "ink"))
    body = np.linalg.norm(bodies[:, None] - bodies, axis=2)
    ink = np.linalg.norm(inks[:, None] - inks, axis=2)
    apart = body + 0.15 * ink + 1e3 * np.eye(len(pieces))
    return float(apart.min())


def _misnamed(pieces: Mapping[str, Piece]) -> bool:
    """Tell whether some colour's body is nearer to what goes by another one's name."""
    usual = [(name, _lab(bodies(name))) for name in pieces]

    def called(body: Ink) -> str:
        far = [np.linalg.norm(looks - _lab([body]), axis=1).min() for _, looks in usual]
        return usual[int(np.argmin(far))][0]

    return any(called(piece.body) != name for name, piece in pieces.items())


def _lab(colours: Sequence[Ink]) -> np.ndarray:
    levels = np.array([colours], np.float32) / 255
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_BGR2LAB)[0], float)
