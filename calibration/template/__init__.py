"""Fine adjustment of a board's template: other printings have their groups elsewhere."""

from calibration.template.adjustment import (
    Adjustment,
    Move,
    adjusted,
    groups,
    load_adjustment,
    save_adjustment,
)
from calibration.template.fit import suggested

__all__ = [
    "Adjustment",
    "Move",
    "adjusted",
    "groups",
    "load_adjustment",
    "save_adjustment",
    "suggested",
]
