"""What has to be shown of any combination that can be made of cards from one zone.

The cards that are taken are counts of their own: of each card no more than lies in the zone of some
owner. That they make a reading is said in the words of ``haggis_rules.semantics.patterns``, and how
they lie in its rows is for the solvers to choose, so nothing rests on the counting form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from haggis_rules.ir import game as ir
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Reading
from haggis_verify.encode.definedness import defined
from haggis_verify.encode.expressions import truth_of
from haggis_verify.encode.settings import is_set, show_setting, wild_symbols
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.obligations.matter import EncodedGame, Obligation
from haggis_verify.obligations.origins import AnyTakenCards
from haggis_verify.obligations.reading_claims import makes, readings_of, sizes_of, so_many
from haggis_verify.patterns.definition_form import deck_counts
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

Claims = dict[Reading, BoolTerm]  # of each reading, what is claimed


def any_made(promise: ir.Promise, form: ir.AnyMade, matter: EncodedGame) -> Iterator[Obligation]:
    """Say that the claim holds of each reading that cards from one zone make.

    Of which it holds anyway, nobody is asked. That nothing else can be made says something only if
    something can: there has to be a state with cards that make a reading of which it may hold.
    """
    for patterns in Patterns(matter.game).everywhere:
        yield from _any_made(promise, form, matter, patterns)


def _any_made(
    promise: ir.Promise, form: ir.AnyMade, matter: EncodedGame, patterns: Patterns
) -> Iterator[Obligation]:
    """Say it of states with the values for which the patterns are."""
    game, view = matter.game, matter.view
    taken = AnyTakenCards(view, deck_counts(game))
    known, condition = _condition(form, matter)
    settled = is_set(patterns, wild_symbols(patterns, view.table), view.shape)
    within = _within(taken.counts, form.zone, matter)
    facts = (*matter.given(promise.using), condition, within, settled)
    claims = _claims(form, patterns, matter)
    group = f"any {game.patterns[form.pattern].name} from one {game.zones[form.zone].name}"
    witness = _possible(claims, taken.counts, patterns)
    uncertain = [reading for reading, claim in claims.items() if claim is not build.TRUE]
    when = show_setting(patterns)
    first = Obligation(group + when, group, facts, known, taken, witness=(witness,))
    if known is not build.TRUE or not uncertain:
        yield first
    for sizes, several in _doubling(_by_size(uncertain, patterns)):
        other = build.negation(so_many(taken.counts, sizes))
        implications = (build.implies(makes(r, taken.counts, patterns), claims[r]) for r in several)
        claim, name = (
            build.disjunction([other, build.conjunction(implications)]),
            f"{group}{when}, {_describe(sizes)} cards",
        )
        yield replace(first, name=name, claim=claim, sufficient=other)


def _condition(form: ir.AnyMade, matter: EncodedGame) -> tuple[BoolTerm, BoolTerm]:
    """Say that it is defined whether the state is one that is spoken of; and that it is one."""
    if form.when is None:
        return build.TRUE, build.TRUE
    known = truth_of(defined(form.when, matter.known), matter.view)
    return known, build.implies(known, truth_of(form.when, matter.view))


def _within(counts: CardCounts, zone: int, matter: EncodedGame) -> BoolTerm:
    """Say that so many cards lie in the zone, or in that of some owner."""
    return build.disjunction(
        build.conjunction(build.le(some, there) for some, there in zip(counts, held, strict=True))
        for held in matter.view.table.zones[zone]
    )


def _claims(form: ir.AnyMade, patterns: Patterns, matter: EncodedGame) -> Claims:
    def claim(reading: Reading) -> BoolTerm:
        known = matter.shape.constant(Plain.READING, reading)
        return matter.holds(form.claim, matter.view.naming(form.name, known))

    return {reading: claim(reading) for reading in readings_of(form.pattern, patterns)}


def _possible(claims: Claims, counts: CardCounts, patterns: Patterns) -> BoolTerm:
    """Say that cards make one of the smallest readings of which the claim can hold.

    When it can hold of none, the promise is that nothing is made, and any cards will do.
    """
    able = [reading for reading, claim in claims.items() if claim is not build.FALSE]
    for _, smallest in _by_size(able, patterns):
        return build.disjunction(
            build.conjunction([makes(reading, counts, patterns), claims[reading]])
            for reading in smallest
        )
    return build.TRUE


def _by_size(readings: Iterable[Reading], patterns: Patterns) -> list[tuple[int, list[Reading]]]:
    """Put readings together that have as many cards, the fewest first."""
    found: dict[int, list[Reading]] = {}
    for reading in readings:
        for size in sizes_of(reading, patterns):
            found.setdefault(size, []).append(reading)
    return sorted(found.items())


def _doubling(found: list[tuple[int, list[Reading]]]) -> Iterator[tuple[set[int], list[Reading]]]:
    """Put what has more cards together, each time as many sizes as all before.

    What is larger than a zone can be needs few questions then: that there are so many cards is
    asked first. Heaps double, so n sizes need about log2(n) + 1 questions.
    """
    start, end = 0, 1
    while start < len(found):
        heap = found[start:end]
        several = dict.fromkeys(reading for _, readings in heap for reading in readings)
        yield {size for size, _ in heap}, list(several)
        start, end = end, 2 * end


def _describe(sizes: set[int]) -> str:
    return f"{min(sizes)} to {max(sizes)}" if len(sizes) > 1 else f"{min(sizes)}"
