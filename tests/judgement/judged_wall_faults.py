"""What people do wrong at the wall games: each fault with its rule and a cell that lies wrong.

A fault takes a board as it should lie and the board before, and yields (rule, cell, wrong board).
"""

from __future__ import annotations

from companion import games
from companion.games.base import FIRST, Checkpoint

ROWS = range(5)
TURN, OFFER_END, TILED = Checkpoint.TURN, Checkpoint.OFFER_END, Checkpoint.TILED


def but(cells, gone, change):
    """Return the cells without some of them, and with others changed."""
    return {c: lies for c, lies in {**cells, **change}.items() if c not in gone or c in change}


def line_of(cells, row):
    return [f"line/{row}/{k}" for k in range(row + 1) if f"line/{row}/{k}" in cells]


def wall_of(cells, row):
    return {c: cells[f"wall/{row}/{c}"] for c in ROWS if f"wall/{row}/{c}" in cells}


def floor_of(cells):
    return [f"floor/{k}" for k in range(7) if f"floor/{k}" in cells]


def colours(setup):
    return games.game(setup).colours


def printed(setup, row, column):
    return colours(setup)[(column - row) % 5]


def mixed_line(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(cells, row)
        if len(tiles) > 1:
            cell = chance.choice(tiles)
            others = [c for c in colours(setup) if c != cells[cell]]
            yield "R15", cell, but(cells, (), {cell: chance.choice(others)})


def line_of_two_halves(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(cells, row)
        if len(tiles) > 3 and not line_of(before, row):
            other = chance.choice([c for c in colours(setup) if c != cells[tiles[0]]])
            yield "R15", tiles[-1], but(cells, (), dict.fromkeys(tiles[2:], other))


def gap_in_a_line(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(cells, row)
        if tiles and len(tiles) < row + 1 and tiles[-1] not in before:
            end = f"line/{row}/{len(tiles)}"
            yield "R14", end, but(cells, tiles[-1:], {end: cells[tiles[0]]})


def filled_from_the_left(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(cells, row)
        if tiles and len(tiles) < row + 1 and not line_of(before, row):
            left = [f"line/{row}/{k}" for k in range(row + 1 - len(tiles), row + 1)]
            yield "R14", left[-1], but(cells, tiles, dict.fromkeys(left, cells[tiles[0]]))


def colour_of_the_wall_row(chance, cells, before, setup):
    for row in ROWS:
        wall = wall_of(cells, row)
        if wall and not line_of(cells, row):
            filled = [f"line/{row}/{k}" for k in range(chance.randint(1, row + 1))]
            yield (
                "R17",
                filled[-1],
                but(cells, (), dict.fromkeys(filled, chance.choice([*wall.values()]))),
            )


def tile_on_the_wall_too_early(chance, cells, before, setup):
    for row in ROWS:
        free = [c for c in ROWS if c not in wall_of(cells, row)]
        taken = {*wall_of(cells, row).values(), *(cells[c] for c in line_of(cells, row))}
        new = {c: printed(setup, row, c) for c in free}
        above = {c: [cells.get(f"wall/{r}/{c}") for r in ROWS] for c in free}
        fits = [c for c in free if new[c] not in taken and new[c] not in above[c]]
        if fits:
            column = chance.choice(fits)
            cell = f"wall/{row}/{column}"
            yield "R22", cell, but(cells, (), {cell: printed(setup, row, column)})


def wrong_wall_space(chance, cells, before, setup):
    for row in ROWS:
        free = [c for c in ROWS if c not in wall_of(cells, row)]
        if free and setup.variant == "coloured":
            column = chance.choice(free)
            others = [c for c in colours(setup) if c != printed(setup, row, column)]
            cell = f"wall/{row}/{column}"
            yield "R22", cell, but(cells, (), {cell: chance.choice(others)})


def tile_taken_back(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(cells, row)
        if len(tiles) > 1 and tiles == line_of(before, row):
            yield "R25", tiles[0], but(cells, tiles[-1:], {})


def tile_moved_to_another_line(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(cells, row)
        empty = [
            r
            for r in ROWS
            if not line_of(cells, r)
            and cells.get(tiles[0] if tiles else "") not in wall_of(cells, r).values()
        ]
        if len(tiles) > 1 and tiles == line_of(before, row) and empty:
            there = f"line/{chance.choice(empty)}/0"
            yield "R25", tiles[0], but(cells, tiles[-1:], {there: cells[tiles[0]]})


def wall_tile_moved(chance, cells, before, setup):
    for row in ROWS:
        wall = wall_of(before, row)
        free = [c for c in ROWS if c not in wall]
        if wall and free and setup.variant == "coloured":
            column, there = chance.choice([*wall]), chance.choice(free)
            cell = f"wall/{row}/{there}"
            yield "R22", cell, but(cells, (f"wall/{row}/{column}",), {cell: wall[column]})


def floor_gap(chance, cells, before, setup):
    tiles = floor_of(cells)
    if tiles and len(tiles) < 6 and tiles[-1] not in before:
        there = f"floor/{len(tiles) + chance.randint(0, 1) if len(tiles) < 5 else len(tiles)}"
        yield "R18", there, but(cells, tiles[-1:], {there: cells[tiles[-1]]})


def floor_one_space_late(chance, cells, before, setup):
    tiles = floor_of(cells)
    if 1 < len(tiles) < 7 and not floor_of(before):
        moved = {f"floor/{k + 1}": cells[tile] for k, tile in enumerate(tiles)}
        yield "R18", f"floor/{len(tiles)}", but(cells, tiles, moved)


def two_lines_of_one_colour(chance, cells, before, setup):
    new = [c for c in cells if c not in before and c.startswith("line")]
    if new:
        row, colour = int(new[0].split("/")[1]), cells[new[0]]
        for other in ROWS:
            if (
                other != row
                and not line_of(cells, other)
                and colour not in wall_of(cells, other).values()
            ):
                yield "R13", f"line/{other}/0", but(cells, (), {f"line/{other}/0": colour})


def two_lines_of_two_colours(chance, cells, before, setup):
    new = [c for c in cells if c not in before and c.startswith("line")]
    if new:
        row, colour = int(new[0].split("/")[1]), cells[new[0]]
        for other in ROWS:
            fits = [
                c for c in colours(setup) if c != colour and c not in wall_of(cells, other).values()
            ]
            if other != row and not line_of(cells, other) and fits:
                yield (
                    "R13",
                    f"line/{other}/0",
                    but(cells, (), {f"line/{other}/0": chance.choice(fits)}),
                )


def new_tiles(cells, before, kind):
    return [cell for cell in cells if cell not in before and cell.startswith(kind)]


def second_colour_on_the_floor(chance, cells, before, setup):
    line, there = new_tiles(cells, before, "line"), f"floor/{len(floor_of(cells))}"
    if line and len(floor_of(cells)) < 7:
        others = [c for c in colours(setup) if c != cells[line[0]]]
        yield "R13", there, but(cells, (), {there: chance.choice(others)})


def dropped_though_the_line_has_room(chance, cells, before, setup):
    line, there = new_tiles(cells, before, "line"), f"floor/{len(floor_of(cells))}"
    if line and len(floor_of(cells)) < 7:
        row = int(line[0].split("/")[1])
        left = cells if len(line_of(cells, row)) <= row else but(cells, line[-1:], {})
        if set(line) & set(left):
            yield "R13", there, but(left, (), {there: cells[line[0]]})


def marker_after_the_tiles(chance, cells, before, setup):
    fallen = new_tiles(cells, before, "floor")
    if len(fallen) > 1 and cells[fallen[0]] == FIRST:
        tiles = [cells[cell] for cell in fallen[1:]]
        yield "R11", fallen[-1], but(cells, (), dict(zip(fallen, [*tiles, FIRST], strict=True)))


def marker_alone(chance, cells, before, setup):
    there = f"floor/{len(floor_of(before))}"
    if FIRST not in before.values() and len(floor_of(before)) < 6:
        yield "R12", there, but(before, (), {there: FIRST})


def tile_of_a_line_on_the_wall_too_early(chance, cells, before, setup):
    """The line it comes from is right as it lies: nothing else is said."""
    for row in ROWS:
        tiles = line_of(cells, row)
        for column in ROWS:
            above = [cells.get(f"wall/{r}/{column}") for r in ROWS]
            cell = f"wall/{row}/{column}"
            fits = setup.variant == "grey" or (
                tiles and printed(setup, row, column) == cells[tiles[0]]
            )
            if tiles and fits and cell not in cells and cells[tiles[0]] not in above:
                yield "R22", cell, but(cells, (), {cell: cells[tiles[0]]})


def floor_tile_taken_back(chance, cells, before, setup):
    tiles = floor_of(before)
    if len(tiles) > 1 and floor_of(cells) == tiles:
        yield "R32", None, but(cells, tiles[-1:], {})


def complete(before, cells, row, setup):
    """Tell whether a line was complete and its tile came to the wall."""
    full = len(line_of(before, row)) == row + 1
    return full and len(wall_of(cells, row)) > len(wall_of(before, row))


def forgotten_line(chance, cells, before, setup):
    for row in ROWS:
        if complete(before, cells, row, setup):
            new = [f"wall/{row}/{c}" for c in wall_of(cells, row) if c not in wall_of(before, row)]
            line = {cell: before[cell] for cell in line_of(before, row)}
            yield "R22", f"line/{row}/0", but(cells, new, line)


def line_not_cleared(chance, cells, before, setup):
    for row in ROWS:
        if complete(before, cells, row, setup) and row:
            tiles = line_of(before, row)[1:]
            yield "R24", tiles[0], but(cells, (), {cell: before[cell] for cell in tiles})


def line_thrown_away(chance, cells, before, setup):
    for row in ROWS:
        if complete(before, cells, row, setup):
            new = [f"wall/{row}/{c}" for c in wall_of(cells, row) if c not in wall_of(before, row)]
            yield "R22", None, but(cells, new, {})


def tile_on_a_wrong_space(chance, cells, before, setup):
    for row in ROWS:
        free = [c for c in ROWS if c not in wall_of(cells, row)]
        if complete(before, cells, row, setup) and free and setup.variant == "coloured":
            (new,) = [c for c in wall_of(cells, row) if c not in wall_of(before, row)]
            there = f"wall/{row}/{chance.choice(free)}"
            yield (
                "R22",
                there,
                but(cells, (f"wall/{row}/{new}",), {there: wall_of(cells, row)[new]}),
            )


def colour_twice_in_a_column(chance, cells, before, setup):
    for row in ROWS:
        if setup.variant != "grey" or not complete(before, cells, row, setup):
            continue
        (new,) = [c for c in wall_of(cells, row) if c not in wall_of(before, row)]
        colour = wall_of(cells, row)[new]
        for column in ROWS:
            above = [before.get(f"wall/{r}/{column}") for r in ROWS]
            if colour in above and f"wall/{row}/{column}" not in cells:
                there = f"wall/{row}/{column}"
                yield "R43", there, but(cells, (f"wall/{row}/{new}",), {there: colour})


def incomplete_line_moved(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(before, row)
        if 0 < len(tiles) < row + 1:
            colour = before[tiles[0]]
            free = [
                c
                for c in ROWS
                if c not in wall_of(cells, row)
                and (setup.variant == "grey" or printed(setup, row, c) == colour)
                and colour not in [cells.get(f"wall/{r}/{c}") for r in ROWS]
            ]
            if free:
                there = f"wall/{row}/{chance.choice(free)}"
                yield "R23", there, but(cells, tiles, {there: colour})


def incomplete_line_cleared(chance, cells, before, setup):
    for row in ROWS:
        tiles = line_of(before, row)
        if 0 < len(tiles) < row + 1:
            yield "R25", None, but(cells, tiles, {})


def floor_not_emptied(chance, cells, before, setup):
    tiles = floor_of(before)
    if tiles:
        yield "R32", tiles[0], but(cells, (), {cell: before[cell] for cell in tiles})


def stuck_line_left(chance, cells, before, setup):
    for row in ROWS:
        full = len(line_of(before, row)) == row + 1
        if setup.variant == "grey" and full and wall_of(cells, row) == wall_of(before, row):
            yield (
                "R44",
                f"line/{row}/0",
                but(cells, (), {c: before[c] for c in line_of(before, row)}),
            )


def tile_at_set_up(chance, cells, before, setup):
    colour = chance.choice(colours(setup))
    yield "R4", "line/3/0", {"line/3/0": colour}


FAULTS = {
    Checkpoint.SETUP: (tile_at_set_up,),
    OFFER_END: (
        mixed_line,
        line_of_two_halves,
        gap_in_a_line,
        filled_from_the_left,
        colour_of_the_wall_row,
        tile_on_the_wall_too_early,
        tile_of_a_line_on_the_wall_too_early,
        wrong_wall_space,
        tile_taken_back,
        tile_moved_to_another_line,
        wall_tile_moved,
        floor_gap,
        floor_one_space_late,
    ),
    TURN: (
        mixed_line,
        gap_in_a_line,
        wrong_wall_space,
        tile_taken_back,
        tile_moved_to_another_line,
        two_lines_of_one_colour,
        two_lines_of_two_colours,
        second_colour_on_the_floor,
        dropped_though_the_line_has_room,
        marker_after_the_tiles,
        marker_alone,
        tile_of_a_line_on_the_wall_too_early,
        floor_tile_taken_back,
    ),
    TILED: (
        forgotten_line,
        line_not_cleared,
        line_thrown_away,
        tile_on_a_wrong_space,
        colour_twice_in_a_column,
        incomplete_line_moved,
        incomplete_line_cleared,
        floor_not_emptied,
        stuck_line_left,
        wall_tile_moved,
    ),
}
