"""That counting is right: the step from the definition of a pattern to its counting form, proved.

For one reading and any cards that the deck has, two questions are put to both solvers:

- *definition to counting*: can cards be laid as the definition wants while the numbers are wrong?
  How the cards lie and which suits the rows have is for the solver to choose;
- *counting to definition*: can the numbers be right while one way to lay the cards, which we name,
  is wrong? The suits are named too: of each suit as many as the row with the most has, and what is
  then short of the width is the first suit. The wild cards lie as ``witness`` says.

A case that a solver finds is dealt and looked at by ``Patterns.makes`` and ``Counting.makes``:
only when these differ is it a refutation.

What is proved is proved reading by reading, for those that are asked for; the same for all others,
and that the terms say what Python does, is tested. ``Patterns.makes`` lays cards one by one and
the terms lay equal cards together. The unions of Hall's condition are those of all kinds of wild
cards, where Python takes the kinds that are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product

from haggis_rules.ir.game import Game, SuitRule
from haggis_rules.run.counting import Counting
from haggis_rules.run.patterns import Patterns, layouts, show_cards, show_reading
from haggis_rules.run.state import Cards, Reading, pack
from haggis_verify import build
from haggis_verify.pattern_forms import NONE, Form, Laid, counted, defined, highest, lacking_in
from haggis_verify.smtlib import script
from haggis_verify.solve import Contradict, Fails, GaveUp, Holds, Limits, case_of, settle
from haggis_verify.symbols import Counts
from haggis_verify.terms import Assignment, Bool, Int, Variable
from haggis_verify.verdicts import (
    Case,
    Disagree,
    How,
    Met,
    Proved,
    Refuted,
    Result,
    Unknown,
    Unsupported,
    Vacuous,
    Verdict,
)

TO_COUNTING, TO_DEFINITION = "definition to counting", "counting to definition"
MOST_WAYS = 2000  # ways to lay the wild cards that are written out
MOST_CELLS = 6  # cells of the readings that are proved when nobody says which


def prove_patterns(
    game: Game, shapes: Iterable[Reading] | None = None, limits: Limits | None = None
) -> tuple[Result, ...]:
    """Prove that counting is right for these readings, or for all small ones.

    Each result is named for its reading and stands under the clause of its pattern.
    """
    patterns = Patterns(game)
    chosen = small_readings(patterns) if shapes is None else shapes
    return tuple(
        Result(
            show_reading(game, reading),
            game.patterns[reading[0]].clause,
            prove_reading(patterns, reading, limits or Limits()),
        )
        for reading in chosen
    )


def small_readings(patterns: Patterns, most: int = MOST_CELLS) -> list[Reading]:
    """Give the readings of so few cards at most that some cards make."""
    game = patterns.game
    return [
        reading
        for reading in patterns.readings
        if any(
            sum(row.width for row in rows) <= most
            for rows in layouts(game, game.patterns[reading[0]], reading[1:])
        )
        and _example(patterns, reading, Limits()) is not None
    ]


def prove_reading(patterns: Patterns, reading: Reading, limits: Limits) -> Verdict:
    """Prove that counting is right for one reading."""
    held = _held(patterns.game)
    given = _needs(patterns, reading, held)
    met: list[Met] = []
    if _example(patterns, reading, limits) is None:
        return Vacuous("some cards make it")
    for name, facts in _questions(patterns, reading, held):
        if facts is None:
            what = f"more than {MOST_WAYS} ways to lay the wild cards"
            return Unsupported(patterns.game.patterns[reading[0]].clause, what)
        question = [given, *facts]
        match settle(question, script(question, title=[name]), limits):
            case Holds(z3=z3, cvc5=cvc5):
                met.append(Met(name, How.SOLVED, z3, cvc5))
            case Fails(chosen=case):
                return _replayed(patterns, reading, name, case)
            case GaveUp(reason=reason):
                return Unknown(f"{name}: {reason}")
            case Contradict(z3=one, cvc5=other):
                return Disagree(name, one, other)
    return Proved((), approximated=False, obligations=tuple(met))


def _example(patterns: Patterns, reading: Reading, limits: Limits) -> Cards | None:
    """Find cards that make a reading, by counting and by the definition."""
    held = _held(patterns.game)
    facts = [_needs(patterns, reading, held), _counted(patterns, reading, held)]
    found = case_of(facts, limits)
    cards = None if found is None else _dealt(patterns.game, found.chosen)
    return cards if cards is not None and patterns.makes(reading, cards) else None


def _held(game: Game) -> Counts:
    """Let the solver choose how many of each card there are."""
    return tuple(
        build.variable(f"{game.card_name(i)} ({i})", 0, card.copies)
        for i, card in enumerate(game.cards)
    )


def _needs(patterns: Patterns, reading: Reading, held: Counts) -> Bool:
    """Say what both forms ask for in the same words."""
    cards = patterns.game.cards
    facts: list[Bool] = []
    for need in patterns.game.needs:
        if reading[0] in need.patterns:
            group = build.add(held[i] for i, c in enumerate(cards) if c.group == need.group)
            count = build.whole(need.count)
            least = need.at_least
            facts.append(build.at_most(count, group) if least else build.at_most(group, count))
    return build.all_of(facts)


def _counted(patterns: Patterns, reading: Reading, held: Counts) -> Bool:
    found = Counting(patterns).layouts(reading)
    return build.any_of(counted(Form(patterns, reading, rows), held) for rows in found)


def _questions(
    patterns: Patterns, reading: Reading, held: Counts
) -> Iterator[tuple[str, list[Bool] | None]]:
    """Give the facts that are not to hold together, by the name of the obligation."""
    game = patterns.game
    wrong = build.negate(_counted(patterns, reading, held))
    for rows in layouts(game, game.patterns[reading[0]], reading[1:]):
        form = Form(patterns, reading, rows)
        yield TO_COUNTING, [defined(form, held, *any_way(form)), wrong]
    for rows in Counting(patterns).layouts(reading):
        form = Form(patterns, reading, rows)
        ways = witness(form, held)
        if ways is None:
            yield TO_DEFINITION, None
            return
        suits = named_suits(form, held)
        denied = [build.negate(defined(form, held, laid, suits)) for laid in ways]
        yield TO_DEFINITION, [counted(form, held), *denied]


def any_way(form: Form) -> tuple[Laid, list[list[Int]]]:
    """Let the solver choose how the cards lie, and the suits of rows that have the same."""
    game = form.patterns.game
    laid = {
        (card, row): build.variable(f"{game.card_name(card)} ({card}) in row {row}", 0, each.copies)
        for card, each in enumerate(game.cards)
        for row in form.places(card)
    }
    suits = [
        [
            build.variable(f"suit {suit.name} in part {number}", 0, form.layout[rows[0]].width)
            for suit in game.suits
        ]
        for number, (_, _, rows) in enumerate(form.parts())
    ]
    return laid, suits


def named_suits(form: Form, held: Counts) -> list[list[Int]]:
    """Name the suits: of each as many as the row with the most has, the rest the first suit."""
    laid = _own(form, held)
    own = [
        form.spread({card: count for (card, there), count in laid.items() if there == row})
        for row in range(len(form.layout))
    ]
    found: list[list[Int]] = []
    for part, wanted, rows in form.parts():
        most: list[Int] = [
            highest([own[row].suits[suit] for row in rows])
            for suit in range(len(form.patterns.game.suits))
        ]
        if part.suits is SuitRule.MATCHING and wanted is None and most:
            width = build.whole(form.layout[rows[0]].width)
            most[0] = build.add([most[0], build.minus(width, build.add(most))])
        found.append(most)
    return found


def witness(form: Form, held: Counts) -> list[Laid] | None:
    """Name ways to lay the cards, one of which is right whenever the numbers are.

    When of any two kinds of wild cards the one may lie wherever the other may, one way is enough:
    the rows that most kinds may fill come first, the kinds with the fewest rows go first, and each
    fills what is left of the rows in order. Otherwise all ways are written out; None when there
    are too many.
    """
    wild = [card for card in range(len(held)) if form.is_wild(card)]
    kinds = sorted({frozenset(form.places(card)) for card in wild}, key=len)
    if all(fewer <= more for fewer, more in pairwise(kinds)):
        return [_in_turn(form, held, kinds)]
    return _written_out(form, held)


def _in_turn(form: Form, held: Counts, kinds: Sequence[frozenset[int]]) -> Laid:
    """Lay the wild cards one kind after the other, each on what is left of the rows in order."""
    laid = _own(form, held)
    rows = range(len(form.layout))
    lacking = lacking_in(form, held)
    order = sorted(rows, key=lambda row: (-sum(row in kind for kind in kinds), row))
    wild = [card for card in range(len(held)) if form.is_wild(card)]
    gone = NONE  # the wild cards laid so far
    for card in sorted(wild, key=lambda card: (len(form.places(card)), card)):
        now = build.add([gone, held[card]])
        filled = NONE  # the cells filled when the rows before this one are
        for row in order:
            full = build.add([filled, lacking[row]])
            if row in form.places(card):
                shared = build.minus(_lowest(now, full), highest([gone, filled]))
                laid[card, row] = highest([NONE, shared])
            filled = full
        gone = now
    return laid


def _written_out(form: Form, held: Counts) -> list[Laid] | None:
    """Give every way to lay wild cards into the rows; None when there are too many."""
    copies = [card.copies for card in form.patterns.game.cards]
    wild = [card for card in range(len(held)) if form.is_wild(card)]
    each: list[list[dict[tuple[int, int], Int]]] = []
    ways = 1
    for row, cells in enumerate(form.layout):
        there = [card for card in wild if row in form.places(card)]
        most = [range(min(cells.width, copies[card]) + 1) for card in there]
        each.append(
            [
                {(card, row): build.whole(count) for card, count in zip(there, some, strict=True)}
                for some in product(*most)
                if sum(some) <= cells.width
            ]
        )
        ways *= len(each[-1])
        if ways > MOST_WAYS:
            return None
    own = _own(form, held)
    return [{**own, **{k: v for row in way for k, v in row.items()}} for way in product(*each)]


def _own(form: Form, held: Counts) -> dict[tuple[int, int], Int]:
    """Lay the cards that are not wild where alone they may lie."""
    return {
        (card, row): count
        for card, count in enumerate(held)
        if not form.is_wild(card)
        for row in form.places(card)
    }


def _lowest(one: Int, other: Int) -> Int:
    return build.choose(build.at_most(one, other), one, other)


def _replayed(patterns: Patterns, reading: Reading, name: str, chosen: Assignment) -> Verdict:
    """Deal the cards of a case, and see what both forms make of them."""
    game = patterns.game
    cards = _dealt(game, chosen)
    made = patterns.makes(reading, cards)
    counts = Counting(patterns).makes(reading, cards)
    says = {True: "makes it", False: "does not make it"}
    replay = f"by the definition it {says[made]}, by counting it {says[counts]}"
    case = Case(name, (show_cards(game, cards), show_reading(game, reading)), replay)
    if made == counts:
        return Unknown("a case was found, but both forms agree on it", case)
    return Refuted(case)


def _dealt(game: Game, chosen: Assignment) -> Cards:
    """Take the cards out of a case."""
    return pack(
        (i, int(chosen.get(card.name, 0)))
        for i, card in enumerate(_held(game))
        if isinstance(card, Variable)
    )
