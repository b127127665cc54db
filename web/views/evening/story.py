"""What just happened, as a family would say it: a headline, sentences, and cards that ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games import INFOS, game
from companion.games.base import FIRST, Cells, Checkpoint, Moment, Problem, Step, Table
from companion.games.saying import Notice
from companion.reconcile import Doubt
from companion.service.bulletin.call import Called
from companion.service.bulletin.state import Happened, Phase, Stage, State
from companion.service.reports.report import Report, Status
from companion.sitting import Misfit
from web.languages import gettext as _
from web.languages import ngettext
from web.views.evening.not_empty import not_empty
from web.views.evening.unread_boards import reasons, waiting
from web.views.evening.victory import places
from web.views.evening.whose_turn import first_picture
from web.views.wording import rule_sentences, sentences, words

ONTO = ("wall/", "dome/")
"""Where the tiles of a tiling go."""

ASKING = (Stage.QUESTION, Stage.VIOLATION, Stage.NOT_EMPTY)
"""Stages in which the page waits for an answer, or for something to be put right."""

LOSSES = ("floor", "broken")
"""Where tiles lie that cost points."""


@dataclass(frozen=True, slots=True)
class Story:
    """What just happened, and what comes next.

    ``tone`` is a style word: calm, good, waiting, alert.
    """

    headline: str
    sentences: tuple[str, ...]
    tone: str
    next: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """Something the people at the table should see to.  ``kind`` is its style word.

    ``seat`` and ``cell`` are those of the first tile it is about, None and empty for none;
    ``reading`` is that of an earlier reading, None for the last picture.
    """

    kind: str
    title: str
    text: str
    where: str
    rule: str
    seat: int | None = None
    cell: str = ""
    reading: int | None = None


def story(state: State) -> Story:
    """Return what just happened."""
    report = state.report
    if state.stage is Stage.PAUSED:
        return Story(_("Pause."), tuple(totals(state)), "calm", next=ends_pause(state))
    if state.stage is Stage.CAMERA_GONE:
        return Story(_("The camera gives no pictures. The game stays as it was."), (), "alert")
    if state.trouble:
        return Story(_("This picture could not be read. The game stays as it was."), (), "alert")
    if state.stage is Stage.IDLE:
        return Story(_("No game is being played. Begin a new one."), (), "calm")
    if said := amended(state.happened):
        return noted(state, said)
    if report is None:
        return Story(first_picture(state), (), "calm")
    if lesson := tile_lesson(state, report):
        return lesson
    status = report.status
    if status is Status.READ:
        return reading_story(state, report)
    if lying := not_empty(state):
        return Story(_("These boards do not look empty."), lying.seen, "alert")
    headlines = {
        Status.WAITING: waiting(report),
        Status.VIOLATION: _("Something on the table is not allowed. Please put it right."),
        Status.QUESTION: _("The companion is not sure. Please have a look."),
    }
    if report.missing and not report.unclear:
        return Story(_("Good. The other boards, please."), tuple(unseen(report)), "waiting")
    return Story(headlines.get(status, words.status(status)), tuple(unseen(report)), "alert")


def ends_pause(state: State) -> str:
    """Return what there is to press; a television, and a table without buttons, have nothing."""
    if state.buttons:
        return _(
            "To play on, press a button on the table, or “Go on” on a phone or on the overview."
        )
    return _("To play on, press “Go on” on a phone or on the overview.")


def tile_lesson(state: State, report: Report) -> Story | None:
    """Return what is said where the tiles are shown to be learned; None at any other time."""
    shown = report.moment.checkpoint is Checkpoint.TILES
    if shown and report.status is Status.READ:
        headline = _("The tiles are known now. Clear the boards, and the game can begin.")
        return Story(headline, (), "good")
    if state.due is None or state.due.checkpoint is not Checkpoint.TILES:
        return None
    if shown:
        return Story(_("Not all tiles are seen yet."), tuple(unseen(report)), "alert")
    return Story(_("The boards are empty. Show the tiles of this set, once."), (), "good")


def unseen(report: Report) -> list[str]:
    """Return whose board is still to be photographed, or cannot be seen, and why."""
    if report.missing and not report.unclear:
        return [
            _("%(who)s: still to be photographed", who=words.seat(seat)) for seat in report.missing
        ]
    return reasons(report) if report.status is Status.WAITING else []


def amended(happened: Happened | Status) -> str:
    """Return what people did that brought a state; empty text where it was no doing of theirs."""
    sentences: dict[Happened | Status, str] = {
        Happened.UNDONE: _("The last step was taken back."),
        Happened.PUT_BACK: _("What was taken back holds again."),
        Happened.CORRECTED: _("The correction is in."),
        Happened.TOLD: _("Thank you, that is noted."),
    }
    return sentences.get(happened, "")


def noted(state: State, said: str) -> Story:
    """Return what people did, and which totals it changed; else what is to be done now."""
    if lines := changed(state):
        return Story(said, tuple(lines), "good")
    report = state.report
    if report is not None and report.moment.checkpoint is Checkpoint.OFFER_END:
        brought = expectations(state, report)
        return Story(said, tuple(brought), "good", beginner(state, state.boards))
    return Story(said, tuple(totals(state)), "good")


def changed(state: State) -> list[str]:
    """Return the totals that a correction changed."""
    return [
        _("%(who)s: %(was)d → %(now)d", who=words.seat(one.seat), was=one.was, now=one.now)
        for one in state.changed
        if one.entry == state.reading
    ]


def reading_story(state: State, report: Report) -> Story:
    """Return what a frame told that was read without trouble."""
    checkpoint, number, seat = report.moment.checkpoint, report.moment.round, report.moment.seat
    if state.result and state.result.complete:
        return Story(_("The game is over."), tuple(places(state.setup.game, state.result)), "good")
    if checkpoint == Checkpoint.SETUP:
        return Story(_("The boards are empty. The game can begin."), (), "good")
    if state.setup.round and state.reading == 0:
        return Story(_("The game is taken over in round %(number)d.", number=number), (), "good")
    if checkpoint == Checkpoint.OFFER_END:
        headline = _("Round %(number)d: this is what the tiling brings.", number=number)
        lines = tuple(expectations(state, report))
        return Story(headline, lines, "calm", beginner(state, state.boards))
    if checkpoint == Checkpoint.TURN and seat is not None:
        return Story(_("%(who)s: a legal turn.", who=words.seat(seat)), (), "good")
    if checkpoint in (Checkpoint.PLACED, Checkpoint.PASSED) and seat is not None:
        return Story(turn(report, seat), tuple(totals(state)), "good")
    if checkpoint == Checkpoint.TILED:
        headline = _("Round %(number)d is scored.", number=number)
        return Story(headline, tuple(totals(state)), "good", beginner(state, state.boards_before))
    return Story(words.checkpoint(checkpoint), tuple(totals(state)), "good")


def turn(report: Report, seat: int) -> str:
    """Return what a player did who placed a tile or passed."""
    who = words.seat(seat)
    if report.moment.checkpoint == Checkpoint.PASSED:
        return _("%(who)s passes.", who=who)
    gained = sum(step.points for step in report.breakdown[seat])
    return _("%(who)s places a tile: %(points)s.", who=who, points=words.signed(gained))


def beginner(state: State, boards: Mapping[int, Cells]) -> str:
    """Return who begins the next round: whose floor line the marker lies on, where it is seen."""
    last = state.report and state.report.moment.round >= INFOS[state.setup.game].last_round
    if last or (state.table and ends_with_tiling(state.table)):
        return ""  # there is none
    found = [seat for seat, cells in boards.items() if FIRST in cells.values()]
    if len(found) != 1:
        return ""
    return _("%(who)s begins the next round.", who=words.seat(found[0]))


def ends_with_tiling(table: Table) -> bool:
    """Tell whether the tiling that is due ends the game, as far as only one is possible."""
    if table.checkpoint is not Checkpoint.OFFER_END:
        return False
    rules = game(table.setup)
    ahead = rules.advance(table, Moment(table.checkpoint, table.round), table.boards).ahead
    tiled = Moment(Checkpoint.TILED, table.round)
    return bool(ahead) and rules.advance(table, tiled, ahead).table.over


def expectations(state: State, report: Report) -> list[str]:
    """Return for every seat what the coming tiling brings."""
    return [
        f"{words.seat(seat)}: {coming(state, seat, steps)}"
        for seat, steps in enumerate(report.breakdown)
    ]


def coming(state: State, seat: int, steps: Sequence[Step]) -> str:
    """Return what the tiling brings one seat, and what its dome tiles have cost already."""
    drawn = sum(step.points for step in steps if step.cell == "stack")
    already = [_("dome tiles from the stack %(points)s", points=words.signed(drawn))]
    parts = [*tiling(state, seat, steps), *(already if drawn else ())]
    return ", ".join(parts)


def tiling(state: State, seat: int, steps: Sequence[Step]) -> list[str]:
    """Return what moves in the coming tiling, and what is lost with it."""
    if seat < len(state.announced) and state.announced[seat] is None:
        if words.on_a_dome():
            return [_("there is a choice to make on the dome")]
        return [_("there is a choice to make on the wall")]
    gains = [step.points for step in steps if step.cell.startswith(ONTO)]
    lost = sum(step.points for step in steps if step.cell in LOSSES)
    parts = [f"{moving(len(gains))} {words.signed(sum(gains))}" if gains else moving(0)]
    if lost:
        parts.append(losing(words.signed(lost)))
    if began := sum(step.points for step in steps if step.cell == "start"):
        parts.append(_("starting player tile %(points)s", points=words.signed(began)))
    return parts


def moving(tiles: int) -> str:
    """Return how many tiles move in the coming tiling."""
    if words.on_a_dome():
        return ngettext("%(num)d tile moves to the dome", "%(num)d tiles move to the dome", tiles)
    return ngettext("%(num)d tile moves to the wall", "%(num)d tiles move to the wall", tiles)


def losing(points: str) -> str:
    """Return what fallen tiles cost in the coming tiling."""
    if words.on_a_dome():
        return _("broken tiles %(points)s", points=points)
    return _("floor line %(points)s", points=points)


def totals(state: State) -> list[str]:
    """Return every seat's total with what it has just gained."""
    found = []
    for seat, total in enumerate(state.confirmed or ()):
        sentence = f"{words.seat(seat)}: {words.points(total)}"
        if state.before is not None and total != state.before[seat]:
            sentence += f" ({words.signed(total - state.before[seat])})"
        found.append(sentence)
    return found


