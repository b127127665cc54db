"""Text and JSON forms of Azul Duel positions, and deals from outside: strict about nonsense."""

import copy
import json
from dataclasses import replace

import pytest
from duel_action_text import read_action
from duel_tables import GOALS, any_action, builder, random_game, rules_for

from companion.games import play
from companion.games.azul_duel.board import with_line
from companion.games.azul_duel.catalogue import COLOURS
from companion.games.azul_duel.position import Offer, Phase, Supply
from companion.games.azul_duel.rules.filling import RoundDeal
from companion.games.base import ImpossiblePosition, Setup

RULES = rules_for()


def middle_of_a_game():
    """Return a position of phase 1 with chips held, used and taken, tokens and nothing pending."""
    for seed in range(50):
        for _, _, _, position in random_game(RULES, seed, builder):
            mine = position.players[0]
            idle = position.phase == "acquiring" and position.pending is None
            has_all = mine.chips and mine.used and mine.taken and mine.tokens
            if idle and has_all and position.round in (3, 4):
                return position
    raise AssertionError("no game has such a position")


MIDDLE = middle_of_a_game()
DUMP = RULES.dump(MIDDLE)
TEXT = RULES.text(MIDDLE)


def changed(path, value):
    """Return the dump of a position with one value replaced; ``path`` as in ``players/0/score``."""
    data = copy.deepcopy(DUMP)
    *way, last = path.split("/")
    inner = data
    for key in way:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    if isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value
    return data


def test_the_middle_of_a_game_has_something_of_everything():
    assert MIDDLE.round >= 3
    assert any(player.chips for player in MIDDLE.players)
    assert sum(tile is not None for tile in MIDDLE.players[0].board.dome) > 3
    assert RULES.load(DUMP) == RULES.parse(TEXT) == MIDDLE


def test_json_is_plain():
    assert json.loads(json.dumps(DUMP)) == DUMP


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("game", "azul", "game must be 'azul-duel'"),
        ("starter", 2, "starter must be seat 0 or 1"),
        ("seat", "0", "position.seat must be a whole number"),
        ("round", 6, "DU-R1"),
        ("phase", "lunch", "must be one of opening"),
        ("phase", "over", "DU-R56"),
        ("goals", ["G1", "G6", "G3"], "DU-R5"),
        ("handled", [True] * 6, "in phase 2 only"),
        ("handled", [True] * 5, "must have 6 entries"),
        ("pending", {"kind": "napping"}, "must be one of drawing"),
        ("pending", {"kind": "laying"}, "missing or unknown keys: tile"),
        ("pending", {"kind": []}, "must be one of drawing"),
        ("pending", {"kind": {"laying": 1}}, "must be one of drawing"),
        ("chance", 1.5, "chance must be a whole number"),
        ("supply/bag", [99, 0, 0, 0, 0], "blue tiles, not 13"),
        ("supply/bag", [1, 2], "must have 5 entries"),
        ("supply/specials", 3, "special tiles, not 9"),
        ("supply/stack", [1, 1], "DU-R4"),
        ("supply/chips", [], "DU-R9"),
        ("supply/colour", "red", "missing or unknown keys: colour"),
        ("offer/smalls", [], "must have 4 entries"),
        ("offer/large_moon", ["white"], "no tile called 'white'"),
        ("players/0/score", 500, "the score is 500"),
        ("players/0/score", True, "must be a whole number"),
        ("players/0/passed", 0, "must be true or false"),
        ("players/0/tokens", 3, "DU-R14"),
        ("players/0/tokens", 0, "DU-R14"),
        ("players/0/taken", 3, "DU-R25"),
        ("players/0/used", [], "DU-R25"),
        ("players/0/sheet", [["dome/0/0", 1]], "must have 3 entries"),
        ("players/0/sheet/0", ["lunch", -1, "DU-R16"], "cannot have -1 for lunch by DU-R16"),
        ("players/0/sheet/0", ["broken", -1, "DU-R99"], "cannot have -1 for broken by DU-R99"),
        ("players/0/sheet/0", ["dome/0/0", 10**9, "DU-R43"], "cannot have 1000000000 for dome"),
        ("players/0/board/lines/5/paid", 1, "DU-R"),
        ("players/0/board/lines/0", {"colour": "red", "tiles": 2, "paid": 0}, "DU-R27"),
        ("players/0/board/lines/5", {"colour": None, "tiles": 2, "paid": 0}, "DU-R29"),
        ("players/0/board/lines/5", {"colour": "white", "tiles": 1, "paid": 0}, "no tile called"),
        ("players/0/board/lines/5", {"colour": "red", "tiles": -1, "paid": 0}, "below 0"),
        ("players/0/board/broken", ["red"] * 5, "DU-R32"),
        ("players/0/board/broken", ["special"], "DU-R32"),
        ("players/0/board/broken", [None], "must be a word"),
        ("players/0/board/places/0", ["red", "red", "any", "blue"], "DU-R4"),
        ("players/0/board/dome/0", "special", "DU-R34"),
        ("players", [], "must have 2 entries"),
        ("players/0/board", None, "must be an object"),
    ],
)
def test_impossible_json_is_refused_with_the_reason(path, value, reason):
    with pytest.raises(ImpossiblePosition, match=reason):
        RULES.load(changed(path, value))


