"""The commands, one module each, in rooms by what they are about."""

from __future__ import annotations

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {
    "run": "table",
    "hub": "table",
    "config": "table",
    "doctor": "table",
    "demo": "table",
    "replay": "pictures",
    "read": "pictures",
    "evaluate": "pictures",
    "bench": "pictures",
    "verify": "rulebook",
    "rules": "rulebook",
    "play": "rulebook",
    "boards": "pictures",
    "brackets": "paper",
    "charuco": "paper",
    "card": "paper",
    "history": "records",
    "export": "records",
    "import": "records",
    "calibrate": "pictures",
}
"""Every command and the room its module is in, in the order the help shows them."""
