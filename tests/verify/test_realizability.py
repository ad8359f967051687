"""Promises of all that can be made from one zone: proved, refuted with cards, and empty ones."""

import pytest

from haggis_rules.semantics.patterns import Patterns
from haggis_rules.verdicts.model import (
    How,
    NotInductive,
    NotReached,
    Proved,
    Reached,
    Refuted,
    Unknown,
    Unsupported,
    Vacuous,
    Verdict,
)
from haggis_verify.obligations import realizability
from haggis_verify.obligations.forms import obligations
from haggis_verify.obligations.matter import EncodedGame, Obligation
from haggis_verify.proving.prover import Prover
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm
from haggis_verify.terms.smtlib import script
from tests.verify.asking import result_of, results_of
from tests.verify.changed import heron_with

# So many threes and as many fours, eight of each at most, and 15 cards in a hand.
HEAP = (
    "pattern heap with size 2 or more made of size cards on each of the ranks 3 4"
    ' written "heap{size}"'
    " promise few always every seat s has (cards in fist of s is at most 15)"
)
WIDE = "any heap a from one fist has (size of a is at most 7)"


def tried(promise: str, *others: str) -> Verdict:
    game = heron_with(f"{HEAP} promise tried {promise}")
    found = {one.promise: one.verdict for one in results_of(game, ["tried", *others], hands=1)}
    return found["tried"]


def obligations_of(promise: str) -> list[Obligation]:
    matter = EncodedGame(heron_with(f"{HEAP} promise tried {promise}"))
    return list(obligations(matter.promises["tried"], matter))


# Proved


def test_what_no_hand_can_make_is_proved_by_both_solvers() -> None:
    verdict = tried(f"{WIDE} using few")
    assert isinstance(verdict, Proved)
    assert verdict.helpers == ("few",)
    assert not verdict.approximated
    (met,) = verdict.obligations
    assert met.name == "any heap from one fist, 16 cards"
    assert met.how is How.SOLVED
    assert met.z3 > 0 < met.cvc5


def test_a_condition_says_of_which_states_it_is_promised() -> None:
    small = "when every seat s has (cards in fist of s is below 6)"
    assert isinstance(tried(f"any heap a from one fist {small} has (size of a is 2)"), Proved)
    small = small.replace("6", "7")
    assert isinstance(tried(f"any heap a from one fist {small} has (size of a is 2)"), NotInductive)


def test_what_holds_of_every_reading_by_itself_is_asked_all_the_same() -> None:
    verdict = tried("any heap a from one fist has (not a beats a)")
    assert isinstance(verdict, Proved)
    assert [met.name for met in verdict.obligations] == ["any heap from one fist"]


def test_readings_of_more_cards_are_asked_together_each_time_as_many_as_all_before() -> None:
    names = [one.name for one in obligations_of("any heap a from one fist has (false)")]
    assert names == [
        f"any heap from one fist, {sizes} cards" for sizes in ("4", "6", "8 to 10", "12 to 16")
    ]


def test_the_claim_follows_from_what_is_asked_first() -> None:
    solvers = SolverPool(Limits())
    several = obligations_of("any heap a from one fist has (false)")
    assert several
    for one in several:
        assert solvers.z3(script([one.sufficient, build.negation(one.claim)])).status == "unsat"
        assert solvers.z3(script([build.negation(one.sufficient)])).status == "sat"


def test_where_a_hand_is_too_small_nothing_more_is_asked() -> None:
    matter = EncodedGame(heron_with(f"{HEAP} promise tried {WIDE} using few"))
    solvers = SolverPool(Limits())
    found = Prover(matter, solvers).attempt(matter.promises["tried"])
    assert isinstance(found, Proved)
    assert solvers.given == 3  # both say that no hand has 16 cards, and one that some have 4


# Refuted


