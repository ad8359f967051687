"""What is claimed of the cards of a play is proved, or refuted by a match: no case is spurious."""

from pathlib import Path

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.state import Combination, pack
from haggis_rules.verdicts.model import How, NotInductive, Proved, Reached, Refuted, Verdict
from haggis_verify.encode.states import choosing_value
from haggis_verify.encode.symbols import combination
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.patterns.exact_plays import counted_play
from haggis_verify.terms.nodes import evaluate_terms
from tests.engine.games import rules_of
from tests.verify.asking import result_of
from tests.verify.changed import heron_promising, heron_with
from tests.verify.exactness import looked_at, notices_what_counting_leaves_out

LEMMA = ", definition to counting"


def verdict_of(game: Game) -> Verdict:
    return result_of(game, "tried", hands=3).verdict


def tried(promise: str) -> Verdict:
    return verdict_of(heron_promising(promise))


def is_proved_by_counting(verdict: Verdict) -> bool:
    assert isinstance(verdict, Proved), verdict
    solved = [met for met in verdict.obligations if met.how is How.SOLVED]
    return all(met.z3 > 0 < met.cvc5 for met in solved) and solved[-1].name.endswith(LEMMA)


def is_played(verdict: Verdict) -> bool:
    assert isinstance(verdict, Refuted), verdict
    return isinstance(verdict.case.play, Reached)


# The form: exactly the cards that make a play, pattern by pattern


@pytest.mark.parametrize("name", ["heron", pytest.param("classic for 2", marks=pytest.mark.slow)])
def test_the_form_says_of_cards_what_the_definition_says(name: str) -> None:
    found = list(looked_at(rules_of(name).game, plays=40))
    assert all(right for _, right in found)
    assert sum(made for made, _ in found) >= 40 < sum(not made for made, _ in found)


def test_a_reading_that_no_cards_of_the_deck_make_is_none_of_a_play() -> None:
    matter = EncodedGame(rules_of("heron").game)
    play = combination(matter.shape.fresh(Plain.COMBINATION, "p"))
    quakes = [reading for reading in matter.patterns.readings if reading[0] == 3]
    assert (3, 8, 0) in quakes
    assert (3, 9, 0) not in quakes  # nine threes: there are eight
    value = Combination((3, 9, 0), pack([(0, 2)]))
    chosen = choosing_value(matter.shape, Plain.COMBINATION, play, value)
    assert evaluate_terms([counted_play(play, 3, matter.patterns, matter.shape)], chosen) == [False]


# Claims about the cards of a play

PAIR = "top is not none and top is pair"
FULL = "top is not none and top is full"
QUAKE = "top is not none and top is quake"
LAID = "top is not none and top is not before (top)"
LEFT, HELD = "cards in every fist", "before (cards in every fist)"
TRUE_OF_HERON = [
    f"always {PAIR} implies cards in table-top is at least 2",
    f"always {FULL} implies cards in table-top is at least 5",
    f"always {QUAKE} implies cards in table-top is at least size of top",
    (
        f"always ({PAIR} implies cards in table-top is at least 2)"
        f" and ({QUAKE} implies cards in table-top is at least 4)"
    ),
    f"after each move {LAID} and top is pair implies {LEFT} + 2 is {HELD}",
    f"after each move {LAID} and top is quake implies {LEFT} + size of top is {HELD}",
    (
        f"after each move {LAID} and top is single implies some card c has (c in every fist + 1 is"
        " before (c in every fist) and suit of c is colour of top)"
    ),
    (
        f"after each move {LAID} and top is pair implies some rank r has"
        " (every card c where (rank of c is not r)"
        " has (c in every fist is before (c in every fist)))"
    ),
]
FALSE_OF_HERON = [
    f"always {PAIR} implies cards in table-top is at least 3",
    f"always {FULL} implies cards in table-top is at least 6",
    f"after each move {LAID} and top is quake implies {LEFT} + size of top + 1 is {HELD}",
    (
        f"always ({PAIR} implies cards in table-top is at least 2)"
        f" and ({FULL} implies cards in table-top is at least 6)"
    ),
    f"after each move {LAID} and top is pair implies {LEFT} + 3 is {HELD}",
    f"after each move {LAID} and top is full implies {LEFT} + 4 is {HELD}",
    (
        f"after each move {LAID} and top is pair implies some card c"
        " has (c in every fist + 2 is before (c in every fist))"
    ),
]


