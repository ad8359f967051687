"""Whole matches by chance or by named players, and what of them is looked at afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.own_rules import own_rules
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Owner
from haggis_rules.players.line_up import LineUp
from haggis_rules.players.turns import next_action
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.semantics.breach import Endless
from haggis_rules.semantics.random_streams import StreamPurpose, pick, random_stream
from haggis_rules.semantics.state import Combination

MOST_ACTIONS = 100_000  # in one match, should the rules let it go on for ever


class SweptHand(NamedTuple):
    """A hand of a match: how many actions it took, who led, and its points.

    ``leader`` is the seat or team that made the first play of cards, None where nobody did.
    ``points`` has a row for each entry of the score sheet, with the points of each owner.
    """

    actions: int
    leader: int | None
    points: tuple[tuple[int, ...], ...]


class SweptMatch(NamedTuple):
    """A match, by its seed."""

    seed: int
    hands: tuple[SweptHand, ...]


class MatchShare(NamedTuple):
    """Some matches of one table, and who plays at its seats; None is chance."""

    rules: Rules
    seeds: range
    line_up: LineUp | None = None


def play_matches(share: MatchShare) -> list[SweptMatch]:
    """Play each match of a share. Raises a ``Breach`` when the rules are not sound."""
    rules = own_rules(share.rules)
    return [swept_match(rules, seed, share.line_up) for seed in share.seeds]


def swept_match(rules: Rules, seed: int, line_up: LineUp | None = None) -> SweptMatch:
    """Play the match of a seed: by the players of a line-up, whose chance rests on that seed.

    Without one, ``StreamPurpose.PLAYOUT`` gives the chance: of the seats that can act one is taken,
    and then one of its decisions, all alike. Raises ``Endless`` when the match comes to no end, and
    another ``Breach`` when rules are not sound.
    """
    match, choose = rules.new_match(seed), _chooser(seed, line_up)
    actions, leaders = [0], list[int | None]([None])
    taken = 0
    while match.to_act and taken < MOST_ACTIONS:
        action = choose(match)
        hand, match, taken = match.hand, match.apply(action), taken + 1
        actions[-1] += 1
        if leaders[-1] is None and _plays_cards(action):
            leaders[-1] = _owner(rules, action.actor)
        for _ in range(hand, match.hand):
            actions.append(0)
            leaders.append(None)
    if not match.finished:
        why = "nobody can act" if taken < MOST_ACTIONS else f"no end after {taken:,} actions"
        message = f"{rules.name} for {rules.players} players, match {seed}: {why}"
        raise Endless(message)
    hands = map(SweptHand, actions, leaders, match.hand_points)
    return SweptMatch(seed, tuple(hands))


def _chooser(seed: int, line_up: LineUp | None) -> Callable[[MatchState], Action]:
    """Return what chooses the next action of a match."""
    chance = random_stream(seed, StreamPurpose.PLAYOUT)
    if line_up is None:
        return lambda match: match.by_chance(
            pick(match.decisions(pick(match.to_act, chance)), chance), chance
        )
    players = line_up.players(seed)

    def chosen(match: MatchState) -> Action:
        action = next_action(match, players)
        return match.by_chance(action)

    return chosen


def _plays_cards(action: Action) -> bool:
    return any(isinstance(one, Combination) for one in action.arguments)


def _owner(rules: Rules, seat: int) -> int:
    """Return who scores for a seat: itself, or its team."""
    game = rules.game
    return game.team_of(seat) if scoring(game) is Owner.TEAM else seat
