"""The step from the definition of a pattern to counting: proved, and seen to fail when wrong."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pytest

from haggis_rules.engine.plays import Enumerator
from haggis_rules.ir.game import Game, SuitRule
from haggis_rules.run import counting
from haggis_rules.run.patterns import Patterns, show_reading
from haggis_rules.run.state import Cards, Reading, count_of, counts, pack
from haggis_verify import build, counting_form, pattern_witness, patterns
from haggis_verify.counting_form import counted
from haggis_verify.pattern_forms import Form, Spread, any_way, defined
from haggis_verify.patterns import (
    TO_COUNTING,
    TO_DEFINITION,
    prove_patterns,
    small_readings,
)
from haggis_verify.solve import Limits, case_of
from haggis_verify.terms import Bool, Int, compute
from haggis_verify.verdicts import How, Proved, Refuted, Unknown, Unsupported, Vacuous, Verdict
from tests.oracle import NEEPS
from tests.plays.hands import seeded, table
from tests.plays.made_up import TEXTS, made_up

# Every top rank of the stairs, whatever the wild cards may stand for there, and one of each other.
SHAPES = """
    stair2x2@3 stair2x2@6 stair2x2@10 stair2x2@J stair2x3@4 stair2x3@10 stair2x3@J stair2x3@Q
    stair3x2@3 stair3x2@10 stair3x2@J set2@2 set5@9 set15@10 sequence3@4 sequence5@10 sequence5@K
    single@2 single@K bomb:rainbow bomb:JQK bomb:suited
"""


def _reading(game: Game, name: str) -> Reading:
    return next(r for r in Patterns(game).readings if show_reading(game, r) == name)


def _verdict(game: Game, name: str) -> Verdict:
    (result,) = prove_patterns(game, [_reading(game, name)])
    assert result.promise == name
    assert result.clause in game.clauses
    return result.verdict


@pytest.mark.parametrize("name", SHAPES.split())
def test_both_solvers_prove_counting_right_for_combinations_of_neeps(name: str) -> None:
    verdict = _verdict(table("neeps").game, name)
    assert isinstance(verdict, Proved), verdict
    assert [met.name for met in verdict.obligations] == [TO_COUNTING, TO_DEFINITION]
    assert all(met.how is How.SOLVED and met.z3 > 0 < met.cvc5 for met in verdict.obligations)


def test_counting_is_right_for_all_combinations_of_heron() -> None:
    game = table("heron").game
    for result in prove_patterns(game, small_readings(Patterns(game), most=8)):
        assert isinstance(result.verdict, Proved), result


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_counting_is_right_for_combinations_that_were_made_up(text: str) -> None:
    game = made_up(text)
    chosen = small_readings(Patterns(game), most=4)
    assert {reading[0] for reading in chosen} == set(range(len(game.patterns)))
    for result in prove_patterns(game, chosen[:: max(1, len(chosen) // 25)]):
        assert isinstance(result.verdict, Proved), result


def _sums(rule: SuitRule, rows: Sequence[counting.Tally]) -> bool:
    total = sum(sum(row.suits) for row in rows)
    return rule is not SuitRule.MATCHING or total <= counting.cards_in(rows[0])


def _sums_in_terms(rule: SuitRule, rows: list[Spread], width: int) -> Bool:
    if rule is not SuitRule.MATCHING:
        return build.TRUE
    total = build.add(count for row in rows for count in row.suits)
    return build.at_most(total, build.whole(width))


def test_a_sum_where_the_maximum_belongs_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "rule_holds", _sums)
    monkeypatch.setattr(counting_form, "rule_holds", _sums_in_terms)
    verdict = _verdict(table("neeps").game, "stair2x2@10")
    assert isinstance(verdict, Refuted), verdict
    assert verdict.case.obligation == TO_COUNTING
    assert verdict.case.replay == "by the definition it makes it, by counting it does not make it"
    assert "stair2x2@10" in NEEPS.readings(verdict.case.lines[0].split())


def _enough(wild: counting.Supply, lacking: Mapping[int, int]) -> bool:
    return sum(wild.values()) == sum(lacking.values())


def _enough_in_terms(supply: Mapping[frozenset[int], Int], lacking: Sequence[Int]) -> Bool:
    return build.equal(build.add(supply.values()), build.add(lacking))


def test_counting_without_the_condition_of_hall_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "can_stand", _enough)
    monkeypatch.setattr(counting_form, "can_stand", _enough_in_terms)
    verdict = _verdict(table("neeps").game, "sequence4@Q")
    assert isinstance(verdict, Refuted), verdict
    assert verdict.case.obligation == TO_DEFINITION
    assert verdict.case.replay == "by the definition it does not make it, by counting it makes it"
    assert "sequence4@Q" not in NEEPS.readings(verdict.case.lines[0].split())


def test_a_case_on_which_both_forms_agree_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_form, "rule_holds", _sums_in_terms)
    verdict = _verdict(table("neeps").game, "stair2x2@10")
    assert isinstance(verdict, Unknown)
    assert verdict.case is not None
    assert verdict.case.replay == "by the definition it makes it, by counting it makes it"


def test_a_witness_that_is_wrong_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(form: Form, held: Sequence[Int]) -> list[list[Int]]:
        return [[build.whole(0) for _ in held[: len(suits)]] for _ in form.parts()]

    suits = table("neeps").game.suits

    monkeypatch.setattr(patterns, "named_suits", short)
    assert isinstance(_verdict(table("neeps").game, "stair2x2@10"), Unknown)


def test_what_nothing_makes_is_not_taken_for_proved() -> None:
    assert isinstance(_verdict(table("neeps").game, "set4@J"), Vacuous)


def test_too_many_ways_to_lay_the_wild_cards_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_witness, "MOST_WAYS", 3)
    game = made_up("every suit rule, wild but for its own rank")
    verdict = _verdict(game, "matching-suits2x2@5")
    assert verdict == Unsupported("shapes", "too many ways to lay the wild cards")


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_the_terms_say_what_python_does(text: str) -> None:
    game, rng = made_up(text), seeded(text)
    made, count = Patterns(game), counting.Counting(Patterns(game))
    seen = Counter[bool]()
    for reading, cards in _plays_and_near_misses(game, rng):
        forms = [Form(made, reading, rows) for rows in count.layouts(reading)]
        held = tuple(build.whole(count_of(cards, card)) for card in range(len(game.cards)))
        needs = made.needs_met(reading[0], cards)
        (numbers,) = compute([build.any_of(counted(form, held) for form in forms)], {})
        laid = any(case_of([defined(form, held, *any_way(form))], Limits()) for form in forms)
        assert (numbers and needs) == count.makes(reading, cards)
        assert (laid and needs) == made.makes(reading, cards)
        seen[bool(laid)] += 1
    assert min(seen[True], seen[False]) >= 10


def _plays_and_near_misses(game: Game, rng: random.Random) -> Iterator[tuple[Reading, Cards]]:
    """Give plays, and the same readings with a card more, and with a card instead of another."""
    enumerator = Enumerator(Patterns(game))
    deck = Counter(i for i, card in enumerate(game.cards) for _ in range(card.copies))
    for _ in range(12):
        hand = rng.sample(sorted(deck.elements()), 10)
        plays = enumerator.plays(pack(Counter(hand).items()))
        for reading, cards in rng.sample(plays, min(4, len(plays))):
            held = Counter(dict(counts(cards)))
            more = rng.choice(sorted((deck - held).elements()))
            less = rng.choice(sorted(held))
            changed = held + Counter([more])
            yield reading, cards
            yield reading, pack(changed.items())
            yield reading, pack((changed - Counter([less])).items())
