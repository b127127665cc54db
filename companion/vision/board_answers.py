"""The boards of a picture, compared with each other: which with which, and what each then says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.arrays import Image, Mask
from companion.boards import Board
from companion.boards.board_family import other_side, printed_alike
from companion.boards.board_files import Printing
from companion.chosen_numbers import CERTAIN_BOARD, NEARLY_WHOLE, OTHER_SIDE
from companion.geometry.camera import outline_px
from companion.neural_network.attention import Answers
from companion.vision.cells.contents import hidden_cells
from companion.vision.cells.legend import is_unknown, other_side_fits
from companion.vision.cells.picture_cells import PictureCells, cells_of, joined
from companion.vision.cells.recognition import Covered, glance, read_cells
from companion.vision.cells.seen import SeenCells
from companion.vision.cells.tile_names import named
from companion.vision.locate.other_boards import likeliest
from companion.vision.pieces.domes import newly_covered
from companion.vision.scene import Known, Scene

Unknown = Mapping[int, tuple[Printing, ...]]
"""Seats whose board is none of the game's, and whose it may be: of what game and side."""


def answers_of(
    image: Image, seen: Mapping[int, SeenCells], scene: Scene
) -> tuple[dict[int, Answers], Unknown]:
    """Return what the cells of the boards that were found say, by seat, and whose are unknown.

    What is none of the game's boards is compared with none: beside a true one it would seem to be
    one, and the true one none.
    """
    if not seen:
        return {}, {}
    known = {seat: scene.known[seat] for seat in seen}
    cells = cells_of(list(seen.values()), [each.bare for each in known.values()])
    described = dict(zip(seen, cells.board_by_board(scene.board), strict=True))
    new = [seat for seat in seen if not known[seat].recognised]
    lies = {seat: _lies_there(image, scene, seat, seen[seat], described[seat]) for seat in new}
    apart = {seat: found for seat, found in lies.items() if found != _own(scene.board)}
    told: dict[int, Answers] = {}
    whole = [seat for seat in seen if seat not in apart]
    for seats in ([whole] if whole else []) + [[seat] for seat in apart]:
        covered = _covered(scene.board, [known[seat] for seat in seats])
        some = joined([described[seat] for seat in seats]) if apart else cells
        alone = read_cells(scene.board, some, scene.looks, covered)
        clear = [_clear(seen[seat], said) for seat, said in zip(seats, alone, strict=True)]
        said = named(alone, some, np.concatenate(clear), scene.board, scene.looks)
        told |= zip(seats, said, strict=True)
    strange = [s for s in new if is_unknown(told[s], known[s].bare, seen[s], scene.board)]
    return told, dict.fromkeys(strange, ()) | apart


def _lies_there(
    image: Image, scene: Scene, seat: int, seen: SeenCells, described: PictureCells
) -> tuple[Printing, ...]:
    """Return whose board lies there, asked alone; nothing where it is none that surely is known.

    Which of the family's it is can be told of a board that is seen whole, and nearly all clear.
    """
    board, known = scene.board, scene.known[seat]
    said = glance(board, described, scene.looks)[0]
    unknown = is_unknown(said, known.bare, seen, board)
    clear = _clear(seen, said)
    rather: list[tuple[float, tuple[Printing, ...]]] = []
    if seen.inside.all() and clear.mean() >= NEARLY_WHOLE:
        own, turned = float(said.fits[clear].mean()), other_side_fits(described, clear, board)
        if turned - own > OTHER_SIDE:
            rather.append((turned, _own(other_side(board))))
        if own < CERTAIN_BOARD:
            corners = outline_px(scene.camera, known.pose, board.size_mm)
            found, fits = likeliest(image, board, corners, scene.optics)
            if found is not board:
                rather.append((fits, printed_alike(found)))
    if not unknown and not rather:
        return _own(board)
    fits, named = max(rather, default=(-np.inf, ()))
    return named if fits >= CERTAIN_BOARD else ()


def _clear(seen: SeenCells, said: Answers) -> Mask:
    return seen.inside & ~seen.lit & ~hidden_cells(said)


def _own(board: Board | None) -> tuple[Printing, ...]:
    return ((board.game, board.variant),) if board else ()


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
