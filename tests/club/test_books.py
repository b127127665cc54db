"""What tables told and judges said, and which of it counts for the tournament."""

import unicodedata
from dataclasses import replace

import pytest

from companion.club.books import Books, apply, fold, of_scores, unclear
from companion.club.facts import Arranged, Begun, Drawn, Ended, Heard, Joined, Left, Met
from companion.club.hub import wishes
from companion.club.hub.hall import news
from companion.club.hub.ledger import Ledger
from companion.club.message import Finished, Told
from companion.club.table.announcement import finished
from companion.club.tournament import Plan, draw
from companion.errors import DrawRefused, JournalError, WishRefused
from companion.games.base import Result
from companion.journal.player_names import names_of

PLAN = Plan("Cup", "azul", 2, ("t01", "t02"), ("Ada", "Ben", "Cyd", "Dan"), seed=1)


def begun():
    books = fold([Begun(PLAN), *map(Met, PLAN.tables)])
    return apply(books, wishes.next_round(books))


def game(match, scores=(50, 40), sitting="s1", names=None, **more):
    names = match.players if names is None else names
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    done = Finished(sitting, "azul", names, scores, (0,) * len(scores), winners)
    return Heard(match.table, replace(done, **more))


def first_match(books):
    return books.tournament.rounds[-1].matches[0]


def outcome(books, number=1, table="t01"):
    return books.tournament.outcomes.get((number, table))


def test_a_game_under_the_drawn_names_counts():
    books = begun()
    match = first_match(books)
    books = apply(books, [game(match)])
    assert outcome(books).scores == (50, 40)
    assert outcome(books).sitting == "s1"


def test_who_sits_the_other_way_round_gets_the_own_points():
    books = begun()
    match = first_match(books)
    one, other = match.players
    books = apply(books, [game(match, (70, 20), names=(f" {other.upper()}", one))])
    assert outcome(books).scores == (20, 70)
    assert outcome(books).places == (2, 1)


@pytest.mark.parametrize("more", [{"names": ("", "")}, {"names": ("Ada", "Eve")},
                                  {"game": "azul-mini"}])  # fmt: skip
def test_a_game_that_may_be_another_one_waits_for_a_judge(more):
    books = begun()
    match = first_match(books)
    books = apply(books, [game(match, **more)])
    assert outcome(books) is None
    (asked,) = unclear(books, 1, match)
    books = apply(books, wishes.accept(books, 1, match.table, asked.finished.sitting))
    assert outcome(books).scores == (50, 40)
    assert unclear(books, 1, match) == ()


@pytest.mark.parametrize(
    ("told", "more"),
    [
        (("Ben", "Ada"), {"game": "azul-mini"}),
        (("Ben", ""), {}),
        (("", "ada"), {}),
        (("Ben", "Eve"), {}),
    ],
)
def test_whom_the_table_knows_gets_the_own_points_from_a_judge_too(told, more):
    books = begun()
    match = replace(first_match(books), players=("Ada", "Ben"))
    played = books.tournament.rounds[0]
    drawn = replace(played, matches=(match, *played.matches[1:]))
    books = replace(books, tournament=replace(books.tournament, rounds=(drawn,)))
    books = apply(books, [game(match, (70, 20), names=told, **more)])
    books = apply(books, wishes.accept(books, 1, match.table, "s1"))
    assert (outcome(books).scores, outcome(books).places) == ((20, 70), (2, 1))


def test_an_old_game_that_a_judge_accepts_counts_for_who_sat_where():
    books = fold([Begun(PLAN)])
    books = apply(books, wishes.next_round(books))
    match = first_match(books)
    done = game(match, (70, 20), names=match.players[::-1]).game
    told = Told(match.table, "b", 1, "azul", ("", ""), (0, 0), "waiting", finished=(done,))
    books = apply(books, news(books, told))
    books = apply(books, wishes.accept(books, 1, match.table, "s1"))
    assert (outcome(books).scores, outcome(books).places) == ((20, 70), (2, 1))


