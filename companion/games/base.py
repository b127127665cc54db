"""What every game of the family provides, and the values that pass between it and the rest.

Two uses of the same rules stand side by side:

* *complete play*: a ``Position`` in which everything is known, ``legal_actions`` and ``apply``;
* *what lies on the boards*: a ``Table`` of which only the boards are seen, ``successors``,
  ``problems`` and ``advance``.

All values are immutable.  Nothing here reads a file, a clock or a global random generator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from companion.games.saying import Notice, in_english

Content = str | tuple[str | None, ...]
"""What one cell holds: a colour, ``"first"``, ``"special"``, or a stack or dome tile as a tuple."""

Cells = Mapping[str, Content]
"""Filled cells only: cell id (see ``companion/boards``) -> what lies there."""

Boards = Sequence[Cells]
"""The boards of all seats, in their order."""

Allowed = frozenset[Content | None]
"""What may lie on one cell; None among it means empty."""

NOTHING: Allowed = frozenset((None,))

Shared = Callable[[Sequence[Content | None]], Content | None]
"""What is sure of a cell on which several contents are as likely."""

Scored = Callable[[tuple[Content | None, ...]], object]
"""What points depend on of the contents of a part."""

FIRST = "first"
"""The starting player marker as the content of a cell."""

CUBES = "cubes"
"""Told where no picture shows what was lost: the numbers that cubes were moved to, by seat."""

SPECIAL = "special"
"""A special tile as the content of a cell: it has a look of its own and no colour."""

ANY = "any"
"""What is printed where every colour may go; the content of no cell."""


class Checkpoint(StrEnum):
    """The moment a frame is taken for.

    ``TILES`` is no moment of a game: one tile of each colour lies on a board, to be learned.
    """

    SETUP = "setup"
    TILES = "tiles"
    OPENING = "opening"
    TURN = "turn"
    OFFER_END = "offer-end"
    TILED = "tiled"
    PLACED = "placed"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Setup:
    """What people agree on before the first tile: the game, its side, who sits where.

    ``first_player`` is None where it does not matter; ``scores`` are the totals when the
    companion joins in mid-game, ``round`` the one under way then; ``options`` are the open
    questions of the rules files.
    """

    game: str
    variant: str = "coloured"
    players: int = 2
    first_player: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    goals: tuple[str, ...] = ()
    scores: tuple[int, ...] | None = None
    round: int = 0


def check_scores(setup: Setup, least: int, most: int) -> None:
    """Raise ``ValueError`` for totals in mid-game that nobody can have, or not of every seat."""
    if setup.scores is None:
        return
    if len(setup.scores) != setup.players:
        raise ValueError(f"{len(setup.scores)} scores do not fit {setup.players} players.")
    for score in setup.scores:
        if type(score) is not int or not least <= score <= most:
            raise ValueError(f"A score cannot be {score!r}: give numbers from {least} to {most}.")


@dataclass(frozen=True, slots=True)
class Moment:
    """The checkpoint a frame was taken for, with what people said about it (design: *told*)."""

    checkpoint: Checkpoint
    round: int
    seat: int | None = None
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a score sheet: where, how many points, by which rule."""

    cell: str
    points: int
    rule: str


Steps = tuple[Step, ...]
"""A score sheet: its lines in the rulebook's order."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something on a board that the rules forbid.

    ``cells`` names the tiles that lie wrong, never empty spaces.  ``template`` is a whole English
    sentence with ``{names}`` for ``values``, so that it can be translated before it is filled in;
    a value is a number, or the name of a colour, cell or star, or several of them (``Listed``).
    ``asks`` names what no camera sees and would make it legal, if it were told.
    """

    rule: str
    cells: tuple[str, ...]
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    asks: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The English sentence: what is wrong and what would be right."""
        return in_english(self.template, self.values)


Problems = tuple[Problem, ...]
"""All that is wrong with a board."""


@dataclass(frozen=True, slots=True)
class Part:
    """Cells of one board that are explained together, and the ways the rules let them lie.

    Each option gives, for each of ``cells`` in order, the contents allowed there; ``None`` among
    them means empty.  Parts of one board are independent of each other: what is said of one does
    not restrict another (joint conditions are ``Game.surprise``).  A single
    cell on which no point depends has ``shared``: what it returns is taken, and nobody is asked.
    Where points depend on less than all of the contents, ``scored`` returns what they depend on:
    nobody is asked about the rest, the likeliest is taken, and what else it may be noted.
    What ``stays`` there for the rest of the game is asked as soon as it is doubtful: it decides
    what is legal long after.
    """

    cells: tuple[str, ...]
    options: tuple[tuple[Allowed, ...], ...]
    shared: Shared | None = None
    stays: bool = False
    scored: Scored | None = None


Parts = tuple[tuple[Part, ...], ...]
"""By seat: in how many independent ways its board may lie."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the rules know of a table on which only the boards are seen.

    ``boards[seat]`` holds the filled cells, ``starter`` who begins the next offer (None: not
    known yet), ``facts`` what a game must remember that lies on no board (chips, told numbers).
    """

    setup: Setup
    round: int
    checkpoint: Checkpoint
    boards: tuple[Cells, ...]
    scores: tuple[int, ...]
    starter: int | None = None
    over: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """What only people know and the score depends on: in which order some tiles came.

    Each of ``orders`` has all cells, the first one first; told under ``name`` it is settled.
    """

    seat: int
    name: str
    orders: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A confirmed moment: the table after it, and what it brought each seat.

    ``announced[seat]`` is the total the coming or finished scoring leads to (None while the seat
    still has a choice to make); ``steps[seat]`` its score sheet in the rulebook's order.
    """

    table: Table
    steps: tuple[Steps, ...]
    announced: tuple[int | None, ...]
    notices: tuple[tuple[int, Notice], ...] = ()
    """What is worth saying but stops nothing, by seat."""
    choices: tuple[Choice, ...] = ()
    """What must be told before the score is known."""
    unseen: tuple[int, ...] = ()
    """Seats that may have lost points which no picture shows; where their cubes stand tells."""
    ahead: tuple[Cells, ...] = ()
    """By seat, the board when the scoring that ``announced`` speaks of is over, as far as no choice
    is left; empty where none is to come."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a sitting: totals with bonuses, what brought them, who won.

    ``bonuses[seat]`` are the counts the game rewards by name (``rows``, ``columns``, ``colours``
    in Azul); ``steps[seat]`` the same as points with rule ids.  ``complete`` is False, with no
    winners, as long as the game goes on.
    """

    scores: tuple[int, ...]
    bonuses: tuple[Mapping[str, int], ...]
    steps: tuple[Steps, ...]
    winners: tuple[int, ...]
    complete: bool


