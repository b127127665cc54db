"""A whole tournament through broker and hub, against standings worked out independently."""

from fractions import Fraction
from functools import cache

import pytest
from brokers import needs_mosquitto
from listening import broker_at
from patience import until
from playing import done, word

from companion.club.hub import wishes
from companion.club.hub.hub import Hub
from companion.club.hub.ledger import Ledger
from companion.club.message import dump
from companion.club.table.announcement import finished
from companion.club.table.line import Line
from companion.club.topics import Topics
from companion.club.tournament import Plan, standings
from companion.games.base import Setup
from companion.service.sitting.keeper import Keeper
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

pytestmark = needs_mosquitto


@cache
def read_from_pictures(brackets):
    """The result of a game of which every picture was drawn, and read by the companion's eyes.

    It is one they read without a question (tests/table); who would answer at a table is not here.
    """
    setup = Setup("azul", players=2, first_player=0)
    sitting = simulated_sitting(setup, 7, brackets=brackets)
    keeper = Keeper(sitting.setup, sitting.taps)
    for number, step in enumerate(sitting.steps):
        if step.scene is not None and not step.scene.black:
            keeper.look(picture_of(step.scene, f"{number:03}.jpg").pixels, step.moment)
    result = keeper.result()
    assert result.complete
    return result


def seen(names, seed, brackets):
    """A finished game of these players, read from pictures."""
    name = f"pictures/{'-'.join(names)}/{seed}"
    return finished(name, "azul", names, read_from_pictures(brackets))


def worked_out(players, games):
    """The standings by their definition, in floating point and the plainest way.

    ``games`` are lists of (player, points, rows); those without an opponent are alone in theirs.
    """
    won = dict.fromkeys(players, Fraction(0))
    others = {player: [] for player in players}
    brought = {player: [] for player in players}
    for game in games:
        for player, points, rows in game:
            rivals = [(p, r) for name, p, r in game if name != player]
            if not rivals:
                won[player] += 1
                continue
            beaten = sum((points, rows) > rival for rival in rivals)
            level = sum((points, rows) == rival for rival in rivals)
            won[player] += Fraction(2 * beaten + level, 2 * len(rivals))
            others[player] += [name for name, *_ in game if name != player]
            brought[player].append((points, rows))
    table = []
    for player in players:
        count = len(brought[player]) or 1
        strength = Fraction(sum(won[o] for o in others[player]), len(others[player]) or 1)
        points = Fraction(sum(p for p, _ in brought[player]), count)
        rows = Fraction(sum(r for _, r in brought[player]), count)
        table.append(((won[player], strength, points, rows), player))
    table.sort(key=lambda line: tuple(-value for value in line[0]))
    return [(1 + sum(other[0] > line[0] for other in table), *reversed(line)) for line in table]


@pytest.mark.parametrize(
    ("players", "rounds", "pictured"),
    [(7, 3, 0), pytest.param(64, 6, 2, marks=pytest.mark.long)],
)
def test_a_tournament_ends_as_it_is_worked_out(mosquitto, tmp_path, players, rounds, pictured):
    names = tuple(f"Player {n + 1}" for n in range(players))
    tables = tuple(f"t{n:02}" for n in range(1, players // 2 + 1))
    hub = Hub(broker_at(mosquitto), "club", Ledger(tmp_path))
    hub.start()
    lines = {table: Line(broker_at(mosquitto), Topics("club", table)) for table in tables}
    for line in lines.values():
        line.start()
    for table, line in lines.items():
        line.say(dump(word(table, 0, ("", ""))))
    hub.do(lambda books: wishes.begin(books, Plan("Cup", "azul", 2, tables, names, seed=5)))
    until(lambda: hub.hall.books.met == {*tables})
    games, told = [], {table: [] for table in tables}
    for number in range(1, rounds + 1):
        drawn = hub.do(wishes.next_round).tournament.rounds[-1]
        for place, match in enumerate(drawn.matches):
            sat = match.players if place % 2 else match.players[::-1]  # as people sit down
            seed = 100 * number + place
            ended = seen(sat, seed, place == 0) if place < pictured else done(sat, seed)
            told[match.table].append(ended)
            lines[match.table].say(dump(word(match.table, number, sat, ended=told[match.table])))
            games.append(list(zip(sat, ended.scores, ended.ties, strict=True)))
        games += [[(player, 0, 0)] for player in drawn.byes]
        until(lambda: not hub.hall.books.tournament.open_matches, 60)
        if number == 2:
            mosquitto.kill()
            mosquitto.start()
    one = hub.do(wishes.end).tournament
    found = [(line.place, line.player, line.key) for line in standings(one)]
    expected = worked_out(names, games)
    assert sorted(found) == sorted(expected)
    assert [line[0] for line in found] == [line[0] for line in expected]
    pairs = [frozenset(m.players) for drawn in one.rounds for m in drawn.matches]
    assert len(pairs) == len(set(pairs)), "nobody met anybody twice"
    for line in lines.values():
        line.stop()
    hub.stop()
    assert [(line.place, line.player) for line in standings(again(tmp_path))] == [
        line[:2] for line in found
    ]


def again(folder):
    """The tournament as a hub finds it that is started anew."""
    return Hub(broker_at_nowhere(), "club", Ledger(folder)).hall.books.tournament


def broker_at_nowhere():
    from companion.club.broker import Broker

    return Broker("192.0.2.1", 1883)