def cards(state: State) -> tuple[Card, ...]:
    """Return everything that somebody should see to, the gravest first.

    Who plays here next is for when nothing else is asked.
    """
    found = matters(state)
    if state.awaited and not found and state.stage not in ASKING:
        return (called(state.awaited),)
    return found


def matters(state: State) -> tuple[Card, ...]:
    """Return what is the matter with the game under way, the gravest first."""
    found = []
    if state.trouble:
        gone = state.stage is Stage.CAMERA_GONE  # the picture on the page is a good one, then
        title = _("No pictures") if gone else _("This picture is no use")
        found.append(Card("trouble", title, sentences.told(state.trouble), "", ""))
    if state.notice:
        found.append(Card("notice", _("By the way"), sentences.told(state.notice), "", ""))
    found += [misfit(state, one) for one in state.misfits]
    if (report := state.open_report) is None:
        return tuple(found)
    boards = report.boards
    for one in boards:
        found += [violation(state.setup.game, one.seat, problem) for problem in one.problems]
    if report.status is Status.QUESTION and report.question is None:
        for one in boards:
            found += [question(one.seat, doubt) for doubt in one.doubts]
    for one in boards:
        found += [notice(one.seat, case) for case in one.notices]
    return tuple(found)


def called(call: Called) -> Card:
    """Return the card for people who were drawn to play here next."""
    title = _("%(name)s, round %(number)d: at this table", name=call.tournament, number=call.round)
    first, *others = call.names
    text = _("%(first)s (begins), %(others)s", first=first, others=", ".join(others))
    return Card("called", title, text, words.game(call.game), "")


