"""Random pairs of an expression and a state, of every kind of node and of every shipped seating.

Every other pair is an expression that chance made, and the others stand in the rules themselves.
Of each sort the kinds of nodes come in turn, so that there are as many pairs of a rare kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from haggis_rules.engine.rules import Rules
from haggis_rules.ir import nodes
from haggis_rules.ir.load import seatings_of, shipped
from haggis_rules.ir.reads import reads
from haggis_rules.ir.traversal import children, everywhere, placed
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.state import Value
from tests.corpus import KINDS, Case, Quick, places
from tests.engine.games import PLACES, rules_of
from tests.strategies import FAR, all_kinds, names_of

DEPTH = 4  # of the expressions that chance makes
WAITING = 40  # expressions of a kind that are kept until it is their turn


class Pair(NamedTuple):
    """The game by its name, the case, and whether the expression stands in its rules."""

    game: str
    case: Case
    own: bool = False


def seatings() -> list[str]:
    """Name every shipped game for every number of players, as ``rules_of`` takes it."""
    return [f"{name} for {seats}" for name in shipped() for seats in seatings_of(name)]


def pairs(seed: int) -> Iterator[Pair]:
    """Draw pairs without end: one of each sort from each game in turn."""
    chance = Random(seed)
    drawing = [_random_pairs(name, chance) for name in (*seatings(), *PLACES)]
    drawing += [_rule_pairs(name, chance) for name in (*seatings(), *PLACES)]
    for one in cycle(drawing):
        yield from islice(one, 1)


def _random_pairs(name: str, chance: Random) -> Iterator[Pair]:
    """Draw expressions by chance, and what stands in them, of each kind in turn."""
    game = rules_of(name).game
    maker, names, wanted = Quick(game, chance), names_of(game), all_kinds(game)
    waiting: dict[type, list[nodes.Expr]] = {kind: [] for kind in KINDS}
    for kind in _in_turn(KINDS, chance):
        for _ in range(3):  # a kind that this game seldom has loses its turn
            if waiting[kind]:
                break
            for part in everywhere(maker.make(chance.choice(wanted), names, DEPTH)):
                there = waiting[type(part)]
                if len(there) < WAITING and reads(game, part).names <= names.keys():
                    there.append(part)
        if waiting[kind]:
            place = chance.choice(places(name))
            yield Pair(name, place._replace(node=waiting[kind].pop()))


def _rule_pairs(name: str, chance: Random) -> Iterator[Pair]:
    """Draw expressions of the rules, and what stands in them, of each kind in turn."""
    rules = rules_of(name)
    there = own_expressions(rules)
    for kind in _in_turn([kind for kind in KINDS if kind in there], chance):
        node, types = chance.choice(there[kind])
        place, other = chance.choice(places(name)), chance.choice(places(name))
        names = {each: _random_value(type_, chance, other) for each, type_ in types.items()}
        yield Pair(name, place._replace(node=node, names=names, types=types), own=True)


def _in_turn(kinds: Sequence[type], chance: Random) -> Iterator[type]:
    """Return kinds again and again, from one that chance draws."""
    first = chance.randrange(len(kinds))
    return cycle([*kinds[first:], *kinds[:first]])


Typed = tuple[nodes.Expr, Mapping[str, Type]]


def own_expressions(rules: Rules) -> dict[type, Sequence[Typed]]:
    """Return what stands in the rules by its kind, with the types of the names that it reads."""
    game = rules.game
    found: dict[type, list[Typed]] = {}
    for one in placed(game):
        for node, types in _inside(one.expr, one.names):
            read = sorted(reads(game, node).names)
            found.setdefault(type(node), []).append((node, {name: types[name] for name in read}))
    return dict(found)


def _inside(node: nodes.Expr, types: Mapping[str, Type]) -> Iterator[Typed]:
    """Yield an expression and all inside it, with the types of the names there."""
    yield node, types
    binder: object = getattr(node, "binder", None)
    if isinstance(binder, nodes.Binder):
        types = {**types, binder.name: binder.type}
    for child in children(node):
        yield from _inside(child, types)


def _random_value(kind: Type, chance: Random, place: Case) -> Value:
    """Draw a value of a type; what is not a number is what a name of the place stands for."""
    match kind:
        case NumberType(low=low, high=high):
            least = low if low is not None else (0 if high is None else high) - FAR
            return chance.randint(least, least + 2 * FAR if high is None else high)
        case ChoiceType(choices=choices):
            return chance.randrange(len(choices))
        case OptionType(inner=inner):
            return chance.choice([None, _random_value(inner, chance, place)])
        case Plain():
            return place.names[f"a_{kind.value}"]
