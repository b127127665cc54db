"""The whole dashboard as one value: what ``dashboard.html`` writes down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from companion.boards import Board, load
from companion.games import GOAL_RULES
from companion.games.base import Checkpoint, Setup, Step
from companion.service.bulletin.state import Entry, Phase, Stage, State
from companion.service.pictures.album import Album
from companion.service.reports.report import BoardReport, Status
from web.languages import gettext as _
from web.languages import ngettext
from web.page_cache import to
from web.views.boards.board_drawing import Drawing, Marks, draw
from web.views.boards.overlay import Overlay, doubtful, overlay, wrong
from web.views.evening import story as stories
from web.views.evening.board_of_reading import picture_of
from web.views.evening.not_empty import NotEmpty, not_empty
from web.views.evening.people import Starter, starters
from web.views.evening.question_cards import Question, question
from web.views.evening.tiles_to_show import ToShow, to_show
from web.views.evening.unseen_facts import Telling, tellings
from web.views.evening.victory import victory
from web.views.evening.whose_turn import press
from web.views.points.points_sheet import Sheet, goals, sheet
from web.views.wording import words


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: totals, board, score sheets.  Texts that do not apply are empty.

    ``heard`` is the total with its word, for those who listen.
    """

    number: int
    name: str
    total: str
    heard: str
    gained: str
    loss: bool
    announced: str
    winner: bool
    drawing: Drawing
    sheet: Sheet
    bonus: Sheet


LATEST = 5
"""Lines of the history on a phone, below its heading; Summer Pavilion has more than a hundred."""


@dataclass(frozen=True, slots=True)
class Past:
    """One line of the history, newest first."""

    title: str
    status: str
    style: str
    scores: str
    address: str


@dataclass(frozen=True, slots=True)
class Undo:
    """What can be taken back, or put back: the number of a reading, and its moment."""

    reading: int
    moment: str


