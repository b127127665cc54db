"""The evening as a table: where it stands x what it is told -> what it does.

Read it like the rulebook.  ``docs/service.md`` prints it; a test holds that every field is filled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.service.bulletin.state import Stage
from companion.service.evening.asks import (
    KINDS,
    Again,
    Answer,
    Ask,
    Bare,
    Begin,
    ByItself,
    CameraBack,
    CameraGone,
    Correct,
    CorrectScore,
    Draft,
    Failed,
    Hold,
    LayByHand,
    Looked,
    Pause,
    Press,
    Preview,
    Previewed,
    Room,
    Seat,
    Sent,
    Still,
    TakeOver,
    TakeUp,
    Tell,
    Undo,
)
from companion.service.evening.handlers import moves, opening, phones, seats, take_over

Move = Callable[[Any, Any], Any]
"""What is done: called with the evening and what it was told."""

Row = Mapping[type[Ask], Move]

CORRECTING: Row = {
    Correct: moves.correct,
    CorrectScore: moves.correct_score,
    Tell: moves.tell,
    LayByHand: moves.lay_by_hand,
    Undo: moves.undo,
    Seat: seats.seat,
    Pause: seats.pause,
}
"""What people can put right while nothing is being looked at."""

LEAVING: Row = {
    Begin: opening.begin,
    Again: opening.again,
    TakeUp: opening.take_up,
}
"""Ways to another sitting; the one that is open is put aside, and can be taken up again."""

NOT_JOINING: Row = {Bare: moves.not_now, TakeOver: moves.not_now}

CAMERA: Row = {CameraGone: moves.camera_gone, CameraBack: moves.nothing}

PREPARING: Row = {
    Draft: opening.keep_draft,
    Preview: opening.preview,
    Previewed: opening.previewed,
}
"""Typing what will be played, and looking which boards are found, touches no game under way."""

ANYWHERE: Row = {
    **PREPARING,
    ByItself: moves.by_itself,
    Room: moves.room,
    Looked: moves.nothing,
    Failed: moves.nothing,
}
"""The last two come only while something is being looked at."""

NO_GAME: Row = {
    Sent: moves.no_game,
    Press: moves.no_game,
    Hold: moves.no_game,
    Still: moves.nothing,
    Undo: moves.no_game,
    Answer: moves.no_question,
    Correct: moves.no_game,
    CorrectScore: moves.no_game,
    Tell: moves.no_game,
    LayByHand: moves.no_game,
    Seat: moves.no_game,
    Pause: moves.no_game,
}

AGAIN: Row = {
    Sent: phones.take_again,
    Press: moves.look_again,
    Hold: moves.look,
    Still: moves.look_again,
}
"""Something was wrong with the last picture: a press looks at the same thing again."""

TABLE: Mapping[Stage, Row] = {
    Stage.IDLE: {
        **NO_GAME,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
    },
    Stage.SET_UP: {
        Sent: phones.take,
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        Press: moves.look,
        Hold: moves.look,
        Still: moves.look_by_itself,
        Answer: moves.no_question,
    },
    Stage.NOT_EMPTY: {
        Sent: phones.take,
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        Press: moves.look,
        Hold: moves.look,
        Still: moves.look_again,
        Answer: moves.no_question,
        Bare: take_over.bare,
        TakeOver: take_over.take_over,
    },
    Stage.PLAYING: {
        Sent: phones.take,
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        Press: moves.look,
        Hold: moves.look,
        Still: moves.look_by_itself,
        Answer: moves.no_question,
    },
    Stage.LOOKING: {
        Sent: moves.later,
        Press: moves.remember,
        Hold: moves.remember,
        Still: moves.nothing,
        Undo: moves.later,
        Answer: moves.later,
        Correct: moves.later,
        CorrectScore: moves.later,
        Tell: moves.later,
        LayByHand: moves.later,
        Seat: moves.later,
        Pause: moves.later,
        Begin: moves.later,
        Again: moves.later,
        TakeUp: moves.later,
        Bare: moves.later,
        TakeOver: moves.later,
        ByItself: moves.by_itself,
        Room: moves.nothing,
        Looked: moves.looked,
        Failed: moves.failed,
        **PREPARING,
        CameraGone: moves.camera_gone,
        CameraBack: moves.nothing,
    },
    Stage.QUESTION: {
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        **AGAIN,
        Still: moves.nothing_unless_played_before,
        Answer: moves.answer,
        Correct: moves.correct_picture,
    },
    Stage.VIOLATION: {
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        **AGAIN,
        Tell: moves.tell_of_picture,
        Answer: moves.answer,
        Correct: moves.correct_picture,
    },
    Stage.LOST: {
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        **AGAIN,
        Answer: moves.no_question,
    },
    Stage.CAMERA_GONE: {
        Sent: phones.take,
        **CORRECTING,
        **LEAVING,
        **ANYWHERE,
        **NOT_JOINING,
        Press: moves.look,
        Hold: moves.look,
        Still: moves.nothing,
        Answer: moves.no_question,
        Pause: moves.not_now,
        CameraGone: moves.nothing,
        CameraBack: moves.camera_back,
    },
    Stage.PAUSED: {
        Sent: seats.come_back,
        **dict.fromkeys((*CORRECTING, *NOT_JOINING, Answer), seats.come_back),
        **LEAVING,
        **ANYWHERE,
        Press: seats.go_on,
        Hold: seats.go_on,
        Still: moves.nothing,
        Seat: seats.seat,
        Pause: seats.unpause,
        CameraGone: moves.nothing,
        CameraBack: moves.nothing,
    },
    Stage.OVER: {
        Sent: moves.not_now,
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        Press: moves.nothing,
        Hold: moves.nothing,
        Still: moves.nothing,
        LayByHand: moves.not_now,
        Pause: moves.not_now,
        Answer: moves.no_question,
    },
}


def table_lines() -> list[str]:
    """Return the table as lines of Markdown: a row for each input, a column for each stage."""
    lines = ["| | " + " | ".join(stage.value for stage in TABLE) + " |"]
    lines.append("|---" * (len(TABLE) + 1) + "|")
    for kind in KINDS:
        done = (TABLE[stage][kind].__name__.replace("_", " ") for stage in TABLE)
        cells = " | ".join("·" if name == "nothing" else name for name in done)
        lines.append(f"| **{kind.__name__}** | {cells} |")
    return lines
