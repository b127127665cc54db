"""The house as a whole: no import runs in a circle, no folder is too full, every name is one."""

import ast
import re
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from parsed import parsed

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "calibration", "hardware", "web")
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}


def imported(module, path):
    """The modules of ours that a module names in imports, for types only or not."""
    for node in ast.walk(parsed(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names] + [node.module or ""]
        else:
            continue
        for name in names:
            face = f"{name}.__init__"
            if name in FILES:
                yield name
            elif face in FILES and not module.startswith(f"{name}."):
                yield face


@cache
def imports():
    """Module -> the modules of ours that it names."""
    return {module: set(imported(module, path)) - {module} for module, path in FILES.items()}


def test_no_import_runs_in_a_circle():
    """Imports only for type checkers count: who holds the other's type knows the other."""
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_a_circle_would_be_found():
    with pytest.raises(CycleError):
        TopologicalSorter({"a": {"b"}, "b": {"c"}, "c": {"a"}}).prepare()


def json_made(tree, inside=False):
    """The lines that make JSON of a value, but for what tells the form of a value itself."""
    for node in ast.iter_child_nodes(tree):
        here = inside or (isinstance(node, ast.FunctionDef) and node.name.endswith("json"))
        if isinstance(node, ast.Call) and not here:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name.endswith("_json"):
                yield node.lineno
        yield from json_made(node, here)


@pytest.mark.parametrize("room", ["companion/service", "web/views"])
def test_inside_the_house_go_values_and_json_is_made_at_the_rims(room):
    made = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in json_made(parsed(path.read_text(encoding="utf-8")))
    ]
    assert made == []


SCRIPTS = {path.name: path for path in sorted((ROOT / "web/static/js").glob("*.js"))}
TAKEN = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";', re.MULTILINE)
GIVEN = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_a_script_takes_from_another_is_given_there(name):
    """A browser that misses one name runs none of the page's script."""
    taken = [
        (what, other)
        for names, other in TAKEN.findall(SCRIPTS[name].read_text(encoding="utf-8"))
        for what in re.findall(r"\w+", names)
    ]
    given = {other: GIVEN.findall(SCRIPTS[other].read_text("utf-8")) for _, other in taken}
    assert [(what, other) for what, other in taken if what not in given[other]] == []


def test_no_scripts_hold_each_other():
    held = {
        name: {other for _, other in TAKEN.findall(path.read_text(encoding="utf-8"))}
        for name, path in SCRIPTS.items()
    }
    TopologicalSorter(held).prepare()


def test_every_number_that_was_chosen_says_what_it_is_for():
    body = ast.parse(FILES["companion.chosen_numbers"].read_text(encoding="utf-8")).body
    chosen = [n for n, node in enumerate(body) if isinstance(node, ast.Assign)]
    assert 0 < len(chosen) <= 80, "fewer are better: what was learned needs none"
    for n in chosen:
        said = ast.unparse(body[n + 1]) if n + 1 < len(body) else ""
        assert said.startswith(("'", '"')), ast.unparse(body[n])


def test_no_two_files_of_tests_have_one_name():
    """Their folders are no packages: pytest takes the second of one name for the first."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, files in names.items() if files > 1] == []
