"""A picture that comes while the companion is busy for long: it is read, or it is said why not."""

from threading import Thread

import pytest
from kitchen import EMPTY, OFFER, TILED
from patience import until
from test_sent_pictures import IN_HAND, sees, send

from companion.service.bulletin.state import Stage
from companion.service.evening.due import mark
from companion.service.pictures.photograph import photograph
from web import create_app
from web.routes import phone_camera
from web.routes.data import deeds

PATIENCE_S = 0.2


@pytest.fixture
def kitchen(kitchens, monkeypatch):
    """A kitchen whose companion takes longer to read a picture than a request waits."""
    monkeypatch.setattr(deeds, "PATIENCE_S", PATIENCE_S)
    one = kitchens()
    one.start(seating=IN_HAND)
    sees(one, EMPTY, "picture-0")
    one.eyes.takes_s = 5 * PATIENCE_S
    return one


@pytest.fixture
def phone(kitchen):
    return create_app(kitchen.evening).test_client()


def due(kitchen):
    state = kitchen.evening.state
    return mark(state.sitting, state.due, state.reading)


def busy(kitchen, phone):
    """Ada's picture of the end of the offer is being read; Ben's is sent meanwhile."""
    kitchen.eyes.sights.append(OFFER)
    late = due(kitchen)
    assert send(phone, "from-ada", late=late).status_code == 200
    until(lambda: kitchen.evening.state.stage is Stage.LOOKING)
    return send(phone, "from-ben1", late=late), late


def test_a_picture_that_waits_too_long_is_to_be_sent_again(kitchen, phone):
    answer, _ = busy(kitchen, phone)
    assert (answer.status_code, answer.json["stage"]) == (202, "looking")


@pytest.fixture
def unpacked(monkeypatch):
    """The names of the pictures that were unpacked, each as often as it was."""
    names = []

    def listed(data, name):
        names.append(name)
        return photograph(data, name)

    monkeypatch.setattr(phone_camera, "photograph", listed)
    return names


def test_sent_again_and_again_while_it_waits_it_is_unpacked_once(kitchen, phone, unpacked):
    """Each time it was unpacked, and all of that was kept until its turn came."""
    _, late = busy(kitchen, phone)
    for _ in range(2):
        assert send(phone, "from-ben1", late=late).status_code == 202
    assert unpacked == ["from-ada.jpg", "from-ben.jpg"]
    kitchen.rest()
    assert kitchen.evening.waiting("from-ben1") is None


def test_sent_again_it_is_said_why_it_is_no_longer_needed(kitchen, phone):
    """It was answered that it is there; refused later, it was gone without a word."""
    _, late = busy(kitchen, phone)
    kitchen.rest()
    answer = send(phone, "from-ben1", late=late)
    assert answer.status_code == 409
    assert "no longer needed, as the game has moved on" in answer.json["error"]


def test_sent_again_it_is_read_once(kitchen, phone):
    kitchen.eyes.sights += [OFFER, TILED]
    send(phone, "from-ada1")
    assert send(phone, "from-ben1").status_code == 202
    answers = [202]

    def again():
        while answers[-1] == 202:
            answers.append(send(phone, "from-ben1").status_code)

    thread = Thread(target=again)
    thread.start()
    thread.join(20)
    kitchen.rest()
    assert answers[-1] == 200
    read = [played.entry.moment.checkpoint.value for played in kitchen.evening.sitting.history]
    assert read == ["setup", "offer-end", "tiled"]
