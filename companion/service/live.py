"""The running companion: one thread that takes pictures and has them looked at.

A press, or the time in autoplay, makes it take the next picture; the keeper says what lies on the
table, and the new state goes up on the bulletin, where every page reads it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Condition, Thread
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.games.base import Moment, Result, Setup, Table
from companion.ports import Camera, Picture
from companion.service.album import Album
from companion.service.bulletin import Bulletin
from companion.service.state import Entry, Phase, State, failed, looked
from companion.sitting import Sitting

log = logging.getLogger(__name__)


class Report(Protocol):
    """What a keeper says about one frame."""

    def to_json(self) -> dict[str, Any]:
        """Return the frame's object as ``companion replay --json`` prints it."""


class Keeper(Protocol):
    """Who reads the boards and keeps the score of one sitting."""

    def look(self, image: NDArray[np.uint8], moment: Moment) -> Report:
        """Read one picture, (H, W, 3) BGR, taken at ``moment``."""

    def result(self) -> Result:
        """Return totals, bonuses and winners as far as the sitting has come."""


@dataclass(slots=True)
class Wishes:
    """What people have asked for and has not been done yet."""

    press: bool = False
    restart: bool = False
    stop: bool = False

    def any(self) -> bool:
        """Tell whether anything at all is wanted."""
        return self.press or self.restart or self.stop


class Live:
    """A sitting under way, safe to use from any thread.

    ``moments`` tell for each picture of the camera what it is taken for.  The methods that ask
    for something return at once; what comes of it appears on ``bulletin`` and in ``album``.
    """

    def __init__(
        self,
        setup: Setup,
        camera: Camera,
        moments: Sequence[Moment],
        keeper: Callable[[], Keeper],
        *,
        autoplay: bool = False,
        interval_s: float = 4.0,
    ) -> None:
        """Prepare everything; ``start`` sets it going.  ``keeper`` makes a fresh one."""
        self.bulletin = Bulletin(
            State(setup, len(moments), autoplay=autoplay, interval_s=interval_s)
        )
        self.album = Album()
        self._camera = camera
        self._moments = moments
        self._make_keeper = keeper
        self._keeper = keeper()
        self._wishes = Wishes()
        self._asked = Condition()
        self._thread = Thread(target=self._run, name="companion-live", daemon=True)

    @property
    def state(self) -> State:
        """The latest state."""
        return self.bulletin.latest

    def start(self) -> None:
        """Start the thread; with autoplay it looks at the first picture at once."""
        self._wishes.press = self.state.autoplay
        self._thread.start()

    def press(self) -> None:
        """Do as the button does: take the next picture now.  A second press meanwhile is one."""
        self._ask(press=True)

    def restart(self) -> None:
        """Begin the sitting anew, with an empty history."""
        self._ask(restart=True)

    def set_autoplay(self, on: bool) -> None:
        """Let pictures come by themselves, or only when the button is pressed."""
        self.bulletin.change(lambda state: replace(state, autoplay=on))
        self._ask()

    def stop(self) -> None:
        """End the thread and every page's stream; returns when both know."""
        self.bulletin.close()
        self._ask(stop=True)
        if self._thread.is_alive():
            self._thread.join(timeout=0.7)

    def _ask(self, *, press: bool = False, restart: bool = False, stop: bool = False) -> None:
        with self._asked:
            self._wishes.press |= press
            self._wishes.restart |= restart
            self._wishes.stop |= stop
            self._asked.notify_all()

    def _run(self) -> None:
        while True:
            wishes = self._wait()
            if wishes.stop:
                return
            try:
                if wishes.restart:
                    self._begin_again()
                elif self.state.phase is not Phase.OVER:
                    self._step()
            except Exception as error:  # a mistake of ours must not end the evening
                self._say(sentence_of(error), error)

    def _wait(self) -> Wishes:
        """Wait for a wish, or in autoplay for the time; then a press is what is wished."""
        with self._asked:
            while not self._wishes.any():
                running = self.state.autoplay and self.state.phase is not Phase.OVER
                asked = self._asked.wait(self.state.interval_s if running else None)
                if not asked and running:
                    self._wishes.press = True
            wishes, self._wishes = self._wishes, Wishes()
            return wishes

    def _begin_again(self) -> None:
        self._camera.rewind()
        self._keeper = self._make_keeper()
        self.bulletin.change(
            lambda old: State(
                old.setup, old.frames, autoplay=old.autoplay, interval_s=old.interval_s
            )
        )

    def _step(self) -> None:
        """Take the next picture, have it looked at, and put up what came of it.

        Whatever fails becomes a sentence in the state: an evening does not end with a bad picture.
        """
        moment = self._moments[self.state.shown]
        self.bulletin.change(lambda state: replace(state, phase=Phase.LOOKING))
        picture: Picture | None = None
        number = 0
        try:
            picture = self._camera.frame()
            number = self.album.add(picture)
            report = self._keeper.look(picture.pixels, moment).to_json()
            report |= {"file": picture.name}
            if moment.seat is not None:
                report["seat"] = moment.seat
            entry = entry_of(number, report, moment)
            result = self._keeper.result()
            table = table_of(self._keeper)
        except Exception as error:
            sentence = sentence_of(error)
            log_failure(sentence, error)
            entry = failed_entry(number, picture, moment)
            self.bulletin.change(lambda state: failed(state, entry, sentence))
            return
        self.bulletin.change(
            lambda state: replace(looked(state, entry, report, result), table=table)
        )

    def _say(self, sentence: str, error: Exception) -> None:
        log_failure(sentence, error)
        self.bulletin.change(lambda state: replace(state, phase=Phase.FAILED, trouble=sentence))


def table_of(keeper: Keeper) -> Table | None:
    """Return what the rules know of the table; None from a keeper that keeps no sitting."""
    sitting = getattr(keeper, "sitting", None)
    return sitting.table if isinstance(sitting, Sitting) else None


def entry_of(number: int, report: dict[str, Any], moment: Moment) -> Entry:
    """Return the line of the history for a frame that was looked at."""
    return Entry(
        picture=number,
        file=report["file"],
        checkpoint=moment.checkpoint.value,
        round=moment.round,
        status=report["status"],
        scores=tuple(report.get("scores") or ()),
    )


def failed_entry(number: int, picture: Picture | None, moment: Moment) -> Entry:
    """Return the line of the history for a frame that could not be looked at."""
    name = picture.name if picture else ""
    return Entry(number, name, moment.checkpoint.value, moment.round, "failed")


def sentence_of(error: Exception) -> str:
    """Return what went wrong as one sentence for the people at the table."""
    if isinstance(error, CompanionError):
        return str(error)
    return f"The picture could not be read ({type(error).__name__}: {error}); go on with the next."


def log_failure(sentence: str, error: Exception) -> None:
    """Log what went wrong; with a traceback where it is not the table's fault but ours."""
    log.warning("%s", sentence, exc_info=None if isinstance(error, CompanionError) else error)
