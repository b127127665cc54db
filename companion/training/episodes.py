"""What the model is taught on: drawn pictures with more or less of what a table can know.

Sometimes every cell has been seen bare, sometimes none, sometimes those that are bare on the other
board; sometimes the tiles were shown, sometimes a few have been confirmed; names of colours are
withheld now and then, so that likeness counts first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from companion.boards import Board, load
from companion.neural_network.encoders import FACE, SIDE
from companion.neural_network.slots import (
    COLOURS,
    DOME,
    EMPTY,
    KINDS,
    SHAPES,
    SLOTS,
    SPECIAL_SLOT,
    may_lie,
    names_of,
    tile_cells,
)
from companion.training.accidents import befall
from companion.training.factory.drawn_sitting import UNSEEN
from companion.training.shards import Shard

EXAMPLES = 16
"""Most known tiles that are shown beside a picture."""

HIDING = 0.25
"""Part of a cell that must be hidden before nobody could tell what lies there."""

CLEAR = 0.02
"""Part of a cell up to which it counts as seen."""

IGNORED = -100
"""Label of what is not to be learned."""

MISTAKEN = 0.01
"""Chance that a cell of the other board is taken for bare, and is not."""

DIMMER, TINTED = 0.06, 0.05
"""Spread of the logarithm of how much brighter or more coloured a board is lit than another."""

LOOSE = KINDS.index("loose")


@dataclass(frozen=True)
class Knowledge:
    """What is known beside a picture.

    ``bare`` cells (``all``, ``none``, ``some``, ``shared``: some, and what the other board of the
    picture shows bare), ``examples`` of tiles (``none``, ``taught``: one of each, ``some``), and
    whether colours have ``names``.
    """

    bare: str
    examples: str
    names: bool = True


@dataclass(frozen=True)
class Episode:
    """What goes into the model, and what should come out.

    ``lies`` and ``prints`` (B, N) are slots or ``IGNORED``; ``off`` (B, N, 2); ``strange`` (B,);
    ``covered`` (B, N) is how much of a cell something covers, ``hidden`` (B, N) that or light.
    ``may`` (B, N, SLOTS) is what can lie on each cell.
    """

    inputs: dict[str, Tensor | int]
    lies: Tensor
    prints: Tensor
    off: Tensor
    strange: Tensor
    covered: Tensor
    hidden: Tensor
    may: Tensor


def taught(chance: Random, *, shared: bool = False) -> Knowledge:
    """Return what happens to be known while the model is taught; ``shared`` now and then or not."""
    more = ("shared", "shared") if shared else ("none",)
    return Knowledge(
        bare=chance.choice(("all", "all", "none", "none", *more, "some")),
        examples=chance.choice(("none", "none", "taught", "some")),
        names=chance.random() > 0.3,
    )


def episode(
    shard: Shard,
    places: Sequence[int],
    known: Knowledge | None,
    chance: Random,
    *,
    shared: bool = False,
    burnt: bool = True,
    accidents: bool = False,
) -> Episode:
    """Return pictures of the sittings at ``places`` of a shard; ``known`` None: for teaching.

    For that ``shared`` says whether boards now and then show of each other what is bare, ``burnt``
    whether what lies where a lamp hides it is asked too, and whether ``accidents`` happen.
    """
    board = load(shard.game, shard.variant)
    teaching = known is None
    shown = partial(_picture, shard, board, chance, deal=teaching, accidents=accidents)
    joined = _joined(shown(place, known or taught(chance, shared=shared)) for place in places)
    kinds = np.array(
        [KINDS.index(cell.kind) for cell in tile_cells(board)] * shard.batch.known.shape[1]
    )
    if teaching and chance.random() < 0.5:
        kinds = _some_loose(joined, kinds, chance)
    joined["windows"][joined["given"] == 0, 2] = 0
    if teaching:
        _mirror(joined, chance)
    light = _another_light(len(places)) if teaching else torch.ones(len(places), 3, 3)
    if not burnt:
        joined["lies"] = np.where(joined["hidden"] > HIDING, IGNORED, joined["lies"])
    may = allowed(kinds, COLOURS if teaching else len(board.colours))
    return Episode(
        _inputs(joined, light, kinds, board),
        torch.from_numpy(joined["lies"]),
        torch.from_numpy(np.where(kinds == DOME, joined["prints"], IGNORED)),
        torch.from_numpy(joined["off"]),
        torch.from_numpy(joined["strange"]),
        torch.from_numpy(joined["covered"]),
        torch.from_numpy(joined["hidden"]),
        may.expand(len(places), -1, -1),
    )


def _inputs(
    joined: dict[str, NDArray[Any]], light: Tensor, kinds: NDArray[np.int64], board: Board
) -> dict[str, Tensor | int]:
    """Return what goes into the model."""
    return {
        "windows": torch.from_numpy(joined["windows"]),
        "light": light,
        "given": torch.from_numpy(joined["given"]),
        "kinds": torch.from_numpy(kinds),
        "shape": SHAPES.index(board.tile.shape),
        "printed": torch.from_numpy(joined["printed"]),
        "leans": torch.from_numpy(joined["leans"]),
        "names": torch.from_numpy(joined["names"]),
        "examples": torch.from_numpy(joined["examples"]),
        "example_slots": torch.from_numpy(joined["slots"]),
    }


def _joined(pictures: Iterable[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of all pictures, one behind the other."""
    made = list(pictures)
    return {name: np.stack([each[name] for each in made]) for name in made[0]}


