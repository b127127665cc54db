"""Azul Duel: what the scoring goals in play still take (DU-R58 to DU-R68)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, product

from companion.games.advice import Chance, Goal, Need, chance_of
from companion.games.azul_duel.board import CELLS_OF, PLACE_OF, ROW_CELLS, Board
from companion.games.azul_duel.catalogue import FACTORIES, GOAL_RULES, LARGE_TILES, SMALL_TILES
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.rules.goals import (
    COLOURS_POINTS,
    COLOURS_WANTED,
    EDGE,
    LINES,
    Line,
    printed,
)
from companion.games.azul_duel.rules.scoring import dome_cell
from companion.games.base import ANY, SPECIAL

SHARE = (FACTORIES * SMALL_TILES + LARGE_TILES) // 2
"""How many tiles of a round are one player's, all being equal."""

KINDS = {"G1": "row", "G2": "column", "G3": "diagonal", "G4": "multicoloured", "G5": "edge",
         "G6": "row", "G7": "place", "G8": "place"}  # fmt: skip
"""What each goal rewards."""


def goals(
    options: Options, board: Board, in_play: Sequence[str], rounds_left: int
) -> tuple[Goal, ...]:
    """Return what the goals in play may still bring a board."""
    return tuple(goal for name in in_play for goal in _of(name, options, board, rounds_left))


def _of(name: str, options: Options, board: Board, left: int) -> Iterator[Goal]:
    if name == "G6":
        yield from (_five_colours(options, board, row, left) for row in range(len(ROW_CELLS)))
    elif name == "G5":
        yield _edge(board, left)
    else:
        yield from (_filling(name, board, line, left) for line in _lines(name, board))


def _lines(name: str, board: Board) -> Sequence[Line]:
    """Return the cells that goal ``name`` wants filled together."""
    if name == "G4":
        cells = printed(board, ANY)
        return [Line("", 0, 2 * len(cells), cells)] if cells else []
    if name == "G8":
        return [Line("", PLACE_OF[cell], 3, (cell,)) for cell in printed(board, SPECIAL)]
    return LINES[name]


def _filling(name: str, board: Board, line: Line, left: int) -> Goal:
    """Return the goal of filling some cells, special spaces by what brings their tile (DU-R40)."""
    empty = tuple(cell for cell in line.cells if board.dome[cell] is None)
    wanted = _coloured(board, empty)
    needs = _needs(board, wanted)
    chance = _chance(empty, least_rounds(board, wanted), needs, left)
    if name == "G4" and not empty and _dome_tiles_to_come(board, left):
        chance = Chance.IN_TIME
    cells = tuple(dome_cell(cell) for cell in empty)
    return Goal(KINDS[name], line.which, GOAL_RULES[name], line.points, cells, needs, chance)


def _dome_tiles_to_come(board: Board, left: int) -> bool:
    """Tell whether dome tiles come that may bring more spaces; in the last round none do (R14)."""
    return None in board.places and left > 1


def _chance(empty: Sequence[int], rounds: int, needs: Sequence[Need], left: int) -> Chance:
    if not empty:
        return Chance.DONE
    if rounds > left:
        return Chance.CLOSED
    return chance_of(rounds, needs, share=SHARE, rounds_left=left)


def _coloured(board: Board, cells: Sequence[int]) -> tuple[int, ...]:
    """Return the empty cells that need a tile from a line so that all of ``cells`` are filled."""
    wanted = [cell for cell in cells if board.space(cell) != SPECIAL]
    for cell in cells:
        if board.space(cell) == SPECIAL:
            wanted += _others(board, cell)
    return tuple(dict.fromkeys(wanted))


def _others(board: Board, cell: int) -> tuple[int, ...]:
    """Return the empty cells of a dome tile that bring a special tile to ``cell`` (DU-R40)."""
    others = CELLS_OF[PLACE_OF[cell]]
    return tuple(c for c in others if c != cell and board.dome[c] is None)


def least_rounds(board: Board, wanted: Sequence[int]) -> int:
    """Return the fewest rounds it takes: a row gets one tile from its line in a round.

    A line that holds what none of the cells takes is tiled, or breaks, before (DU-R29).
    Where no dome tile lies yet, one of its cells may turn out to be special.
    """
    return min(_rounds(board, cells) for cells in _as_it_turns_out(board, wanted))


