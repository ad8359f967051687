"""What stands together is one number for the solvers, and nothing else changes by that."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from haggis_verify.solvers.solve import Entailed, Limits, NotEntailed, decide
from haggis_verify.terms import build
from haggis_verify.terms.aggregation import SharedSum, distribute_sum, find_shared_sums
from haggis_verify.terms.nodes import BoolTerm, IntTerm, evaluate_terms, term_children
from haggis_verify.terms.smtlib import script

BOUNDS = {"a": (0, 2), "b": (0, 1), "c": (-1, 1), "d": (0, 2)}
CHOSEN = {name: build.int_var(name, *bounds) for name, bounds in BOUNDS.items()}
P = build.bool_var("p")


@st.composite
def sums(draw: st.DrawFn) -> IntTerm:
    """Add up numbers that are chosen, some of them under a condition."""
    parts = [
        build.times(draw(st.integers(-2, 2)), CHOSEN[name])
        for name in draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4))
    ]
    cut = draw(st.integers(0, len(parts)))
    under = [build.int_ite(P, part, build.int_const(0)) for part in parts[cut:]]
    return build.add([*parts[:cut], *under])


@st.composite
def claims(draw: st.DrawFn) -> BoolTerm:
    """Compare such a sum with a number."""
    compare = draw(st.sampled_from([build.le, build.lt, build.eq]))
    claim = compare(draw(sums()), build.int_const(draw(st.integers(-4, 4))))
    return draw(st.sampled_from([claim, build.negation(claim)]))


def can_hold(facts: list[BoolTerm]) -> bool:
    """Try all values, one after the other."""
    ranges = [range(low, high + 1) for low, high in BOUNDS.values()]
    return any(
        all(evaluate_terms(facts, {**dict(zip(BOUNDS, values, strict=True)), "p": p}))
        for *values, p in product(*ranges, (False, True))
    )


@given(st.lists(claims(), min_size=1, max_size=4))
def test_facts_can_hold_in_their_text_exactly_when_some_values_fit(facts: list[BoolTerm]) -> None:
    outcome = decide(facts, script(facts), Limits())
    assert isinstance(outcome, NotEntailed if can_hold(facts) else Entailed)
    if isinstance(outcome, NotEntailed):
        assert all(evaluate_terms(facts, outcome.chosen))


def test_the_counts_of_one_sum_are_one_number_and_come_back_as_many() -> None:
    many = [build.int_var(f"card {index}", 0, 3) for index in range(40)]
    facts = [build.eq(build.add(many), build.int_const(50)), build.lt(many[0], build.int_const(2))]
    text = script(facts[:1])
    assert "|$card 0 and 39 more|" in text
    assert text.count("declare-const") == 1
    outcome = decide(facts[:1], text, Limits())
    assert isinstance(outcome, NotEntailed)
    assert sum(evaluate_terms(many, outcome.chosen)) == 50
    assert script(facts).count("declare-const") == 2  # the first stands alone as well
    assert "|$card 1 and 38 more|" in script(facts)


def test_what_stands_in_a_sum_more_often_or_elsewhere_is_not_together() -> None:
    a, b, c, d = (build.int_var(name, 0, 9) for name in ("w", "x", "y", "z"))
    often = build.le(build.add([a, b, b, c, d]), build.int_const(7))
    elsewhere = build.le(build.add([c, b]), build.int_const(3))
    facts = [often, elsewhere]
    found = [
        [part.name for part in one.parts] for one in find_shared_sums(term_children(facts), facts)
    ]
    assert found == [["w", "z"]]


def test_a_sum_is_shared_out_within_the_bounds_of_its_parts() -> None:
    parts = [build.int_var("low", 1, 3), build.int_var("open", 0, None)]
    terms = term_children([build.le(build.add(parts), build.int_const(90))])
    (one,) = find_shared_sums(terms)
    assert (one.low, one.high) == (1, None)
    assert distribute_sum([one], {one.name: 10, "p": True}) == {"low": 3, "open": 7, "p": True}
    assert distribute_sum([one], {}) == {}
    assert isinstance(one, SharedSum)


def test_choices_that_hang_on_one_truth_are_one_choice() -> None:
    a, b, none = CHOSEN["a"], CHOSEN["b"], build.int_const(0)
    apart = build.add([build.int_ite(P, a, none), build.int_ite(P, build.times(2, b), none)])
    assert apart is build.int_ite(P, build.add([a, b, b]), none)
    rest = build.minus(build.add([a, b, b]), apart)
    assert build.add([apart, rest]) is build.add([a, b, b])
