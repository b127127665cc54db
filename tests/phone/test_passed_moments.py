"""A picture counts for what was due when it was taken, and for nothing that came after."""

from dataclasses import replace

import pytest
from kitchen import EMPTY, MIXED, OFFER, SEATING, TILED
from test_sent_pictures import HOME, IN_HAND, sees, send, sent

from companion.errors import BoardNotFound, CorrectionRefused
from companion.games.base import Setup
from companion.ports import Gesture
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.due import mark
from web import create_app

PASSED = "the game has moved on"
PAVILION = replace(SEATING, setup=Setup("summer-pavilion"), handheld=True, chosen=True)


@pytest.fixture
def kitchen(kitchens):
    one = kitchens()
    one.start(seating=IN_HAND)
    return one


@pytest.fixture
def pavilion(kitchens):
    """A game of turns, whose empty boards have been seen."""
    one = kitchens()
    one.start(seating=PAVILION)
    sees(one, EMPTY, "picture-1")
    return one


def due(kitchen):
    """What the page of a phone says is due."""
    state = kitchen.evening.state
    return mark(state.sitting, state.due, state.reading)


def read(kitchen):
    moments = [played.entry.moment for played in kitchen.evening.sitting.history]
    return [(moment.checkpoint.value, moment.seat) for moment in moments]


def refuses(kitchen, name, **options):
    with pytest.raises(CorrectionRefused, match=PASSED):
        kitchen.evening.ask(sent(name, **options)).result(5)
    return True


def test_an_impatient_second_picture_is_no_moment_of_its_own(kitchen):
    sees(kitchen, EMPTY, "picture-1")
    then = due(kitchen)
    sees(kitchen, OFFER, "picture-2", late=then)
    assert refuses(kitchen, "picture-3", late=then)
    assert sees(kitchen, TILED, "picture-4", late=due(kitchen)).report.moment.checkpoint == "tiled"


def test_of_two_phones_at_once_the_first_one_counts(kitchen):
    sees(kitchen, EMPTY, "picture-1")
    kitchen.eyes.takes_s = 0.1
    kitchen.eyes.sights.append(OFFER)
    both = [kitchen.evening.ask(sent(name, late=due(kitchen))) for name in ("from-ada", "from-ben")]
    assert both[0].exception(5) is None
    assert PASSED in str(both[1].exception(5))
    assert read(kitchen) == [("setup", None), ("offer-end", None)]


def test_in_a_game_of_turns_the_same_holds_though_every_moment_has_one_name(pavilion):
    then = due(pavilion)
    sees(pavilion, EMPTY, "picture-2", late=then)
    assert refuses(pavilion, "picture-3", late=then)
    assert refuses(pavilion, "picture-4", late=then, seat=0)


def test_others_may_take_their_turns_meanwhile(pavilion):
    then = due(pavilion)
    for seat in (0, 1):
        sees(pavilion, EMPTY, f"picture-of-{seat}", late=then, owner=seat)
    assert read(pavilion)[1:] == [("placed", 0), ("placed", 1)]
    assert refuses(pavilion, "picture-3", late=then, seat=1)


def test_a_picture_from_before_what_was_taken_back_counts_for_nothing(pavilion):
    sees(pavilion, EMPTY, "picture-2", seat=0)
    then = due(pavilion)
    pavilion.evening.ask(asks.Undo()).result(5)
    assert refuses(pavilion, "picture-3", late=then)


def test_boards_come_one_by_one_and_again_while_their_moment_lasts(kitchen):
    sees(kitchen, EMPTY, "picture-1")
    then = due(kitchen)
    for number, sight in enumerate(("waiting", BoardNotFound("no board"), MIXED)):
        sees(kitchen, sight, f"picture-of-{number}", owner=number % 2, late=then)
    assert sees(kitchen, OFFER, "picture-2", late=then).stage is Stage.PLAYING


def test_a_picture_sent_again_has_arrived_whatever_is_due_by_then(kitchen):
    then = due(kitchen)
    sees(kitchen, EMPTY, "picture-1", late=then)
    before = sees(kitchen, OFFER, "picture-2")
    assert kitchen.evening.ask(sent("picture-1", late=then)).result(5) is before


def test_so_has_the_last_one_of_a_game(kitchen):
    then = due(kitchen)
    sees(kitchen, EMPTY, "picture-1", late=then)
    context = kitchen.evening.context
    context.publish(lambda state: replace(state, stage=Stage.OVER))
    assert kitchen.evening.ask(sent("picture-1", late=then)).result(5).stage is Stage.OVER
    with pytest.raises(CorrectionRefused):
        kitchen.evening.ask(sent("picture-2")).result(5)


def test_programs_that_say_nothing_mean_what_is_due_when_it_comes(pavilion):
    for number in range(2):
        sees(pavilion, EMPTY, f"program-{number}")
    sees(pavilion, EMPTY, "program-2", seat=1, gesture=Gesture.HOLD)
    assert read(pavilion)[-1] == ("passed", 1)


def test_the_page_refuses_in_a_sentence_and_takes_corners_once(kitchen):
    phone = create_app(kitchen.evening).test_client()
    sees(kitchen, BoardNotFound("no board"), "picture-1")
    then = due(kitchen)
    assert f'data-due="{then}"' in phone.get("/camera").text
    kitchen.eyes.sights.append(EMPTY)
    body = {"corners": [[[1, 1], [9, 1], [9, 9], [1, 9]]] * 2}
    for name, status in (("picture-2", 200), ("picture-3", 409)):
        address = f"/camera/corners?name={name}&late={then}"
        assert phone.post(address, json=body, headers=HOME).status_code == status
        kitchen.rest()
    answer = send(phone, "picture-4", late=then, lang="pl")
    assert answer.status_code == 409
    assert "gra poszła dalej" in answer.get_json()["error"]
    assert read(kitchen) == [("setup", None)]
