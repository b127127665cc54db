"""Values and their JSON forms, each said once for both ways.

Reading is strict: what is missing, unknown or of another kind is refused with the way to it,
``position.boards/0.score`` for instance.  Whether a position can exist is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import EllipsisType, MappingProxyType, NoneType
from typing import Any, Generic, NoReturn, TypeVar, get_args, get_origin, get_type_hints

from companion.games.base import ImpossiblePosition

Value = TypeVar("Value")
Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Form(Generic[Value]):
    """One kind of value: ``write`` makes JSON of it, ``read`` takes JSON and the way to it."""

    write: Callable[[Value], Any]
    read: Callable[[Any, str], Value]


def refuse(place: str, wanted: str, value: object) -> NoReturn:
    """Raise ``ImpossiblePosition`` for a value that is not what it should be."""
    raise ImpossiblePosition(f"{place} must be {wanted}, not {value!r}.")


def plain(
    kind: type[Value], name: str, fits: Callable[[Value], bool] = lambda _: True
) -> Form[Any]:
    """Return the form of what JSON has itself; ``name`` says in words what is wanted."""

    def read(value: Any, place: str) -> Value:
        if type(value) is not kind or not fits(value):
            refuse(place, name, value)
        return value

    return Form(lambda value: value, read)


WHOLE = plain(int, "a whole number")
COUNT = plain(int, "a number from 0", lambda number: number >= 0)
FLAG = plain(bool, "true or false")
WORD = plain(str, "a word")


def among(words: Collection[str]) -> Form[str]:
    """Return the form of a word that is one of several."""
    return plain(str, f"one of {', '.join(words)}", lambda word: word in words)


def one_of(kind: type[Word]) -> Form[Word]:
    """Return the form of an enumeration's members."""
    words = among([str(word) for word in kind])
    return Form(str, lambda value, place: kind(words.read(value, place)))


def maybe(form: Form[Value]) -> Form[Value | None]:
    """Return the form of what may be missing, null in JSON."""
    return Form(
        lambda value: None if value is None else form.write(value),
        lambda value, place: None if value is None else form.read(value, place),
    )


def several(form: Form[Any], length: int | None = None) -> Form[tuple[Any, ...]]:
    """Return the form of a tuple, of ``length`` where one is given."""

    def read(value: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            refuse(place, "a list", value)
        if length is not None and len(value) != length:
            raise ImpossiblePosition(f"{place} must have {length} entries, not {len(value)}.")
        return tuple(form.read(item, f"{place}/{index}") for index, item in enumerate(value))

    return Form(lambda items: [form.write(item) for item in items], read)


def table(keys: Collection[str], form: Form[Any]) -> Form[Mapping[str, Any]]:
    """Return the form of an object of which only some of the ``keys`` are there."""

    def read(value: Any, place: str) -> dict[str, Any]:
        for key in members(value, place):
            if key not in keys:
                raise ImpossiblePosition(f"{place} cannot have {key!r}.")
        return {key: form.read(each, f"{place}.{key}") for key, each in value.items()}

    return Form(lambda value: {key: form.write(each) for key, each in value.items()}, read)


def converted(
    form: Form[Any], there: Callable[[Value], Any], back: Callable[[Any], Value]
) -> Form[Value]:
    """Return the form of what is turned into something else before it is written."""
    return Form(
        lambda value: form.write(there(value)), lambda value, place: back(form.read(value, place))
    )


def numbered(names: Sequence[str]) -> Form[int]:
    """Return the form of a number that stands for a name."""
    return converted(among(names), names.__getitem__, names.index)


def counts(names: Sequence[str], *, zeros: bool) -> Form[tuple[int, ...]]:
    """Return the form of counts by name; ``zeros``: what there is none of is written too."""

    def named(numbers: tuple[int, ...]) -> dict[str, int]:
        pairs = zip(names, numbers, strict=True)
        return {name: number for name, number in pairs if number or zeros}

    some = table(names, COUNT)
    return converted(some, named, lambda found: tuple(found.get(name, 0) for name in names))


PLAIN: Mapping[object, Form[Any]] = {int: WHOLE, bool: FLAG, str: WORD}


def form_of(kind: Any) -> Form[Any]:
    """Return the form that a type tells: plain, of an enumeration, a tuple, or with None."""
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type):
        return one_of(kind)
    form = form_of(next(each for each in get_args(kind) if each not in (NoneType, EllipsisType)))
    return several(form) if get_origin(kind) is tuple else maybe(form)


NONE: Mapping[str, Any] = MappingProxyType({})


def record(
    kind: Callable[..., Value],
    special: Mapping[str, Form[Any]] = NONE,
    head: Mapping[str, Any] = NONE,
) -> Form[Value]:
    """Return the form of a value with named fields: the ``special`` ones, others by their types.

    ``head`` are further keys that always say the same: which game it is, and which side.
    """
    types = get_type_hints(kind)
    fields = {name: special.get(name) or form_of(each) for name, each in types.items()}

    def write(value: Value) -> dict[str, Any]:
        return {**head, **{key: form.write(getattr(value, key)) for key, form in fields.items()}}

    def read(value: Any, place: str) -> Value:
        given = members(value, place)
        for key, said in head.items():
            if given.get(key) != said:
                refuse(f"{place}.{key}", repr(said), given.get(key))
        wrong = set(given) ^ {*head, *fields}
        if wrong:
            keys = ", ".join(sorted(map(str, wrong)))
            raise ImpossiblePosition(f"{place} has missing or unknown keys: {keys}.")
        return kind(
            **{key: form.read(given[key], f"{place}.{key}") for key, form in fields.items()}
        )

    return Form(write, read)


def members(value: Any, place: str) -> Mapping[str, Any]:
    """Return an object's members."""
    if not isinstance(value, Mapping):
        refuse(place, "an object", value)
    return value
