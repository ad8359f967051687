"""The least and the most that a word can be, tried out on all values of what it looks at."""

from __future__ import annotations

from itertools import product
from math import prod

from haggis_rules.analysis.sheet.lookups import looks_at
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Definition, Game, Owner, StateVariable
from haggis_rules.ir.types import NumberType, OptionType, Plain
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.dealing import possible
from haggis_rules.semantics.state import Value

MOST_TRIALS = 40_000  # positions that are tried; a fraction of a second


def enumerated_bounds(rules: Rules, definition: Definition) -> tuple[int, int] | None:
    """Return the bounds over every position, also such as play never comes to.

    By brute force over the product of the values of the variables that the word looks at. The
    others stay None, since nobody reads them, and there are no zones. Returns None when the word
    looks at cards, when there are too many positions, or when it has no value in any of them.
    """
    game, looks = rules.game, looks_at(rules.game, definition)
    known = [_values(game, game.states[state]) for state in sorted(looks.states)]
    of_team = definition.params[0].type is Plain.TEAM
    owners = range(game.size(Plain.TEAM if of_team else Plain.SEAT))
    if looks.zones or prod(map(len, known)) * len(owners) > MOST_TRIALS:
        return None
    values: list[Value | tuple[Value, ...]] = [None] * len(game.states)
    word, found = rules.code.definitions[definition.name], set[int]()
    for chosen in product(*known):
        for state, value in zip(sorted(looks.states), chosen, strict=True):
            values[state] = value
        for owner in owners:
            try:
                worth = word(tuple(values), (), owner)
            except Breach:
                continue  # the word is undefined there, so it has no value to bound
            if isinstance(worth, int):
                found.add(worth)
    return (min(found), max(found)) if found else None


def _values(game: Game, state: StateVariable) -> list[Value | tuple[Value, ...]]:
    """Return all values of a variable, for each owner where it has owners; too many to be true."""
    kind = state.type
    inner = kind.inner if isinstance(kind, OptionType) else kind
    if inner is Plain.READING or (isinstance(inner, NumberType) and None in inner.bounds):
        return [None] * (MOST_TRIALS + 1)
    each: list[Value] = [*([None] if isinstance(kind, OptionType) else []), *possible(game, kind)]
    owners = game.owners(state.owner)
    if state.owner is Owner.NOBODY:
        return [*each]
    if len(each) ** owners > MOST_TRIALS:
        return [None] * (MOST_TRIALS + 1)
    return [*product(each, repeat=owners)]
