"""A second scorer of Azul Duel, written from the rules file alone and as plainly as possible.

It knows nothing of the engine's boards: a dome is a dictionary from (row, column), counted from 1,
to what lies there, and another one to what is printed there.
"""

from __future__ import annotations

COLOURS = {"blue", "yellow", "red", "black", "turquoise"}
PLACES = [(i, j) for i in (0, 1, 2) for j in (0, 1, 2)]


def dome_of(player):
    """Return (lying, printed) of a player in the JSON form of a position."""
    lying, printed = {}, {}
    for index, tile in enumerate(player["board"]["dome"]):
        if tile is not None:
            lying[index // 6 + 1, index % 6 + 1] = tile
    for (i, j), spaces in zip(PLACES, player["board"]["places"], strict=True):
        if spaces is not None:
            for (down, right), space in zip([(0, 0), (0, 1), (1, 0), (1, 1)], spaces, strict=True):
                printed[2 * i + 1 + down, 2 * j + 1 + right] = space
    return lying, printed


def length(lying, row, column, down, right):
    """Count the tiles of the run through a space in one direction and its opposite."""
    count = 1
    for sign in (1, -1):
        r, c = row + sign * down, column + sign * right
        while (r, c) in lying:
            count += 1
            r, c = r + sign * down, c + sign * right
    return count


def tile_points(lying, row, column):
    """R42 and R43."""
    across, along = length(lying, row, column, 1, 0), length(lying, row, column, 0, 1)
    if across == 1 and along == 1:
        return 1
    return sum(run for run in (across, along) if run > 1)


def place(lying, printed, row, column, colour):
    """Put a tile; return the dome and the points of it and of a special tile it brings."""
    lying = {**lying, (row, column): colour}
    points = tile_points(lying, row, column)
    top, left = row - (row - 1) % 2, column - (column - 1) % 2
    square = [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]
    for space in square:
        others = [other for other in square if other != space]
        due = printed[space] == "special" and space not in lying
        if due and all(other in lying for other in others):
            lying = {**lying, space: "special"}
            return lying, points + space[0]
    return lying, points


def end_of_phase_2(score, broken, first):
    """R47 to R49."""
    loss = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10}[broken] + (2 if first else 0)
    return max(0, score - loss)


def goal_points(lying, printed, goal):
    """R58 to R68."""
    numbers = range(1, 7)
    if goal == "G1":
        return 3 * sum(all((r, c) in lying for c in numbers) for r in numbers)
    if goal == "G2":
        return 7 * sum(all((r, c) in lying for r in numbers) for c in numbers)
    if goal == "G3":
        down = all((n, n) in lying for n in numbers)
        up = all((n, 7 - n) in lying for n in numbers)
        return 10 * (down + up)
    if goal == "G4":
        many = [space for space, what in printed.items() if what == "any"]
        return 2 * len(many) if all(space in lying for space in many) else 0
    if goal == "G5":
        return sum(1 for r, c in lying if r in (1, 6) or c in (1, 6))
    if goal == "G6":
        rows = [{tile for (r, _), tile in lying.items() if r == n} for n in numbers]
        return 4 * sum(len(row) >= 5 for row in rows)
    if goal == "G7":
        corners = {(1, 1): 3, (1, 5): 3, (5, 1): 8, (5, 5): 8}
        return sum(
            points
            for (r, c), points in corners.items()
            if all((r + down, c + right) in lying for down in (0, 1) for right in (0, 1))
        )
    assert goal == "G8"
    return -3 * sum(
        1 for space, what in printed.items() if what == "special" and space not in lying
    )


def final(score, lying, printed, goals):
    """All goals, then 0 at the least."""
    return max(0, score + sum(goal_points(lying, printed, goal) for goal in goals))
