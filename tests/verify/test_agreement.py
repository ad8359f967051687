"""Terms give every expression the value that ``evaluate`` gives it."""

import inspect
import sys
from itertools import islice
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.types import NumberType
from haggis_verify.encode import expressions
from haggis_verify.encode import holding as encoded_holding
from haggis_verify.encode import numbers as encoded_numbers
from haggis_verify.encode.expressions import SymbolicEnvironment
from haggis_verify.encode.shape import shape_of
from haggis_verify.encode.states import flat, fresh_state
from haggis_verify.encode.symbols import (
    NotEncodableError,
    Symbol,
    SymbolicCombination,
    SymbolicOption,
    SymbolicReading,
)
from haggis_verify.solvers.solve import Limits, ask_cvc5, ask_z3
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntVar, Term, evaluate_terms, free_variables
from haggis_verify.terms.smtlib import script
from tests.corpus import KINDS, Case, cases, corpus, has_value, pointed
from tests.engine.games import PLACES, rules_of
from tests.verify.agreeing import agree, agree_in_z3, half_open_view, meaning
from tests.verify.pairs import pairs, seatings

GAMES = ["neeps-core", *PLACES]
NAMES = [kind.__name__ for kind in KINDS]
KINDS_BY_PACE = [  # what the cards of a play can be is asked in many more terms than the others are
    pytest.param(kind, marks=[pytest.mark.long] * (kind is nodes.CombinationOf), id=kind.__name__)
    for kind in KINDS
]


@pytest.mark.parametrize("name", [pytest.param("neeps-core", marks=pytest.mark.slow), *PLACES])
@given(data=st.data())
def test_terms_and_evaluate_agree_on_random_expressions(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    assert agree(case)
    assert agree_in_z3(case)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("kind", KINDS_BY_PACE)
def test_terms_and_evaluate_agree_on_every_kind_of_node(kind: type) -> None:
    pairs = corpus("every-word")[kind]
    assert len(pairs) >= 25
    assert all(type(case.node) is kind for case in pairs)
    assert sum(map(has_value, pairs)) >= 15
    assert all(map(agree, pairs))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [nodes.Outranks, nodes.Call, nodes.Most, nodes.Least])
def test_terms_and_evaluate_agree_where_chance_seldom_leads(kind: type) -> None:
    pairs = pointed("neeps-core", kind) + pointed("heron", kind)
    assert len({meaning(case) for case in pairs}) > 1
    assert len(pairs) > 100
    assert all(map(agree, pairs))


@pytest.mark.slow
@pytest.mark.long  # every kind of node is compared each time
def test_terms_and_evaluate_agree_on_what_stands_in_the_rules_of_every_seating() -> None:
    drawn = list(islice(pairs(seed=3), 1600))
    assert {pair.game for pair in drawn} >= set(seatings())
    assert sum(pair.own for pair in drawn) == len(drawn) / 2
    assert sum(has_value(pair.case) for pair in drawn) > len(drawn) / 2
    assert all(agree(pair.case) for pair in drawn)


@pytest.mark.rotates
@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_both_solvers_read_the_text_of_every_kind_of_node_in_the_same_way(kind: type) -> None:
    for case in corpus("every-word")[kind][:3]:
        view, chosen = half_open_view(case)
        for term in flat(expressions.encode(case.node, view)):
            right, wrong = _questions(term, chosen)
            limits = Limits()
            assert ask_z3(right, limits.z3).status == ask_cvc5(right, limits.cvc5).status == "sat"
            assert ask_z3(wrong, limits.z3).status == ask_cvc5(wrong, limits.cvc5).status == "unsat"


def _questions(term: Term, chosen: dict[str, int | bool]) -> tuple[str, str]:
    """Ask whether a term has its value where all is chosen, and whether it has another."""
    facts = [_is(each, chosen[each.name]) for each in free_variables([term])]
    (value,) = evaluate_terms([term], chosen)
    claim = _is(term, value)
    return script([*facts, claim]), script([*facts, build.negation(claim)])


