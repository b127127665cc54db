"""Tuples that never change: the same with another item, or with another field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Item = TypeVar("Item")
Value = TypeVar("Value", bound=NamedTuple)


def put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return ``items`` with another one at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def changer(kind: type[Value], field: str) -> Callable[[Value, Any], Value]:
    """Return a function that gives a named tuple of ``kind`` with another ``field``.

    It does what ``_replace`` does, in two thirds of the time: complete play does little else.
    """
    index, make = kind._fields.index(field), tuple.__new__

    def changed(value: Value, item: Any) -> Value:
        items = [*value]
        items[index] = item
        return make(kind, items)

    return changed
