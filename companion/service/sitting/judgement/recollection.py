"""What the eyes remember: of what stays for the rest of a game they say again what they were told.

So what they say of it in later pictures is no evidence of what it is; and where it was put right
since they were told, they say what was wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from companion.games.base import Boards, Content
from companion.service.sitting.answers import Cell
from companion.service.sitting.judgement.evidence import Evidence
from companion.sightings.sighting import Likelihoods
from companion.sitting import Sitting


class Recalled(Mapping[Content | None, float]):
    """What is seen of a cell, had the eyes remembered ``new`` where they remembered ``old``."""

    def __init__(self, seen: Likelihoods, old: Content, new: Content) -> None:
        """Take the likelihoods as they were seen."""
        self._seen = seen
        self._instead = {old: new, new: old}

    def __getitem__(self, content: Content | None) -> float:
        """Return the log-likelihood of a content."""
        return self._seen[self._other(content)]

    def __iter__(self) -> Iterator[Content | None]:
        """Yield the possible contents."""
        return map(self._other, self._seen)

    def __len__(self) -> int:
        """Return the number of possible contents."""
        return len(self._seen)

    def _other(self, content: Content | None) -> Content | None:
        return content if content is None else self._instead.get(content, content)


def known_well(
    boards: Boards, doubted: Mapping[int, Collection[str]]
) -> tuple[Mapping[str, Content], ...]:
    """Return what the eyes learn of boards: nothing of what is in doubt."""
    return tuple(
        {cell: content for cell, content in cells.items() if cell not in doubted.get(seat, ())}
        for seat, cells in enumerate(boards)
    )


def remembered(sitting: Sitting, taught: Boards | None) -> frozenset[Cell]:
    """Return the cells of which the eyes remember what they were ``taught``, as it stays there."""
    kinds = {played.entry.moment.checkpoint: played for played in sitting.history}
    return frozenset(
        (seat, cell)
        for played in kinds.values()
        for seat, parts in enumerate(sitting.game.successors(played.base, played.entry.moment))
        for part in parts
        if part.stays
        for cell in part.cells
        if taught and cell in taught[seat]
    )


def recalled(now: Evidence, was: Boards | None, right: Boards | None) -> Evidence:
    """Return what a picture tells had the eyes known that what ``was`` there is ``right``."""
    if was is None or right is None or was == right:
        return now
    seen = [dict(cells) for cells in now.seen]
    for seat, cell in now.remembered:
        old, new = was[seat].get(cell), right[seat].get(cell)
        if old is not None and new is not None and old != new and cell in seen[seat]:
            seen[seat][cell] = Recalled(seen[seat][cell], old, new)
    return replace(now, seen=seen, less=now)
