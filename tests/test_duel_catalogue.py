"""What lies in the box, held against the checks the rules file names (sections 1, 6 and 10)."""

from itertools import combinations

from companion.games.azul_duel.catalogue import COLOURS, LYING, TURNED
from companion.games.azul_duel.reading.successors import dome_tiles_due
from companion.games.azul_duel.rules.goals import CORNER_PLACES, DIAGONALS, EDGE
from companion.games.base import ANY, SPECIAL, Checkpoint


def colours_of(kind):
    """Return the colour sets of all dome tiles of a kind."""
    tiles = [turns[0] for turns in TURNED.values() if kind in turns[0]]
    return [frozenset(spaces) - {kind} for spaces in tiles]


def test_nine_special_and_nine_universal_dome_tiles_with_three_colours_each():
    for kind, lacking in (
        (SPECIAL, {"red", "turquoise", "yellow"}),
        (ANY, {"blue", "black", "yellow"}),
    ):
        sets = colours_of(kind)
        assert len(sets) == len(set(sets)) == 9
        assert set(map(frozenset, combinations(COLOURS, 3))) - set(sets) == {frozenset(lacking)}


def test_turning_keeps_the_colours_in_their_clockwise_order():
    for tile, turns in TURNED.items():
        for turn, (top_left, top_right, bottom_left, bottom_right) in enumerate(turns):
            ring = [top_left, top_right, bottom_right, bottom_left]
            first = TURNED[tile][0]
            assert ring[turn:] + ring[:turn] == [first[0], first[1], first[3], first[2]]
            assert LYING[turns[turn]] == (tile, turn)
    assert len(LYING) == 72


def test_the_places_goals_look_at():
    assert len(EDGE) == 20
    assert DIAGONALS == ((0, 7, 14, 21, 28, 35), (5, 10, 15, 20, 25, 30))
    assert CORNER_PLACES == {0: 3, 2: 3, 6: 8, 8: 8}


def test_dome_tiles_on_a_board_by_round():
    ends = [dome_tiles_due(Checkpoint.OFFER_END, round_) for round_ in range(1, 6)]
    assert ends == [3, 5, 7, 9, 9]
    assert dome_tiles_due(Checkpoint.OPENING, 1) == 1
    assert dome_tiles_due(Checkpoint.SETUP, 0) == 0
