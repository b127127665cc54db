"""What people and programs can ask of the companion: each action with its form, in one table.

The table is what the addresses (``/api/NAME`` for programs, ``/NAME`` for forms), the checks of
what arrives and the OpenAPI document are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion import games
from companion.boards.board_files import FILES
from companion.fields import Field
from companion.games.base import Content, Setup
from companion.journal import Seating
from companion.journal.kept_values import COLOURS
from companion.journal.player_names import MOST_SIGNS, names_of
from companion.ports import Gesture
from companion.service.evening import asks
from companion.service.evening.asks import Ask
from companion.sitting_folder import CAMERAS, HANDHELD

Schema = Mapping[str, Any]

WHOLE: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = {**WHOLE, "maximum": 3, "description": "a player's place, from 0"}
READING: Schema = {**WHOLE, "description": "the number of a reading; the last one unless given"}
CONTENT: Schema = {
    "description": "a colour, first, special; a list for a stack or a dome tile; null for nothing",
    "anyOf": [
        {"type": "string", "maxLength": 20},
        {"type": "array", "items": {"type": ["string", "null"], "maxLength": 20}, "maxItems": 40},
        {"type": "null"},
    ],
}
CELLS: Schema = {"type": "object", "additionalProperties": CONTENT, "maxProperties": 80}

NAMES: Schema = {"type": "array", "items": {"type": "string", "maxLength": MOST_SIGNS}}

MOST_FIELDS = 99
"""More than the form for a new game has."""

FIELDS: Schema = {
    "description": "names and values of the form's fields",
    "type": "array",
    "maxItems": MOST_FIELDS,
    "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}},
}


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be asked: its name, what it does, what it needs, how it is understood.

    ``properties`` are JSON schemas by name; ``read`` makes the ask of a checked object.
    """

    name: str
    summary: str
    read: Callable[[Field], Ask]
    properties: Mapping[str, Schema] = field(default_factory=dict)
    required: tuple[str, ...] = ()


def seat_of(node: Field) -> int | None:
    """Return the seat a button belongs to, if it is said."""
    seat = node.optional("seat")
    return None if seat is None else seat.whole(0, 3)


def reading_of(node: Field) -> int | None:
    """Return the reading that is meant, if it is said."""
    reading = node.optional("reading")
    return None if reading is None else reading.whole(0)


def content_of(node: Field) -> Content | None:
    """Return what lies on a cell."""
    if node.value is None or node.value == "empty":
        return None
    if isinstance(node.value, list):
        return tuple(None if item.value is None else item.text() for item in node.items())
    return node.text()


def cells_of(node: Field) -> dict[str, Content | None]:
    """Return contents by cell."""
    return {cell: content_of(Field(v, node.child(cell))) for cell, v in node.mapping().items()}


def read_correct(node: Field) -> Ask:
    """Understand a correction: one ``cell`` with its ``content``, or several ``cells``."""
    many = node.optional("cells")
    if many is None:
        cell = node.member("cell").text()
        content = content_of(Field(node.mapping().get("content"), "content"))
        cells: dict[str, Content | None] = {cell: content}
    else:
        cells = cells_of(many)
    was = node.optional("was")
    return asks.Correct(
        node.member("seat").whole(0, 3), cells, reading_of(node), cells_of(was) if was else {}
    )


def read_lay(node: Field) -> Ask:
    """Understand boards that are laid by hand."""
    gesture = node.optional("gesture")
    boards = tuple(
        {cell: content for cell, content in cells_of(one).items() if content is not None}
        for one in node.member("boards").items()
    )
    said = Gesture(gesture.text(("press", "hold"))) if gesture else Gesture.PRESS
    late = node.optional("late")
    return asks.LayByHand(boards, said, seat_of(node), late.text() if late else None)


def read_answer(node: Field) -> Ask:
    """Understand an answer: the number of the option, and which question it answers."""
    question = node.optional("question")
    return asks.Answer(node.member("option").whole(0), question.text() if question else None)


def read_score(node: Field) -> Ask:
    """Understand a corrected total."""
    score = node.member("score").whole(0, 999)
    return asks.CorrectScore(node.member("seat").whole(0, 3), score, reading_of(node))


def read_told(node: Field) -> Ask:
    """Understand what no camera sees."""
    return asks.Tell(node.member("told").mapping(), reading_of(node))


def read_people(node: Field) -> Ask:
    """Understand who sits where, in which colours."""
    colours = node.optional("colours")
    return asks.Seat(
        tuple(one.text() for one in node.member("names").items()),
        tuple(one.whole(0, COLOURS - 1) for one in colours.items()) if colours else (),
    )


