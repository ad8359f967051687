"""Who was shown which card when, in Neeps for six: kept from the rules in words, card by card.

An independent oracle. It knows none of the declarations of the rules file; it follows every
single card, and writes down what each player saw of it:

- everybody sees his own pips from the deal on, and all courts, which lie face up;
- who sends a card knows it; who receives one sees it; one sent face up is seen by all, but only
  when all six have chosen, and that goes for whether it is face up as well;
- what is played is seen by all, and so is what is captured, also the cards left in hands.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Cards, Combination, GameState, counts, pack

SEATS = range(6)
Place = tuple[str, int]
SENT, PILE, CAPTURED = "sent", ("pile", 0), ("captured", 0)  # by whom is no secret


@dataclass(eq=False)
class Card:
    """One single card: its class, whose it was first, where it lies, and who has seen it."""

    kind: int
    court: bool
    dealt: int
    place: Place
    seen_by: set[int]


class Sight(NamedTuple):
    """What a seat saw of one event: cards that went from place to place, and how many unseen."""

    cards: Counter[tuple[Place, Place, int]]
    unseen: Counter[tuple[Place, Place]]


@dataclass
class Record:
    """All cards of one hand, what each seat saw of each event, and who used which cards."""

    cards: list[Card] = field(default_factory=list[Card])
    sights: list[list[Sight]] = field(default_factory=list[list[Sight]])
    used: list[tuple[Action, list[Card]]] = field(default_factory=list[tuple[Action, list[Card]]])
    chosen: dict[int, tuple[Card, bool]] = field(default_factory=dict[int, tuple[Card, bool]])
    ahead: int = 2  # a message goes to the second seat on the left, a response to that on the right

    def hidden_from(self, seat: int) -> list[Card]:
        """Return the cards that a seat has never seen."""
        return [card for card in self.cards if seat not in card.seen_by]

    def seen_now(self, seat: int) -> Counter[tuple[Place, int]]:
        """Count the cards whose faces a seat sees as they lie."""
        return Counter(
            (card.place, card.kind)
            for card in self.cards
            if card.court or card.place in {PILE, CAPTURED} or card.place[1] == seat
        )


def record_of(table: Position) -> Record:
    """Write down a hand from the deal to a position."""
    record, game = Record(), table.rules.game
    for seat, hand in enumerate(_hands(table.start)):
        for kind in cards_of(hand):
            court = game.cards[kind].suit is None
            seen_by = set(SEATS) if court else {seat}
            record.cards.append(Card(kind, court, seat, ("hand", seat), seen_by))
    for event in table.history:
        if isinstance(event.done, Action):
            _act(record, event.done)
        else:
            _step(record, event.done)
    return record


def other_hand(
    table: Position, record: Record, kinds: dict[Card, int], turned: frozenset[int] = frozenset()
) -> Position | None:
    """Play the same hand again with some cards being others; None where that is not allowed.

    ``turned`` has the numbers of the actions that send a card the other way up.
    """
    hands = list(_hands(table.start))
    for card, kind in kinds.items():
        hands[card.dealt] += pack([(kind, 1)]) - pack([(card.kind, 1)])
    zones = (tuple(hands), *table.start.zones[1:])
    assert isinstance(table.rules, Rules)
    other = table.rules.at(GameState(table.start.values, zones))
    for number, (action, cards) in enumerate(record.used):
        used = [kinds.get(card, card.kind) for card in cards]
        again = _with_cards(action, used, number in turned)
        if not other.is_legal(again):
            return None
        other = other.apply(again)
    return other


def unknown_facing(record: Record, seat: int) -> frozenset[int]:
    """Return the numbers of the actions by which others sent a card that is still on its way."""
    pending = {(sender, card) for sender, (card, _) in record.chosen.items() if sender != seat}
    return frozenset(
        number
        for number, (action, cards) in enumerate(record.used)
        if cards and action.name == "send" and (action.actor, cards[0]) in pending
    )


def cards_of(cards: Cards) -> list[int]:
    """List cards one by one."""
    return [kind for kind, count in counts(cards) for _ in range(count)]


def _hands(state: GameState) -> tuple[Cards, ...]:
    hands = state.zones[0]
    assert isinstance(hands, tuple)
    return hands


def _with_cards(action: Action, kinds: list[int], turned: bool) -> Action:  # noqa: FBT001
    match action.arguments:
        case (Combination(reading=reading),):
            cards = pack(Counter(kinds).items())
            return action._replace(arguments=(Combination(reading, cards),))
        case (int(), int(face)):
            return action._replace(arguments=(kinds[0], 1 - face if turned else face))
        case _:
            return action


def _act(record: Record, action: Action) -> None:
    """Write down what a player does."""
    hand = [card for card in record.cards if card.place == ("hand", action.actor)]
    used: list[Card] = []
    match action.arguments:
        case (int(kind), int(face)):
            used = _pick(hand, [kind])
            record.chosen[action.actor] = used[0], face == 1
            _move(record, [(used[0], (SENT, action.actor), {action.actor})])
        case (Combination(cards=cards),):
            used = _pick(hand, cards_of(cards))
            _move(record, [(card, PILE, set(SEATS)) for card in used])
        case _:
            _move(record, [])
    record.used.append((action, used))


def _step(record: Record, name: str) -> None:
    """Write down what follows by itself."""
    moved: list[tuple[Card, Place, set[int]]] = []
    if name.startswith("carry"):
        for seat, (card, up) in record.chosen.items():
            to = (seat + record.ahead) % 6
            moved.append((card, ("hand", to), set(SEATS) if up else {seat, to}))
        record.chosen, record.ahead = {}, -2
    elif name in {"close", "finish"}:
        left = {"pile", "hand"} if name == "finish" else {"pile"}
        moved = [(card, CAPTURED, set(SEATS)) for card in record.cards if card.place[0] in left]
    _move(record, moved)


def _pick(hand: list[Card], kinds: list[int]) -> list[Card]:
    """Take single cards of these classes out of a hand."""
    picked: list[Card] = []
    for kind in kinds:
        picked.append(next(c for c in hand if c.kind == kind and c not in picked))
    return picked


def _move(record: Record, moved: list[tuple[Card, Place, set[int]]]) -> None:
    seen = [Sight(Counter(), Counter()) for _ in SEATS]
    for card, to, by in moved:
        for seat in SEATS:
            if seat in by or card.court:
                seen[seat].cards[card.place, to, card.kind] += 1
            else:
                seen[seat].unseen[card.place, to] += 1
        card.place = to
        card.seen_by |= by
    record.sights.append(seen)
