"""Evenings in which people forget to press: the pictures that were taken, and what they follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from judged_course import expected
from judged_evenings import Evening, Picture

from companion.events import Confirmed
from companion.games.base import Cells, Checkpoint, Moment, Table
from companion.games.common.span import BEGINNING
from companion.sitting import Sitting, apply, opened

Forgets = Callable[[Moment], bool]
PLAYING = (Checkpoint.TURN, Checkpoint.PLACED)


def anything(moment: Moment) -> bool:
    """Tell that every press may be forgotten but the ones before the first turn."""
    return moment.checkpoint not in BEGINNING


def turns(moment: Moment) -> bool:
    """Tell that only the presses after turns may be forgotten."""
    return moment.checkpoint in PLAYING


def only(*checkpoints: Checkpoint) -> Forgets:
    """Tell that only the presses for these checkpoints may be forgotten."""
    return lambda moment: moment.checkpoint in checkpoints


@dataclass(frozen=True)
class Taken:
    """A picture that was taken: the sitting before it, the table it follows, what lies there."""

    sitting: Sitting
    base: Table
    picture: Picture
    moment: Moment
    boards: tuple[Cells, ...]


def taken(
    evening: Evening,
    chance: Random,
    share: float,
    forgets: Forgets = anything,
    *,
    named: bool = True,
) -> Iterator[Taken]:
    """Yield the pictures of an evening with a share of the presses forgotten.

    Unless ``named``, one button serves all, so that nobody knows whose turn it was.
    """
    state = opened(evening.setup)
    for picture in evening.pictures:
        if forgets(picture.moment) and chance.random() < share:
            continue
        unnamed = replace(picture.moment, seat=None)
        moment = picture.moment if named or not turns(picture.moment) else unnamed
        base, boards = _base(state, moment, picture)
        yield Taken(state, base, picture, moment, boards)
        state = apply(state, Confirmed(moment, boards))


def _base(state: Sitting, moment: Moment, picture: Picture) -> tuple[Table, tuple[Cells, ...]]:
    """Return the table a picture follows, and the boards as they can be known then."""
    for base in state.bases(moment):
        boards = tuple(expected(state, base, moment, s, b) for s, b in enumerate(picture.boards))
        if state.base_of(moment, boards) is base:
            break
    return base, boards
