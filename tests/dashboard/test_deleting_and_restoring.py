"""An evening is deleted only after two questions; a backup is restored only when it is whole."""

import errno
import io
import os
import sys
from concurrent.futures import Future
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from pages import HOME

sys.path.insert(0, str(Path(__file__).parents[1] / "evening"))
sys.path.insert(0, str(Path(__file__).parents[1] / "journal"))

from kitchen import EMPTY, OFFER, SEATING, TILED, Kitchen
from sittings_to_keep import finished
from test_pairing import PHONE, browser

from companion.errors import JournalError
from companion.journal import Journal
from companion.service.bulletin.state import Stage
from web import Server, create_app
from web.access.paired_devices import Pairing


@pytest.fixture
def table(tmp_path):
    """A table with a game of long ago (1) and one under way (2)."""
    journal = Journal(tmp_path / "state")
    finished(journal, ("Ada", "Ben"), 4)
    kitchen = Kitchen(journal)
    kitchen.start(seating=SEATING)
    kitchen.sees(EMPTY, OFFER, TILED)
    kitchen.client = create_app(kitchen.evening).test_client()
    yield kitchen
    kitchen.evening.stop()
    journal.close()


def delete(client, number, **form):
    return client.post(f"/history/{number}/delete", data=form, headers=HOME)


def restore(client, content, **form):
    file = {"file": (io.BytesIO(content), "companion.zip")}
    return client.post("/restore", data=file | form, headers=HOME)


def test_it_is_asked_twice_and_then_the_evening_is_gone(table):
    assert "/history/1/delete" in table.client.get("/history/1").text
    asked = table.client.get("/history/1/delete").text
    assert "Nobody can bring them back" in asked
    assert "Files that were downloaded" in asked
    assert delete(table.client, 1).status_code == 400, "who has not said so deletes nothing"
    assert len(table.journal.all()) == 2
    assert delete(table.client, 1, sure="yes").status_code == 303
    assert [one.id for one in table.journal.all()] == [2]
    assert table.client.get("/history/1").status_code == 404
    assert delete(table.client, 1, sure="yes").status_code == 404


def test_the_game_on_the_screens_is_not_deleted(table):
    assert "begin another game first" in table.client.get("/history/2/delete").text
    assert delete(table.client, 2, sure="yes").status_code == 409
    assert len(table.journal.recorded(2)) == 4


def test_a_backup_takes_the_place_of_everything(table):
    with table.client.get("/backup.zip") as answer:
        content = answer.data
    delete(table.client, 1, sure="yes")
    table.sees(EMPTY)
    assert restore(table.client, content).status_code == 400, "nobody said it shall"
    assert restore(table.client, content, sure="yes").status_code == 303
    assert [one.id for one in table.journal.all()] == [1, 2]
    assert table.evening.state.stage is Stage.IDLE
    assert len(table.journal.recorded(2)) == 4, "as it was when it was downloaded"
    assert list(table.journal.folder.glob("journal.before-*.db")), "the other is put aside"
    assert not list(table.journal.folder.glob("restoring-*"))
    for path in ("/", "/history", "/game", "/table", "/scoreboard", "/coach/0"):
        assert table.client.get(path).status_code == 200, path
    resumed = table.client.post("/resume", data={"sitting": "2"}, headers=HOME)
    assert resumed.status_code == 303
    assert table.evening.state.names == ("Ada", "Ben")


def test_a_backup_may_take_its_time(table, monkeypatch):
    """A thousand pictures, each synced to a slow card, are minutes."""

    class Slow(Future):
        def result(self, timeout=None):
            if timeout is not None:
                raise TimeoutError
            return super().result()

    with table.client.get("/backup.zip") as answer:
        content = answer.data
    monkeypatch.setattr("companion.service.evening.evening.Future", Slow)
    assert restore(table.client, content, sure="yes").status_code == 303
    assert table.evening.state.stage is Stage.IDLE


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_backup_changes_nothing(table, content):
    answer = restore(table.client, content, sure="yes")
    assert answer.status_code == 409
    assert "no whole backup" in answer.text
    assert table.evening.state.stage is Stage.PLAYING
    assert len(table.journal.all()) == 2


def test_after_it_the_page_camera_speaks_of_no_game_that_is_open(table):
    assert "camera of its own" in table.client.get("/camera").text
    with table.client.get("/backup.zip") as answer:
        restore(table.client, answer.data, sure="yes")
    page = table.client.get("/camera").text
    assert "camera of its own" not in page
    assert "No game is being played. Begin a new one." in page


