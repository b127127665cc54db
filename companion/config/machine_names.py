"""What a machine can be called: a name that cannot be is looked for, or called, in vain."""

from __future__ import annotations

import re
from ipaddress import ip_address

NAME = re.compile(r"[\w-]+(\.[\w-]+)*\.?")
"""What names of machines are made of."""


def is_machine(name: str) -> bool:
    """Tell whether a text is the bare name of a machine, or its address as a number."""
    try:
        ip_address(name)
    except ValueError:
        try:
            name.encode("idna")
        except UnicodeError:
            return False
        return NAME.fullmatch(name) is not None
    return True
