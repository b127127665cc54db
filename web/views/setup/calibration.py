"""Camera, light and printing on the page that guides through calibration."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.service.pictures.calibrator import AS_USUAL, Laid, Move, Moves, Remark, Shape
from web.languages import decimal, ngettext
from web.languages import gettext as _
from web.views.wording import words

STEP_MM = 0.5
STEP_SIZE = 0.005
FARTHEST_MM = 20.0
SIZES = (0.9, 1.1)
ROOM = 0.15
"""Part of a group's size that is shown around it."""

GROUPS = (
    "wall", "lines", "floor", "track", "sliders", "dome", "bonus", "stores", "stars", "corners",
)  # fmt: skip

WAYS: Mapping[str, Move] = {
    "up": (0.0, -STEP_MM, 0.0, 0.0),
    "left": (-STEP_MM, 0.0, 0.0, 0.0),
    "right": (STEP_MM, 0.0, 0.0, 0.0),
    "down": (0.0, STEP_MM, 0.0, 0.0),
    "wider": (0.0, 0.0, STEP_SIZE, 0.0),
    "narrower": (0.0, 0.0, -STEP_SIZE, 0.0),
    "taller": (0.0, 0.0, 0.0, STEP_SIZE),
    "shorter": (0.0, 0.0, 0.0, -STEP_SIZE),
}


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of the picture, turned about its middle by ``turn`` degrees.

    Left, top, width and height are in pixels.
    """

    left: float
    top: float
    width: float
    height: float
    turn: float = 0.0

    @property
    def transform(self) -> str:
        """What turns the picture, as SVG has it."""
        x, y = self.left + self.width / 2, self.top + self.height / 2
        return f"rotate({self.turn:.2f} {x:.1f} {y:.1f})"

    def __str__(self) -> str:
        return f"{self.left:.1f} {self.top:.1f} {self.width:.1f} {self.height:.1f}"


@dataclass(frozen=True, slots=True)
class Told:
    """A remark in words: its level, a word for the level, what was found, what to do."""

    level: str
    mark: str
    found: str
    advice: str


def written(move: Move) -> str:
    """Return a move as it stands in addresses and forms."""
    return ",".join(f"{value:.4g}" for value in move)


def understood(values: Mapping[str, str]) -> Moves:
    """Return the moves in the parameters of an address or form; ``ValueError`` where one is none.

    >>> understood({"wall": "0.5,0,1,1", "seat": "0"})
    {'wall': (0.5, 0.0, 1.0, 1.0)}
    """
    return {name: bounded(values[name]) for name in GROUPS if values.get(name)}


def bounded(text: str) -> Move:
    """Return one written move, held within what any printing needs."""
    right, down, wider, taller = (float(part) for part in text.split(","))
    if not all(abs(value) < 1e3 for value in (right, down, wider, taller)):  # nor infinite, nor NaN
        raise ValueError(f"{text} is no move")
    return within(right, down, wider, taller)


def within(right: float, down: float, wider: float, taller: float) -> Move:
    """Return a move that goes no farther than any printing needs, without rounding errors."""
    shift = (min(max(value, -FARTHEST_MM), FARTHEST_MM) for value in (right, down))
    size = (min(max(value, SIZES[0]), SIZES[1]) for value in (wider, taller))
    x, y = (round(value, 3) for value in shift)
    across, along = (round(value, 4) for value in size)
    return x, y, across, along


def stepped(moves: Moves, group: str, way: str) -> Moves:
    """Return the moves after one step of a group in one of ``WAYS``."""
    now, by = moves.get(group, AS_USUAL), WAYS[way]
    return {**moves, group: within(*(a + b for a, b in zip(now, by, strict=True)))}


def around(laid: Laid, group: str) -> Window:
    """Return the piece of the picture that shows a group, with some room, as its player sees it."""
    (x0, y0), (x1, y1) = laid.outline[:2]
    turn = -math.atan2(y1 - y0, x1 - x0)
    spots = [spot for shape in laid.groups[group] for spot in shape]
    middle = tuple((min(axis) + max(axis)) / 2 for axis in zip(*spots, strict=True))
    c, s = math.cos(turn), math.sin(turn)
    apart = [(x - middle[0], y - middle[1]) for x, y in spots]
    wide = max(abs(c * x - s * y) for x, y in apart)
    tall = max(abs(s * x + c * y) for x, y in apart)
    room = 2 * ROOM * max(wide, tall)
    wide, tall = wide + room, tall + room
    left, top = middle[0] - wide, middle[1] - tall
    return Window(left, top, 2 * wide, 2 * tall, math.degrees(turn))


def points(shape: Shape) -> str:
    """Return an outline as SVG has it."""
    return " ".join(f"{x:g},{y:g}" for x, y in shape)


def laid_for(boards: Iterable[Laid], seat: int) -> Laid | None:
    """Return what is laid over a seat's board; the first board where that seat has none."""
    known = {one.seat: one for one in boards}
    return known.get(seat) or next(iter(known.values()), None)


