"""What people say of a first picture that is not empty: it is bare print, or a game under way."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import CorrectionRefused
from companion.games import INFOS
from companion.games.base import Checkpoint, Moment
from companion.journal import Seating, coach_of
from companion.ports import Gesture
from companion.sentence import Sentence
from companion.service.evening import asks, checked_input
from companion.service.evening.context import Context
from companion.service.evening.handlers import refusals
from companion.service.evening.handlers.opening import open_at, put_aside, wish_coach
from companion.service.evening.look import look_at
from companion.service.sitting.handheld.handheld_keeper import HandheldKeeper


def bare(context: Context, ask: object) -> None:
    """Take the boards in the picture for empty: it becomes the reference after all."""
    if not context.state.may_be_bare:
        refusals.not_now(context, ask)
    look_at(context, Moment(Checkpoint.SETUP, 0), context.state.picture)


def take_over(context: Context, ask: asks.TakeOver) -> None:
    """Go on with a game that others began: its sitting begins with the picture as it is."""
    seating = joined(context.open_place().seating, ask)
    place = context.opener(seating)
    picture, before, looker = context.state.picture, context.number, context.keeper
    put_aside(context)
    sitting = context.journal.begin(seating)
    if before is not None:  # whoever wanted the coach wanted it for this game
        wish_coach(context, sitting, context.journal.draft(coach_of(before)))
    open_at(context, place, sitting)
    if isinstance(looker, HandheldKeeper) and isinstance(context.keeper, HandheldKeeper):
        context.keeper.point_out_as(looker)
    look_at(context, place.guide.next(Gesture.PRESS, None, context.sitting), picture)


def joined(seating: Seating, ask: asks.TakeOver) -> Seating:
    """Return the seating of a game under way; raises ``CorrectionRefused`` where it cannot be."""
    setup = seating.setup
    if len(ask.scores) != setup.players:
        raise CorrectionRefused(
            Sentence("give the totals of all {players} players", players=setup.players)
        )
    last = INFOS[setup.game].last_round
    if not 1 <= ask.round <= last:
        raise CorrectionRefused(
            Sentence("say which round is being played, from 1 to {most}", most=last)
        )
    starter = setup.first_player if ask.starter is None else ask.starter
    if starter is not None and not 0 <= starter < setup.players:
        raise checked_input.nobody_at(starter)
    under_way = replace(setup, scores=ask.scores, round=ask.round, first_player=starter)
    return replace(seating, setup=under_way, chosen=True)