def allowed(kinds: NDArray[np.int64], colours: int) -> Tensor:
    """Return what may lie (N, SLOTS) on cells of these kinds in a game of so many colours."""
    table = torch.zeros(len(kinds), SLOTS, dtype=torch.bool)
    for cell, kind in enumerate(kinds):
        table[cell, list(may_lie(KINDS[kind], colours))] = True
    return table


def _picture(
    shard: Shard,
    board: Board,
    chance: Random,
    place: int,
    known: Knowledge,
    *,
    deal: bool,
    accidents: bool,
) -> dict[str, NDArray[Any]]:
    """Return the arrays of one picture of a sitting; ``deal``: slots are dealt to colours anew."""
    batch = shard.batch
    picture = chance.randrange(batch.labels.shape[1])
    other = (picture + 1) % batch.labels.shape[1]
    windows = _without_rim(batch.windows[place, picture])
    given = _given(known.bare, len(windows), chance)
    slots = _dealt(chance) if deal else np.arange(SLOTS)
    examples, shown = _examples(shard, place, other, known.examples, chance)
    strange = batch.strange[place].reshape(1)[0]
    arrays = (batch.labels, batch.prints, batch.covered, batch.hidden)
    labels, prints, covered, hidden = (a[place, picture].reshape(-1) for a in arrays)
    printed, leans = batch.known[place].reshape(-1), batch.leans[place].reshape(-1, 2)
    if accidents:
        hidden = befall(windows, leans, hidden, chance, strange=bool(strange))
    dome = np.array([cell.kind == "dome" for cell in tile_cells(board)] * batch.known.shape[1])
    told = chance.random() < 0.5  # what a dome tile prints is remembered, seen bare or not
    if known.bare == "shared":
        _share(windows, given, _seems_bare(labels, hidden, chance) & ~dome, chance)
    unknown = dome & ((printed == EMPTY) | ((given == 0) & (not told)))
    return {
        "windows": windows,
        "given": given,
        "leans": leans,
        "off": batch.off[place].reshape(-1, 2),
        "printed": np.where(unknown, SLOTS, slots[printed]),
        "names": names_of(board, named=known.names)[np.argsort(slots[:-1])],  # as dealt
        "examples": examples,
        "slots": np.where(shown < 0, -1, slots[shown]),
        "lies": np.where((labels == UNSEEN) | strange | (covered > HIDING), IGNORED, slots[labels]),
        "prints": np.where(strange | (hidden > HIDING), IGNORED, slots[prints]),
        "covered": covered,
        "hidden": hidden,
        "strange": np.float32(strange),
    }


