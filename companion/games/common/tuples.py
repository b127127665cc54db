"""Tuples that never change: the same with another item, or with another field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

Item = TypeVar("Item")
Value = TypeVar("Value", bound=NamedTuple)
Fields = ParamSpec("Fields")


def put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return ``items`` with another one at ``index``."""
    changed = [*items]
    changed[index] = item
    return tuple(changed)


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


def maker(kind: Callable[Fields, Value]) -> Callable[Fields, Value]:
    """Return a function that makes a named tuple of ``kind`` from all its fields, in their order.

    It takes half the time of asking the class, which looks for defaults and names.
    """
    make, like = tuple.__new__, cast(type[Value], kind)

    def made(*items: Any) -> Value:
        return make(like, items)

    return cast(Callable[Fields, Value], made)