@pytest.mark.parametrize(
    ("name", "bonuses", "winners", "ties"),
    [
        ("azul", ({"rows": 1, "columns": 2}, {"rows": 3, "columns": 0}), (1,), (1, 3)),
        ("azul-duel", ({"G1": 2}, {"G1": 4}), (0,), (1, 0)),
        ("azul-duel", ({"G1": 2}, {"G1": 4}), (0, 1), (0, 0)),
        ("summer-pavilion", ({"stars": 2}, {"stars": 1}), (0, 1), (0, 0)),
    ],
)
def test_a_result_that_a_judge_confirms_as_it_is_stays_so(name, bonuses, winners, ties):
    """Who corrects one begins with what is there: equal points, and what decided between them."""
    done = finished("s1", name, ("Ada", "Ben"), Result((40, 40), bonuses, ((), ()), winners, True))
    assert done.ties == ties
    assert of_scores(done.scores, done.ties).places == done.places


def test_a_judges_word_stands_whatever_the_table_tells():
    books = begun()
    match = first_match(books)
    books = apply(books, [game(match)])
    books = apply(books, wishes.decide(books, 1, match.table, (30, 30), (1, 2)))
    books = apply(books, [game(match, (99, 0))])
    assert (outcome(books).scores, outcome(books).places) == ((30, 30), (2, 1))


def test_a_corrected_game_is_corrected_and_a_second_one_is_not_counted():
    books = begun()
    match = first_match(books)
    books = apply(books, [game(match), game(match, (1, 2), sitting="s2")])
    books = apply(books, [game(match, (51, 40))])
    assert outcome(books).scores == (51, 40)
    assert len(books.games) == 2


def test_a_game_of_an_earlier_round_never_counts_for_a_later_one():
    books = begun()
    for match in books.tournament.rounds[0].matches:
        books = apply(books, [game(match)])
    books = apply(books, wishes.next_round(books))
    assert books.tournament.open_matches == books.tournament.rounds[1].matches
    late = game(books.tournament.rounds[0].matches[0], (52, 40))
    books = apply(books, [late])
    assert outcome(books, 1).scores == (52, 40)
    assert outcome(books, 2) is None


def test_games_from_before_the_tournament_do_not_count():
    match = first_match(begun())
    books = fold([game(match), Begun(PLAN)])
    books = apply(books, wishes.next_round(books))
    assert outcome(books) is None


def test_an_old_game_that_a_table_brings_is_no_match_unless_a_judge_says_so():
    """It may be a friendly one of last week, between the very players that are drawn here."""
    books = fold([Begun(PLAN)])
    books = apply(books, wishes.next_round(books))
    match = first_match(books)
    told = Told(match.table, "b", 1, "azul", ("", ""), (0, 0), "waiting", sitting="s2",
                finished=(game(match).game,))  # fmt: skip
    books = apply(books, news(books, told))
    assert outcome(books) is None
    assert [one.finished.sitting for one in unclear(books, 1, match)] == ["s1"]
    judged = apply(books, wishes.accept(books, 1, match.table, "s1"))
    assert outcome(judged).sitting == "s1"
    ended = replace(told, finished=(*told.finished, game(match, (9, 3), sitting="s2").game))
    books = apply(books, news(books, ended))
    assert (outcome(books).sitting, outcome(books).scores) == ("s2", (9, 3))


def test_in_the_next_tournament_every_table_is_met_anew():
    books = apply(begun(), [Begun(PLAN)])
    books = apply(books, wishes.next_round(books))
    match = first_match(books)
    told = Told(match.table, "b", 1, "azul", ("", ""), (0, 0), "waiting",
                finished=(game(match).game,))  # fmt: skip
    assert outcome(apply(books, news(books, told))) is None


