"""Every text is there in English, Polish and Czech."""

import ast
import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from pages import HOME

from companion.boards import GAMES
from companion.games.texts import rule_texts
from companion.journal.statistics import Standing
from companion.sentence import Sentence
from companion.service.pictures.calibrator import Remark
from web import languages
from web.languages import catalogue, translations
from web.views.points import past
from web.views.setup import calibration
from web.views.wording import sentences, words

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
METHODS = [("**.py", "python"), ("templates/**", "jinja2")]
FOREIGN = sorted(set(languages.LANGUAGES) - {"en"})


@cache
def texts():
    """Every text in code and templates: a sentence, or its singular and plural."""
    rooms = (WEB, ROOT / "companion/games")
    return {found[2] for room in rooms for found in extract_from_dir(room, METHODS)}


def placeholders(text):
    return sorted(re.findall(r"%\(\w+\)[ds]", text))


def test_there_are_texts_to_translate():
    assert len(texts()) > 90


@pytest.mark.parametrize("code", FOREIGN)
def test_every_text_is_translated_and_nothing_else(code):
    known = {message.id: message for message in catalogue(code) if message.id}
    assert set(known) == texts()
    for message in known.values():
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("code", FOREIGN)
def test_every_translation_names_what_the_text_names(code):
    for message in catalogue(code):
        if not message.id:
            continue
        plural = isinstance(message.id, tuple)
        wanted = placeholders(message.id[-1] if plural else message.id)
        for string in message.string if plural else (message.string,):
            assert placeholders(string) == wanted, message.id


@pytest.mark.parametrize("code", FOREIGN)
def test_every_text_has_all_its_plural_forms(code):
    for message in catalogue(code):
        if message.pluralizable:
            assert len(message.string) == catalogue(code).num_plurals == 3


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.py")), ids=lambda path: path.name)
def test_no_text_hides_inside_an_f_string(path):
    """The extraction cannot look into them on Python 3.11, so it would be forgotten."""
    for outer in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(outer, ast.JoinedStr):
            for node in ast.walk(outer):
                called = getattr(getattr(node, "func", None), "id", "")
                assert called not in ("_", "gettext", "ngettext"), ast.unparse(outer)


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("en", {1: "1 point", 2: "2 points", 0: "0 points"}),
        ("pl", {1: "1 punkt", 2: "2 punkty", 5: "5 punktów", 12: "12 punktów", 22: "22 punkty"}),
        ("cs", {1: "1 bod", 3: "3 body", 5: "5 bodů", 22: "22 bodů", 0: "0 bodů"}),
    ],
)
def test_numbers_take_the_right_form(code, forms):
    told = translations(code)
    for number, expected in forms.items():
        form = told.ungettext("%(num)d point", "%(num)d points", number)
        assert form % {"num": number} == expected


@pytest.mark.parametrize(
    ("code", "sharp", "lies"),
    [
        ("en", "printed edges are 3.0 pixels wide", "+1.5 mm to the right"),
        ("pl", "krawędzie nadruku mają szerokość 3,0 piksela", "+1,5 mm w prawo"),
        ("cs", "hrany potisku jsou široké 3,0 pixelu", "+1,5 mm doprava"),
    ],
)
def test_decimals_are_written_as_in_the_readers_language(evening, code, sharp, lies):
    with evening.app.test_request_context(f"/?lang={code}"):
        words.use(())
        remark = Remark("sharpness", "good", 0, {"value": 3.0})
        assert sharp in calibration.told(remark).found
        assert calibration.move_words((1.5, 0, 1, 1)).startswith(lies)


@pytest.mark.parametrize(
    ("code", "titles"),
    [
        ("en", ("Azul: Master Chocolatier", "Azul: Summer Pavilion", "Azul Duel")),
        ("pl", ("Azul: Mistrz czekolady", "Azul: Letni Pawilon", "Azul: Pojedynek")),
        ("cs", ("Azul: Mistři čokolády", "Azul: Letohrádek", "Azul Duel")),
    ],
)
def test_games_are_called_as_on_the_boxes_of_the_country(evening, client, code, titles):
    page = client.get(f"/new-game?lang={code}").get_data(as_text=True)
    assert all(f"<span>{title}</span>" in page for title in titles)
    said = Sentence(
        "the board between the corners tapped for seat {seat} looks like one of {games}; "
        "choose that game, or tap the right board",
        seat=0,
        games="Azul / Azul: Summer Pavilion",
    )
    with evening.app.test_request_context(f"/?lang={code}"):
        assert f" Azul / {titles[1]};" in sentences.told(said)


def test_no_line_parts_a_place_from_its_number(kept):
    kept.press(2)
    html = kept.app.test_client().get("/player/0?lang=pl").text
    place = "Ściana, rząd\N{NO-BREAK SPACE}1, pole\N{NO-BREAK SPACE}3"
    assert f"<strong>{place}</strong>" in html, "what to move"
    assert f'class="sheet-place">{place}\n' in html, "what it brings"


