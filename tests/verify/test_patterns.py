"""The step from the definition of a pattern to counting: proved, and seen to fail when wrong."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game, SuitRule
from haggis_rules.ir.load import load_game
from haggis_rules.semantics import counting
from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.semantics.state import Cards, Reading, count_of, counts, pack
from haggis_rules.verdicts.model import How, Proved, Refuted, Unknown, Unsupported, Verdict
from haggis_verify.cache.proof_cache import ProofCache
from haggis_verify.obligations.reading_claims import sizes_of
from haggis_verify.patterns import counting_form, questions, suit_witness
from haggis_verify.patterns.counting_form import counted
from haggis_verify.patterns.definition_form import ReadingLayout, SuitSpread, any_layout, defined
from haggis_verify.patterns.proofs import by_pattern, prove_patterns
from haggis_verify.patterns.questions import TO_COUNTING, TO_DEFINITION, in_parts, numbered, of_some
from haggis_verify.solvers.answer_store import AnswerStore
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits, ask_z3, find_model
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm, evaluate_terms
from haggis_verify.terms.smtlib import script
from tests.oracle import NEEPS
from tests.plays.hands import seeded, table
from tests.plays.made_up import TEXTS, made_up

# Every top rank of the stairs, whatever the wild cards may stand for there, and one of each other.
SHAPES = """
    stair2x2@3 stair2x2@6 stair2x2@10 stair2x2@J stair2x3@4 stair2x3@10 stair2x3@J stair2x3@Q
    stair3x2@3 stair3x2@10 stair3x2@J set2@2 set5@9 set15@10 sequence3@4 sequence5@10 sequence5@K
    single@2 single@K bomb:rainbow bomb:JQK bomb:suited sequence12@K stair6x9@10 stair9x9@10
