"""How a hand may have begun: what was dealt where, and which values came with it.

What a seat was shown of it stays. Of the rest each single card is given a kind by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import NamedTuple, cast

from haggis_rules.codegen.compiled import Code, first_lasting
from haggis_rules.ir.game import Chance, DealRest, Game, Owner, StateVariable, Zone
from haggis_rules.ir.reads import reads
from haggis_rules.ir.stocks import stock_of_groups
from haggis_rules.knowledge.card_tracking import (
    CardMask,
    CardTracker,
    DeadEndError,
    TrackedCard,
    each,
    kinds,
)
from haggis_rules.knowledge.seen import SeenEvent, SeenMove, SeenValue, ZonePlace, zone_places
from haggis_rules.notation.dealings import DealingReader, decided
from haggis_rules.semantics.dealing import deal_starts, draw
from haggis_rules.semantics.random_streams import below, shuffled
from haggis_rules.semantics.state import (
    Cards,
    StateValues,
    StateZones,
    Value,
    count_of,
    pack,
    size,
)

_KnownCards = Mapping[tuple[str, int | None], Value]
_Begun = tuple[tuple[int, int], ...]  # with whom each deal begins that says so


class _CardLot(NamedTuple):
    """What the rules deal to a place: how many cards of each stock, and which of them by name."""

    counts: tuple[int, ...]
    named: Cards


class InitialStates:
    """How hands of a game begin."""

    def __init__(self, game: Game, code: Code) -> None:
        self.game, self.code = game, code
        self._masks = DealingReader(game).masks
        self._kinds = [kinds(mask) for mask in self._masks]
        self._stock_of = stock_of_groups(game)
        self._lots = cache(partial(_lots, game))
        self._of_cards = _of_cards(self.game)

    def zones(
        self, tracker: CardTracker, deal: SeenEvent, hidden: Mapping[ZonePlace, CardMask]
    ) -> tuple[StateZones, bool]:
        """Assign every card a kind; return all as dealt, and whether the rules deal like that.

        ``deal`` is what the seat was shown of the deal, and ``hidden`` has the kinds that it does
        not see in each place. Raises ``DeadEndError``.
        """
        lots = self._lots(self._starts(deal))
        shown = {move.target: move for move in deal.moves}
        moves = {
            place: shown.get(place) or SeenMove(None, place, 0, 0, shown=False)
            for place in tracker.lying
        }
        by_rules = all(self._could_deal(move, lots[place]) for place, move in moves.items())
        for place, lying in tracker.lying.items():
            cards = moves[place].cards
            if len(lying) != size(cards) + moves[place].unseen:
                raise DeadEndError
            rest = list(lying)
            for kind in each(cards):
                tracker.take(rest, kind)
            _narrow(rest, hidden[place])
            if by_rules:
                self._deal(tracker, lots[place], rest, cards)
        return self.fill(tracker), by_rules

    def fill(self, tracker: CardTracker) -> StateZones:
        """Assign every card without a kind one of those left, by chance; and all as they lie.

        Raises ``DeadEndError``.
        """
        # Where each unknown card is known to be of one stock, the stocks are given out apart, and
        # few cards end where they may not be; else all are mixed together.
        unknown = [one for lying in tracker.lying.values() for one in lying if one.kind is None]
        lots = [[one for one in unknown if not one.may & ~stock] for stock in self._kinds]
        stocks = self._kinds
        if sum(map(len, lots)) != len(unknown):
            lots, stocks = [unknown], [sum(self._kinds)]
        for lot, stock in zip(lots, stocks, strict=True):
            left = [kind for kind, count in enumerate(tracker.left) for _ in range(count)]
            among = [kind for kind in left if stock >> kind & 1]
            if len(among) != len(lot):
                raise DeadEndError
            for single, kind in zip(lot, _fitted(lot, among, tracker), strict=True):
                tracker.learn(single, kind)
        return _packed(self.game, tracker)

    def values(
        self,
        zones: StateZones,
        seen: Iterable[SeenValue],
        lasting: StateValues | None,
        tracker: CardTracker,
        *,
        dealt: bool,
    ) -> StateValues:
        """Return the values with which a hand begins: those told, and else the first of the rules.

        ``lasting`` has what was left by the hand before, where that is known. When the cards were
        ``dealt``, raises ``DeadEndError`` if they would have given another value than the one told.
        """
        known = {(one.name, one.owner): one.value for one in seen}
        every = self.game.states
        if lasting is None:
            lasting = first_lasting(self.code, self.game, self._drawn(known, tracker, lasting=True))
        stays = [
            _known_cards(one, value, known) if one.lasting else value
            for one, value in zip(every, lasting, strict=True)
        ]
        drawn = self._drawn(known, tracker, lasting=False)
        first = self.code.initial(tuple(stays), zones, drawn)
        values = tuple(
            _known_cards(one, value, known) for one, value in zip(every, first, strict=True)
        )
        if dealt and any(first[index] != values[index] for index in self._of_cards):
            raise DeadEndError
        return values

    def _drawn(self, known: _KnownCards, tracker: CardTracker, *, lasting: bool) -> StateValues:
        """Return what chance decided, as far as it was told; the rest by chance again."""
        drawn = draw(self.game, tracker.chance, lasting=lasting)
        values = zip(decided(self.game, lasting=lasting), drawn, strict=True)
        return tuple(_known_cards(one, value, known) for one, value in values)

    def _starts(self, deal: SeenEvent) -> _Begun:
        """Return with whom the deals begin, by what lasts, which all see.

        Raises ``DeadEndError`` when it was not told, and a ``Breach`` where there is no answer.
        """
        if not any(isinstance(one, DealRest) and one.start for one in self.game.deals):
            return ()
        known = {(one.name, one.owner): one.value for one in deal.values}
        values: list[Value | tuple[Value, ...]] = []
        for one in self.game.states:
            blank = (None,) * self.game.owners(one.owner)
            fixed = _known_cards(one, None if one.owner is Owner.NOBODY else blank, known)
            values.append(fixed if one.lasting else None)
        try:
            return tuple(deal_starts(self.game, tuple(values)).items())
        except TypeError as fault:  # a value that is lacking
            raise DeadEndError from fault

    def _could_deal(self, move: SeenMove, lot: _CardLot) -> bool:
        """Whether the rules deal as many cards to a place as a seat was told of there."""
        counts = lot.counts
        seen = [size(move.cards & mask) for mask in self._masks]
        few = all(one <= most for one, most in zip(seen, counts, strict=True))
        return few and sum(seen) + move.unseen == sum(counts)

    def _deal(
        self, tracker: CardTracker, lot: _CardLot, rest: list[TrackedCard], seen: Cards
    ) -> None:
        """Say of which stock each card is that is not seen, and which of them are there by name."""
        missing = [
            kind
            for kind in range(len(self.game.cards))
            for _ in range(count_of(lot.named, kind) - count_of(seen, kind))
        ]
        found = [tracker.take(rest, kind).kind for kind in missing]
        need = list(lot.counts)
        for kind in (*each(seen), *found, *(one.kind for one in rest)):
            if kind is not None:
                need[self._stock_of[self.game.cards[kind].group]] -= 1
        unknown = [one for one in rest if one.kind is None]
        if min(need) < 0 or sum(need) != len(unknown):
            raise DeadEndError
        stocks = [stock for stock, count in enumerate(need) for _ in range(count)]
        for one, stock in zip(unknown, _mixed(stocks, tracker.chance), strict=True):
            _narrow([one], self._kinds[stock])


def _lots(game: Game, begun: _Begun) -> dict[ZonePlace, _CardLot]:
    wanted = DealingReader(game, dict(begun))
    return {
        place: _CardLot(
            tuple(wanted.counts.get((*at, stock), 0) for stock in range(len(wanted.stocks))),
            wanted.named.get(at, 0),
        )
        for place, at in zone_places(game).items()
    }


def _of_cards(game: Game) -> frozenset[int]:
    """Return the variables whose first value hangs on the cards, by their indices."""
    found = set[int]()
    # A fixed point: a round adds one at least until nothing is added, so as many rounds as
    # variables are enough.
    for _ in game.states:  # one may hang on another that does
        for index, variable in enumerate(game.states):
            if not isinstance(variable.initial, Chance):
                read = reads(game, variable.initial)
                if read.zones or read.states & found:
                    found.add(index)
    return frozenset(found)


def _known_cards(
    variable: StateVariable, value: Value | tuple[Value, ...], known: _KnownCards
) -> Value | tuple[Value, ...]:
    """Return the value of a variable, each owner's as it was told, if it was."""
    if variable.owner is Owner.NOBODY:
        return known.get((variable.name, None), cast("Value", value))
    owned = enumerate(cast("tuple[Value, ...]", value))
    return tuple(known.get((variable.name, owner), one) for owner, one in owned)


