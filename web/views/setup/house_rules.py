"""The house rules of every game as the page of a new game asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games import INFOS
from companion.games.info import GameInfo, HouseRule
from companion.service.bulletin.state import State
from web.input.browser_forms import field_of, written
from web.languages import gettext as _
from web.views.wording import rule_sentences


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: what the form writes, its words, whether it is the usual and the chosen one."""

    value: str
    label: str
    usual: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One house rule: its field, its question, the rule it is about, its answers."""

    field: str
    text: str
    rule: str
    rule_text: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """What is asked of one game alone: among the main choices, and its house rules."""

    game: str
    asks: tuple[Question, ...]
    questions: tuple[Question, ...]


def chapters(state: State) -> tuple[Chapter, ...]:
    """Return the house rules of all games; what the last game was played by is chosen."""
    return tuple(
        Chapter(
            info.name, questions(info, info.asks, state), questions(info, info.house_rules, state)
        )
        for info in INFOS.values()
    )


def questions(info: GameInfo, asked: Iterable[HouseRule], state: State) -> tuple[Question, ...]:
    """Return what is asked of a game, in the reader's language."""
    return tuple(question(info, one, state) for one in asked)


def question(info: GameInfo, asked: HouseRule, state: State) -> Question:
    """Return one question in the reader's language."""
    rule = f"{info.prefix}-R{asked.rule}"
    chosen = played_by(info.name, asked, state)
    answers = tuple(
        Answer(written(value), _(text), value == asked.usual, value == chosen)
        for value, text in asked.answers.items()
    )
    name = field_of(info.name, asked.option)
    return Question(name, _(asked.question), rule, rule_sentences.text(info.name, rule), answers)


def played_by(game: str, asked: HouseRule, state: State) -> object:
    """Return how the last game answered, if it was this game; otherwise the usual answer."""
    last = state.setup.options.get(asked.option) if state.setup.game == game else None
    return last if last in asked.answers else asked.usual


def any_unusual(found: tuple[Chapter, ...], game: str) -> bool:
    """Tell whether ``game`` would be played by a house rule; nobody should overlook that."""
    return any(
        answer.chosen and not answer.usual
        for chapter in found
        if chapter.game == game
        for question in chapter.questions
        for answer in question.answers
    )


def only_of_the_chosen() -> str:
    """Return the rules of style that hide what is asked of games that are not chosen."""
    return "".join(
        f'.new-game:not(:has([name="game"][value="{game}"]:checked)) .only-{game} '
        "{ display: none; }\n"
        for game in INFOS
    )
