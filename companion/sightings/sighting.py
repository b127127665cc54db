"""What the eyes say of a frame: likelihoods, never decisions, and no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.arrays import Points

Content = str | tuple[str | None, ...]
"""What one cell holds; the same as in ``companion.games.base``."""

Likelihoods = Mapping[Content | None, float]
"""Log-likelihood of each content of a cell; None is empty.  Only differences mean anything."""


class Tops(Mapping[Content | None, float]):
    """Likelihoods of a stack of which only the top can be seen."""

    def __init__(self, tops: Mapping[Content | None, float]) -> None:
        """Take the likelihoods of the uppermost tile; None is no stack."""
        self._tops = tops

    def __getitem__(self, content: Content | None) -> float:
        """Return the likelihood of a stack (bottom first), or of its top alone."""
        return self._tops[content[-1] if isinstance(content, tuple) else content]

    def __iter__(self) -> Iterator[Content | None]:
        """Yield the possible tops."""
        return iter(self._tops)

    def __len__(self) -> int:
        """Return the number of possible tops."""
        return len(self._tops)


class View(StrEnum):
    """How well a board can be seen.

    ``COVERED`` is one over which a hand is, ``DAZZLED`` one of which light hides more than half;
    ``UNKNOWN`` is the print of no board of this game.
    """

    CLEAR = "clear"
    COVERED = "covered"
    DAZZLED = "dazzled"
    LOST = "lost"
    UNKNOWN = "unknown"


SEEMING = (View.COVERED, View.DAZZLED)
"""Views of boards that were found; whether anything is over them people know better."""


@dataclass(frozen=True)
class BoardSighting:
    """One board in one frame.

    ``corners_px`` (4, 2) from the board's own top-left, clockwise; ``cells`` has every cell that
    can hold a tile; ``score_marker`` is the number the cube shows, None where it was not found;
    ``covered`` are the cells something hides, ``unseen`` those that the picture does not show: of
    both nothing is known; ``dazzled`` are those that light burns white, what lies there in doubt.
    ``chips`` are the faces of bonus chips by the cell of the store they lie on; ``recoloured`` is a
    board whose spaces have other colours than the game's, so that its tiles are told by names.
    ``resembles`` are the games and variants whose board one of an ``UNKNOWN`` print may well be.
    """

    seat: int
    view: View
    corners_px: Points | None = None
    cells: Mapping[str, Likelihoods] = field(default_factory=dict)
    score_marker: int | None = None
    covered: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()
    dazzled: frozenset[str] = frozenset()
    chips: Mapping[str, str] = field(default_factory=dict)
    recoloured: bool = False
    resembles: tuple[tuple[str, str], ...] = ()

    @property
    def made_out(self) -> bool:
        """Whether a board of the game is made out; of what else there may be nothing is read."""
        return self.view not in (View.UNKNOWN, View.LOST)


@dataclass(frozen=True)
class Sighting:
    """All boards in one frame, and the milliseconds each stage took."""

    boards: tuple[BoardSighting, ...]
    ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def clear(self) -> bool:
        """Whether every board can be read."""
        return all(board.view is View.CLEAR for board in self.boards)

    def uncovered(self) -> Sighting:
        """Return the sighting with nothing over boards that only seemed to be covered."""
        return replace(self, boards=tuple(map(_uncovered, self.boards)))


def _uncovered(board: BoardSighting) -> BoardSighting:
    if board.view not in SEEMING:
        return board
    return replace(board, view=View.CLEAR, covered=frozenset())
