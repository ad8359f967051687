"""Hands played by chance, fast: no history, no positions, nothing looked at twice.

Each move is found as ``Table`` finds it. All seats that can do something are found, with all that
each of them can do; one of these seats is taken, each as likely as any other, and then one of its
actions, each as likely as any other. So a seat that may act out of turn acts as soon as a seat in
turn does, however many actions either has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from haggis_rules.engine.choices import Choices, Level, Plan
from haggis_rules.engine.compiled import Halves, Values, Zones
from haggis_rules.engine.offers import make_offers
from haggis_rules.ir.game import CardParam, CombinationParam, FreeParam
from haggis_rules.run.breach import Breach, Endless, blamed
from haggis_rules.run.match import FINISHED
from haggis_rules.run.state import Combination, State, Value
from haggis_rules.run.transition import MOST_STEPS

if TYPE_CHECKING:
    from haggis_rules.engine.game import Rules

MOST_MOVES = 10_000  # in one hand, should the rules let it go on for ever

Arguments = tuple[Value, ...]


class Played(NamedTuple):
    """A hand that was played: its seed, how it ended, and of how many actions each was taken."""

    seed: int
    finished: bool
    state: State
    choices: tuple[int, ...]


class _Way(NamedTuple):
    """An action: all that a seat can choose for it, what a choice stands for, what it does."""

    options: Callable[[Values, Zones, int], Sequence[object]]
    arguments: Callable[[object], Arguments]
    do: Callable[..., Halves]


def simulate(rules: Rules, hands: int, seed: int = 1) -> Iterator[Played]:
    """Play so many hands by chance: the first from this seed, each other from the next number.

    The hand of a seed is that of ``Rules.new_hand``, and chance then goes on from the seed
    ``play`` and the number. Raises a ``Breach`` with the clause at fault when the rules are not
    sound.
    """
    playing = _Playing(rules)
    for number in range(seed, seed + hands):
        try:
            yield playing.hand(number)
        except Breach as breach:
            raise blamed(breach, partial(_again, rules, number)) from None


class _Playing:
    """Plays hands of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules, code = rules, rules.code
        self._offers = make_offers(rules.choices)
        self._ways = [_way(rules.choices, plan) for plan in rules.choices.plans.values()]
        self._finished = rules.queries.get(FINISHED, lambda _values, _zones: False)
        self._waiting = code.waiting_checked if rules.checked else code.waiting

    def hand(self, seed: int) -> Played:
        """Play a hand."""
        state, random = self._rules.new_hand(seed).state, _chance(seed).random
        values, zones = state.values, state.zones
        finished, find, choices = self._finished, self._find, list[int]()
        over = finished(values, zones)
        while not over and len(choices) < MOST_MOVES:
            found = find(values, zones)
            if not found:
                over = FINISHED not in self._rules.queries
                break
            seat = sorted(found)[int(random() * len(found))]
            offered = found[seat]
            count = sum([len(options) for _, options in offered])
            choices.append(count)
            which = int(random() * count)
            for way, options in offered:  # noqa: B007 - the last one is the one
                if which < len(options):
                    break
                which -= len(options)
            values, zones = way.do(values, zones, seat, *way.arguments(options[which]))
            values, zones = self._follow(values, zones)
            over = finished(values, zones)
        return Played(seed, bool(over), State(values, zones), tuple(choices))

    def _find(
        self, values: Values, zones: Zones
    ) -> dict[int, list[tuple[_Way, Sequence[object]]]]:
        """Give the seats that can do something, with all that each can choose of each action."""
        ways = self._ways
        found: dict[int, list[tuple[_Way, Sequence[object]]]] = {}
        for seat, number in self._offers(values, zones):
            way = ways[number]
            options = way.options(values, zones, seat)
            if options:
                if seat in found:
                    found[seat].append((way, options))
                else:
                    found[seat] = [(way, options)]
        return found

    def _follow(self, values: Values, zones: Zones) -> Halves:
        """Take each step that follows by itself."""
        waiting, steps = self._waiting, self._rules.code.steps
        taken = 0
        while (step := waiting(values, zones)) >= 0:
            values, zones = steps[step](values, zones, None)
            taken += 1
            if taken == MOST_STEPS:
                message = f"more than {MOST_STEPS} steps follow one another"
                raise Endless(message)
        return values, zones


def _chance(seed: int) -> Random:
    return Random(f"play {seed}")  # noqa: S311 - a game, not a secret


def _again(rules: Rules, seed: int) -> None:
    """Play the same hand position by position, which names the clause of a breach."""
    table, chance = rules.new_hand(seed), _chance(seed)
    for _ in range(MOST_MOVES):
        seats = () if FINISHED in rules.queries and table.finished else table.to_act
        if not seats:
            return
        actions = table.actions(seats[int(chance.random() * len(seats))])
        table = table.apply(actions[int(chance.random() * len(actions))])


def _way(choices: Choices, plan: Plan) -> _Way:
    """Give the quickest way to all choices for an action."""
    do, single = plan.code.do, plan.levels[0] if len(plan.levels) == 1 else None
    if not plan.levels:
        return _Way(lambda *_: [()], _themselves, do)
    if single is not None and not single.others:
        match plan.action.params[0]:
            case CombinationParam():
                return _combinations(choices, plan, single)
            case FreeParam() as free:
                every = [(value,) for value in choices.domain(free)]
                return _Way(lambda *_: every, _themselves, do)
            case CardParam():
                pass
    return _Way(partial(choices.arguments, plan), _themselves, do)


def _combinations(choices: Choices, plan: Plan, level: Level) -> _Way:
    """Give the way for one combination, on which no guard looks but by its reading."""
    enumerator, get = choices.enumerator, plan.code.zones[0]
    key, allowed, packed = level.key, level.allowed, enumerator.packed
    readings, shift, low = enumerator.plan.readings, enumerator.shift, enumerator.low

    def options(values: Values, zones: Zones, seat: int) -> Sequence[object]:
        known = key(values, zones, seat, ())
        if known not in allowed:
            choices.allowed(plan, (values, zones, seat))
        return packed(get(values, zones, seat), allowed[known], seat)

    def arguments(play: object) -> Arguments:
        return (Combination(readings[play >> shift], play & low),)

    return _Way(options, arguments, plan.code.do)


def _themselves(chosen: object) -> Arguments:
    return cast("Arguments", chosen)
