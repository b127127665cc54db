"""What the rules and the errors say is there in Polish and Czech, and names the same things."""

import re

import pytest
from said import templates

from web import languages
from web.languages import COMPANION, catalogue
from web.views.wording.sentences import KINDS

FOREIGN = sorted(set(languages.LANGUAGES) - {"en"})

TECHNICAL = {"error", "task"}
"""What a library or the code calls something: English, kept in the log, left out elsewhere."""

NUMBERS_AND_NAMES = {
    "asked", "before", "chips", "cost", "came", "count", "device", "due", "end", "error", "file",
    "found", "game", "games", "gone", "laid", "line", "most", "name", "now", "number", "paid",
    "path", "players", "reading", "row", "score", "seconds", "stands", "tables", "task", "there",
    "tiles", "times", "where",
}  # fmt: skip
"""Values that need no translation: numbers, names of files, devices and settings."""

UNCHANGED = {"{what}; {remedy}"}


def named(text):
    return set(re.findall(r"{(\w+)}", text))


def known(code):
    return {message.id: message.string for message in catalogue(code, COMPANION) if message.id}


def test_there_are_sentences_to_translate():
    assert len(templates()[0]) > 170


def test_every_template_can_be_collected():
    """A sentence made with an f-string cannot be translated: give ``Sentence`` its values."""
    assert not templates()[1]


def test_no_sentence_begins_with_a_small_word():
    """What the rules say is a whole sentence in English, also where it begins with a value."""
    whole = [template for template in templates()[0] if template.endswith(".")]
    first = {template[1 : template.index("}")] for template in whole if template.startswith("{")}
    assert first <= NUMBERS_AND_NAMES | {"cell", "place", "what"}


@pytest.mark.parametrize("code", FOREIGN)
def test_every_template_is_translated_and_nothing_else(code):
    assert set(known(code)) == set(templates()[0])
    for english, text in known(code).items():
        assert text, english
        assert text != english or english in UNCHANGED


@pytest.mark.parametrize("code", FOREIGN)
def test_every_translation_names_what_the_template_names(code):
    for english, text in known(code).items():
        assert named(text) <= named(english) <= named(text) | TECHNICAL, english


def test_every_value_has_its_words():
    for template in templates()[0]:
        assert named(template) <= set(KINDS) | NUMBERS_AND_NAMES, template


@pytest.mark.parametrize("code", FOREIGN)
def test_what_a_library_says_is_left_out(code):
    assert not [text for text in known(code).values() if "{error}" in text]


@pytest.mark.parametrize("code", FOREIGN)
def test_every_number_of_a_template_is_in_every_language(code):
    for english, text in known(code).items():
        assert figures(text) == figures(english), english


def figures(text):
    """The numbers in a sentence that nobody writes as words."""
    return sorted(re.findall(r"(?<![\w-])\d+", text))
