"""``docs/architecture.md`` says what is so: who imports whom, and where things are changed."""

import ast
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Protocol

import pytest
from parsed import parsed
from test_house import PACKAGES, imports

from companion import ports
from companion.games import INFOS, GameInfo

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
    for name, _, may in table("Rooms"):
        room = re.sub(r"`(?:companion/)?(\w+)(?:\.py|/)`", r"\1", name)
        named = set(re.findall(r"\w+", may))
        found[room] = set(FLOOR) - {room} if "everything" in named else named - {"basics"}
        if "basics" in named:
            found[room] |= BASICS
    return found


def room_of(module):
    first, _, rest = module.partition(".")
    return rest.partition(".")[0] if first == "companion" else first


ALLOWED = allowed()
DOORS = {"__init__", "__main__"}


def test_the_table_names_every_device_that_there_is_a_port_for():
    (row,) = (what for name, what, _ in table("Rooms") if "ports.py" in name)
    said = re.search(r"outside: ([a-z, ]+)", row).group(1).split(", ")
    protocols = [
        name for name, one in vars(ports).items() if Protocol in getattr(one, "__bases__", ())
    ]
    assert said == [name.lower() for name in protocols]


def test_the_table_has_every_room_of_the_contract_and_no_other():
    assert set(ALLOWED) == set(FLOOR)


def test_the_table_allows_what_is_imported():
    actual = {
        (room_of(module), room_of(other))
        for module, others in imports().items()
        for other in others
        if room_of(module) != room_of(other) and not DOORS & {room_of(module), room_of(other)}
    }
    assert [(one, other) for one, other in sorted(actual) if other not in ALLOWED[one]] == []


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


def words_of_games():
    """What only a game may say: its name, its folder and engine, its rules, goals and options."""
    for info in INFOS.values():
        asked = (*info.asks, *info.house_rules)
        yield from (info.name, info.package, info.engine, *info.goals, *info.unasked)
        yield from (info.title.split()[-1], *(one.option for one in asked))
        yield rf"{info.prefix}-R\d+"


OF_EVERY_GAME = {"", *(field.name for field in fields(GameInfo))}
NAMES_A_GAME = re.compile(
    rf"(?<!\w)({'|'.join(sorted({*words_of_games()} - OF_EVERY_GAME))})(?![\w-])",
    re.IGNORECASE,
)

BRANDS = {
    "companion/cli/command_line.py": {"A camera score-keeper for the Azul family of board games."},
    "companion/club/topics.py": {"azul"},
    "companion/printings/faces.py": {"AZUL", "DUEL", "MINI"},
    "web/input/openapi.py": {"A camera score-keeper for the Azul family of board games."},
}
"""File -> the texts in which a game's name is the family's, the address of a club, or printed."""


def spoken(path):
    """What code says: imports, names and texts of Python without docstrings, other files whole."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield re.sub(r"/\*.*?\*/|\{#.*?#\}|^\s*//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
        return
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                one.value.value = None  # a docstring may give an example


OUTSIDE = [
    path
    for room in (*PACKAGES, "web/templates", "web/static")
    for path in sorted((ROOT / room).rglob("*"))
    if path.suffix in (".py", ".html", ".css", ".js")
    and not path.is_relative_to(ROOT / "companion/games")
]


def test_nobody_outside_the_games_names_one():
    found = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in OUTSIDE
        for text in spoken(path)
        if NAMES_A_GAME.search(text) and text not in BRANDS.get(str(path.relative_to(ROOT)), ())
    }
    assert found == set()


def test_no_game_and_no_engine_needs_another_game():
    homes = {info.package for info in INFOS.values()}
    crossing = [
        (module, other)
        for module, others in imports().items()
        for other in others
        if module.startswith("companion.games.")
        and (home := ".".join(other.split(".")[:3])) in homes
        and not module.startswith(f"{home}.")
    ]
    assert crossing == []


def test_brands_are_still_said():
    for file, texts in BRANDS.items():
        assert texts <= set(spoken(ROOT / file)), file


@pytest.mark.parametrize(
    "text",
    ["azul-duel", "companion.games.summer_pavilion.layout", "AZ-R22", "G5", "the Duel board",
     "special_factories", '.house-azul-mini { }', "companion.games.wall.board"],
)  # fmt: skip
def test_a_name_that_comes_back_would_be_found(text):
    assert NAMES_A_GAME.search(text)
