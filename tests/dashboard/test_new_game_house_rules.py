"""What the rulebooks leave open can be chosen on the page of a new game."""

import re
from dataclasses import asdict, replace
from html import unescape

import pytest
from pages import HOME

from companion import games
from companion.games import INFOS
from companion.games.azul_duel import options as duel
from companion.games.base import Setup
from companion.games.common.options import choices_of
from companion.games.summer_pavilion import options as pavilion
from companion.games.texts import rule_text
from web.input.browser_forms import field_of, written

OPTIONS = {
    **{info.data.name: info.data.options for info in INFOS.values() if info.data},
    "summer-pavilion": pavilion.Options,
    "azul-duel": duel.Options,
}
DEFAULTS = {game: asdict(kind()) for game, kind in OPTIONS.items()}
"""Game -> its options with their defaults."""

KNOWN = {game: choices_of(kind) for game, kind in OPTIONS.items()}
"""Game -> the answers of its options, where they are listed."""

ASKED = [(game, one) for game, info in INFOS.items() for one in (*info.asks, *info.house_rules)]
CHANGED = [(game, one, answer) for game, one in ASKED for answer in [*one.answers][1:]]


def named(value):
    return value if isinstance(value, str) else getattr(value, "option", None)


def begun(kept, form):
    """Begin a game by its form; return what was answered, and the options it is played by."""
    opened = []
    kept.live.context.opener = lambda seating: opened.append(seating) or kept.live.place
    form = {"variant": "coloured", "players": "2", "first_player": "0", "brackets": "yes",
            "goals": ["G1", "G2", "G3"], **form}  # fmt: skip
    answer = kept.app.test_client().post("/new-game", data=form, headers=HOME)
    return answer, [one.setup.options for one in opened]


def radios(html):
    """Field -> its answers, and the one that is chosen."""
    found, chosen = {}, {}
    for name, value, checked in re.findall(
        r'type="radio" name="([^"]+\.[^"]+)" value="([^"]+)"( checked)?', html
    ):
        found.setdefault(name, []).append(value)
        if checked:
            chosen[name] = value
    return found, chosen


@pytest.mark.parametrize("game", games.NAMES)
def test_every_option_of_a_game_is_asked_for_or_named_as_one_for_programs(game):
    info = INFOS[game]
    asked = [one.option for one in (*info.asks, *info.house_rules)]
    assert sorted([*asked, *info.unasked]) == sorted(DEFAULTS[game])
    assert all(info.unasked.values()), "each with its reason"


@pytest.mark.parametrize(("game", "asked"), ASKED, ids=named)
def test_a_question_has_the_usual_answer_first_and_a_rule_it_is_about(game, asked):
    default = DEFAULTS[game][asked.option]
    assert (asked.usual, type(asked.usual)) == (default, type(default))
    assert rule_text(game, f"{INFOS[game].prefix}-R{asked.rule}")
    listed = KNOWN.get(game, {}).get(asked.option, asked.answers)
    assert set(asked.answers) == set(listed)
    if isinstance(asked.usual, bool):
        assert set(asked.answers) == {True, False}


@pytest.mark.parametrize(("game", "asked"), ASKED, ids=named)
def test_the_game_itself_knows_every_answer(game, asked):
    for answer in asked.answers:
        games.game(Setup(game, options={asked.option: answer}))


def test_what_is_asked_of_one_game_is_hidden_while_another_is_chosen(client):
    html, style = client.get("/new-game").text, client.get("/new-game.css")
    assert style.mimetype == "text/css"
    for game in games.NAMES:
        assert f"only-{game}" in html
        assert f'[value="{game}"]:checked)) .only-{game} {{ display: none; }}' in style.text


@pytest.mark.parametrize("lang", ["en", "pl", "cs"])
def test_the_page_asks_for_the_house_rules_of_every_game(client, lang):
    html = client.get(f"/new-game?lang={lang}").text
    found, chosen = radios(html)
    assert found == {
        field_of(game, one.option): [written(value) for value in one.answers] for game, one in ASKED
    }
    assert chosen == {name: answers[0] for name, answers in found.items()}
    assert len(re.findall(r'class="usual"', html)) == sum(
        len(info.house_rules) for info in INFOS.values()
    )
    assert '<details class="house">' in html


def test_a_question_is_asked_in_the_readers_language(client):
    page = unescape(client.get("/new-game?lang=pl").text)
    assert "<legend>Czy punkty powyżej 100 się liczą?</legend>" in page
    assert "Nie, najwyżej 100" in page


def test_what_the_last_game_was_played_by_is_chosen_and_in_sight(kept):
    options = {"score_over_max": "cap", "allow_partial_floor": True}
    setup = replace(kept.live.state.setup, options=options)
    kept.live.bulletin.change(lambda state: replace(state, setup=setup))
    html = kept.app.test_client().get("/new-game").text
    chosen = radios(html)[1]
    assert (chosen["azul.score_over_max"], chosen["azul.allow_partial_floor"]) == ("cap", "yes")
    assert chosen["master-chocolatier.score_over_max"] == "keep", "that is another game"
    assert '<details class="house" open>' in html


@pytest.mark.parametrize(("game", "asked", "answer"), CHANGED, ids=named)
def test_another_answer_reaches_the_game(kept, game, asked, answer):
    field = field_of(game, asked.option)
    _, options = begun(kept, {"game": game, field: written(answer)})
    assert options == [{asked.option: answer}]


@pytest.mark.parametrize("game", DEFAULTS)
def test_usual_answers_and_those_of_other_games_are_not_kept(kept, game):
    form = {
        field_of(other, one.option): written(one.usual if other == game else [*one.answers][-1])
        for other, one in ASKED
    }
    assert begun(kept, {"game": game, **form})[1] == [{}]


@pytest.mark.parametrize(("game", "asked"), ASKED, ids=named)
def test_what_is_no_answer_is_refused_with_a_sentence(kept, game, asked):
    answer, options = begun(kept, {"game": game, field_of(game, asked.option): "perhaps"})
    assert (answer.status_code, options) == (400, [])
    assert asked.option in answer.text
    assert "perhaps" in answer.text
