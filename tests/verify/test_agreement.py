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
from haggis_verify.encode.expressions import View
from haggis_verify.encode.shape import shape_of
from haggis_verify.encode.states import flat, fresh_table
from haggis_verify.encode.symbols import Maybe, NotEncodableError, Played, Read, Symbol
from haggis_verify.solvers.solve import Limits, ask_cvc5, ask_z3
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Bool, Term, Variable, compute, free
from haggis_verify.terms.smtlib import script
from tests.corpus import KINDS, Case, cases, corpus, has_value, pointed
from tests.engine.games import PLACES, rules_of
from tests.verify.agreeing import agree, agree_in_z3, half_open_view, meaning
from tests.verify.pairs import pairs, seatings

GAMES = ["neeps-core", *PLACES]
NAMES = [kind.__name__ for kind in KINDS]


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_terms_and_evaluate_agree_on_random_expressions(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    assert agree(case)
    assert agree_in_z3(case)


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_terms_and_evaluate_agree_on_every_kind_of_node(kind: type) -> None:
    touched = corpus("every-word")[kind]
    assert len(touched) >= 25
    assert all(type(case.node) is kind for case in touched)
    assert sum(map(has_value, touched)) >= 15
    assert all(map(agree, touched))


@pytest.mark.parametrize("kind", [nodes.Outranks, nodes.Call, nodes.Most, nodes.Least])
def test_terms_and_evaluate_agree_where_chance_seldom_leads(kind: type) -> None:
    touched = pointed("neeps-core", kind) + pointed("heron", kind)
    assert len({meaning(case) for case in touched}) > 1
    assert len(touched) > 100
    assert all(map(agree, touched))


@pytest.mark.slow
def test_terms_and_evaluate_agree_on_what_stands_in_the_rules_of_every_seating() -> None:
    drawn = list(islice(pairs(seed=3), 1600))
    assert {pair.game for pair in drawn} >= set(seatings())
    assert sum(pair.own for pair in drawn) == len(drawn) / 2
    assert sum(has_value(pair.case) for pair in drawn) > len(drawn) / 2
    assert all(agree(pair.case) for pair in drawn)


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_both_solvers_read_the_text_of_every_kind_of_node_in_the_same_way(kind: type) -> None:
    for case in corpus("every-word")[kind][:3]:
        view, chosen = half_open_view(case)
        for term in flat(expressions.encode(case.node, view)):
            right, wrong = _questions(term, chosen)
            limits = Limits()
            assert ask_z3(right, limits.z3).says == ask_cvc5(right, limits.cvc5).says == "sat"
            assert ask_z3(wrong, limits.z3).says == ask_cvc5(wrong, limits.cvc5).says == "unsat"


def _questions(term: Term, chosen: dict[str, int | bool]) -> tuple[str, str]:
    """Ask whether a term has its value where all is chosen, and whether it has another."""
    facts = [_is(each, chosen[each.name]) for each in free([term])]
    (value,) = compute([term], chosen)
    claim = _is(term, value)
    return script([*facts, claim]), script([*facts, build.negate(claim)])


def _is(term: Term, value: int | bool) -> Bool:  # noqa: FBT001
    if isinstance(term, Bool):
        return term if value else build.negate(term)
    return build.equal(term, build.whole(value))


# Seen to fail


def spoilt(symbol: Symbol) -> Symbol:
    """Give another value of the same form."""
    match symbol:
        case Maybe(none=none, value=value):
            return Maybe(build.negate(none), value)
        case Read(pattern=pattern, slots=slots):
            first = build.equal(pattern, build.whole(0))
            return Read(build.choose(first, build.whole(1), build.whole(0)), slots)
        case Played(reading=reading, cards=cards):
            return Played(reading, (build.add([cards[0], build.whole(1)]), *cards[1:]))
        case _:
            if isinstance(symbol, Bool):
                return build.negate(symbol)
            return build.add([symbol, build.whole(1)])


@pytest.mark.planted("broken encoding")
@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_terms_that_are_wrong_about_one_kind_of_node_are_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = expressions.encode

    def wrong(node: nodes.Expr, view: View) -> Symbol:
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


SLIPS = [
    (nodes.Times, "build.times(factor,", "build.times(factor + 1,"),
    (nodes.AtMost, "build.at_most(number_of(left", "build.below(number_of(left"),
    (nodes.Below, "build.below(number_of(left", "build.at_most(number_of(left"),
    (nodes.Implies, "build.implies(truth_of(left", "build.implies(truth_of(right"),
    (nodes.CardsIn, "if group is None or card.group == group", "if card.group != group"),
    (nodes.CardsIn, "for counts in zones[index])", "for counts in zones[index][:1])"),
    (nodes.CardsIn, "for owned in zones for counts in owned", "for counts in zones[0]"),
    (nodes.SuitOf, "card.suit or 0", "0"),
    (nodes.SeatsAfter, "(i + count) % seats", "(i - count) % seats"),
    (nodes.NumberOf, "build.whole(1), build.whole(0))\n", "build.whole(0), build.whole(1))\n"),
    (nodes.Most, "view, higher=build.below)", "view, higher=_above)"),
    (nodes.Least, "build.negate(found), ", ""),
    (nodes.Most, "build.all_of([counts, better])", "better"),
    (nodes.Least, "view, higher=_above)", "view, higher=build.below)"),
    (nodes.Least, "TRUE if where is None else truth_of(where, each)", "TRUE"),
    (nodes.Written, "pack(cards)", "pack(cards[:1])"),
    (nodes.Written, "(pattern, *fields), pack", "(pattern, *fields[::-1]), pack"),
    (nodes.First, "reversed(holds[:-1])", "holds[:-1]"),
    (nodes.FirstSeat, "0 if inclusive else 1, seats", "0, seats"),
    (nodes.FirstSeat, "(begin + step) % seats", "(begin - step) % seats"),
    (nodes.FieldOf, "view.shape.slot(reading_of(reading, view), name)", "build.whole(3)"),
    (nodes.Outranks, "for i in pattern.alike", "for i in pattern.ranked"),
    (nodes.Outranks, "for i in pattern.ranked]", "for i in pattern.ranked[:1]]"),
    (nodes.Outranks, "is_pattern(right, index),\n", ""),
    (nodes.Call, "reversed(definition.exceptions)", "()"),
    (nodes.Before, "table=view.before, before=None", "before=None"),
]


PARTS = ("encode", "call", "in_zone", "size", "outranks", "_first", "_first_seat", "_extreme")


@pytest.mark.planted("broken encoding")
@pytest.mark.parametrize(
    ("kind", "old", "new"), SLIPS, ids=[f"{k.__name__}-{n}" for k, _, n in SLIPS]
)
def test_small_slips_in_the_terms_are_noticed(
    kind: type, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = inspect.getsource(expressions)
    assert old in source
    slipped = ModuleType("haggis_verify.slipped")
    monkeypatch.setitem(sys.modules, slipped.__name__, slipped)  # dataclasses look for it there
    exec(compile(source.replace(old, new), "slipped.py", "exec"), slipped.__dict__)  # noqa: S102
    for name in PARTS:
        monkeypatch.setattr(expressions, name, getattr(slipped, name))
    touched = corpus("every-word")[kind] + pointed("neeps-core", kind) + pointed("heron", kind)
    assert not all(map(_agree_or_fail, touched))


def test_a_number_that_players_agree_on_may_be_any_that_is_offered() -> None:
    game = rules_of("long-heron").game
    shape = shape_of(game)
    for index, option in enumerate(game.options):
        agreed = expressions.encode(
            nodes.Agreed(option.type, index), View(shape, fresh_table(shape))
        )
        assert option.selects is (option.name == "doubled")
        if isinstance(option.type, NumberType):
            assert isinstance(agreed, Variable)
            assert (agreed.low, agreed.high) == (option.type.low, option.type.high)
        else:
            assert agreed is build.fixed(bool(option.value))


def test_a_state_before_is_not_looked_at_where_there_is_no_move() -> None:
    case = corpus("every-word")[nodes.Before][0]
    view, _ = half_open_view(case)
    with pytest.raises(NotEncodableError, match="where there is no move"):
        expressions.encode(case.node, View(view.shape, view.table, view.names))
