"""A board of the family that is not the one being played: another game's, or another side."""

from __future__ import annotations

import pytest

from companion.boards import load
from companion.boards.board_family import laid_out_otherwise, other_side
from companion.boards.board_files import FILES
from companion.errors import BoardNotFound
from companion.games.base import Setup
from companion.sightings.sighting import View
from companion.vision import eyes
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

COLOURED, GREY = "coloured", "grey"


def in_long(*case):
    """A case that adds little to those beside it."""
    return pytest.param(*case, marks=pytest.mark.long)


def walls(variant):
    """The games whose walls are laid out alike: nobody can tell which of them it is."""
    return tuple((game, variant) for game in ("azul", "azul-mini", "master-chocolatier"))


def views(lies, played, seed):
    return [board.view for board in seen(lies, played, seed)]


def seen(lies, played, seed, *, whole=False):
    """How two bare boards that lie there are seen, between corners that somebody tapped."""
    sitting = simulated_sitting(Setup(lies[0], lies[1], players=2), seed=seed, brackets=False)
    image = picture_of(sitting.steps[0].scene, "wall").pixels
    scene = eyes.begin(image, load(*played), 2, sitting.taps, empty=False, whole=whole)
    return eyes.look(image, scene)[0].boards


@pytest.mark.parametrize(
    ("game", "variant", "seed"),
    [
        ("azul", GREY, 911),
        in_long("azul-mini", GREY, 831),
        in_long("master-chocolatier", COLOURED, 829),
        in_long("summer-pavilion", GREY, 901),
        ("summer-pavilion", GREY, 913),
    ],
)
def test_what_hardly_looks_like_its_own_game_looks_even_less_like_others(game, variant, seed):
    """Of these printings the eyes are the least certain; two look nearly like their other side."""
    assert views((game, variant), (game, variant), seed) == [View.CLEAR] * 2


@pytest.mark.parametrize(
    ("lies", "played", "seed", "named"),
    [
        (("azul", GREY), ("azul-duel", COLOURED), 908, walls(GREY)),
        in_long(("master-chocolatier", COLOURED), ("azul-duel", COLOURED), 800, walls(COLOURED)),
        in_long(("azul-mini", COLOURED), ("azul-mini", GREY), 800, (("azul-mini", COLOURED),)),
        (("azul-mini", GREY), ("azul-mini", COLOURED), 800, (("azul-mini", GREY),)),
        in_long(
            ("summer-pavilion", COLOURED),
            ("summer-pavilion", GREY),
            800,
            (("summer-pavilion", COLOURED),),
        ),
        in_long(("azul-duel", COLOURED), ("azul", COLOURED), 800, (("azul-duel", COLOURED),)),
        in_long(("azul", COLOURED), ("summer-pavilion", COLOURED), 800, walls(COLOURED)),
    ],
)
def test_a_board_that_fits_another_of_the_family_better_is_unknown_and_named(
    lies, played, seed, named
):
    """Where it is sure enough: of one board or both."""
    boards = seen(lies, played, seed)
    assert [board.view for board in boards] == [View.UNKNOWN] * 2
    assert {named} <= {board.resembles for board in boards} <= {named, ()}


@pytest.mark.parametrize(
    ("lies", "played", "seed", "named"),
    [
        in_long(("azul", GREY), ("azul-duel", COLOURED), 906, "Azul / Azul Mini / Azul"),
        (("azul-duel", COLOURED), ("azul", COLOURED), 800, "Azul Duel"),
        in_long(("summer-pavilion", GREY), ("azul", COLOURED), 800, "Azul: Summer Pavilion"),
    ],
)
def test_tapped_corners_of_another_games_board_are_called_by_that_game(lies, played, seed, named):
    """Not said to be tapped from another corner on, though turned its spaces may fit a little."""
    with pytest.raises(BoardNotFound, match=f"looks like one of {named}"):
        seen(lies, played, seed, whole=True)


@pytest.mark.parametrize("file", FILES)
def test_a_board_is_held_against_those_whose_spaces_lie_elsewhere(file):
    board = load(*file)
    walls = {"azul", "azul-mini", "master-chocolatier"}
    seen = [
        walls if each.game in walls else {each.game} for each in (board, *laid_out_otherwise(board))
    ]
    assert seen[0] not in seen[1:]
    assert set().union(*seen) == {game for game, _ in FILES}


@pytest.mark.parametrize("file", FILES)
def test_a_board_has_another_side_where_its_spaces_are_printed_otherwise(file):
    board = load(*file)
    other = other_side(board)
    if board.game == "azul-duel":
        assert other is None
    else:
        assert other.game == board.game
        assert [cell.id for cell in other.cells] == [cell.id for cell in board.cells]
        assert [cell.colour for cell in other.cells] != [cell.colour for cell in board.cells]
