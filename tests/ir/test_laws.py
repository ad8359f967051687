"""The texts are lawful, and every kind of unlawful expression is caught."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.laws import LAWS, UnlawfulError, check, check_expr
from haggis_rules.ir.load import load_game
from haggis_rules.ir.types import NumberType, Plain, Unit
from haggis_rules.ir.walk import Placed, children, placed

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
    made: nodes.Expr = replace(node, **{name: value})
    return made


def found(game: Game, kind: type) -> Placed:
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
    assert {type(place.expr) for place in all_places(game)} == set(KINDS)


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
