"""The documents tell of everything there is, and what they point at exists."""

import re
from pathlib import Path

import pytest

from companion.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_command_has_its_row_in_the_readme():
    rows = set(re.findall(r"^\| `companion (\w[\w-]*)", text("README.md"), re.MULTILINE))
    assert rows == set(COMMANDS)


def test_every_make_target_is_explained():
    targets = re.findall(r"^([a-z-]+):.*## ", text("Makefile"), re.MULTILINE)
    assert "run" in targets
    told = text("README.md") + text("CONTRIBUTING.md")
    assert [target for target in targets if f"make {target}" not in told] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    for link in re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8")):
        assert "://" in link or (document.parent / link).exists(), link


def test_the_sitting_in_the_readme_can_be_read(tmp_path):
    from companion.sitting_folder import read

    (example,) = re.findall(r"```json\n(.*?)```", text("README.md"), re.DOTALL)
    (tmp_path / "sitting.json").write_text(example)
    for name in re.findall(r"\d+\.jpg", example):
        (tmp_path / name).touch()
    assert len(read(tmp_path).frames) == 3


def rooms():
    """The modules and packages directly in ``companion``."""
    for path in sorted((ROOT / "companion").iterdir()):
        if path.suffix == ".py" or (path / "__init__.py").is_file():
            yield path.stem


@pytest.mark.parametrize("room", sorted(set(rooms()) - {"__init__", "__main__"}))
def test_every_room_has_its_place(room):
    assert f"companion.{room}" in text("pyproject.toml"), "give it a layer"
    assert f"`companion/{room}" in text("docs/architecture.md"), "give it a row"
