"""That counting is right: the step from the definition of a pattern to its counting form, proved.

For one reading and any cards that the deck has, two questions are put to both solvers:

- *definition to counting*: can cards be laid as the definition wants while the numbers are wrong?
  How the cards lie and which suits the rows have is for the solver to choose;
- *counting to definition*: can the numbers be right while the way to lay the cards that
  ``pattern_witness`` names is wrong?

A case that a solver finds is dealt and looked at by ``Patterns.makes`` and ``Counting.makes``:
only when these differ is it a refutation.

What is proved is proved reading by reading, for those that are asked for; the same for all others,
and that the terms say what Python does, is tested. ``Patterns.makes`` lays cards one by one and
the terms lay equal cards together. The unions of Hall's condition are those of all kinds of wild
cards, where Python takes the kinds that are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from haggis_rules.ir.game import Game
from haggis_rules.run.counting import Counting
from haggis_rules.run.patterns import Patterns, layouts, show_cards, show_reading
from haggis_rules.run.state import Cards, Reading, pack
from haggis_verify import build
from haggis_verify.counting_form import counted
from haggis_verify.pattern_forms import Form, any_way, deck_counts, defined, needs
from haggis_verify.pattern_witness import named_suits, witness
from haggis_verify.smtlib import script
from haggis_verify.solve import Contradict, Fails, GaveUp, Holds, Limits, case_in, settled
from haggis_verify.solvers import Solvers
from haggis_verify.symbols import Counts
from haggis_verify.terms import Assignment, Bool, Variable
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
MOST_CELLS = 6  # cells of the readings that are proved when nobody says which


def prove_patterns(
    game: Game, shapes: Iterable[Reading] | None = None, solvers: Solvers | None = None
) -> tuple[Result, ...]:
    """Prove that counting is right for these readings, or for all small ones.

    Each result is named for its reading and stands under the clause of its pattern.
    """
    patterns, solvers = Patterns(game), solvers or Solvers(Limits())
    chosen = small_readings(patterns, solvers=solvers) if shapes is None else shapes
    return tuple(
        Result(
            show_reading(game, reading),
            game.patterns[reading[0]].clause,
            prove_reading(patterns, reading, solvers),
        )
        for reading in chosen
    )


def small_readings(
    patterns: Patterns, most: int = MOST_CELLS, solvers: Solvers | None = None
) -> list[Reading]:
    """Give the readings of so few cards at most that some cards make."""
    game, solvers = patterns.game, solvers or Solvers(Limits())
    return [
        reading
        for reading in patterns.readings
        if any(
            sum(row.width for row in rows) <= most
            for rows in layouts(game, game.patterns[reading[0]], reading[1:])
        )
        and _counted_case(patterns, reading, solvers) is not None
    ]


def prove_reading(patterns: Patterns, reading: Reading, solvers: Solvers) -> Verdict:
    """Prove that counting is right for one reading."""
    held = deck_counts(patterns.game)
    given = needs(patterns, reading[0], held)
    met: list[Met] = []
    some = _counted_case(patterns, reading, solvers)
    if some is None:
        return Vacuous("some cards make it")
    for name, facts in _questions(patterns, reading, held):
        if facts is None:
            what = "too many ways to lay the wild cards"
            return Unsupported(patterns.game.patterns[reading[0]].clause, what)
        question = [given, *facts]
        match settled(question, *solvers.both(script(question, title=[name]))):
            case Holds(z3=z3, cvc5=cvc5):
                met.append(Met(name, How.SOLVED, z3, cvc5))
            case Fails(chosen=case):
                return _replayed(patterns, reading, name, dealt(patterns.game, case))
            case GaveUp(reason=reason):
                return Unknown(f"{name}: {reason}")
            case Contradict(z3=one, cvc5=other):
                return Disagree(name, one, other)
    if not patterns.makes(reading, some):
        return Unknown("the terms are not what Python does", _case(patterns, reading, "", some))
    return Proved((), approximated=False, obligations=tuple(met))


def _counted_case(patterns: Patterns, reading: Reading, solvers: Solvers) -> Cards | None:
    """Find cards that make a reading by counting, in terms."""
    held = deck_counts(patterns.game)
    facts = [needs(patterns, reading[0], held), _counted(patterns, reading, held)]
    found = case_in(facts, solvers.z3(script(facts)))
    return None if found is None else dealt(patterns.game, found.chosen)


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


def _replayed(patterns: Patterns, reading: Reading, name: str, cards: Cards) -> Verdict:
    """Believe a case only when the two forms differ on it."""
    case = _case(patterns, reading, name, cards)
    if patterns.makes(reading, cards) == Counting(patterns).makes(reading, cards):
        return Unknown("a case was found, but both forms agree on it", case)
    return Refuted(case)


def _case(patterns: Patterns, reading: Reading, name: str, cards: Cards) -> Case:
    """Tell what both forms make of these cards."""
    says = {True: "makes it", False: "does not make it"}
    made = says[patterns.makes(reading, cards)]
    counts = says[Counting(patterns).makes(reading, cards)]
    shown = show_cards(patterns.game, cards), show_reading(patterns.game, reading)
    return Case(name, shown, f"by the definition it {made}, by counting it {counts}")


def dealt(game: Game, chosen: Assignment) -> Cards:
    """Take the cards out of a case."""
    return pack(
        (i, int(chosen.get(card.name, 0)))
        for i, card in enumerate(deck_counts(game))
        if isinstance(card, Variable)
    )
