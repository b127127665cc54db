"""What is wrong with a page's layout, measured by boxes: nothing sticks out, is cut or overlaps."""

from pathlib import Path

MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def troubles(page, *, fixed=False):
    """What is wrong with the page that is open; ``fixed`` where it must not scroll at all."""
    return page.evaluate(MEASURE.partition("\n")[2], fixed)
