"""JSON that comes from anywhere: a value, or a complaint that says where and what."""

import json

import pytest

from companion.fields import Field, FieldError, parse


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        b"\xff\xfe",
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 5000,
        r'["\ud800"]',
        r'{"\uDC00": 1}',
        b'["\xed\xa0\x80"]',
        '["\ud800"]',
    ],
)
def test_what_is_no_json_is_a_complaint_with_a_subject(text):
    with pytest.raises(FieldError, match=r"^it is no JSON"):
        parse(text)


@pytest.mark.parametrize("text", [r'"\ud83d\ude00 \ud7ff"', '"\U0001f600 \ud7ff"'])
@pytest.mark.parametrize("code", ["utf-8", "utf-16", "utf-8-sig"])
def test_whole_letters_are_taken_in_whatever_way_they_are_written(text, code):
    assert parse(text).value == parse(text.encode(code)).value == "\U0001f600 \ud7ff"


def test_a_huge_number_is_told_shortened():
    with pytest.raises(FieldError) as refused:
        Field(10**4000, "round").whole(0, 99)
    assert str(refused.value) == f"round is 1{'0' * 36}..., but must be at most 99"


@pytest.mark.parametrize("value", [None, [1, "a", 2.5], {"a": {"b": []}}])
def test_json_is_read_as_it_was_written(value):
    assert parse(json.dumps(value)).value == value