def test_tiles_on_wrong_spaces_and_missing_special_tiles_are_impossible():
    board = MIDDLE.players[0].board
    for cell in range(36):
        space = board.space(cell)
        if space not in (None, "any", "special", "blue"):
            with pytest.raises(ImpossiblePosition, match="DU-R34"):
                RULES.load(changed(f"players/0/board/dome/{cell}", "blue"))
        elif space == "special" and board.dome[cell] is None:
            with pytest.raises(ImpossiblePosition, match=r"DU-R40|special tiles, not 9"):
                RULES.load(changed(f"players/0/board/dome/{cell}", "special"))


def with_player(**changes):
    """Return the middle position as JSON with seat 0 changed."""
    player = MIDDLE.players[0]._replace(**changes)
    return RULES.dump(MIDDLE._replace(players=(player, MIDDLE.players[1])))


def test_every_tile_on_the_dome_stands_on_the_score_sheet_once():
    sheet = MIDDLE.players[0].sheet
    placed = [step for step in sheet if step.rule in ("DU-R42", "DU-R43")]
    assert placed
    for wrong in ((*sheet, placed[0]), tuple(step for step in sheet if step is not placed[0])):
        score = 5 + sum(step.points for step in wrong)
        with pytest.raises(ImpossiblePosition, match=r"names other tiles|lifted to 0"):
            RULES.load(with_player(sheet=wrong, score=max(score, 0)))


def test_chips_complete_a_line_only_when_its_tile_moves():
    board = MIDDLE.players[0].board
    row = next(row for row, line in enumerate(board.lines) if line.tiles and line.filled <= row)
    paid = with_line(board, row, board.lines[row]._replace(paid=1))
    with pytest.raises(ImpossiblePosition, match="DU-R37: what chips complete"):
        RULES.load(with_player(board=paid))
    held = tuple(sorted(MIDDLE.players[0].chips + MIDDLE.players[0].used))
    with pytest.raises(ImpossiblePosition, match="DU-R37: 1 spaces need more used chips"):
        RULES.load(with_player(board=paid, used=(), chips=held))


def test_the_dome_has_no_more_tiles_in_a_row_than_rounds_were_tiled():
    dome = MIDDLE.players[0].board.dome
    most = max(sum(tile in COLOURS for tile in dome[row : row + 6]) for row in range(0, 36, 6))
    assert most > 1
    chips = [player._replace(chips=(), used=(), taken=0) for player in MIDDLE.players]
    with pytest.raises(ImpossiblePosition, match="DU-R34: a row of the dome has"):
        RULES.load(RULES.dump(MIDDLE._replace(round=1, players=tuple(chips))))


def test_the_starting_player_tile_exists_once():
    players = tuple(
        player._replace(board=player.board._replace(first=True)) for player in MIDDLE.players
    )
    with pytest.raises(ImpossiblePosition, match="DU-R23"):
        RULES.load(RULES.dump(MIDDLE._replace(players=players)))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("azul-duel round", "azul round", "should look like"),
        ("bag B", "bag W", "should look like 'bag B9"),
        ("seat 0 score", "seat 2 score", "should look like"),
        ("passed no", "passed perhaps", "should look like 'seat 0 score 7 .* passed no"),
        ("chance ", "chance x", "should look like 'chance 7'"),
        ("pending -", "pending lunch 3", "should look like 'pending laying 14'"),
        ("handled ......", "handled ...", r"should look like 'handled \.{6}'"),
        ("domes 0", "domes 7", "should look like 'domes 0/1=14.2'"),
        (" | ", " / ", "should look like"),
        ("factory 3 sun", "factory 4 sun", "should look like"),
    ],
)
def test_text_that_cannot_be_read_is_refused_with_the_line(old, new, reason):
    assert old in TEXT
    with pytest.raises(ImpossiblePosition, match=reason):
        RULES.parse(TEXT.replace(old, new, 1))


