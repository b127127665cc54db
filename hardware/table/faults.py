"""The fault menu: what goes wrong at a simulated table, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from random import Random

from companion.errors import UsageError

ALWAYS = "all"
"""Every fault of the menu, each as often as is usual."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Probabilities per picture, 0 to 1; all zero is a table where nothing ever goes wrong.

    The first four come as a picture of their own before the right one; the others last.
    """

    hands: float = 0.0
    """Somebody's hand is in the picture."""
    mistakes: float = 0.0
    """Somebody laid a tile where it must not lie, and mends it after being told."""
    black: float = 0.0
    """The camera gives a black picture."""
    dropped: float = 0.0
    """The camera gives no picture at all."""
    nudge: float = 0.0
    """A board is pushed aside a little."""
    bump: float = 0.0
    """Somebody knocks against the camera's stand."""
    lamp: float = 0.0
    """A lamp is switched on or off, or a cloud passes."""
    glare: float = 0.0
    """A lamp mirrors in a board."""
    shadow: float = 0.0
    """Somebody's shadow lies over half a board."""

    def happens(self, name: str, chance: Random) -> bool:
        """Tell whether a fault happens now; draws from ``chance`` in any case."""
        return chance.random() < float(getattr(self, name))


USUAL = Faults(
    hands=0.35,
    mistakes=0.3,
    black=0.1,
    dropped=0.1,
    nudge=0.25,
    bump=0.15,
    lamp=0.2,
    glare=0.2,
    shadow=0.2,
)
"""How often each fault happens when somebody orders it from the menu."""

NAMES = tuple(field.name for field in fields(Faults))


def ordered(words: str) -> Faults:
    """Return the faults that a list such as ``hands,nudge`` orders; ``all`` orders every one.

    Raises ``UsageError`` for a word that is not on the menu.
    """
    menu = Faults()
    for name in _words(words):
        if name not in (*NAMES, ALWAYS):
            raise UsageError(
                f"there is no fault '{name}'; choose among {', '.join(NAMES)}, or {ALWAYS}"
            )
        menu = USUAL if name == ALWAYS else replace(menu, **{name: getattr(USUAL, name)})
    return menu


def _words(words: str) -> Iterator[str]:
    yield from (word.strip() for word in words.split(",") if word.strip())
