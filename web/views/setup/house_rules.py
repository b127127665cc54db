"""The house rules of every game as the page of a new game asks for them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.bulletin.state import State
from web.input.browser_forms import field_of, written
from web.input.open_questions import HOUSE_RULES, HouseRule
from web.languages import gettext as _
from web.views.wording import rule_sentences

PREFIXES = {game: prefix for prefix, game in rule_sentences.GAMES.items()}


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
    """The house rules of one game."""

    game: str
    questions: tuple[Question, ...]


def chapters(state: State) -> tuple[Chapter, ...]:
    """Return the house rules of all games; what the last game was played by is chosen."""
    return tuple(
        Chapter(game, tuple(question(game, one, state) for one in asked))
        for game, asked in HOUSE_RULES.items()
    )


def question(game: str, asked: HouseRule, state: State) -> Question:
    """Return one house rule in the reader's language."""
    rule = f"{PREFIXES[game]}-{asked.rule}"
    chosen = played_by(game, asked, state)
    answers = tuple(
        Answer(written(value), _(text), value == asked.usual, value == chosen)
        for value, text in asked.answers.items()
    )
    name = field_of(game, asked.option)
    return Question(name, _(asked.question), rule, rule_sentences.text(game, rule), answers)


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
