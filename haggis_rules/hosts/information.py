"""What a seat knows at a node, as text: now, and of all that has happened.

Two nodes that look alike to a seat have equal texts, and nodes that it can tell apart have not.
"""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps

from haggis_rules.engine.match import MatchState
from haggis_rules.hosts.sequential_game import GameNode
from haggis_rules.knowledge.match_view import scores_text
from haggis_rules.knowledge.seen import SeenZone
from haggis_rules.knowledge.view import view_to_line
from haggis_rules.notation.table_text import drawn_table, seat_name

DEALING = "the cards are being dealt"


def information_state(node: GameNode, seat: int) -> str:
    """Return all that a seat knows: each event of each hand as it was shown it, and what it sees.

    The events are JSON, as in a view. Each time that it let others act first is there as well, and
    what it has said so far of its decision.
    """
    return "\n".join([*_log(node, seat), observation(node, seat)])


def observation(node: GameNode, seat: int) -> str:
    """Return what a seat sees now, in one line of notation, and who is asked."""
    return " | ".join([*_standing(node), *_seen(node, seat), *_asked(node, seat)])


def public_observation(node: GameNode) -> str:
    """Return what all seats see now."""
    match = node.match
    if match is None:
        return DEALING
    game, visible = match.rules.game, match.rules.visibility
    if node.deal is not None:
        return "\n".join([*_standing(node), DEALING])
    zones, values = visible.public_zones(match.state), visible.public_values(match.state)
    return "\n".join([*_standing(node), drawn_table(game, zones, values)])


def private_observation(node: GameNode, seat: int) -> str:
    """Return what a seat sees now and not everybody does."""
    match = node.match
    if node.deal is not None or match is None:
        return "" if node.deal is None else node.deal.to_text(seat)
    game, visible, state = match.rules.game, match.rules.visibility, match.state
    public = {zone.place: zone.cards for zone in visible.public_zones(state)}
    zones = [
        SeenZone(zone.place, zone.cards - public[zone.place], 0)
        for zone in visible.zones(state, seat)
        if zone.cards != public[zone.place]
    ]
    open_to_all = set(visible.public_values(state))
    values = [one for one in visible.values(state, seat) if one not in open_to_all]
    return "\n".join(filter(None, [drawn_table(game, zones, values), *_saying(node, seat)]))


def whole_state(node: GameNode) -> str:
    """Return everything there is at a node, for nobody who plays to see."""
    parts = [*_standing(node)]
    if node.deal is not None:
        parts += filter(None, [DEALING, node.deal.to_text()])
    else:
        parts += [node.table.to_text(), *_asked(node, None)]
    if node.drawing is not None:
        parts.append(f"{node.drawing}: its choice is drawn")
    return " | ".join(parts)


def _log(node: GameNode, seat: int) -> Iterator[str]:
    match = node.match
    if match is None:
        return
    scored = match.hand_points
    for number, hand in enumerate(match.hands, start=1):
        taken = 0
        for event in hand.view(seat).seen:
            yield f"{number} {node.game.event_text(event)}"
            taken += event.actor is not None
        if number <= len(scored):
            yield f"{number} scored {_points(match, number - 1)}"
    for wait in node.waits:
        if wait.seat == seat:
            yield f"{wait.hand} waited after {wait.actions}"


def _points(match: MatchState, hand: int) -> str:
    rules = match.rules
    names, points = rules.game.scores, match.hand_points[hand]
    return dumps(dict(zip(names, points, strict=True)))


def _standing(node: GameNode) -> Iterator[str]:
    match = node.match
    if match is not None:
        yield scores_text(match.rules.game, match.hand, match.scores)


def _seen(node: GameNode, seat: int) -> Iterator[str]:
    if node.deal is None:
        yield view_to_line(node.game.rules.game, node.table.position.view(seat))
    else:
        yield f"{seat_name(seat)}: {DEALING}"
        yield from filter(None, [node.deal.to_text(seat)])


def _asked(node: GameNode, seat: int | None) -> Iterator[str]:
    """Yield who is asked, and what has been said: all of it to nobody, or what a seat said."""
    if node.by_chance or node.over:
        return
    asked, may_wait = node.asking
    open_to = may_wait and node.decision is None and seat in {asked, None}
    yield f"{seat_name(asked)} is asked{', and may wait' if open_to else ''}"
    yield from _saying(node, asked if seat is None else seat)


def _saying(node: GameNode, seat: int) -> Iterator[str]:
    if node.decision is not None and node.asking.seat == seat:
        yield " ".join(map(node.game.numbers.show, node.decision.said))