def violation(game: str, seat: int, case: Problem) -> Card:
    """Return the card for something the rules forbid."""
    title = _("%(who)s: this is not allowed", who=words.seat(seat))
    text = rule_sentences.objection(game, case)
    cells = case.cells
    first = cells[0] if cells else ""
    return Card("violation", title, text, words.places(cells), case.rule, seat, first)


def misfit(state: State, one: Misfit) -> Card:
    """Return the card for a reading that no longer follows from what was corrected before it."""
    line = next((line for line in state.history if line.number == one.reading), None)
    when = words.moment(line.checkpoint, line.round) if line else ""
    title = _("%(who)s: this no longer fits", who=words.seat(one.seat))
    cells = one.problem.cells
    return Card(
        "misfit",
        title,
        rule_sentences.objection(state.setup.game, one.problem),
        " · ".join(part for part in (when, words.places(cells)) if part),
        one.problem.rule,
        one.seat,
        cells[0] if cells else "",
        one.reading,
    )


def question(seat: int, case: Doubt) -> Card:
    """Return the card for a doubt that keeps the sitting waiting."""
    title = _("%(who)s: one question", who=words.seat(seat))
    options = [words.colour(option) for option in case.options]
    text = _("What lies here? Possible: %(options)s.", options=", ".join(options))
    return Card("question", title, text, words.places(case.cells), "")


def notice(seat: int, case: Notice) -> Card:
    """Return the card for what is worth saying but stops nothing."""
    text = sentences.of(case) or case.message
    title = _("%(who)s: by the way", who=words.seat(seat))
    return Card("notice", title, text, words.places(case.cells), "")


def activity(state: State) -> str:
    """Return what the companion is doing, in a few words."""
    if state.phase is Phase.LOOKING:
        return _("Looking at the table")
    if state.phase is Phase.OVER:
        return _("The end")
    if state.handheld:
        return _("Waiting for a picture")
    return _("Runs by itself") if state.autoplay else _("Waiting for the button")
