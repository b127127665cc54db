"""The keeper of one sitting: pictures in, reports out.

It joins the eyes and the judge: a picture becomes a sighting, the judge says what that means, and
what was legal teaches the eyes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import numpy as np

from companion.arrays import Image
from companion.boards import Board
from companion.errors import CompanionError, CorrectionRefused
from companion.events import Asked, Event, Refused
from companion.games.base import Cells, Checkpoint, Moment, Result, Setup
from companion.games.played import Entry
from companion.games.saying import Notice
from companion.reconcile import BoardReading, Question, likeliest
from companion.service.reports.board_reports import board_reports, with_notices
from companion.service.reports.report import BoardReport, Report, Status
from companion.service.sitting.amendment import entry_of
from companion.service.sitting.answers import Answers
from companion.service.sitting.judgement.evidence import boards_of
from companion.service.sitting.judgement.judge import Due, Judge, Record
from companion.service.sitting.judgement.takes import wanted
from companion.service.sitting.lens_and_print import NOTHING, Calibrated
from companion.service.sitting.taps import Taps
from companion.service.sitting.tile_lesson import Shown, exchanged, lying, shown_by, unclear
from companion.sightings.agreement import together
from companion.sightings.sighting import BoardSighting, Sighting, View
from companion.sitting import Change, Sitting, same_moment
from companion.sitting_folder import SittingFolder
from companion.vision import eyes, learning
from companion.vision.loose.tiles import LooseTable
from companion.vision.scene import Scene

Brings = Callable[[], Image | None]
"""What brings a picture, (H, W, 3) BGR; None where it is not kept any more.