def _without_rim(windows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return copies (N, 3, SIDE, SIDE, 3) of drawn windows (B, N, 3, H, W, 3), cut all around."""
    rim = (windows.shape[-2] - SIDE) // 2
    middle = slice(rim, rim + SIDE)
    return np.array(windows[..., middle, middle, :]).reshape(-1, 3, SIDE, SIDE, 3)


def _given(bare: str, count: int, chance: Random) -> NDArray[np.float32]:
    """Return which cells (N,) were seen bare, as 0 and 1."""
    if bare in ("some", "shared"):
        share = chance.random() if bare == "some" or chance.random() < 0.5 else 0.0
        return np.array([chance.random() < share for _ in range(count)], np.float32)
    return np.full(count, float(bare == "all"), np.float32)


def _seems_bare(
    labels: NDArray[np.int8], hidden: NDArray[np.float32], chance: Random
) -> NDArray[np.bool_]:
    """Return which cells (N,) are taken for bare, now and then wrongly."""
    mistaken = np.array([chance.random() < MISTAKEN for _ in range(len(labels))])
    return (labels == EMPTY) & (hidden < CLEAR) | mistaken


def _share(
    windows: NDArray[np.uint8], given: NDArray[np.float32], bare: NDArray[np.bool_], chance: Random
) -> None:
    """Give cells (N,) that were never seen bare what their like on the other board shows ``bare``.

    All boards of a set have the same print, but each lies in a light of its own; dome tiles differ.
    """
    half = len(given) // 2
    shown = np.roll(bare, half) & (given == 0)
    light = np.array([_own_light(chance), _own_light(chance)]).repeat(half, axis=0)
    elsewhere = np.roll(windows[:, 0], half, axis=0)[shown] * light[shown, None, None]
    windows[shown, 2] = np.minimum(elsewhere + 0.5, 255)
    given[shown] = 1


def _own_light(chance: Random) -> list[float]:
    """Return what a board's light makes of blue, green and red, against another board's."""
    bright = chance.gauss(0, DIMMER)
    return [math.exp(bright + chance.gauss(0, TINTED)) for _ in range(3)]


def _dealt(chance: Random) -> NDArray[np.int64]:
    """Return the slots dealt anew to colours: slot -> slot, the others stay."""
    colours = list(range(COLOURS))
    chance.shuffle(colours)
    return np.array([*colours, *range(COLOURS, SLOTS)])


def _examples(
    shard: Shard, place: int, picture: int, what: str, chance: Random
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return faces (M, 20, 20, 3) of tiles in another picture of the sitting, and slots (M,)."""
    side = FACE.stop - FACE.start
    faces = np.zeros((EXAMPLES, side, side, 3), np.uint8)
    slots = np.full(EXAMPLES, -1)
    if what == "none":
        return faces, slots
    labels, hidden = (
        a[place, picture].reshape(-1) for a in (shard.batch.labels, shard.batch.hidden)
    )
    clear = (labels != EMPTY) & (labels != UNSEEN) & (hidden == 0)
    tiles = [int(n) for n in np.flatnonzero(clear)]
    chance.shuffle(tiles)
    if what == "taught":
        tiles = list({labels[n]: n for n in tiles}.values())
    else:
        tiles = tiles[: chance.randrange(1, EXAMPLES + 1)]
    windows = shard.batch.windows[place, picture].reshape(-1, 3, *shard.batch.windows.shape[-3:])
    for number, tile in enumerate(tiles[:EXAMPLES]):
        rim = (windows.shape[2] - SIDE) // 2
        inner = slice(rim + FACE.start, rim + FACE.stop)
        faces[number], slots[number] = windows[tile, 1, inner, inner], labels[tile]
    return faces, slots


def _some_loose(
    joined: dict[str, NDArray[Any]], kinds: NDArray[np.int64], chance: Random
) -> NDArray[np.int64]:
    """Make some cells places beside a board, of which only the top is known; return the kinds."""
    kinds = kinds.copy()
    chosen = chance.sample(range(len(kinds)), len(kinds) // 10)
    kinds[chosen] = LOOSE
    joined["windows"][:, chosen, 0::2] = 0
    joined["given"][:, chosen] = 0
    joined["leans"][:, chosen] = 0
    joined["printed"][:, chosen] = SLOTS
    lies = joined["lies"][:, chosen]
    joined["lies"][:, chosen] = np.where(lies == SPECIAL_SLOT, IGNORED, lies)
    return kinds


def _another_light(count: int) -> Tensor:
    """Return what a light makes of each picture's levels (B, 3 windows, 3 colours).

    A whole picture is a little tinted, and its bare windows are brighter or darker once more.
    """
    whole = torch.exp(0.06 * torch.randn(count, 1, 3))
    each = torch.exp(0.03 * torch.randn(count, 3, 1) * torch.tensor([0.0, 0.0, 1.0])[:, None])
    return whole * each


def _mirror(joined: dict[str, NDArray[Any]], chance: Random) -> None:
    """Mirror windows (B, N, 3, H, W, 3) either way or both, or not, and what leans with them."""
    across, down = (-1 if chance.random() < 0.5 else 1 for _ in range(2))
    joined["windows"] = np.ascontiguousarray(joined["windows"][..., ::down, ::across, :])
    for name in ("leans", "off"):
        joined[name] = joined[name] * np.array([across, down], np.float32)
