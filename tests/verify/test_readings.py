"""Promises of any readings, and of what no cards make: proved, and refuted with a case."""

from dataclasses import replace

import pytest

from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.verdicts.model import How, Proved, Refuted, Unknown, Unsupported, Vacuous, Verdict
from haggis_verify.obligations import reading_claims
from tests.engine.games import rules_of
from tests.verify.asking import result_of
from tests.verify.changed import heron_promising, heron_with

TOTAL = (
    "for any reading a, reading b has"
    " (a is single and b is single implies a is b or a beats b or b beats a)"
)


def verdict_of(game: Game, name: str = "tried") -> Verdict:
    return result_of(game, name, hands=1).verdict


def tried(promise: str) -> Verdict:
    return verdict_of(heron_promising(promise))


# For any readings


@pytest.mark.parametrize(
    "promise",
    [
        "for any reading a has (not (a beats a))",
        "for any reading a, reading b has (a beats b implies not (b beats a))",
        "for any reading a, reading b, reading c has (a beats b and b beats c implies a beats c)",
        TOTAL,
        "for any reading a, reading b has (a is quake and b is not quake implies a beats b)",
    ],
    ids=["irreflexive", "asymmetric", "transitive", "total", "highest"],
)
def test_what_holds_for_any_readings_is_proved_by_both_solvers(promise: str) -> None:
    verdict = tried(promise)
    assert isinstance(verdict, Proved)
    (met,) = verdict.obligations
    assert met.how is How.SOLVED
    assert met.z3 > 0 < met.cvc5


def test_readings_that_break_a_promise_are_shown_in_notation() -> None:
    verdict = tried("for any reading a, reading b has (a is full and b is full implies a beats b)")
    assert isinstance(verdict, Refuted)
    assert verdict.case.play is None
    assert [line.split(" is ")[0] for line in verdict.case.lines] == ["a", "b"]
    assert all("full@" in line for line in verdict.case.lines)
    assert verdict.case.replay == "the promise does not hold"


def test_a_field_that_a_pattern_lacks_is_a_breach_of_the_promise() -> None:
    verdict = tried("for any reading a has (size of a is at least 5 or size of a is below 5)")
    assert isinstance(verdict, Refuted)
    assert verdict.case.replay.startswith("what is promised has no value")


def test_readings_are_the_same_when_the_fields_of_their_pattern_are() -> None:
    """A pair has no suit, so no value of that field can tell two pairs apart."""
    same = "a is pair and b is pair and not (a beats b) and not (b beats a) implies a is b"
    assert isinstance(tried(f"for any reading a, reading b has ({same})"), Proved)


def test_a_promise_of_readings_says_nothing_of_a_state() -> None:
    game = heron_with(
        "promise order for any reading a has (not (a beats a))"
        " promise tried always done is done using order"
    )
    verdict = verdict_of(game)
    assert isinstance(verdict, Unsupported)
    assert "`order`" in verdict.what


# What no cards make


def _apart(pattern: str, *others: str, game: Game | None = None) -> Verdict:
    game = game or rules_of("heron").game
    names = [one.name for one in game.patterns]
    form = ir.Apart(names.index(pattern), tuple(names.index(other) for other in others))
    promise = ir.Promise("tried", "single", form, ())
    return verdict_of(replace(game, promises=(promise,)))


@pytest.mark.rotates
@pytest.mark.slow
def test_that_no_cards_make_both_is_proved_by_both_solvers() -> None:
    verdict = _apart("quake", "single", "pair", "full")
    assert isinstance(verdict, Proved)
    names = [met.name for met in verdict.obligations]
    assert "numbers of cards, quake and pair" in names
    assert "quake5@3 and full" in names
    assert all(met.how is How.SOLVED and met.z3 > 0 < met.cvc5 for met in verdict.obligations)


def _with_trio(amount: int) -> Game:
    return heron_with(
        "pattern trio with rank top"
        f" made of {amount} cards of rank top ranked by top"
        ' written "trio@{top}"'
    )


def test_cards_that_make_both_are_shown_with_both_readings() -> None:
    game = _with_trio(4)
    verdict = _apart("trio", "quake", game=game)
    assert isinstance(verdict, Refuted)
    assert verdict.case.play is None
    (cards,) = verdict.case.lines
    assert len(cards.split()) == 4
    assert len({card[0] for card in cards.split()}) == 1
    rank = cards[0]
    assert verdict.case.replay == f"these cards make trio@{rank} and quake4@{rank}"


def test_what_no_cards_make_at_all_proves_nothing() -> None:
    game = _with_trio(3)
    trio = next(i for i, pattern in enumerate(game.patterns) if pattern.name == "trio")
    never = ir.Need("single", at_least=True, count=4, group=0, patterns=(trio,))
    verdict = _apart("trio", "full", game=replace(game, needs=(*game.needs, never)))
    assert verdict == Vacuous("numbers of cards, trio")


def test_a_pattern_without_readings_is_not_supported() -> None:
    game = _with_trio(3)
    nine = tuple(
        replace(one, parts=(replace(one.parts[0], amount=9),)) if one.name == "trio" else one
        for one in game.patterns
    )
    verdict = _apart("trio", "full", game=replace(game, patterns=nine))
    assert isinstance(verdict, Unsupported)
    assert "trio" in verdict.what


def test_cards_that_do_not_make_both_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def makes_nothing(*_: object) -> bool:
        return False

    game = _with_trio(4)
    monkeypatch.setattr(Patterns, "makes", makes_nothing)
    verdict = _apart("trio", "quake", game=game)
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "not replayed: these cards do not make both"


@pytest.mark.planted("broken encoding")
def test_a_reading_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = reading_claims.readings_of

    def without_quakes(pattern: int, patterns: Patterns) -> list[tuple[int, ...]]:
        found = right(pattern, patterns)
        return [r for r in found if patterns.game.patterns[r[0]].name != "quake" or r[1] > 4]

    game = _with_trio(4)
    assert isinstance(_apart("trio", "quake", game=game), Refuted)
    monkeypatch.setattr(reading_claims, "readings_of", without_quakes)
    assert isinstance(_apart("trio", "quake", game=game), Proved)
