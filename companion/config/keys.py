"""What a key of the configuration is: its default, its unit, what it may be, what it is for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import Field as DataclassField
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from companion.config.machine_names import is_machine
from companion.fields import Field, brief

META = "key"


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it says to people and what values it takes.

    ``low`` and ``high`` bound a number, or every number of a list; ``choices`` list what a text may
    be.  ``unit`` is empty for what is counted or named.  ``home`` marks a folder that may be in
    somebody's home: ``~/azul``, ``~ada/azul``; ``machine`` the bare name of a machine.
    """

    help: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str | int, ...] = ()
    home: bool = False
    machine: bool = False


def key(
    default: Any,
    help: str,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str | int, ...] = (),
    home: bool = False,
    machine: bool = False,
) -> Any:
    """Return a dataclass field that is a key of the configuration."""
    made = Key(help, unit, low, high, choices, home, machine)
    return field(default=default, metadata={META: made})


def keys_of(section: type[Any]) -> Mapping[str, DataclassField[Any]]:
    """Return the keys of a section class by name, in their order."""
    return {one.name: one for one in fields(section)}


def describe(one: DataclassField[Any]) -> Key:
    """Return what the schema says of a key."""
    found: Key = one.metadata[META]
    return found


def read_value(node: Field, section: type[Any], name: str) -> Any:
    """Return ``node`` as the type its key asks for; raises ``FieldError`` where it is another."""
    asked = describe(keys_of(section)[name])
    kind = get_type_hints(section)[name]
    if kind == tuple[int, ...]:
        return tuple(_number(item, asked, whole=True) for item in node.items())
    if kind == tuple[str, ...]:
        return tuple(_text(item, asked) for item in node.items())
    if kind is bool:
        return node.truth()
    if kind is str:
        return _text(node, asked)
    return _number(node, asked, whole=kind is int)


def _text(node: Field, asked: Key) -> str:
    text = node.text(tuple(str(choice) for choice in asked.choices))
    if asked.home and os.path.expanduser(text).startswith("~"):
        node.fail(f"is {brief(text)}, but there is no such user here with a home")
    if asked.machine and not is_machine(text):
        node.fail(f"is {brief(text)}, but must be a bare name, without http:// and port")
    return text


def _number(node: Field, asked: Key, *, whole: bool) -> Any:
    number = node.whole() if whole else node.number()
    if asked.choices and number not in asked.choices:
        node.fail(f"is {brief(number)}, but must be one of {', '.join(map(str, asked.choices))}")
    if asked.low is not None and number < asked.low:
        node.fail(f"is {brief(number)}, but must be at least {_with_unit(asked.low, asked)}")
    if asked.high is not None and number > asked.high:
        node.fail(f"is {brief(number)}, but must be at most {_with_unit(asked.high, asked)}")
    return number


def _with_unit(number: float, asked: Key) -> str:
    return f"{number:g} {asked.unit}".rstrip()