def test_one_evening_is_no_backup_and_it_is_said_what_takes_it(table):
    with table.client.get("/history/1.zip") as answer:
        content = answer.data
    answer = restore(table.client, content, sure="yes")
    assert answer.status_code == 409
    assert "one evening, not everything; choose it beside “Take it over”, which" in answer.text
    assert len(table.journal.all()) == 2


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_disk_without_room_is_no_mistake_of_the_companions(table, monkeypatch, code):
    def full(*_, **__):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("tempfile.mkdtemp", full)
    asked = [table.client.get(path) for path in ("/backup.zip", "/history/1.zip")]
    asked.append(restore(table.client, b"a backup", sure="yes"))
    for answer in asked:
        assert answer.status_code == 409
        assert "make room on it" in answer.text


@pytest.mark.parametrize("path", ["/history", "/new-game", "/people", "/api/history"])
def test_nor_is_a_journal_that_cannot_be_read(table, monkeypatch, path):
    def broken():
        raise JournalError("the journal cannot be read (disk I/O error); start again")

    monkeypatch.setattr(table.journal, "all", broken)
    answer = table.client.get(path)
    assert answer.status_code == 409
    assert "The journal cannot be read (disk I/O error); start again." in answer.text


def test_any_other_failure_is_one(table, monkeypatch):
    def broken(*_, **__):
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr("tempfile.mkdtemp", broken)
    assert table.client.get("/backup.zip").status_code == 500


def test_what_is_refused_in_the_history_leads_back_to_it(table):
    back, file = 'href="/history">Back to the history', {"file": (io.BytesIO(b"no zip"), "e.zip")}
    for refused in (
        table.client.post("/history/import", data=file, headers=HOME),
        table.client.post("/history/import", headers=HOME),
        restore(table.client, b"no zip", sure="yes"),
        delete(table.client, 1),
        table.client.get("/history/9"),
    ):
        assert refused.status_code >= 400
        assert back in refused.text
    assert back not in table.client.get("/nowhere").text


@pytest.fixture
def served(table):
    """The same table on a real port."""
    server = Server(create_app(table.evening), "127.0.0.1", 0)
    server.start()
    yield server
    server.stop()


def post(server, path, *body, size):
    """Send a form whose body has ``size`` bytes, or only says so; return the answer."""
    headers = {
        "Origin": f"http://127.0.0.1:{server.port}", "Content-Length": str(size),
        "Content-Type": "multipart/form-data; boundary=here",
    }  # fmt: skip
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("POST", path, b"".join(body) or None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_a_backup_of_many_evenings_arrives_over_the_network(table, served):
    sure = b'--here\r\nContent-Disposition: form-data; name="sure"\r\n\r\nyes\r\n'
    file = b'--here\r\nContent-Disposition: form-data; name="file"; filename="b.zip"\r\n\r\n'
    body = (sure, file, bytes(66_000_000), b"\r\n--here--\r\n")
    status, text = post(served, "/restore", *body, size=sum(map(len, body)))
    assert status == 409, "read to its end; it is no zip"
    assert "no whole backup" in text


def test_so_does_an_evening_with_all_the_pictures_that_were_kept(served):
    """Ninety pictures of 700 kB are more than the 64 MB that waitress lets in elsewhere."""
    file = b'--here\r\nContent-Disposition: form-data; name="file"; filename="e.zip"\r\n\r\n'
    body = (file, bytes(66_000_000), b"\r\n--here--\r\n")
    status, text = post(served, "/history/import", *body, size=sum(map(len, body)))
    assert status == 409, "read to its end; it is no zip"
    assert "no archive of a sitting" in text


def test_the_page_says_how_large_a_file_may_be(table):
    assert "up to 410 MB" in (said := table.client.get("/history").text)
    assert "up to 1000 MB" in said


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/restore", 1_100_000_000),
        ("/history/import", 420_000_000),
        ("/press", 66_000_000),
        ("/x", 66_000_000),
    ],
)
def test_what_is_larger_than_anything_sent_there_is_refused_at_once(table, served, path, size):
    status, _ = post(served, path, size=size)
    assert status == 413


@pytest.mark.parametrize(("code", "word"), [("pl", "kopią zapasową"), ("cs", "celá záloha")])
def test_what_a_library_says_of_it_is_for_the_log(table, caplog, code, word):
    sent = {"file": (io.BytesIO(b"no zip at all"), "backup.zip"), "sure": "yes"}
    answer = table.client.post(f"/restore?lang={code}", data=sent, headers=HOME)
    assert word in answer.text
    assert "not a zip file" not in answer.text
    assert "not a zip file" in caplog.text


def test_guests_neither_delete_nor_restore(table):
    guest = browser(create_app(table.evening, devices=Pairing(local=False)), PHONE)
    assert delete(guest, 1, sure="yes").status_code == 401
    assert restore(guest, b"", sure="yes").status_code == 401
