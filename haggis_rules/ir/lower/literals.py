"""Literals: numbers, cards, seats and words that stand for one value, whatever the state."""

from haggis_rules.diagnostics.errors import (
    ExampleOnlyError,
    NotOfferedError,
    UndeclaredCardError,
)
from haggis_rules.ir import nodes
from haggis_rules.ir.lower.card_names import card_named
from haggis_rules.ir.lower.scope import Literals, Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.syntax import ast


def whole_number(whole: ast.Whole, scope: Scope, wanted: Type | None) -> nodes.Expr:
    """Type a bare number, which is a rank where one is wanted."""
    inner = wanted.inner if isinstance(wanted, OptionType) else wanted
    text = str(whole.value)
    if inner is Plain.RANK and text in scope.world.ranks:
        return nodes.Constant(Plain.RANK, scope.world.ranks.index(text), whole.span)
    return nodes.Number(NumberType(whole.value, whole.value), whole.value, whole.span)


def card(text: ast.Name, scope: Scope) -> nodes.Expr:
    """Type a card as written. Raises ``UndeclaredCardError`` when the deck does not have it."""
    index = card_named(scope.world, text.text)
    if index is None:
        raise UndeclaredCardError(f"there is no card `{text.text}` in this deck", text.span)
    return nodes.Constant(Plain.CARD, index, text.span)


def word(name: ast.Name, world: World, wanted: Type | None) -> nodes.Expr | None:
    """Type a word that stands for one value, first of the wanted type; None when it has none."""
    text = name.text
    inner = wanted.inner if isinstance(wanted, OptionType) else wanted
    if isinstance(inner, ChoiceType) and text in inner.choices:
        return nodes.Constant(inner, inner.choices.index(text), name.span)
    if inner is Plain.RANK and text in world.ranks:
        return nodes.Constant(Plain.RANK, world.ranks.index(text), name.span)
    if inner is Plain.CARD and (card := card_named(world, text)) is not None:
        return nodes.Constant(Plain.CARD, card, name.span)
    if text in world.teams:
        return nodes.Constant(Plain.TEAM, world.teams.index(text), name.span)
    suits = [suit.name for suit in world.suits]
    if text in suits:
        return nodes.Constant(Plain.SUIT, suits.index(text), name.span)
    for choice in world.choices.values():
        if text in choice.choices:
            return nodes.Constant(choice, choice.choices.index(text), name.span)
    return None


def seat(number_of_seat: ast.Whole, scope: Scope, node: ast.SeatLiteral) -> nodes.Expr:
    """Type a seat by its number.

    Raises ``ExampleOnlyError`` outside examples, ``NotOfferedError`` when there are fewer.
    """
    of_examples(scope, node)
    if not 1 <= number_of_seat.value <= scope.world.seats:
        raise NotOfferedError(
            f"there is no seat {number_of_seat.value} {scope.world.played()}",
            number_of_seat.span,
            hint="seats count from 1; an example with more of them needs a guard, as "
            f"`with {number_of_seat.value} seats`",
        )
    return nodes.Constant(Plain.SEAT, number_of_seat.value - 1, node.span)


def of_examples(scope: Scope, node: ast.PlayLiteral | ast.SeatLiteral) -> Literals:
    """Return what reads the literals of examples. Raises ``ExampleOnlyError`` outside examples."""
    if scope.example is not None:
        return scope.example
    what = "a seat by its number" if isinstance(node, ast.SeatLiteral) else "a play in quotes"
    raise ExampleOnlyError(
        f"{what} stands in examples and questions only",
        node.span,
        hint="a rule holds for every seat: say which, as `first seat s from turn where (...)`"
        if isinstance(node, ast.SeatLiteral)
        else "say what the play is like, as `top is single`",
    )
