"""An English sentence that still knows what it was made from, so that it can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Sentence(str):
    """A sentence for the people at the table; to whoever wants no more it is its English text.

    ``template`` has ``{names}`` for ``values``: numbers, names of colours and cells, a tuple of
    several, or another sentence.  As the message of an error it is what ``str(error)`` returns.

    >>> said = Sentence("nobody sits at seat {seat}", seat=3)
    >>> said, said.template, said.values
    ('nobody sits at seat 3', 'nobody sits at seat {seat}', {'seat': 3})
    """

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: object) -> Sentence:
        """Fill ``template`` in, and keep it beside the English text."""
        shown = {name: _shown(value) for name, value in values.items()}
        made = super().__new__(cls, template.format(**shown) if values else template)
        made.template, made.values = template, values
        return made

    def __str__(self) -> str:
        return self  # str's own would forget what the sentence was made from


def _shown(value: object) -> object:
    return ", ".join(map(str, value)) if type(value) is tuple else value
