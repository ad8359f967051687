"""Which choice of an action says what cards it moves, and of which kinds those can be at all."""

from __future__ import annotations

from collections.abc import Container

from haggis_rules.enumeration.legal_actions import ActionPlan, Check
from haggis_rules.ir.game import (
    CardParam,
    CombinationParam,
    Effect,
    ForEach,
    FreeParam,
    Game,
    Let,
    Move,
    Openly,
)
from haggis_rules.ir.nodes import Variable
from haggis_rules.ir.reads import reads
from haggis_rules.knowledge.card_tracking import CardMask
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.state import Cards, Combination, Value, pack

ZonePair = tuple[str, str]  # the names of the zones that cards go from and to


class MovingChoices:
    """The choices of an action that say which cards it moves.

    ``by`` has the place of such a choice, by the zones between which nothing but it moves cards.
    """

    def __init__(self, game: Game, plan: ActionPlan) -> None:
        self.params = plan.action.params
        names = [param.name for param in self.params]
        effects = [one.effect for one in plan.action.effects]
        # A choice tells what went between two zones only if no other effect moves cards there.
        pairs = [pair for effect in effects for pair in _pairs(game, effect)]
        self.by: dict[ZonePair, int] = {}
        for effect in effects:
            done = effect.effect if isinstance(effect, Openly) else effect
            if isinstance(done, Move) and isinstance(done.thing, Variable):
                (pair,) = _pairs(game, done)
                if pairs.count(pair) == 1:
                    self.by[pair] = names.index(done.thing.name)
        self._may = {place: _possible(game, plan, place) for place in self.by.values()}

    def all_in(self, chosen: Container[int]) -> bool:
        """Whether these are the places of all choices of cards."""
        params = enumerate(self.params)
        return all(isinstance(param, FreeParam) or place in chosen for place, param in params)

    def may(self, between: ZonePair, kinds: CardMask) -> CardMask:
        """Return those of some kinds that can go between two zones."""
        place = self.by.get(between)
        return kinds if place is None else kinds & self._may[place]

    def is_combination(self, between: ZonePair) -> bool:
        """Whether what goes between two zones is one combination."""
        place = self.by.get(between)
        return place is not None and isinstance(self.params[place], CombinationParam)

    def cards(self, between: ZonePair, arguments: tuple[Value, ...]) -> Cards | None:
        """Return the cards that go between two zones, if the choices say so."""
        place = self.by.get(between)
        if place is None:
            return None
        value = arguments[place]
        if isinstance(value, Combination):
            return value.cards
        return pack([(value, 1)]) if isinstance(value, int) else None


def _pairs(game: Game, effect: Effect) -> list[ZonePair]:
    """Return the zones between which an effect moves cards."""
    match effect:
        case Let():
            return []
        case Move(source=source, target=target):
            return [(game.zones[source.zone].name, game.zones[target.zone].name)]
        case ForEach(effect=inner) | Openly(effect=inner):
            return _pairs(game, inner)


def _possible(game: Game, plan: ActionPlan, place: int) -> CardMask:
    """Return the kinds of cards that no guard refuses which looks at that choice alone."""
    may = (1 << len(game.cards)) - 1
    match plan.action.params[place]:
        case CombinationParam() | FreeParam():
            return may
        case CardParam(name=name):
            for guard, check in zip(plan.action.guards, plan.code.guards, strict=True):
                read = reads(game, guard.expr)
                if read.names == frozenset({name}) and not (read.states or read.zones):
                    # The guard reads nothing else, so it can be asked of every kind beforehand.
                    for kind in range(len(game.cards)):
                        blank: list[Value] = [None] * len(plan.action.params)
                        blank[place] = kind
                        may &= ~(0 if _holds(check, blank) else 1 << kind)
            return may


def _holds(check: Check, arguments: list[Value]) -> bool:
    """Whether a guard holds which looks at nothing but the choices."""
    try:
        return check((), (), 0, *arguments)
    except Breach:
        return False
