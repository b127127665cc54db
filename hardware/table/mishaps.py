"""Faults carried out on a scene."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from companion.fields import Point
from companion.geometry.camera import Pose
from hardware.table.faults import Faults
from hardware.table.picture.table_scene import Glare, Hand, Shade, TableScene

NUDGE_MM = 14.0
NUDGE_TURN = 0.05
"""Standard deviations of how far and how much a board is pushed."""

BUMP_MM = 4.0
"""Standard deviation of how far a knock moves the camera and what it looks at."""

SLEEVE_MM = 420.0


def lasting(table: TableScene, faults: Faults, chance: Random) -> TableScene:
    """Return the table after what may have happened to it since the last picture."""
    if faults.happens("nudge", chance):
        table = nudged(table, chance.randrange(len(table.seats)), chance)
    if faults.happens("bump", chance):
        table = bumped(table, chance)
    if faults.happens("lamp", chance):
        table = relit(table, chance)
    glares = (glare_on(table, chance),) if faults.happens("glare", chance) else ()
    shade = shade_on(table, chance) if faults.happens("shadow", chance) else None
    return replace(table, light=replace(table.light, glares=glares, shade=shade))


def obscured(scene: TableScene, fault: str, chance: Random) -> TableScene | None:
    """Return the scene under a fault that spoils one picture; None where there is no picture."""
    if fault == "hands":
        return replace(scene, hands=(hand_over(scene, chance),))
    return replace(scene, black=True) if fault == "black" else None


def nudged(table: TableScene, seat: int, chance: Random) -> TableScene:
    """Return the table with one board pushed aside, its brackets and tiles with it."""
    seated = table.seats[seat]
    old = seated.pose
    middle = np.array([table.board.size_mm]) / 2
    x, y = old.place(middle)[0] + [chance.gauss(0, NUDGE_MM), chance.gauss(0, NUDGE_MM)]
    turn = old.turn + chance.gauss(0, NUDGE_TURN)
    at = np.array([x, y]) - Pose(0.0, 0.0, turn).place(middle)[0]
    moved = replace(seated, pose=Pose(float(at[0]), float(at[1]), turn))
    return replace(table, seats=(*table.seats[:seat], moved, *table.seats[seat + 1 :]))


def bumped(table: TableScene, chance: Random) -> TableScene:
    """Return the table seen by a camera whose stand was knocked against."""
    (x, y, height), (ahead, down) = table.eye.place_mm, table.eye.target_mm
    eye = replace(
        table.eye,
        place_mm=(x + chance.gauss(0, BUMP_MM), y + chance.gauss(0, BUMP_MM), height),
        target_mm=(ahead + chance.gauss(0, BUMP_MM), down + chance.gauss(0, BUMP_MM)),
    )
    return replace(table, eye=eye)


def relit(table: TableScene, chance: Random) -> TableScene:
    """Return the table under another lamp."""
    light = replace(
        table.light,
        level=chance.uniform(0.8, 1.05),
        warmth=chance.uniform(-0.4, 1.0),
        lamp_mm=(chance.uniform(-500, 500), chance.uniform(-400, 400)),
        fall=chance.uniform(0.15, 0.5),
    )
    return replace(table, light=light)


def glare_on(table: TableScene, chance: Random) -> Glare:
    """Return a lamp that mirrors somewhere on a board."""
    place = on_a_board(table, chance)
    return Glare(place, chance.uniform(18, 32), chance.uniform(0.06, 0.16))


def shade_on(table: TableScene, chance: Random) -> Shade:
    """Return a shadow whose edge crosses a board."""
    seated = table.seats[chance.randrange(len(table.seats))]
    x, y = seated.pose.place(np.array([table.board.size_mm]) / 2)[0]
    turn = chance.uniform(-np.pi, np.pi)
    return Shade((float(x), float(y)), turn, chance.uniform(0.6, 0.8))


def hand_over(table: TableScene, chance: Random) -> Hand:
    """Return the hand of the player whose board it covers."""
    seat = chance.randrange(len(table.seats))
    pose, (width, height) = table.seats[seat].pose, table.board.size_mm
    tip = np.array([[chance.uniform(0.25, 0.75) * width, chance.uniform(0.3, 0.5) * height]])
    sleeve = np.array([[chance.uniform(0.2, 0.8) * width, height + SLEEVE_MM]])
    (x, y), (u, v) = pose.place(tip)[0], pose.place(sleeve)[0]
    return Hand((float(x), float(y)), (float(u), float(v)))


def on_a_board(table: TableScene, chance: Random) -> Point:
    """Return a point of the table that some board covers."""
    seated = table.seats[chance.randrange(len(table.seats))]
    share = np.array([[chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8)]])
    x, y = seated.pose.place(share * table.board.size_mm)[0]
    return float(x), float(y)
