"""Terms simplify to what they mean, and both solvers read their text alike."""

import operator
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_verify.solvers.solve import Limits, ask_cvc5, ask_z3
from haggis_verify.terms import build
from haggis_verify.terms.nodes import (
    Assignment,
    BoolTerm,
    IntConst,
    IntTerm,
    Term,
    children,
    evaluate_terms,
    free_variables,
    topological_terms,
)
from haggis_verify.terms.smtlib import script
from haggis_verify.terms.z3_terms import z3_value

NUMBERS = [build.int_var(name, -3, 4) for name in "xyz"]
TRUTHS = [build.bool_var(name) for name in "pq"]
chosen_values = st.fixed_dictionaries(
    {**{name: st.integers(-3, 4) for name in "xyz"}, **{name: st.booleans() for name in "pq"}}
)

# Each is a term, and what it means where the rest is chosen.
Meaning = Callable[[Assignment], int]
Number = tuple[IntTerm, Meaning]
Truth = tuple[BoolTerm, Meaning]


def _number_leaf(index: int) -> Number:
    return NUMBERS[index], lambda chosen: chosen["xyz"[index]]


def _truth_leaf(index: int) -> Truth:
    return TRUTHS[index], lambda chosen: chosen["pq"[index]]


def _whole(value: int) -> Number:
    return build.int_const(value), lambda _: value


@st.composite
def numbers(draw: st.DrawFn, depth: int = 3) -> Number:
    if depth == 0:
        return draw(st.integers(0, 2).map(_number_leaf) | st.integers(-5, 5).map(_whole))
    (a, meant_a), (b, meant_b) = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    match draw(st.integers(0, 3)):
        case 0:
            return build.add([a, b, a]), lambda c: 2 * meant_a(c) + meant_b(c)
        case 1:
            return build.minus(a, b), lambda c: meant_a(c) - meant_b(c)
        case 2:
            factor = draw(st.integers(-3, 3))
            return build.times(factor, a), lambda c: factor * meant_a(c)
        case _:
            when, meant_when = draw(truths(depth - 1))
            return build.int_ite(when, a, b), lambda c: (meant_a if meant_when(c) else meant_b)(c)


@st.composite
def truths(draw: st.DrawFn, depth: int = 3) -> Truth:
    if depth == 0:
        return draw(st.integers(0, 1).map(_truth_leaf))
    choice = draw(st.integers(0, 7))
    if choice < len(COMPARED):
        (a, meant_a), (b, meant_b) = draw(numbers(depth - 1)), draw(numbers(depth - 1))
        compare, meant = COMPARED[choice]
        return compare(a, b), lambda c: meant(meant_a(c), meant_b(c))
    (p, meant_p), (q, meant_q) = draw(truths(depth - 1)), draw(truths(depth - 1))
    join, joined = JOINED[choice - len(COMPARED)]
    return join(p, q), lambda c: joined(bool(meant_p(c)), bool(meant_q(c)))


COMPARED: list[tuple[Callable[[IntTerm, IntTerm], BoolTerm], Callable[[int, int], bool]]] = [
    (build.le, operator.le),
    (build.lt, operator.lt),
    (build.eq, operator.eq),
]
JOINED: list[tuple[Callable[[BoolTerm, BoolTerm], BoolTerm], Callable[[bool, bool], bool]]] = [
    (lambda p, q: build.conjunction([p, q]), lambda p, q: p and q),
    (lambda p, q: build.disjunction([p, q]), lambda p, q: p or q),
    (lambda p, _: build.negation(p), lambda p, _: not p),
    (build.implies, lambda p, q: not p or q),
    (build.iff, lambda p, q: p == q),
]


@given(st.one_of(numbers(), truths()), chosen_values)
def test_a_term_means_what_it_was_built_from(
    pair: Number | Truth, chosen: dict[str, int | bool]
) -> None:
    term, meant = pair
    assert evaluate_terms([term], chosen) == [meant(chosen)]
    assert z3_value(term, chosen) == meant(chosen)


@given(numbers(), chosen_values)
def test_a_number_is_within_its_bounds(pair: Number, chosen: dict[str, int | bool]) -> None:
    term, meant = pair
    low, high = build.lower_bound(term), build.upper_bound(term)
    assert low is not None
    assert high is not None
    assert low <= meant(chosen) <= high


