"""Every sentence of the rules and of errors that can reach a page, collected from the code."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SITES = {
    "Problem": (2,),
    "problem": (2,),
    "_problem": (2,),
    "_twice": (1,),
    "found": (1,),
    "Notice": (1,),
    "Sentence": (0,),
    "CorrectionRefused": (0,),
    "PictureError": (0,),
    "CameraLost": (0,),
    "BoardNotFound": (0,),
    "CalibrationError": (0,),
    "JournalError": (0,),
    "SourceError": (1, 2),
    "GivenUp": (1, 2),
}
"""What makes a sentence: a class or function -> which of its arguments are templates."""

FOR_COMMANDS = (
    "companion/cli/commands/pictures/calibrate.py",
    "companion/cli/commands/pictures/boards.py",
    "companion/evaluation/",
    "companion/service/reports/debug_picture.py",
    "companion/service/pictures/single_picture.py",
    "calibration/tapped_corners.py",
    "calibration/documents.py",
    "calibration/lens/",
    "calibration/tile_looks.py",
)
"""Code whose errors end a command and are never seen on a page."""

FOR_INSTALLING = (
    "hardware/cameras/pixels.py",
    "hardware/cameras/pi.py import_picamera2",
    "hardware/cameras/webcam.py _read",
    "calibration/template/adjustment.py _check_board",
    "companion/journal/rescue/repair.py _cannot",
    "companion/journal/journal.py make_folder",
)
"""Errors with which the companion does not even start, or that mean another camera is needed."""


@dataclass(frozen=True)
class Place:
    """Where a template is looked for: a file, a function in it, and what its names stand for."""

    path: str
    function: ast.FunctionDef | ast.Module
    constants: dict[str, str]


@cache
def templates():
    """Every template, and the places where none could be made out."""
    found, unknown = set(), set()
    for package in ("companion", "calibration", "hardware"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            calls = any(f"{called}(" in text for called in SITES)
            if calls and not name.startswith(FOR_COMMANDS):
                of_file(name, ast.parse(text), found, unknown)
    return frozenset(found), frozenset(unknown)


def of_file(name, module, found, unknown):
    constants = assigned(module.body)
    inner = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    for function in inner:
        place = Place(name, function, constants)
        where = f"{name} {function.name}"
        if where.startswith(FOR_INSTALLING):
            continue
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            called = getattr(call.func, "id", getattr(call.func, "attr", ""))
            for number in SITES.get(called, ()):
                if number < len(call.args):
                    texts = read(call.args[number], place)
                    found.update(texts or ())
                    unknown.update((where,) if texts is None else ())


def read(node, place):
    """The templates an argument can be; None where that cannot be told."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if isinstance(node, ast.IfExp):
        parts = [read(node.body, place), read(node.orelse, place)]
        return None if None in parts else set().union(*parts)
    if isinstance(node, ast.Name):
        return named(node.id, place)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Sentence":
        return set()  # it is found by itself
    return set() if isinstance(node, ast.Attribute) and node.attr == "template" else None


def named(name, place):
    """The templates a name can stand for: a constant, what was assigned, or what a caller gave."""
    arguments = place.function.args
    if name in [one.arg for one in (*arguments.args, *arguments.kwonlyargs)]:
        return set()  # its callers are found by themselves
    values = [
        node.value
        for node in ast.walk(place.function)
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name
    ]
    if not values:
        return {place.constants[name]} if name in place.constants else imported(name)
    parts = [read(value, place) for value in values]
    return None if None in parts else set().union(*parts)


@cache
def imported(name):
    """A constant of another file: the name is enough, constants are written large and once."""
    for path in (ROOT / "companion").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        constants = assigned(ast.parse(text).body) if f"\n{name} = " in text else {}
        if name in constants:
            return {constants[name]}
    return None


def assigned(body):
    return {
        node.targets[0].id: node.value.value
        for node in body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
