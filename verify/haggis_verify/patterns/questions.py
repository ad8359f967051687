"""What the solvers are asked of one reading, so that questions are few and each is small.

That one form follows from the other is asked in parts. Where the cards can lie is a matter of how
many there are for each row, and which suits the rows have is one of the cards that have a suit:

- *definition to counting, places*: cards that lie as the definition wants fill the rows by number;
- *lines*: each suit that rows have the same is there as often as counting lets it be;
- *suits*: when the suits hold, and the lines are so many, the numbers of suits fit;
- *counting to definition, places*: when the rows can be filled by number, the cards lie right in
  one of the ways that ``suit_witness`` names;
- *suits*: however the cards lie right, their suits hold as ``suit_witness`` names them.

A part takes for granted only facts that bear on it, and mostly leaves open how many of a card the
deck has. That can only make more to prove, and what is proved then is true of more: names do not
matter to a solver, so each question has them numbered, and readings that differ in their ranks
alone, or seatings whose decks differ in their copies alone, have one text, which is asked once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from haggis_rules.ir.game import Game, SuitRule
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, Patterns
from haggis_rules.semantics.state import Reading
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.patterns.counting_form import counted, counted_halves, line_bounds
from haggis_verify.patterns.definition_form import (
    NONE,
    LayoutConstraints,
    ReadingLayout,
    any_layout,
    deck_counts,
    defined,
    defined_halves,
    defined_layouts,
    needs,
)
from haggis_verify.patterns.suit_witness import is_nested, layout_witness, named_suits, own_rows
from haggis_verify.patterns.symmetry import apart
from haggis_verify.solvers.solve import SolverAnswer
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolAnd, BoolTerm, IntTerm, free_variables
from haggis_verify.terms.smtlib import MARK, script

TO_COUNTING, TO_DEFINITION = "definition to counting", "counting to definition"
PLACES, LINES, SUITS = "places", "lines", "suits"
# Rules that hold or not whatever cards that take any suit there are.
_WHATEVER_IS_FREE = {SuitRule.ANY, SuitRule.MATCHING, SuitRule.MATCHING_DIFFERENT}
_NAME = re.compile(rf"\|{re.escape(MARK)}([^|]*)\|")


@dataclass(frozen=True, slots=True)
class PatternQuery:
    """Facts that are not to hold together, by the name of the obligation."""

    name: str
    facts: tuple[BoolTerm, ...]

    def text(self) -> str:
        """Ask it in the words that all equal questions have."""
        return numbered(script(self.facts))[0]


def numbered(text: str) -> tuple[str, dict[str, str]]:
    """Return a text with its names numbered as they come, and the name of each number."""
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return f"|{MARK}{numbers.setdefault(found[1], str(len(numbers)))}|"

    return _NAME.sub(number, text), {number: name for name, number in numbers.items()}


def named(answer: SolverAnswer, names: Mapping[str, str]) -> SolverAnswer:
    """Return an answer to a numbered text in the names that were there."""
    chosen = {names[number]: value for number, value in answer.chosen.items() if number in names}
    return replace(answer, chosen=chosen)


def any_counts(game: Game) -> CardCounts:
    """Let the solver choose how many of each card there are, as many as it likes.

    So decks that differ in this alone have the same questions.
    """
    return tuple(
        build.int_var(f"{game.card_name(i)} ({i})", 0, None) for i in range(len(game.cards))
    )


def counting(patterns: Patterns, reading: Reading, held: CardCounts) -> BoolTerm:
    """Whether cards make the reading by their numbers."""
    forms = _forms(patterns, reading, Counting(patterns).layouts(reading))
    return build.disjunction(counted(form, held) for form in forms)


def of_some(patterns: Patterns, reading: Reading) -> tuple[BoolTerm, ...]:
    """Ask for cards that make a reading by counting, all of which have a place in it.

    No verdict rests on it: the cards speak for themselves.
    """
    forms = _forms_apart(patterns, reading, Counting(patterns).layouts(reading))
    held = tuple(
        count if any(form.places(card) for form in forms) else build.int_const(0)
        for card, count in enumerate(deck_counts(patterns.game))
    )
    made = build.disjunction(counted(form, held) for form in forms)
    return needs(patterns, reading[0], held), made


def of_none(patterns: Patterns, reading: Reading) -> Iterator[PatternQuery]:
    """Ask whether there are cards, by either form, that make what none are seen to make."""
    held = deck_counts(patterns.game)
    given = needs(patterns, reading[0], held)
    yield PatternQuery("none by counting", (given, counting(patterns, reading, held)))
    for form in _forms_apart(patterns, reading, defined_layouts(patterns, reading)):
        yield PatternQuery("none by definition", (given, defined(form, held, *any_layout(form))))


def in_parts(patterns: Patterns, reading: Reading) -> list[PatternQuery] | None:
    """Ask in parts whether the forms are the same; None when there are too many ways to lay cards.

    A part that is not proved says nothing yet: ``whole`` decides.
    """
    forms = _forms_apart(patterns, reading, Counting(patterns).layouts(reading))
    nested = all(map(is_nested, forms))
    found = list(to_counting_in_parts(patterns, reading))
    held = _any_or_deck(patterns, nested=nested)
    for form in forms:
        if not nested and layout_witness(form, held) is None:
            return None
        found += _to_definition(form, held)
    return found


def to_counting_in_parts(patterns: Patterns, reading: Reading) -> Iterator[PatternQuery]:
    """Ask in parts whether cards that make a reading by the definition make it by counting.

    A part that is not proved says nothing yet: ``to_counting_whole`` decides.
    """
    there = frozenset(Counting(patterns).layouts(reading))
    nested = all(map(is_nested, _forms_apart(patterns, reading, there)))
    held = _any_or_deck(patterns, nested=nested)
    # Whether a layout is counted itself goes with the names of its ranks, so these are sorted out
    # before any are left out.
    defined_ = defined_layouts(patterns, reading)
    counted_ = [one for one in defined_ if one in there]
    uncounted = [one for one in defined_ if one not in there]
    for form in [
        *_forms_apart(patterns, reading, counted_),
        *_forms_apart(patterns, reading, uncounted),
    ]:
        if form.layout in there:
            yield from _to_counting(form, held)
        else:  # one like it is counted, and which is left to the solvers
            wrong = build.negation(counting(patterns, reading, held))
            definition = defined(form, held, *any_layout(form, held=held))
            yield PatternQuery(TO_COUNTING, (definition, wrong))


def _any_or_deck(patterns: Patterns, *, nested: bool) -> CardCounts:
    return any_counts(patterns.game) if nested else deck_counts(patterns.game)


def whole(patterns: Patterns, reading: Reading) -> Iterator[PatternQuery]:
    """Ask at once whether the forms are the same; there are not too many ways to lay cards."""
    yield from to_counting_whole(patterns, reading)
    held = deck_counts(patterns.game)
    given = needs(patterns, reading[0], held)
    for form in _forms_apart(patterns, reading, Counting(patterns).layouts(reading)):
        suits = named_suits(form, held)
        denied = [
            build.negation(defined(form, held, placed, suits))
            for placed in layout_witness(form, held) or ()
        ]
        yield PatternQuery(TO_DEFINITION, (given, counted(form, held), *denied))


def to_counting_whole(patterns: Patterns, reading: Reading) -> Iterator[PatternQuery]:
    """Ask at once whether cards that make a reading by the definition make it by counting."""
    held = deck_counts(patterns.game)
    given = needs(patterns, reading[0], held)
    wrong = build.negation(counting(patterns, reading, held))
    for form in _forms_apart(patterns, reading, defined_layouts(patterns, reading)):
        yield PatternQuery(TO_COUNTING, (given, defined(form, held, *any_layout(form)), wrong))


def _forms(
    patterns: Patterns, reading: Reading, found: Iterable[Layout]
) -> Iterator[ReadingLayout]:
    return (ReadingLayout(patterns, reading, rows) for rows in found)


def _forms_apart(
    patterns: Patterns, reading: Reading, found: Iterable[Layout]
) -> list[ReadingLayout]:
    return list(_forms(patterns, reading, apart(patterns, reading[0], found)))


def _to_counting(form: ReadingLayout, held: CardCounts) -> Iterator[PatternQuery]:
    placed, chosen = any_layout(form, held=held)
    given, wanted = defined_halves(form, held, placed, chosen), counted_halves(form, held)
    yield from _question(f"{TO_COUNTING}, {PLACES}", given.places, wanted.places)
    known = _suit_facts(form, given)
    bounds = list(_chosen_within(form, held, chosen))
    yield from _question(f"{TO_COUNTING}, {LINES}", known, bounds)
    yield from _question(f"{TO_COUNTING}, {SUITS}", [*known, *bounds], wanted.suits)


def _to_definition(form: ReadingLayout, held: CardCounts) -> Iterator[PatternQuery]:
    yield from _places_to_definition(form, held)
    given, suits = counted_halves(form, held), named_suits(form, held)
    anyhow = defined_halves(form, held, any_layout(form, held=held)[0], suits)
    known = [*_suit_facts(form, given), *_suit_facts(form, LayoutConstraints(anyhow.places, ()))]
    yield from _question(f"{TO_DEFINITION}, {SUITS}", known, anyhow.suits)


def _places_to_definition(form: ReadingLayout, held: CardCounts) -> Iterator[PatternQuery]:
    """Ask whether the cards lie right as is named, in terms of the cells that the rows lack.

    Of the cards that are not wild nothing else matters for that. So the first of each row is what
    is left of its width, and how wide the rows are drops out.
    """
    left = [*held]
    for row, cells in enumerate(form.layout):
        own = [card for card in range(len(held)) if form.places(card) == [row]]
        own = [card for card in own if not form.is_wild(card)]
        if own:
            lacking = build.int_var(f"lacking in row {row}", 0, None)
            others = [held[card] for card in own[1:]]
            left[own[0]] = build.minus(build.int_const(cells.width), build.add([lacking, *others]))
    given = counted_halves(form, tuple(left))
    bounds = [build.le(NONE, count) for count in left]
    alternatives = [
        build.conjunction(defined_halves(form, tuple(left), placed, named_suits(form, held)).places)
        for placed in layout_witness(form, tuple(left)) or ()
    ]
    name = f"{TO_DEFINITION}, {PLACES}"
    yield from _question(name, given.places, [build.disjunction(alternatives)], bounds)


def _suit_facts(form: ReadingLayout, given: LayoutConstraints) -> list[BoolTerm]:
    """Return what bears on the suits."""
    alone = all(
        wanted is None and part.highest is None and part.suits in _WHATEVER_IS_FREE
        for part, wanted, _ in form.parts()
    )
    return [*given.suits] if alone else [*given.places, *given.suits]


def _chosen_within(
    form: ReadingLayout, held: CardCounts, chosen: Sequence[Sequence[IntTerm]]
) -> Iterator[BoolTerm]:
    """Say that the suits that rows have the same are as often there as counting lets them be."""
    own = own_rows(form, held)
    for (part, wanted, rows), suits in zip(form.parts(), chosen, strict=True):
        if part.suits is SuitRule.MATCHING and wanted is None and suits:
            width, lines = form.layout[rows[0]].width, form.in_lines(held, rows)
            bounds = line_bounds(part.suits, width, [own[row] for row in rows], lines)
            for (low, high), suit in zip(bounds, suits, strict=True):
                yield build.le(low, suit)
                yield build.le(suit, high)


def _question(
    name: str, given: Sequence[BoolTerm], wanted: Sequence[BoolTerm], known: Sequence[BoolTerm] = ()
) -> Iterator[PatternQuery]:
    """Ask for what is given without all that is wanted, unless that is given or known to hold."""
    # What is denied is a disjunction, so one question stands for all the claims of a part.
    facts = dict.fromkeys(_parts(given))
    there = {*facts, *known, build.TRUE}
    claims = [claim for claim in _parts(wanted) if claim not in there]
    if claims:
        denied = build.disjunction(build.negation(claim) for claim in claims)
        yield PatternQuery(name, (*_bearing_on(denied, [*facts]), denied))


def _parts(facts: Iterable[BoolTerm]) -> Iterator[BoolTerm]:
    for fact in facts:
        yield from fact.parts if isinstance(fact, BoolAnd) else (fact,)


def _bearing_on(claim: BoolTerm, facts: Sequence[BoolTerm]) -> list[BoolTerm]:
    """Return the facts that speak of what the claim speaks of, or of what such facts speak of."""
    variables = {fact: frozenset(free_variables([fact])) for fact in facts}
    # The connected component of the claim, by iteration to a fixed point. To leave facts out is
    # sound for ``unsat``: fewer facts have more cases.
    known = set(free_variables([claim]))
    while more := [names for names in variables.values() if names & known and not names <= known]:
        known.update(*more)
    return [fact for fact, names in variables.items() if names & known or not names]