One at a time: many large ones do not fit a small computer.
"""

Seen = tuple[Brings, int]
"""What brings a picture that was confirmed, and the number of its reading."""

Located = tuple[Brings, Taps | None]
"""What brings a picture, and where it shows whose boards; None where nobody noted that."""


def unrecorded(*events: Event, earlier: bool = False) -> None:
    """Record nothing."""


class Keeper:
    """Reads the pictures of one sitting in order and keeps its score."""

    def __init__(
        self,
        setup: Setup,
        taps: Taps | None,
        *,
        rules: bool = True,
        record: Record | None = None,
        calibrated: Calibrated = NOTHING,
        live: bool = True,
    ) -> None:
        """Open a sitting; ``taps`` are the tapped corners by seat, None with brackets.

        With ``rules`` false every cell is reported as it looks and nothing is confirmed.
        ``record`` is called with every event before anything is made of it; ``calibrated`` is what
        is known of lens and boards.  Pictures that are not ``live`` say of which moment they are.
        """
        eyes.warm_up()
        self._board: Board = calibrated.board(setup.game, setup.variant)
        self._optics = calibrated.optics
        self._looks = calibrated.looks
        self._learned = calibrated.learned
        self._taps = taps
        self._rules = rules
        self._judge = Judge(setup, record or unrecorded, live=live)
        self._scene: Scene | None = None
        self._sighting: Sighting | None = None
        self._moment: Moment | None = None
        self._loose: LooseTable | None = None
        self._answers = Answers()
        self._question: Question | None = None
        self._said = Answers()
        self._due: Due | None = None
        self._exchanged: list[tuple[int, Notice]] = []

    @classmethod
    def for_sitting(
        cls, folder: SittingFolder, *, rules: bool = True, calibrated: Calibrated = NOTHING
    ) -> Keeper:
        """Return a keeper for the sitting in a folder."""
        taps = folder.corners_px
        corners = None if taps is None else {s: np.array(c, float) for s, c in enumerate(taps)}
        return cls(folder.setup, corners, rules=rules, calibrated=calibrated, live=False)

    @classmethod
    def resume(
        cls,
        setup: Setup,
        taps: Taps | None,
        events: Sequence[Event],
        empty: Sequence[Located],
        *,
        seen: Sequence[Seen] = (),
        last: Sequence[Located] = (),
        record: Record | None = None,
        calibrated: Calibrated = NOTHING,
    ) -> Keeper:
        """Return the keeper of a sitting that was interrupted.

        The sitting is folded from its ``events``; the eyes begin again with the pictures of the
        ``empty`` boards, or, without any, with the first of those that they have ``seen``.  From
        these they learn again what they knew, and what was left in doubt.  ``last`` are pictures
        that show each board as it was read last, where boards come one by one.
        """
        keeper = cls(setup, taps, calibrated=calibrated)
        keeper._judge.take_up(events, record or unrecorded)
        keeper._remember(empty, seen, last)
        return keeper

    def _remember(
        self, empty: Sequence[Located], seen: Sequence[Seen], last: Sequence[Located] = ()
    ) -> None:
        """Let the eyes begin again with what is left of their pictures.

        One that is of no use to the eyes of today keeps nobody from the game.
        """
        for brings, corners in empty:
            if (picture := brings()) is not None:
                with suppress(CompanionError):
                    self._remember_empty(picture, corners)
        for bring, number in seen:
            if (picture := bring()) is not None:
                self._recall(picture, entry_of(self.sitting, number).entry)

    def _remember_empty(self, picture: Image, corners: Taps | None) -> None:
        """Let the eyes begin with a picture of empty boards."""
        self._scene = self._begin(picture, Moment(Checkpoint.SETUP, 0))

    @property
    def scene(self) -> Scene | None:
        """What the eyes know of the table; None before the first picture."""
        return self._scene

    @property
    def sitting(self) -> Sitting:
        """The sitting as far as it has come."""
        return self._judge.sitting

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return self._judge.events

    @contextmanager
    def taking_for_bare(self) -> Iterator[None]:
        """Take boards looked at meanwhile for bare, whatever seems to lie there or over them."""
        with self._having_said(Answers(bare=True)):
            yield

    @contextmanager
    def _having_said(self, answers: Answers) -> Iterator[None]:
        """Let answers count for pictures looked at meanwhile."""
        self._said = answers
        try:
            yield
        finally:
            self._said = Answers()

    def expect(self, due: Due) -> None:
        """Say what the next picture may be for if the question stays open and the game goes on."""
        self._due = due

    def look(self, image: Image, moment: Moment, *earlier: Image) -> Report:
        """Read a picture, (H, W, 3) BGR; the sitting's first may raise ``BoardNotFound``.

        It counts as far as the ``earlier`` pictures of the same moment agree with it.  With each
        picture of the set-up the eyes begin anew: a hand in one before must be no reference.
        """
        started = time.perf_counter()
        setting_up = moment.checkpoint is Checkpoint.SETUP
        scene = self._begin(image, moment) if setting_up or not self._scene else self._scene
        began = 1e3 * (time.perf_counter() - started)
        sightings = []
        for picture in (*earlier, image):
            sighting, scene = eyes.look(picture, scene)
            sightings.append(sighting)
        return self._weighed(image, moment, together(sightings), scene, began)

    def go_without(self, moment: Moment) -> Report:
        """Return the report of a picture that nobody can read: no board is found in it."""
        lost = (BoardSighting(s, View.LOST) for s in range(self.sitting.start.setup.players))
        return self._unchanged(moment, Status.WAITING, tuple(map(BoardReport, lost)))

    def look_again(self, image: Image, waits: Asked | Refused) -> Report:
        """Read a picture, (H, W, 3) BGR, that waited for a word before a restart.

        What people have said of it they need not say again.
        """
        said = Answers.of(waits) if isinstance(waits, Asked) else Answers()
        with self._having_said(said):
            return self.look(image, waits.moment)

    def _weighed(
        self,
        image: Image,
        moment: Moment,
        sighting: Sighting,
        scene: Scene,
        began_ms: float,
    ) -> Report:
        """Say what was seen at a moment; finding the boards took ``began_ms``."""
        if self._moment is None or not same_moment(moment, self._moment):
            self._due = None  # it was of another moment that people expected something
        sighting = sighting.uncovered() if self._said.bare else sighting
        before = self._sighting, self._scene, self._moment, self._answers, self._loose
        self._sighting, self._scene = sighting, scene
        self._moment, self._answers = moment, self._said
        try:
            return self._looked_at(image, sighting, moment, began_ms)
        except Exception:  # as on a full disk: what people say is still of the picture before
            self._sighting, self._scene, self._moment, self._answers, self._loose = before
            raise

    def _looked_at(
        self, image: Image, sighting: Sighting, moment: Moment, began_ms: float
    ) -> Report:
        """Say what the picture means that was seen just now."""
        laps = dict(sighting.ms)
        laps["registration"] = laps.get("registration", 0.0) + began_ms
        if moment.checkpoint is Checkpoint.TILES:
            return replace(self._taught(sighting, moment), ms=laps)
        self._loose = self._look_around(image, sighting, moment, laps)
        due = self._due
        if sighting.clear:
            self._due = None
        return self._judged(laps, due)

    def answer(self, option: int) -> Report:
        """Answer the open question with one of its options and judge the picture again."""
        if self._question is None or not 0 <= option < len(self._question.options):
            raise CorrectionRefused("there is no such answer to give; look at the table again")
        self._answers = self._answers.with_answer(self._question, option)
        return self._judged({})

    def tell(self, told: Mapping[str, Any]) -> Report:
        """Judge the last picture again, with what no camera sees told."""
        if self._sighting is None:
            raise CorrectionRefused("there is no picture to tell this of; look at the table first")
        self._answers = replace(self._answers, told={**self._answers.told, **told})
        return self._judged({})

    def amend(self, *events: Event) -> tuple[Change, ...]:
        """Let a correction, in all its events, or undo happen and return the totals it changed.

        Raises ``CorrectionRefused``, with nothing changed, when the corrected boards cannot be.
        """
        return self._judge.amend(*events)

    def teach(self, boards: Sequence[Cells]) -> None:
        """Let the eyes learn from boards that people say the last picture shows."""
        if self._sighting is not None and self._sighting.clear:
            self._learn(boards, {})

    def result(self) -> Result:
        """Return totals, bonuses and winners as far as the sitting has come."""
        return self.sitting.game.result(self.sitting.table)

    def _recall(self, picture: Image, entry: Entry) -> None:
        """Learn from a picture that was confirmed; one that is of no use is passed over."""
        try:
            scene = self._scene or self._begin(picture, entry.moment)
            sighting, scene = eyes.look(picture, scene)
        except CompanionError:
            return
        if sighting.clear:
            self._judge.recall(sighting, entry.number)
            boards = dict(enumerate(entry.boards))
            self._scene = learning.learn(scene, boards, self._judge.doubted)
            self._judge.taught(entry.boards, self._judge.doubted)

    def _begin(self, image: Image, moment: Moment) -> Scene:
        players = self.sitting.start.setup.players
        empty = moment.checkpoint is Checkpoint.SETUP
        scene = eyes.begin(
            image, self._board, players, self._taps, empty=empty, optics=self._optics
        )
        looks = self._scene.looks if self._scene else self._looks
        return scene if looks is None else replace(scene, looks=looks)

    def _look_around(
        self, image: Image, sighting: Sighting, moment: Moment, laps: dict[str, float]
    ) -> LooseTable | None:
        """Look for loose tiles where they tell something and no hand is over a board."""
        if not (self._rules and sighting.clear and wanted(self.sitting.game, moment)):
            return None
        assert self._scene is not None
        started = time.perf_counter()
        loose = eyes.offer(image, self._scene)
        laps["offer"] = 1e3 * (time.perf_counter() - started)
        return loose

    def _judged(self, laps: dict[str, float], due: Due | None = None) -> Report:
        assert self._sighting is not None
        assert self._moment is not None
        started = time.perf_counter()
        told = {**self._moment.told, **self._answers.told}
        report = self._judgement(self._sighting, replace(self._moment, told=told), due)
        if not same_moment(report.moment, self._moment):
            self._moment = report.moment
        self._question = report.question if isinstance(report.question, Question) else None
        laps["rules"] = 1e3 * (time.perf_counter() - started)
        return replace(report, ms=laps)

    def _judgement(self, sighting: Sighting, moment: Moment, due: Due | None) -> Report:
        """Say what a sighting means, and learn from it when it is taken over."""
        if not self._rules:
            return self._plain(sighting, moment)
        if not sighting.clear:
            reports = tuple(BoardReport(board) for board in sighting.boards)
            return self._unchanged(moment, Status.WAITING, reports)
        judged = self._judge.judge(sighting, moment, self._answers, self._loose, due)
        if judged.taken is not None:
            self._learn(boards_of(judged.taken), self._judge.doubted)
        return judged.report

    def _learn(self, boards: Sequence[Cells], doubted: Mapping[int, Collection[str]]) -> None:
        """Let the eyes learn from boards that are known, and have the tiles' looks kept."""
        assert self._scene is not None
        scene = learning.learn(self._scene, dict(enumerate(boards)), doubted)
        self._judge.taught(tuple(boards), doubted)
        if scene.looks is not self._scene.looks:
            self._learned(scene.looks)
        self._scene = scene

    def _taught(self, sighting: Sighting, moment: Moment) -> Report:
        """Learn what tiles look like that lie there to be shown; all must be clearly seen."""
        assert self._scene is not None
        shown = shown_by(moment.told, self._board)
        notices = unclear(sighting, self._scene, shown) or self._doubted(sighting, shown)
        boards = lying(sighting, shown)
        if notices or not sighting.clear:
            return self._unchanged(moment, Status.WAITING, with_notices(boards, notices))
        self._scene = learning.learn_looks(self._scene, shown)
        self._learned(self._scene.looks)
        return self._unchanged(moment, Status.READ, boards)

    def _doubted(self, sighting: Sighting, shown: Shown) -> list[tuple[int, Notice]]:
        """Return which tiles seem to be shown as others, where that was not said before."""
        before, self._exchanged = self._exchanged, exchanged(sighting, shown)
        believed = before == self._exchanged or not self._judge.live  # nobody could show others
        return [] if believed else self._exchanged

    def _plain(self, sighting: Sighting, moment: Moment) -> Report:
        readings = [BoardReading(likeliest(b.cells), (), ()) for b in sighting.boards]
        if self._scene is not None:
            boards = {seat: reading.cells for seat, reading in enumerate(readings)}
            self._scene = learning.remember_domes(self._scene, boards)
        status = Status.READ if sighting.clear else Status.WAITING
        return self._unchanged(moment, status, board_reports(sighting, readings, None))

    def _unchanged(self, moment: Moment, status: Status, boards: tuple[BoardReport, ...]) -> Report:
        return self._judge.unchanged(moment, status, boards)
