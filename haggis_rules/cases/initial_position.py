"""Where an example begins: what it says itself, and first values for all else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import cast

from haggis_rules.cases.quoted import QuotedReader
from haggis_rules.diagnostics.errors import (
    BrokenPositionError,
    CardsLeftError,
    GivenTwiceError,
    NoPositionError,
    OutOfBoundsError,
    RuleError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.game import Chance, Game, Owner, StateVariable, Zone
from haggis_rules.ir.lower.expressions import owner_index, value, zone_of
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.nodes import AllZones, CardsOf, EveryZone, Expr, OneZone, OwnedZone
from haggis_rules.ir.reads import reads
from haggis_rules.ir.types import show
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.dealing import deal, deal_starts, possible
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, GameState, StateZones, Value, count_of, counts, pack
from haggis_rules.semantics.transition import check_within, within
from haggis_rules.syntax import ast

ZoneKey = tuple[int, int]  # the index of a zone or state variable, and of its owner, 0 without one

NOWHERE = GameState((), ())  # where an expression is looked at that speaks of no state


class _InOrder(Random):
    """Chance that leaves a deck in its order."""

    def random(self) -> float:
        """Return the highest number that there is."""
        return 1 - 2**-53


def position(
    given: ast.Given, game: Game, scope: Scope, quoted: QuotedReader, budget: Budget
) -> GameState | None:
    """Return the state that is described, before any step. Faults are noted; then there is none."""
    builder = _PositionBuilder(game, scope, quoted, budget)
    faults = scope.world.faults
    before = len(faults)
    for setting in given.settings:
        with scope.world.noting():
            builder.take(setting)
    if len(faults) == before:
        with scope.world.noting():
            builder.rest(given)
    if len(faults) > before:
        return None
    try:
        return builder.state(given.span)
    except RuleError as fault:
        faults.append(fault)
        return None


@dataclass(slots=True)
class _PositionBuilder:
    """Gathers what is said, setting by setting."""

    game: Game
    scope: Scope
    quoted: QuotedReader
    budget: Budget
    cards: dict[ZoneKey, Cards] = field(default_factory=dict[ZoneKey, Cards])
    values: dict[ZoneKey, Value] = field(default_factory=dict[ZoneKey, Value])
    words: list[ast.Words] = field(default_factory=list[ast.Words])
    said: dict[tuple[str, int], Span] = field(default_factory=dict[tuple[str, int], Span])

    def take(self, setting: ast.Setting) -> None:
        """Take one setting. Raises a ``RuleError`` when it cannot be."""
        world, name = self.scope.world, setting.name
        zones = [zone.name for zone in self.game.zones]
        if name.text in zones:
            index = zones.index(name.text)
            owner = self._owner(setting, self.game.zones[index])
            self.cards[index, owner] = self._cards(setting)
            return
        state = world.state(name.text)
        if state is None:
            known = [*zones, *(variable.name for variable in self.game.states)]
            raise world.unknown(name, "zone or state variable", known)
        variable = self.game.states[state]
        owner = self._owner(setting, variable)
        self.values[state, owner] = self._value(setting, variable)

    def rest(self, given: ast.Given) -> None:
        """Lay down the cards that are not named."""
        if given.dealt is not None:
            self._deal(given.dealt)
            return
        held = sum(self.cards.values())
        left = pack(
            (index, card.copies - count_of(held, index))
            for index, card in enumerate(self.game.cards)
        )
        if given.rest is not None:
            self._lay_rest(given.rest, left)
        elif left:
            some = " ".join(show_cards(self.game, left).split()[:3])
            raise CardsLeftError(
                f"some cards lie nowhere, such as `{some}`",
                given.span,
                hint="say where they are: `the rest in ZONE`",
            )

    def state(self, span: Span) -> GameState:
        """Return the state: what is said, and first values for what is not."""
        zones = tuple(self._zone(index, zone) for index, zone in enumerate(self.game.zones))
        values = self._values_of(zones, span, lasting=True)
        values = self._values_of(zones, span, values, lasting=False)
        return GameState(tuple(values), zones)

    def _values_of(
        self,
        zones: StateZones,
        span: Span,
        before: Sequence[Value | tuple[Value, ...]] = (),
        *,
        lasting: bool,
    ) -> list[Value | tuple[Value, ...]]:
        """Return the values of what lasts, or of the rest, and all that are known before."""
        values = [*before] or [None] * len(self.game.states)
        for index, variable in enumerate(self.game.states):
            if variable.lasting is lasting:
                known = GameState(tuple(values), zones)
                values[index] = self._variable(index, variable, known, span)
        return values

    def _owner(self, setting: ast.Setting, declared: Zone | StateVariable) -> int:
        node = owner_index(declared.owner, setting.name, setting.owner, self.scope)
        owner = 0 if node is None else cast("int", self._outright(node, setting.span))
        key = (declared.name, owner)
        if key in self.said:
            raise GivenTwiceError(
                f"`{declared.name}` is given twice",
                setting.span,
                others=[(self.said[key], "the first is here")],
                hint="take one of the two away",
            )
        self.said[key] = setting.span
        return owner

    def _cards(self, setting: ast.Setting) -> Cards:
        if not isinstance(setting.value, ast.PlayLiteral):
            raise WrongTypeError(
                "cards in quotes belong here",
                setting.value.span,
                hint=f'as `{setting.name.text} ... is "..."`, with nothing in the quotes for none',
            )
        words = setting.value.text
        cards = self.quoted.cards(words)
        total = sum(self.cards.values()) + cards
        for card, count in counts(total):
            if count > self.game.cards[card].copies:
                name = self.game.card_name(card)
                before = [one for one in self.words if name.lower() in one.text.lower().split()]
                raise self.quoted.too_many(words, name, before)
        self.words.append(words)
        return cards

    def _value(self, setting: ast.Setting, variable: StateVariable) -> Value:
        node = value(setting.value, self.scope, variable.type)
        found = self._outright(node, setting.value.span)
        if not within(variable.type, found):
            raise OutOfBoundsError(
                f"`{variable.name}` cannot be this",
                setting.value.span,
                hint=f"it is {show(variable.type)}",
            )
        return found

    def _outright(self, node: Expr, span: Span) -> Value:
        """Return a value that is the same in every position."""
        read = reads(self.game, node)
        if read.states or read.zones:
            raise NoPositionError(
                "this depends on the position, which is only being described",
                span,
                hint="say the value itself",
            )
        try:
            return evaluate(node, Environment(self.game, NOWHERE, budget=self.budget))
        except Breach as breach:
            raise BrokenPositionError(str(breach), span) from breach

    def _deal(self, dealt: ast.TheDeal) -> None:
        """Lay all cards down as they are dealt from a deck in its order."""
        for zone, _ in self.cards:
            name = self.game.zones[zone].name
            place = next(span for (known, _), span in self.said.items() if known == name)
            raise GivenTwiceError(
                "the deal says where all cards lie",
                place,
                others=[(dealt.span, "it is stated here")],
                hint="name the cards of every zone, or of none",
            )
        lasting = tuple(self._values_of((), dealt.span, lasting=True))
        try:
            starts = deal_starts(self.game, lasting)
        except Breach as breach:
            raise BrokenPositionError(str(breach), dealt.span) from breach
        for index, held in enumerate(deal(self.game, starts, _InOrder())):
            there = (held,) if isinstance(held, int) else held
            self.cards.update({(index, owner): cards for owner, cards in enumerate(there)})

    def _lay_rest(self, zone: ast.ZoneOf, left: Cards) -> None:
        place = zone_of(zone, self.scope)
        match place:
            case OneZone(zone=index):
                key = (index, 0)
            case OwnedZone(zone=index, owner=owner):
                key = (index, cast("int", self._outright(owner, zone.span)))
            case EveryZone() | AllZones() | CardsOf():
                raise WrongTypeError(
                    "the rest lies in one zone", zone.span, hint="name a zone, and whose it is"
                )
        said = self.said.get((self.game.zones[key[0]].name, key[1]))
        if said is not None:
            raise GivenTwiceError(
                "these cards were given already",
                zone.span,
                others=[(said, "the first is here")],
                hint="let the rest lie in another zone, or do not say what else lies here",
            )
        self.cards[key] = left

    def _zone(self, index: int, zone: Zone) -> Cards | tuple[Cards, ...]:
        owners = range(self.game.owners(zone.owner))
        held = tuple(self.cards.get((index, owner), 0) for owner in owners)
        return held[0] if zone.owner is Owner.NOBODY else held

    def _variable(
        self, index: int, variable: StateVariable, known: GameState, span: Span
    ) -> Value | tuple[Value, ...]:
        owners = range(self.game.owners(variable.owner))
        said = {o: self.values[index, o] for o in owners if (index, o) in self.values}
        if len(said) < len(owners):
            first = self._first(variable, known, span)
            said = {owner: said.get(owner, first) for owner in owners}
        held = tuple(said[owner] for owner in owners)
        return held[0] if variable.owner is Owner.NOBODY else held

    def _first(self, variable: StateVariable, known: GameState, span: Span) -> Value:
        if isinstance(variable.initial, Chance):
            return possible(self.game, variable.type)[0]
        try:
            scene = Environment(self.game, known, budget=self.budget)
            first = evaluate(variable.initial, scene)
            check_within(variable, first)
        except Breach as breach:
            raise BrokenPositionError(
                f"`{variable.name}` has no first value here: {breach}",
                span,
                hint=f"say what `{variable.name}` is",
            ) from breach
        return first
