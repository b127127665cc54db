"""A kitchen table without eyes: the test says what lies on it, the rules are the real ones."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from companion.errors import CameraLost, CorrectionRefused
from companion.events import Asked, Confirmed, Event, Opened, Refused
from companion.games.base import Checkpoint, Moment, Setup
from companion.journal import Journal, Seating
from companion.ports import Picture
from companion.reconcile import Question
from companion.service.bulletin.after import report_of
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.checked_input import problems, reported
from companion.service.evening.evening import Evening
from companion.service.evening.guides import Script, Tape, by_rules
from companion.service.evening.place import Memory, Place
from companion.service.reports.report import Answered, BoardReport, Report, Status
from companion.service.sitting.amendment import check_amendment
from companion.sightings.sighting import BoardSighting, View
from companion.sitting import apply, asks_of, changes, fold, opened, same_moment

SETUP = Setup("azul", players=2, first_player=0)
SEATING = Seating(SETUP, ("Ada", "Ben"))
EMPTY = ({}, {})
OFFER = ({"line/0/0": "red", "line/1/0": "blue"}, {"floor/0": "first"})
TILED = ({"wall/0/2": "red", "line/1/0": "blue"}, {})
MIXED = ({"line/1/0": "blue", "line/1/1": "red"}, {"floor/0": "first"})
"""Two colours in one pattern line: R15."""

ROW = {f"wall/0/{c}": colour for c, colour in
       enumerate(("blue", "yellow", "red", "black", "white"))}  # fmt: skip
PIXELS = np.zeros((48, 64, 3), np.uint8)


def picture(number: int) -> bytes:
    """The bytes of the picture with this number; a slow machine may take thousands of them."""
    return cv2.imencode(".jpg", PIXELS + np.uint8(number % 256))[1].tobytes()


class Webcam:
    """A camera that always gives a picture, until its cable is pulled."""

    def __init__(self) -> None:
        self.taken = 0
        self.gone = False
        self.rewound = 0

    def frame(self) -> Picture:
        if self.gone:
            raise CameraLost("there is no camera; plug it in", camera="test", attempts=3)
        self.taken += 1
        return Picture(f"{self.taken:03}.jpg", picture(self.taken), PIXELS)

    def rewind(self) -> None:
        self.rewound += 1


@dataclass(frozen=True)
class Anew:
    """A sight with which an earlier reading is put right."""

    correction: Event
    boards: Any


@dataclass(frozen=True)
class Later:
    """A sight that can only be of what comes after the question that is open."""

    boards: Any


@dataclass
class Eyes:
    """What the keeper will see, picture by picture: boards, a status, or an error to raise."""

    sights: list[Any] = field(default_factory=list)
    takes_s: float = 0.0

    def next(self) -> Any:
        return self.sights.pop(0)


class HearsayKeeper:
    """Keeps a sitting by the real rules, from boards it is told instead of seeing them."""

    def __init__(self, setup: Setup, eyes: Eyes, record: Any, events: Sequence[Event] = ()) -> None:
        self._eyes = eyes
        self.taught: list[Any] = []
        self._record = record
        self._asked: tuple[Moment, Any] | None = None
        self._judged: tuple[Moment, Any] = (Moment(Checkpoint.SETUP, 0), ())
        self.sitting = fold(events) if events else opened(setup)
        if not events:
            record(Opened(setup))

    def look(self, image: Any, moment: Moment, *earlier: Any) -> Report:
        self.looked_at = (*earlier, image)
        time.sleep(self._eyes.takes_s)
        sight = self._eyes.next()
        if isinstance(sight, Exception):
            raise sight
        if isinstance(sight, Later):
            assert self._asked is not None
            after = apply(self.sitting, Confirmed(self._asked[0], self._asked[1][0]))
            moment, sight = self.due(after), sight.boards
        answered = self._go_on(moment)
        report = self._looked(moment, sight)
        return replace(report, answered=answered, anew=report.anew or answered is not None)

    def look_again(self, image: Any, waits: Any) -> Report:
        self.waited = waits
        return self.look(image, waits.moment)

    def expect(self, due: Any) -> None:
        self.due = due

    def _go_on(self, moment: Moment) -> Answered | None:
        """Take the first answer to a question from which the game has gone on."""
        if self._asked is None or same_moment(self._asked[0], moment):
            return None
        asked, options = self._asked
        self._asked = None
        self._happens(Confirmed(asked, options[0]), earlier=True)
        return Answered(self.sitting.history[-1].entry.number, asked)

    def _looked(self, moment: Moment, sight: Any) -> Report:
        if sight in ("waiting", "not-empty"):
            return self._unchanged(moment, Status(sight), ())
        if moment.checkpoint is Checkpoint.TILES:
            return self._unchanged(moment, Status.READ, sight)
        if isinstance(sight, Anew):
            self.amend(sight.correction)
            return replace(self._judge(moment, sight.boards), anew=True)
        if isinstance(sight, dict):
            self._happens(Asked(moment))
            self._asked, self._unsure = (moment, sight["options"]), sight
            return self._ask(moment, sight["options"], sight.get("answers", ()))
        return self._judge(moment, sight)

    def answer(self, option: int) -> Report:
        if self._asked is None or option >= len(self._asked[1]):
            raise CorrectionRefused("there is no such answer")
        moment, options = self._asked
        report = self._judge(moment, options[option])
        self._asked = None
        return report

    def tell(self, told: Any) -> Report:
        if self._asked is not None:
            return self._looked(self._asked[0], self._unsure)
        moment, boards = self._judged
        return self._judge(replace(moment, told={**moment.told, **told}), boards)

    def amend(self, *events: Event) -> Any:
        before = self.sitting
        for event in events:
            check_amendment(self.sitting, event)
            self.sitting = apply(self.sitting, event)
        after, self.sitting = self.sitting, before
        self._record(*events)
        self.sitting = after
        return changes(before, self.sitting)

    def teach(self, boards: Any) -> None:
        self.taught.append(boards)

    def result(self) -> Any:
        return self.sitting.game.result(self.sitting.table)

    def _happens(self, event: Event, *, earlier: bool = False) -> None:
        after = apply(self.sitting, event)
        self._record(event, earlier=earlier)
        self.sitting = after

    def _judge(self, moment: Moment, boards: Any) -> Report:
        self._judged = moment, boards
        wrong = problems(self.sitting, moment, boards)
        if any(wrong):
            rules = tuple(p.rule for found in wrong for p in found)
            self._happens(Refused(moment, boards, rules))
            wanted = [name for found in wrong for p in found for name in p.asks]
            return replace(
                self._unchanged(moment, Status.VIOLATION, boards, wrong), asks=tuple(wanted)
            )
        self._happens(Confirmed(moment, boards))
        played = self.sitting.history[-1]
        return report_of(played, asks=asks_of(self.sitting, played))

    def _ask(self, moment: Moment, options: Any, answers: Any) -> Report:
        said = self._unchanged(moment, Status.QUESTION, options[0])
        return replace(said, question=Question(0, ("floor/0",), answers))

    def _unchanged(self, moment: Moment, status: Status, boards: Any, wrong: Any = ()) -> Report:
        shown = [BoardReport(BoardSighting(seat, View.CLEAR)) for seat in range(len(boards))]
        found = wrong or ((),) * len(boards)
        scores = self.sitting.table.scores
        return Report(moment, status, reported(shown, boards, found), scores, ((),) * len(scores))


class Kitchen:
    """An evening at a table of hearsay; ``live`` follows the rules, otherwise a script."""

    def __init__(self, journal: Journal | None = None, *, live: bool = True, **options: Any):
        self.journal = journal or Journal(None)
        self.camera = Webcam()
        self.eyes = Eyes()
        self.live = live
        self.evening = Evening(self.place, self.journal, **options)

    def place(self, seating: Seating) -> Place:
        tape = Tape(self.camera)
        moments = [Moment(Checkpoint.SETUP, 0), Moment(Checkpoint.OFFER_END, 1),
                   Moment(Checkpoint.TILED, 1), Moment(Checkpoint.OFFER_END, 2)]  # fmt: skip
        setup = seating.setup
        return Place(
            seating,
            self.camera if self.live else tape,
            by_rules(seating) if self.live else Script(moments, tape),
            keeper=lambda record: HearsayKeeper(setup, self.eyes, record),
            plain=lambda: HearsayKeeper(setup, self.eyes, lambda *events, **more: None),
            resumed=lambda memory, record: self.recalled(setup, memory, record),
            live=self.live,
            handheld=seating.handheld,
        )

    def recalled(self, setup: Setup, memory: Memory, record: Any) -> HearsayKeeper:
        self.memory = memory
        return HearsayKeeper(setup, self.eyes, record, memory.events)

    def start(self, *sights: Any, seating: Seating = SEATING, **options: Any) -> Evening:
        """Open a sitting and set it going; the first pictures show ``sights``."""
        self.eyes.sights += sights
        self.evening.open(self.place(seating))
        self.evening.start()
        return self.evening

    def sees(self, *sights: Any, seat: int | None = None, hold: bool = False) -> Any:
        """Press once for each sight, waiting for what comes of it; return the state."""
        for sight in sights:
            self.eyes.sights.append(sight)
            press = self.evening.hold if hold else self.evening.press
            press(seat).result(5)
            self.rest()
        return self.evening.state

    def plays_to_the_end(self) -> Any:
        """Let the first seat fill its first row, a tile a round; return the state then."""
        self.sees(EMPTY)
        for cell, colour in ROW.items():
            filled = dict(list(ROW.items())[: list(ROW).index(cell)])
            self.sees(({**filled, "line/0/0": colour}, {}), ({**filled, cell: colour}, {}))
        return self.evening.state

    def rest(self) -> Any:
        """Wait until nothing is being looked at."""
        deadline = time.monotonic() + 10
        while self.evening.state.stage is Stage.LOOKING:
            assert time.monotonic() < deadline, self.evening.state
            self.evening.bulletin.newer(self.evening.state.version, 0.05)
        return self.evening.state

    def until(self, holds: Any) -> Any:
        deadline = time.monotonic() + 10
        while not holds(self.evening.state):
            assert time.monotonic() < deadline, self.evening.state
            time.sleep(0.005)
        return self.evening.state

    def previews(self, sight: Any, seating: Seating = SEATING) -> Any:
        """Look which boards are found for a game that somebody prepares; return the state."""
        before = self.evening.state.preview
        self.eyes.sights.append(sight)
        self.evening.ask(asks.Preview(seating)).result(5)
        return self.until(lambda state: state.preview is not before)

    def events(self) -> tuple[Event, ...]:
        number = self.evening.state.sitting
        return tuple(one.event for one in self.journal.recorded(number))


def with_names(*names: str) -> Seating:
    return replace(SEATING, names=names)


def asked(evening: Any, ask: Any) -> Any:
    """Return the state after asking."""
    return evening.ask(ask).result(5)