def _is(term: Term, value: int | bool) -> BoolTerm:  # noqa: FBT001
    if isinstance(term, BoolTerm):
        return term if value else build.negation(term)
    return build.eq(term, build.int_const(value))


# Seen to fail


def spoilt(symbol: Symbol) -> Symbol:
    """Return another value of the same form."""
    match symbol:
        case SymbolicOption(none=none, value=value):
            return SymbolicOption(build.negation(none), value)
        case SymbolicReading(pattern=pattern, slots=slots):
            first = build.eq(pattern, build.int_const(0))
            return SymbolicReading(
                build.int_ite(first, build.int_const(1), build.int_const(0)), slots
            )
        case SymbolicCombination(reading=reading, cards=cards):
            return SymbolicCombination(
                reading, (build.add([cards[0], build.int_const(1)]), *cards[1:])
            )
        case _:
            if isinstance(symbol, BoolTerm):
                return build.negation(symbol)
            return build.add([symbol, build.int_const(1)])


@pytest.mark.planted("broken encoding")
@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_terms_that_are_wrong_about_one_kind_of_node_are_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = expressions.encode

    def wrong(node: nodes.Expr, view: SymbolicEnvironment) -> Symbol:
        symbol = right(node, view)
        return spoilt(symbol) if isinstance(node, kind) else symbol

    monkeypatch.setattr(expressions, "encode", wrong)
    assert not all(map(_agree_or_fail, corpus("every-word")[kind]))


def _agree_or_fail(case: Case) -> bool:
    """Whether both agree; wrong terms may also fail in ways that right ones cannot."""
    try:
        return agree(case)
    except (IndexError, KeyError, NotEncodableError):
        return False


SLIPPED = (expressions, encoded_numbers, encoded_holding)
SLIPS = [
    (nodes.SomePlay, "if holds is not build.FALSE", "if holds is build.TRUE"),
    (nodes.SomePlay, "build.conjunction([few, *hall])", "few"),
    (nodes.SomePlay, "build.int_const(row.rest)", "build.int_const(row.rest - 1)"),
    (nodes.SomePlay, "claim(owned[whose.value])", "claim(owned[0])"),
    (nodes.Times, "build.times(factor,", "build.times(factor + 1,"),
    (nodes.Product, "kind.values(), number_of(other", "kind.values(), number_of(side"),
    (nodes.Product, "kind.values()", "kind.values()[1:]"),
    (nodes.MostOf, "for part in parts], build.lt)", "for part in parts], above)"),
    (nodes.LeastOf, "for part in parts], above)", "for part in parts], build.lt)"),
    (nodes.LeastOf, "best, *others = numbers", "best, *others = numbers[1:]"),
    (nodes.Lookup, "in reversed(tested)", "in tested[1:]"),
    (nodes.Lookup, "build.le(value, build.int_const(row.high))", "build.TRUE"),
    (nodes.Lookup, "build.le(build.int_const(row.low), value)", "build.TRUE"),
    (nodes.AtMost, "build.le(number_of(left", "build.lt(number_of(left"),
    (nodes.Below, "build.lt(number_of(left", "build.le(number_of(left"),
    (nodes.Implies, "build.implies(given", "build.implies(truth_of(right, view)"),
    (nodes.Implies, "given is FALSE", "given is TRUE"),
    (nodes.CardsIn, "if group is None or card.group == group", "if card.group != group"),
    (nodes.CardsIn, "for counts in zones[index])", "for counts in zones[index][:1])"),
    (nodes.CardsIn, "for owned in zones for counts in owned", "for counts in zones[0]"),
    (nodes.CardsIn, "encode(combination, view)).cards)", "encode(combination, view)).cards[::-1])"),
    (nodes.SuitOf, "card.suit or 0", "0"),
    (nodes.SeatsAfter, "(i + count) % seats", "(i - count) % seats"),
    (
        nodes.SeatPair,
        "times(view.game.seats, number_of(left",
        "times(view.game.seats, number_of(right",
    ),
    (
        nodes.NumberOf,
        "build.int_const(1), build.int_const(0))\n",
        "build.int_const(0), build.int_const(1))\n",
    ),
    (nodes.Most, "view, higher=build.lt)", "view, higher=above)"),
    (nodes.Least, "build.negation(found), ", ""),
    (nodes.Most, "build.conjunction([counts, better])", "better"),
    (nodes.Least, "view, higher=above)", "view, higher=build.lt)"),
    (nodes.Least, "TRUE if where is None else truth_of(where, each)", "TRUE"),
    (nodes.Written, "pack(cards)", "pack(cards[:1])"),
    (nodes.Written, "(pattern, *fields), pack", "(pattern, *fields[::-1]), pack"),
    (nodes.First, "reversed(holds[:-1])", "holds[:-1]"),
    (
        nodes.TheOne,
        "first_value(list(enumerate(holds)))",
        "first_value(list(enumerate(holds[1:])))",
    ),
    (nodes.FirstSeat, "0 if inclusive else 1, seats", "0, seats"),
    (nodes.FirstSeat, "(begin + step) % seats", "(begin - step) % seats"),
    (nodes.FieldOf, "view.shape.slot(reading_of(reading, view), name)", "build.int_const(3)"),
    (nodes.Outranks, "for i in pattern.alike", "for i in pattern.ranked"),
    (nodes.Outranks, "for i in pattern.ranked]", "for i in pattern.ranked[:1]]"),
    (nodes.Outranks, "is_pattern(right, index),\n", ""),
    (nodes.Call, "reversed(definition.exceptions)", "()"),
    (nodes.Before, "table=view.before, before=None", "before=None"),
]


