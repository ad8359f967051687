"""Nodes that a seat cannot tell from the real one, with a history that leads to each of them.

A match that fits what the seat knows is made as ``Rules.determinize`` makes it. What chance and the
seats would have been asked on the way there, and have answered, is then read off its hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from haggis_rules.hosts.card_deal import CardDeal, CardSlot, DealSlot
from haggis_rules.hosts.decision_parts import WAIT
from haggis_rules.hosts.information import information_state
from haggis_rules.hosts.node_history import OtherOrderError, ReachedNode, reached
from haggis_rules.hosts.sequential_game import GameNode
from haggis_rules.hosts.waiting_seats import KnownWaits
from haggis_rules.notation.errors import ImpossibleViewError
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.random_streams import pick
from haggis_rules.semantics.state import Cards, counts, pack

TRIES = 20  # matches that are made, where who is asked rests on what is hidden


def resampled(node: GameNode, seat: int, chance: Random) -> ReachedNode:
    """Return a node, by chance, that looks to a seat as this one does.

    The same seat is asked there, but what another seat has said of its decision so far is not said
    yet. Raises ``ImpossibleViewError`` when none is found.
    """
    if node.match is None:
        return _dealt_alike(node, seat, ReachedNode(node.game.start, ()), chance)
    known, view = information_state(node, seat), node.match.view(seat)
    waits = _known_waits(node, seat)
    for _ in range(TRIES):
        match = node.game.rules.determinize(view, chance)
        try:
            found = reached(node.game, match, waits)
            if node.deal is not None:
                found = _dealt_alike(node, seat, found, chance)
            elif not node.over:
                found = _asked_alike(node, seat, found)
        except OtherOrderError:
            continue
        if information_state(found.node, seat) == known:
            return found
    message = f"found no hand in which the seats are asked as seat {seat + 1} knows it"
    raise ImpossibleViewError(message)


def _known_waits(node: GameNode, seat: int) -> KnownWaits:
    """Return what a seat knows of the waiting that led to a node, and of who is asked there."""
    times = Counter((wait.hand, wait.actions) for wait in node.waits if wait.seat == seat)
    if node.deal is not None or node.over:
        return KnownWaits(seat, times)
    if node.drawing is not None:
        return KnownWaits(seat, times, node.drawing.actor)
    asked = node.asking.seat
    return KnownWaits(seat, times, asked, node.asking.may_wait if asked == seat else None)


def _dealt_alike(node: GameNode, seat: int, found: ReachedNode, chance: Random) -> ReachedNode:
    """Deal as far as in a node: the cards that a seat has seen to their places, others by chance.

    What chance decided before the cards, of which seats are told later, stays as it is.
    """
    deal, at = node.deal, found.node.deal
    assert deal is not None  # noqa: S101 - nobody asks otherwise
    began = Dealing((), (), deal.began)
    while at is not None and (at.lasting is None) is not (deal.lasting is None):
        found = found.after(next(at.path(began)))
        at = found.node.deal
    while at is not None and len(at.filled) < len(deal.filled):
        slot, outcome = at.slot, deal.filled[len(at.filled)]
        if isinstance(slot, CardSlot) and not _is_seen(node, seat, slot, outcome):
            left = at.left[slot.stock] - _seen_later(node, seat, deal, len(at.filled))
            mask = node.game.rules.visibility.mask(seat, slot.zone, slot.owner)
            outcome = pick([one for one, many in counts(left & ~mask) for _ in range(many)], chance)
        found = found.after(outcome)
        at = found.node.deal
    return found


def _seen_later(node: GameNode, seat: int, deal: CardDeal, place: int) -> Cards:
    """Return the cards of a slot's stock that come to where a seat sees them, in later slots."""
    here = deal.slots[place]
    stock = here.stock if isinstance(here, CardSlot) else None
    later = zip(deal.slots[place:], deal.filled[place:], strict=False)
    cards = [
        outcome
        for slot, outcome in later
        if isinstance(slot, CardSlot) and slot.stock == stock
        if _is_seen(node, seat, slot, outcome)
    ]
    return pack(Counter(cards).items())


def _is_seen(node: GameNode, seat: int, slot: DealSlot, outcome: int) -> bool:
    """Whether a seat saw a card that was dealt."""
    if not isinstance(slot, CardSlot):
        return False
    mask = node.game.rules.visibility.mask(seat, slot.zone, slot.owner)
    return bool(mask & pack([(outcome, 1)]))


def _asked_alike(node: GameNode, seat: int, found: ReachedNode) -> ReachedNode:
    """Ask as many seats as have been asked in a node. Raises ``OtherOrderError``."""
    actor = node.asking.seat if node.drawing is None else node.drawing.actor
    # All may have waited here, and the lowest be asked once more: the seat knows how often it was.
    while found.node.asking.seat != actor or _waits(found.node, seat) != _waits(node, seat):
        if not found.node.asking.may_wait:
            raise OtherOrderError
        found = found.after(WAIT)
    said: Sequence[int] = ()
    if node.drawing is not None:
        said = [node.game.numbers.name(node.drawing.name)]
    elif node.decision is not None and actor == seat:
        said = node.decision.said
    for part in said:
        if part not in found.node.options:
            raise OtherOrderError
        found = found.after(part)
    return found


def _waits(node: GameNode, seat: int) -> int:
    return sum(wait.seat == seat for wait in node.waits)
