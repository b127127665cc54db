"""The documents tell of everything there is, and what they point at exists."""

import json
import re
from pathlib import Path

import pytest

from companion.cli.commands import COMMANDS
from companion.games.azul_duel.options import Options as DuelOptions
from companion.games.common.options import choices_of
from companion.games.summer_pavilion.options import Options as PavilionOptions
from companion.games.wall.data import MiniOptions, Options, SpecialOptions

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = {
    "azul": Options,
    "azul-mini": MiniOptions,
    "master-chocolatier": SpecialOptions,
    "summer-pavilion": PavilionOptions,
    "azul-duel": DuelOptions,
}
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


def test_formats_name_every_key_that_a_sitting_may_have():
    from companion.sitting_folder.names import FRAME_NAMES, SITTING_NAMES
    from companion.sitting_folder.told import READERS

    told = text("docs/formats.md")
    for name in (*SITTING_NAMES, *FRAME_NAMES, *READERS):
        assert f"`{name}`" in told, name


@pytest.mark.parametrize(("game", "kind"), OPTIONS.items())
def test_the_rules_name_every_option_with_its_answers(game, kind):
    rows = dict(
        re.findall(r"^\| `(\w+)` \| ([^|]+) \|$", text(f"docs/rules/{game}.md"), re.MULTILINE)
    )
    for option, answers in choices_of(kind).items():
        said = re.findall(r"`\"?([^`\"]+)\"?`", rows[option])
        if isinstance(answers, tuple):
            assert said[0] == str(answers[0]).lower(), option
            assert {str(one).lower() for one in answers} <= set(said), option


def test_what_formats_show_is_what_is_printed():
    from companion.boards import load
    from companion.games.base import Checkpoint, Moment, Result
    from companion.service.pictures.judgement import judge
    from companion.service.pictures.picture_report import PictureReport
    from companion.service.reports.report import BoardReport, Report, Status, result_json
    from tests.clear_boards import seen_clearly

    blocks = re.findall(r"```json\n(.*?)```", text("docs/formats.md"), re.DOTALL)
    frame, result, _answers, picture = map(json.loads, blocks)
    seen = seen_clearly(load("azul"), {"line/0/0": "black"}, score_marker=10)
    report = Report(
        Moment(Checkpoint.OFFER_END, 1), Status.READ, (BoardReport(seen),), (1, 0), ((), ())
    )
    (judged,) = judge(load("azul"), [seen])
    assert_alike(frame, report.to_json())
    assert_alike(result, result_json(Result((54, 51), ({}, {}), ((), ()), (0,), True)))
    assert_alike(picture["boards"][0], PictureReport(seen, judged).to_json())
    assert_alike(picture["boards"][0]["worth"], PictureReport(seen, judged).to_json()["worth"])


def assert_alike(shown, printed):
    """Both have the same keys, and so have their first boards and their results."""
    assert shown.keys() == printed.keys()
    if "result" in shown:
        assert shown["result"].keys() == printed["result"].keys()
    if "boards" in shown:
        assert shown["boards"][0].keys() == printed["boards"][0].keys()


def rooms():
    """The modules and packages directly in ``companion``."""
    for path in sorted((ROOT / "companion").iterdir()):
        if path.suffix == ".py" or (path / "__init__.py").is_file():
            yield path.stem


@pytest.mark.parametrize("room", sorted(set(rooms()) - {"__init__", "__main__"}))
def test_every_room_has_its_place(room):
    assert f"companion.{room}" in text("pyproject.toml"), "give it a layer"
    assert f"`companion/{room}" in text("docs/architecture.md"), "give it a row"


def test_what_is_said_of_held_out_games_is_the_sum_of_them_all():
    measured = text("docs/measurements.md")
    table = measured[measured.index("| **held out** |") :].split("\n\n")[0]
    games = [figures(row) for row in table.splitlines()[2:]]
    (summary,) = re.findall(
        r"^\| rendered games, \*held out\*.*$", text("docs/model.md"), re.MULTILINE
    )
    assert figures(summary) == [sum(column) for column in zip(*games, strict=True)]


def figures(row):
    """Cells, wrong before and after the rules, false alarms, rounds right, rounds."""
    counted = row.strip("|").split("|")[1:]
    plain = (re.sub(r"\(.*?\)|,", "", each) for each in counted)
    return [int(number) for each in plain for number in each.split(" of ")]
