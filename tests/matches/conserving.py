"""No card is lost, doubled or moved by the way: every card is in one place, and moves as it must.

What an action moves is written down here once more: from where to where, and how many cards.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from haggis_rules.semantics.state import Combination
from tests.matches.faults import Fault, see
from tests.matches.lying import alike
from tests.matches.seatings import COURTS

if TYPE_CHECKING:
    from haggis_rules import Action
    from tests.matches.lying import Lying, Names, Place
    from tests.matches.seatings import Seating

FROM_HAND = {
    "play": "pile",
    "send": "sent",
    "discard": "kitty",
    "lay": "laid",
    "offer": "offered",
}
UNOWNED = frozenset({"pile", "kitty"})
STILL = frozenset({"pass", "bet", "give", "grant", "bid", "decline", "award", "swap"})


def see_deck(seating: Seating, lying: Lying) -> None:
    """See that all places together hold the deck."""
    total: Counter[str] = Counter()
    for cards in lying.values():
        total.update(cards)
    see("conservation", f"the cards of {seating} in all places", total, seating.deck)


def see_kept(before: Lying, after: Lying) -> None:
    """See that no card is lost or doubled between two states."""
    was, now = Counter[str](), Counter[str]()
    for place, held in before.items():
        if after[place] is not held:
            was.update(held)
            now.update(after[place])
    if not alike(was, now):
        see("conservation", "the cards in the places that changed", now, was)


def see_deal(seating: Seating, lying: Lying) -> None:
    """See that everybody has been dealt what he should, and that the rest lies aside."""
    aside = 0
    for (zone, _), cards in lying.items():
        courts = [card for card in cards if card in COURTS]
        if zone == "hand":
            pips = cards.total() - sum(cards[card] for card in courts)
            see("conservation", "pips dealt", pips, seating.dealt)
            see("conservation", "courts", [cards[card] for card in COURTS], [1, 1, 1])
        else:
            see("conservation", f"courts in {zone}", courts, [])
            aside += cards.total()
    see("conservation", "pips laid aside", aside, seating.aside)


def see_moved(names: Names, action: Action, before: Lying, after: Lying) -> None:
    """See that an action by itself moved the cards that it is about, and no others."""
    if action.name in {"award", "swap"}:
        see_given(action, before, after)
        return
    cards = cards_of(names, action)
    source: Place = ("hand", action.actor)
    for place, held in before.items():
        wanted = held
        if cards and place == source:
            if not cards <= held:
                raise Fault("conservation", f"{dict(cards)} are not in the hand {dict(held)}")
            wanted = held - cards
        elif cards and place == _target(action):
            wanted = held + cards
        if not alike(after[place], wanted):
            shown = names.rules.show_action(action, seated=True)
            see("conservation", f"{place} after `{shown}`", after[place], wanted)


def see_given(action: Action, before: Lying, after: Lying) -> None:
    """See that cards that are given away leave the table for those who get them."""
    zone = "pile" if action.name == "award" else "laid"
    for (name, owner), held in after.items():
        if name == zone and held:
            raise Fault("conservation", f"{held.total()} cards are left in {name}")
        mine = before[name, owner]
        if name not in {zone, "captured", "hand"} and held != mine:
            raise Fault("conservation", f"`{action.name}` changed {name} of {owner}")
        if not mine <= held and name != zone:
            raise Fault("conservation", f"`{action.name}` took cards out of {name} of {owner}")
    if action.name == "award":
        (to,) = action.arguments
        assert isinstance(to, int)
        given = before["captured", to] + before["pile", 0]
        see("conservation", "the cards given", after["captured", to], given)


def cards_of(names: Names, action: Action) -> Counter[str]:
    """Name the cards that an action takes out of the hand of who acts."""
    if action.name in STILL:
        return Counter()
    chosen = action.arguments[0]
    if isinstance(chosen, Combination):
        return names.cards(chosen.cards)
    return Counter([names.rules.show_action(action).split()[1]])


def _target(action: Action) -> Place:
    zone = FROM_HAND[action.name]
    return zone, 0 if zone in UNOWNED else action.actor
