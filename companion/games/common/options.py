"""What a rulebook leaves open: options with the answers that are understood, checked alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from companion.games.saying import N_

Kind = TypeVar("Kind")

ALL_THAT_FIT: Mapping[bool | str, str] = {
    False: N_("No, all that fit go in the line"),
    True: N_("Yes, as many as the player likes"),
}
"""Answers to whether tiles may be dropped although a line has room for them."""

WHO_BEGINS: Mapping[bool | str, str] = {
    "same": N_("Whoever began this round"),
    "next": N_("The next player clockwise"),
}
"""Answers to who begins when nobody took the starting player marker."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """Answers that no list can give: what ``fits``, in words ``said``."""

    fits: Callable[[Any], bool]
    said: str


Answers = tuple[Any, ...] | Fitting
"""What may be answered; of a list the first is the default."""


def one_of(*answers: Any) -> Any:
    """Return a field of options that has one of several answers, by default the first."""
    return field(default=answers[0], metadata={"answers": answers})


def fitting(default: Any, fits: Callable[[Any], bool], said: str) -> Any:
    """Return a field of options whose answers cannot be listed."""
    return field(default=default, metadata={"answers": Fitting(fits, said)})


def choices_of(kind: type[Any]) -> dict[str, Answers]:
    """Return the answers of every option of a data class made of such fields."""
    return {each.name: each.metadata["answers"] for each in fields(kind)}


def read_options(kind: type[Kind], title: str, given: Mapping[str, Any]) -> Kind:
    """Return the defaults with ``given`` over them; ``ValueError`` says what does not fit."""
    checked(title, choices_of(kind), given)
    return kind(**{key: tuple(v) if isinstance(v, list) else v for key, v in given.items()})


def checked(title: str, choices: Mapping[str, Answers], given: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` for an option the game ``title`` has not, or an answer it does not know.

    ``1`` is not ``true``: an answer is of the kind that is asked for.
    """
    for key, answer in given.items():
        if key not in choices:
            known = ", ".join(sorted(choices))
            raise ValueError(f"{title} has no option {key!r}: choose from {known}.")
        known_answers = choices[key]
        if isinstance(known_answers, Fitting):
            fits, said = known_answers.fits(answer), known_answers.said
        else:
            fits = any(type(answer) is type(one) and answer == one for one in known_answers)
            said = f"choose from {', '.join(map(_written, known_answers))}"
        if not fits:
            raise ValueError(f"Option {key!r} cannot be {_written(answer)}: {said}.")


def _written(answer: Any) -> str:
    """Return an answer as people write it, who know no Python."""
    return str(answer).lower() if isinstance(answer, bool) else repr(answer)
