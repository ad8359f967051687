"""Hands played by evaluation alone, move by move, with all that a move rests on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir import game as ir
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, Type
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, cards_in, evaluate
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, Combination, GameState, Value, counts, pack
from haggis_rules.semantics.transition import (
    failing,
    follow,
    in_domain,
    may_act,
    naming_choices,
    perform,
    waiting,
)
from tests.games import game_of

HERON = Path(__file__).parent / "heron/heron.haggis"
LONG_HERON = HERON.with_name("long-heron.haggis")
TEXTS: tuple[str | Path, ...] = ("neeps-core", HERON)


class Players(NamedTuple):
    """A text, and how many play by it where it leaves that open."""

    text: str | Path
    players: int | None = None

    def __str__(self) -> str:
        return f"{Path(self.text).stem} {self.players or ''}".strip()


TABLES = (*map(Players, TEXTS), Players(LONG_HERON), Players("classic", 2), Players("classic", 3))


@dataclass(frozen=True, slots=True)
class Choice:
    """An action by its name, who takes it, and what is chosen."""

    action: str
    actor: int
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A state, what was done in it, what came of it, and the clauses that it rests on."""

    state: GameState
    choice: Choice
    outcome: object
    rests_on: frozenset[str]


@cache
def known(table: Players) -> tuple[ir.Game, Patterns, Enumerator]:
    """Load a text once."""
    game = game_of(table.text, table.players)
    patterns = Patterns(game)
    return game, patterns, Enumerator(patterns)


def deal(game: ir.Game, rng: Random) -> GameState:
    """Deal by chance, straight from the declarations."""
    pool: dict[int, list[int]] = {}
    for group in range(len(game.groups)):
        own = [i for i, c in enumerate(game.cards) for _ in range(c.copies) if c.group == group]
        together = [
            item.groups
            for item in game.deals
            if not isinstance(item, ir.DealEach) and group in item.groups
        ]
        stack = pool.get(together[0][0] if together else group, [])
        stack += own
        pool[group] = stack
    for group, cards in pool.items():
        if all(pool[other] is not cards for other in range(group)):
            rng.shuffle(cards)
    lasting = _first_values(game, (), rng, lasting=True)
    zones = [[0] * game.owners(zone.owner) for zone in game.zones]
    for item in game.deals:
        match item:
            case ir.DealEach(cards=each, zone=zone):
                for owner, card in product(range(len(zones[zone])), each):
                    pool[game.cards[card].group].remove(card)
                    zones[zone][owner] += pack([(card, 1)])
            case ir.DealSome(count=count, group=group, zone=zone):
                for owner in range(len(zones[zone])):
                    for _ in range(count):
                        zones[zone][owner] += pack([(pool[group].pop(), 1)])
            case ir.DealRest(group=group, zone=zone, start=start):
                scene = Environment(game, GameState(lasting, ()))
                owner = 0 if start is None else cast("int", evaluate(start, scene))
                while pool[group]:
                    zones[zone][owner] += pack([(pool[group].pop(), 1)])
                    owner = (owner + 1) % len(zones[zone])
    packed: tuple[Cards | tuple[Cards, ...], ...] = tuple(
        z[0] if game.zones[i].owner is ir.Owner.NOBODY else tuple(z) for i, z in enumerate(zones)
    )
    return GameState(_first_values(game, packed, rng, lasting=False, known=lasting), packed)


def _first_values(
    game: ir.Game,
    zones: tuple[Cards | tuple[Cards, ...], ...],
    rng: Random,
    *,
    lasting: bool,
    known: tuple[Value | tuple[Value, ...], ...] = (),
) -> tuple[Value | tuple[Value, ...], ...]:
    """Assign each variable its first value, those that last or the others."""
    values: list[Value | tuple[Value, ...]] = [*known] or [None] * len(game.states)
    for index, variable in enumerate(game.states):
        if variable.lasting is not lasting:
            continue
        owners = game.owners(variable.owner)
        if isinstance(variable.initial, ir.Chance):
            offered = _offered(game, variable.type)
            found: tuple[Value, ...] = tuple(rng.choice(offered) for _ in range(owners))
        else:
            scene = Environment(game, GameState(tuple(values), zones))
            found = (evaluate(variable.initial, scene),) * owners
        values[index] = found[0] if variable.owner is ir.Owner.NOBODY else found
    return tuple(values)


