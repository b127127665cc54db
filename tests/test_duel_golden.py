"""Whole games in text files: every action, how many were legal, every score, the last position.

The files were written by ``transcript`` below; a difference is a change of the rules.
"""

import zlib
from pathlib import Path

import pytest
from duel_action_text import read_action, write_action
from duel_tables import any_action, builder, random_game, rules_for

GAMES = Path(__file__).parent / "golden"
POLICIES = {"random": any_action, "builder": builder}


def header(seed):
    return f"azul-duel seed {seed}"


def transcript(seed, policy):
    """Return a random game as the text of a golden file."""
    lines, scores = [header(seed)], (5, 5)
    for before, actions, action, position in random_game(rules_for(), seed, POLICIES[policy]):
        lines.append(
            f"{before.seat} of {len(actions):3} {checksum(actions)} {write_action(action)}"
        )
        now = tuple(player.score for player in position.players)
        if now != scores:
            lines.append(f"  scores {now[0]} {now[1]}")
        scores = now
    result = rules_for().result_of(position)
    lines += [f"result {result.scores} winners {result.winners}", "", rules_for().text(position)]
    return "\n".join(lines)


def checksum(actions):
    """Return a short sum of the legal actions, whatever their order."""
    words = ",".join(sorted(map(write_action, actions)))
    return f"{zlib.crc32(words.encode()):08x}"


@pytest.mark.parametrize("path", sorted(GAMES.glob("azul-duel-*.txt")), ids=lambda path: path.stem)
def test_golden_games_replay_without_a_difference(path):
    rules = rules_for()
    text = path.read_text(encoding="utf-8")
    moves, _, last = text.partition("\n\n")
    first, *lines = moves.splitlines()
    position = rules.start(int(first.rsplit(maxsplit=1)[1]))
    assert first == header(first.rsplit(maxsplit=1)[1])
    for number, line in enumerate(lines, start=2):
        words = line.split()
        if words[0] == "scores":
            assert [player.score for player in position.players] == [int(w) for w in words[1:]]
        elif words[0] == "result":
            result = rules.result_of(position)
            assert line == f"result {result.scores} winners {result.winners}"
        else:
            actions = rules.legal_actions(position)
            assert words[:4] == [str(position.seat), "of", str(len(actions)), checksum(actions)], (
                f"line {number}"
            )
            position = rules.apply(position, read_action(" ".join(words[4:])))
    assert rules.parse(last) == position


def test_there_are_golden_games():
    assert len(list(GAMES.glob("azul-duel-*.txt"))) == 3
