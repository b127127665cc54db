"""The keeper of a sitting whose camera is in somebody's hand.

Every picture stands for itself: boards are found anew in it, by brackets or by their print, and
whose they are is told anew.  What was learned of the boards (their bare cells, their dome tiles)
and of the tiles goes with them from picture to picture.  A picture may show some of the boards
only; a moment is judged when every board was seen.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from companion.errors import BoardNotFound, CompanionError, CorrectionRefused
from companion.games.base import Cells, Checkpoint, Moment
from companion.service.reports.report import BoardReport, Report, Status, WhoseBoard
from companion.service.sitting.keeper import Keeper, Seen
from companion.service.sitting.owners import (
    Owners,
    by_layout,
    ranked,
    sure,
    with_surroundings,
    with_tiles,
)
from companion.service.sitting.surroundings import Surroundings, around
from companion.service.sitting.taps import Taps
from companion.vision import eyes
from companion.vision.arrays import Vector
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.geometry.camera import Pose
from companion.vision.locate.printfit import look_of
from companion.vision.locate.propose import Proposal, propose
from companion.vision.proposed import begin_proposed
from companion.vision.scene import Known, Scene
from companion.vision.scene import Seen as SeenBoard
from companion.vision.sighting import BoardSighting, Sighting, View

Image = NDArray[np.uint8]

FAR = 12.0
"""Nats behind the best layout from which owners are out of the question."""

ASKED = 10.0
"""Nats behind the likeliest within which other owners are worth asking about."""


OWN = 6.0
"""Nats by which a single board is likelier that of whoever says that their turn is done."""


@dataclass(frozen=True)
class _Open:
    """A picture of which it is not yet known whose boards it shows.

    ``at`` is the number of the board that was asked about.
    """

    image: Image
    moment: Moment
    fresh: Scene
    owners: tuple[Owners, ...]
    at: int
    asked: WhoseBoard


@dataclass(frozen=True)
class _One:
    """One board as it was seen at the moment under way, and what is known of it.

    ``face`` is how it looked, as ``look_of`` has it: by that it is found again.
    """

    sighting: BoardSighting
    known: Known
    seen: SeenBoard | None
    face: Vector | None

    def elsewhere(self) -> _One:
        """Return the same for another picture, in which it lies nowhere."""
        return replace(self, sighting=replace(self.sighting, corners_px=None))


class HandheldKeeper(Keeper):
    """Reads pictures that were taken from anywhere."""

    _shown: Taps | None = None
    _whose: int | None = None
    _open: _Open | None = None
    _layout: Mapping[int, Pose] | None = None
    _around: Surroundings | None = None
    _gathered: tuple[Moment, Mapping[int, _One]] | None = None
    _whole: Mapping[int, _One] = MappingProxyType({})
    _confirmed: Mapping[int, _One] = MappingProxyType({})
    _lying: tuple[Cells, ...] = ()

    def point_out(self, corners: Taps | None, seat: int | None = None) -> None:
        """Say where the boards lie in the next picture, or whose single board it shows."""
        self._shown, self._whose = corners, seat

    def look(self, image: Image, moment: Moment, *earlier: Image) -> Report:
        """Read a picture, (H, W, 3) BGR, from anywhere; may raise ``BoardNotFound``."""
        started = time.perf_counter()
        shown, whose = self._shown, self._whose
        self._shown = self._whose = self._open = None
        fresh = self._found(image, moment, shown)
        if whose is not None:
            fresh = _only(fresh, whose)
        owners = self._owners(image, moment, fresh, shown, whose)
        if not sure(owners):
            return self._ask(image, moment, fresh, owners)
        began = 1e3 * (time.perf_counter() - started)
        return self._look_as(image, moment, fresh, owners[0].seats, began)

    def answer(self, option: int) -> Report:
        """Answer whose board it is, or what lies there, and judge the picture again."""
        open_ = self._open
        if open_ is None:
            return super().answer(option)
        if not 0 <= option < len(open_.asked.seats):
            raise CorrectionRefused("there is no such answer to give; look at the table again")
        owner = open_.asked.seats[option]
        left = [one for one in open_.owners if one.seats[open_.at] == owner]
        self._open = None
        if not sure(left):
            return self._ask(open_.image, open_.moment, open_.fresh, left)
        return self._look_as(open_.image, open_.moment, open_.fresh, left[0].seats, 0.0)

    # Finding the boards.

    def _found(self, image: Image, moment: Moment, shown: Taps | None) -> Scene:
        """Return the boards of a picture, numbered as they are found; with brackets, as they say.

        Once brackets were seen they are looked for first; where one is covered, the print tells.
        """
        tapped = self._taps if shown is None and self._scene is None else shown
        if tapped is not None:
            return self._begun(image, moment, tapped)
        if self._scene is None or self._scene.brackets:
            try:
                return self._begun(image, moment, None)
            except BoardNotFound:
                if self._players == 1:
                    raise
        empty, found = moment.checkpoint is Checkpoint.SETUP, self._proposed(image)
        scene = begin_proposed(image, self._board, found, empty=empty, optics=self._optics)
        return self._to_be_read(scene)

    def _proposed(self, image: Image) -> tuple[Proposal, ...]:
        """Return boards by how they looked when last confirmed; by their print where that fails."""
        faces = [one.face for one in self._confirmed.values() if one.face is not None]
        found = propose(image, self._board, self._players, faces)
        if len(found) == self._players or not faces:
            return found
        return max(found, propose(image, self._board, self._players), key=len)

    def _begun(self, image: Image, moment: Moment, taps: Taps | None) -> Scene:
        empty = moment.checkpoint is Checkpoint.SETUP
        count = self._players if taps is None else len(taps)
        scene = eyes.begin(image, self._board, count, taps, empty=empty, optics=self._optics)
        return self._to_be_read(scene)

    def _to_be_read(self, scene: Scene) -> Scene:
        """Return a scene with what is known of the tiles."""
        # Loose tiles are told from the table of the set-up, which was seen from somewhere else.
        known = self._looks if self._scene is None else self._scene.looks
        return replace(scene, table=None, looks=known or NOTHING_KNOWN)

    @property
    def _players(self) -> int:
        return self.sitting.start.setup.players

    # Whose they are.

    def _owners(
        self, image: Image, moment: Moment, fresh: Scene, shown: Taps | None, whose: int | None
    ) -> list[Owners]:
        """Return who may own the boards found, the likeliest first."""
        count = len(fresh.known)
        if whose is not None:
            return [Owners((whose,), 0.0)]
        told = fresh.brackets or shown is not None
        begun = self.sitting.history or self._gathered
        if told or (count == self._players and not begun):
            return [Owners(tuple(sorted(fresh.known)), 0.0)]
        before = self._layout or {}
        if len(before) < self._players:
            before = dict.fromkeys(range(self._players), Pose(0.0, 0.0, 0.0))
            count = 0  # how they lay is not known, so it tells nothing
        poses = [fresh.known[n].pose for n in sorted(fresh.known)]
        ways = by_layout(poses, before, self._board.size_mm)
        if not count:
            ways = [replace(way, nats=0.0) for way in ways]
        elif not sure(ways) and self._around is not None and self._layout is not None:
            near = [way for way in ways if ways[0].nats - way.nats < FAR]
            ways = with_surroundings(near, self._around, image, fresh, self._layout)
        if sure(ways):
            return ways
        seen, _ = eyes.look(image, fresh)
        lying = self.sitting.table.boards or ({},) * self._players
        ways = with_tiles(ways, seen.boards, lying)
        return ranked(
            replace(way, nats=way.nats + OWN * (way.seats == (moment.seat,))) for way in ways
        )

    def _ask(self, image: Image, moment: Moment, fresh: Scene, owners: Sequence[Owners]) -> Report:
        """Ask whose the board is that most depends on."""
        near = [one for one in owners if owners[0].nats - one.nats < ASKED]
        at = max(range(len(near[0].seats)), key=lambda n: len({one.seats[n] for one in near}))
        seats = tuple(dict.fromkeys(one.seats[at] for one in near))
        sighting, _ = eyes.look(image, fresh)
        corners = sighting.boards[at].corners_px
        assert corners is not None
        asked = WhoseBoard(tuple((float(x), float(y)) for x, y in corners.round(1)), seats)
        self._open = _Open(image, moment, fresh, tuple(owners), at, asked)
        report = self._unchanged(moment, Status.QUESTION, ())
        return replace(report, question=asked)

    # Reading them.

    def _look_as(
        self, image: Image, moment: Moment, fresh: Scene, seats: Sequence[int], began_ms: float
    ) -> Report:
        """Read a picture whose boards belong to ``seats``; judge it when all have been seen."""
        empty = moment.checkpoint is Checkpoint.SETUP
        known = {
            seat: self._with_memory(seat, fresh.known[n], empty)
            for seat, n in zip(seats, sorted(fresh.known), strict=True)
        }
        sighting, scene = eyes.look(image, replace(fresh, known=known))
        boards = {
            board.seat: _One(
                board,
                scene.known[board.seat],
                scene.seen.get(board.seat),
                self._face(image, board),
            )
            for board in sighting.boards
        }
        if len(boards) > 1:
            self._lies_so(image, scene, boards)
        boards = {**self._others(moment, boards), **boards}
        self._gathered = moment, boards
        missing = tuple(seat for seat in range(self._players) if seat not in boards)
        if missing:
            return self._incomplete(moment, boards, missing)
        self._whole = boards
        whole = replace(
            scene,
            known={seat: boards[seat].known for seat in sorted(boards)},
            seen={seat: one.seen for seat, one in sorted(boards.items()) if one.seen is not None},
        )
        seen = Sighting(tuple(boards[seat].sighting for seat in sorted(boards)), sighting.ms)
        return self._weighed(image, moment, seen, whole, began_ms)

    def _others(self, moment: Moment, boards: Mapping[int, _One]) -> dict[int, _One]:
        """Return the boards that need not be in this picture too.

        They were photographed for the same moment, or it is the turn of one player only, which
        leaves all others as they were when last confirmed: unless that was taken back since.
        """
        same = self._gathered is not None and self._gathered[0] == moment
        known = dict(self._gathered[1]) if self._gathered is not None and same else {}
        if moment.seat in {*boards, *known} and self._lying == self.sitting.table.boards:
            known = {**self._confirmed, **known}
        return {seat: one.elsewhere() for seat, one in known.items()}

    def _lies_so(self, image: Image, scene: Scene, boards: Mapping[int, _One]) -> None:
        """Remember how the boards lie to each other, and what lies around them."""
        if len(boards) < self._players and self._layout is not None:
            return
        self._layout = {seat: one.known.pose for seat, one in boards.items()}
        self._around = around(image, scene.camera, self._layout, self._board.size_mm)

    def _face(self, image: Image, board: BoardSighting) -> Vector | None:
        corners = board.corners_px
        return None if corners is None else look_of(image, corners - eyes.HALF_PIXEL, self._board)

    def _learn(self, boards: Sequence[Cells]) -> None:
        """Let the eyes learn from boards that are known, and how they look, to find them by."""
        super()._learn(boards)
        self._confirmed, self._lying, self._gathered = self._whole, tuple(boards), None

    def _with_memory(self, seat: int, fresh: Known, empty: bool) -> Known:
        """Return what is known of a board: where it lies now, and how it looked bare."""
        before = None if self._scene is None else self._scene.known.get(seat)
        if before is None or empty:
            return fresh
        return replace(fresh, bare=before.bare, domes=before.domes, stores=before.stores)

    def _incomplete(
        self, moment: Moment, boards: Mapping[int, _One], missing: tuple[int, ...]
    ) -> Report:
        """Say whose boards are still to be photographed."""
        reports = tuple(
            BoardReport(boards[seat].sighting if seat in boards else BoardSighting(seat, View.LOST))
            for seat in range(self._players)
        )
        return replace(self._unchanged(moment, Status.WAITING, reports), missing=missing)

    def _remember(self, setup_picture: Image | None, seen: Sequence[Seen]) -> None:
        """Find the empty boards again; where that does not succeed the eyes do without."""
        if setup_picture is None:
            return
        moment = Moment(Checkpoint.SETUP, 0)
        try:
            fresh = self._found(setup_picture, moment, self._taps)
        except CompanionError:
            return
        if len(fresh.known) == self._players:
            self._scene = fresh
            self._layout = {seat: one.pose for seat, one in fresh.known.items()}
            self._around = around(setup_picture, fresh.camera, self._layout, self._board.size_mm)


def _only(scene: Scene, whose: int) -> Scene:
    """Return the one board that people mean who say whose single board they photographed.

    With brackets it is theirs; without, the board nearest to the middle of the picture.
    """
    corners = eyes.corners_of(scene)
    middle = np.array(scene.size) / 2
    nearest = min(corners, key=lambda n: float(np.linalg.norm(corners[n].mean(axis=0) - middle)))
    one = whose if scene.brackets and whose in corners else nearest
    return replace(scene, known={one: scene.known[one]})
