"""Simulated tables with a line each, and the hub that is to know all they said."""

import time

from listening import broker_at
from patience import until
from playing import done, word

from companion.club.hub.hub import Hub
from companion.club.hub.ledger import Ledger
from companion.club.message import dump
from companion.club.table.line import Line
from companion.club.topics import Topics

NAMES = ("Ada", "Ben")


class Tables:
    """Simulated tables, each with its own line; ``said`` is when each said which word."""

    def __init__(self, ports, venue="club", **how):
        """Set up a table for each of ``ports``: what it calls, a broker or a cable to one."""
        self.names = [f"t{n:03}" for n in range(len(ports))]
        self.lines = {
            name: Line(broker_at(port, **how), Topics(venue, name))
            for name, port in zip(self.names, ports, strict=True)
        }
        self.version = dict.fromkeys(self.names, 0)
        self.ended = {name: [] for name in self.names}
        self.said = {}
        for line in self.lines.values():
            line.start()

    def say(self, name):
        self.version[name] += 1
        number = self.version[name]
        self.said[name, number] = time.monotonic()
        self.lines[name].say(dump(word(name, number, NAMES, ended=self.ended[name])))

    def play(self, random, seed):
        """Let every table say something new; some of them have ended a game."""
        for number, name in enumerate(self.names):
            if random.random() < 0.3:
                self.finish(name, seed + number % 7)
            else:
                self.say(name)

    def finish(self, name, seed):
        ended = done(NAMES, seed)
        self.ended[name].append(ended)
        self.say(name)

    def all_up(self):
        return all(line.up for line in self.lines.values())

    def stop(self):
        for line in self.lines.values():
            line.stop()


def hub_at(mosquitto, folder, venue="club", **how):
    hub = Hub(broker_at(mosquitto, **how), venue, Ledger(folder))
    hub.start()
    until(lambda: hub.hall.joined)
    return hub


def right(hub, tables):
    """Whether the hub has every table's newest word and every game, each once."""
    hall = hub.hall
    told = {name: seen.told for name, seen in hall.tables.items() if seen.told and seen.online}
    newest = {name: one.version for name, one in told.items()} == tables.version
    games = {(name, one.sitting): one for name in tables.names for one in tables.ended[name]}
    kept = {key: game.finished for key, game in hall.books.games.items()}
    return newest and kept == games


def heard_once(hub):
    """Every game is one fact in the ledger."""
    facts = [(f.table, f.game.sitting) for f in hub._ledger.facts()]
    return len(facts) == len(set(facts))
