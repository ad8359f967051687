"""Tree to typed form: descent is flattened, names are found, types, units and bounds are given.

The passes, in this order:

1. *flatten* (``descent``): edits are applied down the line of variants. Provenance is noted.
2. *offer* (``option_declarations``, ``guards``): what there is to agree on; guards are judged.
3. *agree* (``agreement``): one table. From here on all is done once for each table.
4. *select*: clauses whose guard does not hold are left out; their names are kept for hints.
5. *type* (``_Ground._game``): declarations before what uses them.
6. *check* (``derived``, ``timing``, ``costs``): what only shows in the whole game.

The first pass stops at its faults, because nothing later makes sense without it. In all others a
fault is noted and the next item typed, and the faults are raised together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.ir import game as ir
from haggis_rules.ir.costs import Cost, cost_faults
from haggis_rules.ir.descent.ancestry import ancestry
from haggis_rules.ir.descent.derived import derived_faults
from haggis_rules.ir.descent.flattening import FlatClause, FlattenedVariant, flatten
from haggis_rules.ir.descent.mentions import mention_faults
from haggis_rules.ir.lower.checks.causes import cause_first, point_to_guards
from haggis_rules.ir.lower.checks.openings import opening_faults
from haggis_rules.ir.lower.checks.sizes import size_faults
from haggis_rules.ir.lower.checks.taken import guard_faults
from haggis_rules.ir.lower.checks.timing import timing_faults
from haggis_rules.ir.lower.declared import names_of
from haggis_rules.ir.lower.items.between_hands import between_hands, check_finished, match_until
from haggis_rules.ir.lower.items.cases import cases
from haggis_rules.ir.lower.items.deals import deals
from haggis_rules.ir.lower.items.declarations import choices_and_zones, table_and_cards
from haggis_rules.ir.lower.items.definitions import Definitions
from haggis_rules.ir.lower.items.flow import actions_and_steps, declare_states, first_values
from haggis_rules.ir.lower.items.patterns import patterns
from haggis_rules.ir.lower.items.promises import promises
from haggis_rules.ir.lower.options.agreement import (
    AgreedValue,
    Agreement,
    OptionOffer,
    agree,
    in_words,
)
from haggis_rules.ir.lower.options.guards import (
    agreements,
    check_guard,
    combinations,
    guards_in,
    holds,
)
from haggis_rules.ir.lower.options.option_declarations import read_option_offer
from haggis_rules.ir.lower.symbols import GuardedName, Located, World
from haggis_rules.syntax import ast


def lower(
    line: Sequence[ast.File],
    *,
    players: int | None = None,
    options: Mapping[str, AgreedValue] | None = None,
) -> ir.Game:
    """Lower a variant, given after its ancestors, for so many players and these options.

    Options that are not given have their usual values. Raises all faults of the text together, or
    ``UnclearSeatsError``, ``NotOfferedError`` or ``UnknownOptionError``.
    """
    ground = _Ground.of(line)
    return ground.lower(agree(ground.offer, ground.here, players, options))


def lower_for_play(
    line: Sequence[ast.File], *, players: int, options: Mapping[str, AgreedValue]
) -> ir.Game:
    """Lower a variant as ``lower`` does, without promises, in less than half the time.

    What only shows in the whole game is not looked for, so the game may have faults that ``lower``
    raises. Raises all others together, as ``lower`` does.
    """
    ground = _Ground.of(line, whole=False)
    return ground.lower(agree(ground.offer, ground.here, players, options), whole=False)


def seatings(line: Sequence[ast.File]) -> tuple[int, ...]:
    """Return every number of seats that a variant is for.

    Raises ``SeveralFaultsError`` with all faults of the text.
    """
    ground = _Ground.of(line)
    if ground.faults:
        raise SeveralFaultsError(ground.faults)
    return ground.offer.seatings


def clauses_at(
    line: Sequence[ast.File],
    *,
    players: int | None = None,
    options: Mapping[str, AgreedValue] | None = None,
) -> tuple[FlatClause, ...]:
    """Return the clauses that hold for so many players and these options, in order.

    Raises as ``lower`` does, but for faults inside of clauses.
    """
    ground = _Ground.of(line)
    agreement = agree(ground.offer, ground.here, players, options)
    return tuple(f for f in ground.flat.clauses if holds(f.written.guard, agreement))


def lower_everywhere(line: Sequence[ast.File]) -> tuple[list[ir.Game], list[RuleError]]:
    """Lower a variant for every table, and for the options that make a difference to its clauses.

    Return the games, the usual options first, and every fault once; one that is not there at every
    table says for which it is. Raises ``SeveralFaultsError`` when the text cannot be flattened.
    """
    ground = _Ground.of(line)
    games: list[ir.Game] = []
    found: list[tuple[Agreement, tuple[RuleError, ...]]] = []
    for agreement in ground.agreements():
        try:
            games.append(ground.lower(agreement))
        except SeveralFaultsError as several:
            found.append((agreement, several.faults))
    return games, _causes_first(_report_once(found, tables=len(games) + len(found)))


def lower_each(line: Sequence[ast.File]) -> Iterator[ir.Game]:
    """Lower a variant for one table after the other, in the order of ``lower_everywhere``.

    Raises the faults of the first table that has any.
    """
    ground = _Ground.of(line)
    for agreement in ground.agreements():
        yield ground.lower(agreement)


def lower_combined(line: Sequence[ast.File]) -> Iterator[ir.Game]:
    """Lower a variant for every table, with every combination of the truths and choices offered.

    At each table the usual options come first. Of a number that decides which clauses are there,
    the values are taken that guards ask for. Raises ``SeveralFaultsError`` with the faults of the
    first that has any, or ``TooManyOptionsError``.
    """
    ground = _Ground.of(line)
    if ground.faults:
        raise SeveralFaultsError(ground.faults)
    for agreement in combinations(ground.offer, ground.guards()):
        yield ground.lower(agreement)


@dataclass(frozen=True, slots=True)
class _Ground:
    """A text, flattened, with what there is to agree on: what is the same at every table."""

    line: tuple[ast.File, ...]
    flat: FlattenedVariant
    offer: OptionOffer
    faults: tuple[RuleError, ...]

    @staticmethod
    def of(line: Sequence[ast.File], *, whole: bool = True) -> _Ground:
        """Flatten a line of variants. Raises its faults together."""
        flat = flatten(line)
        if flat.faults:
            raise SeveralFaultsError(flat.faults)
        offer, faults = read_option_offer(flat.clauses)
        if not whole:
            return _Ground(tuple(line), flat, offer, tuple(faults))
        taken = [one for one in flat.taken if one.place.span.source == _own(line)]
        more = (*_guard_faults(line), *guard_faults(taken, offer), *mention_faults(flat, line))
        return _Ground(tuple(line), flat, offer, (*faults, *more))

    @property
    def here(self) -> Span:
        """Return the variant's own name, for faults that have no better place."""
        return self.line[-1].variant.name.span

    def guards(self) -> list[ast.Guard]:
        """Return the guards of clauses."""
        return [f.written.guard for f in self.flat.clauses if f.written.guard is not None]

    def agreements(self) -> Iterator[Agreement]:
        """Yield agreements in which every clause and example is there once at least."""
        if not self.offer.seatings:
            yield self.offer.usual()
            return
        guards = self.guards()
        for file in self.line:
            guards += guards_in(file)
        yield from agreements(self.offer, guards)

    def lower(self, agreement: Agreement, *, whole: bool = True) -> ir.Game:
        """Lower for one table, without promises unless ``whole``. Raises all faults together."""
        active = [f for f in self.flat.clauses if holds(f.written.guard, agreement)]
        items = [
            Located(f.clause.name, item, f.written.name.span)
            for f in active
            for item in f.written.items
        ]
        absent = {
            name: GuardedName(f.clause.guard, f.written.guard.span)
            for f in sorted(self.flat.clauses, key=self._is_guarded_wrongly)  # the last one tells
            if f.written.guard is not None and not holds(f.written.guard, agreement)
            for name in _names(f)
        }
        dropped: dict[type, Span] = {
            type(i): edit for f, edit in self.flat.removed for i in f.written.items
        }
        world = World(items, agreement, _removed(self.flat), absent, self.here, dropped)
        world.faults += self.faults
        game, costs = self._game(world, active, promised=whole)
        if whole:
            world.faults += size_faults(world, game.actions)
            world.faults += derived_faults(game, [flat.written for flat in active])
            world.faults += timing_faults(game, self.here)
            world.faults += opening_faults(game, (one.item for one in items), self.here)
            world.faults += cost_faults(game, costs, world.sizes(), self.here)
        if world.faults:
            point_to_guards(world.faults, active)
            raise SeveralFaultsError(cause_first(world, self.here.source, self.flat.taken))
        return game

    def _is_guarded_wrongly(self, flat: FlatClause) -> bool:
        guard = flat.written.guard
        return guard is not None and any(guard.span.covers(one.span) for one in self.faults)

    def _options(self, agreement: Agreement) -> tuple[ir.Option, ...]:
        """Return the options, and say of each whether clauses are there or not by its value."""
        guarding = {
            condition.name.text
            for guard in self.guards()
            for condition in guard.conditions
            if not isinstance(condition, ast.SeatsAre)
        }
        return tuple(replace(one, selects=one.name in guarding) for one in agreement.options)

    def _game(
        self, world: World, active: list[FlatClause], *, promised: bool
    ) -> tuple[ir.Game, dict[str, Cost]]:
        """Type what holds, as far as that can be done, and note the faults in the world.

        Return the game, and what each word costs.
        """
        # Each line needs the ones above. States are declared without their first values, because
        # words read states and first values use words, as do moves and promises. Promises name
        # actions, and examples (``cases``) may use everything.
        table_and_cards(world)
        choices_and_zones(world)
        declare_states(world)
        wilds, needs = patterns(world)
        definitions = Definitions(world)
        first_values(world)
        typed_deals = deals(world)
        actions, steps = actions_and_steps(world)
        between, until = between_hands(world), match_until(world)
        check_finished(world)
        typed_promises = promises(world, actions) if promised else ()
        typed_definitions = definitions.all()
        head = self.line[-1].variant
        game = ir.Game(
            name=head.name.text,
            words=head.words.text,
            lineage=tuple(file.variant.name.text for file in ancestry(self.line)),
            seatings=self.offer.seatings,
            seats=world.seats,
            options=self._options(world.agreement),
            teams=world.teams,
            ranks=world.ranks,
            suits=world.suits,
            groups=tuple(world.groups),
            cards=tuple(world.cards),
            zones=tuple(world.zones),
            choices=tuple(world.choices.values()),
            states=tuple(world.states),
            deals=typed_deals,
            patterns=tuple(world.patterns),
            wilds=wilds,
            needs=needs,
            definitions=typed_definitions,
            scores=world.score_names,
            actions=actions,
            steps=steps,
            between=between,
            until=until,
            promises=typed_promises,
            cases=cases(world),
            clauses={f.clause.name: f.clause for f in active},
            removed=self.flat.reasons,
            declared=world.declared,
            experimental=head.experimental,
        )
        return game, definitions.costs


