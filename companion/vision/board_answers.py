"""The boards of a picture, compared with each other: which with which, and what each then says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.arrays import Image, Mask
from companion.boards import Board
from companion.geometry.camera import outline_px
from companion.neural_network.attention import Answers
from companion.vision.cells.contents import hidden_cells
from companion.vision.cells.legend import is_other_side, is_unknown
from companion.vision.cells.picture_cells import PictureCells, cells_of
from companion.vision.cells.recognition import Covered, glance, read_cells
from companion.vision.cells.seen import SeenCells
from companion.vision.chosen import CERTAIN_BOARD, NEARLY_WHOLE
from companion.vision.locate.other_boards import is_rather_another
from companion.vision.pieces.domes import newly_covered
from companion.vision.scene import Known, Scene


def answers_of(
    image: Image, seen: Mapping[int, SeenCells], scene: Scene
) -> tuple[dict[int, Answers], frozenset[int]]:
    """Return what the cells of the boards that were found say, by seat, and whose are unknown.

    What is none of the game's boards is compared with none: beside a true one it would seem to be
    one, and the true one none.
    """
    if not seen:
        return {}, frozenset()
    known = {seat: scene.known[seat] for seat in seen}
    cells = cells_of(list(seen.values()), [each.bare for each in known.values()])
    described = dict(zip(seen, cells.board_by_board(scene.board), strict=True))
    new = [seat for seat in seen if not known[seat].recognised]
    apart = [seat for seat in new if _is_unknown(image, scene, seat, seen[seat], described[seat])]
    told: dict[int, Answers] = {}
    for seats in ([seat for seat in seen if seat not in apart], *([seat] for seat in apart)):
        covered = _covered(scene.board, [known[seat] for seat in seats])
        each = [described[seat] for seat in seats]
        told |= zip(seats, read_cells(scene.board, each, scene.looks, covered), strict=True)
    strange = [s for s in new if is_unknown(told[s], known[s].bare, seen[s], scene.board)]
    return told, frozenset((*apart, *strange))


def _is_unknown(
    image: Image, scene: Scene, seat: int, seen: SeenCells, described: PictureCells
) -> bool:
    """Tell whether a board is none of the game's, asked alone, or another one of the family.

    Which of the family's it is can be told of a board that is seen whole, and nearly all clear.
    """
    board, known = scene.board, scene.known[seat]
    said = glance(board, [described], scene.looks)[0]
    if is_unknown(said, known.bare, seen, board):
        return True
    clear = seen.inside & ~seen.lit & ~hidden_cells(said)
    if not seen.inside.all() or clear.mean() < NEARLY_WHOLE:
        return False
    corners = outline_px(scene.camera, known.pose, board.size_mm)
    return is_other_side(said, described, clear, board) or (
        said.fits[clear].mean() < CERTAIN_BOARD
        and is_rather_another(image, board, corners, scene.optics)
    )


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
