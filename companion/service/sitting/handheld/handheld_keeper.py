"""The keeper of a sitting whose camera is in somebody's hand.

Every picture stands for itself: boards are found anew in it, by brackets or by their print, and
whose they are is told anew.  What was learned of the boards (their bare cells, their dome tiles)
and of the tiles goes with them from picture to picture.  A picture may show some of the boards
only; a moment is judged when every board was seen.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.arrays import Image
from companion.errors import CompanionError, CorrectionRefused
from companion.events import Asked
from companion.games.base import Cells, Checkpoint, Moment
from companion.games.played import Entry
from companion.service.reports.report import BoardReport, Report, Status, WhoseBoard
from companion.service.sitting.amendment import entry_of
from companion.service.sitting.handheld.board_seen import BoardSeen, boards_seen, whole
from companion.service.sitting.handheld.finder import Finder, only
from companion.service.sitting.handheld.keyframe import Keyframe
from companion.service.sitting.handheld.owners import Owners, anybody, ranked, sure, with_tiles
from companion.service.sitting.handheld.whereabouts import Whereabouts
from companion.service.sitting.keeper import Keeper, Located, Seen
from companion.service.sitting.taps import Taps
from companion.sightings.sighting import BoardSighting, Sighting, View
from companion.sitting import same_moment
from companion.vision import eyes
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.scene import Known, Scene

ASKED = 10.0
"""Nats behind the likeliest within which other owners are worth asking about."""

LOOKED_FOR = 3
"""Kept pictures at most in which boards are looked for after a restart: each takes seconds."""

OWN = 6.0
"""Nats by which a single board is likelier that of whoever says that their turn is done."""


@dataclass(frozen=True)
class _Photo:
    """A picture and the boards in it, numbered as they were found."""

    image: Image
    moment: Moment
    scene: Scene


@dataclass(frozen=True)
class _Open:
    """A picture of which it is not yet known whose boards it shows.

    ``at`` is the number of the board that was asked about.
    """

    photo: _Photo
    owners: tuple[Owners, ...]
    at: int
    asked: WhoseBoard


class HandheldKeeper(Keeper):
    """Reads pictures that were taken from anywhere."""

    _shown: Taps | None = None
    _whose: int | None = None
    _open: _Open | None = None
    _whereabouts: Whereabouts | None = None
    _keyframe: Keyframe | None = None
    _gathered: tuple[Moment, Mapping[int, BoardSeen]] | None = None
    _whole: Mapping[int, BoardSeen] = MappingProxyType({})
    _confirmed: Mapping[int, BoardSeen] = MappingProxyType({})
    _lying: tuple[Cells, ...] = ()

    def point_out(self, corners: Taps | None, seat: int | None = None) -> None:
        """Say where the boards lie in the next picture, or whose single board it shows."""
        self._shown, self._whose = corners, seat

    def point_out_as(self, other: HandheldKeeper) -> None:
        """Say the same as was said to another keeper of a picture that it has not read."""
        self.point_out(other._shown, other._whose)

    def look(self, image: Image, moment: Moment, *earlier: Image) -> Report:
        """Read a picture, (H, W, 3) BGR, from anywhere; may raise ``BoardNotFound``."""
        started = time.perf_counter()
        shown, whose = self._shown, self._whose
        self._shown = self._whose = None
        scene = self._scene_of(image, moment, shown, single=whose is not None)
        photo = _Photo(image, moment, scene if whose is None else only(scene, whose))
        owners = self._owners(photo, shown, whose)
        if not sure(owners):
            return self._ask(photo, owners)
        report = self._look_as(photo, owners[0].seats, 1e3 * (time.perf_counter() - started))
        self._open = None  # not before: on a full disk people are still asked what they were
        return report

    def answer(self, option: int) -> Report:
        """Answer whose board it is, or what lies there, and judge the picture again."""
        open_ = self._open
        if open_ is None:
            return super().answer(option)
        if not 0 <= option < len(open_.asked.seats):
            raise CorrectionRefused("there is no such answer to give; look at the table again")
        owner = open_.asked.seats[option]
        left = [one for one in open_.owners if one.seats[open_.at] == owner]
        if not sure(left):
            return self._ask(open_.photo, left)
        report = self._look_as(open_.photo, left[0].seats, 0.0)
        self._open = None
        return report

    # Finding the boards.

    def _scene_of(
        self, image: Image, moment: Moment, shown: Taps | None, *, single: bool = False
    ) -> Scene:
        """Return the boards of a picture, with what is known of the tiles.

        They are numbered as they were shown, as their brackets say, or as they are found.  Of a
        picture of a ``single`` board only that one is wanted.
        """
        empty = moment.checkpoint is Checkpoint.SETUP
        finder = Finder(self._board, self._players, self._optics, self._keyframe)
        taps = self._taps if shown is None and self._scene is None else shown
        if taps is not None:
            scene = finder.tapped(image, taps, empty=empty)
        else:
            brackets = self._scene is None or self._scene.brackets
            scene = finder.search(image, brackets=brackets, empty=empty, single=single)
        known = self._looks if self._scene is None else self._scene.looks
        # Loose tiles are told from the table of the set-up, which was seen from somewhere else.
        return replace(scene, table=None, looks=known or NOTHING_KNOWN)

    @property
    def _players(self) -> int:
        return self.sitting.start.setup.players

    # Whose they are.

    def _owners(self, photo: _Photo, shown: Taps | None, whose: int | None) -> list[Owners]:
        """Return who may own the boards found, the likeliest first."""
        if whose is not None:
            return [Owners((whose,), 0.0)]
        found = photo.scene.known
        first = len(found) == self._players and not (self.sitting.history or self._gathered)
        if photo.scene.brackets or shown is not None or first:
            return [Owners(tuple(sorted(found)), 0.0)]
        ways = (
            anybody(len(found), self._players)
            if self._whereabouts is None
            else self._whereabouts.owners(photo.image, photo.scene)
        )
        return ways if sure(ways) else self._by_tiles(ways, photo)

    def _by_tiles(self, ways: Sequence[Owners], photo: _Photo) -> list[Owners]:
        """Return the same with what lies on the boards, and with whose turn it was."""
        seen, _ = eyes.look(photo.image, photo.scene)
        lying = self.sitting.table.boards or ({},) * self._players
        own = (photo.moment.seat,)
        return ranked(
            replace(way, nats=way.nats + OWN * (way.seats == own))
            for way in with_tiles(ways, seen.boards, lying)
        )

    def _ask(self, photo: _Photo, owners: Sequence[Owners]) -> Report:
        """Ask whose the board is that most depends on."""
        near = [one for one in owners if owners[0].nats - one.nats < ASKED]
        at = max(range(len(near[0].seats)), key=lambda n: len({one.seats[n] for one in near}))
        seats = tuple(dict.fromkeys(one.seats[at] for one in near))
        sighting, _ = eyes.look(photo.image, photo.scene)
        corners = sighting.boards[at].corners_px
        assert corners is not None
        asked = WhoseBoard(tuple((float(x), float(y)) for x, y in corners.round(1)), seats)
        self._judge.happens(Asked(photo.moment))
        self._open = _Open(photo, tuple(owners), at, asked)
        return replace(self._unchanged(photo.moment, Status.QUESTION, ()), question=asked)

    # Reading them.

    def _look_as(self, photo: _Photo, seats: Sequence[int], began_ms: float) -> Report:
        """Read a picture whose boards belong to ``seats``; judge it when all have been seen."""
        moment = photo.moment
        sighting, scene, boards = self._gather(photo, seats)
        if missing := self._missing(boards):
            return self._incomplete(moment, boards, missing)
        before, self._whole = self._whole, boards
        try:
            return self._weighed(photo.image, moment, *whole(boards, sighting, scene), began_ms)
        except Exception:
            self._whole = before
            raise

    def _gather(
        self, photo: _Photo, seats: Sequence[int]
    ) -> tuple[Sighting, Scene, Mapping[int, BoardSeen]]:
        """See the boards of a picture, and keep them beside others of the same moment."""
        sighting, scene = self._seen_as(photo, seats)
        sighting = sighting.uncovered() if self._said.bare else sighting
        self._orient(photo.image, scene)
        boards = boards_seen(sighting, scene)
        boards = {**self._others(photo.moment, boards), **boards}
        self._gathered = photo.moment, boards
        return sighting, scene, boards

    def _missing(self, boards: Mapping[int, BoardSeen]) -> tuple[int, ...]:
        return tuple(seat for seat in range(self._players) if seat not in boards)

    def _orient(self, image: Image, scene: Scene) -> None:
        """Keep how a picture shows the boards, to find them by in the next, and whose they are."""
        if 1 < len(scene.known) == self._players:
            self._whereabouts = Whereabouts.of(image, scene)
        if self._keyframe is None or len(scene.known) >= len(self._keyframe.boards):
            self._keyframe = Keyframe.of(image, scene)

    def _seen_as(self, photo: _Photo, seats: Sequence[int]) -> tuple[Sighting, Scene]:
        """Return what a picture shows whose boards belong to ``seats``, and its scene by seat."""
        found, empty = photo.scene.known, photo.moment.checkpoint is Checkpoint.SETUP
        known = {
            seat: self._with_memory(seat, found[n], empty)
            for seat, n in zip(seats, sorted(found), strict=True)
        }
        return eyes.look(photo.image, replace(photo.scene, known=known))

    def _others(self, moment: Moment, boards: Mapping[int, BoardSeen]) -> dict[int, BoardSeen]:
        """Return the boards that need not be in this picture too.

        They were photographed for the same moment, or it is the turn of one player only, or tiles
        are shown on one board, which leaves all others as they were when last confirmed: unless
        that was taken back since.
        """
        gathered = self._gathered
        same = gathered is not None and same_moment(gathered[0], moment)
        known = dict(gathered[1]) if gathered is not None and same else {}
        one_alone = moment.checkpoint is Checkpoint.TILES or moment.seat in {*boards, *known}
        if one_alone and self._lying == self.sitting.table.boards:
            known = {**self._confirmed, **known}
        return {seat: one.elsewhere() for seat, one in known.items()}

    def _learn(self, boards: Sequence[Cells], doubted: Mapping[int, Collection[str]]) -> None:
        """Let the eyes learn from boards that are known, and how they look, to find them by."""
        super()._learn(boards, doubted)
        self._confirmed, self._lying, self._gathered = self._whole, tuple(boards), None

    def _with_memory(self, seat: int, fresh: Known, empty: bool) -> Known:
        """Return what is known of a board: where it lies now, and how it looked bare.

        How its tiles looked is not: whose board it is must show without.
        """
        before = None if self._scene is None else self._scene.known.get(seat)
        if before is None or empty:
            return fresh
        return replace(fresh, bare=before.bare, domes=before.domes, stores=before.stores)

    def _incomplete(
        self, moment: Moment, boards: Mapping[int, BoardSeen], missing: tuple[int, ...]
    ) -> Report:
        """Say whose boards are still to be photographed."""
        reports = tuple(
            BoardReport(boards[seat].sighting if seat in boards else BoardSighting(seat, View.LOST))
            for seat in range(self._players)
        )
        return replace(self._unchanged(moment, Status.WAITING, reports), missing=missing)

    # Going on after a restart.

    def gather_again(self, image: Image, moment: Moment, corners: Taps) -> Report:
        """See boards again of a moment that is under way, of which it is known whose they are.

        Nothing is judged: the report says which boards are missing, if any are.
        """
        photo = _Photo(image, moment, self._scene_of(image, moment, corners))
        _, _, boards = self._gather(photo, sorted(corners))
        return self._incomplete(moment, boards, self._missing(boards))

    def _remember(
        self, empty: Sequence[Located], seen: Sequence[Seen], last: Sequence[Located] = ()
    ) -> None:
        """See the boards again where they lay empty, and as they were read last.

        Where it is not noted where they lie, they are looked for in the last picture that shows
        them all.  Where that does not succeed the eyes do without.
        """
        super()._remember(empty, ())
        if last and self._as_read_last(last):
            return
        for bring, number in reversed(seen[-LOOKED_FOR:]):
            picture, entry = bring(), entry_of(self.sitting, number).entry
            if picture is not None and self._recalled(picture, entry):
                break

    def _remember_empty(self, picture: Image, corners: Taps | None) -> None:
        """Know empty boards again; where nobody noted whose they are, only if all are found."""
        fresh = self._scene_of(picture, Moment(Checkpoint.SETUP, 0), corners)
        if corners is not None or len(fresh.known) == self._players:
            self._orient(picture, fresh)
            before = {} if self._scene is None else self._scene.known
            known = dict(sorted({**before, **fresh.known}.items()))
            self._scene = replace(fresh, known=known)

    def _as_read_last(self, last: Sequence[Located]) -> bool:
        """Learn from the pictures of what was read last; tell whether that could be."""
        entry, seen = self.sitting.history[-1].entry, None
        for brings, corners in last:
            picture = brings()
            if picture is None or corners is None:
                continue
            with suppress(CompanionError):
                photo = _Photo(
                    picture, entry.moment, self._scene_of(picture, entry.moment, corners)
                )
                seen = self._gather(photo, sorted(corners))
        self._gathered = None
        if seen is None or self._missing(seen[2]):
            return False
        sighting, scene, boards = seen
        return self._known_again(*whole(boards, sighting, scene), boards, entry)

    def _recalled(self, image: Image, entry: Entry) -> bool:
        """Learn from a picture that was confirmed; tell whether it shows all boards, and whose."""
        try:
            photo = _Photo(image, entry.moment, self._scene_of(image, entry.moment, None))
        except CompanionError:
            return False
        owners = self._owners(photo, None, None)
        if len(photo.scene.known) < self._players or not sure(owners):
            return False
        sighting, scene = self._seen_as(photo, owners[0].seats)
        if sighting.clear:
            self._orient(image, scene)
        return self._known_again(sighting, scene, boards_seen(sighting, scene), entry)

    def _known_again(
        self, sighting: Sighting, scene: Scene, boards: Mapping[int, BoardSeen], entry: Entry
    ) -> bool:
        """Learn from boards that were confirmed, where all are seen clearly; tell whether so."""
        if sighting.clear:
            self._scene, self._whole = scene, boards
            self._judge.recall(sighting, entry.number)
            self._learn(entry.boards, self._judge.doubted)
            if self._judge.put_right(entry.number):  # what the picture shows is not what lies there
                self._confirmed = {}
        return sighting.clear
