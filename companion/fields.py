"""Typed access to parsed JSON that says where a mistake is: ``frames[2].seat must be ...``."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NoReturn

Point = tuple[float, float]
"""x to the right, y downwards."""

PERHAPS_HALF = re.compile(rb"\\u[dD]|\xed|\0")
"""Where half a letter of UTF-16 may be: escaped, in UTF-8 as it must not be, or in UTF-16."""


class FieldError(ValueError):
    """Raised when a value is not what it should be; for the caller to make a sentence of."""

    def __init__(self, key: str, complaint: str) -> None:
        """Keep the place (empty: the whole document) and what is wrong there."""
        super().__init__(f"{key or 'it'} {complaint}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a JSON document and the way to it.

    Every reading method returns the value as its type, or raises ``FieldError``.
    """

    value: Any
    key: str = ""

    def fail(self, complaint: str) -> NoReturn:
        """Raise ``FieldError`` for this value."""
        raise FieldError(self.key or "it", complaint)

    def member(self, name: str) -> Field:
        """Return the member ``name``, which must be there and not null."""
        found = self.optional(name)
        if found is None:
            raise FieldError(self.child(name), "is missing")
        return found

    def optional(self, name: str) -> Field | None:
        """Return the member ``name``, or None where it is absent or null."""
        value = self.mapping().get(name)
        return None if value is None else Field(value, self.child(name))

    def child(self, name: str) -> str:
        """Return the way to the member ``name``."""
        return f"{self.key}.{name}" if self.key else name

    def mapping(self) -> dict[str, Any]:
        """Return an object's members."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object in braces, not {brief(self.value)}")
        return self.value

    def items(self, count: int | None = None) -> tuple[Field, ...]:
        """Return a list's elements, exactly ``count`` of them if given."""
        if not isinstance(self.value, list):
            self.fail(f"must be a list in square brackets, not {brief(self.value)}")
        if count is not None and len(self.value) != count:
            self.fail(f"must have {count} entries, but has {len(self.value)}")
        return tuple(Field(value, f"{self.key}[{n}]") for n, value in enumerate(self.value))

    def text(self, choices: Collection[str] = ()) -> str:
        """Return a text, one of ``choices`` where there are any."""
        if not isinstance(self.value, str):
            self.fail(f"must be a text in quotes, not {brief(self.value)}")
        if choices and self.value not in choices:
            self.fail(f"is {brief(self.value)}, but must be one of {', '.join(choices)}")
        return self.value

    def truth(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.fail(f"must be true or false, not {brief(self.value)}")
        return self.value

    def whole(self, low: int | None = None, high: int | None = None) -> int:
        """Return a whole number from ``low`` to ``high``."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.fail(f"must be a whole number, not {brief(self.value)}")
        if low is not None and self.value < low:
            self.fail(f"is {brief(self.value)}, but must be at least {low}")
        if high is not None and self.value > high:
            self.fail(f"is {brief(self.value)}, but must be at most {high}")
        return self.value

    def number(self) -> float:
        """Return a finite number."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            self.fail(f"must be a number, not {brief(self.value)}")
        try:
            number = float(self.value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.fail("must be a finite number")
        return number

    def point(self) -> Point:
        """Return two numbers as x and y."""
        x, y = self.items(count=2)
        return x.number(), y.number()

    def points(self) -> tuple[Point, ...]:
        """Return a list of points."""
        return tuple(item.point() for item in self.items())


def parse(text: str | bytes) -> Field:
    """Return the JSON document ``text``; raises ``FieldError`` where it is none.

    What it says can be written again: it has no half letters, which Python's own reader takes.
    """
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    try:
        value = json.loads(data)
        if PERHAPS_HALF.search(data):
            json.dumps(value, ensure_ascii=False).encode()
        return Field(value)
    except json.JSONDecodeError as error:
        raise FieldError("", f"is no JSON: {error.msg} in line {error.lineno}") from error
    except (ValueError, RecursionError) as error:  # not UTF-8, endless digits or brackets
        raise FieldError("", "is no JSON that can be read") from error


def brief(value: Any) -> str:
    """Return ``value`` as JSON, shortened so that a sentence stays one."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
