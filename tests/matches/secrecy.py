"""A seat sees what the rules in words let it see, and cannot tell what is hidden from it.

In two ways. Each view is compared with who may see what, as it is written down in ``lying``. And
the cards that a seat does not see are dealt anew before an action, to the same places: after the
action, taken again, the seat has to have the same view and the same choices.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, cast

from haggis_rules.semantics.state import GameState
from tests.matches.conserving import cards_of
from tests.matches.faults import Fault, see
from tests.matches.lying import NO_CARDS, alike
from tests.matches.seatings import COURTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from haggis_rules import Action, Cards, Position, View
    from haggis_rules.semantics.event import Event
    from haggis_rules.semantics.transition import Moved
    from tests.matches.lying import Names, Place
    from tests.matches.seatings import Seating

HIDING = frozenset({"send", "discard", "offer"})  # what is chosen there is not shown


@dataclass(eq=False)
class Secrets:
    """What is looked at in the hands of one game, and how often."""

    seating: Seating
    names: Names
    chance: Random
    seen: Counter[str] = field(default_factory=Counter[str])
    codes: dict[str, Cards] = field(default_factory=dict[str, "Cards"])
    keys: list[list[tuple[str, int | None]]] = field(default_factory=list[Any])  # of each value

    def __post_init__(self) -> None:
        rules = self.names.rules
        self.codes = {card: rules.parse_cards(card) for card in self.seating.deck}
        for kept in rules.game.states:
            owners = range(rules.game.owners(kept.owner))
            nobody = kept.owner.value == "nobody"
            self.keys.append([(kept.name, None if nobody else owner) for owner in owners])

    def see_view(self, seat: int, table: Position, before: View | None) -> View:
        """See that a view shows what the seat may see, and that nothing seen is forgotten."""
        view = table.view(seat)
        for one, (place, cards) in zip(view.zones, self.names.parts(table.state), strict=True):
            shown = self.names.open(seat, place, cards)
            if (one.place.zone, one.place.owner or 0) != place:
                raise Fault("secrecy", f"{place} stands in the view as {one.place}")
            if not alike(self.names.cards(one.cards), shown):
                found = dict(self.names.cards(one.cards))
                see("secrecy", f"what seat {seat + 1} sees in {place}", found, dict(shown))
            if one.unseen != self.names.cards(cards).total() - shown.total():
                raise Fault("secrecy", f"seat {seat + 1} does not see {one.unseen} in {place}")
        known = {(one.name, one.owner): one.value for one in view.values}
        wanted = self._values(seat, table)
        if known != wanted:
            see("secrecy", f"the values that seat {seat + 1} sees", known, wanted)
        if before is not None and view.seen[: len(before.seen)] != before.seen:
            raise Fault("secrecy", f"seat {seat + 1} was shown something else before")
        self.seen["views"] += 1
        return view

    def see_hidden(
        self, view: View, before: Position, action: Action, after: Position, events: Sequence[Event]
    ) -> None:
        """See that a seat cannot tell the cards that it does not see from others.

        ``view`` is what it sees after the action and all that followed, which ``events`` has.
        """
        seat, rules, alone = view.seat, self.names.rules, len(events) == 1
        other = rules.at(self._dealt_anew(seat, before, action, alone=alone))
        done = self._hidden_choice(seat, action, other) if alone else action
        if not other.is_legal(done):
            shown = rules.show_action(action, seated=True)
            raise Fault("secrecy", f"`{shown}` is not allowed with other cards in hidden places")
        then = other.apply(done)
        again = then.history
        if self._is_opened(seat, then, after, list(zip(again, events, strict=False))):
            self.seen["actions that laid hidden cards open"] += 1
            return
        found = then.view(seat)
        for what, mine, wanted in (
            ("the values in a view", found.values, view.values),
            ("the cards in a view", found.zones, view.zones),
            ("what was shown", found.seen[1:], view.seen[-len(events) :]),
            ("what may be done", then.actions(seat), after.actions(seat)),
        ):
            if mine != wanted:
                see("secrecy", f"{what} with other cards hidden", mine, wanted)
        self.seen["actions with other cards hidden"] += 1
        self.seen["of these with cards that differ"] += then.state != after.state

    def _values(self, seat: int, table: Position) -> dict[tuple[str, int | None], object]:
        """Return all values but those that are known to another seat alone."""
        found: dict[tuple[str, int | None], object] = {}
        for keys, value in zip(self.keys, table.state.values, strict=True):
            if keys[0][1] is None:
                found[keys[0]] = value
            else:
                found.update(zip(keys, cast("tuple[object, ...]", value), strict=True))
        if ("face", 0) in found:
            for owner in range(self.seating.players):
                if owner != seat:
                    del found["face", owner]
        return found

    def _is_opened(
        self, seat: int, then: Position, now: Position, events: list[tuple[Event, Event]]
    ) -> bool:
        """Whether the two differ in what a seat sees lie somewhere, or in what it saw move."""
        for (place, mine), (_, cards) in zip(
            self.names.parts(then.state), self.names.parts(now.state), strict=True
        ):
            if mine != cards:
                seen = [self.names.open(seat, place, one) for one in (mine, cards)]
                if not alike(*seen):
                    return True
        return any(
            self._saw(seat, one) != self._saw(seat, other)
            for mine, event in events
            for one, other in zip_longest(mine.moved, event.moved)
            if one != other
        )

    def _saw(self, seat: int, moved: Moved | None) -> Counter[str] | None:
        """Name the cards that a seat sees move, by where they come from and where they go."""
        if moved is None:
            return None
        ends = [(self.names.zones[zone], owner) for zone, owner in (moved.source, moved.target)]
        seen = [self.names.open(seat, place, moved.cards) for place in ends]
        return seen[0] | seen[1]

    def _dealt_anew(self, seat: int, table: Position, action: Action, *, alone: bool) -> GameState:
        """Deal the cards that a seat does not see anew, but for those that are used in the open."""
        hidden: list[tuple[Place, str]] = []
        for place, cards in self.names.of(table.state).items():
            if self._stays_closed(seat, place, table, action, alone=alone):
                used = self._used(place, action)
                own = cards - used if used else cards
                hidden += [(place, card) for card in own.elements() if card not in COURTS]
        some = self.chance.random
        dealt = sorted([card for _, card in hidden], key=lambda _: some())
        change: Counter[Place] = Counter()
        for (place, card), new in zip(hidden, dealt, strict=True):
            change[place] += self.codes[new] - self.codes[card]
        zones = [
            tuple(part + change[name, owner] for owner, part in enumerate(held))
            if isinstance(held, tuple)
            else held + change[name, 0]
            for name, held in zip(self.names.zones, table.state.zones, strict=True)
        ]
        return GameState(table.state.values, tuple(zones))

    def _used(self, place: Place, action: Action) -> Counter[str]:
        return cards_of(self.names, action) if place == ("hand", action.actor) else NO_CARDS

    def _stays_closed(
        self, seat: int, place: Place, table: Position, action: Action, *, alone: bool
    ) -> bool:
        """Whether a seat sees no pip in a place, and this action shows it none of those there.

        When the action is ``alone``, no step follows it.
        """
        zone, owner = place
        match zone:
            case "hand":
                return owner != seat
            case "haggis" | "kitty":
                return True
            case "kitty.top" | "kitty.middle" | "kitty.bottom":
                return seat not in {action.actor, table.value("declarer")}
            case "offered":
                return owner != seat and alone
            case "sent":
                return owner != seat and (alone or self._is_carried_unseen(seat, owner, table))
            case _:
                return False

    def _is_carried_unseen(self, seat: int, owner: int, table: Position) -> bool:
        """Whether a card goes face down from its sender to another seat than this."""
        names = {one.name for one in table.rules.game.states}
        if "face" in names and int(cast("tuple[int, ...]", table.value("face"))[owner]):
            return False
        ahead = 2 if int(cast("int", table.value("stage"))) == 0 else -2
        return (owner + ahead) % self.seating.players != seat

    def _hidden_choice(self, seat: int, action: Action, other: Position) -> Action:
        """Return another choice in the place of one that is hidden from a seat."""
        if action.name not in HIDING or action.actor == seat:
            return action
        own = [one for one in other.actions(action.actor) if one.name == action.name]
        return self.chance.choice(own) if own else action
