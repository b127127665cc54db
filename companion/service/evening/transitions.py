"""The evening as a table: where it stands x what it is told -> what it does.

Read it like the rulebook.  ``docs/service.md`` prints it; a test holds that every field is filled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.service.bulletin.state import Stage
from companion.service.evening.asks import (
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
    PutBack,
    Restore,
    Room,
    Seat,
    Sent,
    SkipTiles,
    Still,
    TakeOver,
    TakeUp,
    Tell,
    Undo,
)
from companion.service.evening.context import Context
from companion.service.evening.handlers import (
    amendments,
    opening,
    outcome,
    phones,
    press,
    refusals,
    seats,
    take_over,
    troubles,
)

Move = Callable[[Context, Any], object]
"""What is done: called with the evening's context and what it was told."""

Row = Mapping[type[Ask], Move]

CORRECTING: Row = {
    Correct: amendments.correct,
    CorrectScore: amendments.correct_score,
    Tell: amendments.tell,
    LayByHand: amendments.lay_by_hand,
    Undo: amendments.undo,
    PutBack: amendments.put_back,
    Seat: seats.seat,
    Pause: seats.pause,
}
"""What people can put right while nothing is being looked at."""

LEAVING: Row = {
    Begin: opening.begin,
    Again: opening.again,
    TakeUp: opening.take_up,
    Restore: opening.restore,
}
"""Ways to another sitting; the one that is open is put aside, and can be taken up again."""

NOT_JOINING: Row = {Bare: refusals.not_now, TakeOver: refusals.not_now}

CAMERA: Row = {CameraGone: troubles.camera_gone, CameraBack: refusals.nothing}

PREPARING: Row = {
    Draft: opening.keep_draft,
    Preview: opening.preview,
    Previewed: opening.previewed,
}
"""Typing what will be played, and looking which boards are found, touches no game under way."""

ANYWHERE: Row = {
    **PREPARING,
    ByItself: press.by_itself,
    SkipTiles: outcome.skip_tiles,
    Room: troubles.room,
    Looked: refusals.nothing,
    Failed: refusals.nothing,
}
"""The last two come only while something is being looked at, or seems to have gone meanwhile."""

NO_GAME: Row = {
    Sent: refusals.no_game,
    Press: refusals.no_game,
    Hold: refusals.no_game,
    Still: refusals.nothing,
    Undo: refusals.no_game,
    PutBack: refusals.no_game,
    Answer: refusals.no_question,
    Correct: refusals.no_game,
    CorrectScore: refusals.no_game,
    Tell: refusals.no_game,
    LayByHand: refusals.no_game,
    Seat: refusals.no_game,
    Pause: refusals.no_game,
}

AGAIN: Row = {
    Sent: phones.take_again,
    Press: press.look_again,
    Hold: press.look,
    Still: press.look_again,
}
"""Something was wrong with the last picture: a press looks at the same thing again."""

# Of two rows the later one holds: what a stage says for itself stands below what it shares.
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
        Press: press.look,
        Hold: press.look,
        Still: press.look_by_itself,
        Answer: refusals.no_question,
    },
    Stage.NOT_EMPTY: {
        Sent: phones.take,
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        Press: press.look,
        Hold: press.look,
        Still: press.look_again,
        Answer: refusals.no_question,
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
        Press: press.look,
        Hold: press.look,
        Still: press.look_by_itself,
        Answer: refusals.no_question,
    },
    Stage.LOOKING: {
        Sent: refusals.later,
        Press: press.remember,
        Hold: press.remember,
        Still: refusals.nothing,
        Undo: refusals.later,
        PutBack: refusals.later,
        Answer: refusals.later,
        Correct: refusals.later,
        CorrectScore: refusals.later,
        Tell: refusals.later,
        LayByHand: refusals.later,
        Seat: refusals.later,
        Pause: refusals.later,
        Begin: refusals.later,
        Again: refusals.later,
        TakeUp: refusals.later,
        Restore: refusals.later,
        Bare: refusals.later,
        TakeOver: refusals.later,
        SkipTiles: refusals.later,
        ByItself: press.by_itself,
        Room: refusals.nothing,
        Looked: outcome.looked,
        Failed: outcome.failed,
        **PREPARING,
        CameraGone: troubles.camera_gone,
        CameraBack: refusals.nothing,
    },
    Stage.QUESTION: {
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        **AGAIN,
        Still: press.nothing_unless_played_before,
        Answer: outcome.answer,
        Correct: amendments.correct_picture,
    },
    Stage.VIOLATION: {
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        **AGAIN,
        Tell: amendments.tell_of_picture,
        Answer: outcome.answer,
        Correct: amendments.correct_picture,
    },
    Stage.LOST: {
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        **AGAIN,
        Bare: take_over.bare,
        Answer: refusals.no_question,
    },
    Stage.CAMERA_GONE: {
        Sent: phones.take,
        **CORRECTING,
        **LEAVING,
        **ANYWHERE,
        **NOT_JOINING,
        Press: press.look,
        Hold: press.look,
        Still: refusals.nothing,
        Answer: refusals.no_question,
        Pause: refusals.not_now,
        CameraGone: refusals.nothing,
        CameraBack: troubles.camera_back,
    },
    Stage.PAUSED: {
        Sent: seats.come_back,
        **dict.fromkeys((*CORRECTING, *NOT_JOINING, Answer), seats.come_back),
        **LEAVING,
        **ANYWHERE,
        Press: seats.go_on,
        Hold: seats.go_on,
        Still: refusals.nothing,
        Seat: seats.seat,
        Pause: seats.unpause,
        CameraGone: refusals.nothing,
        CameraBack: refusals.nothing,
    },
    Stage.OVER: {
        Sent: phones.nothing_more,
        **CORRECTING,
        **LEAVING,
        **CAMERA,
        **ANYWHERE,
        **NOT_JOINING,
        Press: refusals.nothing,
        Hold: refusals.nothing,
        Still: refusals.nothing,
        LayByHand: refusals.not_now,
        Pause: refusals.not_now,
        Answer: refusals.no_question,
    },
}
