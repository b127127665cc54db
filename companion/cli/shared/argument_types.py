"""Values of arguments that several commands check alike; what is none is refused by argparse."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from companion.errors import UsageError
from companion.games import INFOS

FARTHEST_PX = 1e9
"""No corner lies farther from a picture; with squares of larger numbers nobody can count."""

LONGEST_S = 3600.0

USUAL_PLAYERS = 2
"""Boards where nobody says how many there are."""


def host(text: str) -> str:
    """Return an address to listen on; an empty one, of a variable not set, would mean all."""
    if not text.strip():
        raise ArgumentTypeError(
            "it is empty; 127.0.0.1 lets only this computer in, 0.0.0.0 every device in reach"
        )
    return text


def folder_named(text: str) -> Path:
    """Return a folder; an empty name, of a variable not set, would mean the current one."""
    if not text.strip():
        raise ArgumentTypeError("it is empty; name a folder, or leave the option out")
    return Path(text)


def port(text: str) -> int:
    """Return the number of a port."""
    if not (text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise ArgumentTypeError(f"there is no port {text:.20}; choose one from 1024 to 65535")
    return int(text)


def seconds(text: str) -> float:
    """Return a time of none to ``LONGEST_S``."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= LONGEST_S:  # nor is NaN
        raise ArgumentTypeError(f"'{text:.20}' is no time; give 0 to {LONGEST_S:g} seconds")
    return value


def pixel(text: str) -> tuple[float, float]:
    """Return a place in a picture written as ``X,Y``."""
    x, _, y = text.partition(",")
    try:
        place = float(x), float(y)
    except ValueError:
        place = FARTHEST_PX * 2, 0.0
    if not all(abs(each) <= FARTHEST_PX for each in place):
        raise ArgumentTypeError(f"'{text:.40}' is no place; write it as X,Y")
    return place


def name(text: str) -> str:
    """Return a name that people give, its spaces in order."""
    called = " ".join(text.split())
    if not (called and called.isprintable() and len(called) <= 40):
        raise ArgumentTypeError("it is no name; give one of 1 to 40 letters")
    return called


def check_players(players: int | None, boards: int) -> None:
    """Raise ``UsageError`` where ``--players`` is not how many boards have their corners given."""
    if players not in (None, boards):
        raise UsageError(
            f"--players says {players} and --corners tells where {boards} of the boards lie; "
            "give the corners of all of them, or leave --players out"
        )


def check_seats(game: str, players: int) -> None:
    """Raise ``UsageError`` where a game has fewer boards than ``--players`` says."""
    most = max(INFOS[game].players)
    if players > most:
        raise UsageError(
            f"{INFOS[game].title} has at most {most} boards, not {players}; "
            "ask for no more with --players"
        )
