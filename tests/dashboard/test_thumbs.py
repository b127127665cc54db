"""What is pressed on a phone is large enough for a thumb: 44 pixels high."""

from boxes import troubles
from gallery import shown
from test_browser import chromium
from test_layout import BY_NAME, SCREENS, SMALLEST, resized, visit

__all__ = ["chromium", "visit"]


def test_what_puts_a_misreading_right_is_large_enough_for_a_thumb(visit):
    page = visit(shown("azul", 2, BY_NAME["violations"]), "/", SCREENS[0], "en")
    links = page.get_by_role("link", name="Misread: correct it").all()
    assert len(links) > 2
    assert all(one.bounding_box()["height"] >= 44 for one in links)


def test_the_code_that_pairs_is_typed_into_a_field_large_enough_for_a_thumb(visit):
    page = visit(shown("azul", 2, BY_NAME["tiled"]), "/pair", SCREENS[0], "pl")
    page.set_extra_http_headers({"X-Forwarded-For": "192.168.1.7"})  # no screen of the companion's
    page.reload()
    for size in resized(page, (SMALLEST, *SCREENS)):
        assert page.locator("#code").bounding_box()["height"] >= 44, size
        assert troubles(page) == [], size


ROW_END = """(row) => {
  const box = row.getBoundingClientRect();
  return document.elementFromPoint(box.right - 4, box.bottom - 4).closest("a")?.innerText;
}"""


def test_a_whole_line_of_the_list_leads_to_its_reading(visit):
    page = visit(shown("azul", 2, BY_NAME["over"]), "/", SCREENS[0], "en")
    row = page.locator(".history li").first
    row.scroll_into_view_if_needed()
    assert row.bounding_box()["height"] >= 44
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # no bar lies over it
    assert row.evaluate(ROW_END) == "Round 5 · Walls tiled"


def test_what_opens_a_file_is_large_enough_for_a_thumb(visit):
    page = visit(shown("azul", 2, BY_NAME["over"]), "/history", SCREENS[0], "en")
    page.get_by_text("Take evenings along").click()
    for size in resized(page, (SMALLEST, *SCREENS)):
        assert all(one.bounding_box()["height"] >= 44 for one in page.locator("[type=file]").all())
        assert troubles(page) == [], size
