"""What has to be shown of readings and cards, whatever the state.

That something holds for any readings is asked of every pattern and of all fields within their
types at once. That no cards make two things is asked reading by reading, in the words of
``haggis_rules.run.patterns``: both solvers look for cards of the deck and for a way to lay them
in the rows of each. How they lie is theirs to choose, so nothing rests on the counting form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.ir import game as ir
from haggis_rules.ir.reads import reads
from haggis_rules.run.patterns import Patterns, layouts, show_reading
from haggis_rules.run.state import Reading
from haggis_verify import build
from haggis_verify.obligations import Matter, Obligation
from haggis_verify.origins import Cards, Values
from haggis_verify.pattern_forms import Form, any_way, deck_counts, defined, needs
from haggis_verify.symbols import Counts
from haggis_verify.terms import Bool


def for_any(promise: ir.ForAny, matter: Matter) -> Iterator[Obligation]:
    """Say that the claim is defined and holds for all values of the parameters."""
    view = matter.view
    read = reads(matter.game, promise.claim)
    facts = [matter.formed] if read.states or read.zones else []
    for param in promise.params:
        value = matter.shape.fresh(param.type, f"any!{param.name}")
        facts.append(matter.shape.well_formed(value))
        view = view.naming(param.name, value)
    claim = matter.holds(promise.claim, view)
    origin = Values(view, promise.params)
    yield Obligation("for any values", "for any values", tuple(facts), claim, origin)


def apart(promise: ir.Apart, matter: Matter) -> Iterator[Obligation]:
    """Say of each reading of the pattern that cards that make it make none of the others.

    Only what has as many cards is asked. Before that it is asked that some cards make each.
    """
    patterns = Patterns(matter.game)
    held = deck_counts(matter.game)
    names = [pattern.name for pattern in matter.game.patterns]
    for other in promise.others:
        both = f"{names[promise.pattern]} and {names[other]}"
        yield from _apart(promise.pattern, other, both, held, patterns)


def _apart(
    pattern: int, other: int, both: str, held: Counts, patterns: Patterns
) -> Iterator[Obligation]:
    ours, theirs = readings_of(pattern, patterns), readings_of(other, patterns)
    origin = Cards(held)
    sizes = [{size for r in some for size in sizes_of(r, patterns)} for some in (ours, theirs)]
    if sizes[0].isdisjoint(sizes[1]):
        all_cards = build.add(held)
        facts, denied = (
            build.any_of(build.equal(all_cards, build.whole(size)) for size in sorted(some))
            for some in sizes
        )
        yield Obligation(f"numbers of cards, {both}", both, (facts,), build.negate(denied), origin)
    for reading in ours:
        size = sizes_of(reading, patterns)
        rivals = [rival for rival in theirs if sizes_of(rival, patterns) & size]
        if rivals:
            name = f"{show_reading(patterns.game, reading)} and {names_of(rivals, patterns)}"
            yield Obligation(
                name,
                both,
                (makes(reading, held, patterns),),
                build.negate(build.any_of(makes(rival, held, patterns) for rival in rivals)),
                origin,
            )


def names_of(readings: Sequence[Reading], patterns: Patterns) -> str:
    """Name the pattern that these readings have."""
    return patterns.game.patterns[readings[0][0]].name


def readings_of(pattern: int, patterns: Patterns) -> list[Reading]:
    """Give the readings of a pattern that cards of the deck may make."""
    return [reading for reading in patterns.readings if reading[0] == pattern]


def sizes_of(reading: Reading, patterns: Patterns) -> frozenset[int]:
    """Give how many cards a reading may have: one number, unless its rows can differ."""
    game = patterns.game
    found = layouts(game, game.patterns[reading[0]], reading[1:])
    return frozenset(sum(row.width for row in rows) for rows in found)


def makes(reading: Reading, held: Counts, patterns: Patterns) -> Bool:
    """Say that exactly these cards make a reading, with a way to lay them for a solver to name."""
    game = patterns.game
    ways: list[Bool] = []
    for number, rows in enumerate(layouts(game, game.patterns[reading[0]], reading[1:])):
        form = Form(patterns, reading, rows)
        mark = f"{show_reading(game, reading)} {number}: "
        ways.append(defined(form, held, *any_way(form, mark)))
    return build.all_of([needs(patterns, reading[0], held), build.any_of(ways)])