def _offered(game: ir.Game, kind: Type) -> range:
    """Return every value that chance may give."""
    match kind:
        case NumberType():
            return kind.values()
        case ChoiceType(choices=words):
            return range(len(words))
        case Plain():
            return range(game.size(kind))
        case _:
            raise AssertionError(kind)


def choices(table: Players, state: GameState) -> list[Choice]:
    """Return all that can be done in a state at rest, by evaluation."""
    game, _, enumerator = known(table)
    scene = Environment(game, state)
    found: list[Choice] = []
    for action, actor in product(game.actions, range(game.seats)):
        if not may_act(action, actor, scene):
            continue
        inside = scene.naming(ir.ACTOR, actor)
        domains = [_domain(param, inside, enumerator) for param in action.params]
        found += [
            Choice(action.name, actor, arguments)
            for arguments in product(*domains)
            if not any(failing(action, actor, arguments, scene))
        ]
    return found


def _domain(param: ir.ActionParam, scene: Environment, enumerator: Enumerator) -> list[Value]:
    match param:
        case ir.CombinationParam(zone=zone):
            return [Combination(*play) for play in enumerator.plays(cards_in(zone, scene))]
        case ir.CardParam(zone=zone):
            return [card for card, _ in counts(cards_in(zone, scene))]
        case ir.FreeParam(type=kind):
            size = len(kind.choices) if isinstance(kind, ChoiceType) else scene.game.size(kind)
            return list(range(size))


def outcome(
    game: ir.Game, patterns: Patterns, state: GameState, choice: Choice
) -> tuple[object, frozenset[str]]:
    """Return what comes of a choice, and the clauses that this rests on."""
    trail: set[str] = set()
    found = [action for action in game.actions if action.name == choice.action]
    if not found or len(found[0].params) != len(choice.arguments):
        return "no such action", frozenset(trail)
    try:
        return _outcome(game, patterns, state, found[0], choice, trail), frozenset(trail)
    except Breach as breach:
        return str(breach), frozenset(trail)


def _outcome(  # noqa: PLR0913, PLR0917
    game: ir.Game,
    patterns: Patterns,
    state: GameState,
    action: ir.ActionSchema,
    choice: Choice,
    trail: set[str],
) -> object:
    scene = Environment(game, state, trail=trail)
    if waiting(game, state, trail) is not None:
        return "not at rest"
    if not may_act(action, choice.actor, scene):
        return "not his to do"
    inside = naming_choices(action, choice.actor, choice.arguments, scene)
    for param, value in zip(action.params, choice.arguments, strict=True):
        if not in_domain(param, value, inside, patterns):
            return "not to be chosen"
    if any(True for _ in failing(action, choice.actor, choice.arguments, scene)):
        return "not allowed"
    turn = perform(action, choice.actor, choice.arguments, scene)
    path: list[object] = [turn.state, turn.moved]
    for step, follows in follow(game, turn.state, trail):
        path += [step.name, follows.state, follows.moved]
    return path


def hand(table: Players, seed: int, most: int = 10_000) -> Iterator[Entry]:
    """Play a hand by chance and give every entry of its trace."""
    game, patterns, _ = known(table)
    rng = Random(seed)
    state = deal(game, rng)
    for _ in range(most):
        offered = choices(table, state)
        if not offered:
            return
        choice = rng.choice(offered)
        found, rests_on = outcome(game, patterns, state, choice)
        yield Entry(state, choice, found, rests_on)
        if not isinstance(found, list):
            message = f"{choice} was offered, but {found}"
            raise AssertionError(message)  # noqa: TRY004
        states = [part for part in cast("list[object]", found) if isinstance(part, GameState)]
        state = states[-1]
