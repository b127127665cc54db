"""A hub full of tables in every state, with a tournament in its third round."""

from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from companion.club.broker import Broker
from companion.club.facts import Begun
from companion.club.hub import wishes
from companion.club.hub.hub import Hub
from companion.club.hub.ledger import Ledger
from companion.club.message import Finished, Told, Wrong, dump, dump_online
from companion.club.tournament import Plan
from web import Server
from web.club import Roles, create_hub_app
from web.club.roles import Role

SHORT = ("Ada", "Ben", "Żaneta", "Oświęcimka", "Jan Maria")
WIDE = ("W" * 30, "MWMWMWMWMW MWMWMWMWMW MWMWMWMW", "أحمد بن محمد الطويل", "👩👩👧👦" * 3, "i")
NEEDS = ("", "", "violation", "", "question", "", "covered", "", "camera", "", "trouble", "")
ROUNDS = 3


@dataclass
class Filled:
    """A served hub: its address, and a cookie for everybody who is more than a spectator."""

    hub: Hub
    address: str
    roles: Roles
    cookies: dict


@contextmanager
def filled(count, names=SHORT, size=2):
    """Serve a hub with so many tables in mid-tournament."""
    hub = Hub(Broker("192.0.2.1", 1883), "club", Ledger(None))
    played(hub, plan_of(count, names, size), Random(count))
    hub._take([("azul/club/t001/state", b"{}"), ("azul/club/" + "x" * 90, b"")])
    roles = Roles()
    server = Server(create_hub_app(hub, roles), "127.0.0.1", 0)
    server.start()
    cookies = {
        role: roles.enter("test", kept.code, "127.0.0.1") for role, kept in roles.lists.items()
    }
    yield Filled(hub, f"http://127.0.0.1:{server.port}", roles, cookies | {Role.SPECTATOR: ""})
    hub.stop()
    server.stop()


def plan_of(count, names, size):
    tables = tuple(f"t{n:03}" for n in range(1, count + 1))
    players = tuple(f"{names[n % len(names)]} {n + 1}" for n in range(count * size - 1))
    return Plan("The spring tournament of our club", "azul", size, tables, players, 4)


def played(hub, plan, random):
    """Play all rounds but the last to their end, and that one in part."""
    hub._take([True])
    for table in plan.tables:
        hub._take(at(Told(table, "b", 0, "azul", ("", ""), (0, 0), "waiting")))
    hub.do(lambda books: [Begun(plan)])  # names were longer once, and a ledger keeps them
    ended = {table: [] for table in plan.tables}
    for number in range(1, ROUNDS + 1):
        matches = hub.do(wishes.next_round).tournament.rounds[-1].matches
        for place, match in enumerate(matches):
            done = number < ROUNDS or place % 4 == 0
            if done:
                ended[match.table].append(game(match, number, random))
            hub._take(said(match, place, "over" if done else "playing", ended[match.table], random))
    for table in set(plan.tables) - {match.table for match in matches}:
        hub._take([(f"azul/club/{table}/online", dump_online(False))])


def game(match, number, random):
    scores = tuple(random.randint(20, 130) for _ in match.players)
    best = (scores.index(max(scores)),)
    return Finished(f"s{number}", "azul", match.players, scores, (0,) * len(scores), best)


def said(match, place, stage, ended, random):
    """What a table says: it plays, is covered, calls a judge, or waits for its players."""
    names = match.players if place % 5 else ("",) * len(match.players)
    needs = NEEDS[place % len(NEEDS)] if stage == "playing" else ""
    scores = tuple(random.randint(-9, 130) for _ in names)
    wrong = (Wrong(0, "AZ-R15"),) if needs == "violation" else ()
    told = Told(match.table, "b", place, "azul", names, scores, stage, place % 6, place % 2, needs,
                wrong, "now", tuple(ended))  # fmt: skip
    return at(told, online=place % 11 != 7)


def at(told, online=True):
    """What comes from a table that says so."""
    return [(f"azul/club/{told.table}/state", dump(told)),
            (f"azul/club/{told.table}/online", dump_online(online))]  # fmt: skip
