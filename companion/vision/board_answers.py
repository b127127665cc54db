"""The boards of a picture, compared with each other: which with which, and what each then says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.arrays import Mask
from companion.boards import Board
from companion.neural_network.attention import Answers
from companion.vision.cells.legend import is_unknown
from companion.vision.cells.picture_cells import PictureCells, cells_of
from companion.vision.cells.recognition import Covered, glance, read_cells
from companion.vision.cells.seen import SeenCells
from companion.vision.pieces.domes import newly_covered
from companion.vision.scene import Known, Scene


def answers_of(seen: Mapping[int, SeenCells], scene: Scene) -> dict[int, Answers]:
    """Return what the cells of the boards that were found say, by seat.

    What is none of the game's boards is compared with none: beside a true one it would seem to be
    one, and the true one none.
    """
    if not seen:
        return {}
    known = {seat: scene.known[seat] for seat in seen}
    cells = cells_of(list(seen.values()), [each.bare for each in known.values()])
    described = dict(zip(seen, cells.board_by_board(scene.board), strict=True))
    apart = [seat for seat in seen if _is_unknown(scene, known[seat], seen[seat], described[seat])]
    told: dict[int, Answers] = {}
    for seats in ([seat for seat in seen if seat not in apart], *([seat] for seat in apart)):
        covered = _covered(scene.board, [known[seat] for seat in seats])
        each = [described[seat] for seat in seats]
        told |= zip(seats, read_cells(scene.board, each, scene.looks, covered), strict=True)
    return told


def _is_unknown(scene: Scene, known: Known, seen: SeenCells, described: PictureCells) -> bool:
    """Tell whether a board that was not recognised yet is none of the game's, asked alone."""
    if known.recognised or len(scene.known) == 1:
        return False
    said = glance(scene.board, [described], scene.looks)[0]
    return is_unknown(said, known.bare, seen, scene.board)


def _covered(board: Board, known: Sequence[Known]) -> Covered | None:
    """Return what tells where dome tiles were laid since places were seen bare; None without any.

    Such places are asked again without that.
    """
    if not board.dome_tile:
        return None

    def covered(answers: Sequence[Answers]) -> list[Mask]:
        pairs = zip(answers, known, strict=True)
        return [newly_covered(said, board, each.domes) for said, each in pairs]

    return covered
