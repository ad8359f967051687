"""``defined`` says where an expression has a value."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.ir.traversal import children, everywhere
from haggis_rules.ir.types import Plain, show
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_verify.encode import definedness
from haggis_verify.encode.definedness import TRUE, defined, with_definedness
from tests.corpus import KINDS, Case, cases, corpus, has_value
from tests.engine.games import PLACES

LENIENT = nodes.Every | nodes.Some | nodes.SomePlay | nodes.First | nodes.FirstSeat | nodes.Call


def says_defined(case: Case) -> bool:
    known = with_definedness(case.game)
    scene = Environment(known, case.state, case.names, case.before)
    return holds_true(definedness.defined(case.node, known), scene)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["neeps-core", *PLACES])
@given(data=st.data())
def test_what_is_said_to_be_defined_has_a_value(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(name))
    assert has_value(case) or not says_defined(case)


@pytest.mark.rotates
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_has_a_value_is_said_to_be_defined_but_for_what_stops_early(kind: type) -> None:
    for case in corpus("every-word")[kind]:
        if has_value(case):
            early = any(isinstance(part, LENIENT) for part in everywhere(case.node))
            assert says_defined(case) or early
        else:
            assert not says_defined(case)


def _overlapping(game: Game) -> Case:
    """Return a word with two exceptions that hold at once."""
    (name, word), *_ = ((n, d) for n, d in game.definitions.items() if d.exceptions)
    (exception,) = word.exceptions
    case = next(iter(corpus("every-word")[nodes.Truth]))
    always = nodes.Truth(Plain.TRUTH, value=True)
    twice = replace(word, exceptions=(replace(exception, when=always),) * 2)
    twofold = replace(game, definitions={**game.definitions, name: twice})
    arguments = tuple(nodes.Variable(p.type, f"a_{show(p.type)}") for p in word.params)
    return case._replace(game=twofold, node=nodes.Call(word.type, name, arguments))


def test_a_word_with_two_exceptions_that_hold_is_undefined() -> None:
    case = _overlapping(corpus("every-word")[nodes.Call][0].game)
    assert not has_value(case)
    assert not says_defined(case)


@pytest.mark.planted("broken encoding")
@pytest.mark.parametrize(
    "kind",
    [nodes.The, nodes.SuitOf, nodes.FieldOf, nodes.Call, nodes.Most, nodes.Least, nodes.TheOne],
)
def test_forgetting_one_kind_of_node_is_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = definedness.defined

    def wrong(node: nodes.Expr, game: Game) -> nodes.Expr:
        return TRUE if isinstance(node, kind) else right(node, game)

    monkeypatch.setattr(definedness, "defined", wrong)
    pairs = corpus("every-word")[kind]
    # Few of the words that are drawn have no value, so one that has none is there in any case.
    whole = [*pairs, _overlapping(pairs[0].game)] if kind is nodes.Call else pairs
    assert any(says_defined(case) and not has_value(case) for case in whole)


@pytest.mark.slow
@pytest.mark.long  # each kind of node is tried each time
def test_it_is_itself_defined_everywhere() -> None:
    for pairs in corpus("every-word").values():
        for case in pairs:
            known = with_definedness(case.game)
            question = defined(case.node, known)
            scene = Environment(known, case.state, case.names, case.before)
            assert holds_true(question, scene) in (True, False)


def test_many_exceptions_are_not_too_deep_to_ask_about() -> None:
    game = load_game(PLACES["heron"])
    beats = game.definitions["beats"]
    (exception,) = beats.exceptions
    many = replace(beats, exceptions=(exception,) * 250)
    known = with_definedness(replace(game, definitions={**game.definitions, "beats": many}))
    assert depth(known.definitions["beats is defined"].base) < 40


def depth(node: nodes.Expr) -> int:
    """Return how many expressions stand within one another, without going down as deep."""
    deep, level = 0, [node]
    while level:
        deep, level = deep + 1, [part for each in level for part in children(each)]
    return deep
