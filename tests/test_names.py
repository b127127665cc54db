"""A file is found by its name: one name, one meaning; and no folder is too full to look through."""

from collections import defaultdict
from pathlib import Path

import pytest
from test_house import PACKAGES

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if path.stem not in ("__init__", "__main__")
]

MOST = 15
"""Files beside each other, the folder's own face not counted."""

APART = ("companion/games", "companion/vision", "companion/printings", "companion/training")
"""Rooms with a language of their own: what they call a file, they call it among themselves."""

ROLES = {
    "board": "a board as a value, as it is printed and as it lies",
    "bench": "measuring speed",
    "rounds": "the rounds of a game",
}
"""Names that several rooms use for the same thing."""

NOUNS = {
    "coaching",
    "dressing",
    "evening",
    "finding",
    "learning",
    "lettering",
    "lighting",
    "opening",
    "pairing",
    "seating",
    "sighting",
    "sitting",
}
"""Words that end like participles and are none."""


def where(path):
    return path.parent.as_posix()


@pytest.mark.parametrize("folder", sorted({where(path) for path in FILES}))
def test_no_folder_is_too_full_to_look_through(folder):
    beside = [path for path in FILES if where(path) == folder]
    assert len(beside) <= MOST


def is_command(path):
    """A command is called as it is typed, and what it is about may have the same name."""
    return where(path).startswith("companion/cli/commands/")


def is_page(path):
    """The addresses of a page and what it shows have the page's name."""
    return where(path) == "web/routes" or where(path).startswith("web/views/")


def is_apart(path):
    return where(path).startswith(APART)


def twins():
    """Name -> the files that share it for no good reason, one at least outside the rooms apart."""
    named = defaultdict(list)
    for path in FILES:
        if not is_command(path) and path.stem not in ROLES:
            named[path.stem].append(path)
    for name, paths in sorted(named.items()):
        ours = [path for path in paths if not is_apart(path)]
        if len(paths) > 1 and ours and not (all(map(is_page, paths)) and len(paths) == 2):
            yield name, [path.as_posix() for path in paths]


def test_no_two_files_of_one_name_mean_different_things():
    assert dict(twins()) == {}


def test_no_file_is_called_by_a_bare_participle():
    """``telling`` tells what, ``kept`` keeps whom?  A noun says it."""
    bare = [
        path.as_posix()
        for path in FILES
        if (not is_apart(path) or where(path).startswith("companion/vision"))
        and "_" not in path.stem
        and path.stem.endswith(("ing", "ed"))
        and path.stem not in NOUNS | {"feed", "speed"}
    ]
    assert bare == []


def test_names_given_for_reasons_are_still_in_use():
    stems = {path.stem for path in FILES}
    assert set(ROLES) | NOUNS <= stems
    assert all((ROOT / folder).is_dir() for folder in APART)
