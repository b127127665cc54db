"""Help in three pictures: when to press, and what lamps and tones say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion import games
from companion.boards import Board, load
from companion.games.base import FIRST, Checkpoint, Setup
from companion.ports import Signal
from web.languages import gettext as _
from web.views.boards.board_drawing import Drawing, Marks, draw
from web.views.wording import words

Lying = Mapping[str, Any]

DOME_TILES = 1, 2
"""The dome tiles in the pictures."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One of the three pictures: what the board looks like, when that is, what to do then."""

    title: str
    text: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Texts:
    """What to do at each moment of a game that has it."""

    empty: str
    taken: str
    tiled: str
    placed: str
    passed: str


@dataclass(frozen=True, slots=True)
class Sign:
    """What a lamp and a tone say: a style word of the lamp, both in words, the meaning."""

    signal: Signal
    lamp: str
    blinks: bool
    looks: str
    sounds: str
    meaning: str


def pictures(setup: Setup, *, handheld: bool = False, buttons: bool = False) -> tuple[Picture, ...]:
    """Return the pictures of a game, three of them in most.

    ``handheld``: by phone; ``buttons``: there are some on the table.
    """
    board = load(setup.game, setup.variant)
    said = phone_texts() if handheld else button_texts(buttons=buttons)
    empty = Picture(_("Empty boards"), said.empty, drawing(board, {}))
    checkpoints = games.game(setup).checkpoints
    first, second = examples(board)
    if Checkpoint.OFFER_END in checkpoints:
        taken = Picture(words.checkpoint("offer-end"), said.taken, drawing(board, first))
        tiled = Picture(words.checkpoint("tiled"), said.tiled, drawing(board, second))
        return empty, taken, tiled
    placed = Picture(_("A tile is placed"), said.placed, drawing(board, first))
    passed = Picture(_("Somebody passes"), said.passed, drawing(board, second))
    return (empty, placed, passed) if Checkpoint.PASSED in checkpoints else (empty, placed)


def button_texts(*, buttons: bool) -> Texts:
    """Return what to do at each moment where a camera hangs over the table."""
    return Texts(
        _(
            "Put the empty boards on the table, take your hands away and press the button. "
            "The companion remembers what bare print looks like."
        ),
        _(
            "When the last tile of the round has been taken, press. "
            "You are told what the tiling will bring, before anybody moves a tile."
        ),
        how_to_tile(),
        _("Whoever has placed a tile presses. The turn is checked, and its points count."),
        how_to_pass(buttons=buttons),
    )


def how_to_pass(*, buttons: bool) -> str:
    """Return how somebody passes: no button of a page can be held."""
    if buttons:
        return _(
            "Who passes puts up to four tiles on the corners and holds the button. "
            "When everybody has passed, the next round begins."
        )
    return _(
        "Who passes puts up to four tiles on the corners and presses “Pass” on the page My board. "
        "When everybody has passed, the next round begins."
    )


def how_to_tile() -> str:
    """Return what to do in the tiling, and what is checked then."""
    if words.on_a_dome():
        return _(
            "Move the tiles, clear the full lines and the broken tiles, and press again. "
            "The domes are checked, and the points count."
        )
    return _(
        "Move the tiles, clear the full lines and the floor, and press again. "
        "The walls are checked, and the points count."
    )


def phone_texts() -> Texts:
    """Return what to do at each moment where phones take the pictures."""
    return Texts(
        _(
            "Put the empty boards on the table, take your hands away and photograph them on the "
            "page Camera. The companion remembers what bare print looks like."
        ),
        _(
            "When the last tile of the round has been taken, photograph the boards. "
            "You are told what the tiling will bring, before anybody moves a tile."
        ),
        how_to_tile_by_phone(),
        _(
            "Whoever has placed a tile photographs the boards, or their own alone. "
            "The turn is checked, and its points count."
        ),
        _(
            "Who passes puts up to four tiles on the corners, says so on the page Camera and "
            "photographs the boards. When everybody has passed, the next round begins."
        ),
    )


def how_to_tile_by_phone() -> str:
    """Return what to do in the tiling where phones take the pictures."""
    if words.on_a_dome():
        return _(
            "Move the tiles, clear the full lines and the broken tiles, and photograph the boards "
            "again. The domes are checked, and the points count."
        )
    return _(
        "Move the tiles, clear the full lines and the floor, and photograph the boards again. "
        "The walls are checked, and the points count."
    )


def drawing(board: Board, cells: Lying) -> Drawing:
    """Return a board as it may lie on the table."""
    return draw(board, cells, Marks())


