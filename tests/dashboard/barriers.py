"""What shuts somebody out of a page, as axe-core has it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe


def barriers(page):
    """Return the serious and critical findings on a page: what, and the first place."""
    found = Axe().run(page).response["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    return [(one["id"], one["nodes"][0]["html"]) for one in grave]
