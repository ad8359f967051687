"""What each seat is shown of a state, of the deal, and of what happens.

A seat remembers everything that it was shown. Cards that move are seen by whoever sees such
cards in the zone that they leave or in the zone that they reach, and by all when they are shown.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from haggis_rules.ir.game import Game, Owner
from haggis_rules.knowledge.seen import (
    SeenEvent,
    SeenKind,
    SeenMove,
    SeenValue,
    SeenZone,
    ZonePlace,
)
from haggis_rules.knowledge.view import View
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.event import Event
from haggis_rules.semantics.state import Cards, GameState, Value, size
from haggis_rules.semantics.transition import Moved
from haggis_rules.semantics.visibility import Visibility


class ViewMaker(Visibility):
    """Who sees what in a game, as seats are shown it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._secret = {action.name for action in game.actions if action.secret}
        self._by_chance = {action.name for action in game.actions if action.by_chance}

    def zones(self, state: GameState, seat: int) -> tuple[SeenZone, ...]:
        """Return what a seat sees in each zone."""
        found: list[SeenZone] = []
        for index, zone in enumerate(self.game.zones):
            for owner in range(self.game.owners(zone.owner)):
                held = _held(state, index, owner)
                cards = held & self._masks[seat][index][owner]
                found.append(SeenZone(self._place(index, owner), cards, size(held) - size(cards)))
        return tuple(found)

    def values(self, state: GameState, seat: int) -> tuple[SeenValue, ...]:
        """Return the values that a seat sees."""
        return tuple(self._shown(state, index, owner) for index, owner in self._values[seat])

    def public_zones(self, state: GameState) -> tuple[SeenZone, ...]:
        """Return what every seat sees in each zone."""
        each = [self.zones(state, seat) for seat in range(self.game.seats)]
        return tuple(map(_seen_by_all, zip(*each, strict=True)))

    def public_values(self, state: GameState) -> tuple[SeenValue, ...]:
        """Return the values that every seat sees."""
        first, *others = (self.values(state, seat) for seat in range(self.game.seats))
        return tuple(one for one in first if all(one in seen for seen in others))

    def dealt(self, state: GameState, seat: int) -> SeenEvent:
        """Tell what a seat is shown when the cards have been dealt."""
        moves = tuple(
            SeenMove(None, one.place, one.cards, one.unseen, shown=False)
            for one in self.zones(state, seat)
            if one.cards or one.unseen
        )
        return SeenEvent(SeenKind.DEAL, "deal", None, None, moves, self.values(state, seat))

    def view(self, start: GameState, events: Iterable[Event], seat: int) -> View:
        """Return all that a seat may know after some events from a start."""
        seen, before = [self.dealt(start, seat)], start
        for done, moved, after in events:
            seen.append(self.happened(done, moved, (before, after), seat))
            before = after
        values, zones = self.values(before, seat), self.zones(before, seat)
        return View(self.game, seat, values, zones, tuple(seen))

    def happened(
        self,
        done: Action | str,
        moved: tuple[Moved, ...],
        states: tuple[GameState, GameState],
        seat: int,
    ) -> SeenEvent:
        """Tell what a seat was shown of an action, or of a step by its name."""
        moves = tuple(self._move(one, seat) for one in moved if one.cards)
        values = tuple(self._changed(*states, seat))
        if isinstance(done, str):
            return SeenEvent(SeenKind.STEP, done, None, None, moves, values)
        secret = done.name in self._secret and seat != done.actor
        arguments = None if secret or done.name in self._by_chance else done.arguments
        return SeenEvent(SeenKind.ACTION, done.name, done.actor, arguments, moves, values)

    def _changed(self, before: GameState, after: GameState, seat: int) -> Iterator[SeenValue]:
        for index, owner in self._values[seat]:
            if before.values[index] != after.values[index]:
                was, now = (self._shown(one, index, owner) for one in (before, after))
                if was != now:
                    yield now

    def _shown(self, state: GameState, index: int, owner: int) -> SeenValue:
        variable = self.game.states[index]
        if variable.owner is Owner.NOBODY:
            return SeenValue(variable.name, None, cast("Value", state.values[index]))
        owned = cast("tuple[Value, ...]", state.values[index])
        return SeenValue(variable.name, owner, owned[owner])

    def _move(self, moved: Moved, seat: int) -> SeenMove:
        masks = self._masks[seat]
        (source, giver), (target, taker) = moved.source, moved.target
        seen = moved.cards
        if not moved.shown:
            # Seen at either end is seen: the masks are joined.
            seen &= masks[source][giver] | masks[target][taker]
        return SeenMove(
            self._place(source, giver),
            self._place(target, taker),
            seen,
            size(moved.cards) - size(seen),
            moved.shown,
        )

    def _place(self, zone: int, owner: int) -> ZonePlace:
        declared = self.game.zones[zone]
        return ZonePlace(declared.name, None if declared.owner is Owner.NOBODY else owner)


def _held(state: GameState, index: int, owner: int) -> Cards:
    held = state.zones[index]
    return held if isinstance(held, int) else held[owner]


def _seen_by_all(seen: Sequence[SeenZone]) -> SeenZone:
    """Return the cards of a zone that each of several seats sees there."""
    # Who sees a card of a class sees all of it that lie there.
    place, cards, unseen = seen[0]
    held = size(cards) + unseen
    for one in seen:
        cards &= one.cards
    return SeenZone(place, cards, held - size(cards))
