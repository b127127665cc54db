"""What would this score?  A picture that belongs to no game, and what people say of it.

Everything they say stands in the page's address: which game, where the boards lie, what was
misread, the totals before.  So looking changes nothing, and going back is the browser's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.boards import GAMES, Board
from companion.boards.board_files import FILES
from companion.fields import Field, FieldError
from companion.games import GOAL_RULES, INFOS, MOST_PLAYERS
from companion.games.base import Cells
from companion.service.pictures.album import Print
from companion.service.pictures.desk import Wanted
from companion.service.pictures.judgement import Given, Worth
from companion.service.pictures.picture_report import PictureReport
from companion.service.pictures.single_picture import Looked
from companion.sightings.sighting import BoardSighting, View
from web.languages import gettext as _
from web.views.boards.board_sheet import Correction, correction
from web.views.boards.closeup import Closeup, closeup
from web.views.boards.several_cells import BETWEEN, Several, several
from web.views.points.points_sheet import Sheet, goals, sheet
from web.views.wording import rule_sentences, words

BOARDS = range(1, MOST_PLAYERS + 1)

Args = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for: as what the picture is read, totals and goals, what is changed.

    ``address`` is the same as parameters again; ``changes`` are the changed cells of each board.
    """

    wanted: Wanted
    totals: tuple[int | None, ...]
    goals: tuple[str, ...]
    changes: tuple[tuple[str, ...], ...]
    address: Args

    @property
    def given(self) -> Given:
        """What people say of the picture, but for single cells."""
        return Given(totals=self.totals, goals=self.goals)


@dataclass(frozen=True, slots=True)
class Instead:
    """Another game, or side, as which the same picture may be read: its name, its parameters."""

    name: str
    address: Args


@dataclass(frozen=True, slots=True)
class Scored:
    """One board: cut out of the picture, what is wrong with it, what it is worth.

    Texts that do not apply are empty; ``total`` is the one before this round.
    """

    number: int
    name: str
    cut: Closeup | None
    together: Several
    wrongs: tuple[str, ...]
    points: str
    sheet: Sheet
    bonus: Sheet
    total: str
    final: str
    wins: bool
    unseen: str
    unsure: str
    trouble: str

    def ways(self, leave: Callable[..., str], moving: str) -> Callable[..., str]:
        """Return what gives the address of a pressed cell of this board."""
        more = {"from": moving} if moving else {}
        return partial(leave, board=self.number, **more)

    def with_change(self, cell: str, value: str) -> dict[str, list[str]]:
        """Return what an address needs for one more changed cell."""
        return {f"change{self.number}": [*self.together.pairs, f"{cell}{BETWEEN}{value}"]}


def asked(args: MultiDict[str, str]) -> Asked:
    """Return what the parameters of an address ask for; ``ValueError`` where they make no sense."""
    game, variant = args.get("game", ""), args.get("variant", "coloured")
    if game not in GAMES:
        raise ValueError("no such game")
    if (game, variant) not in FILES:
        variant = "coloured"
    players = args.get("boards", 2, type=int)
    if players not in BOARDS:
        raise ValueError("one to four boards")
    players = min(players, max(INFOS[game].players))
    corners = corners_of(args.get("corners", ""))
    count = players if corners is None else len(corners)
    totals = tuple(total_of(text) for text in args.getlist("total")[:count])
    chosen = tuple(goal for goal in args.getlist("goals") if goal in GOAL_RULES)
    chosen = chosen if INFOS[game].goals and len(set(chosen)) == 3 else ()
    changes = tuple(tuple(args.getlist(f"change{n}")) for n in range(count))
    address = {
        key: args.getlist(key)
        for key in args
        if key in {"game", "variant", "boards", "corners", "total", "goals"}
        or key.startswith("change")
    }
    return Asked(Wanted(game, variant, players, corners), totals, chosen, changes, address)


def instead(asked: Asked, boards: Sequence[BoardSighting]) -> tuple[Instead, ...]:
    """Return as what else it may be read: as what is printed alike, or what boards look like."""
    own = asked.wanted
    others = [*own.alike, *(one for seen in boards for one in seen.resembles)]
    return tuple(
        _as(
            asked,
            words.game(game) if side == own.variant else words.board([(game, side)]),
            game,
            side,
        )
        for game, side in dict.fromkeys(others)
        if (game, side) != (own.game, own.variant)
    )


def any_other(asked: Asked, boards: Sequence[BoardSighting] = ()) -> tuple[Instead, ...]:
    """Return every other side and game, the chosen game's other side first.

    There are none where a board is made out, where it is known what lies there instead, and where
    nothing is found between corners that people have set: then those are wrong.
    """
    own = asked.wanted
    if any(seen.made_out or seen.resembles for seen in boards):
        return ()
    if not boards and own.corners is not None:
        return ()
    nearest = sorted(FILES, key=lambda one: (one[0] != own.game, one[1] != own.variant))
    return tuple(
        _as(asked, words.board([(game, side)]), game, side)
        for game, side in nearest
        if (game, side) != (own.game, own.variant)
    )