class IllegalAction(ValueError):
    """Raised by ``apply`` for an action the rules forbid; ``rule`` is the rule's id."""

    def __init__(self, rule: str, message: str) -> None:
        """Keep the rule id beside the sentence, so that callers can act on it."""
        super().__init__(f"{rule}: {message}")
        self.rule = rule


class ImpossiblePosition(ValueError):
    """Raised when text or JSON describes a position that cannot exist; says exactly why."""


class Game(Protocol):
    """One game, bound to a ``Setup``: the rules as the rest of the companion uses them.

    This is the half that reads boards.  Complete play is ``Play`` below.
    """

    setup: Setup
    prefix: str
    colours: tuple[str, ...]
    checkpoints: tuple[Checkpoint, ...]

    def empty_table(self) -> Table:
        """Return the table after set-up: empty boards, the scores everybody starts with."""

    def successors(self, before: Table, moment: Moment) -> Parts:
        """Return per seat every way the rules let its board lie at ``moment``, in parts."""

    def mistakes(self, before: Table, moment: Moment) -> Parts:
        """Return per seat single mistakes of more than one cell that people make, in parts.

        Cells in which one tile lies wrong need no entry: any cell may disagree with an option at a
        price.  A part here has the cells of one part of ``successors``.
        """

    def surprise(self, before: Table, moment: Moment, boards: Boards) -> float:
        """Return how unusual legal boards are together, in nats from 0; ``inf``: they cannot be.

        Tiles of the round that are missing, several turns since the last picture.  What is clearly
        seen outweighs it; it decides where the eyes cannot.
        """

    def problems_at(
        self, before: Table, moment: Moment, seat: int, board: Cells, boards: Boards = ()
    ) -> Problems:
        """Return all that is wrong with a seat's board at a moment, never just the first.

        Where they are given, all ``boards`` of the moment are used.  Never raises.
        """

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Tell whether the seat of ``moment`` may have acted in ``before`` and acts once more.

        Where it may not, a second picture of the same moment replaces the first.
        """

    def passed(self, table: Table) -> frozenset[int]:
        """Return the seats that have passed in the round of ``table``, with or without a press."""

    def advance(self, before: Table, moment: Moment, boards: Boards) -> Outcome:
        """Return the outcome of ``moment`` when the legal ``boards`` are confirmed."""

    def result(self, table: Table) -> Result:
        """Return totals, bonuses and winners as far as the table has come."""

    def told(self, before: Table, moment: Moment) -> tuple[str, ...]:
        """Return the names of what must be told at ``moment`` because no camera sees it."""


class Play(Protocol):
    """Complete play of one game, bound to a ``Setup``.

    A position carries everything, its random generator's state included when it was given a seed,
    so ``apply`` needs nothing from outside.  A position made from a given deal has no generator:
    where chance is needed it stops with ``needs_deal`` true until ``deal`` is called.
    """

    setup: Setup

    def start(self, seed: int) -> Any:
        """Return the first position of a game whose chance comes from ``seed``."""

    def legal_actions(self, position: Any) -> Sequence[Any]:
        """Return every action ``apply`` accepts, in a fixed order; empty at the end."""

    def apply(self, position: Any, action: Any) -> Any:
        """Return the next position; raises ``IllegalAction`` and changes nothing otherwise."""

    def result_of(self, position: Any) -> Result:
        """Return totals, bonuses and winners of a position."""

    def dump(self, position: Any) -> dict[str, Any]:
        """Return a position as JSON values; ``load`` gives the same position back."""

    def load(self, data: Mapping[str, Any]) -> Any:
        """Return the position ``dump`` wrote; raises ``ImpossiblePosition`` with the reason."""

    def text(self, position: Any) -> str:
        """Return a position as text a person can read and type; ``parse`` reads it back."""

    def parse(self, text: str) -> Any:
        """Return the position ``text`` wrote; raises ``ImpossiblePosition`` with the reason."""
