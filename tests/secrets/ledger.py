"""Who was shown which card when, after the rules in words: kept card by card, for every seating.

It knows none of the declarations of the rules files. It follows each single card:

- court cards are seen by all, wherever they lie (1.3);
- pips in a hand are seen by who holds them, and the haggis or kitty by nobody (1.4, 10.4);
- a message or response is known to its sender, and to its receiver once all have chosen; all see
  it then if it was sent face up (10.1, 10.2);
- what the declarer draws and puts back is known to him alone (10.4);
- what the declarer of five lays down all see; what the others offer all see when all have chosen,
  and until then its owner alone; so all know what is swapped or taken back (10.5);
- what is played all see, and at the end of the hand all that is captured then (7.3, 7.4).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from haggis_rules import Action, Combination, Position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.semantics.state import GameState

Place = tuple[str, int]
OPEN: Place = ("open", 0)  # the pile and all that is captured
KITTY = ("kitty.top", "kitty.middle", "kitty.bottom")  # in the order in which they are drawn
DRAWN = (3, 2, 1)  # cards for each bid, the lowest first
UP = 1  # the second way to send a card


@dataclass(eq=False)
class Card:
    """One single card: what it is, where it was dealt, where it lies, and who has seen it."""

    name: str
    dealt: Place
    place: Place
    seen_by: set[int]

    @property
    def court(self) -> bool:
        """Whether it is a jack, a queen or a king."""
        return self.name in {"J", "Q", "K"}


class Sight(NamedTuple):
    """What a seat saw from one action to the next: cards from place to place, and unseen ones."""

    cards: Counter[tuple[str, Place, Place]]
    unseen: Counter[tuple[Place, Place]]


@dataclass
class Ledger:
    """All cards of a hand. ``sights`` has what each seat saw of each action and what followed."""

    players: int
    cards: list[Card] = field(default_factory=list[Card])
    sights: list[list[Sight]] = field(default_factory=list[list[Sight]])
    used: list[tuple[Action, list[Card]]] = field(default_factory=list[tuple[Action, list[Card]]])
    facing: dict[int, bool] = field(default_factory=dict[int, bool])
    ahead: int = 2
    declined: set[int] = field(default_factory=set[int])
    declarer: int | None = None
    bid: int = 0

    def hidden_from(self, seat: int) -> list[Card]:
        """Return the cards that a seat has never seen."""
        return [card for card in self.cards if seat not in card.seen_by]

    def seen_now(self, seat: int) -> Counter[tuple[Place, str]]:
        """Count the cards whose faces a seat sees as they lie."""
        own = {(zone, seat) for zone in ("hand", "sent", "offered")}
        return Counter(
            (card.place, card.name)
            for card in self.cards
            if card.court or card.place == OPEN or card.place[0] == "laid" or card.place in own
        )

    def at(self, *places: Place) -> list[Card]:
        """Return the cards that lie there."""
        return [card for card in self.cards if card.place in places]

    def all_at(self, zone: str) -> list[Card]:
        """Return the cards that lie in a zone, whosever it is."""
        return [card for card in self.cards if card.place[0] == zone]

    def move(self, cards: list[Card], to: Place, seers: set[int]) -> None:
        """Move cards at the sight of some seats."""
        for card in cards:
            by = set(range(self.players)) if card.court else seers
            for seat, sight in enumerate(self.sights[-1]):
                if seat in by:
                    sight.cards[card.name, card.place, to] += 1
                else:
                    sight.unseen[card.place, to] += 1
            card.place = to
            card.seen_by |= by

    def act(self, rules: Ruleset, action: Action, *, over: bool) -> None:
        """Write down an action and what follows from it."""
        self.sights.append([Sight(Counter(), Counter()) for _ in range(self.players)])
        seat, every = action.actor, set(range(self.players))
        chosen = self._chosen(rules, action)
        self.used.append((action, chosen))
        match action.name:
            case "play":
                self.move(chosen, OPEN, every)
            case "send":
                self.facing[seat] = len(action.arguments) == 2 and action.arguments[1] == UP
                self.move(chosen, ("sent", seat), {seat})
                self._carry()
            case "bid":
                self.declarer, self.bid = seat, cast("int", action.arguments[0])
                self._declare()
            case "decline":
                self.declined.add(seat)
                self._declare()
            case "discard":
                self.move(chosen, ("kitty", 0), {seat})
            case "lay":
                self.move(chosen, ("laid", seat), every)
            case "offer":
                self.move(chosen, ("offered", seat), {seat})
                self._reveal()
            case "swap":
                self._swap(seat, cast("int", action.arguments[0]))
            case _:
                pass
        if over:
            self.move([card for card in self.cards if card.place != OPEN], OPEN, every)

    def _chosen(self, rules: Ruleset, action: Action) -> list[Card]:
        """Find the single cards that an action uses, all of one hand."""
        match action.name, action.arguments:
            case "play", (Combination(cards=cards),):
                names = rules.show(cards).split()
            case (("send" | "discard" | "lay" | "offer"), (int(kind), *_)):
                names = [rules.game.card_name(kind)]
            case _:
                return []
        found: list[Card] = []
        for name in names:
            hand = [card for card in self.at(("hand", action.actor)) if card not in found]
            found.append(next(card for card in hand if card.name == name))
        return found

    def _carry(self) -> None:
        """Pass the cards on when all have chosen one."""
        sent = {seat: self.at(("sent", seat)) for seat in range(self.players)}
        if not all(sent.values()):
            return
        for seat, cards in sent.items():
            to = (seat + self.ahead) % self.players
            seers = set(range(self.players)) if self.facing[seat] else {seat, to}
            self.move(cards, ("hand", to), seers)
        self.ahead, self.facing = -2, {}

    def _declare(self) -> None:
        """Let the declarer draw, when all others have declined and there is a kitty."""
        others = set(range(self.players)) - {self.declarer}
        if self.declarer is not None and others <= self.declined and self.players == 3:
            for name in KITTY[: DRAWN[self.bid]]:
                self.move(self.at((name, 0)), ("hand", self.declarer), {self.declarer})

    def _reveal(self) -> None:
        """Show what is offered when all have chosen as many cards as they have to."""
        offered = self.all_at("offered")
        if len(offered) == DRAWN[self.bid] * (self.players - 1):
            for card in offered:
                self.move([card], ("laid", card.place[1]), set(range(self.players)))

    def _swap(self, seat: int, ally: int) -> None:
        laid, to = self.all_at("laid"), {seat: ally, ally: seat}
        for card in laid:
            owner = card.place[1]
            self.move([card], ("hand", to.get(owner, owner)), set(range(self.players)))


def ledger_of(table: Position) -> Ledger:
    """Write down a hand from the deal to a position."""
    ledger = Ledger(table.rules.players)
    every = set(range(ledger.players))
    for place, name in lying(table.rules, table.start):
        card = Card(name, place, place, set())
        card.seen_by = every if card.court else ({place[1]} if place[0] == "hand" else set[int]())
        card.seen_by = set(card.seen_by)
        ledger.cards.append(card)
    done = [event.done for event in table.history if isinstance(event.done, Action)]
    for number, action in enumerate(done, start=1):
        ledger.act(table.rules, action, over=number == len(done) and table.finished)
    return ledger


def lying(rules: Ruleset, state: GameState) -> list[tuple[Place, str]]:
    """Name every card and where it lies."""
    return [
        (place_of(zone.name, owner), name)
        for zone, held in zip(rules.game.zones, state.zones, strict=True)
        for owner, cards in enumerate(held if isinstance(held, tuple) else (held,))
        for name in rules.show(cards).split()
    ]


def place_of(zone: str, owner: int) -> Place:
    """Return a place as the ledger has it, which does not ask who captured."""
    return OPEN if zone in {"pile", "captured"} else (zone, owner)
