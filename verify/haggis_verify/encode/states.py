"""States between their two forms: as terms, and as the interpreter has them."""

from collections.abc import Iterable
from typing import TypeVar, cast

from haggis_rules.ir.game import Game, Owner, StateVariable, Zone
from haggis_rules.ir.types import OptionType, Plain, Type
from haggis_rules.semantics.state import (
    Cards,
    Combination,
    GameState,
    Reading,
    Value,
    count_of,
    pack,
)
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.symbols import (
    CardCounts,
    Symbol,
    SymbolicCombination,
    SymbolicOption,
    SymbolicReading,
    SymbolicState,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import (
    Assignment,
    BoolConst,
    BoolTerm,
    BoolVar,
    IntConst,
    IntVar,
    Term,
    evaluate_terms,
)

Owned = tuple[Value, ...]
_Held = TypeVar("_Held")


def fresh_state(shape: StateShape) -> SymbolicState:
    """Return a state that a solver may choose. ``well_formed`` belongs to it."""
    game = shape.game
    zones = (
        tuple(fresh_counts(shape, name) for name in names_of(game, zone.name, zone.owner))
        for zone in game.zones
    )
    return SymbolicState(tuple(fresh_values(shape, state) for state in game.states), tuple(zones))


def fresh_values(shape: StateShape, state: StateVariable) -> tuple[Symbol, ...]:
    """Return values of a state variable that a solver may choose, by owner."""
    names = names_of(shape.game, state.name, state.owner)
    return tuple(shape.fresh(state.type, name) for name in names)


def fresh_counts(shape: StateShape, name: str) -> CardCounts:
    """Return counts that a solver may choose, no more of a card than the deck has.

    No zone ever holds more, since moves make no cards: ``auto.bounds`` proves that of each move.
    """
    return tuple(
        build.int_var(f"{name}{shape.mark}:{shape.card(index)}", 0, card.copies)
        for index, card in enumerate(shape.game.cards)
    )


def names_of(game: Game, name: str, owner: Owner) -> list[str]:
    """Name what there is of a state variable or zone, in the names of variables."""
    return [name] if owner is Owner.NOBODY else [f"{name}/{i}" for i in range(game.owners(owner))]


def well_formed(shape: StateShape, table: SymbolicState) -> BoolTerm:
    """Say of a state that a solver may choose what the bounds of its parts do not say."""
    return build.conjunction(shape.well_formed(value) for owned in table.values for value in owned)


def constant_state(shape: StateShape, state: GameState) -> SymbolicState:
    """Return a state of the interpreter in terms."""
    game = shape.game
    values = (
        tuple(shape.constant(declared.type, value) for value in values_of(game, state, index))
        for index, declared in enumerate(game.states)
    )
    zones = (
        tuple(_known_counts(held, len(game.cards)) for held in zone_of(state, index))
        for index in range(len(game.zones))
    )
    return SymbolicState(tuple(values), tuple(zones))


def _known_counts(held: Cards, classes: int) -> CardCounts:
    return tuple(build.int_const(count_of(held, card)) for card in range(classes))


def values_of(game: Game, state: GameState, index: int) -> Owned:
    """Return the values of a state variable, by owner."""
    value = state.values[index]
    owned = game.states[index].owner is not Owner.NOBODY
    return cast("Owned", value) if owned else (cast("Value", value),)


def zone_of(state: GameState, index: int) -> tuple[Cards, ...]:
    """Return the cards of a zone, by owner."""
    held = state.zones[index]
    return held if isinstance(held, tuple) else (held,)


def choosing(shape: StateShape, table: SymbolicState, state: GameState) -> dict[str, int | bool]:
    """Return what a solver chooses in a fresh state to make it a known one."""
    known = constant_state(shape, state)
    pairs = zip(flat_state(table), flat_state(known), strict=True)
    return dict(pair for a, b in pairs for pair in _choice(a, b))


def choosing_agreed(shape: StateShape) -> dict[str, int | bool]:
    """Return what a solver chooses for the numbers agreed on to make them those of the game."""
    options = shape.game.options
    return {shape.agreement(index): options[index].value for index in shape.open_options()}


def choosing_value(
    shape: StateShape, kind: Type, symbol: Symbol, value: Value
) -> dict[str, int | bool]:
    """Return what a solver chooses in a fresh value to make it a known one."""
    pairs = zip(flat(symbol), flat(shape.constant(kind, value)), strict=True)
    return dict(pair for a, b in pairs for pair in _choice(a, b))


def _choice(fresh: Term, known: Term) -> Iterable[tuple[str, int | bool]]:
    if isinstance(fresh, IntVar | BoolVar) and isinstance(known, IntConst | BoolConst):
        yield fresh.name, known.value


def flat(symbol: Symbol) -> tuple[Term, ...]:
    """List the terms of a symbol."""
    match symbol:
        case SymbolicOption(none=none, value=value):
            return (none, *flat(value))
        case SymbolicReading(pattern=pattern, slots=slots):
            return (pattern, *slots)
        case SymbolicCombination(reading=reading, cards=cards):
            return (*flat(reading), *cards)
        case _:
            return (symbol,)


def flat_state(table: SymbolicState) -> list[Term]:
    """List the terms of a state."""
    values = [term for owned in table.values for value in owned for term in flat(value)]
    return values + [count for owned in table.zones for counts in owned for count in counts]


def decode_state(game: Game, table: SymbolicState, chosen: Assignment) -> GameState:
    """Return the state of the interpreter that a solver has chosen."""
    values = [
        tuple(decode(game, declared.type, value, chosen) for value in owned)
        for declared, owned in zip(game.states, table.values, strict=True)
    ]
    zones = [tuple(decode_cards(counts, chosen) for counts in owned) for owned in table.zones]
    return GameState(_by_owner(game.states, values), _by_owner(game.zones, zones))


def _by_owner(
    declared: Iterable[StateVariable | Zone], values: Iterable[tuple[_Held, ...]]
) -> tuple[_Held | tuple[_Held, ...], ...]:
    """Return values as the interpreter has them: what is there once stands by itself."""
    return tuple(
        owned[0] if one.owner is Owner.NOBODY else owned
        for one, owned in zip(declared, values, strict=True)
    )


def decode(game: Game, kind: Type, symbol: Symbol, chosen: Assignment) -> Value:
    """Return the value of the interpreter that a solver has chosen."""
    match symbol:
        case SymbolicOption(none=none, value=value):
            inner = kind.inner if isinstance(kind, OptionType) else kind
            return None if evaluate_terms([none], chosen)[0] else decode(game, inner, value, chosen)
        case SymbolicReading():
            return _reading(game, symbol, chosen)
        case SymbolicCombination(reading=reading, cards=cards):
            return Combination(_reading(game, reading, chosen), decode_cards(cards, chosen))
        case _:
            found = evaluate_terms([symbol], chosen)[0]
            return bool(found) if kind is Plain.TRUTH else int(found)


def _reading(game: Game, reading: SymbolicReading, chosen: Assignment) -> Reading:
    # Slots stand in the order of ``shape_of``: that in which patterns first name them.
    pattern, *slots = (int(value) for value in evaluate_terms(flat(reading), chosen))
    names = list(dict.fromkeys(f.name for p in game.patterns for f in p.fields))
    return (pattern, *(slots[names.index(f.name)] for f in game.patterns[pattern].fields))


def decode_cards(counts: CardCounts, chosen: Assignment) -> Cards:
    """Return the cards that a solver has chosen."""
    return pack((card, int(count)) for card, count in enumerate(evaluate_terms(counts, chosen)))
