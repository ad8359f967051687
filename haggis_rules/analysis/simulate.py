"""Hands played by chance, fast: no history, no positions, nothing looked at twice.

Each move is found as ``Table`` finds it. All seats that can do something are found, with all that
each of them can do; one of these seats is taken, each as likely as any other, and then one of its
actions, each as likely as any other. So a seat that may act out of turn acts as soon as a seat in
turn does, however many actions either has. An action by chance is one, whatever it may bring; its
choice is drawn when it is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from haggis_rules.engine.own_rules import RulesKey, own_rules, rules_key
from haggis_rules.enumeration.legal_actions import ActionPlan, LegalActions, PlayOptions
from haggis_rules.enumeration.outcomes import drawn, outcomes
from haggis_rules.executors.shares import OncePerThread, in_order
from haggis_rules.ir.game import CombinationParam, FreeParam
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.breach import Breach, Endless, with_clause
from haggis_rules.semantics.random_streams import (
    SplitMix64,
    StreamPurpose,
    pick,
    random_stream,
)
from haggis_rules.semantics.state import (
    Cards,
    GameState,
    StateParts,
    StateValues,
    StateZones,
    Value,
)
from haggis_rules.semantics.transition import MOST_STEPS

if TYPE_CHECKING:
    from haggis_rules.engine.position import Position
    from haggis_rules.engine.rules import Rules

MOST_MOVES = 10_000  # in one hand, should the rules let it go on for ever
HANDS_IN_SHARE = 50  # that are played together, some tenths of a second

PlayoutArguments = tuple[Value, ...]


class PlayoutHand(NamedTuple):
    """A hand that was played: its seed, how it ended, and of how many actions each was taken."""

    seed: int
    finished: bool
    state: GameState
    choices: tuple[int, ...]

    def points(self, rules: Rules) -> dict[str, tuple[int, ...]]:
        """Return what each entry of the score sheet is worth to each seat or team."""
        owners, (values, zones) = range(rules.scorers), (self.state.values, self.state.zones)
        return {
            name: tuple(
                cast("int", rules.code.definitions[name](values, zones, owner)) for owner in owners
            )
            for name in rules.game.scores
        }


class _PlayableAction(NamedTuple):
    """An action: all that a seat can choose for it, and what it does.

    ``by_chance``: a seat has one option, which is all that chance can choose from.
    """

    options: Callable[[StateValues, StateZones, int], Sequence[Any]]
    do: Callable[..., StateParts]
    by_chance: bool = False


_Offered = tuple[int, _PlayableAction, Sequence[Any]]  # how many options there are, and of what


def simulate(
    rules: Rules, hands: int, seed: int = 1, *, executor: Executor | None = None
) -> Iterator[PlayoutHand]:
    """Play so many hands at random: the first from this seed, each other from the next number.

    The hand of a seed is that of ``Rules.new_hand``, and is played by ``chance_of`` the seed. So
    the hands are the same wherever they are played, here or by any executor, and come in order.
    Raises a ``Breach`` with the clause at fault when the rules are not sound, and
    ``WrongArgumentError`` at a number that is no seed.
    """
    if executor is None:
        yield from _played(_Playout(rules), range(seed, seed + hands))
        return
    for share in in_order(executor, _play_share, playout_shares(rules, hands, seed)):
        yield from share


class PlayoutShare(NamedTuple):
    """Some of the hands of one simulation."""

    rules: Rules
    seeds: range


def playout_shares(rules: Rules, hands: int, seed: int) -> Iterator[PlayoutShare]:
    """Cut a simulation into shares, which do not depend on who plays them."""
    end = seed + hands
    for first in range(seed, end, HANDS_IN_SHARE):
        yield PlayoutShare(rules, range(first, min(first + HANDS_IN_SHARE, end)))


def _played(playing: _Playout, seeds: range) -> Iterator[PlayoutHand]:
    for number in seeds:
        try:
            yield playing.hand(number)
        except Breach as breach:
            raise with_clause(breach, partial(_again, playing.rules, number)) from None


def _play_share(share: PlayoutShare) -> list[PlayoutHand]:
    return list(_played(_playout(rules_key(share.rules)), share.seeds))


def random_playout(
    rules: Rules, state: GameState, seed: int, idle: Collection[int] = ()
) -> Iterator[tuple[Action | None, GameState]]:
    """Play on from a state by chance, and give each state with the action that led to it.

    Of the seats that can act, of the kinds of action that one of them can take and of the choices
    for it one is taken each, all alike; but ``idle`` seats choose nothing as long as they can take
    an action without a choice. A state to which a step has led comes with None. The first one is
    the state itself. It ends with the hand, or when nobody can do anything. Raises a ``Breach``
    when the rules are not sound.
    """
    return _Playout(rules).walk(state, chance_of(seed), idle)


class _Playout:
    """Plays hands of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules, code = rules, rules.code
        self._actor_actions = rules.actor_actions
        self._playable_actions = [
            _playable_action(rules.choices, plan) for plan in rules.choices.plans.values()
        ]
        self._finished = rules.queries.get(FINISHED)
        self._waiting = code.waiting_checked if rules.checked else code.waiting

    def hand(self, seed: int) -> PlayoutHand:
        """Play a hand: one question to the rules, for a hand may have as many moves as it likes."""
        with self.rules.budget.as_one():
            return self._hand(seed)

    def _hand(self, seed: int) -> PlayoutHand:
        state, chance = self.rules.new_hand(seed).state, chance_of(seed)
        below = chance.below
        values, zones = state.values, state.zones
        finished, find, choices = self._finished, self._find, list[int]()
        while not (finished and finished(values, zones)) and len(choices) < MOST_MOVES:
            found = find(values, zones)
            if not found:
                break
            seat = sorted(found)[below(len(found))] if len(found) > 1 else _alone(found, chance)
            offered = found[seat]
            count = sum([each[0] for each in offered])
            choices.append(count)
            playable, chosen = _chosen(offered, below(count))
            if playable.by_chance:
                chosen = drawn(chosen, chance)
            values, zones = playable.do(values, zones, seat, *chosen)
            values, zones = self._follow(values, zones)
        over = finished(values, zones) if finished else len(choices) < MOST_MOVES
        return PlayoutHand(seed, bool(over), GameState(values, zones), tuple(choices))

    def walk(
        self, state: GameState, chance: Random, idle: Collection[int]
    ) -> Iterator[tuple[Action | None, GameState]]:
        """Play on from a state, and give each state with the action that led to it."""
        yield None, state
        values, zones = state.values, state.zones
        for _ in range(MOST_MOVES):
            if self._finished and self._finished(values, zones):
                return
            found = self._find(values, zones)
            if not found:
                return
            seat = pick(sorted(found), chance)
            bare = [each for each in found[seat] if each[0] and each[2][0] == ()]
            _, playable, options = pick(bare if bare and seat in idle else found[seat], chance)
            option = pick(options, chance)
            arguments = drawn(option, chance) if playable.by_chance else option
            values, zones = playable.do(values, zones, seat, *arguments)
            yield Action(self._name(playable), seat, arguments), GameState(values, zones)
            for after in self._steps(values, zones):
                values, zones = after
                yield None, GameState(values, zones)

    def _name(self, playable: _PlayableAction) -> str:
        """Return the name of an action."""
        return list(self.rules.choices.plans)[self._playable_actions.index(playable)]

    def _steps(self, values: StateValues, zones: StateZones) -> Iterator[StateParts]:
        """Take each step that follows by itself, and give what it leads to."""
        budget, units = self.rules.budget, self.rules.code.units
        budget.begin()
        for _ in range(MOST_STEPS):
            step = self._waiting(values, zones)
            if step < 0:
                return
            budget.spend(units[step])
            values, zones = self.rules.code.steps[step](values, zones)
            yield values, zones
        message = f"more than {MOST_STEPS} steps follow one another"
        raise Endless(message)

    def _find(self, values: StateValues, zones: StateZones) -> dict[int, list[_Offered]]:
        """Return the seats that can do something, with all that each can choose of each action."""
        playable_actions = self._playable_actions
        found: dict[int, list[_Offered]] = {}
        for seat, number in self._actor_actions(values, zones):
            playable = playable_actions[number]
            options = playable.options(values, zones, seat)
            count = len(options)
            if count:
                if seat in found:
                    found[seat].append((count, playable, options))
                else:
                    found[seat] = [(count, playable, options)]
        return found

    def _follow(self, values: StateValues, zones: StateZones) -> StateParts:
        """Take each step that follows by itself."""
        waiting, steps, units = self._waiting, self.rules.code.steps, self.rules.code.units
        taken = 0
        while (step := waiting(values, zones)) >= 0:
            self.rules.budget.spend(units[step])
            values, zones = steps[step](values, zones)
            taken += 1
            if taken == MOST_STEPS:
                message = f"more than {MOST_STEPS} steps follow one another"
                raise Endless(message)
        return values, zones