@pytest.mark.parametrize(("code", "average"), [("en", "54.5"), ("pl", "54,5"), ("cs", "54,5")])
def test_averages_too(evening, code, average):
    standing = Standing("Ania", "azul", 2, 1, 60, 54.5)
    with evening.app.test_request_context(f"/?lang={code}"):
        assert past.rankings([standing])[0].bars[0].average == average


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("pl,en;q=0.5", "pl"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
        ("sk,cs;q=0.7", "cs"),
        ("en-GB", "en"),
        ("de-DE", "en"),
        ("", "en"),
    ],
)
def test_the_browser_chooses_the_language(client, header, expected):
    html = client.get("/", headers={"Accept-Language": header}).text
    assert f'<html lang="{expected}">' in html


def test_the_reader_may_choose_another(client):
    html = client.get("/?lang=pl", headers={"Accept-Language": "cs"}).text
    assert '<html lang="pl">' in html
    assert "Naciśnij przycisk" in html
    assert '<html lang="cs">' in client.get("/?lang=xx", headers={"Accept-Language": "cs"}).text


def test_errors_speak_the_readers_language_too(client):
    assert "Nie ma tu takiej strony." in client.get("/nowhere?lang=pl").text
    refused = client.get("/?lang=cs", headers={"Host": "evil.example"})
    assert "To není adresa Companionu." in refused.text


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_every_game_speaks_the_readers_language(code, game):
    english = rule_texts(game)
    for rule, told in rule_texts(game, code).items():
        for name in ("title", "rule", "wrong", "right"):
            assert getattr(told, name).strip() == getattr(told, name) != "", rule
            assert getattr(told, name) != getattr(english[rule], name), rule


TO_SEVERAL = {
    "cs": (r"\b\w+te\b|\b(?:vy|vám|vás|vámi|váš|vaš\w+)\b",
           {"hrajete", "používáte", "máte", "vašich", "posaďte", "přečte", "čte", "nesplete"}),
    "pl": (r"\b\w+cie\b|\b(?:wy|wam|wami|wasz\w*)\b",
           {"gracie", "używacie", "wami", "waszych", "waszym", "siadajcie"}),
}  # fmt: skip
"""Language -> words for several people (in Polish also a few endings of nouns), and those that
are right: questions that a whole table answers, players called to a table, other words."""

NOUNS = {"aparacie", "dwanaście", "formacie", "naciśnięcie", "przesunięcie", "schemacie",
         "starcie", "wariancie", "warsztacie", "zdjęcie"}  # fmt: skip


@pytest.mark.parametrize("code", FOREIGN)
def test_whoever_reads_is_spoken_to_as_one_person_and_a_friend(code):
    pattern, right = TO_SEVERAL[code]
    found = {word for text in told(code) for word in re.findall(pattern, text.lower())}
    assert found - NOUNS == right


def told(code):
    """Everything that is said in a language: pages, errors, and the rules of every game."""
    for domain in (languages.PAGES, languages.COMPANION):
        for message in catalogue(code, domain):
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            yield from strings if message.id else ()
    for game in GAMES:
        for rule in rule_texts(game, code).values():
            yield from (rule.title, rule.rule, rule.wrong, rule.right)


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_rule_is_in_every_language(code, game):
    english = rule_texts(game)
    for rule, told in rule_texts(game, code).items():
        assert figures(told.rule) == figures(english[rule].rule), rule


def figures(text):
    """The numbers of two digits in a rule: those that nobody writes as words."""
    return sorted(re.findall(r"(?<!\d)\d{2,}", text))


def test_catalogues_are_text_only():
    assert not list((WEB / "translations").rglob("*.mo"))
    for code in FOREIGN:
        path = WEB / "translations" / code / "LC_MESSAGES" / "messages.po"
        assert BytesIO(path.read_bytes()).read().decode("utf-8")


def test_a_page_that_refuses_leads_back_in_its_language(client):
    html = client.get("/nowhere?lang=pl").text
    assert 'href="/?lang=pl"' in html
    assert 'href="/help?lang=pl"' in html


def ways_to_other_languages(page):
    """Language -> where the switch of a page leads for it, and the language it says we are in."""
    (switch,) = re.findall(r'<nav class="languages".*?</nav>', page, re.DOTALL)
    links = dict(re.findall(r'<a href="([^"]*)" lang="(\w\w)"', switch))
    (here,) = re.findall(r'lang="(\w\w)"[^>]* aria-current', switch)
    return {lang: link.replace("&amp;", "&") for link, lang in links.items()}, here


@pytest.mark.parametrize("path", ["/", "/pair", "/nowhere", "/scoreboard"])
def test_every_page_has_one_switch_of_language(client, path):
    links, here = ways_to_other_languages(client.get(f"{path}?lang=pl").text)
    assert (links.keys(), here) == (languages.LANGUAGES.keys(), "pl")
    for lang, link in links.items():
        assert f'<html lang="{lang}">' in client.get(f"{path}{link}").text


def test_a_switch_keeps_what_lets_a_phone_in(client):
    links, _ = ways_to_other_languages(client.get("/pair?token=a%26b").text)
    assert links["cs"] == "?lang=cs&token=a%26b"


def test_the_page_of_a_refused_form_leads_to_the_start(client):
    refused = client.post("/nowhere", headers=HOME)
    assert ways_to_other_languages(refused.text)[0]["pl"] == "/?lang=pl"
