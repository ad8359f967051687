"""Random states, values and well-typed expressions of a game, for every reading to agree on.

    @given(data=st.data())
    def test_...(data):
        state = data.draw(states(game))
        names = data.draw(bindings(game))
        node = data.draw(expressions(game, Plain.TRUTH))

The expressions are of the right types, and now and then undefined: then ``evaluate`` raises.
"""

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import within
from haggis_rules.ir.game import ACTOR, Game, Owner, StateVariable, Zone
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.state import Cards, Combination, GameState, Reading, Value, pack
from tests.expressions import Kind, Maker, all_kinds, has_values, kind_of

__all__ = [
    "Kind",
    "all_kinds",
    "bindings",
    "expressions",
    "kind_of",
    "names_of",
    "numbers_within",
    "readings",
    "states",
    "values",
]


FAR = 1000  # how far numbers without a highest value are drawn


def names_of(game: Game) -> dict[str, Type]:
    """Return a name of each type that has values in this game, for expressions to speak of."""
    names: dict[str, Type] = {f"a_{kind.value}": kind for kind in Plain if has_values(game, kind)}
    return {ACTOR: Plain.SEAT, **names}


def expressions(
    game: Game,
    kind: Kind,
    *,
    names: Mapping[str, Type] | None = None,
    before: bool = False,
    depth: int = 4,
) -> st.SearchStrategy[nodes.Expr]:
    """Draw an expression of a kind: a type, a unit for numbers in it, or None for bare numbers.

    It may speak of ``names``, by default of ``names_of`` the game, and of the state before when
    ``before``.
    """
    known = names_of(game) if names is None else dict(names)

    @st.composite
    def expression(draw: st.DrawFn) -> nodes.Expr:
        return Maker(game, draw, before=before).make(kind, known, depth)

    return expression()


def values(game: Game, kind: Type) -> st.SearchStrategy[Value]:
    """Any value of a type."""
    match kind:
        case NumberType(low=low, high=high):
            least = low if low is not None else (0 if high is None else high) - FAR
            return st.integers(least, least + 2 * FAR if high is None else high)
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


def readings(game: Game) -> st.SearchStrategy[Reading]:
    """Draw a reading with fields in their types, whether or not the deck can make it."""

    @st.composite
    def reading(draw: st.DrawFn) -> Reading:
        index = draw(st.integers(0, len(game.patterns) - 1))
        fields = [draw(values(game, f.type)) for f in game.patterns[index].fields]
        return (index, *(value for value in fields if isinstance(value, int)))

    return reading()


def _combinations(game: Game) -> st.SearchStrategy[Combination]:
    @st.composite
    def combination(draw: st.DrawFn) -> Combination:
        classes = st.integers(0, len(game.cards) - 1)
        chosen = draw(st.lists(classes, min_size=1, max_size=5, unique=True))
        counted = [(card, draw(st.integers(1, game.cards[card].copies))) for card in chosen]
        return Combination(draw(readings(game)), pack(counted))

    return combination()


def bindings(
    game: Game, names: Mapping[str, Type] | None = None
) -> st.SearchStrategy[dict[str, Value]]:
    """Draw a value for each name."""
    known = names_of(game) if names is None else names
    return st.fixed_dictionaries({name: values(game, kind) for name, kind in known.items()})


def states(game: Game) -> st.SearchStrategy[GameState]:
    """Draw a state with every copy of every card somewhere, and values in their types."""

    @st.composite
    def state(draw: st.DrawFn) -> GameState:
        return GameState(
            tuple(
                draw(values(game, declared.type))
                if declared.owner is Owner.NOBODY
                else tuple(draw(values(game, declared.type)) for _ in _owners(game, declared))
                for declared in game.states
            ),
            _spread(game, Random(draw(st.integers(0, 2**32 - 1)))),
        )

    return state()


def _spread(game: Game, rng: Random) -> tuple[Cards | tuple[Cards, ...], ...]:
    """Lay every copy of every card into some of the zones."""
    places = [(zone, o) for zone, z in enumerate(game.zones) for o in _owners(game, z)]
    used = rng.sample(places, rng.randint(1, len(places)))
    held: dict[tuple[int, int], Cards] = dict.fromkeys(places, 0)
    for index, card in enumerate(game.cards):
        for _ in range(card.copies):
            held[rng.choice(used)] += pack([(index, 1)])
    return tuple(
        held[zone, 0]
        if declared.owner is Owner.NOBODY
        else tuple(held[zone, owner] for owner in _owners(game, declared))
        for zone, declared in enumerate(game.zones)
    )


def _owners(game: Game, declared: StateVariable | Zone) -> range:
    return range(game.owners(declared.owner))


def numbers_within(kind: Type, value: Value) -> bool:
    """Whether a number lies in the bounds of its type; true of all other values."""
    match kind:
        case NumberType(bounds=bounds):
            return isinstance(value, int) and within(bounds, value)
        case OptionType(inner=inner):
            return value is None or numbers_within(inner, value)
        case ChoiceType() | Plain():
            return True