def group_name(group: str) -> str:
    """Return what a group of printed spaces is called."""
    names = {
        "wall": _("Wall"), "lines": _("Pattern lines"), "floor": _("Floor line"),
        "track": _("Score track"), "sliders": _("Sliders"), "dome": _("Dome"),
        "bonus": _("Bonus spaces"), "stores": _("Stores"), "stars": _("Stars"),
        "corners": _("Corner spaces"),
    }  # fmt: skip
    return names[group]


def way_name(way: str) -> str:
    """Return what a step is called."""
    names = {
        "up": _("Up"), "left": _("To the left"), "right": _("To the right"), "down": _("Down"),
        "wider": _("Wider"), "narrower": _("Narrower"), "taller": _("Taller"),
        "shorter": _("Less tall"),
    }  # fmt: skip
    return names[way]


def move_words(move: Move) -> str:
    """Return how a group lies, in numbers."""
    right, down, wider, taller = move
    return _(
        "%(right)s mm to the right, %(down)s mm down, %(wider)s %% wide, %(taller)s %% tall",
        right=decimal(right, "+"), down=decimal(down, "+"),
        wider=decimal(100 * wider), taller=decimal(100 * taller),
    )  # fmt: skip


def told(remark: Remark) -> Told:
    """Return a remark in words."""
    marks = {"good": _("Good"), "warn": _("Look at this"), "bad": _("Bad")}
    advice = "" if remark.level == "good" else advised(remark.check)
    return Told(remark.level, marks[remark.level], found(remark), advice)


def found(remark: Remark) -> str:
    """Return what was found."""
    value = next(iter(remark.values.values()), 0.0)
    return of_board(remark, value) if remark.seat is not None else of_table(remark, value)


def of_board(remark: Remark, value: float) -> str:
    """Return what was found of one board."""
    who = words.seat(remark.seat or 0)
    if remark.check == "in-view" and value < 0:
        return _("%(who)s: the board is %(px)s px outside the picture.",
                 who=who, px=round(-value))  # fmt: skip
    if remark.check == "in-view":
        return _("%(who)s: the board is %(px)s px inside the picture.",
                 who=who, px=round(value))  # fmt: skip
    if remark.check == "tile-size":
        return _("%(who)s: a tile is %(px)s px wide.", who=who, px=round(value))
    if remark.check == "sharpness":
        return _("%(who)s: printed edges are %(px)s pixels wide.", who=who, px=decimal(value))
    if not remark.spots:
        return _("%(who)s: nothing glares.", who=who)
    lamps = ngettext("%(num)d place glares", "%(num)d places glare", len(remark.spots))
    return f"{who}: {lamps}."


def of_table(remark: Remark, value: float) -> str:
    """Return what was found of camera and light."""
    if remark.check == "tilt":
        height = remark.values.get("height_mm", 0.0) / 10
        return _("The camera hangs %(cm)s cm over the table, tilted by %(degrees)s°.",
                 cm=round(height), degrees=round(value))  # fmt: skip
    if remark.check == "brightness":
        return _("White has a level of %(level)s of 255 on the darkest board.", level=round(value))
    if remark.check == "exposure":
        return _("%(percent)s %% of the boards are burnt out.", percent=round(100 * value))
    if remark.check == "colour":
        return _("White is %(percent)s %% stronger in its strongest colour than in its weakest.",
                 percent=round(100 * (value - 1)))  # fmt: skip
    if remark.check == "evenness":
        return _("The brightest part of the boards has %(times)s times the light of the darkest.",
                 times=decimal(value))  # fmt: skip
    return _("The picture's noise is %(levels)s grey levels.", levels=decimal(value))


def advised(check: str) -> str:
    """Return what to do about something that is not good."""
    return {
        "in-view": _("Move the board inwards, or the camera up."),
        "tile-size": _("Lower the camera, or let it take larger pictures."),
        "tilt": _("Hang the camera more over the middle: tiles hide what is behind them."),
        "sharpness": _("Focus the camera, wipe its lens, or give it more light."),
        "glare": _("Move the lamp or the board, until the circles in the picture are gone."),
        "brightness": _("Put a lamp nearer, or let the camera expose longer."),
        "exposure": _("Let the camera expose shorter: colours there are lost."),
        "colour": _("Set the camera's white balance, or use a lamp of neutral white."),
        "evenness": _("Hang the lamp higher, or more over the middle."),
        "noise": _("Give the picture more light, or lower the camera's gain."),
    }[check]