@pytest.mark.slow
@given(truths(), chosen_values)
def test_both_solvers_find_what_a_term_means_in_its_text(
    pair: Truth, chosen: dict[str, int | bool]
) -> None:
    term, meant = pair
    facts = [
        *_choosing(free_variables([term]), chosen),
        term if meant(chosen) else build.negation(term),
    ]
    assert _both(facts) == {"sat"}
    assert _both([*facts[:-1], build.negation(facts[-1])]) == {"unsat"}


def _choosing(terms: Iterable[Term], chosen: Assignment) -> list[BoolTerm]:
    found: list[BoolTerm] = []
    for term in terms:
        if isinstance(term, BoolTerm):
            found.append(term if evaluate_terms([term], chosen)[0] else build.negation(term))
        else:
            found.append(build.eq(term, build.int_const(int(evaluate_terms([term], chosen)[0]))))
    return found


def _both(facts: list[BoolTerm]) -> set[str]:
    text = script(facts)
    return {ask_z3(text, Limits().z3).status, ask_cvc5(text, Limits().cvc5).status}


def test_equal_terms_are_one_object() -> None:
    x, y, _ = NUMBERS
    assert build.add([x, y, build.int_const(1)]) is build.add([build.int_const(1), y, x])
    assert build.minus(build.add([x, y]), y) is x
    assert build.le(x, y) is build.negation(build.lt(y, x))


def test_what_the_bounds_decide_is_decided() -> None:
    x = NUMBERS[0]
    assert build.le(x, build.int_const(4)) is build.TRUE
    assert build.eq(x, build.int_const(5)) is build.FALSE
    assert build.int_var("fixed", 2, 2) is build.int_const(2)
    assert build.conjunction([TRUTHS[0], build.negation(TRUTHS[0])]) is build.FALSE


def test_a_number_without_end_has_no_highest_value() -> None:
    x, many = NUMBERS[0], build.int_var("many", 0, None)
    assert (build.lower_bound(many), build.upper_bound(many)) == (0, None)
    assert build.upper_bound(build.add([many, x])) is None
    assert build.lower_bound(build.minus(x, many)) is None
    assert build.upper_bound(build.minus(x, many)) == 4
    assert build.upper_bound(build.int_ite(TRUTHS[0], many, x)) is None
    assert build.le(build.int_const(0), many) is build.TRUE
    assert build.le(x, many) not in (build.TRUE, build.FALSE)


def test_both_solvers_look_for_a_number_without_end_as_far_as_it_takes() -> None:
    x, many = NUMBERS[0], build.int_var("many", 0, None)
    far = build.le(build.int_const(10**12), build.add([many, x]))
    assert _both([far]) == {"sat"}
    assert _both([build.lt(many, build.int_const(0))]) == {"unsat"}
    assert _both([far, build.lt(many, build.int_const(10**12 - 4))]) == {"unsat"}
    assert "(<= |$many|" not in script([far])


def test_the_text_is_portable() -> None:
    x, y, _ = NUMBERS
    shared = build.int_ite(TRUTHS[0], build.times(-2, x), build.int_const(-7))
    text = script([build.le(shared, y), build.eq(build.add([shared, x, y]), build.int_const(-1))])
    assert "(- 7)" in text
    assert "(* (- 2) |$x|)" in text
    assert text.count("define-fun") == 1
    assert "-7" not in text
    assert "(+ " in text
    assert not any(sign in text for sign in ("+1", "(+ |$x|)"))
    assert text.startswith("(set-logic QF_LIA)\n")


@pytest.mark.parametrize(
    "name", ["and", "let", "check-sat", "a b", "true", "x.none", "hand/2:7-9r"]
)
def test_no_name_is_taken_for_a_word_of_the_solver(name: str) -> None:
    number = build.int_var(name, 0, 9)
    fact = build.eq(number, build.int_const(7))
    assert _both([fact]) == {"sat"}
    assert ask_z3(script([fact]), Limits().z3).chosen == {name: 7}


def test_parts_stand_before_wholes() -> None:
    x, y, z = NUMBERS
    root = build.int_ite(build.le(x, y), build.add([y, z]), x)
    listed = topological_terms([root])
    for place, term in enumerate(listed):
        assert all(listed.index(child) < place for child in children(term))
    assert not any(isinstance(term, IntConst) for term in listed)
