"""What the doctor found: one thing, how bad it is, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    NOTE = "note"
    """The companion works, but one should know."""
    MEND = "mend"
    """The companion does not work as configured until this is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; ``remedy`` is a sentence, empty only where all is well."""

    topic: str
    level: Level
    text: str
    remedy: str = ""


def ok(topic: str, text: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(topic, Level.OK, text)


def note(topic: str, text: str, remedy: str) -> Finding:
    """Return a finding one should know."""
    return Finding(topic, Level.NOTE, text, remedy)


def mend(topic: str, text: str, remedy: str) -> Finding:
    """Return a finding that must be mended."""
    return Finding(topic, Level.MEND, text, remedy)


def halves(sentence: str) -> tuple[str, str]:
    """Return what happened and what to do: our sentences have both, with a semicolon between."""
    what, _, remedy = sentence.partition("; ")
    remedy = remedy or "'companion config' shows what is configured."
    return what, as_sentence(remedy)


def as_sentence(words: str) -> str:
    """Return words as a sentence of their own; names in them stay as they are."""
    return f"{words[0].upper()}{words[1:].rstrip('.')}."