def test_a_hand_and_its_cards_are_shown_and_play_comes_to_one() -> None:
    verdict = tried("any heap a from one fist has (size of a is above 2)")
    assert isinstance(verdict, Refuted)
    case = verdict.case
    assert case.obligation == "any heap from one fist, 4 cards"
    assert all(line.startswith("fist of seat ") for line in case.lines)
    cards, failure = case.replay.split(" = ")
    assert failure == "heap2: the promise does not hold"
    assert sorted(card[0] for card in cards.split()) == ["3", "3", "4", "4"]
    assert any(
        all(hand.count(card) >= cards.count(card) for card in cards.split()) for hand in case.lines
    )
    assert isinstance(case.play, Reached)
    assert case.play.breach.endswith(" = heap2: the promise does not hold")


def test_without_its_helper_it_is_not_inductive_where_play_does_not_come() -> None:
    verdict = tried(WIDE, "few")
    assert isinstance(verdict, NotInductive)
    assert verdict.case.replay.endswith(" = heap8: the promise does not hold")
    assert isinstance(verdict.case.play, NotReached)
    assert verdict.using == ("few",)


def test_one_less_is_not_proved_though_chance_does_not_deal_it() -> None:
    verdict = tried(f"{WIDE.replace('7', '6')} using few, kept")
    assert isinstance(verdict, NotInductive)
    assert not verdict.using
    cards, failure = verdict.case.replay.split(" = ")
    assert failure.startswith("heap7:")
    assert [len(cards.split()), cards.count("3"), cards.count("4")] == [14, 7, 7]


def test_a_zone_that_nobody_owns_is_one_as_well() -> None:
    verdict = tried("any quake a from one leftover has (size of a is at most 7)")
    assert isinstance(verdict, NotInductive)
    assert [line.split(":")[0] for line in verdict.case.lines] == ["leftover"]
    assert "quake8@" in verdict.case.replay


def test_cards_of_two_hands_make_nothing_together() -> None:
    few = " and ".join(f"cards in fist of {s} is at most 2" for s in ("s", "1 seats after s"))
    sole = f"when every seat s has ({few})"
    assert isinstance(tried(f"any quake a from one fist {sole} has (false)"), Proved)


def test_a_field_that_the_pattern_lacks_is_a_breach_of_the_promise() -> None:
    verdict = tried("any pair a from one fist has (size of a is at most 5)")
    assert isinstance(verdict, Refuted)
    assert ": what is promised has no value" in verdict.case.replay


def test_a_condition_without_a_value_is_a_breach_of_the_promise() -> None:
    verdict = tried("any pair a from one fist when cards in fist of turn is 9 has (not a beats a)")
    assert isinstance(verdict, Refuted)
    assert verdict.case.replay.startswith("the condition has no value")
    assert isinstance(verdict.case.play, Reached)


# Proved of nothing, and not believed


def test_where_nothing_can_be_made_nothing_is_proved() -> None:
    empty = WIDE.replace("has", "when every seat s has (cards in fist of s is 0) has")
    assert tried(empty) == Vacuous("any heap from one fist")


def test_a_condition_that_no_state_meets_proves_nothing() -> None:
    never = "when every seat s has (cards in fist of s is 0 and cards in fist of s is above 0)"
    assert tried(f"any heap a from one fist {never} has (false)") == Vacuous(
        "any heap from one fist"
    )


def test_that_nothing_can_be_made_may_be_what_is_promised() -> None:
    empty = "when every seat s has (cards in fist of s is 0)"
    assert isinstance(tried(f"any heap a from one fist {empty} has (false)"), Proved)


def test_it_helps_no_other_proof() -> None:
    game = heron_with(f"{HEAP} promise wide {WIDE} promise tried always done is done using wide")
    found = result_of(game, "tried", hands=1)
    assert isinstance(found.verdict, Unsupported)
    assert "`wide`" in found.verdict.what


def test_cards_of_which_it_holds_after_all_are_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def makes_nothing(*_: object) -> bool:
        return False

    monkeypatch.setattr(Patterns, "makes", makes_nothing)
    verdict = tried(f"{WIDE.replace('7', '6')} using few")
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "not replayed: it holds for what these cards make"


def test_when_readings_could_not_be_made_nothing_would_be_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def impossible(*_: object) -> BoolTerm:
        return build.FALSE

    monkeypatch.setattr(realizability, "makes", impossible)
    assert tried(f"{WIDE} using few") == Vacuous("any heap from one fist")
