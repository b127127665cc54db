"""``docs/architecture.md`` says what is so: who imports whom, and where things are changed."""

import re
import tomllib
from pathlib import Path

import pytest
from test_house import IMPORTS, PACKAGES

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]


def layers(contract):
    """The layers of a contract, lowest first, each a set of modules."""
    (found,) = (one for one in CONTRACTS if one["id"] == contract)
    return [set(re.findall(r"[\w.]+", line)) for line in reversed(found["layers"])]


BASICS = {module.removeprefix("companion.") for module in layers("rooms")[0]} - {"games"}
FLOOR = {
    module.removeprefix("companion."): floor
    for floor, modules in enumerate(layers("rooms"))
    for module in modules
}


def table(heading):
    """The rows of the first table after a heading."""
    section = TEXT.partition(f"\n## {heading}\n")[2]
    rows = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE).group(0).splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def allowed():
    """Room -> the rooms that the table lets it import."""
    found = {}
    for name, _, imports in table("Rooms"):
        room = re.sub(r"`(?:companion/)?(\w+)(?:\.py|/)`", r"\1", name)
        named = set(re.findall(r"\w+", imports))
        found[room] = set(FLOOR) - {room} if "everything" in named else named - {"basics"}
        if "basics" in named:
            found[room] |= BASICS
    return found


def room_of(module):
    first, _, rest = module.partition(".")
    return rest.partition(".")[0] if first == "companion" else first


ALLOWED = allowed()
ACTUAL = {
    (room_of(module), room_of(other))
    for module, others in IMPORTS.items()
    for other in others
    if "__init__" not in (room_of(module), room_of(other)) and room_of(module) != room_of(other)
}


def test_the_table_has_every_room_of_the_contract_and_no_other():
    assert set(ALLOWED) == set(FLOOR)


def test_the_table_allows_what_is_imported():
    assert [(one, other) for one, other in sorted(ACTUAL) if other not in ALLOWED[one]] == []


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_what_the_table_allows_the_contract_allows_too(room):
    assert [other for other in sorted(ALLOWED[room]) if FLOOR[other] >= FLOOR[room]] == []


def test_every_room_of_the_service_has_its_row_and_its_layer():
    rooms = {path.parent.name for path in (ROOT / "companion/service").glob("*/__init__.py")}
    section = TEXT.partition("| room of `companion/service/` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)/` \|", section, re.MULTILINE)) == rooms
    held = {module.rpartition(".")[2] for layer in layers("service") for module in layer}
    assert held == rooms


PLACES = [
    (what, file)
    for what, files in table("Where do I change ...")
    for file in re.findall(r"`([^`]+)`", files)
]


def test_the_answers_are_many():
    assert len({what for what, _ in PLACES}) >= 15


@pytest.mark.parametrize(("what", "file"), PLACES)
def test_where_something_is_changed_there_is_a_file(what, file):
    assert (ROOT / file).is_file(), what


def test_the_rims_are_the_packages_beside_the_companion():
    assert set(PACKAGES) - {"companion"} == set(FLOOR) & set(PACKAGES)
