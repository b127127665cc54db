"""What shuts somebody out of a page, as axe-core has it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

BY_SIZE = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
"""A rule of WCAG 2.2 that axe-core does not apply by itself; of all others only what is wrong."""


def barriers(page, options=BY_SIZE):
    """Return the findings on a page, grave or not: what, and the first place."""
    found = Axe().run(page, options=options).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found]
