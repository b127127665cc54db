"""``companion history``: what the evenings came to."""

from __future__ import annotations

import argparse
import json

from companion.cli.shared.journals import add_journal_arguments, opened_journal
from companion.journal import History, history
from companion.journal.kept_values import local_day
from companion.journal.statistics import Evening, Standing

HELP = "list the sittings of the journal, and each player's games, wins, record and average."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the form."""
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_journal_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the history."""
    with opened_journal(args) as journal:
        found = history(journal)
    if args.json:
        print(json.dumps(found.to_json(), indent=2))
        return 0
    print(told(found))
    return 0


def told(found: History) -> str:
    """Return the history as lines to read."""
    if not found.evenings and not found.unreadable:
        return "No game has been played yet."
    lines = [_evening(one) for one in found.evenings]
    lines += [f"{one.id:4}  {local_day(one.at)}  {one.reason}" for one in found.unreadable]
    if found.standings:
        lines += ["", "player            game                 games  wins  record  average"]
        lines += [_standing(one) for one in found.standings]
    return "\n".join(lines)


def _evening(one: Evening) -> str:
    names = one.names or ("",) * len(one.scores)
    players = ", ".join(
        f"{name or f'player {seat + 1}'} {score}{'*' if seat in one.winners else ''}"
        for seat, (name, score) in enumerate(zip(names, one.scores, strict=False))
    )
    open_ = "" if one.complete else " (unfinished)"
    aside = " (left out of the records)" if one.left_out else ""
    return f"{one.id:4}  {local_day(one.at)}  {one.game:20} {players}{open_}{aside}"


def _standing(one: Standing) -> str:
    return (
        f"{one.name:17.17} {one.game:20} {one.games:5} {one.wins:5} {one.record:7} {one.average:8}"
    )