def read_restart(node: Field) -> Ask:
    """Understand who begins the next game, if it is said."""
    starter = node.optional("starter")
    return asks.Again(None if starter is None else starter.whole(0, 3))


def read_resume(node: Field) -> Ask:
    """Understand which sitting is to be gone on with."""
    return asks.TakeUp(node.member("sitting").whole(1, 2**53))


def read_draft(node: Field) -> Ask:
    """Understand what is typed so far: names and values."""
    pairs = [one.items(count=2) for one in node.member("fields").items()]
    return asks.Draft(tuple((name.text(), value.text()) for name, value in pairs[:MOST_FIELDS]))


def read_take_over(node: Field) -> Ask:
    """Understand how a game under way stands."""
    scores = tuple(one.whole(0, 999) for one in node.member("scores").items())
    starter = node.optional("first_player")
    return asks.TakeOver(
        scores,
        node.member("round").whole(1, games.LAST_ROUND),
        None if starter is None else starter.whole(0, 3),
    )


def read_begin(node: Field) -> asks.Begin:
    """Understand a new game, and whether its players want the coach."""
    coach = node.optional("coach")
    return asks.Begin(read_seating(node), coach.truth() if coach else False)


def read_seating(node: Field) -> Seating:
    """Understand a new game: what, which side, who sits where, where the boards lie."""
    players = 2 if (found := node.optional("players")) is None else found.whole(2, 4)
    name = node.member("game").text(games.NAMES)
    variant = "coloured" if (one := node.optional("variant")) is None else one.text()
    if (name, variant) not in FILES:
        node.member("variant").fail(f"{variant!r} is no side of the boards of {name}")
    info = games.INFOS[name]
    first, options = node.optional("first_player"), node.optional("options")
    goals, names, turns, camera, scores, number, show = (
        node.optional(key)
        for key in ("goals", "names", "turns", "camera", "scores", "round", "show_tiles")
    )
    if scores is not None and (number is None or not number.whole(1, info.last_round)):
        node.fail("has scores, but no round; say which one is under way")
    setup = Setup(
        name,
        variant,
        players,
        None if first is None or not info.tells_starter else first.whole(0, players - 1),
        options.mapping() if options else {},
        tuple(goal.text() for goal in goals.items()) if goals else (),
        tuple(one.whole(0, 999) for one in scores.items(players)) if scores else None,
        number.whole(1, info.last_round) if scores and number else 0,
    )
    check_setup(node, setup)
    return Seating(
        setup,
        names_of([one.text() for one in names.items()], players) if names else (),
        _corners(node, players),
        turns.truth() if turns else False,
        handheld=camera is not None and camera.text(CAMERAS) == HANDHELD,
        show_tiles=show.truth() if show else False,
    )


def check_setup(node: Field, setup: Setup) -> None:
    """Let the game itself say what it does not like about a set-up."""
    try:
        games.agreed(setup)
    except (ValueError, TypeError, LookupError) as error:
        node.fail(f"does not make a game: {str(error).rstrip('.')}")


def _corners(node: Field, players: int) -> dict[int, tuple[tuple[float, float], ...]] | None:
    boards = node.optional("corners")
    if boards is None:
        return None
    found = {}
    for seat, one in enumerate(boards.items(count=players)):
        found[seat] = tuple(point.point() for point in one.items(count=4))
    return found


NEW_GAME: Mapping[str, Schema] = {
    "game": {"type": "string", "enum": list(games.NAMES)},
    "variant": {"type": "string", "enum": ["coloured", "grey"]},
    "players": {"type": "integer", "minimum": 2, "maximum": 4},
    "first_player": {**SEAT, "description": "who begins"},
    "goals": {"type": "array", "items": {"type": "string"},
              "description": "the goals in play, in a game that has a choice of them"},
    "options": {"type": "object", "description": "the open questions of the rules"},
    "names": NAMES,
    "corners": {
        "description": "four tapped corners of each board, top left first, clockwise; without "
        "them the boards have brackets",
        "type": "array",
        "items": {
            "type": "array",
            "minItems": 4,
            "maxItems": 4,
            "items": {
                "type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"},
            },
        },
    },
    "turns": {"type": "boolean", "description": "the shared button is pressed after every turn"},
    "show_tiles": {"type": "boolean",
                   "description": "one tile of each colour is shown before the first round"},
    "scores": {"type": "array", "items": {**WHOLE, "maximum": 999}, "maxItems": 4,
               "description": "totals of a game that is under way already"},
    "round": {"type": "integer", "minimum": 1, "maximum": games.LAST_ROUND,
              "description": "its round"},
    "camera": {"type": "string", "enum": list(CAMERAS),
               "description": "handheld: phones send the pictures, from anywhere"},
}  # fmt: skip

