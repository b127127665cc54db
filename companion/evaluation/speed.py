"""Speed, counted against decoding the same pictures on the same core in the same run.

Milliseconds differ from machine to machine; the ratio to decoding hardly does.  Processor time is
counted, not time on the clock: other programs do not disturb it, and a second core is no excuse.
"""

from __future__ import annotations

import copy
import cProfile
import pstats
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import games
from companion.arrays import Image
from companion.boards import load
from companion.errors import PictureError, UsageError
from companion.games.base import Moment, Setup
from companion.service.sitting.folder_replay import keeper_of
from companion.service.sitting.keeper import Keeper
from companion.sitting_folder import SittingFolder
from companion.vision import eyes
from companion.vision.scene import Scene

DECODING, READING, WITH_RULES, FINDING = "decoding", "reading", "reading and rules", "finding"
ALONE = "reading without a reference"
NUDGED = "finding nudged boards again, and reading"
FOUR = "reading four boards"
TAPPED = "finding boards from tapped corners"

TARGETS: Mapping[str, float] = {
    READING: 3.0,
    WITH_RULES: 9.0,
    FINDING: 10.0,
    TAPPED: 10.0,
    ALONE: 15.0,
    NUDGED: 8.0,
    FOUR: 5.0,
}
"""How often as long as decoding a stage may take; two boards in a picture where it says nothing."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Milliseconds of one stage, picture by picture: the quickest of all repetitions.

    ``decoding_ms`` is the median for decoding what it looked at, of the quickest as well.
    """

    name: str
    ms: tuple[float, ...]
    decoding_ms: float

    @property
    def median(self) -> float:
        """The median of all pictures in milliseconds."""
        return float(np.median(self.ms))

    @property
    def of_decoding(self) -> float:
        """How many times as long as decoding it takes."""
        return self.median / self.decoding_ms


@dataclass(frozen=True)
class Extra:
    """A picture of its own, and what is done with its pixels in a stage of this name."""

    name: str
    jpeg: NDArray[np.uint8]
    job: Callable[[NDArray[np.uint8]], object]


@dataclass(frozen=True)
class Still:
    """One picture: its bytes, its pixels, and the keeper as it stood before looking at it."""

    jpeg: NDArray[np.uint8]
    image: Image
    moment: Moment
    before: Keeper


def stages(
    folder: SittingFolder, repetitions: int, extras: Sequence[Extra] = ()
) -> tuple[Stage, ...]:
    """Return decoding, finding for the first time, reading with boards already found, and extras.

    The stages take turns, so that a machine that slows down slows all of them down.  Of each job
    the quickest repetition counts: what else runs on a machine only ever makes it slower.
    """
    with one_core():
        first, *others = _stills(folder)
        jobs = [*_jobs(folder, first, others), *_extra_jobs(extras)]
        quickest = np.min([[_timed(job) for _, job in jobs] for _ in range(repetitions)], axis=0)
    ms: dict[str, list[float]] = {}
    for (name, _), each in zip(jobs, quickest.tolist(), strict=True):
        ms.setdefault(name, []).append(each)
    own = {extra.name: float(np.median(ms.pop(_decoding(extra)))) for extra in extras}
    usual = float(np.median(ms[DECODING]))
    return tuple(Stage(name, tuple(each), own.get(name, usual)) for name, each in ms.items())


def profile(folder: SittingFolder, repetitions: int) -> Iterator[tuple[str, int, float, float]]:
    """Yield where reading spends its time: function, calls, own and whole ms per picture."""
    with one_core():
        _, *others = _stills(folder)
        profiler = cProfile.Profile()
        for still in others * repetitions:
            keeper = copy.copy(still.before)
            profiler.runcall(keeper.look, still.image, still.moment)
    pictures = len(others) * repetitions
    stats: Any = pstats.Stats(profiler)
    for (file, line, name), (_, calls, own, whole, _) in stats.stats.items():
        where = f"{Path(file).stem}:{line} {name}" if line else name
        yield where, round(calls / pictures), 1e3 * own / pictures, 1e3 * whole / pictures


def games_per_second(game: str, seconds: float) -> float:
    """Return how many random games of two are played to their end in a second."""
    play = games.play(Setup(game, first_player=0))
    chance = random.Random(1)
    started, played = time.process_time(), 0
    while played == 0 or time.process_time() - started < seconds:
        position = play.start(chance.getrandbits(32))
        while actions := play.legal_actions(position):
            position = play.apply(position, chance.choice(actions))
        played += 1
    return played / (time.process_time() - started)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep OpenCV to one core for a while."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def _stills(folder: SittingFolder) -> list[Still]:
    """Look at every picture once, keeping the keeper as it stood before each."""
    keeper, stills = keeper_of(folder), []
    for entry in folder.frames:
        jpeg = np.frombuffer(folder.picture(entry).read_bytes(), np.uint8)
        image = _decoded(jpeg, folder.picture(entry))
        stills.append(Still(jpeg, image, entry.moment, copy.copy(keeper)))
        keeper.look(image, entry.moment)
    if len(stills) < 2:
        raise UsageError(f"{folder.path} has one picture only; name a sitting with at least two")
    return stills


def _decoded(jpeg: NDArray[np.uint8], path: Path) -> Image:
    image = cv2.imdecode(jpeg, cv2.IMREAD_COLOR) if len(jpeg) else None
    if image is None:
        raise PictureError(
            f"the file {path.name} is no picture, or damaged; take it again", path=path
        )
    return np.asarray(image, np.uint8)


def _jobs(
    folder: SittingFolder, first: Still, others: list[Still]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is timed once a repetition, by the name of its stage."""
    for still in (first, *others):
        yield DECODING, partial(cv2.imdecode, still.jpeg, cv2.IMREAD_COLOR)
    yield FINDING, partial(_find, folder, first)
    yield ALONE, partial(_alone, folder, others[-1])
    for still in others:
        yield READING, partial(_see, still)
        yield WITH_RULES, partial(_read, still)


def _extra_jobs(extras: Sequence[Extra]) -> Iterator[tuple[str, Callable[[], object]]]:
    for extra in extras:
        image = np.asarray(cv2.imdecode(extra.jpeg, cv2.IMREAD_COLOR), np.uint8)
        yield _decoding(extra), partial(cv2.imdecode, extra.jpeg, cv2.IMREAD_COLOR)
        yield extra.name, partial(extra.job, image)


def _decoding(extra: Extra) -> str:
    return f"{DECODING} {extra.name}"


def _find(folder: SittingFolder, still: Still, *, empty: bool = True) -> Scene:
    board = load(folder.setup.game, folder.setup.variant)
    corners = folder.corners_px
    taps = None if corners is None else {s: np.array(c, float) for s, c in enumerate(corners)}
    return eyes.begin(still.image, board, folder.setup.players, taps, empty=empty)


def _alone(folder: SittingFolder, still: Still) -> object:
    return eyes.look(still.image, _find(folder, still, empty=False))


def _see(still: Still) -> object:
    scene = still.before.scene
    assert scene is not None, "only the first picture has no scene before it"
    return eyes.look(still.image, scene)


def _read(still: Still) -> object:
    return copy.copy(still.before).look(still.image, still.moment)


def _timed(job: Callable[[], object]) -> float:
    started = time.process_time()
    job()
    return 1e3 * (time.process_time() - started)
