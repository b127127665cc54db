"""What was taken back is put back from the page."""

import re

from pages import HOME, words


def test_what_was_taken_back_can_be_put_back_with_one_tap(kept):
    kept.press(3)
    client = kept.app.test_client()

    def shown(path="/"):
        return words(client.get(path, headers={"Accept-Language": "en"}).text)

    assert "Put back" not in shown()
    client.post("/undo", headers=HOME)
    kept.until(lambda state: state.happened == "undone")
    assert "Put back Round 1 · Walls tiled" in shown()
    html = client.get("/").text
    reading = re.search(r'put-back".*?name="reading" value="(\d+)"', html, re.S)[1]
    assert client.post("/put-back", data={"reading": reading}, headers=HOME).status_code == 303
    kept.until(lambda state: state.happened == "put-back")
    assert "What was taken back holds again." in shown("/player/0")
    assert "Put back" not in shown()
    assert client.post("/put-back", data={"reading": reading}, headers=HOME).status_code == 409