# Of a state: of a move and of a card that is named cost more.
@pytest.mark.rotates
@pytest.mark.parametrize(
    "promise",
    [TRUE_OF_HERON[0], *(pytest.param(one, marks=pytest.mark.slow) for one in TRUE_OF_HERON[1:])],
)
def test_a_true_claim_about_the_cards_of_a_play_is_proved_by_both_solvers(promise: str) -> None:
    assert is_proved_by_counting(tried(promise))


@pytest.mark.slow
@pytest.mark.parametrize("promise", FALSE_OF_HERON)
def test_a_false_claim_about_the_cards_of_a_play_is_refuted_by_a_match(promise: str) -> None:
    assert is_played(tried(promise))


def test_only_patterns_that_are_said_exactly_are_shown_to_be_counted_right() -> None:
    verdict = tried(f"always {PAIR} implies cards in table-top is at least 2")
    assert isinstance(verdict, Proved)
    lemmas = [met.name for met in verdict.obligations if met.name.endswith(LEMMA)]
    assert lemmas == [f"pair{LEMMA}"]
    assert verdict.helpers == ()  # those that were tried before plays were said exactly


def test_where_any_cards_will_do_plays_are_not_said_exactly() -> None:
    verdict = tried(f"always {PAIR} implies cards in table-top is at least 1 using awake")
    assert isinstance(verdict, Proved)
    assert not any(met.name.endswith(LEMMA) for met in verdict.obligations)


def test_a_case_that_no_sampled_play_fits_is_a_play_all_the_same() -> None:
    verdict = tried(f"always {QUAKE} implies size of top is at most 7")
    assert isinstance(verdict, NotInductive), verdict
    assert any("= quake8@" in line for line in verdict.case.lines)


def test_nothing_is_proved_by_a_counting_form_that_leaves_out_plays() -> None:
    assert notices_what_counting_leaves_out()


# Wild cards

WILD = "any suit for plain wild plain c in pair as rank r when r is at most rank of c"
ONE_RANK = (
    f"after each move {LAID} and top is pair implies some rank r has"
    " (every card c where (rank of c is not r)"
    " has (c in every fist is before (c in every fist)))"
)


def test_a_wild_card_that_stands_in_is_one_of_the_cards_of_a_play() -> None:
    whole = f"after each move {LAID} and top is pair implies {LEFT} + 2 is {HELD}"
    assert is_proved_by_counting(verdict_of(heron_with(f"{WILD} promise tried {whole}")))


@pytest.mark.slow
def test_a_wild_card_stands_in_for_another_rank() -> None:
    assert is_proved_by_counting(tried(ONE_RANK))
    assert is_played(verdict_of(heron_with(f"{WILD} promise tried {ONE_RANK}")))


# Shipped rules

TEXT = """language 2
variant changed extends {parent}
  "The parent with a clause more."

source us "Made up for a test"

add extra because "to see what comes of it"
  "What is tried."
  cites us "Test"
  promise tried {promise}
"""
SET = "top is not none and top is set"
PLAYED = f"after each move {LAID} and top is set implies"
SHED = "cards in every hand + width of top is before (cards in every hand)"
TRUE = [
    ("classic", 2, f"always {SET} implies cards in pile is at least width of top"),
    ("classic", 2, f"{PLAYED} {SHED}"),
    (
        "classic",
        2,
        (
            f"{PLAYED} court cards in every hand + width of top"
            " is above before (court cards in every hand)"
        ),
    ),
    ("cats", 2, f"always {SET} implies cards in pile is at least width of top"),
    ("neeps", 4, f"{PLAYED} {SHED}"),
]
FALSE = [
    ("classic", 2, f"always {SET} implies cards in pile is above width of top"),
    (
        "classic",
        2,
        f"{PLAYED} court cards in every hand is before (court cards in every hand)",
    ),
]


def promising(parent: str, players: int, promise: str, folder: Path) -> Game:
    path = folder / "changed.haggis"
    path.write_text(TEXT.format(parent=parent, promise=promise), "utf-8")
    return load_game(path, players=players)


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize(("parent", "players", "promise"), TRUE)
def test_what_is_true_of_shipped_rules_is_proved(
    parent: str, players: int, promise: str, tmp_path: Path
) -> None:
    assert is_proved_by_counting(verdict_of(promising(parent, players, promise, tmp_path)))


@pytest.mark.slow
@pytest.mark.parametrize(("parent", "players", "promise"), FALSE)
def test_what_is_false_of_shipped_rules_is_refuted_by_a_match(
    parent: str, players: int, promise: str, tmp_path: Path
) -> None:
    assert is_played(verdict_of(promising(parent, players, promise, tmp_path)))