def on_a_wall(board: Board) -> tuple[Lying, Lying]:
    """Return a board with full lines, and the same one tiled."""
    first, second, third = board.colours[:3]
    full = {"line/0/0": first, "line/1/0": second, "line/1/1": second}
    rest = {"line/3/0": third, "line/3/1": third}
    taken = {**full, **rest, "floor/0": FIRST, "floor/1": third}
    wall = {place(board, 0, first): first, place(board, 1, second): second}
    return taken, {**wall, **rest}


def place(board: Board, row: int, colour: str) -> str:
    """Return where a colour goes on the wall; on a wall without colours, the first place."""
    cells = [f"wall/{row}/{column}" for column in range(5)]
    return next((cell for cell in cells if board.cell(cell).colour == colour), cells[row])


def on_a_dome(board: Board) -> tuple[Lying, Lying]:
    """Return a board with a dome and full lines, and the same one tiled."""
    box = games.INFOS[board.game].dome_tiles
    spaces, second = (box[number][0] for number in DOME_TILES)
    at = next(n for n, colour in enumerate(spaces) if colour in board.colours)
    colour = spaces[at]
    other = next(one for one in board.colours if one != colour)
    rest = {"line/3/0": other, "line/3/1": other, "place/1/1": second}
    dome = {"place/0/0": spaces}
    return (
        {**dome, **rest, "line/0/0": colour, "broken": (other,)},
        {**dome, **rest, f"dome/{at // 2}/{at % 2}": colour},
    )


def on_stars(board: Board) -> tuple[Lying, Lying]:
    """Return a board of stars with some tiles, and one whose player passes."""
    placed = {
        space.id: space.colour
        for space in board.of_kind("space")
        if space.star in (1, 3) and space.id.endswith(("/1", "/2", "/3"))
    }
    first, second = board.colours[:2]
    corners = [cell.id for cell in board.of_kind("corner")][:2]
    return placed, {**placed, **dict(zip(corners, (first, second), strict=True))}


def bare(board: Board) -> tuple[Lying, Lying]:
    """Return two empty boards: nobody has drawn an example for such boards."""
    return {}, {}


EXAMPLES: Mapping[str, Any] = {"dome": on_a_dome, "line": on_a_wall, "space": on_stars}
"""Kind of cells -> what boards with such cells look like at the two moments after the first."""


def examples(board: Board) -> tuple[Lying, Lying]:
    """Return what a board looks like at the two moments after the first picture."""
    drawn: tuple[Lying, Lying] = next(
        (example for kind, example in EXAMPLES.items() if board.of_kind(kind)), bare
    )(board)
    return drawn


def signs() -> tuple[Sign, ...]:
    """Return what lamps and tones say, good news first."""
    steady, blinks = _("on"), _("blinking")
    green, amber, red = _("green"), _("yellow"), _("red")
    return (
        Sign(Signal.READ, "green", False, f"{green}, {steady}", _("one high tone"),
             _("Everything was read and counts.")),
        Sign(Signal.LOOKING, "amber", False, f"{amber}, {steady}", _("no tone"),
             _("A picture is being read; keep your hands away.")),
        Sign(Signal.QUESTION, "amber", True, f"{amber}, {blinks}", _("two rising tones"),
             _("The companion is not sure: answer its question on any phone.")),
        Sign(Signal.VIOLATION, "red", False, f"{red}, {steady}", _("one long low tone"),
             _("Something is not allowed: put it right and press again.")),
        Sign(Signal.LOST, "red", True, f"{red}, {blinks}", _("two short low tones"),
             _("A board is covered or has gone, or the camera has.")),
        Sign(Signal.OVER, "green", True, f"{green}, {blinks}", _("four rising tones"),
             _("The game is over.")),
    )  # fmt: skip


def gestures(setup: Setup) -> tuple[tuple[str, str], ...]:
    """Return what can be done with a button, and what happens then."""
    rounds = Checkpoint.OFFER_END in games.game(setup).checkpoints
    held = _("The round is scored.") if rounds else _("You pass.")
    return (
        (_("Press"), _("The next picture is taken; the page says what for.")),
        (_("Hold for a second"), held),
        (_("Press twice"), _("The last step is taken back.")),
    )


def on_the_pages() -> tuple[tuple[str, str], ...]:
    """Return what can be done where the only buttons are those of the pages, and its effect."""
    return (
        (_("The large button"), _("The next picture is taken; the page says what for.")),
        (_("Undo"), _("The last step is taken back.")),
    )


def on_the_camera_page() -> tuple[tuple[str, str], ...]:
    """Return what can be done on the page of a phone that takes the pictures, and its effect."""
    return (
        (_("The large button"), _("The next picture is taken; the page says what for.")),
        (
            _("Only one board is in the picture"),
            _("Say whose it is, where the boards are photographed one by one."),
        ),
        (_("Undo"), _("The last step is taken back.")),
    )
