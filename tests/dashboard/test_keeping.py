"""Evenings are taken along, as files; one that was no real one counts for nothing."""

import io
import re
import sys
import zipfile
from pathlib import Path

import pytest
from gallery import SCENES, shown
from pages import HOME

sys.path.insert(0, str(Path(__file__).parents[1] / "journal"))

from sittings_to_keep import finished, kept
from test_pairing import PHONE, browser

from companion.journal import Journal, history, import_sitting
from web import create_app
from web.access.paired_devices import Pairing

BY_NAME = {scene.name: scene for scene in SCENES}


@pytest.fixture
def evening():
    one = shown("azul", 2, BY_NAME["over"])
    yield one
    one.end()


@pytest.fixture
def client(evening):
    return evening.app.test_client()


def sent(client, content, name="evening.zip"):
    return client.post("/history/import", data={"file": (io.BytesIO(content), name)}, headers=HOME)


def test_an_evening_goes_from_table_to_table_by_page(client, evening):
    with client.get("/history/1.zip") as answer:
        assert answer.mimetype == "application/zip"
        assert "azul-1.zip" in answer.headers["Content-Disposition"]
        content = answer.data
    other = shown("azul-mini", 2, BY_NAME["begun"])
    taken = sent(other.app.test_client(), content)
    assert (taken.status_code, taken.location) == (303, "/history/2")
    there, here = other.journal.recorded(2), evening.journal.recorded(1)
    assert [one.event for one in there] == [one.event for one in here]
    again = sent(other.app.test_client(), content)
    assert again.status_code == 409
    assert "in the journal already" in again.text
    other.end()


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + b"\0" * 18, b"\xff\xd8\xff" * 9000])
def test_what_is_no_evening_is_refused_in_a_sentence(client, content):
    answer = sent(client, content)
    assert answer.status_code == 409
    assert "no archive of a sitting, or damaged; export it again" in answer.text
    assert client.post("/history/import", data={}, headers=HOME).status_code == 400


@pytest.mark.parametrize(
    ("name", "called"),
    [("Wieczór u babci.zip", "Wieczor_u_babci.zip"), ("../../x/y.zip", "y.zip"), ("卓", "evening")],
)
def test_what_is_refused_is_called_as_people_know_it(client, name, called):
    assert called in sent(client, b"", name).text


def test_a_backup_is_not_taken_for_one_evening(client):
    with client.get("/backup.zip") as answer:
        everything = answer.data
    refused = sent(client, everything)
    assert refused.status_code == 409
    assert "holds everything, not one evening" in refused.text
    assert "sitting.json" not in refused.text


def test_only_a_file_may_be_large_and_only_there(client):
    large = b"x" * 20_000
    assert sent(client, large).status_code == 409
    form = {"file": (io.BytesIO(b"x"), "x.zip")}
    assert client.post("/press", data=form, headers=HOME).status_code == 415
    assert client.post("/press", data={"seat": "1" * 20_000}, headers=HOME).status_code == 413


def test_everything_is_a_folder_that_a_companion_can_begin_with(tmp_path):
    journal = Journal(tmp_path / "kitchen")
    kept(journal)
    one = shown("azul", 2, BY_NAME["begun"])
    one.evening.context.journal = journal
    with one.app.test_client().get("/backup.zip") as answer:
        data = answer.data
    one.end()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert not [name for name in archive.namelist() if "devices" in name], "no keys"
        archive.extractall(tmp_path / "elsewhere")
    there = Journal(tmp_path / "elsewhere")
    assert there.recorded(1) == journal.recorded(1)
    assert [there.pictures.get(name) for name in there.picture_hashes()] == [
        journal.pictures.get(name) for name in journal.picture_hashes()
    ]
    there.close()
    journal.close()


def test_guests_may_not_take_everything(evening):
    guest = browser(create_app(evening.evening, devices=Pairing(local=False)), PHONE)
    assert guest.get("/backup.zip").status_code == 401
    assert guest.post("/history/1/count", data={"count": "no"}, headers=HOME).status_code == 401
    assert sent(guest, b"").status_code == 401


def test_an_evening_that_was_no_real_one_counts_for_nothing(tmp_path):
    journal = Journal(tmp_path)
    finished(journal, ("Ada", "Ben"), 1)
    silly = finished(journal, ("Ada", "Ben"), 90)
    assert history(journal).standings[0].record == 130
    journal.leave_out(silly, True)
    found = history(journal)
    assert [one.left_out for one in found.evenings] == [False, True]
    assert max(one.record for one in found.standings) == 42, "41 and a full row"
    journal.close()
    again = Journal(tmp_path)
    assert history(again).evenings[1].left_out, "it is kept"
    again.leave_out(silly, False)
    assert max(one.record for one in history(again).standings) == 130
    again.close()


def test_records_on_open_pages_follow_what_counts(client, evening):
    """The sheet of the game under way went on with records that had been left out."""
    before = evening.evening.state.version
    client.post("/history/1/count", data={"count": "no"}, headers=HOME)
    assert evening.evening.state.version > before


def test_it_is_left_out_and_let_in_by_its_page(client, evening):
    def page():
        return client.get("/history/1").text

    assert re.search(r'name="count" value="no"', page())
    client.post("/history/1/count", data={"count": "no"}, headers=HOME)
    assert history(evening.journal).standings == ()
    assert "does not count" in client.get("/history").text
    assert re.search(r'name="count" value="yes"', page())
    client.post("/history/1/count", data={"count": "yes"}, headers=HOME)
    assert history(evening.journal).standings
    assert client.post("/history/99/count", data={"count": "no"}, headers=HOME).status_code == 404
    missing = client.get("/history/99.zip")
    assert missing.status_code == 404
    assert "There is no sitting 99 in the journal; the history lists" in missing.text


def test_what_is_imported_from_a_page_is_not_gone_on_with_by_itself(client, tmp_path):
    with client.get("/history/1.zip") as answer:
        (tmp_path / "x.zip").write_bytes(answer.data)
    other = Journal(None)
    assert other.sitting(import_sitting(other, tmp_path / "x.zip")).aside
    other.close()


@pytest.mark.parametrize(("path", "form"), [("/coach/0", "coach"), ("/history/1", "history")])
def test_a_form_leads_on_in_the_language_of_its_page(client, path, form):
    html = client.get(f"{path}?lang=pl").text
    action = re.findall(rf'action="(/{form}[^"]*)"', html)[0]
    done = client.post(action, data={"coach": "on", "count": "no"}, headers=HOME)
    assert done.location == f"{path}?lang=pl"


def test_so_does_an_evening_that_is_taken_over(client):
    assert 'action="/history/import?lang=pl"' in client.get("/history?lang=pl").text