ACTIONS: tuple[Action, ...] = (
    Action("press", "Press a button: this player's turn is done, or the table is ready.",
           lambda node: asks.Press(seat_of(node)), {"seat": SEAT}),
    Action("hold", "Hold a button: score the round; in a game of turns, pass.",
           lambda node: asks.Hold(seat_of(node)), {"seat": SEAT}),
    Action("double", "Press a button twice: take the last reading back.",
           lambda node: (seat_of(node), asks.Undo())[1], {"seat": SEAT}),
    Action("undo", "Take the last reading back; refused where 'reading' is not the last any more.",
           lambda node: asks.Undo(reading_of(node)), {"reading": READING}),
    Action("put-back", "Let what was taken back last hold again; 'reading' is the number it had.",
           lambda node: asks.PutBack(reading_of(node)), {"reading": READING}),
    Action("answer", "Answer the open question with one of its options.", read_answer,
           {"option": WHOLE, "question": {"type": "string", "maxLength": 400}}, ("option",)),
    Action("correct", "Say what really lies on cells; what the page showed there goes into 'was'.",
           read_correct,
           {"seat": SEAT, "cell": {"type": "string", "maxLength": 40}, "content": CONTENT,
            "cells": CELLS, "was": CELLS, "reading": READING}, ("seat",)),
    Action("score", "Say what a seat's total really is; of a game that is over with its bonuses.",
           read_score,
           {"seat": SEAT, "score": {**WHOLE, "maximum": 999}, "reading": READING},
           ("seat", "score")),
    Action("told", "Say what no camera sees; of the last reading that asks, else of the next.",
           read_told, {"told": {"type": "object"}, "reading": READING}, ("told",)),
    Action("lay", "Confirm boards by hand where the camera cannot look.", read_lay,
           {"boards": {"type": "array", "items": CELLS, "maxItems": 4},
            "gesture": {"type": "string", "enum": ["press", "hold"]}, "seat": SEAT,
            "late": {"type": "string", "maxLength": 60,
                     "description": "for what they were laid (`data-due` of the page): refused "
                     "where that is not due any more"}}, ("boards",)),
    Action("draft", "Keep what is typed for a new game as it is typed; nothing: forget it.",
           read_draft, {"fields": FIELDS}, ("fields",)),
    Action("preview", "Take a picture and show which boards are found for a new game.",
           lambda node: asks.Preview(read_seating(node)), NEW_GAME, ("game",)),
    Action("new-game", "Begin a game; the one under way is put aside.",
           read_begin, {**NEW_GAME, "coach": {"type": "boolean",
                                              "description": "everybody wants the coach"}},
           ("game",)),
    Action("restart", "Begin the same game anew.", read_restart,
           {"starter": {**SEAT, "description": "who begins; as before unless given"}}),
    Action("people", "Put right who sits where; boards and points stay where they are.",
           read_people,
           {"names": {**NAMES, "maxItems": 4},
            "colours": {"type": "array", "maxItems": 4,
                        "items": {**WHOLE, "maximum": COLOURS - 1}}}, ("names",)),
    Action("pause", "Pause the game: no picture comes, and buttons only end the pause.",
           lambda node: asks.Pause(node.member("on").truth()), {"on": {"type": "boolean"}},
           ("on",)),
    Action("resume", "Go on with a sitting of the history.", read_resume,
           {"sitting": {"type": "integer", "minimum": 1}}, ("sitting",)),
    Action("skip-tiles", "Go on without showing the tiles of the set.",
           lambda node: asks.SkipTiles()),
    Action("bare", "The boards in the first picture are empty, whatever seems to be there.",
           lambda node: asks.Bare()),
    Action("take-over", "The first picture shows a game under way: go on with it.", read_take_over,
           {"scores": {"type": "array", "items": {**WHOLE, "maximum": 999}, "maxItems": 4},
            "round": {"type": "integer", "minimum": 1, "maximum": games.LAST_ROUND},
            "first_player": {**SEAT, "description": "who began this round"}}, ("scores", "round")),
    Action("autoplay", "Let pictures come by themselves, or only on a press.",
           lambda node: asks.ByItself(node.member("on").truth()), {"on": {"type": "boolean"}},
           ("on",)),
)  # fmt: skip


def asked(action: Action, node: Field) -> Ask:
    """Return what is asked for; raises ``FieldError`` with what is wrong with it."""
    for name in node.mapping():
        if name not in action.properties:
            known = ", ".join(action.properties) or "nothing"
            node.fail(f"has no {name!r}; {action.name} takes {known}")
    return action.read(node)