def _rounds(board: Board, wanted: Sequence[int]) -> int:
    """Return the fewest rounds in which lines bring a tile to each of the cells ``wanted``."""
    rows = Counter(cell // 6 for cell in wanted)
    return max([1, *(number + _blocked(board, row, wanted) for row, number in rows.items())])


def _as_it_turns_out(board: Board, wanted: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield which cells need a tile from a line, whatever dome tiles come to empty places.

    A cell that is special there needs none itself, but the other three of its dome tile do.
    """
    laid = tuple(cell for cell in wanted if board.places[PLACE_OF[cell]] is not None)
    open_: dict[int, list[int]] = {}
    for cell in wanted:
        if cell not in laid:
            open_.setdefault(PLACE_OF[cell], []).append(cell)
    ways = ([cells, *(_others(board, cell) for cell in cells)] for cells in open_.values())
    yield from ((*laid, *chain.from_iterable(way)) for way in product(*ways))


def _blocked(board: Board, row: int, wanted: Sequence[int]) -> bool:
    """Tell whether line ``row`` holds tiles that no ``wanted`` cell of its row can take."""
    held = board.lines[row].colour
    taking = (board.space(cell) for cell in wanted if cell // 6 == row)
    return held is not None and not any(space in (held, ANY, None) for space in taking)


def _needs(board: Board, wanted: Sequence[int]) -> tuple[Need, ...]:
    """Return the tiles it takes: line *n* has *n* spaces, those that lie there may count."""
    tiles: Counter[str] = Counter()
    for row in dict.fromkeys(cell // 6 for cell in wanted):
        colours = [_colour(board, cell) for cell in wanted if cell // 6 == row]
        for colour in colours:
            tiles[colour] += row + 1
        held = board.lines[row]
        if held.colour in colours:
            tiles[held.colour] -= held.tiles
        elif "" in colours:
            tiles[""] -= held.tiles
    return tuple(Need(colour, count) for colour, count in tiles.items() if count > 0)


def _colour(board: Board, cell: int) -> str:
    """Return the colour a cell takes; empty where it takes any, or nobody knows yet."""
    space = board.space(cell)
    return "" if space in (None, ANY, SPECIAL) else str(space)


def _edge(board: Board, left: int) -> Goal:
    """Return the goal of the edge: every further tile brings a point (DU-R62)."""
    empty = tuple(cell for cell in EDGE if board.dome[cell] is None)
    chance = Chance.DONE if not empty else Chance.NEXT if left else Chance.CLOSED
    return Goal(KINDS["G5"], 0, GOAL_RULES["G5"], 1, tuple(map(dome_cell, empty)), (), chance)


def _five_colours(options: Options, board: Board, row: int, left: int) -> Goal:
    """Return the goal of five colours in a row (DU-R63, DU-R66)."""
    cells = ROW_CELLS[row]
    empty = tuple(cell for cell in cells if board.dome[cell] is None)
    counts = options.goal_five_colours_special_counts
    lying = {board.dome[cell] for cell in cells} - ({None} if counts else {None, SPECIAL})
    lacking = max(0, COLOURS_WANTED - len(lying))
    special = [c for c in empty if board.space(c) in (SPECIAL, None)]
    if not counts or SPECIAL in lying:
        special = []
    needs = (Need("", (lacking - bool(special)) * (row + 1)),) if lacking > bool(special) else ()
    named = tuple(map(dome_cell, empty)) if lacking else ()
    ways = tuple(_ways_to_colours(board, row, lacking, special))
    chance = _chance(empty[:lacking], min(ways), needs, left) if ways else Chance.CLOSED
    return Goal(KINDS["G6"], row, GOAL_RULES["G6"], COLOURS_POINTS, named, needs, chance)


def _ways_to_colours(board: Board, row: int, lacking: int, special: Sequence[int]) -> Iterator[int]:
    """Yield the fewest rounds until ``lacking`` more colours lie in a row, way by way.

    All come from its line, or one is a tile that others bring to one of its ``special`` cells.  A
    colour on the line that lies in the row already is tiled, or breaks, before (DU-R29).
    """
    empty = [cell for cell in ROW_CELLS[row] if board.dome[cell] is None]
    known = {SPECIAL, *(board.dome[cell] for cell in ROW_CELLS[row])}
    blocked = _blocked(board, row, () if board.lines[row].colour in known else empty)
    if lacking <= _new_colours(board, empty, known):
        yield _one_a_round(lacking, blocked)
    for cell in special:
        if lacking - 1 <= _new_colours(board, [c for c in empty if c != cell], known):
            brought = least_rounds(board, _others(board, cell))
            yield max(_one_a_round(lacking - 1, blocked), brought)


def _one_a_round(tiles: int, blocked: bool) -> int:
    """Return the fewest rounds in which a line brings ``tiles``, one that is ``blocked`` later."""
    return tiles + blocked if tiles > 0 else 0


def _new_colours(board: Board, empty: Sequence[int], known: Collection[str | None]) -> int:
    """Return how many colours beside those that are ``known`` can still come to ``empty`` cells.

    A coloured space takes its own colour alone (DU-R34); where none is printed, or nothing lies
    yet, another one may come to each cell.
    """
    spaces = [board.space(cell) for cell in empty]
    open_to_any = sum(space in (ANY, None) for space in spaces)
    return open_to_any + len(set(spaces) - {ANY, None, *known})
