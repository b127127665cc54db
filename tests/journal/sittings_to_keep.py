"""Sittings written by hand, as the journal keeps them."""

from companion.events import Confirmed, Event, ScoreCorrected
from companion.games.base import Checkpoint, Moment, Setup
from companion.journal import Journal, Seating

SETUP = Setup("azul", players=2, first_player=0)
SEATING = Seating(SETUP, ("Ada", "Ben"), {0: ((1.0, 2.0),) * 4, 1: ((3.5, 4.0),) * 4}, turns=True)
EMPTY = Confirmed(Moment(Checkpoint.SETUP, 0), ({}, {}))
OFFER = Confirmed(Moment(Checkpoint.OFFER_END, 1), ({"line/0/0": "red"}, {"floor/0": "first"}))
TILED = Confirmed(Moment(Checkpoint.TILED, 1), ({"wall/0/2": "red"}, {}))
EVENING: tuple[Event, ...] = (EMPTY, OFFER, TILED, ScoreCorrected(2, 1, 7))
FULL_ROW = {f"wall/0/{column}": colour for column, colour in
            enumerate(("blue", "yellow", "red", "black", "white"))}  # fmt: skip


def kept(journal: Journal, seating: Seating = SEATING) -> int:
    """Write an evening with a picture for each reading."""
    number = journal.begin(seating)
    for count, event in enumerate(EVENING):
        picture = None
        if isinstance(event, Confirmed):
            picture = journal.keep_picture(b"\xff\xd8 picture %d" % count, number)
        journal.append(number, event, picture=picture)
    return number


def finished(journal: Journal, names: tuple[str, ...], lead: int) -> int:
    """Write a game that ends after one round: seat 0 fills a row and both have been corrected."""
    number = journal.begin(Seating(SETUP, names))
    four = {cell: colour for cell, colour in FULL_ROW.items() if cell != "wall/0/2"}
    for event in (
        EMPTY,
        Confirmed(Moment(Checkpoint.OFFER_END, 1), ({**four, "line/0/0": "red"}, {})),
        Confirmed(Moment(Checkpoint.TILED, 1), (FULL_ROW, {})),
        ScoreCorrected(2, 0, 40),
        ScoreCorrected(2, 1, 40 + lead),
    ):
        journal.append(number, event)
    return number
