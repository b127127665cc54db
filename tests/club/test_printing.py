"""Result slips fit their paper: four on A4, one on A6, whatever the players are called."""

import sys
from pathlib import Path

import pytest
from filled_hall import SHORT, WIDE, filled

sys.path.insert(0, str(Path(__file__).parents[1] / "dashboard"))
from boxes import troubles
from test_browser import chromium

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

MM_PX, MM_POINTS = 96 / 25.4, 72 / 25.4
PAPER = {"a4": (210, 297, 4), "a6": (105, 148, 1)}
"""Width, height and slips of a sheet."""

CUT = """slips => slips.filter(slip => slip.scrollHeight > slip.clientHeight + 1
    || slip.scrollWidth > slip.clientWidth + 1).map(slip => slip.textContent)"""
BOXES = """all => all.map(one => { const box = one.getBoundingClientRect();
    return [box.width, box.height]; })"""


@pytest.mark.parametrize("paper", sorted(PAPER))
@pytest.mark.parametrize(
    ("names", "size", "language"),
    [(SHORT, 2, "en"), (WIDE, 4, "pl"), pytest.param(WIDE, 3, "cs", marks=pytest.mark.long)],
)
def test_slips_fit_their_paper(chromium, paper, names, size, language):
    width, height, per_sheet = PAPER[paper]
    with filled(6, names, size) as hall:
        page = chromium.new_page(
            viewport={"width": round(width * MM_PX) + 1, "height": round(height * MM_PX)}
        )
        page.goto(f"{hall.address}/slips/3?paper={paper}&lang={language}")
        page.emulate_media(media="print")
        assert page.eval_on_selector_all(".slip", CUT) == []
        assert troubles(page) == []
        for wide, high in page.eval_on_selector_all(".slip", BOXES):
            assert wide == pytest.approx(105 * MM_PX, abs=2)
            assert high == pytest.approx(148 * MM_PX, abs=4)
        matches = hall.hub.hall.books.tournament.rounds[-1].matches
        printed = pages_of(page.pdf(prefer_css_page_size=True))
        page.close()
    assert len(printed) == -(-len(matches) // per_sheet)
    for number, (size_points, text) in enumerate(printed):
        assert size_points == pytest.approx((width * MM_POINTS, height * MM_POINTS), abs=1)
        for match in matches[number * per_sheet : (number + 1) * per_sheet]:
            assert match.table in text
            if names is SHORT:
                assert all(player in text for player in match.players)


def pages_of(pdf):
    """The size in points, and the text, of every page."""
    pypdfium2 = pytest.importorskip("pypdfium2")
    document = pypdfium2.PdfDocument(pdf)
    return [(page.get_size(), page.get_textpage().get_text_bounded()) for page in document]
