"""The hard rules of CONTRIBUTING.md that a machine can hold."""

import ast
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from parsed import parsed

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "calibration", "hardware", "web")
CODE = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

LONGEST_FILE = 400
LONGEST_FUNCTION = 45

MAY_OPEN_THE_TRUTH = re.compile(r"companion/(cli/commands/pictures/)?evaluat\w*")
"""Measuring alone may look at what the pictures really show."""


def name(path):
    return path.relative_to(ROOT).as_posix()


TEXTS = {path: path.read_text(encoding="utf-8") for path in CODE + TESTS}


@pytest.fixture(scope="module")
def trees():
    return {path: parsed(TEXTS[path]) for path in CODE}


def imported(tree):
    """The modules a file imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_files_stay_small():
    assert [name(p) for p, text in TEXTS.items() if len(text.splitlines()) > LONGEST_FILE] == []


def test_functions_stay_small(trees):
    assert [
        f"{name(path)} {node.name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= LONGEST_FUNCTION
    ] == []


def fit_for_rules(module):
    """The rules need the standard library only, and know no clock."""
    ours = module == "companion.games" or module.startswith("companion.games.")
    known = ours or module.partition(".")[0] in sys.stdlib_module_names
    return known and module not in ("time", "datetime")


def test_the_rules_need_the_standard_library_only(trees):
    rules = [path for path in CODE if name(path).startswith("companion/games/")]
    assert len(rules) > 100
    assert [
        f"{name(path)} imports {module}"
        for path in rules
        for module in imported(trees[path])
        if not fit_for_rules(module)
    ] == []


def test_nothing_that_reads_pictures_knows_the_truth():
    knows = [name(path) for path in CODE if "labels.json" in TEXTS[path]]
    assert [path for path in knows if not MAY_OPEN_THE_TRUTH.match(path)] == []


def test_no_window_is_ever_opened(trees):
    """So that OpenCV's headless build does as well."""
    assert [
        f"{name(path)} calls {node.attr}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("imshow", "namedWindow", "waitKey")
    ] == []


@pytest.mark.parametrize(
    "module", ["companion.boards", "companion.games", "companion.sitting_folder"]
)
def test_public_names_are_what_all_says(module):
    package = import_module(module)
    assert sorted(package.__all__) == sorted(set(package.__all__))
    for public in package.__all__:
        assert hasattr(package, public), public
