"""Who sees what: it follows from the audiences that the rules declare.

A seat remembers everything that it was shown. Cards that move are seen by whoever sees such
cards in the zone that they leave or in the zone that they reach, and by all when they are shown.
"""

from collections.abc import Iterator
from typing import cast

from haggis_rules.ir.game import Audience, Game, Owner
from haggis_rules.knowledge.view import Kind, Place, Seen, SeenMove, SeenValue, SeenZone
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Cards, State, Value, group_mask, size
from haggis_rules.semantics.transition import Moved


class Sights:
    """Who sees what in a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._masks = [self._of_seat(seat) for seat in range(game.seats)]
        self._values = [
            tuple(
                (index, owner)
                for index, kept in enumerate(game.states)
                for owner in range(game.owners(kept.owner))
                if self._in_audience(seat, kept.audience, kept.owner, owner)
            )
            for seat in range(game.seats)
        ]
        self.everything = sum(group_mask(game, group) for group in range(len(game.groups)))
        self._secret = {action.name for action in game.actions if action.secret}

    def zones(self, state: State, seat: int) -> tuple[SeenZone, ...]:
        """Give what a seat sees in each zone."""
        found: list[SeenZone] = []
        for index, zone in enumerate(self.game.zones):
            for owner in range(self.game.owners(zone.owner)):
                held = _held(state, index, owner)
                cards = held & self._masks[seat][index][owner]
                found.append(SeenZone(self._place(index, owner), cards, size(held) - size(cards)))
        return tuple(found)

    def values(self, state: State, seat: int) -> tuple[SeenValue, ...]:
        """Give the values that a seat sees."""
        return tuple(self._shown(state, index, owner) for index, owner in self._values[seat])

    def known(self, seat: int) -> tuple[tuple[int, int], ...]:
        """Give the values that a seat sees, by the index of the variable and by owner."""
        return self._values[seat]

    def mask(self, seat: int, zone: int, owner: int) -> Cards:
        """Give a mask of the cards that a seat sees in a place, of ``everything`` there is."""
        return self._masks[seat][zone][owner]

    def dealt(self, state: State, seat: int) -> Seen:
        """Tell what a seat is shown when the cards have been dealt."""
        moves = tuple(
            SeenMove(None, one.place, one.cards, one.unseen, shown=False)
            for one in self.zones(state, seat)
            if one.cards or one.unseen
        )
        return Seen(Kind.DEAL, "deal", None, None, moves, self.values(state, seat))

    def happened(
        self, done: Action | str, moved: tuple[Moved, ...], states: tuple[State, State], seat: int
    ) -> Seen:
        """Tell what a seat was shown of an action, or of a step by its name."""
        moves = tuple(self._move(one, seat) for one in moved if one.cards)
        values = tuple(self._changed(*states, seat))
        if isinstance(done, str):
            return Seen(Kind.STEP, done, None, None, moves, values)
        secret = done.name in self._secret and seat != done.actor
        arguments = None if secret else done.arguments
        return Seen(Kind.ACTION, done.name, done.actor, arguments, moves, values)

    def _changed(self, before: State, after: State, seat: int) -> Iterator[SeenValue]:
        for index, owner in self._values[seat]:
            if before.values[index] != after.values[index]:
                was, now = (self._shown(one, index, owner) for one in (before, after))
                if was != now:
                    yield now

    def _shown(self, state: State, index: int, owner: int) -> SeenValue:
        kept = self.game.states[index]
        if kept.owner is Owner.NOBODY:
            return SeenValue(kept.name, None, cast("Value", state.values[index]))
        owned = cast("tuple[Value, ...]", state.values[index])
        return SeenValue(kept.name, owner, owned[owner])

    def _move(self, moved: Moved, seat: int) -> SeenMove:
        masks = self._masks[seat]
        (source, giver), (target, taker) = moved.source, moved.target
        seen = moved.cards
        if not moved.shown:
            seen &= masks[source][giver] | masks[target][taker]
        return SeenMove(
            self._place(source, giver),
            self._place(target, taker),
            seen,
            size(moved.cards) - size(seen),
            moved.shown,
        )

    def _place(self, zone: int, owner: int) -> Place:
        declared = self.game.zones[zone]
        return Place(declared.name, None if declared.owner is Owner.NOBODY else owner)

    def _of_seat(self, seat: int) -> tuple[tuple[Cards, ...], ...]:
        """Give the cards that a seat can see in each zone of each owner."""
        groups = [group_mask(self.game, group) for group in range(len(self.game.groups))]
        return tuple(
            tuple(
                sum(
                    mask
                    for mask, audience in zip(groups, zone.sights, strict=True)
                    if self._in_audience(seat, audience, zone.owner, owner)
                )
                for owner in range(self.game.owners(zone.owner))
            )
            for zone in self.game.zones
        )

    def _in_audience(self, seat: int, audience: Audience, kind: Owner, owner: int) -> bool:
        """Whether a seat is among those who see what an owner has."""
        match audience:
            case Audience.ALL:
                return True
            case Audience.NOBODY:
                return False
            case Audience.OWNER:
                return self._is(seat, kind, owner)
            case Audience.TEAM:
                mates = range(self.game.seats)
                team = self.game.team_of
                return any(self._is(s, kind, owner) and team(s) == team(seat) for s in mates)

    def _is(self, seat: int, kind: Owner, owner: int) -> bool:
        match kind:
            case Owner.NOBODY:
                return False
            case Owner.SEAT:
                return seat == owner
            case Owner.TEAM:
                return self.game.team_of(seat) == owner


def _held(state: State, index: int, owner: int) -> Cards:
    held = state.zones[index]
    return held if isinstance(held, int) else held[owner]