PARTS = (
    *("encode", "call", "in_zone", "size", "outranks", "_extreme"),
    *("_product", "largest", "looked_up", "first_value", "first_seat"),
    *("truth_in", "some_held", "wanted_readings"),
)


@pytest.mark.slow
@pytest.mark.planted("broken encoding")
@pytest.mark.parametrize(
    ("kind", "old", "new"), SLIPS, ids=[f"{k.__name__}-{n}" for k, _, n in SLIPS]
)
def test_small_slips_in_the_terms_are_noticed(
    kind: type, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [inspect.getsource(module) for module in SLIPPED]
    source = next(source for source in sources if old in source)
    slipped = ModuleType("haggis_verify.slipped")
    monkeypatch.setitem(sys.modules, slipped.__name__, slipped)  # dataclasses look for it there
    exec(compile(source.replace(old, new), "slipped.py", "exec"), slipped.__dict__)  # noqa: S102
    for name in (name for name in PARTS if hasattr(slipped, name)):
        monkeypatch.setattr(expressions, name, getattr(slipped, name))
    pairs = corpus("every-word")[kind] + pointed("neeps-core", kind) + pointed("heron", kind)
    assert not all(map(_agree_or_fail, pairs))


def test_a_number_that_players_agree_on_may_be_any_that_is_offered() -> None:
    game = rules_of("long-heron").game
    shape = shape_of(game)
    for index, option in enumerate(game.options):
        agreed = expressions.encode(
            nodes.Agreed(option.type, index), SymbolicEnvironment(shape, fresh_state(shape))
        )
        assert option.selects is (option.name == "doubled")
        if isinstance(option.type, NumberType):
            assert isinstance(agreed, IntVar)
            assert (agreed.low, agreed.high) == (option.type.low, option.type.high)
        else:
            assert agreed is build.bool_const(bool(option.value))


def test_a_state_before_is_not_looked_at_where_there_is_no_move() -> None:
    case = corpus("every-word")[nodes.Before][0]
    view, _ = half_open_view(case)
    with pytest.raises(NotEncodableError, match="where there is no move"):
        expressions.encode(case.node, SymbolicEnvironment(view.shape, view.table, view.names))
