"""What a seat may choose: all legal actions, and whether one is legal without looking for all.

A guard is looked at as soon as all that it speaks of is chosen. One that speaks of a combination
only through its reading is answered once for each reading, and the answers are kept.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias, overload

from haggis_rules.codegen.compiled import ActionCode, Code
from haggis_rules.codegen.runtime import guard
from haggis_rules.enumeration.plays import Enumerator, Spans
from haggis_rules.ir import game as ir
from haggis_rules.ir.game import ACTOR, CardParam, CombinationParam, FreeParam, Game
from haggis_rules.ir.reads import Reads, reads, through_reading_only
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import (
    Cards,
    Combination,
    StateValues,
    StateZones,
    Value,
    count_of,
    counts,
)
from haggis_rules.semantics.workload import Workload

MOST_KEPT = 10_000  # sets of readings that are remembered for one parameter
MOST_FIXED = 100  # choices for an action that are made once for all states

Arguments = tuple[Value, ...]
ActionOptions: TypeAlias = Sequence[Arguments]  # all choices for an action, in order
Check = Callable[..., bool]
MemoKey = Callable[[StateValues, StateZones, int, Arguments], object]


@dataclass(slots=True)
class ParameterLevel:
    """What is decided by one parameter: which guards can be looked at once it is chosen.

    ``by_reading`` need its reading alone, and ``reads`` says what else those look at. ``allowed``
    has where the plays lie that those allow, None where they allow all, by what ``key`` gives:
    all that ``reads`` speaks of. The units are what one reading and one choice cost to look at.
    """

    by_reading: list[Check] = field(default_factory=list[Check])
    others: list[Check] = field(default_factory=list[Check])
    reads: Reads = field(default_factory=Reads)
    key: MemoKey = field(default_factory=lambda: _key(Reads(), 0))
    reading_units: int = 1
    choice_units: int = 1
    allowed: dict[object, Spans | None] = field(default_factory=dict[object, Spans | None])


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """An action, its functions, the guards that need no choice, and those of each parameter.

    ``units`` is what it costs to see whether a seat may begin it. An action is ``lazy`` when it has
    one choice, of a combination whose guards look at its reading alone. ``fixed`` has all choices
    for it where they are the same in every state, and few.
    """

    name: str
    action: ir.ActionSchema
    code: ActionCode
    first: tuple[Check, ...]
    levels: tuple[ParameterLevel, ...]
    units: int
    lazy: bool
    fixed: tuple[Arguments, ...] | None


class PlayOptions(Sequence[Arguments]):
    """The choices for a lazy action. They are counted at once, and made when somebody asks."""

    __slots__ = ("_asked", "_enumerator", "total")

    def __init__(self, enumerator: Enumerator, hand: Cards, spans: Spans | None, seat: int) -> None:
        self._enumerator, self._asked = enumerator, (hand, spans, seat)
        self.total = enumerator.count(hand, spans, seat)

    def __len__(self) -> int:
        return self.total

    @overload
    def __getitem__(self, number: int) -> Arguments: ...
    @overload
    def __getitem__(self, number: slice) -> list[Arguments]: ...
    def __getitem__(self, number: int | slice) -> Arguments | list[Arguments]:
        """Return the choice of one play, or a list of some."""
        if isinstance(number, slice):
            return [*self][number]
        if not 0 <= number < self.total:
            number = range(self.total)[number]
        hand, spans, seat = self._asked
        plays = self._enumerator
        return (plays.combination(plays.nth(hand, number, spans, seat)),)

    def __iter__(self) -> Iterator[Arguments]:
        plays = self._enumerator.packed(*self._asked)
        return zip(self._enumerator.combinations(plays), strict=True)


class LegalActions:
    """The legal actions of a game, in the order of the text and then of their choices.

    Combinations come in the order of the enumerator, cards as in the deck, and all else from the
    lowest value to the highest; the last choice changes fastest. ``make`` returns an action of a
    class, ``made``, from its three parts. Where one of them is ``by_chance``, ``draws`` says so.
    """

    def __init__(
        self, game: Game, code: Code, enumerator: Enumerator, made: type[Action] = Action
    ) -> None:
        self.game, self.enumerator, self.budget = game, enumerator, enumerator.budget
        # A class's own ``_make`` takes twice as long, and a call of the class as well.
        make = partial(tuple.__new__, made)  # pyright: ignore[reportUnknownMemberType]
        self.make: Callable[[tuple[str, int, Arguments]], Action] = make
        self.draws = any(action.by_chance for action in game.actions)
        self.readings = frozenset(enumerator.patterns.readings)
        self.guard = guard(len(game.cards))
        plans, work = zip(game.actions, code.actions, strict=True), Workload(game)
        self.plans = {action.name: _plan(game, action, own, work) for action, own in plans}
        self._numbered = [*self.plans.values()]
        self._unsettled = enumerator.patterns.setting is None
        self._units = sum(plan.units for plan in self.plans.values())

    def options_of(
        self,
        values: StateValues,
        zones: StateZones,
        seat: int,
        begun: Sequence[int] | None = None,
    ) -> tuple[list[tuple[str, ActionOptions]], list[int]]:
        """Return each action that a seat can take, at rest, with all choices for it.

        Beside them, how many choices there are up to the end of each. ``begun`` has the numbers of
        those that the seat may begin, as far as that is known. Raises ``OverBudgetError``.
        """
        self.budget.begin(self._units)
        known = values, zones, seat
        each: list[tuple[str, ActionOptions]] = []
        ends: list[int] = []
        total, plans = 0, self._numbered
        if begun is None:
            begun = [n for n, plan in enumerate(plans) if self.may_choose(plan, known)]
        for number in begun:
            plan = plans[number]
            options: ActionOptions
            if plan.fixed is not None:
                options = plan.fixed
                count = len(options)
            elif plan.lazy:
                options = self._plays(plan, known)
                count = options.total
            else:
                options = self._choose(plan, known, ())
                count = len(options)
            if count:
                total += count
                each.append((plan.name, options))
                ends.append(total)
        return each, ends

    def is_legal(self, values: StateValues, zones: StateZones, action: Action) -> bool:
        """Whether one action can be taken, at rest."""
        plan = self.plans.get(action.name)
        if plan is None or not self.well_formed(plan, action):
            return False
        _, actor, arguments = action
        return (
            plan.code.may(values, zones, actor)
            and all(self.offered(plan, values, zones, action))
            and all(check(values, zones, actor, *arguments) for check in plan.code.guards)
        )

    def well_formed(self, plan: ActionPlan, action: Action) -> bool:
        """Whether there is such a seat, and the choices are of the right kinds."""
        params = plan.action.params
        return (
            type(action.actor) is int
            and 0 <= action.actor < self.game.seats
            and len(action.arguments) == len(params)
            and all(map(self._of_kind, params, action.arguments))
        )

    def offered(
        self, plan: ActionPlan, values: StateValues, zones: StateZones, action: Action
    ) -> Iterator[bool]:
        """Tell of each choice whether its parameter offers it. The action is well formed."""
        for get, value in zip(plan.code.zones, action.arguments, strict=True):
            held = 0 if get is None else get(values, zones, action.actor, *action.arguments)
            if get is None:
                yield True
            elif isinstance(value, Combination):
                # Each count keeps its guard bit exactly when it is no smaller than the one taken
                # away, so one subtraction compares all card classes.
                available = ((held | self.guard) - value.cards) & self.guard == self.guard
                yield available and self.enumerator.at(values).fits(*value)
            elif isinstance(value, int):
                yield count_of(held, value) > 0

    def _of_kind(self, param: ir.ActionParam, value: object) -> bool:
        match param:
            case CombinationParam():
                return (
                    isinstance(value, Combination)
                    and value.reading in self.readings
                    and 0 < value.cards < self.guard
                    and not value.cards & self.guard
                )
            case CardParam():
                return type(value) is int and 0 <= value < len(self.game.cards)
            case FreeParam():
                return type(value) is int and 0 <= value < self.game.size(param.type)

    def arguments(
        self, plan: ActionPlan, values: StateValues, zones: StateZones, seat: int
    ) -> list[Arguments]:
        """Return all choices for an action that the seat may begin.

        Raises ``OverBudgetError``.
        """
        self.budget.begin(plan.units)
        return self._choose(plan, (values, zones, seat), ())

    def _plays(self, plan: ActionPlan, known: tuple[StateValues, StateZones, int]) -> PlayOptions:
        """Return all choices for a lazy action, of which none are made yet."""
        get, plays = plan.code.zones[0], self.enumerator
        held: Cards = 0 if get is None else get(*known, None)
        if self._unsettled:
            plays = plays.at(known[0])
        return PlayOptions(plays, held, self.allowed(plan, known), known[2])

    def may_choose(self, plan: ActionPlan, known: tuple[StateValues, StateZones, int]) -> bool:
        """Whether all holds that needs no choice."""
        if not plan.code.may(*known):
            return False
        blank = (None,) * len(plan.levels)  # these guards read no choice
        for check in plan.first:  # noqa: SIM110 - a generator would take longer than the guards
            if not check(*known, *blank):
                return False
        return True

    def _choose(
        self, plan: ActionPlan, known: tuple[StateValues, StateZones, int], chosen: Arguments
    ) -> list[Arguments]:
        """Return every way to go on from the first choices.

        A search by depth that drops a prefix as soon as a guard refuses it. The worst case is the
        product of the domains.
        """
        if len(chosen) == len(plan.levels):
            return [chosen]
        level = plan.levels[len(chosen)]
        blank = (None,) * (len(plan.levels) - len(chosen) - 1)
        candidates = self._domain(plan, known, chosen)
        self.budget.spend(len(candidates) * level.choice_units)
        for check in level.others:
            candidates = [one for one in candidates if check(*known, *chosen, one, *blank)]
        if not blank:
            return [(*chosen, one) for one in candidates]
        return [all_ for one in candidates for all_ in self._choose(plan, known, (*chosen, one))]

    def _domain(
        self, plan: ActionPlan, known: tuple[StateValues, StateZones, int], chosen: Arguments
    ) -> Sequence[Value]:
        """Return what a parameter offers, but for readings that its guards refuse."""
        place = len(chosen)
        param, get = plan.action.params[place], plan.code.zones[place]
        blank = (None,) * (len(plan.levels) - place)  # no zone rests on what is chosen later
        held: Cards = 0 if get is None else get(*known, *chosen, *blank)
        match param:
            case CombinationParam():
                plays = self.enumerator.at(known[0])
                found = plays.packed(held, self.allowed(plan, known, chosen), known[2])
                return plays.combinations(found)
            case CardParam():
                return [card for card, _ in counts(held)]
            case FreeParam():
                return self.domain(param)

    def domain(self, param: FreeParam) -> range:
        """Return all values that a free parameter can have."""
        return range(self.game.size(param.type))

    def allowed(
        self, plan: ActionPlan, known: tuple[StateValues, StateZones, int], chosen: Arguments = ()
    ) -> Spans | None:
        """Return where the plays lie that the guards by reading allow; None when they allow all."""
        level = plan.levels[len(chosen)]
        key = level.key(*known, chosen)
        if self._unsettled:
            key = self.enumerator.at(known[0]).patterns.setting, key
        try:
            return level.allowed[key]
        except KeyError:
            if len(level.allowed) >= MOST_KEPT:
                level.allowed.clear()
            found = level.allowed[key] = self._look(plan, known, chosen)
            return found

    def _look(
        self, plan: ActionPlan, known: tuple[StateValues, StateZones, int], chosen: Arguments
    ) -> Spans | None:
        """Ask the guards about every reading once; the plays of a reading share the answer."""
        level = plan.levels[len(chosen)]
        blank = (None,) * (len(plan.levels) - len(chosen) - 1)
        self.budget.spend(len(self.readings) * level.reading_units)
        found = frozenset(  # a combination without cards will do: they read nothing but its reading
            reading
            for reading in self.readings
            if all(
                check(*known, *chosen, Combination(reading, 0), *blank)
                for check in level.by_reading
            )
        )
        if len(found) == len(self.readings):
            return None
        return self.enumerator.at(known[0]).spans(found)


def _plan(game: Game, action: ir.ActionSchema, code: ActionCode, work: Workload) -> ActionPlan:
    """Assign each guard its place. None overtakes another if one of the two may raise a breach.

    So for each choice a breach comes from the guard that raises first in the order of the text.
    """
    names = [param.name for param in action.params]
    first: list[Check] = []
    begun = _actor_units(action, work)
    # With more choices the list is longer by far than what was searched, and takes more room.
    levels = tuple(ParameterLevel(choice_units=len(names) ** 2) for _ in names)
    latest = latest_unsafe = -1
    for one, check, safe in zip(action.guards, code.guards, code.safe, strict=True):
        read = reads(game, one.expr)
        place = max((i for i, name in enumerate(names) if name in read.names), default=-1)
        # A safe guard need only wait for the unsafe ones before it, an unsafe one for all.
        place = max(place, latest_unsafe if safe else latest)
        latest, latest_unsafe = max(latest, place), latest_unsafe if safe else place
        units = work.of(one.expr)
        if place < 0:
            first.append(check)
            begun += units
            continue
        level, param = levels[place], action.params[place]
        combined = isinstance(param, CombinationParam)
        # ``by_reading`` is asked before ``others``: once one of those is there, order matters.
        if combined and not level.others and through_reading_only(one.expr, param.name):
            level.by_reading.append(check)
            level.reading_units += units
            level.reads |= read
        else:
            level.others.append(check)
            level.choice_units += units
    for place, level in enumerate(levels):
        level.key = _key(level.reads, place)
    combined = len(levels) == 1 and isinstance(action.params[0], CombinationParam)
    lazy = combined and not levels[0].others
    fixed = _fixed(game, action, levels)
    return ActionPlan(action.name, action, code, tuple(first), levels, begun, lazy, fixed)


def _fixed(
    game: Game, action: ir.ActionSchema, levels: Sequence[ParameterLevel]
) -> tuple[Arguments, ...] | None:
    """Return all choices for an action where no state makes a difference to them."""
    if not levels:
        return ((),)
    param, size = action.params[0], MOST_FIXED + 1
    if isinstance(param, FreeParam) and len(levels) == 1 and not levels[0].others:
        size = game.size(param.type)
    return tuple([(value,) for value in range(size)]) if size <= MOST_FIXED else None


def _actor_units(action: ir.ActionSchema, work: Workload) -> int:
    match action.actor:
        case ir.InTurn(seat=seat):
            return work.of(seat)
        case ir.AnySeat(where=where):
            return work.of(where)


def _key(read: Reads, place: int) -> MemoKey:
    """Make a function of a state, an actor and their earlier choices: all that is read there."""
    states, zones, acts = sorted(read.states), sorted(read.zones), ACTOR in read.names
    # The usual guard looks at one variable alone; then its value is the key, without a tuple.
    if len(states) == 1 and not (zones or acts or place):
        (state,) = states
        return lambda values, _zones, _actor, _chosen: values[state]

    def key(values: StateValues, held: StateZones, actor: int, chosen: Arguments) -> object:
        read_values = [values[state] for state in states]
        read_zones = [held[zone] for zone in zones]
        return (*read_values, *read_zones, actor if acts else None, *chosen)

    return key