def _narrow(singles: Iterable[TrackedCard], may: CardMask) -> None:
    for one in singles:
        one.may &= may
        if not one.may:
            raise DeadEndError


def _mixed(stocks: list[int], chance: Random) -> list[int]:
    return shuffled(stocks, chance) if len(set(stocks)) > 1 else stocks


def _fitted(lot: Sequence[TrackedCard], among: list[int], tracker: CardTracker) -> list[int]:
    """Assign each card a kind by chance; two change places where one would not fit.

    A shuffle mended by exchanges instead of shuffling until all fits: O(n^2) at worst. Every result
    is possible, but after exchanges not always equally likely. Raises ``DeadEndError`` when no
    single exchange helps, even where a matching could still be found.
    """
    mixed = shuffled(among, tracker.chance)
    for index, one in enumerate(lot):
        if not one.may >> mixed[index] & 1:
            swaps = [
                other
                for other, kind in enumerate(mixed)
                if one.may >> kind & 1 and lot[other].may >> mixed[index] & 1
            ]
            if not swaps:
                raise DeadEndError
            other = swaps[below(len(swaps), tracker.chance)]
            mixed[index], mixed[other] = mixed[other], mixed[index]
    return mixed


def _packed(game: Game, tracker: CardTracker) -> StateZones:
    """Return the cards as they lie; each has its kind."""

    def held(zone: Zone, owner: int | None) -> Cards:
        lying = tracker.lying[ZonePlace(zone.name, owner)]
        return sum(pack([(one.kind, 1)]) for one in lying if one.kind is not None)

    return tuple(
        held(zone, None)
        if zone.owner is Owner.NOBODY
        else tuple(held(zone, owner) for owner in range(game.owners(zone.owner)))
        for zone in game.zones
    )
