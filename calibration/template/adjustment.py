"""How the groups of a board lie on a family's own printing, and the board that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from calibration import documents
from companion.boards import GAMES, VARIANTS, Board, Cell
from companion.errors import CalibrationError
from companion.fields import Field, Point
from companion.sentence import Sentence

KIND = "board"

GROUPS: Mapping[str, tuple[str, ...]] = {
    "wall": ("wall",),
    "lines": ("line",),
    "floor": ("floor",),
    "track": ("track",),
    "sliders": ("slider",),
    "dome": ("dome",),
    "bonus": ("bonus",),
    "stores": ("broken", "mark", "store"),
    "stars": ("space",),
    "corners": ("corner",),
}
"""Group -> the kinds of cells that move together."""

LONGEST_NAME = 40
"""Letters of a set's name, after which the file of its tiles is called."""

FARTHEST_MM = 40.0
STRETCHES = (0.8, 1.25)


@dataclass(frozen=True, slots=True)
class Move:
    """How a group lies against the template: mm to the right and down, and larger by a factor.

    Sizes grow around the group's middle; 1 leaves them as they are.
    """

    right_mm: float = 0.0
    down_mm: float = 0.0
    wider: float = 1.0
    taller: float = 1.0


UNMOVED = Move()


@dataclass(frozen=True)
class Adjustment:
    """All moves of one set's boards; groups that are not named lie as in the template."""

    set_name: str
    game: str
    variant: str = "coloured"
    moves: Mapping[str, Move] = field(default_factory=dict)

    def moved(self, group: str, move: Move) -> Adjustment:
        """Return the adjustment with one group lying otherwise."""
        return replace(self, moves={**self.moves, group: move})


def groups(board: Board) -> dict[str, tuple[Cell, ...]]:
    """Return the groups of a board by name, each with its cells."""
    found = {name: board.of_kind(*kinds) for name, kinds in GROUPS.items()}
    return {name: cells for name, cells in found.items() if cells}


def middle(cells: tuple[Cell, ...]) -> Point:
    """Return the middle of a group: that of the box around its cells' centres."""
    xs, ys = ([cell.centre_mm[axis] for cell in cells] for axis in (0, 1))
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def adjusted(board: Board, adjustment: Adjustment) -> Board:
    """Return the board as it is printed in this set.

    Raises ``CalibrationError`` when the adjustment is for another game or side, names a group the
    board does not have, or moves a space off the board.
    """
    _check_board(board, adjustment)
    there = groups(board)
    moved: dict[str, Cell] = {}
    for name, move in adjustment.moves.items():
        about = middle(there[name])
        moved |= {cell.id: _moved_cell(cell, about, move) for cell in there[name]}
    cells = tuple(moved.get(cell.id, cell) for cell in board.cells)
    _check_inside(board, cells)
    changed = replace(board, cells=cells)
    changed = _with_dome(changed, there, adjustment)
    return _with_ornaments(changed, there, adjustment)


def _moved_cell(cell: Cell, about: Point, move: Move) -> Cell:
    """Return a cell elsewhere; what lies on it keeps its size, so its outline only shifts."""
    x, y = moved_point(cell.centre_mm, about, move)
    dx, dy = x - cell.centre_mm[0], y - cell.centre_mm[1]
    outline = tuple((px + dx, py + dy) for px, py in cell.polygon_mm)
    return replace(cell, centre_mm=(x, y), polygon_mm=outline)


def moved_point(point: Point, about: Point, move: Move) -> Point:
    """Return where a point of a group with this middle lies after a move."""
    x = about[0] + (point[0] - about[0]) * move.wider + move.right_mm
    y = about[1] + (point[1] - about[1]) * move.taller + move.down_mm
    return x, y


def _with_dome(board: Board, there: Mapping[str, tuple[Cell, ...]], by: Adjustment) -> Board:
    """Move the places of Duel's dome tiles with the spaces of its dome."""
    move = by.moves.get("dome")
    if move is None or board.dome_tile is None:
        return board
    about = middle(there["dome"])
    places = tuple(
        replace(place, centre_mm=moved_point(place.centre_mm, about, move))
        for place in board.dome_tile.places
    )
    return replace(board, dome_tile=replace(board.dome_tile, places=places))


def _with_ornaments(board: Board, there: Mapping[str, tuple[Cell, ...]], by: Adjustment) -> Board:
    """Move the ornaments of Summer Pavilion with its stars, between which they are printed."""
    move = by.moves.get("stars")
    if move is None:
        return board
    about = middle(there["stars"])
    ornaments = tuple(
        replace(o, polygon_mm=tuple(moved_point(point, about, move) for point in o.polygon_mm))
        for o in board.ornaments
    )
    return replace(board, ornaments=ornaments)


def _check_board(board: Board, adjustment: Adjustment) -> None:
    wanted, given = (board.game, board.variant), (adjustment.game, adjustment.variant)
    if wanted != given:
        raise CalibrationError(
            f"the adjustment '{adjustment.set_name}' is for the {given[1]} side of {given[0]}, "
            f"not for the {wanted[1]} side of {wanted[0]}; choose another set"
        )
    unknown = sorted(set(adjustment.moves) - set(groups(board)))
    if unknown:
        raise CalibrationError(
            f"a board of {board.game} has no group '{unknown[0]}'; its groups are "
            f"{', '.join(groups(board))}",
            key=unknown[0],
        )


def _check_inside(board: Board, cells: tuple[Cell, ...]) -> None:
    width, height = board.size_mm
    for cell in cells:
        if not (0 <= cell.centre_mm[0] <= width and 0 <= cell.centre_mm[1] <= height):
            raise CalibrationError(
                Sentence(
                    "the adjustment moves {cell} off the board; move its group back", cell=cell.id
                ),
                key=cell.id,
            )


def save_adjustment(path: Path, adjustment: Adjustment) -> None:
    """Write an adjustment to a file."""
    moves = {
        group: {
            "right_mm": round(move.right_mm, 3),
            "down_mm": round(move.down_mm, 3),
            "wider": round(move.wider, 5),
            "taller": round(move.taller, 5),
        }
        for group, move in adjustment.moves.items()
    }
    values = {
        "set": adjustment.set_name,
        "game": adjustment.game,
        "variant": adjustment.variant,
        "moves": moves,
    }
    documents.save(path, KIND, values)


def load_adjustment(path: Path) -> Adjustment:
    """Return the adjustment in a file; ``CalibrationError`` says what is wrong with it."""
    return documents.load(path, KIND, read_adjustment)


def read_adjustment(root: Field) -> Adjustment:
    """Return the adjustment of a document."""
    moves, name = root.member("moves"), root.member("set")
    if len(name.text()) > LONGEST_NAME:
        name.fail(f"must be a name of at most {LONGEST_NAME} letters")
    return Adjustment(
        name.text(),
        root.member("game").text(GAMES),
        root.member("variant").text(VARIANTS),
        {name: _read_move(moves.member(name)) for name in moves.mapping()},
    )


def _read_move(node: Field) -> Move:
    right, down = (_within(node.member(name), -FARTHEST_MM, FARTHEST_MM) for name in MILLIMETRES)
    wider, taller = (_within(node.member(name), *STRETCHES) for name in ("wider", "taller"))
    return Move(right, down, wider, taller)


MILLIMETRES = ("right_mm", "down_mm")


def _within(node: Field, low: float, high: float) -> float:
    if not low <= node.number() <= high:
        node.fail(f"is {node.value}, but must be between {low:g} and {high:g}")
    return node.number()
