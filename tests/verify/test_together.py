"""What stands together is one number for the solvers, and nothing else changes by that."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from haggis_verify.solvers.solve import Fails, Holds, Limits, settle
from haggis_verify.terms import build
from haggis_verify.terms.aggregation import Together, shared_out, together
from haggis_verify.terms.nodes import Bool, Int, compute, in_order
from haggis_verify.terms.smtlib import script

BOUNDS = {"a": (0, 2), "b": (0, 1), "c": (-1, 1), "d": (0, 2)}
CHOSEN = {name: build.variable(name, *bounds) for name, bounds in BOUNDS.items()}
P = build.open_truth("p")


@st.composite
def sums(draw: st.DrawFn) -> Int:
    """Add up numbers that are chosen, some of them under a condition."""
    parts = [
        build.times(draw(st.integers(-2, 2)), CHOSEN[name])
        for name in draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4))
    ]
    cut = draw(st.integers(0, len(parts)))
    under = [build.choose(P, part, build.whole(0)) for part in parts[cut:]]
    return build.add([*parts[:cut], *under])


@st.composite
def claims(draw: st.DrawFn) -> Bool:
    """Compare such a sum with a number."""
    compare = draw(st.sampled_from([build.at_most, build.below, build.equal]))
    claim = compare(draw(sums()), build.whole(draw(st.integers(-4, 4))))
    return draw(st.sampled_from([claim, build.negate(claim)]))


def can_hold(facts: list[Bool]) -> bool:
    """Try all values, one after the other."""
    ranges = [range(low, high + 1) for low, high in BOUNDS.values()]
    return any(
        all(compute(facts, {**dict(zip(BOUNDS, values, strict=True)), "p": p}))
        for *values, p in product(*ranges, (False, True))
    )


@given(st.lists(claims(), min_size=1, max_size=4))
def test_facts_can_hold_in_their_text_exactly_when_some_values_fit(facts: list[Bool]) -> None:
    outcome = settle(facts, script(facts), Limits())
    assert isinstance(outcome, Fails if can_hold(facts) else Holds)
    if isinstance(outcome, Fails):
        assert all(compute(facts, outcome.chosen))


def test_the_counts_of_one_sum_are_one_number_and_come_back_as_many() -> None:
    many = [build.variable(f"card {index}", 0, 3) for index in range(40)]
    facts = [build.equal(build.add(many), build.whole(50)), build.below(many[0], build.whole(2))]
    text = script(facts[:1])
    assert "|$card 0 and 39 more|" in text
    assert text.count("declare-const") == 1
    outcome = settle(facts[:1], text, Limits())
    assert isinstance(outcome, Fails)
    assert sum(compute(many, outcome.chosen)) == 50
    assert script(facts).count("declare-const") == 2  # the first stands alone as well
    assert "|$card 1 and 38 more|" in script(facts)


def test_what_stands_in_a_sum_more_often_or_elsewhere_is_not_together() -> None:
    a, b, c, d = (build.variable(name, 0, 9) for name in ("w", "x", "y", "z"))
    often = build.at_most(build.add([a, b, b, c, d]), build.whole(7))
    elsewhere = build.at_most(build.add([c, b]), build.whole(3))
    facts = [often, elsewhere]
    found = [[part.name for part in one.parts] for one in together(in_order(facts), facts)]
    assert found == [["w", "z"]]


def test_a_sum_is_shared_out_within_the_bounds_of_its_parts() -> None:
    parts = [build.variable("low", 1, 3), build.variable("open", 0, None)]
    terms = in_order([build.at_most(build.add(parts), build.whole(90))])
    (one,) = together(terms)
    assert (one.low, one.high) == (1, None)
    assert shared_out([one], {one.name: 10, "p": True}) == {"low": 3, "open": 7, "p": True}
    assert shared_out([one], {}) == {}
    assert isinstance(one, Together)


def test_choices_that_hang_on_one_truth_are_one_choice() -> None:
    a, b, none = CHOSEN["a"], CHOSEN["b"], build.whole(0)
    apart = build.add([build.choose(P, a, none), build.choose(P, build.times(2, b), none)])
    assert apart is build.choose(P, build.add([a, b, b]), none)
    rest = build.minus(build.add([a, b, b]), apart)
    assert build.add([apart, rest]) is build.add([a, b, b])