def test_text_may_neither_end_early_nor_go_on():
    with pytest.raises(ImpossiblePosition, match="ends too early"):
        RULES.parse(TEXT[: len(TEXT) // 2].rsplit("\n", 1)[0])
    with pytest.raises(ImpossiblePosition, match="belongs to no position"):
        RULES.parse(TEXT + "and more\n")


def test_the_drawn_dome_must_show_the_dome_tiles_that_are_named():
    drawn = next(line for line in TEXT.splitlines() if line.startswith("     "))
    left = drawn.partition("|")[0]
    with pytest.raises(ImpossiblePosition, match="does not fit the dome tiles"):
        RULES.parse(TEXT.replace(drawn, f"{left}| zz zz zz", 1))


@pytest.mark.parametrize("text", ["", "Sleep", "TakeSun factory=x", "LayDome place=1", "Pass now"])
def test_actions_that_cannot_be_read_are_refused(text):
    with pytest.raises(ValueError, match=r"no action"):
        read_action(text)


# Deals from outside.


def deals_of(seed):
    """Return the table before the first deal, without a generator, and every round's deal."""
    rules = play(Setup("azul-duel", goals=GOALS))
    start = rules.start(seed)
    waiting = start._replace(
        phase=Phase.PREPARING,
        offer=Offer(display=start.offer.display),
        supply=Supply(stack=start.supply.stack),
        chance=None,
    )
    rounds, seen = [round_of(start)], 1
    for _, _, _, position in random_game(rules, seed, any_action):
        if position.round > seen:
            seen = position.round
            rounds.append(round_of(position))
    return waiting, rounds


def round_of(position):
    smalls = position.offer.smalls
    return RoundDeal(
        position.offer.large_sun,
        tuple(small.sun for small in smalls),
        tuple(small.chip for small in smalls),
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_given_deals_is_the_seeded_game(seed):
    rules = play(Setup("azul-duel", goals=GOALS))
    waiting, rounds = deals_of(seed)
    position = rules.deal(waiting, rounds[0])
    for seeded, actions, action, following in random_game(rules, seed, any_action):
        assert position == seeded._replace(chance=None)
        assert rules.legal_actions(position) == actions
        position = rules.apply(position, action)
        if position.needs_deal:
            assert rules.legal_actions(position) == []
            position = rules.load(rules.dump(position))
            position = rules.deal(position, rounds[position.round - 1])
        assert position == following._replace(chance=None)
    assert rules.result_of(position).complete


WAITING, (FIRST, *_) = deals_of(0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"large": ("red",) * 5}, "DU-R8"),
        ({"large": ("red",) * 4}, "large factory gets 5 tiles, not 4"),
        ({"smalls": FIRST.smalls[:3]}, "four small factories"),
        ({"smalls": (("red",) * 4,) * 4}, "DU-R53"),
        ({"smalls": (("white",) * 4,) * 4}, "does not have"),
        ({"chips": ("blue",) * 4}, "DU-R9"),
    ],
)
def test_impossible_deals_are_refused_with_the_reason(change, reason):
    with pytest.raises(ImpossiblePosition, match=reason):
        play(Setup("azul-duel")).deal(WAITING, replace(FIRST, **change))


def test_a_deal_is_refused_while_tiles_lie_on_the_factories():
    rules = play(Setup("azul-duel", goals=GOALS))
    with pytest.raises(ImpossiblePosition, match="filled already"):
        rules.deal(rules.deal(WAITING, FIRST), FIRST)


def test_the_whole_bag_is_dealt_before_the_tower_is_poured():
    rules = play(Setup("azul-duel", goals=GOALS))
    waiting, rounds = deals_of(1)
    position = rules.deal(waiting, rounds[0])
    for _, _, action, _ in random_game(rules, 1, any_action):
        position = rules.apply(position, action)
        if position.needs_deal:
            break
    supply = position.supply._replace(bag=(1, 1, 1, 1, 1), tower=(9, 9, 9, 9, 9))
    position = position._replace(supply=supply)
    smalls = (("red", "red", "black", "black"),) * 4
    chips = rounds[1].chips
    with pytest.raises(ImpossiblePosition, match="DU-R53"):
        rules.deal(position, RoundDeal(("black",) * 4 + ("red",), smalls, chips))
    filled = rules.deal(
        position, RoundDeal(("blue", "yellow", "turquoise", "red", "red"), smalls, chips)
    )
    assert filled.supply.bag == (9, 9, 0, 2, 9)