def _own_playout(key: RulesKey) -> _Playout:
    return _Playout(own_rules(key.rules))


_playout = OncePerThread(_own_playout)


def _alone(found: dict[int, list[_Offered]], chance: SplitMix64) -> int:
    """Return the one seat that can do something, and draw as much as ``below(1)`` does."""
    chance.next()
    (seat,) = found
    return seat


def _chosen(offered: list[_Offered], which: int) -> tuple[_PlayableAction, Any]:
    """Return one of all options, by its number.

    Options stay grouped by action: no list of all is made only to take one.
    """
    for count, playable, options in offered:
        if which < count:
            return playable, options[which]
        which -= count
    raise IndexError(which)


def chance_of(seed: int) -> SplitMix64:
    """Return the chance by which the hand of a seed is played."""
    return random_stream(seed, StreamPurpose.PLAYOUT)


def _again(rules: Rules, seed: int) -> None:
    """Play the same hand position by position, which names the clause of a breach.

    It draws from the same seed in the same order as ``_Playout.hand``, and so comes to the same
    breach; generated code by itself keeps no track of clauses.
    """
    table, chance = rules.new_hand(seed), chance_of(seed)
    for _ in range(MOST_MOVES):
        seats = () if FINISHED in rules.queries and table.finished else table.to_act
        if not seats:
            return
        table = table.apply(next_action(table, seats, chance))