def _own(line: Sequence[ast.File]) -> SourceFile:
    return line[-1].variant.name.span.source


def _guard_faults(line: Sequence[ast.File]) -> Iterator[RuleError]:
    """Judge every guard by the table and the options of the file that writes it."""
    for end, file in enumerate(line, 1):
        guards = list(guards_in(file))
        if not guards:
            continue
        # A guard means what it meant to its author, so the offer is that of its own file: the
        # line is flattened once for each of its files that writes guards.
        offer, _ = read_option_offer(flatten(line[:end]).clauses)
        if not offer.seatings:
            continue  # the table is missing, which is told of elsewhere
        for guard in guards:
            try:
                check_guard(guard, offer)
            except RuleError as fault:
                yield fault


def _report_once(
    found: Sequence[tuple[Agreement, tuple[RuleError, ...]]], tables: int
) -> Iterator[RuleError]:
    """Yield each fault as it is at the first table, with that table unless it is at every one."""
    places = [{_kind(fault) for fault in faults} for _, faults in found]
    reported: set[tuple[object, ...]] = set()
    for agreement, faults in found:
        for fault in faults:
            if _kind(fault) not in reported and sum(_kind(fault) in at for at in places) < tables:
                fault.where = in_words(agreement)
        yield from (fault for fault in faults if _kind(fault) not in reported)
        reported |= {_kind(fault) for fault in faults}


def _kind(fault: RuleError) -> tuple[object, ...]:
    """Return what makes two faults the same: the place and the class, whatever the words are."""
    return (fault.span.source.path, fault.span.start, fault.span.end, type(fault))


def _causes_first(faults: Iterable[RuleError]) -> list[RuleError]:
    """Return each fault once, those that follow from others at the end."""
    once: dict[tuple[object, ...], RuleError] = {}
    for fault in faults:
        once.setdefault((fault.span.source.path, fault.span.start, fault.message), fault)
    return sorted(once.values(), key=lambda fault: fault.follows)


def _removed(flat: FlattenedVariant) -> dict[str, Span]:
    """Return what the clauses taken out, or replaced, declared, and where they are taken out."""
    return {name: edit for f, edit in flat.removed for name in _names(f)}


def _names(flat: FlatClause) -> Iterator[str]:
    return (name.text for item in flat.written.items for name in names_of(item))
