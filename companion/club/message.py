"""What a table says of itself, as a value and as JSON with the number of its schema.

A message is the whole state, so whoever missed some has lost nothing.  It has every game that was
finished lately as well, under the name the sitting has in the table's journal: a table that was cut
off while it played two games tells both when it is back, and telling one twice changes nothing.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from companion.fields import Field, FieldError, parse
from companion.games import MOST_PLAYERS
from companion.journal.player_names import MOST_SIGNS
from companion.sentence import Sentence

SCHEMA = 1
MOST_BYTES = 64 * 1024
LONGEST = 80
"""Signs of a text; a name has as many as a table lets it have."""

NEEDS = ("", "violation", "question", "covered", "camera", "trouble")
"""What a table may wait for; the first two of them are for a judge."""

FOR_A_JUDGE = ("violation", "question")


class MessageRefused(ValueError):
    """Raised for a message that is skipped; says why."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that was played to its end.

    ``sitting`` names it for good.  ``ties`` are the counts that decide between equal scores by the
    game's own rule (complete rows in Azul), 0 where it has none; ``winners`` are seats.
    """

    sitting: str
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    ties: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place, from 1; those that nothing sets apart share one."""
        keys = [
            (seat in self.winners, score, tie)
            for seat, (score, tie) in enumerate(zip(self.scores, self.ties, strict=True))
        ]
        return tuple(1 + sum(other > key for other in keys) for key in keys)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something a judge is called for: whose board, which rule."""

    seat: int
    rule: str


@dataclass(frozen=True, slots=True)
class Told:
    """A table's whole state: which start of its companion says so, and the how manieth word of it.

    ``names`` has one name per seat, empty where nobody said one; ``scores`` the totals that hold;
    ``sitting`` the name of the game under way in the table's journal (empty: none); ``seating`` the
    draw whose players it was told of, which tables of older companions leave out.
    """

    table: str
    boot: str
    version: int
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    stage: str
    round: int = 0
    turn: int | None = None
    needs: str = ""
    wrong: tuple[Wrong, ...] = ()
    sitting: str = ""
    finished: tuple[Finished, ...] = ()
    seating: str = ""


def dump(told: Told) -> bytes:
    """Return a table's state as JSON."""
    return json.dumps({"schema": SCHEMA} | asdict(told), ensure_ascii=False).encode()


def load(payload: bytes) -> Told:
    """Return what ``dump`` wrote; raises ``MessageRefused`` for anything else."""
    try:
        return _told(of_this_schema(payload))
    except FieldError as error:
        raise refused(error) from error


def dump_online(online: bool) -> bytes:
    """Return whether a table is there, as JSON."""
    return json.dumps({"schema": SCHEMA, "online": online}).encode()


def load_online(payload: bytes) -> bool:
    """Return what ``dump_online`` wrote; raises ``MessageRefused`` for anything else."""
    try:
        return of_this_schema(payload).member("online").truth()
    except FieldError as error:
        raise refused(error) from error


def of_this_schema(payload: bytes) -> Field:
    """Return the values of a message; raises ``MessageRefused`` for one of another schema."""
    if len(payload) > MOST_BYTES:
        raise MessageRefused(
            Sentence(
                "A message of {count} bytes was skipped; {most} are the most.",
                count=len(payload),
                most=MOST_BYTES,
            )
        )
    data = parse(payload)
    schema = data.member("schema").whole()
    if schema != SCHEMA:
        raise MessageRefused(
            Sentence(
                "A message of schema {number} was skipped, this hub reads {due}; "
                "update the companion of that table, or the hub.",
                number=schema,
                due=SCHEMA,
            )
        )
    return data


def refused(error: FieldError) -> MessageRefused:
    """Return why a message is skipped that is not what it should be."""
    return MessageRefused(
        Sentence("A message was skipped, as it says no state ({error}).", error=str(error))
    )


def _told(data: Field) -> Told:
    names = names_of(data.member("names"))
    turn = data.optional("turn")
    return Told(
        table=short_text(data, "table"),
        boot=short_text(data, "boot"),
        version=data.member("version").whole(low=0),
        game=short_text(data, "game"),
        names=names,
        scores=_numbers(data.member("scores"), len(names)),
        stage=short_text(data, "stage"),
        round=data.member("round").whole(low=0, high=99),
        turn=None if turn is None else turn.whole(0, len(names) - 1),
        needs=data.member("needs").text(NEEDS),
        wrong=tuple(_wrong(one, len(names)) for one in data.member("wrong").items()),
        sitting=short_text(data, "sitting"),
        finished=tuple(finished_from(one) for one in data.member("finished").items()),
        seating=short_text(data, "seating") if data.optional("seating") else "",
    )


def finished_from(data: Field) -> Finished:
    """Return a finished game from its JSON values; raises ``FieldError``."""
    names = names_of(data.member("names"))
    winners = data.member("winners").items()
    if not winners:
        data.member("winners").fail("must name a winner")
    return Finished(
        sitting=data.member("sitting").text() or data.fail("needs the name of its sitting"),
        game=short_text(data, "game"),
        names=names,
        scores=_numbers(data.member("scores"), len(names)),
        ties=_numbers(data.member("ties"), len(names)),
        winners=tuple(one.whole(0, len(names) - 1) for one in winners),
    )


def _wrong(data: Field, players: int) -> Wrong:
    return Wrong(data.member("seat").whole(0, players - 1), short_text(data, "rule"))


def names_of(data: Field) -> tuple[str, ...]:
    """Return the names of everybody at a table; raises ``FieldError``."""
    names = tuple(_short(one, MOST_SIGNS) for one in data.items())
    if not 2 <= len(names) <= MOST_PLAYERS:
        data.fail(f"must have 2 to {MOST_PLAYERS} entries, but has {len(names)}")
    return names


def _numbers(data: Field, count: int) -> tuple[int, ...]:
    return tuple(one.whole(-1000, 1000) for one in data.items(count))


def short_text(data: Field, name: str) -> str:
    """Return a text of a sensible length; raises ``FieldError``."""
    return _short(data.member(name))


def _short(data: Field, most: int = LONGEST) -> str:
    text = data.text()
    if len(text) > most:
        data.fail(f"is longer than {most} letters")
    return text
