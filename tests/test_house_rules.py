"""The hard rules of CONTRIBUTING.md that a machine can hold."""

import ast
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

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


def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path):
    """The modules a file imports, anywhere in it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("path", CODE + TESTS, ids=name)
def test_files_and_functions_stay_small(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE
    if path in CODE:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < LONGEST_FUNCTION, node.name


@pytest.mark.parametrize("path", sorted((ROOT / "companion/games").rglob("*.py")), ids=name)
def test_the_rules_need_the_standard_library_only(path):
    for module in imported(path):
        ours = module == "companion.games" or module.startswith("companion.games.")
        assert ours or module.partition(".")[0] in sys.stdlib_module_names, module
        assert module not in ("time", "datetime"), "the rules know no clock"


@pytest.mark.parametrize("path", CODE, ids=name)
def test_nothing_that_reads_pictures_knows_the_truth(path):
    if not MAY_OPEN_THE_TRUTH.match(name(path)):
        assert "labels.json" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CODE, ids=name)
def test_no_window_is_ever_opened(path):
    """So that OpenCV's headless build does as well."""
    called = {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}
    assert not called & {"imshow", "namedWindow", "waitKey"}


@pytest.mark.parametrize(
    "module", ["companion.boards", "companion.games", "companion.sitting_folder"]
)
def test_public_names_are_what_all_says(module):
    package = import_module(module)
    assert sorted(package.__all__) == sorted(set(package.__all__))
    for public in package.__all__:
        assert hasattr(package, public), public
