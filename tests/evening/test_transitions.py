"""The table of transitions: every field is filled, and every field can be asked."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from kitchen import EMPTY, MIXED, OFFER, PIXELS, SEATING

from companion.errors import BoardNotFound, CameraLost, CorrectionRefused, JournalError
from companion.journal import Backup
from companion.ports import Picture
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.transitions import TABLE

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "service.md"
KINDS = asks.Ask.__args__
INSIDE = (asks.Looked, asks.Failed, asks.Previewed)
"""What only the eye says, and only while it looks."""


def test_every_stage_knows_every_ask():
    assert set(TABLE) == set(Stage)
    for stage, row in TABLE.items():
        assert set(row) == set(KINDS), stage


def table_lines():
    """The table as lines of Markdown: a row for each input, a column for each stage."""
    lines = ["| | " + " | ".join(stage.value for stage in TABLE) + " |"]
    lines.append("|---" * (len(TABLE) + 1) + "|")
    for kind in KINDS:
        done = (TABLE[stage][kind].__name__.replace("_", " ") for stage in TABLE)
        cells = " | ".join("·" if name == "nothing" else name for name in done)
        lines.append(f"| **{kind.__name__}** | {cells} |")
    return lines


def test_the_manual_prints_the_table():
    printed = re.findall(r"^\|.*\|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert printed == table_lines()


def at(stage, kitchen):
    """An evening that stands at ``stage``, with two readings where there is a game."""
    evening = kitchen.evening
    if stage is Stage.IDLE:
        evening.start()
    else:
        kitchen.start()
    if stage in (Stage.IDLE, Stage.SET_UP):
        return evening
    if stage is Stage.NOT_EMPTY:
        kitchen.sees("not-empty")
        return evening
    kitchen.sees(EMPTY, OFFER)
    sights = {
        Stage.QUESTION: {"options": [OFFER, OFFER]},
        Stage.VIOLATION: MIXED,
        Stage.LOST: BoardNotFound("no board is to be seen"),
        Stage.CAMERA_GONE: CameraLost("there is no camera", camera="x", attempts=1),
    }
    if stage in sights:
        kitchen.camera.gone = stage is Stage.CAMERA_GONE
        kitchen.sees(sights[stage])
    if stage is Stage.PAUSED:
        evening.ask(asks.Pause(True)).result(5)
    if stage is Stage.LOOKING:
        kitchen.eyes.takes_s = 0.05
        kitchen.eyes.sights.append("waiting")
        evening.press().result(5)
    if stage is Stage.OVER:
        evening.ask(asks.CorrectScore(0, 5)).result(5)
        evening.context.publish(lambda state: replace(state, stage=Stage.OVER))
    assert evening.state.stage is stage
    return evening


ASKS = [
    asks.Press(),
    asks.Press(1),
    asks.Hold(0),
    asks.Still(),
    asks.Sent(Picture("a.jpg", b"", PIXELS), "a-name-of-its-own"),
    asks.Undo(),
    asks.PutBack(),
    asks.Answer(0),
    asks.Answer(9, "x"),
    asks.Correct(0, {"line/0/0": "black"}),
    asks.Correct(9, {"banana": "purple"}),
    asks.CorrectScore(0, 7),
    asks.Tell({"broken": [0, 1]}),
    asks.LayByHand(({}, {})),
    asks.LayByHand(()),
    asks.Draft((("name0", "Ada"),)),
    asks.Preview(SEATING),
    asks.Begin(SEATING),
    asks.Again(),
    asks.Again(1),
    asks.Again(9),
    asks.Seat(("Eva", ""), (3, 1)),
    asks.Seat(("x" * 99,), (3, 3)),
    asks.Pause(True),
    asks.Pause(False),
    asks.TakeUp(1),
    asks.TakeUp(99),
    asks.Restore(Backup(Path("nowhere"), 0, 0)),
    asks.Bare(),
    asks.SkipTiles(),
    asks.TakeOver((3, 4), 2),
    asks.TakeOver((3,), 2),
    asks.ByItself(True),
    asks.CameraGone("there is no camera"),
    asks.CameraBack(),
    asks.Room(),
]


def test_every_ask_from_outside_is_tried():
    assert {type(ask) for ask in ASKS} == set(KINDS) - set(INSIDE)


@pytest.mark.parametrize("stage", Stage, ids=lambda stage: stage.value)
def test_whatever_is_asked_wherever_is_done_or_refused_in_words(stage, kitchens):
    for ask in ASKS:
        kitchen = kitchens()
        evening = at(stage, kitchen)
        kitchen.eyes.sights += ["waiting"] * 3
        written = kitchen.events() if evening.context.number is not None else ()
        refusal = evening.ask(ask).exception(5)
        assert refusal is None or isinstance(refusal, CorrectionRefused | JournalError), ask
        assert "\n" not in str(refusal)
        kitchen.until(lambda state: state.stage is not Stage.LOOKING)
        if written and evening.context.number == 1:
            assert kitchen.events()[: len(written)] == written, "nothing is ever taken away"
        evening.stop()