@dataclass(frozen=True, slots=True)
class Page:
    """Everything the dashboard shows."""

    setup: Setup
    game: str
    moment: str
    progress: str
    activity: str
    story: stories.Story
    cards: tuple[stories.Card, ...]
    question: Question | None
    not_empty: NotEmpty | None
    seems_covered: bool
    to_show: tuple[ToShow, ...]
    undo: Undo | None
    put_back: Undo | None
    tellings: tuple[Telling, ...]
    victory: str
    seats: tuple[Seat, ...]
    sheet_title: str
    overlay: Overlay | None
    history: tuple[Past, ...]
    press: str
    over: bool
    idle: bool
    fresh: bool
    paused: bool
    starters: tuple[Starter, ...]
    busy: bool
    announcement: str

    @property
    def latest(self) -> tuple[Past, ...]:
        """The lines of the history that are in sight on every screen."""
        return self.history[:LATEST]

    @property
    def earlier(self) -> tuple[Past, ...]:
        """The lines before those, which small screens fold."""
        return self.history[LATEST:]

    @property
    def wrongs(self) -> tuple[tuple[str, tuple[stories.Card, ...]], ...]:
        """What is not allowed, player by player."""
        found = [card for card in self.cards if card.kind == "violation"]
        return tuple((title, tuple(cards)) for title, cards in groupby(found, lambda c: c.title))

    @property
    def wrongs_shown(self) -> int:
        """How many of a player's a television has room for; phones show all."""
        return max(1, 6 // max(1, len(self.wrongs)))

    @property
    def asks_people(self) -> bool:
        """Whether somebody must say something before a button helps."""
        return self.question is not None or self.not_empty is not None


def page_of(state: State, album: Album) -> Page:
    """Return the page that shows ``state``; its players' names must be in use."""
    board = load(state.setup.game, state.setup.variant)
    told = stories.story(state)
    won = victory(state)
    found, untold = stories.cards(state), tellings(state)
    asked = question(state, board, album.get(state.picture))
    return Page(
        setup=state.setup,
        game=words.game(state.setup.game),
        moment=moment(state),
        progress=progress(state),
        activity=stories.activity(state),
        story=told,
        cards=found,
        question=asked,
        not_empty=not_empty(state),
        seems_covered=state.may_be_bare and state.stage is Stage.LOST,
        to_show=to_show(state),
        undo=undo(state),
        put_back=put_back(state),
        tellings=untold,
        victory=won,
        seats=tuple(seat(state, board, number) for number in range(state.setup.players)),
        sheet_title=words.round_(state.sheet_round) if any(state.sheet) else "",
        overlay=picture(state, album, board),
        history=tuple(past(entry) for entry in reversed(state.history)),
        over=state.phase is Phase.OVER,
        press=press(state),
        idle=state.stage is Stage.IDLE,
        fresh=state.stage is Stage.IDLE or (state.stage is Stage.SET_UP and not state.history),
        paused=state.stage is Stage.PAUSED,
        starters=starters(state) if state.phase is Phase.OVER else (),
        busy=state.phase is Phase.LOOKING,
        announcement=" ".join(aloud(won or told.headline, told, (asked, *found), untold)),
    )


def aloud(
    headline: str,
    told: stories.Story,
    matters: Sequence[Question | stories.Card | None],
    untold: Sequence[Telling],
) -> Iterator[str]:
    """Yield what is said to those who listen: what happened, what is the matter, what is asked.

    They see no frame around a tile, so every "here" needs its place.
    """
    yield headline
    yield from told.sentences
    yield from [told.next] if told.next else ()
    for one in (one for one in matters if one is not None):
        yield ": ".join(part for part in (one.title, one.where, one.text) if part)
    for fact in untold:
        yield fact.text


def undo(state: State) -> Undo | None:
    """Return what undo would take back; None where nothing was read."""
    table = state.table
    if table is None or state.reading is None:
        return None
    return Undo(state.reading, words.moment(table.checkpoint, table.round))


def put_back(state: State) -> Undo | None:
    """Return what was taken back last; None where something else was confirmed since."""
    line = next((one for one in state.history if one.number == state.undone), None)
    if line is None or state.undone is None:
        return None
    return Undo(state.undone, words.moment(line.checkpoint, line.round))


def moment(state: State) -> str:
    """Return where the game stands: the round and what has just been done."""
    if state.report is None:
        return words.round_(0)
    return words.moment(state.report.moment.checkpoint, state.report.moment.round)


def progress(state: State) -> str:
    """Return how far the pictures have come; of a game under way nobody knows how many follow."""
    if not state.frames:
        taken = sum(bool(entry.picture or entry.kept) for entry in state.history)
        return ngettext("%(num)d picture", "%(num)d pictures", taken)
    return _("Picture %(shown)d of %(all)d", shown=state.shown, all=state.frames)


def seat(state: State, board: Board, number: int) -> Seat:
    """Return one player's part of the page."""
    cells = state.boards.get(number, {})
    steps = state.sheet[number] if number < len(state.sheet) else ()
    totals = state.confirmed or state.setup.scores  # those of a game under way were told
    total = totals[number] if totals else None
    change = total - state.before[number] if total is not None and state.before else 0
    result = state.result
    over = result is not None and result.complete
    return Seat(
        number=number,
        name=words.seat(number),
        total="\N{EN DASH}" if total is None else str(total),
        heard="" if total is None else words.points(total),
        gained=words.signed(change) if change and not state.announced else "",
        loss=change < 0,
        announced=announced(state, number),
        winner=bool(result and over and number in result.winners),
        drawing=draw(board, cells, marks(state, number, steps)),
        sheet=sheet(board, steps, cells),
        bonus=bonus(state, board, number) if over else sheet(board, (), {}),
    )


def bonus(state: State, board: Board, number: int) -> Sheet:
    """Return what the end of the game brought a player."""
    assert state.result is not None
    steps = state.result.steps[number]
    counted = state.result.bonuses[number]
    if counted and set(counted) <= GOAL_RULES.keys():
        return goals(board, steps, counted)
    return sheet(board, steps, state.boards.get(number, {}))


def announced(state: State, number: int) -> str:
    """Return the total that the coming tiling leads to, or empty text."""
    coming = state.announced[number] if number < len(state.announced) else None
    return "" if coming is None else str(coming)


def marks(state: State, number: int, steps: Sequence[Step]) -> Marks:
    """Return what to point out on a player's board."""
    lying, before = state.boards.get(number, {}), state.boards_before.get(number)
    fresh = {id for id in lying if before is not None and before.get(id) != lying[id]}
    found = marks_of(report_of(state, number))
    return replace(found, new=frozenset(fresh), points=badges(state, steps))


def marks_of(one: BoardReport | None) -> Marks:
    """Return what a report points out on one board."""
    if one is None:
        return Marks()
    return Marks(wrong=frozenset(wrong(one)), doubtful=frozenset(doubtful(one)))


def badges(state: State, steps: Sequence[Step]) -> Mapping[str, int]:
    """Return the points to write on cells: those of the tiling that is due or just done."""
    report = state.report
    if report is None or report.status is not Status.READ:
        return {}
    tiling = report.moment.checkpoint in (Checkpoint.OFFER_END, Checkpoint.TILED)
    if not tiling or report.moment.round != state.sheet_round:
        return {}
    return {step.cell: step.points for step in steps if "/" in step.cell}


def report_of(state: State, number: int) -> BoardReport | None:
    """Return what the last report says of one board; None when it did not see it."""
    boards = state.open_report.boards if state.open_report else ()
    return next((one for one in boards if one.seat == number), None)


def picture(state: State, album: Album, board: Board) -> Overlay | None:
    """Return the last picture with what was found in it; None before the first."""
    taken = album.get(state.picture)
    if taken is None or state.report is None:
        return None
    return overlay(state.picture, taken, board, state.report.boards)


def side_by_side(totals: Sequence[int | None]) -> str:
    """Return everybody's total, with a ``?`` where a choice is still to be made; "" for none."""
    if all(total is None for total in totals):
        return ""
    return " : ".join("?" if total is None else str(total) for total in totals)


def past(entry: Entry) -> Past:
    """Return one line of the history; it leads to the reading, or to a picture that was none."""
    held = entry.number is not None and entry.status != "undone"
    totals = side_by_side(entry.scores) if held else ""
    before = side_by_side(entry.before) if held else ""
    board = {"seat": entry.seat or 0, "reading": entry.number}
    return Past(
        title=words.moment(entry.checkpoint, entry.round),
        status=words.status(entry.status),
        style=entry.status,
        scores=f"{before} → {totals}" if before and totals else before or totals,
        address=to("evening.board", **board) if held else picture_of(entry),
    )
