"""Complete play that can be written down: positions as JSON and as text, both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from companion.games.base import ImpossiblePosition
from companion.games.common.position_json import Form

Position = TypeVar("Position")


class Notation(Protocol):
    """A game's way to write the JSON values of a position as text a person can read and type."""

    def write(self, data: Mapping[str, Any]) -> str:
        """Return the text."""

    def read(self, text: str) -> Any:
        """Return the JSON values again; ``ImpossiblePosition`` says which line cannot be read."""


class WrittenPlay(Generic[Position]):
    """The half of ``Play`` that writes and reads positions; an engine adds the other half."""

    def __init__(
        self,
        form: Form[Position],
        notation: Notation,
        reasons: Callable[[Position], Iterable[str]],
    ) -> None:
        """Take what JSON and text look like, and the reasons why a position cannot exist.

        Later reasons may assume that the earlier ones do not hold.
        """
        self._form = form
        self._notation = notation
        self._reasons = reasons

    def check(self, position: Position) -> None:
        """Raise ``ImpossiblePosition`` with the first reason why a position cannot exist."""
        for reason in self._reasons(position):
            raise ImpossiblePosition(reason)

    def dump(self, position: Position) -> dict[str, Any]:
        """Return a position as JSON values; ``load`` gives the same position back."""
        data: dict[str, Any] = self._form.write(position)
        return data

    def load(self, data: Mapping[str, Any]) -> Position:
        """Return the position ``dump`` wrote; ``ImpossiblePosition`` says what cannot be."""
        position = self._form.read(data, "position")
        self.check(position)
        return position

    def text(self, position: Position) -> str:
        """Return a position as text a person can read and type; ``parse`` reads it back."""
        return self._notation.write(self.dump(position))

    def parse(self, text: str) -> Position:
        """Return the position ``text`` wrote; ``ImpossiblePosition`` says what cannot be."""
        return self.load(self._notation.read(text))
