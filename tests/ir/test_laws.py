"""The texts are lawful, and every kind of unlawful expression is caught."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.lawfulness import check, check_expr
from haggis_rules.ir.laws import LAWS, UnlawfulError
from haggis_rules.ir.load import load_game
from haggis_rules.ir.traversal import Placed, children, everywhere, placed
from haggis_rules.ir.types import NumberType, Plain, Unit
from tests.corpus import Quick
from tests.strategies import all_kinds, expressions, names_of

EVERY_WORD = Path(__file__).parents[1] / "texts/every-word.haggis"
KINDS = get_args(nodes.Expr)
UNTYPED = {nodes.Nothing, nodes.Variable, nodes.FieldOf, nodes.Constant}  # many may be theirs
OPERANDS = ("left", "inner", "where", "claim", "when", "card", "seat", "reading")
WITH_OPERANDS = [
    kind
    for kind in KINDS
    if kind not in {nodes.Equal, nodes.Before}  # whatever stands there may be compared or recalled
    and any(name in OPERANDS for name in kind.__dataclass_fields__)
]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(EVERY_WORD)


def changed(node: Any, name: str, value: nodes.Expr) -> nodes.Expr:
    """Put another expression where a field of that name is."""
    replaced: nodes.Expr = replace(node, **{name: value})
    return replaced


def written(game: Game) -> nodes.Written:
    """Return the lowest card as a single, as only examples write it."""
    kind = [pattern.name for pattern in game.patterns].index("single")
    return nodes.Written(Plain.COMBINATION, kind, (game.cards[0].rank,), ((0, 1),))


def found(game: Game, kind: type) -> Placed:
    if kind is nodes.Written:
        return Placed("test", written(game), Plain.COMBINATION, {})
    return next(place for place in all_places(game) if isinstance(place.expr, kind))


def all_places(game: Game) -> Iterator[Placed]:
    todo = list(placed(game))
    while todo:
        place = todo.pop()
        yield place
        names = dict(place.names)
        binder = getattr(place.expr, "binder", None)
        if binder is not None:
            names[binder.name] = binder.type
        todo += [replace(place, expr=child, names=names) for child in children(place.expr)]


def test_there_is_a_law_for_every_kind_of_expression() -> None:
    assert set(LAWS) == set(KINDS)


def test_the_text_with_every_word_is_lawful_and_uses_them_all(game: Game) -> None:
    check(game)
    assert {type(place.expr) for place in all_places(game)} == set(KINDS) - {nodes.Written}


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in UNTYPED], ids=lambda k: k.__name__)
def test_a_wrong_type_is_caught(game: Game, kind: type) -> None:
    place = found(game, kind)
    wrong = Plain.SUIT if place.expr.type is not Plain.SUIT else Plain.TRUTH
    with pytest.raises(UnlawfulError):
        check_expr(replace(place, expr=replace(place.expr, type=wrong)), game)


@pytest.mark.parametrize("kind", WITH_OPERANDS, ids=lambda k: k.__name__)
def test_a_wrong_operand_is_caught(game: Game, kind: type) -> None:
    place = found(game, kind)
    wrong = nodes.Variable(Plain.TRUTH, "nobody-bound-this")
    for name in OPERANDS:
        if hasattr(place.expr, name):
            with pytest.raises(UnlawfulError):
                check_expr(replace(place, expr=changed(place.expr, name, wrong)), game)


def test_an_index_outside_the_deck_is_caught(game: Game) -> None:
    far = nodes.Constant(Plain.CARD, len(game.cards))
    with pytest.raises(UnlawfulError):
        check_expr(Placed("test", far, Plain.CARD, {}), game)


@pytest.mark.parametrize(
    "change",
    [
        {"pattern": 99},
        {"pattern": -1},
        {"fields": ()},
        {"fields": (0, 0)},
        {"fields": (99,)},
        {"cards": ()},
        {"cards": ((0, 0),)},
        {"cards": ((0, 99),)},
        {"cards": ((999, 1),)},
        {"cards": ((1, 1), (0, 1))},
        {"cards": ((0, 1), (0, 1))},
    ],
    ids=str,
)
def test_a_play_that_cannot_be_written_is_caught(game: Game, change: dict[str, Any]) -> None:
    play = written(game)
    check_expr(Placed("test", play, Plain.COMBINATION, {}), game)
    with pytest.raises(UnlawfulError):
        check_expr(Placed("test", replace(play, **change), Plain.COMBINATION, {}), game)


def test_an_option_that_is_not_there_is_caught(game: Game) -> None:
    place = found(game, nodes.Agreed)
    far: Any = replace(cast("nodes.Agreed", place.expr), option=len(game.options))
    with pytest.raises(UnlawfulError):
        check_expr(replace(place, expr=far), game)


@pytest.mark.parametrize("kind", [nodes.Most, nodes.Least])
def test_the_largest_of_what_is_no_number_is_caught(
    game: Game, kind: type[nodes.Most | nodes.Least]
) -> None:
    binder, seat = nodes.Binder("s", Plain.SEAT), nodes.Variable(Plain.SEAT, "s")
    for where, inner in ((None, seat), (seat, nodes.Number(NumberType(1, 1), 1))):
        node = kind(inner.type, binder, where, inner)
        with pytest.raises(UnlawfulError):
            check_expr(Placed("test", node, node.type, {}), game)


def test_taking_away_what_has_no_highest_value_is_caught(game: Game) -> None:
    tally = next(p.expr for p in all_places(game) if is_open(p.expr.type))
    one = nodes.Number(NumberType(1, 1), 1)
    less = nodes.Minus(NumberType(0, 1, Unit.POINTS), one, tally)
    with pytest.raises(UnlawfulError):
        check_expr(Placed("test", less, less.type, {"t": Plain.TEAM}), game)


def is_open(kind: object) -> bool:
    return isinstance(kind, NumberType) and kind.high is None


@given(data=st.data())
def test_random_expressions_are_lawful(data: st.DataObject) -> None:
    game = load_game(EVERY_WORD)  # no argument: Hypothesis would print all of it with a failure
    node = data.draw(expressions(game, data.draw(st.sampled_from(all_kinds(game))), before=True))
    check_expr(Placed("test", node, node.type, names_of(game), move=True), game)


def test_random_expressions_of_every_kind_are_lawful(game: Game) -> None:
    kinds, names, maker = all_kinds(game), names_of(game), Quick(game, Random(0))
    drawn: set[type] = set()
    for number in range(800):
        node = maker.make(kinds[number % len(kinds)], names, 4)
        check_expr(Placed("test", node, node.type, names, move=True), game)
        drawn |= {type(part) for part in everywhere(node)}
    assert drawn == set(KINDS)


def test_a_name_from_nowhere_is_caught(game: Game) -> None:
    place = found(game, nodes.Variable)
    with pytest.raises(UnlawfulError, match="is not a name here"):
        check_expr(replace(place, names={}), game)


def test_the_state_before_outside_a_move_is_caught(game: Game) -> None:
    place = found(game, nodes.Before)
    with pytest.raises(UnlawfulError, match="no state before"):
        check_expr(replace(place, move=False), game)


def test_mixed_units_are_caught(game: Game) -> None:
    cards = nodes.Plus(
        NumberType(0, 4, Unit.CARDS),
        nodes.Get(NumberType(0, 5, Unit.SEATS), game_state(game, "passes"), None),
        nodes.DeckCopies(NumberType(0, 6, Unit.CARDS), nodes.Constant(Plain.CARD, 0)),
    )
    with pytest.raises(UnlawfulError, match="mixed units"):
        check_expr(Placed("test", cards, cards.type, {}), game)


def test_bounds_that_are_too_narrow_are_caught(game: Game) -> None:
    number = nodes.Number(NumberType(2, 2), 2)
    narrow = nodes.Plus(NumberType(4, 4), number, nodes.Number(NumberType(3, 3), 3))
    with pytest.raises(UnlawfulError):
        check_expr(Placed("test", narrow, narrow.type, {}), game)


def game_state(game: Game, name: str) -> int:
    return [state.name for state in game.states].index(name)
