"""Where to look for readings: their rows as trees, in which equal beginnings are shared.

A run of two rows is the beginning of the run of three, so what a hand has for the first
serves the second. Each path from a root is a layout of the readings at its end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from haggis_rules.engine.suits import Suits, suits
from haggis_rules.engine.wild import Roles
from haggis_rules.ir.game import Game, Need
from haggis_rules.run.counting import Counting, Tally, suits_fit
from haggis_rules.run.patterns import Layout, Row
from haggis_rules.run.state import Reading, group_mask


@dataclass(slots=True)
class Step:
    """A row that may come next, and what may come after it in its own part and in the next.

    ``readings`` are the places, in the plan, of the readings that end here, and ``wild`` bounds
    how many wild cards they may hold.
    """

    row: Row
    suits: Suits
    cells: int
    more: "Steps" = field(default_factory=dict[int, "list[Step]"])
    then: "Steps" = field(default_factory=dict[int, "list[Step]"])
    readings: list[int] = field(default_factory=list[int])
    wild: range = range(0)


Steps: TypeAlias = dict[int, list[Step]]  # by rank, the narrowest first


@dataclass(slots=True)
class Tree:
    """The layouts of one pattern.

    ``checked`` says that a need has to be looked at in each play, because how many wild cards it
    holds does not decide.
    """

    pattern: int
    roles: Roles
    checked: bool
    first: Steps = field(default_factory=dict[int, list[Step]])


@dataclass(frozen=True, slots=True)
class Plan:
    """All layouts of some readings. A reading that is ``hidden`` has more than one."""

    readings: tuple[Reading, ...]
    hidden: frozenset[int]
    trees: tuple[Tree, ...]


def plan(counting: Counting, roles: Sequence[Roles], readings: Iterable[Reading]) -> Plan:
    """Make the plan for these readings, given the roles of the cards in each pattern."""
    game = counting.patterns.game
    ordered = tuple(sorted(set(readings)))
    trees: dict[int, Tree] = {}
    hidden: set[int] = set()
    for place, reading in enumerate(ordered):
        pattern = reading[0]
        if pattern not in trees:
            checked = _checked(game, roles[pattern], pattern)
            trees[pattern] = Tree(pattern, roles[pattern], checked)
        layouts = [rows for rows in counting.layouts(reading) if _possible(game, reading, rows)]
        for layout in layouts:
            end = _grow(game, trees[pattern].first, reading, layout)
            end.readings.append(place)
            end.wild = _wild(game, roles[pattern], pattern, end.cells)
        if len(layouts) > 1:
            hidden.add(place)
    return Plan(ordered, frozenset(hidden), tuple(trees.values()))


def _possible(game: Game, reading: Reading, layout: Layout) -> bool:
    """Whether the layout could be filled if all cards took any suit."""
    none = (0,) * len(game.suits)
    return all(
        suits_fit(
            part.suits,
            None if part.suit_field is None else reading[1 + part.suit_field],
            [Tally(none, 0, row.width) for row in layout if row.part == number],
        )
        for number, part in enumerate(game.patterns[reading[0]].parts)
    )


def _grow(game: Game, first: Steps, reading: Reading, layout: Layout) -> Step:
    """Give the step at the end of a layout, after making those on the way that are not there."""
    lowest, *rest = layout
    step = _step(game, first, reading, lowest, 0)
    for row in rest:
        steps = step.more if row.part == step.row.part else step.then
        step = _step(game, steps, reading, row, step.cells)
    return step


def _step(game: Game, steps: Steps, reading: Reading, row: Row, cells: int) -> Step:
    part = game.patterns[reading[0]].parts[row.part]
    wanted = None if part.suit_field is None else reading[1 + part.suit_field]
    rule = suits(part.suits, wanted, row.width)
    here = steps.setdefault(row.rank, [])
    for known in here:
        if known.row == row and known.suits is rule:
            return known
    step = Step(row, rule, cells + row.width)
    here.append(step)
    here.sort(key=lambda step: step.row.width)
    return step


def _checked(game: Game, roles: Roles, pattern: int) -> bool:
    """Whether some need has to be looked at in each play."""
    needs = [need for need in game.needs if pattern in need.patterns]
    return not all(_decided(game, roles, need) for need in needs)


def _decided(game: Game, roles: Roles, need: Need) -> bool:
    """Whether the number of wild cards says how many cards of the group there are."""
    return group_mask(game, need.group) in {roles.wild, sum(roles.own)}


def _wild(game: Game, roles: Roles, pattern: int, cells: int) -> range:
    """Give how many wild cards the needs allow in so many cells."""
    least, most = 0, cells
    for need in game.needs:
        if pattern in need.patterns and _decided(game, roles, need):
            wild = group_mask(game, need.group) == roles.wild
            if need.at_least is wild:
                least = max(least, need.count if wild else cells - need.count)
            else:
                most = min(most, need.count if wild else cells - need.count)
    return range(least, most + 1)
