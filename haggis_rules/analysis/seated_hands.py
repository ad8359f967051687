"""Single hands between named players, as ``simulate`` has them by chance."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import NamedTuple

from haggis_rules.analysis.simulate import MOST_MOVES, PlayoutHand
from haggis_rules.engine.own_rules import own_rules
from haggis_rules.engine.rules import Rules
from haggis_rules.executors.shares import in_order
from haggis_rules.players.line_up import LineUp
from haggis_rules.players.turns import next_action

HANDS_IN_SHARE = 5  # that are played together: players who think take longer than chance


class SeatedShare(NamedTuple):
    """Some of the hands between the same players."""

    rules: Rules
    line_up: LineUp
    seeds: range


def seated_hands(
    rules: Rules, line_up: LineUp, hands: int, seed: int = 1, *, executor: Executor | None = None
) -> Iterator[PlayoutHand]:
    """Yield so many hands between the players of a line-up, the first from this seed.

    The hand of a seed is that of ``Rules.new_hand``, and the players choose by that seed. So the
    hands are the same wherever they are played, here or by any executor, and come in order. Raises
    a ``Breach`` when the rules are not sound, and ``WrongArgumentError`` at a number that is no
    seed.
    """
    end = seed + hands
    shares = (
        SeatedShare(rules, line_up, range(first, min(first + HANDS_IN_SHARE, end)))
        for first in range(seed, end, HANDS_IN_SHARE)
    )
    if executor is None:
        for number in range(seed, end):
            yield seated_hand(rules, line_up, number)
        return
    for played in in_order(executor, _play_share, shares):
        yield from played


def seated_hand(rules: Rules, line_up: LineUp, seed: int) -> PlayoutHand:
    """Return the hand of a seed as these players play it."""
    match, players, choices = rules.new_match(seed), line_up.players(seed), list[int]()
    while match.hand == 1 and match.to_act and len(choices) < MOST_MOVES:
        action = next_action(match, players)
        choices.append(len(match.decisions(action.actor)))
        match = match.apply(action)
    over = match.hand > 1 or match.finished
    return PlayoutHand(seed, over, match.hands[0].state, tuple(choices))


def _play_share(share: SeatedShare) -> list[PlayoutHand]:
    rules = own_rules(share.rules)
    return [seated_hand(rules, share.line_up, seed) for seed in share.seeds]
