"""What really lay on the table: ``labels.json`` as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.boards import PLACE
from companion.errors import SittingError
from companion.fields import Field, FieldError, Point, parse
from companion.games.base import Checkpoint
from companion.whole_file import read_whole

LABELS = "labels.json"

Lying = Mapping[str, Any]
"""Filled cells; a stack is a list, bottom first."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An illegal placement somebody made on purpose, and the tiles that lie wrong."""

    seat: int
    kind: str
    cells: frozenset[str]


@dataclass(frozen=True, slots=True)
class Scored:
    """What one tiling brought a seat: the points of each wall tile, the total after it."""

    placements: tuple[int, ...] | None
    after: int


@dataclass(frozen=True, slots=True)
class TrueBoard:
    """One board in one picture; ``corners_px`` from its own top left, clockwise."""

    seat: int
    corners_px: tuple[Point, ...]
    cells: Lying
    score_marker: int | None
    domes: Mapping[str, tuple[str, ...]] | None

    @property
    def lying(self) -> Lying:
        """Everything that lies on the board, dome tiles by their places' cells."""
        return {**self.cells, **{PLACE + at: spaces for at, spaces in (self.domes or {}).items()}}


@dataclass(frozen=True, slots=True)
class TrueFrame:
    """One picture: ``hand`` is the seat a hand covers, ``scores`` the totals after a turn."""

    file: str
    checkpoint: Checkpoint
    round: int
    boards: tuple[TrueBoard, ...]
    fault: Fault | None
    hand: int | None
    scored: tuple[Scored, ...] | None
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Truth:
    """A whole sitting; ``bonuses`` per seat, with its ``total``, where the game was finished."""

    frames: tuple[TrueFrame, ...]
    bonuses: tuple[Mapping[str, int], ...] | None

    def tilings(self) -> Mapping[int, tuple[Scored, ...]]:
        """Return what each round's tiling brought, by round."""
        return {
            frame.round: frame.scored
            for frame in self.frames
            if frame.checkpoint is Checkpoint.TILED and frame.scored
        }


def read_truth(folder: Path) -> Truth:
    """Return the labels of a sitting folder; raises ``SittingError`` where there are none."""
    path = folder / LABELS
    try:
        root = parse(read_whole(path))
        return _sitting(root)
    except FileNotFoundError as error:
        raise SittingError(
            f"the folder {folder} has no {LABELS}, so nobody knows what its pictures really show; "
            "name a labelled sitting, or use 'companion replay'",
            path=path,
        ) from error
    except OSError as error:
        raise SittingError(
            f"{path} cannot be read ({error.strerror}); put that right and start again", path=path
        ) from error
    except FieldError as error:
        raise SittingError(
            f"{path}: {error}; put that right and start again", path=path, key=error.key
        ) from error


def _sitting(root: Field) -> Truth:
    frames, bonuses = root.member("frames"), root.optional("bonuses")
    return Truth(
        tuple(map(_frame, frames.items())) or frames.fail("lists no pictures"),
        tuple(_bonuses(item) for item in bonuses.items()) if bonuses else None,
    )


def _frame(node: Field) -> TrueFrame:
    fault, hand, scored, scores = (
        node.optional(name) for name in ("fault", "hand_over", "scoring", "scores")
    )
    return TrueFrame(
        file=node.member("file").text(),
        checkpoint=Checkpoint(node.member("checkpoint").text(tuple(Checkpoint))),
        round=node.member("round").whole(low=0),
        boards=tuple(_board(item) for item in node.member("boards").items()),
        fault=_fault(fault) if fault else None,
        hand=hand.whole(low=0) if hand else None,
        scored=tuple(_scored(item) for item in scored.items()) if scored else None,
        scores=tuple(item.whole() for item in scores.items()) if scores else None,
    )


def _board(node: Field) -> TrueBoard:
    marker, domes = node.optional("score_marker"), node.optional("domes")
    return TrueBoard(
        seat=node.member("seat").whole(low=0),
        corners_px=tuple(item.point() for item in node.member("corners_px").items(count=4)),
        cells=node.member("cells").mapping(),
        score_marker=marker.whole() if marker else None,
        domes=dict(_dome(item) for item in domes.items()) if domes else None,
    )


def _dome(node: Field) -> tuple[str, tuple[str, ...]]:
    spaces = node.member("spaces").items(count=4)
    return node.member("place").text(), tuple(space.text() for space in spaces)


def _fault(node: Field) -> Fault:
    cells = frozenset(item.text() for item in node.member("cells").items())
    return Fault(node.member("seat").whole(low=0), node.member("kind").text(), cells)


def _scored(node: Field) -> Scored:
    placements = node.optional("placements")
    points = tuple(item.whole() for item in placements.items()) if placements else None
    return Scored(points, node.member("after").whole())


def _bonuses(node: Field) -> Mapping[str, int]:
    node.member("total")
    return {name: node.member(name).whole() for name in node.mapping()}
