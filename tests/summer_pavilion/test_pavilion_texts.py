"""Every rule has its words, short enough for a phone."""

import json
import re
from pathlib import Path

import companion.games.summer_pavilion as package
from companion.games.summer_pavilion.options import Options

ROOT = Path(__file__).parents[2]
TEXTS = json.loads((ROOT / "companion/games/summer_pavilion/texts/en.json").read_text())
RULES = (ROOT / "docs/rules/summer-pavilion.md").read_text()


def test_every_rule_of_the_specification_has_a_text_and_no_other():
    assert set(TEXTS) == set(re.findall(r"^- \*\*(SP-R\d+)\*\*", RULES, re.MULTILINE))
    assert len(TEXTS) == 49


def test_every_text_is_whole_and_short():
    for rule, text in TEXTS.items():
        assert set(text) == {"title", "rule", "wrong", "right"}, rule
        assert len(text["title"]) <= 30, rule
        for part in ("rule", "wrong", "right"):
            assert text[part].endswith("."), (rule, part)
            assert len(text[part]) <= 140, (rule, part)


def test_every_rule_that_the_code_names_exists():
    code = "".join(path.read_text() for path in Path(package.__file__).parent.rglob("*.py"))
    assert set(re.findall(r"SP-R\d+", code)) <= set(TEXTS)


def test_every_option_is_explained():
    told = re.findall(r"^\| `(\w+)` \|", RULES, re.MULTILINE)
    assert set(Options.__dataclass_fields__) <= set(told)
