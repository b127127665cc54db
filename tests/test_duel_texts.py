"""Every rule of Azul Duel has its words, and the code cites no rule that does not exist."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXTS = json.loads((ROOT / "companion/games/azul_duel/texts/en.json").read_text(encoding="utf-8"))
RULES_FILE = (ROOT / "docs/rules/azul-duel.md").read_text(encoding="utf-8")
CODE = sorted((ROOT / "companion/games/azul_duel").rglob("*.py"))


def test_every_rule_of_the_rules_file_has_words_and_no_other():
    numbered = re.findall(r"^(?:- |\| )\*\*(DU-R\d+)\*\*", RULES_FILE, re.MULTILINE)
    assert len(numbered) == 68
    assert list(TEXTS) == numbered


@pytest.mark.parametrize("rule", TEXTS)
def test_the_words_fit_on_a_phone(rule):
    assert set(TEXTS[rule]) == {"title", "rule", "wrong", "right"}
    assert len(TEXTS[rule]["title"]) <= 40
    for key in ("rule", "wrong", "right"):
        assert 0 < len(TEXTS[rule][key]) <= 160
        assert TEXTS[rule][key].endswith(".")


@pytest.mark.parametrize("path", CODE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_code_cites_rules_that_exist(path):
    cited = re.findall(r"\bR(\d+)\b", path.read_text(encoding="utf-8"))
    assert all(1 <= int(number) <= 68 for number in cited)


def test_nearly_every_rule_is_cited_where_it_is_carried_out():
    """The others are about setting up wood and cardboard, or only allow something."""
    cited = {number for path in CODE for number in rules_in(path.read_text(encoding="utf-8"))}
    assert set(range(1, 69)) - cited <= {2, 46, 55}


def rules_in(text):
    """Yield the numbers of cited rules, ranges such as ``R20 to R22`` included."""
    for first, last in re.findall(r"\bR(\d+)(?:,? to (?:DU-)?R(\d+))?", text):
        yield from range(int(first), int(last or first) + 1)
    yield from range(58, 66) if 'f"DU-R{58 + index}"' in text else ()
