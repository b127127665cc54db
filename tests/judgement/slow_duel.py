"""A slow judge of Azul Duel, written from the rules file alone: can boards follow others?

It plays on in every way there is and looks whether it comes to what lies there.  Nothing is shared
with the engine but the list of the dome tiles in the box; boards are cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from companion.games.azul_duel.catalogue import TURNED

COLOURS = ("blue", "yellow", "red", "black", "turquoise")
ROWS = range(6)
PLACES = [(i, j) for i in range(3) for j in range(3)]
MOST_TURNS = 7
"""Turns of both seats together between two pictures that are tried."""

BOX = {spaces: tile for tile, turns in TURNED.items() for spaces in turns}
"""A dome tile as it lies -> its number."""


def line_of(cells: Mapping, row: int) -> tuple[str | None, int] | None:
    """Return a line that lies as lines do: one colour, no gap; else None."""
    lying = [cells.get(f"line/{row}/{place}") for place in range(row + 1)]
    tiles = [tile for tile in lying if tile is not None]
    right = lying[: len(tiles)] == tiles and len(set(tiles)) <= 1 and set(tiles) <= set(COLOURS)
    return ((tiles[0], len(tiles)) if tiles else (None, 0)) if right else None


def places_of(cells: Mapping) -> dict[tuple[int, int], tuple]:
    """Return the dome tiles by place."""
    return {p: cells[f"place/{p[0]}/{p[1]}"] for p in PLACES if f"place/{p[0]}/{p[1]}" in cells}


def dome_of(cells: Mapping) -> dict[tuple[int, int], str]:
    """Return what lies on the dome, by row and column."""
    every = [(r, c) for r in ROWS for c in ROWS]
    return {(r, c): cells[f"dome/{r}/{c}"] for r, c in every if f"dome/{r}/{c}" in cells}


def printed(places: Mapping) -> dict[tuple[int, int], str]:
    """Return what is printed on the dome."""
    return {
        (2 * i + k // 2, 2 * j + k % 2): space
        for (i, j), spaces in places.items()
        for k, space in enumerate(spaces)
    }


def stack_of(cells: Mapping) -> tuple:
    """Return the broken tiles, bottom first."""
    lying = cells.get("broken", ())
    return (lying,) if isinstance(lying, str) else tuple(lying)


def stands(cells: Mapping) -> bool:
    """Tell whether a board can lie like this by itself (R4, R28, R29, R32, R34, R40, R41)."""
    known = ("line/", "dome/", "place/", "chip/", "broken", "start")
    if any(not cell.startswith(known) for cell in cells) or cells.get("start", "first") != "first":
        return False
    places, dome = places_of(cells), dome_of(cells)
    tiles = [BOX.get(spaces) for spaces in places.values()]
    if None in tiles or len(set(tiles)) < len(tiles) or len(stack_of(cells)) > 4:
        return False
    if any(tile is not None and tile not in COLOURS for tile in stack_of(cells)):
        return False
    if any(line_of(cells, row) is None for row in ROWS):
        return False
    return _dome_stands(places, dome)


def _dome_stands(places: Mapping, dome: Mapping) -> bool:
    spaces = printed(places)
    for cell, tile in dome.items():
        space = spaces.get(cell)
        if not (tile == space or (space == "any" and tile in COLOURS)):
            return False
    for i, j in places:
        four = [(2 * i + k // 2, 2 * j + k % 2) for k in range(4)]
        special = [cell for cell in four if spaces[cell] == "special"]
        if special and (special[0] in dome) != all(c in dome for c in four if c != special[0]):
            return False
    return True


def counts_fit(after: Sequence[Mapping]) -> bool:
    """Tell whether the box has so many tiles, dome tiles and starting player tiles."""
    tiles = Counter(
        tile for cells in after for cell, tile in cells.items() if cell.startswith(("line", "dome"))
    )
    tiles.update(tile for cells in after for tile in stack_of(cells))
    laid = [BOX.get(spaces) for cells in after for spaces in places_of(cells).values()]
    right = all(tiles[colour] <= 13 for colour in COLOURS) and tiles["special"] <= 9
    return right and len(set(laid)) == len(laid) and sum("start" in c for c in after) <= 1


def _lying(boards: Sequence[Mapping]) -> int:
    """Return how many coloured tiles lie in lines and on domes."""
    cells = [item for board in boards for item in board.items()]
    return sum(tile in COLOURS and cell.startswith(("line", "dome")) for cell, tile in cells)


class Turns:
    """Plays on from two boards to two others, in every way; ``carried``: tiles there at first."""

    def __init__(self, before, after, round_: int, carried: int | None, *, fresh: bool) -> None:
        self.goal, self.round = after, round_
        self.kept = all(map(self._kept, before, after))
        self.start = tuple(self._lying(cells, fresh=fresh) for cells in before)
        self.known = carried is not None and 65 - carried >= 21
        self.came = _lying(before) - (carried or 0)
        came = _lying(after) + sum(bool(stack_of(cells)) for cells in after)
        self.dealt = carried is None or came - carried <= min(21, 65 - carried)

    def _kept(self, old, new):
        """Tell whether the dome and its dome tiles lie as they did (R17, R34)."""
        places = places_of(new)
        same = all(places.get(place) == spaces for place, spaces in places_of(old).items())
        return same and dome_of(old) == dome_of(new)

    def _lying(self, cells, *, fresh):
        stack = () if fresh else stack_of(cells)[-1:]
        height = 0 if fresh else len(stack_of(cells))
        first = "start" in cells and not fresh
        lines = tuple(line_of(cells, row) for row in ROWS)
        return lines, frozenset(places_of(cells)), stack, height, first

    def explain(self) -> bool:
        """Tell whether some turns lead there."""
        fits = self.dealt and counts_fit(self.goal)
        if not (self.kept and all(map(stands, self.goal)) and fits):
            return False
        goals = tuple(self._lying(cells, fresh=False) for cells in self.goal)
        now = {(seat, self.start, min(self.came, 4)) for seat in (0, 1)}
        every = set(now)
        for _ in range(MOST_TURNS):
            if any(self._there(boards, goals) for _, boards, _ in now):
                return True
            now = {after for state in now for after in self._turn(state, goals)} - every
            every |= now
        return any(self._there(boards, goals) for _, boards, _ in now)

    def _there(self, boards, goals):
        return all(
            (lines, laid, stack, first) == (goal[0], goal[1], goal[2], goal[4])
            for (lines, laid, stack, _, first), goal in zip(boards, goals, strict=True)
        )

    def _turn(self, state, goals):
        seat, boards, came = state
        lines, laid, stack, height, first = boards[seat]
        goal = goals[seat]
        hidden = came >= 4 or not self.known or any(board[3] for board in self.start)
        if hidden:  # a bonus chip, or a pass when nothing is left
            yield 1 - seat, boards, came
        for place in goal[1] - laid:
            if self.round < 5 and len(laid) < 1 + 2 * self.round:
                yield self._next(seat, boards, (lines, laid | {place}, stack, height, first), came)
        for after, number in self._takes(lines, stack, height, goal):
            yield self._next(seat, boards, (*after[:1], laid, *after[1:], first), came + number)
            if goal[4] and not any(board[4] for board in boards):
                took = (*after[:1], laid, *after[1:], True)
                yield self._next(seat, boards, took, came + number)

    def _next(self, seat, boards, mine, came):
        both = (mine, boards[1]) if seat == 0 else (boards[0], mine)
        return 1 - seat, both, min(came, 4)

    def _takes(self, lines, stack, height, goal):
        for colour in COLOURS:
            for row in (*ROWS, None):
                room = 0 if row is None else row + 1 - lines[row][1]
                if row is not None and (room <= 0 or lines[row][0] not in (None, colour)):
                    continue
                most = room + (5 - height if goal[2] else 0)
                for number in range(1, most + 1):
                    fit, rest = min(number, room), max(0, number - room)
                    after = list(lines)
                    if row is not None:
                        after[row] = (colour, lines[row][1] + fit)
                        if after[row][0] != goal[0][row][0] or after[row][1] > goal[0][row][1]:
                            continue
                    fits = min(rest, 4 - height)
                    top = (colour,) if fits else stack
                    yield (tuple(after), top, height + fits), number


def phase_2_explains(old: Mapping, new: Mapping, chips: Sequence[str] | None) -> bool:
    """Tell whether phase 2 leads from one board to another (R34 to R41).

    Without ``chips`` nobody saw the end of phase 1: lines may have grown, any chips been there.
    """
    seen = chips is not None
    if not stands(new) or "broken" in new or (seen and places_of(old) != places_of(new)):
        return False
    if any(new.get(f"place/{i}/{j}") != spaces for (i, j), spaces in places_of(old).items()):
        return False
    if seen and ("start" in old) != ("start" in new):
        return False
    return _handled_from(old, new, dict(dome_of(old)), 0, chips, ())


def _handled_from(old, new, dome, row, chips, needs) -> bool:
    if row == 6:
        return dome == dome_of(new) and (chips is None or pay(list(chips), list(needs)))
    spaces, goal = printed(places_of(new)), dome_of(new)
    for colour, tiles in _before_phase_2(line_of(old, row), row, seen=chips is not None):
        for cell, line, need in _ways(places_of(new), dome, spaces, row, colour, tiles):
            after = dome if cell is None else _placed(dome, places_of(new), spaces, cell, colour)
            mine = {c: t for c, t in after.items() if c[0] == row and t != "special"}
            wanted = {c: t for c, t in goal.items() if c[0] == row and t != "special"}
            if mine != wanted or line != line_of(new, row):
                continue
            if _handled_from(old, new, after, row + 1, chips, (*needs, *need)):
                return True
    return False


def _before_phase_2(line, row: int, *, seen: bool) -> Iterator[tuple[str | None, int]]:
    yield line
    if seen:
        return
    colour, tiles = line
    for each in COLOURS if colour is None else (colour,):
        for count in range(tiles + 1, row + 2):
            yield each, count


def _ways(places, dome, spaces, row, colour, tiles):
    """Yield what may become of a line: the cell its tile moves to, what is left, chips needed."""
    if colour is None:
        yield None, (None, 0), ()
        return
    free = [
        (row, c) for c in ROWS if (row, c) not in dome and spaces.get((row, c)) in (colour, "any")
    ]
    if not free and all((row // 2, j) in places for j in range(3)):
        yield None, (None, 0), ()
        return
    gap = row + 1 - tiles
    if gap or not free:
        yield None, (colour, tiles), ()
    for cell in free:
        yield cell, (None, 0), ((colour, gap),) if gap else ()


def _placed(dome, places, spaces, cell, colour):
    """Put a tile on the dome, and the special tile it brings (R40)."""
    dome = {**dome, cell: colour}
    i, j = cell[0] // 2, cell[1] // 2
    four = [(2 * i + k // 2, 2 * j + k % 2) for k in range(4)]
    for space in four:
        if spaces[space] == "special" and all(other in dome for other in four if other != space):
            dome[space] = "special"
    return dome


def pay(chips: list[str], needs: list[tuple[str, int]]) -> bool:
    """Tell whether chips pay for all that is needed, every way being tried (R37, R38)."""
    if not needs:
        return True
    (colour, missing), *rest = needs
    wanted = rest if missing == 1 else [(colour, missing - 1), *rest]
    own = [k for k, chip in enumerate(chips) if colour in chip.split("+") or chip == "unknown"]
    choices = {*combinations(own, 2), *combinations(range(len(chips)), 3)}
    return any(
        pay([chip for k, chip in enumerate(chips) if k not in choice], wanted) for choice in choices
    )