"""


TEAL = str(Path(__file__).parents[1] / "playcards" / "teal.haggis")


def _reading(game: Game, name: str) -> Reading:
    return next(r for r in Patterns(game).readings if show_reading(game, r) == name)


def _verdict(game: Game, name: str) -> Verdict:
    (result,) = prove_patterns(game, [_reading(game, name)])
    assert result.promise == name
    assert result.clause in game.clauses
    return result.verdict


# One of three in each run; a merge proves those of all readings as well.
MOSTLY_SLOW = [
    pytest.param(name, marks=pytest.mark.slow if number % 3 else ())
    for number, name in enumerate(SHAPES.split())
]


@pytest.mark.parametrize("name", MOSTLY_SLOW)
def test_both_solvers_prove_counting_right_for_combinations_of_neeps(name: str) -> None:
    verdict = _verdict(table("neeps").game, name)
    assert isinstance(verdict, Proved), verdict
    directions = {met.name.partition(",")[0] for met in verdict.obligations}
    both = {TO_COUNTING, TO_DEFINITION}  # of a single, one says word for word what the other does
    assert directions == both or (name.startswith("single") and len(directions & both) == 1)
    assert all(met.how is How.SOLVED and met.z3 > 0 < met.cvc5 for met in verdict.obligations)


def test_counting_is_right_for_all_combinations_of_heron() -> None:
    game, reported = table("heron").game, list[str]()
    found = by_pattern(game, SolverPool(Limits()), progress=reported.append)
    assert [one.pattern for one in found] == [pattern.name for pattern in game.patterns]
    results = [result for one in found for result in one.results]
    assert [each.promise for each in results] == reported
    assert reported == [show_reading(game, reading) for reading in Patterns(game).readings]
    assert all(isinstance(each.verdict, Proved) for each in results)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("cats", 2), ("neeps", 6)])
def test_counting_is_right_for_all_combinations_of_a_seating(name: str, players: int) -> None:
    for result in prove_patterns(load_game(name, players=players)):
        assert isinstance(result.verdict, Proved), result


def _small_readings(patterns: Patterns) -> Iterator[Reading]:
    """Yield the readings of four cards at most that some cards make."""
    for reading in patterns.readings:
        small = any(size <= 4 for size in sizes_of(reading, patterns))
        if small and find_model(of_some(patterns, reading), Limits()) is not None:
            yield reading


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("text", TEXTS)
def test_counting_is_right_for_combinations_that_were_made_up(text: str) -> None:
    game = made_up(text)
    chosen = list(_small_readings(Patterns(game)))
    assert {reading[0] for reading in chosen} == set(range(len(game.patterns)))
    for result in prove_patterns(game, chosen[:: max(1, len(chosen) // 25)]):
        assert isinstance(result.verdict, Proved), result


def _sums(rule: SuitRule, rows: Sequence[counting.SuitTally]) -> bool:
    total = sum(sum(row.suits) for row in rows)
    return rule is not SuitRule.MATCHING or total <= counting.cards_in(rows[0])


def _sums_in_terms(rule: SuitRule, rows: list[SuitSpread], widths: Sequence[int]) -> BoolTerm:
    if rule is not SuitRule.MATCHING:
        return build.TRUE
    total = build.add(count for row in rows for count in row.suits)
    return build.le(total, build.int_const(widths[0]))


def _enough(wild: counting.Supply, lacking: Mapping[int, int]) -> bool:
    return sum(wild.values()) == sum(lacking.values())


def _enough_in_terms(
    supply: Mapping[frozenset[int], IntTerm], lacking: Sequence[IntTerm]
) -> BoolTerm:
    return build.eq(build.add(supply.values()), build.add(lacking))


def _stands_nowhere(wild: counting.Supply, lacking: Mapping[int, int]) -> bool:
    return not wild and not any(lacking.values())


def _stands_nowhere_in_terms(
    supply: Mapping[frozenset[int], IntTerm], lacking: Sequence[IntTerm]
) -> BoolTerm:
    return build.eq(build.add([*supply.values(), *lacking]), build.int_const(0))


def _always(*_: object) -> bool:
    return True


def _always_in_terms(*_: object) -> BoolTerm:
    return build.TRUE


def _never(*_: object) -> bool:
    return False


def _never_in_terms(*_: object) -> BoolTerm:
    return build.FALSE


class Slip(NamedTuple):
    """A function of counting that is wrong, in Python and in terms, and what shows that it is."""

    name: str
    wrong: Callable[..., bool]
    in_terms: Callable[..., BoolTerm]
    reading: str
    obligation: str
    game: str = "neeps"


SLIPS = {
    "a sum where the maximum belongs": Slip(
        "rule_holds", _sums, _sums_in_terms, "stair2x2@10", TO_COUNTING
    ),
    "the condition of Hall is left out": Slip(
        "can_stand", _enough, _enough_in_terms, "sequence4@Q", TO_DEFINITION
    ),
    "suits are not looked at": Slip(
        "rule_holds", _always, _always_in_terms, "stair3x9@10", TO_DEFINITION
    ),
    "lines are not looked at": Slip(
        "lines_fit", _always, _always_in_terms, "stair2x3@5", TO_DEFINITION, "cats"
    ),
    "no wild card can stand": Slip(
        "can_stand", _stands_nowhere, _stands_nowhere_in_terms, "set5@9", TO_COUNTING
    ),
    "the suit of the highest card is not looked at": Slip(
        "highest_fits", _always, _always_in_terms, "pair@6h", TO_DEFINITION, TEAL
    ),
    "nothing is found at all": Slip(
        "can_stand", _never, _never_in_terms, "set5@9", "none by definition"
    ),
}


@pytest.mark.planted("broken encoding")
@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_counting_that_is_wrong_is_refuted(slip: Slip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, slip.name, slip.wrong)
    monkeypatch.setattr(counting_form, slip.name, slip.in_terms)
    game = table("neeps").game if slip.game == "neeps" else load_game(slip.game)
    verdict = _verdict(game, slip.reading)
    assert isinstance(verdict, Refuted), verdict
    assert verdict.case.obligation == slip.obligation
    too_much = slip.obligation == TO_DEFINITION
    answers = ["makes it", "does not make it"][:: -1 if too_much else 1]
    assert verdict.case.replay == f"by the definition it {answers[0]}, by counting it {answers[1]}"
    if slip.game == "neeps":
        made = slip.reading in NEEPS.readings(verdict.case.lines[0].split())
        assert made is not too_much


def test_a_case_on_which_both_forms_agree_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_form, "rule_holds", _sums_in_terms)
    verdict = _verdict(table("neeps").game, "stair2x2@10")
    assert isinstance(verdict, Unknown)
    assert verdict.case is not None
    assert verdict.case.replay == "by the definition it makes it, by counting it makes it"


@pytest.mark.planted("broken encoding")
def test_a_witness_that_is_wrong_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(form: ReadingLayout, held: Sequence[IntTerm]) -> list[list[IntTerm]]:
        return [[build.int_const(0) for _ in held[: len(suits)]] for _ in form.parts()]

    suits = table("neeps").game.suits

    monkeypatch.setattr(questions, "named_suits", short)
    assert isinstance(_verdict(table("neeps").game, "stair2x2@10"), Unknown)


def test_what_no_cards_make_is_proved_to_be_so_by_both_forms() -> None:
    verdict = _verdict(table("neeps").game, "set4@J")
    assert isinstance(verdict, Proved)
    assert [met.name for met in verdict.obligations] == ["none by counting", "none by definition"]


def test_what_a_solver_does_not_know_is_not_proved() -> None:
    game = table("neeps").game
    solvers = SolverPool(Limits(cvc5=1))
    (result,) = prove_patterns(game, [_reading(game, "stair2x3@9")], solvers)
    assert isinstance(result.verdict, Unknown)
    assert "cvc5 gave up" in result.verdict.reason


def _texts(game: Game, name: str) -> list[str]:
    return [one.text() for one in in_parts(Patterns(game), _reading(game, name)) or ()]


def test_the_same_question_has_the_same_text_whatever_the_ranks_and_the_seating() -> None:
    four, six = (load_game("neeps", players=players) for players in (4, 6))
    some = _texts(four, "stair3x4@9")
    assert some == _texts(four, "stair3x4@6") == _texts(six, "stair3x4@10")
    courts = set(_texts(four, "stair3x4@J"))  # there not every court card may lie in each row
    assert not courts & set(some)
    wider = _texts(four, "stair4x4@9")
    assert (
        len(set(some) & set(wider)) == 1
    )  # where the wild cards lie is a matter of what is lacking
    assert not set(some) & set(_texts(four, "stair3x3@9"))


def test_names_are_numbered_and_nothing_else_is_changed() -> None:
    one, other = build.int_var("one", 0, 4), build.int_var("other", 0, 4)
    text, names = numbered(script([build.le(other, one), build.lt(one, other)]))
    assert set(names.values()) == {"one", "other"}
    for number, name in names.items():
        text = text.replace(f"|${number}|", f"|${name}|")
    assert text == script([build.le(other, one), build.lt(one, other)])


def test_what_was_proved_of_a_reading_is_known_the_next_time(tmp_path: Path) -> None:
    game = table("neeps").game
    chosen = [_reading(game, name) for name in ("set3@6", "set4@J", "stair2x2@Q")]
    with AnswerStore(tmp_path / "found") as before:
        first_run, second_run = (
            SolverPool(Limits(), before=before),
            SolverPool(Limits(), before=before),
        )
        results = prove_patterns(game, chosen, first_run)
        assert first_run.recalled == 0 < first_run.given
        assert prove_patterns(game, chosen, second_run) == results
        assert second_run.recalled == second_run.given == first_run.given
        other = load_game("neeps", players=6)  # another deck, and the same questions
        prove_patterns(
            other, [_reading(other, "set3@6")], third_run := SolverPool(Limits(), before=before)
        )
        assert 0 < third_run.recalled == third_run.given


def test_a_proof_of_a_reading_rests_on_the_deck_and_on_what_may_stand_where() -> None:
    game = load_game("classic", players=2)
    patterns, reading = Patterns(game), _reading(game, "set3@6")

    def key(changed: Game, limits: Limits | None = None) -> str:
        recalled = ProofCache(changed, {}, limits or Limits(), None)
        return recalled.reading(Patterns(changed), reading)

    assert key(game) == key(replace(game, promises=(), definitions={}, wilds=game.wilds[:]))
    first = replace(game.cards[0], copies=game.cards[0].copies + 1)
    changes = [
        replace(game, cards=(first, *game.cards[1:])),
        replace(game, wilds=()),
        replace(game, needs=()),
        replace(game, suits=game.suits[:-1]),
        replace(game, patterns=(game.patterns[0], *game.patterns[:-1])),
    ]
    found = [key(game), key(game, Limits(z3=1)), *(key(one) for one in changes)]
    assert len(set(found)) == len(found)
    recalled = ProofCache(game, {}, Limits(), None)
    assert len({recalled.reading(patterns, one) for one in patterns.readings}) == len(
        patterns.readings
    )


def test_each_question_is_exported_once_and_listed_for_each_reading(tmp_path: Path) -> None:
    game = table("neeps").game
    chosen = [_reading(game, name) for name in ("set3@6", "set3@7")]
    prove_patterns(game, chosen, export=tmp_path)
    folder = tmp_path / "patterns"
    head, *lines = (folder / f"{game.name}-{game.seats}.tsv").read_text().splitlines()
    assert head.split("\t") == ["reading", "asked", "file"]
    files = [line.split("\t") for line in lines]
    assert {reading for reading, _, _ in files} == {"set3@6", "set3@7"}
    texts = {file: (folder / file).read_text() for _, _, file in files}
    assert len(texts) == len(files) / 2
    assert all(ask_z3(text, Limits().z3).status == "unsat" for text in texts.values())


def test_too_many_ways_to_lay_the_wild_cards_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suit_witness, "MOST_LAYOUTS", 3)
    game = made_up("every suit rule, wild but for its own rank")
    verdict = _verdict(game, "matching-suits2x2@5")
    assert verdict == Unsupported("shapes", "too many ways to lay the wild cards")


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_the_terms_say_what_python_does(text: str) -> None:
    game, rng = made_up(text), seeded(text)
    made, count = Patterns(game), counting.Counting(Patterns(game))
    seen = Counter[bool]()
    for reading, cards in _plays_and_near_misses(game, rng):
        forms = [ReadingLayout(made, reading, rows) for rows in count.layouts(reading)]
        held = tuple(build.int_const(count_of(cards, card)) for card in range(len(game.cards)))
        needs = made.needs_met(reading[0], cards)
        (numbers,) = evaluate_terms([build.disjunction(counted(form, held) for form in forms)], {})
        placeable = any(
            find_model([defined(form, held, *any_layout(form))], Limits()) for form in forms
        )
        assert (numbers and needs) == count.makes(reading, cards)
        assert (placeable and needs) == made.makes(reading, cards)
        seen[bool(placeable)] += 1
    assert min(seen[True], seen[False]) >= 10


def _plays_and_near_misses(game: Game, rng: random.Random) -> Iterator[tuple[Reading, Cards]]:
    """Yield plays, and the same readings with a card more, and with a card instead of another."""
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
