"""Sums over the cards that count: what is left out would add nothing, in any state."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from haggis_rules.codegen import counted_values
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.codegen.generate import definitions, expression_text
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import NumberType, Plain
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, Value
from tests.engine.games import random_hand, rules_of

NAMES = ("classic for 2", "neeps-core", "heron")
CARD = nodes.Binder("c", Plain.CARD)
THIS_CARD = nodes.Variable(Plain.CARD, CARD.name)
COUNT = NumberType(0, None)
NONE = nodes.Number(COUNT, 0)


Holding = Callable[[Game, nodes.Binder, nodes.Expr, Sequence[int]], Sequence[int] | None]


def _without_the_last(
    holding: Holding, game: Game, binder: nodes.Binder, when: nodes.Expr, values: Sequence[int]
) -> Sequence[int]:
    return (holding(game, binder, when, values) or [])[:-1]


def odd_rank(game: Game) -> nodes.Expr:
    """Return whether a card is of one of every other rank, which no state changes."""
    rank = nodes.RankOf(Plain.RANK, THIS_CARD)
    found: nodes.Expr = nodes.Truth(Plain.TRUTH, False)  # noqa: FBT003 - it is the value
    for one in range(0, len(game.ranks), 2):
        same = nodes.Equal(Plain.TRUTH, rank, nodes.Constant(Plain.RANK, one))
        found = nodes.Or(Plain.TRUTH, found, same)
    return found


def sums(game: Game, condition: nodes.Expr) -> list[nodes.Expr]:
    """Return sums over the cards that a condition allows, in each zone of the first owner."""
    found: list[nodes.Expr] = []
    for index, zone in enumerate(game.zones):
        if zone.owner not in {Owner.NOBODY, Owner.SEAT}:
            continue
        seat = nodes.Constant(Plain.SEAT, 0)
        owned = zone.owner is Owner.SEAT
        where = nodes.OwnedZone(index, seat) if owned else nodes.OneZone(index)
        copies = nodes.CopiesIn(COUNT, THIS_CARD, where)
        held = nodes.Below(Plain.TRUTH, NONE, copies)
        twice = nodes.Times(COUNT, 2, copies)
        every = nodes.CardsIn(COUNT, where, None)
        found += [
            nodes.Total(COUNT, CARD, nodes.If(COUNT, condition, copies, NONE)),
            nodes.Total(COUNT, CARD, nodes.If(COUNT, condition, twice, NONE)),
            nodes.NumberOf(COUNT, CARD, nodes.And(Plain.TRUTH, condition, held)),
            nodes.Total(COUNT, CARD, copies),
            nodes.Below(Plain.TRUTH, NONE, every),
            nodes.Below(Plain.TRUTH, NONE, nodes.CardsIn(COUNT, where, 0)),
        ]
    return found


def outcome(of: Callable[[], Value]) -> object:
    """Return a value, or the kind of breach."""
    try:
        return of()
    except Breach as breach:
        return type(breach)


def disagreements(name: str, condition: Callable[[Game], nodes.Expr]) -> int:
    """Count the sums, in the states of a hand, that generated Python and evaluation differ on."""
    rules = rules_of(name)
    game, found = rules.game, 0
    made = Expressions(game)
    each = [(node, made.function(node)) for node in sums(game, condition(game))]
    states: list[GameState] = [after.state for _, _, after in random_hand(rules, 3)]
    for state in states:
        scene = Environment(game, state)
        for node, function in each:
            value = outcome(lambda function=function, state=state: function(state, None, {}))  # type: ignore[misc]
            found += value != outcome(lambda node=node, scene=scene: evaluate(node, scene))  # type: ignore[misc]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_sums_over_cards_of_some_ranks_are_those_of_evaluation(name: str) -> None:
    assert disagreements(name, odd_rank) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_card_that_is_forgotten_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    holding = counted_values._holding  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(counted_values, "_holding", partial(_without_the_last, holding))
    assert disagreements(name, odd_rank)


def test_a_condition_that_is_a_breach_for_some_card_is_left_as_it_is() -> None:
    """Cards without a suit are in the deck, and of these none may be asked for its suit."""

    def first_suit(_: Game) -> nodes.Expr:
        suit = nodes.SuitOf(Plain.SUIT, THIS_CARD)
        return nodes.Equal(Plain.TRUTH, suit, nodes.Constant(Plain.SUIT, 0))

    game = rules_of("classic for 2").game
    claim = sums(game, first_suit(game))[0]
    assert isinstance(claim, nodes.Total)
    assert counted_values.counted_values(game, CARD, claim.inner) == (
        range(len(game.cards)),
        claim.inner,
    )
    assert disagreements("classic for 2", first_suit) == 0


def test_copies_of_cards_that_count_are_one_mask() -> None:
    game = rules_of("classic for 2").game
    total, twice, *_ = sums(game, odd_rank(game))
    assert "for c in" not in expression_text(definitions(game), total, ())
    assert "for c in (0, 1, 2, 3, 8," in expression_text(definitions(game), twice, ())