def next_action(table: Position, seats: Sequence[int], chance: Random) -> Action:
    """Return what one of some seats does by chance, as ``simulate`` finds it."""
    return table.by_chance(pick(table.decisions(pick(seats, chance)), chance), chance)


def _playable_action(choices: LegalActions, plan: ActionPlan) -> _PlayableAction:
    """Return the quickest way to all choices for an action."""
    do, level = plan.code.do, plan.levels[0] if len(plan.levels) == 1 else None
    if plan.action.by_chance:
        return _by_chance(choices, plan)
    if level is not None and not level.others:
        param, get = plan.action.params[0], plan.code.zones[0]
        if isinstance(param, FreeParam):
            return _same([(value,) for value in choices.domain(param)], do)
        if isinstance(param, CombinationParam) and get is not None:
            return _combinations(choices, plan, get)
    return _PlayableAction(partial(choices.arguments, plan), do)


def _by_chance(choices: LegalActions, plan: ActionPlan) -> _PlayableAction:
    """Return the action for which chance chooses, once somebody has decided to take it."""

    def options(
        values: StateValues, zones: StateZones, seat: int
    ) -> list[list[tuple[PlayoutArguments, int]]]:
        found = outcomes(choices, plan, values, zones, seat)
        return [found] if found else []

    return _PlayableAction(options, plan.code.do, by_chance=True)


def _same(every: list[PlayoutArguments], do: Callable[..., StateParts]) -> _PlayableAction:
    """Return the action for choices that are the same in every state."""

    def options(_values: StateValues, _zones: StateZones, _seat: int) -> list[PlayoutArguments]:
        return every

    return _PlayableAction(options, do)


def _combinations(
    choices: LegalActions, plan: ActionPlan, get: Callable[..., Cards]
) -> _PlayableAction:
    """Return the action for one combination, at which guards look by its reading alone."""
    enumerator, allowed = choices.enumerator, choices.allowed
    settled = enumerator.patterns.setting is not None

    def options(values: StateValues, zones: StateZones, seat: int) -> PlayOptions:
        spans = allowed(plan, (values, zones, seat))
        plays = enumerator if settled else enumerator.at(values)
        return PlayOptions(plays, get(values, zones, seat, None), spans, seat)

    return _PlayableAction(options, plan.code.do)
