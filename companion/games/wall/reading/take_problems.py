"""What is wrong with a take, told from the offer and the boards before and after it (R9 to R12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.base import FIRST, Boards, Problem
from companion.games.offer import Offer, Since, TakeProblem
from companion.games.wall.board import floor_is_full
from companion.games.wall.data import DISPLAYS, PER_DISPLAY, WallGame
from companion.games.wall.reading.span import Span, tiles_taken

CENTRE = "centre"

LEFT_ON_DISPLAY = "All {colour} tiles of a display are taken together; left behind on it: {count}."
LEFT_BY_CENTRE = (
    "All {colour} tiles of a display are taken together; moved to the centre instead: {count}."
)
LEFT_IN_CENTRE = "All {colour} tiles of the centre are taken together; left behind there: {count}."
REST = "What is not taken from a display goes to the centre; still on the display: {count}."
SOURCES = "Tiles of {count} places were moved in one turn; take from one display or the centre."
MARKER_LEFT = (
    "Who first takes from the centre also takes the starting player marker; it still lies there."
)
MARKER_EARLY = "The starting player marker comes only with tiles from the centre; put it back."
MISCOUNT = "{gone} {colour} tiles are gone from the offer, but {came} came to the board."


def offer_of(span: Span, boards: Boards, seen: Offer, *, special: bool) -> Offer:
    """Return the offer of loose tiles, ``complete`` when it has all that is not on the boards yet.

    A tile that rolled out of the ring belongs to the centre when the count asks for it.  Special
    factories hold one more, or keep one.  Once a full floor line has sent tiles to the lid (R19)
    nobody knows any more what must be there.
    """
    left = span.to_come(boards)
    if left is None or len(seen.displays) != DISPLAYS[span.before.setup.players]:
        return replace(seen, complete=False)
    strays = Counter(seen.centre) + Counter(seen.elsewhere)
    for offer in (seen, replace(seen, centre=dict(strays), elsewhere={})):
        if abs(offer.to_come - left) <= special:
            return replace(offer, complete=True)
    return replace(seen, complete=False)


def dealt(span: Span, boards: Boards, now: Offer) -> Offer | None:
    """Return the offer as it was dealt, worked out from the first take of a round (R4).

    One seat took one colour, and all displays but one still hold their four tiles: what came to the
    board, lies in the centre or was left behind fills that one.  None where it does not add up, as
    after several turns or with an almost empty bag.
    """
    if span.joined or not span.same_turns or span.same_offer or not now.complete:
        return None
    taken = [Counter(came.values()) for came in _came(span.boards, boards) if came]
    counts = [sum(display.values()) for display in now.displays]
    touched = [number for number, count in enumerate(counts) if count < PER_DISPLAY]
    if len(taken) != 1 or len(taken[0]) != 1 or len(touched) != 1:
        return None
    moved = Counter(now.centre)
    del moved[FIRST]
    display = taken[0] + moved + Counter(now.displays[touched[0]])
    if display.total() != PER_DISPLAY or max(counts) > PER_DISPLAY:
        return None
    displays = [*now.displays]
    displays[touched[0]] = dict(display)
    return replace(now, displays=tuple(displays), centre={FIRST: 1})


def _came(before: Boards, boards: Boards) -> tuple[dict[str, str], ...]:
    """Return the tiles that came to lines and floor of each board, by cell."""
    return tuple(
        {cell: tile for cell, tile in tiles_taken(new).items() if cell not in old}
        for old, new in zip(before, boards, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Takes:
    """What came to the boards, by seat and cell, and what left the offer."""

    came: tuple[Mapping[str, str], ...]
    gone: Counter[str]
    marker: bool
    was: Offer
    now: Offer

    @classmethod
    def of(cls, since: Since) -> Takes:
        """Compare two pictures."""
        before, boards = since.before.boards, since.boards
        pairs = zip(before, boards, strict=True)
        marker = any(
            new.get(cell) == FIRST and old.get(cell) != FIRST for old, new in pairs for cell in new
        )
        gone = Counter(since.was.tiles)
        gone.subtract(since.now.tiles)
        return cls(_came(before, boards), gone, marker, since.was, since.now)

    @property
    def colours(self) -> Counter[str]:
        """What came to all boards."""
        return Counter(tile for board in self.came for tile in board.values())

    @property
    def explained(self) -> bool:
        """Whether all that left the offer came to the boards, so that nothing is only hidden."""
        return all(count <= self.colours[colour] for colour, count in self.gone.items())

    @property
    def single(self) -> str | None:
        """The colour of the one turn in between; None where there may have been several.

        Turns alternate, so a turn of somebody else would show on another board.
        """
        boards = [board for board in self.came if board]
        return next(iter(self.colours)) if len(boards) == len(self.colours) == 1 else None

    def found(
        self, rule: str, text: str, place: str, colours: Sequence[str], **values: Any
    ) -> TakeProblem:
        """Return a problem of the seat that took most of ``colours``, with its new tiles."""
        told = values.pop("told", colours)
        cells = [tuple(cell for cell, tile in b.items() if tile in told) for b in self.came]
        seat = max(range(len(cells)), key=lambda s: len(cells[s]))
        problem = Problem(rule, cells[seat], text, {"place": place, **values})
        return TakeProblem(seat, problem, place, tuple(colours))


def take_problems(game: WallGame, since: Since) -> tuple[TakeProblem, ...]:
    """Return what is wrong with the takes between two pictures: all tiles of a colour, the rest.

    Where tiles are hidden, or a display has more than before, nothing is certain.  A display is
    either untouched or empty, however many turns went by.  The rest needs tiles that add up, and
    what concerns the centre a single turn, or displays that are as they were.
    """
    takes = Takes.of(since)
    pairs = zip(since.was.displays, since.now.displays, strict=True)
    if any(Counter(now) - Counter(was) for was, now in pairs):
        return ()
    displays = tuple(_displays(game, takes)) if takes.explained else ()
    if takes.gone != takes.colours:
        return displays or tuple(_miscount(game, takes, since))
    return (*displays, *_sources(game, takes), *_centre(game, takes))


def _displays(game: WallGame, takes: Takes) -> Iterator[TakeProblem]:
    """Yield displays that are neither as they were nor empty (R9)."""
    for number, (was, now) in enumerate(zip(takes.was.displays, takes.now.displays, strict=True)):
        lost, lying = Counter(was) - Counter(now), +Counter(now)
        if not lost or not lying:
            continue
        place, rule = f"display/{number}", game.rule(9)
        behind = [colour for colour in lost if lying[colour]]
        for colour in behind:
            left = lying[colour]
            yield takes.found(rule, LEFT_ON_DISPLAY, place, (colour,), colour=colour, count=left)
        if not behind:
            count = lying.total()
            yield takes.found(rule, REST, place, tuple(lying), told=tuple(lost), count=count)


def _sources(game: WallGame, takes: Takes) -> Iterator[TakeProblem]:
    """Yield a single turn that took from several places, or left a tile for the centre (R9)."""
    colour = takes.single
    if colour is None:
        return
    count = len(_changed(takes)) + _fewer_in_centre(takes, colour)
    more = takes.now.centre.get(colour, 0) - takes.was.centre.get(colour, 0)
    if count > 1:
        found = takes.found(game.rule(9), SOURCES, "", (), told=(colour,), count=count)
        yield replace(found, untouched=False)
    elif more > 0:
        rule = game.rule(9)
        found = takes.found(rule, LEFT_BY_CENTRE, CENTRE, (colour,), colour=colour, count=more)
        yield replace(found, untouched=False)


def _centre(game: WallGame, takes: Takes) -> Iterator[TakeProblem]:
    """Yield what was left behind in the centre (R10), and the marker's mistakes (R11, R12)."""
    colour, changed = takes.single, _changed(takes)
    if not changed:
        for each in takes.colours:
            count = takes.now.centre.get(each, 0)
            if count:
                values = {"colour": each, "count": count}
                yield takes.found(game.rule(10), LEFT_IN_CENTRE, CENTRE, (each,), **values)
    if colour is None or not takes.was.centre.get(FIRST):
        return
    from_centre = _fewer_in_centre(takes, colour)
    if from_centre and not changed and takes.now.centre.get(FIRST) and not takes.marker:
        yield takes.found(game.rule(11), MARKER_LEFT, CENTRE, (FIRST,), told=(colour,))
    if changed and not from_centre and takes.marker and not takes.now.centre.get(FIRST):
        found = takes.found(game.rule(12), MARKER_EARLY, "", (), told=(colour,))
        yield replace(found, untouched=False)


def _miscount(game: WallGame, takes: Takes, since: Since) -> Iterator[TakeProblem]:
    """Yield, as a mere notice, that other tiles came than left the offer (R13)."""
    colour = takes.single
    full = any(map(floor_is_full, since.boards))
    others = {each for each, count in takes.gone.items() if count and each != colour}
    if colour is None or full or others or takes.gone[colour] <= 0:
        return
    values = {"colour": colour, "gone": takes.gone[colour], "came": takes.colours[colour]}
    found = takes.found(game.rule(13), MISCOUNT, "", (), told=(colour,), **values)
    yield replace(found, stops=False)


def _changed(takes: Takes) -> list[int]:
    """Return the displays from which something is gone."""
    pairs = enumerate(zip(takes.was.displays, takes.now.displays, strict=True))
    return [number for number, (was, now) in pairs if Counter(was) - Counter(now)]


def _fewer_in_centre(takes: Takes, colour: str) -> bool:
    return takes.now.centre.get(colour, 0) < takes.was.centre.get(colour, 0)
