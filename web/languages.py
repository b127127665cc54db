"""English, Polish and Czech: chosen by the browser, or by ``?lang=`` in the address.

English sentences are the keys.  The catalogues are text (``translations/*/LC_MESSAGES/*.po``) and
are compiled in memory when first used, so there is nothing to build and nothing to get stale.

A new sentence is brought into them with::

    pybabel extract -F pyproject.toml --no-location -o build/messages.pot .
    pybabel update --no-fuzzy-matching -w 98 -i build/messages.pot -d web/translations

Sentences of a game that its pages say are marked with ``N_``; ``gettext`` says them to a reader.
What rules, eyes and devices say is in ``sentences.po`` beside them, by its English template with
``{names}``; ``tests/dashboard/test_sentences.py`` names every template that is missing there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, g, has_request_context, request
from flask_babel import Babel, Domain

from companion.games.saying import in_words_of

LANGUAGES: Mapping[str, str] = {"en": "English", "pl": "Polski", "cs": "Čeština"}
"""Language code -> its own name for itself."""

FOLDER = Path(__file__).parent / "translations"

PAGES = "messages"
"""The catalogue of the pages' own sentences."""

COMPANION = "sentences"
"""The catalogue of what rules, eyes and devices say, by template."""


def init_app(app: Flask) -> None:
    """Translate the pages of ``app``."""
    babel = Babel(app, default_locale="en", locale_selector=wanted_language)
    babel.domain_instance = MemoryDomain()
    app.jinja_env.globals["LANGUAGES"] = LANGUAGES
    app.jinja_env.filters["with_comma"] = with_comma
    app.jinja_env.filters["whole"] = whole
    app.jinja_env.filters["own_words"] = in_own_words
    app.add_template_global(language, "language")


class MemoryDomain(Domain):  # type: ignore[misc]  # flask_babel has no types
    """The catalogues, compiled in memory instead of read from ``.mo`` files."""

    def get_translations(self) -> NullTranslations:
        """Return the translations for the current request."""
        return translations(language())


def gettext(text: str, **values: object) -> str:
    """Return an English sentence in the reader's language, its ``%(names)s`` filled in."""
    said = in_own_words(translations(language()).gettext(text))
    return said % values if values else said


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """Return the form of a sentence that goes with ``number``, which it may name ``%(num)d``."""
    said = in_own_words(translations(language()).ngettext(one, many, number))
    return str(said % {"num": number, **values})


def speak(own_words: Mapping[str, Mapping[str, str]]) -> None:
    """Put ``own_words`` (by language) instead of those they stand for, for this request."""
    g.own_words = own_words


def in_own_words(said: str) -> str:
    """Return a sentence that is not filled in yet with the words of the game that is spoken of."""
    own: Mapping[str, str] = (
        g.get("own_words", {}).get(language(), {}) if has_request_context() else {}
    )
    return in_words_of(own, said)


def decimal(value: float, sign: str = "") -> str:
    """Return a number with one decimal, written as in the reader's language; ``sign`` may be +."""
    return with_comma(f"{value:{sign}.1f}")


def with_comma(written: str) -> str:
    """Return a number as it is written in the reader's language: with a comma for English's dot."""
    return written if language() == "en" else written.replace(".", ",")


def whole(text: str) -> str:
    """Return a text that no line parts before a number: ``space 4`` stays together."""
    return re.sub(r" (?=\d)", "\N{NO-BREAK SPACE}", text)


def language() -> str:
    """Return the language of the current request, one of ``LANGUAGES``."""
    if not has_request_context():
        return "en"
    chosen: str | None = g.get("language")
    if chosen is None:  # a page asks for it a thousand times
        chosen = g.language = wanted_language()
    return chosen


def wanted_language() -> str:
    """Return the language asked for in the address, or the one the browser likes best."""
    asked = request.args.get("lang", "")
    if asked in LANGUAGES:
        return asked
    return request.accept_languages.best_match(LANGUAGES) or "en"


def catalogue(code: str, domain: str = PAGES) -> Catalog:
    """Read a catalogue of a language as it was written."""
    with (FOLDER / code / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=code)


@cache
def translations(code: str) -> NullTranslations:
    """Return a language ready for use; English needs no catalogue."""
    if code == "en":
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue(code))
    compiled.seek(0)
    return Translations(compiled)


@cache
def templates(code: str) -> Mapping[str, str]:
    """Return what the companion says in a language, by English template; English has none."""
    if code == "en":
        return {}
    return {str(one.id): str(one.string) for one in catalogue(code, COMPANION) if one.id}