def _as(asked: Asked, name: str, game: str, side: str) -> Instead:
    """Return the same picture as another game; what was changed was said of this one's tiles."""
    kept = {key: said for key, said in asked.address.items() if not key.startswith("change")}
    return Instead(name, {**kept, "game": [game], "variant": [side]})


def corners_of(text: str) -> tuple[tuple[tuple[float, float], ...], ...] | None:
    """Return the corners of one to four boards that an address says; None where it says none."""
    if not text:
        return None
    try:
        boards = Field(json.loads(text)).items()
        found = tuple(tuple(point.point() for point in board.items(4)) for board in boards)
    except (FieldError, RecursionError) as error:
        raise ValueError("corners are four points a board") from error
    if len(found) not in BOARDS:
        raise ValueError("one to four boards")
    return found


def total_of(text: str) -> int | None:
    """Return a total that was typed; None where none was."""
    return int(text) if text.isdecimal() else None


def read(looked: Looked, asked: Asked, origin: str = "", to: str = "", seat: int = 0) -> Reading:
    """Return a picture's reading with all that people changed.

    With ``origin`` and ``to`` the contents of these two cells of the board ``seat`` change places.
    """
    board = asked.wanted.board
    together = []
    for number, report in enumerate(looked.reports(asked.given)):
        own = number == seat
        pairs = asked.changes[number] if number < len(asked.changes) else ()
        cells = report.reading.cells
        one = several(
            board, cells, pairs, on=True, origin=origin if own else "", to=to if own else ""
        )
        together.append(one)
    certain = {
        (number, cell): lies
        for number, one in enumerate(together)
        for cell, lies in changed(one).items()
    }
    given = Given(certain, asked.totals, asked.goals)
    return Reading(board, looked.reports(given), tuple(together))


def changed(one: Several) -> dict[str, Any]:
    """Return the changed cells of a board with what lies there."""
    told: dict[str, Any] = json.loads(one.cells)
    return {cell: tuple(lies) if isinstance(lies, list) else lies for cell, lies in told.items()}


@dataclass(frozen=True)
class Reading:
    """The boards of a picture as they are read with what people changed."""

    board: Board
    reports: tuple[PictureReport, ...]
    together: tuple[Several, ...]

    def sheet_of(self, seat: int, cell: str, tile: int | None) -> Correction | None:
        """Return the sheet to correct a cell of a board; None where there is nothing to correct."""
        if seat >= len(self.reports):
            return None
        return correction(self.board, self.reports[seat].reading.cells, seat, cell, tile)

    def scored(self, address: str, picture: Print, totals: Sequence[int | None]) -> list[Scored]:
        """Return the boards as the page shows them; ``address`` is the picture's."""
        return [
            self._scored(address, picture, number, totals[number] if number < len(totals) else None)
            for number in range(len(self.reports))
        ]

    def _scored(self, address: str, picture: Print, number: int, total: int | None) -> Scored:
        report, together = self.reports[number], self.together[number]
        reading = report.reading
        cells = reading.cells
        worth = report.worth
        known = report.score_marker if total is None else total
        final = worth.total if worth else None
        return Scored(
            number,
            called(number),
            closeup(address, picture, self.board, report.as_board_report(), cells),
            together,
            tuple(rule_sentences.objection(self.board.game, one) for one in reading.problems),
            points_of(worth),
            sheet(self.board, worth.steps if worth else (), cells),
            bonus(self.board, worth, cells),
            "" if known is None else str(known),
            "" if final is None else str(final),
            bool(worth and worth.wins),
            words.places(sorted(report.unseen)) if report.unseen else "",
            unsure(report),
            trouble_of(report.seen),
        )


def called(number: int) -> str:
    """Return what the board with a number from 0 is called."""
    return _("Board %(number)d", number=number + 1)


def unsure(report: PictureReport) -> str:
    """Return the places on a board of which it is not sure what lies there; empty for none."""
    cells = {cell for doubt in report.reading.doubts for cell in doubt.cells}
    return words.places(sorted(cells)) if cells else ""


def trouble_of(seen: BoardSighting) -> str:
    """Return why nothing is read of a board; empty where it is."""
    if seen.resembles:
        return _(
            "This is no board of the game; it looks like this one: %(board)s. "
            "Check the game, the side and the corners.",
            board=words.board(seen.resembles),
        )
    if seen.view is View.UNKNOWN:
        return _(
            "This is no board of the game, or it lies the other way round. "
            "Check the game, the side and the corners."
        )
    return _("No board is made out here. Set its corners again.") if seen.view is View.LOST else ""


def points_of(worth: Worth | None) -> str:
    """Return what the round is worth; empty where it cannot be said."""
    return "" if worth is None or worth.points is None else words.signed(worth.points)


def bonus(board: Board, worth: Worth | None, cells: Cells) -> Sheet:
    """Return what the end of the game would bring now."""
    steps = worth.ending if worth else ()
    if worth and worth.bonuses and set(worth.bonuses) <= GOAL_RULES.keys():
        return goals(board, steps, worth.bonuses)
    return sheet(board, steps, cells)
