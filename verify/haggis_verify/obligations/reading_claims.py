"""What has to be shown of readings and cards, whatever the state.

That something holds for any readings is asked of every pattern and of all fields within their types
at once. That no cards make two things is asked reading by reading, in the words of
``haggis_rules.semantics.patterns``: both solvers look for cards of the deck and for a way to lay
them in the rows of each. How they lie is theirs to choose, so nothing rests on the counting form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from haggis_rules.ir import game as ir
from haggis_rules.ir.reads import reads
from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.semantics.state import Reading
from haggis_verify.encode.settings import show_setting
from haggis_verify.encode.symbols import CardCounts, NotEncodableError
from haggis_verify.obligations.matter import EncodedGame, Obligation
from haggis_verify.obligations.origins import AnyCards, AnyValues
from haggis_verify.patterns.definition_form import (
    ReadingLayout,
    any_layout,
    deck_counts,
    defined,
    defined_layouts,
    needs,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm


def for_any(promise: ir.ForAny, matter: EncodedGame) -> Iterator[Obligation]:
    """Say that the claim is defined and holds for all values of the parameters."""
    view = matter.view
    read = reads(matter.game, promise.claim)
    facts = [matter.formed] if read.states or read.zones else []
    for param in promise.params:
        value = matter.shape.fresh(param.type, f"any!{param.name}")
        facts.append(matter.shape.well_formed(value))
        view = view.naming(param.name, value)
    claim = matter.holds(promise.claim, view)
    origin = AnyValues(view, promise.params)
    yield Obligation("for any values", "for any values", tuple(facts), claim, origin)


def apart(promise: ir.Apart, matter: EncodedGame) -> Iterator[Obligation]:
    """Say of each reading of the pattern that cards that make it make none of the others.

    Only what has as many cards is asked; that readings have so many cards is shown as well. Each
    pattern has to be one that some cards make.
    """
    held = deck_counts(matter.game)
    for patterns in Patterns(matter.game).everywhere:
        ours = readings_of(promise.pattern, patterns)
        for one in _numbers(ours, held, patterns):
            yield _when_set(one, patterns)
        for other in promise.others:
            for one in _apart(ours, readings_of(other, patterns), held, patterns):
                yield _when_set(one, patterns)


def _when_set(one: Obligation, patterns: Patterns) -> Obligation:
    """Name in an obligation the values of the states on which it rests what is wild."""
    when = show_setting(patterns)
    return replace(one, name=one.name + when, group=one.group + when) if when else one


def _apart(
    ours: list[Reading], theirs: list[Reading], held: CardCounts, patterns: Patterns
) -> Iterator[Obligation]:
    both = f"{name_of(ours[0], patterns)} and {name_of(theirs[0], patterns)}"
    alike = _sizes(ours, patterns) & _sizes(theirs, patterns)
    fewest = alike or {min(_sizes(theirs, patterns))}
    yield from _numbers([r for r in theirs if sizes_of(r, patterns) & fewest], held, patterns)
    if not alike:
        facts, denied = (so_many(held, _sizes(each, patterns)) for each in (ours, theirs))
        claim = build.negation(denied)
        yield Obligation(f"numbers of cards, {both}", both, (facts,), claim, AnyCards(held))
    # A question for each reading of ours, and not for each pair: its rivals are one disjunction.
    for reading in ours:
        size = sizes_of(reading, patterns)
        rivals = [rival for rival in theirs if sizes_of(rival, patterns) & size]
        if rivals:
            name = f"{show_reading(patterns.game, reading)} and {name_of(rivals[0], patterns)}"
            made = build.disjunction(makes(rival, held, patterns) for rival in rivals)
            facts = makes(reading, held, patterns)
            yield Obligation(name, both, (facts,), build.negation(made), AnyCards(held))


def _numbers(readings: list[Reading], held: CardCounts, patterns: Patterns) -> Iterator[Obligation]:
    """Say how many cards these readings of one pattern have."""
    group = f"numbers of cards, {name_of(readings[0], patterns)}"
    for size in sorted(_sizes(readings, patterns)):
        alike = [reading for reading in readings if size in sizes_of(reading, patterns)]
        made = build.disjunction(makes(reading, held, patterns) for reading in alike)
        claim = so_many(held, _sizes(alike, patterns))
        yield Obligation(f"{group} of {size}", group, (made,), claim, AnyCards(held))


def so_many(held: CardCounts, sizes: set[int]) -> BoolTerm:
    """Say that there are so many cards, or so many."""
    there = build.add(held)
    return build.disjunction(build.eq(there, build.int_const(size)) for size in sorted(sizes))


def _sizes(readings: list[Reading], patterns: Patterns) -> set[int]:
    return {size for reading in readings for size in sizes_of(reading, patterns)}


def name_of(reading: Reading, patterns: Patterns) -> str:
    """Name the pattern of a reading."""
    return patterns.game.patterns[reading[0]].name


def readings_of(pattern: int, patterns: Patterns) -> list[Reading]:
    """Return the readings of a pattern that cards of the deck may make, at least one.

    Raises ``NotEncodableError`` when there is none.
    """
    found = [reading for reading in patterns.readings if reading[0] == pattern]
    if not found:
        name = patterns.game.patterns[pattern].name
        raise NotEncodableError(f"the combination {name}, which no cards of the deck make")
    return found


def sizes_of(reading: Reading, patterns: Patterns) -> frozenset[int]:
    """Return how many cards a reading may have: one number, unless its rows can differ."""
    found = defined_layouts(patterns, reading)
    return frozenset(sum(row.width for row in rows) for rows in found)


def makes(reading: Reading, held: CardCounts, patterns: Patterns) -> BoolTerm:
    """Say that exactly these cards make a reading, with a way to lay them for a solver to name.

    Right where it is assumed: as a fact, or denied in a claim, as the left side of an implication
    is. To be claimed itself it would have to speak of all ways, which is a quantifier.
    """
    alternatives: list[BoolTerm] = []
    for number, rows in enumerate(defined_layouts(patterns, reading)):
        form = ReadingLayout(patterns, reading, rows)
        mark = f"{show_reading(patterns.game, reading)} {number}: "
        alternatives.append(defined(form, held, *any_layout(form, mark)))
    return build.conjunction([needs(patterns, reading[0], held), build.disjunction(alternatives)])
