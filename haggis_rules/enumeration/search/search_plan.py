"""Where to look for readings: their rows as trees, in which equal beginnings are shared.

A run of two rows is the beginning of the run of three, so what a hand has for the first
serves the second. Each path from a root is a layout of the readings at its end: a trie of layouts,
of which a row is one letter. The rows of a tree that lie on the same ranks, however wide, are one
stage of the search.

A plan is made once for each game; its size is that of all layouts of all readings at most.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from haggis_rules.enumeration.needs import is_checked, is_lined, is_possible, wild_range
from haggis_rules.enumeration.suits import SuitConstraint, suit_constraint
from haggis_rules.enumeration.wild import WildRoles
from haggis_rules.ir.game import Game
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, Patterns, Row
from haggis_rules.semantics.state import Cards, Reading


@dataclass(slots=True)
class SearchStep:
    """A row that may come next, and what may come after it in its own part and in the next.

    ``readings`` are the places, in the plan, of the readings that end here, and ``wild`` bounds
    how many wild cards they may hold. ``number`` counts the steps of one stage.
    """

    row: Row
    suits: SuitConstraint
    cells: int
    more: "SearchSteps" = field(default_factory=dict[int, "list[SearchStep]"])
    then: "SearchSteps" = field(default_factory=dict[int, "list[SearchStep]"])
    readings: list[int] = field(default_factory=list[int])
    wild: range = range(0)
    number: int = 0


SearchSteps: TypeAlias = dict[int, list[SearchStep]]  # by rank, the narrowest first


@dataclass(slots=True, eq=False)
class SearchStage:
    """The rows on one rank, after rows on the same ranks.

    ``scope`` masks the cards that decide what can be laid here. Each step has the place of what
    it is laid after in what the stage before left open, and ``after`` has all those places: a step
    leaves one open for rows of its own part, and the next for rows of the part after it. The
    narrowest step comes first.
    """

    rank: int
    scope: Cards
    steps: tuple[tuple[int, SearchStep], ...]
    after: frozenset[int]
    later: "tuple[SearchStage, ...]"


@dataclass(frozen=True, slots=True)
class SearchTree:
    """The layouts of one pattern.

    ``checked`` says that a need has to be looked at in each play, because how many wild cards it
    holds does not decide; ``narrow``, that no row is wider than one card. ``places`` bounds the
    places of the readings in the plan.
    """

    pattern: int
    roles: WildRoles
    checked: bool
    narrow: bool
    places: range
    first: tuple[SearchStage, ...]


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """All layouts of some readings. A reading that is ``hidden`` has more than one."""

    readings: tuple[Reading, ...]
    hidden: frozenset[int]
    trees: tuple[SearchTree, ...]


def plan(
    counting: Counting,
    roles: Sequence[WildRoles],
    readings: Iterable[Reading],
    only: Collection[int] | None = None,
) -> SearchPlan:
    """Make the plan for these readings, given the roles of the cards in each pattern.

    With ``only``, that of these patterns; the places of readings are those among all.
    """
    patterns = counting.patterns
    ordered = tuple(sorted(set(readings)))
    first: dict[int, SearchSteps] = {}
    hidden: set[int] = set()
    for place, reading in enumerate(ordered):
        if only is not None and reading[0] not in only:
            continue
        steps = first.setdefault(reading[0], {})
        game = patterns.game
        layouts = [rows for rows in counting.layouts(reading) if is_possible(game, reading, rows)]
        for layout in layouts:
            end = _grow(game, steps, reading, layout)
            end.readings.append(place)
            lines = end.row.width if end.suits.lined else 0
            end.wild = wild_range(game, roles[reading[0]], reading[0], end.cells, lines)
        if len(layouts) > 1:
            hidden.add(place)
    trees = (
        _tree(patterns, roles[pattern], pattern, ordered, steps) for pattern, steps in first.items()
    )
    return SearchPlan(ordered, frozenset(hidden), tuple(trees))


def _tree(
    patterns: Patterns,
    roles: WildRoles,
    pattern: int,
    ordered: Sequence[Reading],
    steps: SearchSteps,
) -> SearchTree:
    game = patterns.game
    places = [place for place, reading in enumerate(ordered) if reading[0] == pattern]
    return SearchTree(
        pattern,
        roles,
        is_checked(game, roles, pattern),
        all(step.row.width == 1 for step in _every(steps)),
        range(places[0], places[-1] + 1),
        _stages(roles, roles.wild, [(0, steps)]),
    )


def _stages(
    roles: WildRoles, scope: Cards, before: Iterable[tuple[int, SearchSteps]]
) -> tuple[SearchStage, ...]:
    """Gather the steps that come next by their rank.

    A step numbered n leaves open the places 2n, for its own part, and 2n + 1, for the part after.
    """
    ranks: dict[int, list[tuple[int, SearchStep]]] = {}
    for place, steps in before:
        for rank, some in steps.items():
            ranks.setdefault(rank, []).extend((place, step) for step in some)
    stages: list[SearchStage] = []
    for rank, here in ranks.items():
        here.sort(key=lambda placed: placed[1].row.width)
        wider = scope | roles.own[rank]
        next_: list[tuple[int, SearchSteps]] = []
        for number, (_, step) in enumerate(here):
            step.number = number
            next_ += [(2 * number, step.more), (2 * number + 1, step.then)]
        after = frozenset(place for place, _ in here)
        stages.append(SearchStage(rank, wider, tuple(here), after, _stages(roles, wider, next_)))
    return tuple(stages)


def _every(steps: SearchSteps) -> Iterable[SearchStep]:
    for here in steps.values():
        for step in here:
            yield step
            yield from _every(step.more)
            yield from _every(step.then)


def _grow(game: Game, first: SearchSteps, reading: Reading, layout: Layout) -> SearchStep:
    """Return the step at the end of a layout, after making those on the way that are not there."""
    lowest, *rest = layout
    step = _step(game, first, reading, lowest, 0)
    for row in rest:
        steps = step.more if row.part == step.row.part else step.then
        step = _step(game, steps, reading, row, step.cells)
    return step


def _step(game: Game, steps: SearchSteps, reading: Reading, row: Row, cells: int) -> SearchStep:
    part = game.patterns[reading[0]].parts[row.part]
    wanted = None if part.suit_field is None else reading[1 + part.suit_field]
    lined = is_lined(game, reading[0])
    rule = suit_constraint(part.suits, wanted, row.width, lined=lined, highest=row.highest)
    here = steps.setdefault(row.rank, [])
    for known in here:
        if known.row == row and known.suits is rule:
            return known
    step = SearchStep(row, rule, cells + row.width)
    here.append(step)
    here.sort(key=lambda step: step.row.width)
    return step
