"""Random states, values and well-typed expressions of a game, for every reading to agree on.

    @given(data=st.data())
    def test_...(data):
        state = data.draw(states(game))
        names = data.draw(bindings(game, NAMES))
        node = data.draw(expressions(game, Plain.TRUTH, names=NAMES))

The expressions are of the right types, and now and then undefined: then ``evaluate`` raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hypothesis import strategies as st

from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.run.state import Cards, Combination, Reading, State, Value, pack
from tests.expressions import Kind, Maker, all_kinds, kind_of

__all__ = [
    "NAMES",
    "Kind",
    "all_kinds",
    "bindings",
    "expressions",
    "kind_of",
    "numbers_within",
    "readings",
    "states",
    "values",
]

NAMES: Mapping[str, Type] = MappingProxyType(
    {
        "actor": Plain.SEAT,
        "a_team": Plain.TEAM,
        "a_card": Plain.CARD,
        "a_rank": Plain.RANK,
        "a_suit": Plain.SUIT,
        "a_truth": Plain.TRUTH,
        "a_reading": Plain.READING,
        "a_play": Plain.COMBINATION,
    }
)


@st.composite
def expressions(
    draw: st.DrawFn,
    game: Game,
    kind: Kind,
    *,
    names: Mapping[str, Type] = NAMES,
    before: bool = False,
    depth: int = 4,
) -> Kind:
    """An expression of a kind: a type, a unit for numbers in it, or None for bare numbers.

    It may speak of ``names``, and of the state before when ``before``.
    """
    return Maker(game, draw, before=before).make(kind, dict(names), depth)


def values(game: Game, kind: Type) -> st.SearchStrategy[Value]:
    """Any value of a type."""
    match kind:
        case NumberType(low=low, high=high):
            return st.integers(low, high)
        case ChoiceType(choices=choices):
            return st.integers(0, len(choices) - 1)
        case OptionType(inner=inner):
            return st.none() | values(game, inner)
        case Plain.TRUTH:
            return st.booleans()
        case Plain.READING:
            return readings(game)
        case Plain.COMBINATION:
            return _combinations(game)
        case Plain():
            return st.integers(0, game.size(kind) - 1)


@st.composite
def readings(draw: st.DrawFn, game: Game) -> Reading:
    """A reading with fields in their types, whether or not the deck can make it."""
    index = draw(st.integers(0, len(game.patterns) - 1))
    fields = [draw(values(game, f.type)) for f in game.patterns[index].fields]
    return (index, *(int(value) for value in fields if isinstance(value, int)))


@st.composite
def _combinations(draw: st.DrawFn, game: Game) -> Combination:
    classes = st.integers(0, len(game.cards) - 1)
    chosen = draw(st.lists(classes, min_size=1, max_size=5, unique=True))
    counted = [(card, draw(st.integers(1, game.cards[card].copies))) for card in chosen]
    return Combination(draw(readings(game)), pack(counted))


@st.composite
def bindings(draw: st.DrawFn, game: Game, names: Mapping[str, Type] = NAMES) -> dict[str, Value]:
    """A value for each name."""
    return {name: draw(values(game, kind)) for name, kind in names.items()}


@st.composite
def states(draw: st.DrawFn, game: Game) -> State:
    """A state with every copy of every card somewhere, and values in their types."""
    rng = draw(st.randoms(use_true_random=False))
    places = [
        (zone, owner)
        for zone, declared in enumerate(game.zones)
        for owner in range(game.owners(declared.owner))
    ]
    used = rng.sample(places, rng.randint(1, len(places)))
    counted: dict[tuple[int, int], Cards] = dict.fromkeys(places, 0)
    for index, card in enumerate(game.cards):
        for _ in range(card.copies):
            counted[rng.choice(used)] += pack([(index, 1)])
    zones = tuple(
        counted[zone, 0]
        if declared.owner is Owner.NOBODY
        else tuple(counted[zone, o] for o in range(game.owners(declared.owner)))
        for zone, declared in enumerate(game.zones)
    )
    kept = tuple(
        draw(values(game, declared.type))
        if declared.owner is Owner.NOBODY
        else tuple(draw(values(game, declared.type)) for _ in range(game.owners(declared.owner)))
        for declared in game.states
    )
    return State(kept, zones)


def numbers_within(kind: Type, value: Value) -> bool:
    """Whether a number lies in the bounds of its type; true of all other values."""
    match kind:
        case NumberType(low=low, high=high):
            return isinstance(value, int) and low <= value <= high
        case OptionType(inner=inner):
            return value is None or numbers_within(inner, value)
        case ChoiceType() | Plain():
            return True