def test_a_game_taken_up_again_is_open_until_it_is_over_again():
    books = begun()
    match = first_match(books)
    told = Told(match.table, "b", 1, "azul", match.players, (50, 40), "over", sitting="s1",
                finished=(game(match).game,))  # fmt: skip
    books = apply(books, news(books, told))
    assert news(books, told) == ()
    again = replace(told, finished=(), stage="playing", version=2)
    books = apply(books, news(books, again))
    assert outcome(books) is None
    assert news(books, again) == ()
    books = apply(books, news(books, told))
    assert outcome(books).scores == (50, 40)


def test_an_old_game_that_is_told_no_more_is_kept():
    books = begun()
    match = first_match(books)
    books = apply(books, [game(match)])
    told = Told(match.table, "b", 1, "azul", match.players, (0, 0), "playing", sitting="s9")
    assert news(books, told) == ()


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (replace(PLAN, players=("Ada", " ada ")), "two players are called"),
        (replace(PLAN, players=("Ada",)), "2 to 800 players"),
        (replace(PLAN, players=("Ada", "x" * 31)), "1 to 30 letters"),
        (replace(PLAN, players=("Běla", "Be\u030cla")), "two players are called"),
        (replace(PLAN, name="x" * 41), "1 to 40 letters"),
        (replace(PLAN, tables=("T 1",)), "is no table"),
        (replace(PLAN, tables=("hub",)), "is no table"),
        (replace(PLAN, game="chess"), "choose a game"),
        (replace(PLAN, size=5), "2 to 4"),
        (replace(PLAN, game="azul-duel", size=3), "for 2 at the most"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(plan, reason):
    with pytest.raises(WishRefused, match=reason):
        wishes.begin(Books(), plan)


def test_wishes_that_cannot_be_are_refused():
    books = begun()
    for wish in (
        lambda: wishes.begin(books, PLAN),
        lambda: wishes.join(books, "ada"),
        lambda: wishes.leave(books, "Eve"),
        lambda: wishes.arrange(books, PLAN.tables, ("t01", "the second")),
        lambda: wishes.arrange(Books(), (), ("t01",)),
        lambda: wishes.decide(books, 1, "t01", (1,), (0,)),
        lambda: wishes.decide(books, 1, "t01", (1, 5000), (0, 0)),
        lambda: wishes.decide(books, 7, "t01", (1, 1), (0, 0)),
        lambda: wishes.accept(books, 1, "t01", "nothing"),
        lambda: wishes.next_round(Books()),
        lambda: wishes.end(Books()),
    ):
        with pytest.raises(WishRefused):
            wish()
    with pytest.raises(DrawRefused, match="t01, t02"):
        wishes.next_round(books)


@pytest.mark.parametrize("name", ["x" * 30, "e\u0301" * 30])
def test_every_player_can_be_called_so_at_a_table(name):
    books = fold(wishes.begin(Books(), replace(PLAN, players=("Ada", name))))
    assert names_of(books.tournament.players, 2) == books.tournament.players


@pytest.mark.parametrize(
    ("pasted", "called"),
    [
        ("Ada\tNowak", "Ada Nowak"),
        ("Ada\N{NO-BREAK SPACE}Nowak", "Ada Nowak"),
        ("\ufeffAda \u202a", "Ada"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
    ids=["two columns", "a web page", "signs nobody sees", "Persian", "emoji"],
)
def test_names_from_another_list_are_those_a_table_would_take(pasted, called):
    """Organisers paste their list; its two columns became one word, its emoji fell apart."""
    books = fold(wishes.begin(Books(), replace(PLAN, players=(pasted, "Ben"))))
    assert books.tournament.players == (called, "Ben")
    assert names_of(books.tournament.players, 2) == books.tournament.players


def test_signs_that_only_join_letters_make_no_other_name():
    books = apply(fold([Begun(PLAN), Met("t01")]), wishes.next_round(fold([Begun(PLAN)])))
    match = first_match(books)
    typed = tuple(f"{name}\N{ZERO WIDTH SPACE}" for name in match.players)
    assert outcome(apply(books, [game(match, names=typed)])).scores == (50, 40)
    with pytest.raises(WishRefused, match="plays already"):
        wishes.join(books, typed[0])


def test_an_accent_may_be_written_in_either_way():
    plan = replace(PLAN, players=("Běla", "Řehoř"))
    books = apply(fold([Begun(plan), Met("t01")]), wishes.next_round(fold([Begun(plan)])))
    match = first_match(books)
    apart = tuple(unicodedata.normalize("NFD", name) for name in match.players)
    assert outcome(apply(books, [game(match, names=apart)])).scores == (50, 40)


def test_players_come_go_and_come_back():
    books = fold([Begun(PLAN)])
    books = apply(books, wishes.leave(books, "Ada"))
    books = apply(books, wishes.join(books, "Eve"))
    assert books.tournament.here == ("Ben", "Cyd", "Dan", "Eve")
    books = apply(books, wishes.join(books, " ADA "))
    assert books.tournament.here == ("Ada", "Ben", "Cyd", "Dan", "Eve")


def test_tables_can_be_added_and_exchanged_from_the_next_round_on():
    """Who came late found no table: the refusal asked for some, and nobody could add any."""
    books = fold([Begun(PLAN), Joined("Eve"), Joined("Fay")])
    with pytest.raises(DrawRefused, match="3 tables are needed, but there are 2; add some"):
        wishes.next_round(books)
    books = apply(books, wishes.arrange(books, PLAN.tables, ("t01", "t02", "t09", "t01")))
    books = apply(books, wishes.next_round(books))
    books = apply(books, wishes.arrange(books, ("t01", "t02", "t09"), ("t09", "t08", "t02")))
    drawn = books.tournament.rounds[0].matches
    assert [match.table for match in drawn] == ["t01", "t02", "t09"], "what was drawn stays"
    for match in drawn:
        books = apply(books, [game(match)])
    later = apply(books, wishes.next_round(books)).tournament.rounds[1].matches
    assert [match.table for match in later] == ["t09", "t08", "t02"]


def test_two_organisers_never_undo_each_others_change_of_the_tables():
    books = fold([Begun(PLAN)])
    books = apply(books, wishes.arrange(books, PLAN.tables, (*PLAN.tables, "t03")))
    with pytest.raises(WishRefused, match="somebody else has changed the tables"):
        wishes.arrange(books, PLAN.tables, ("t02",))


def all_facts():
    books = begun()
    match = first_match(books)
    drawn = Drawn(books.tournament.rounds[0])
    facts = [Begun(PLAN), drawn, Met("t01", ("s0",)), game(match), Left("Dan"), Joined("Eve"),
             Arranged(("t03", "t01")), *wishes.decide(books, 1, "t01", (1, 2), (0, 0))]  # fmt: skip
    told = apply(books, [game(match, names=("", ""))])
    return [*facts, *wishes.accept(told, 1, match.table, "s1"),
            *news(told, Told(match.table, "b", 1, "azul", ("", ""), (0, 0), "x", sitting="s1")),
            Ended()]  # fmt: skip


def test_every_fact_is_read_as_it_was_written(tmp_path):
    facts = all_facts()
    assert len({type(fact) for fact in facts}) == 11
    ledger = Ledger(tmp_path)
    ledger.append(facts[:3])
    ledger.append(facts[3:])
    ledger.close()
    again = Ledger(tmp_path)
    assert again.facts() == tuple(facts)
    assert fold(again.facts()) == apply(fold(facts[:4]), facts[4:])
    again.close()


def test_a_ledger_that_cannot_be_used_says_what_to_do(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match=r"cannot be made .* name another"):
        Ledger(tmp_path / "file")


def test_draws_are_facts_and_not_made_again():
    books = begun()
    assert books.tournament.rounds[0] == draw(fold([Begun(PLAN)]).tournament)
