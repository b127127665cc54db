"""Who was drawn sits down without typing: the hub tells the table, and the table that it knows."""

from dataclasses import replace

import pytest
from brokers import needs_mosquitto
from kitchen import ROW, Kitchen
from listening import Listener, broker_at
from patience import until

from companion.club.books import apply, fold
from companion.club.facts import Begun, Ended
from companion.club.hub import wishes
from companion.club.hub.hub import Hub
from companion.club.hub.ledger import Ledger
from companion.club.message import MessageRefused
from companion.club.seating import calls, dump_call, load_call
from companion.club.table.publisher import Publisher
from companion.club.topics import Topics
from companion.club.tournament import Plan
from companion.config import ClubConfig
from companion.games.base import Setup
from companion.journal import Seating
from companion.service.bulletin.call import Called
from companion.service.bulletin.state import Stage, State, with_call
from companion.service.evening import asks

PLAN = Plan("Cup", "azul", 2, ("t07", "t08"), ("Ada", "Běla", "Cyd", "Dan"), seed=1)
SEATING = Topics("club", "t07").seating
CALL = Called("1/1", "Cup", 1, "azul", ("Ada", "Běla"))


# What a call is.


def test_every_open_match_of_the_newest_round_is_called():
    books = fold([Begun(PLAN)])
    assert calls(books) == {}
    books = apply(books, wishes.next_round(books))
    found = calls(books)
    assert {table: call.names for table, call in found.items()} == {
        match.table: match.players for match in books.tournament.rounds[0].matches
    }
    assert {call.draw for call in found.values()} == {"1/1"}
    books = apply(books, wishes.decide(books, 1, "t07", (3, 2), (0, 0)))
    assert set(calls(books)) == {"t08"}
    assert calls(apply(books, [Ended()])) == {}


def test_a_call_is_read_as_it_was_written():
    assert load_call(dump_call(CALL)) == CALL
    assert load_call(b"") is None


@pytest.mark.parametrize("payload", [b"x", b"{}", b'{"schema": 2}', b"[" * 5000,
                                     dump_call(replace(CALL, names=("Ada",)))])  # fmt: skip
def test_a_call_that_is_none_is_refused(payload):
    with pytest.raises(MessageRefused):
        load_call(payload)


def test_a_call_waits_until_its_game_is_begun():
    idle = State(Setup("azul", players=2), 0)
    assert with_call(idle, CALL).awaited == CALL
    theirs = replace(idle, sitting=1, names=(" běla", "Ada"), stage=Stage.PLAYING)
    assert with_call(theirs, CALL).awaited is None, "they sat down before the hub told"
    assert with_call(replace(theirs, stage=Stage.OVER), CALL).awaited == CALL, "that was before"
    assert with_call(replace(theirs, names=("Ada", "Cyd")), CALL).awaited == CALL
    assert with_call(with_call(idle, CALL), None).awaited is None


# Hub and table, by a real broker.


@pytest.fixture
def hub(mosquitto, tmp_path):
    made = Hub(broker_at(mosquitto), "club", Ledger(tmp_path / "hub"))
    made.start()
    made.do(lambda books: wishes.begin(books, PLAN))
    yield made
    made.stop()


@pytest.fixture
def table(mosquitto):
    """Start the table t07; returns its kitchen."""
    open_ones = []

    def start():
        kitchen = Kitchen()
        evening = kitchen.start()
        club = ClubConfig(broker="127.0.0.1", port=mosquitto.port, table="t07", tls=False)
        publisher = Publisher(club, evening.bulletin, evening.journal)
        publisher.start()
        open_ones.append((evening, publisher))
        return kitchen

    yield start
    for evening, publisher in open_ones:
        evening.stop()
        publisher.stop()


def drawn(hub):
    """The players of the newest round at t07."""
    rounds = hub.hall.books.tournament.rounds
    return next(match.players for match in rounds[-1].matches if match.table == "t07")


def knows(hub):
    tournament, seen = hub.hall.books.tournament, hub.hall.tables.get("t07")
    return seen is not None and seen.knows(tournament.draw_name(len(tournament.rounds)))


def begin(kitchen):
    """Begin the game that the page for a new game offers."""
    call = kitchen.evening.state.awaited
    setup = Setup("azul", players=len(call.names), first_player=0)
    kitchen.evening.ask(asks.Begin(Seating(setup, call.names))).result(5)


def play_a_row(kitchen):
    """Five rounds, each laying one more tile of the first player's uppermost row."""
    colours = list(ROW.items())
    for number in range(5):
        line = {"line/0/0": colours[number][1]}
        kitchen.sees((dict(colours[:number]) | line, {"floor/0": "first"}))
        kitchen.sees((dict(colours[: number + 1]), {}))


@needs_mosquitto
def test_from_the_draw_to_the_result_nobody_types_a_name(hub, table):
    kitchen = table()
    hub.do(wishes.next_round)
    state = kitchen.until(lambda state: state.awaited)
    assert (state.called.names, state.called.round) == (drawn(hub), 1)
    until(lambda: knows(hub))
    begin(kitchen)
    assert kitchen.evening.state.awaited is None
    assert kitchen.evening.state.names == drawn(hub)
    kitchen.sees(({}, {}))
    play_a_row(kitchen)
    assert kitchen.evening.state.stage is Stage.OVER
    until(lambda: (1, "t07") in hub.hall.books.tournament.outcomes)
    kitchen.until(lambda state: state.called is None)
    hub.do(lambda books: wishes.decide(books, 1, "t08", (1, 2), (0, 0)))
    hub.do(wishes.next_round)
    kitchen.until(lambda state: state.awaited and state.awaited.round == 2)


@needs_mosquitto
def test_a_table_that_was_away_is_told_when_it_comes(hub, table, mosquitto):
    hub.do(wishes.next_round)
    late = table()
    late.until(lambda state: state.awaited)
    until(lambda: knows(hub))
    mosquitto.kill()
    hub.do(lambda books: wishes.decide(books, 1, "t07", (1, 2), (0, 0)))
    hub.do(lambda books: wishes.decide(books, 1, "t08", (1, 2), (0, 0)))
    hub.do(wishes.next_round)
    mosquitto.start()
    late.until(lambda state: state.awaited and state.awaited.round == 2)
    until(lambda: knows(hub))


@needs_mosquitto
def test_a_hub_that_comes_anew_takes_old_calls_back(hub, mosquitto, tmp_path):
    hub.do(wishes.next_round)
    listener = Listener(mosquitto)
    until(lambda: listener.heard.get(SEATING))
    hub.stop()
    other = Hub(broker_at(mosquitto), "club", Ledger(tmp_path / "another"))
    other.start()
    until(lambda: listener.heard.get(SEATING) == b"")
    other.stop()
    late = Listener(mosquitto)
    late.publish("azul/club/t99/online", b"x")
    until(lambda: "azul/club/t99/online" in late.heard)
    assert SEATING not in late.heard
    listener.close()
    late.close()


@needs_mosquitto
def test_a_call_that_is_not_understood_leaves_the_table_as_it_is(hub, table, mosquitto, caplog):
    kitchen = table()
    hub.do(wishes.next_round)
    before = kitchen.until(lambda state: state.awaited).awaited
    rogue = Listener(mosquitto)
    rogue.publish(SEATING, b'{"schema": 7}')
    until(lambda: "schema 7" in caplog.text)
    assert kitchen.evening.state.awaited == before
    rogue.close()
