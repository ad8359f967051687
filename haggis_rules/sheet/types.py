"""Every type of play that a hand as dealt can hold: how far it goes, and in how many ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.engine.game import Rules
from haggis_rules.engine.plays import Enumerator
from haggis_rules.render.held import Held, TypeHeld
from haggis_rules.run.state import Cards, Combination, Reading, pack, size
from haggis_rules.sheet.hands import Hand, hands
from haggis_rules.sheet.holding import Holding


def types_of(rules: Rules) -> tuple[Held, ...]:
    """Tell them, for each zone that combinations are laid from."""
    return tuple(_held(rules, hand) for hand in hands(rules.game))


def _held(rules: Rules, hand: Hand) -> Held:
    holding = Holding(rules.patterns, hand)
    by_type: dict[tuple[int, tuple[int, ...]], list[Combination]] = {}
    for play in holding.held(rules.patterns.readings):
        pattern, *values = play.reading
        alike = tuple(values[place] for place in rules.game.patterns[pattern].alike)
        by_type.setdefault((pattern, alike), []).append(play)
    ways = _ways(rules)
    found = tuple(
        _type(rules, holding, pattern, plays, ways) for (pattern, _), plays in by_type.items()
    )
    zone = "" if hand.zone is None else rules.game.zones[hand.zone].name
    return Held(zone, hand.size, found)


def _type(
    rules: Rules,
    holding: Holding,
    pattern: int,
    plays: Sequence[Combination],
    ways: dict[Reading, int],
) -> TypeHeld:
    ranked = rules.game.patterns[pattern].ranked
    ordered = sorted(plays, key=lambda play: [play.reading[1 + place] for place in ranked])
    shown = [
        rules.show(Combination(play.reading, holding.fewest_wild(play)))
        for play in (ordered[0], ordered[-1])
    ]
    return TypeHeld(
        pattern,
        tuple(play.reading for play in ordered),
        max(size(play.cards) for play in plays),
        sum(ways.get(play.reading, 0) for play in plays),
        *shown,
    )


def _ways(rules: Rules) -> dict[Reading, int]:
    """Count the groups of cards of the deck that make each reading, and no card in them is wild."""
    found: dict[Reading, int] = {}
    enumerator = Enumerator(rules.patterns)
    for pattern in range(len(rules.game.patterns)):
        own = frozenset(one for one in rules.patterns.readings if one[0] == pattern)
        for reading, _ in enumerator.plays(_deck(rules, pattern), own):
            found[reading] = found.get(reading, 0) + 1
    return found


def _deck(rules: Rules, pattern: int) -> Cards:
    return pack(_tame(rules, pattern))


def _tame(rules: Rules, pattern: int) -> Iterator[tuple[int, int]]:
    """Give all cards that are not wild in a pattern."""
    for card, each in enumerate(rules.game.cards):
        if not rules.patterns.is_wild(pattern, card):
            yield card, each.copies
