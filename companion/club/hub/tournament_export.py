"""The tournament as CSV and JSON, for other programs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from companion.club.tournament import Match, Round, Tournament, standings

FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a text begins that a spreadsheet takes for a formula, or that was kept from being one."""


def standings_csv(tournament: Tournament) -> str:
    """Return the standings, one player in a line."""
    head = ("place", "player", "match_points", "opponents", "points", "tie_break", "matches")
    return _csv(
        head,
        (
            (one.place, one.player, *map(decimal, one.key), one.matches)
            for one in standings(tournament)
        ),
    )


def results_csv(tournament: Tournament) -> str:
    """Return every result, one player in a line; what nothing came of yet is empty."""
    head = ("round", "table", "seat", "player", "points", "tie_break", "place", "match_points")
    lines = [
        line for one in tournament.rounds for match in one.matches
        for line in _lines(tournament, one, match)
    ]  # fmt: skip
    byes = [
        (one.number, "", "", player, "", "", "", 1)
        for one in tournament.rounds
        for player in one.byes
    ]
    return _csv(head, (*lines, *byes))


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    """Return the whole tournament as JSON values."""
    return {
        "format": 1,
        "plan": asdict(tournament.plan),
        "players": list(tournament.players),
        "gone": sorted(tournament.gone),
        "over": tournament.over,
        "standings": [
            {
                "place": one.place,
                "player": one.player,
                "match_points": decimal(one.points),
                "opponents": decimal(one.opponents),
                "points": decimal(one.scored),
                "tie_break": decimal(one.tie_break),
                "matches": one.matches,
                "gone": one.gone,
            }
            for one in standings(tournament)
        ],
        "rounds": [_round_json(tournament, one) for one in tournament.rounds],
    }


def decimal(value: Fraction) -> float:
    """Return a fraction as people write it, to four places."""
    return round(float(value), 4)


def _round_json(tournament: Tournament, one: Round) -> dict[str, Any]:
    return {
        "round": one.number,
        "byes": list(one.byes),
        "matches": [
            {
                "table": match.table,
                "players": list(match.players),
                "outcome": asdict(found) if found else None,
            }
            for match in one.matches
            for found in [tournament.outcomes.get((one.number, match.table))]
        ],
    }


def _lines(tournament: Tournament, one: Round, match: Match) -> list[tuple[object, ...]]:
    found = tournament.outcomes.get((one.number, match.table))
    return [
        (one.number, match.table, seat + 1, player)
        + (("", "", "", "") if found is None else (
            found.scores[seat], found.ties[seat], found.places[seat], decimal(found.points(seat)),
        ))
        for seat, player in enumerate(match.players)
    ]  # fmt: skip


def _csv(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_harmless(value) for value in line] for line in lines)
    return out.getvalue()


def _harmless(value: object) -> object:
    """Return a value of which no spreadsheet makes a formula; one quote in front says so."""
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value
