"""Two exceptions to one word that hold at once: told once, with both places and a small case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product

from haggis_rules.cases.initial_position import NOWHERE
from haggis_rules.diagnostics.errors import RuleError, TwoExceptionsError
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.clause_names import clause_head
from haggis_rules.ir.game import Definition, Exception_, Game
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.breach import Breach, overlap_message
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Reading, pack

MOST_PLAYS = 20_000  # pairs of plays that are looked through for a small case


def overlap_fault(game: Game, breach: str, example: Span) -> RuleError | None:
    """Return the fault of exceptions that hold at once, if that is what a breach in words says."""
    named = (one for one in game.definitions.values() if overlap_message(one.name) == breach)
    definition = next(named, None)
    if definition is None:
        return None
    # What the variant says itself comes last: there its author can see to it.
    found = sorted(definition.exceptions, key=lambda one: _is_own(game, one))
    return _two_exceptions(game, definition, found, (example, "in this example both hold"))


def _two_exceptions(
    game: Game, definition: Definition, found: Sequence[Exception_], *seen: tuple[Span, str]
) -> RuleError:
    """Return the fault of exceptions that hold at once, at the last of them.

    A clause that is not always there points to its guard, for that may be what is wrong.
    """
    guards = {one.clause: game.clauses[one.clause].guard for one in found}
    heads = ((clause_head(game, name), guard) for name, guard in guards.items() if guard)
    *others, last = [one.when.span for one in found if one.when.span is not None]
    return TwoExceptionsError(
        f"two exceptions to `{definition.name}` hold at once",
        last,
        others=[
            *((span, "the other is here" if others == [span] else "or here") for span in others),
            *((head, f"this is there {guard}") for head, guard in heads if head is not None),
            *seen,
        ],
        hint="let one of them say `and not (...)` of the other, or make one of the two",
    )


def same_condition_faults(game: Game) -> Iterator[RuleError]:
    """Yield a fault for each pair of exceptions to one word that have the very same condition.

    They hold at once wherever either does, so no example has to come to such a case.
    """
    for definition in game.definitions.values():
        for one, other in combinations(definition.exceptions, 2):
            if one.when == other.when and one.when.span and other.when.span:
                first, last = sorted((one, other), key=lambda each: _is_own(game, each))
                yield _two_exceptions(game, definition, [first, last])


def _is_own(game: Game, exception: Exception_) -> bool:
    return game.clauses[exception.clause].variant == game.name


def smallest_overlaps(rules: Iterable[Rules], faults: Sequence[RuleError]) -> tuple[RuleError, ...]:
    """Return faults with those of one pair of exceptions made one, the smallest case first.

    What else follows from such a pair is marked as following.
    """
    first: dict[tuple[str, int], RuleError] = {}
    overlaps = [one for one in faults if isinstance(one, TwoExceptionsError)]
    games = list(rules) if overlaps else []
    for one in sorted(overlaps, key=lambda fault: _cards_written(fault.others[-1][0])):
        key = (one.span.source.path, one.span.start)
        if key in first:
            one.follows = True
            continue
        first[key] = one
        shown = next(filter(None, (_small_case(each, one) for each in games)), "")
        one.message += f", as with {shown}" if shown else ""
    return (*first.values(), *(one for one in faults if one not in first.values()))


def _cards_written(example: Span) -> int:
    """Count the cards that stand in quotes before the end of an example."""
    return len(" ".join(example.text.split('"')[1::2]).split())


def _small_case(rules: Rules, fault: RuleError) -> str:
    """Write the first plays, in the order of readings, of which two exceptions hold."""
    for definition in rules.game.definitions.values():
        own = [one.when.span for one in definition.exceptions]
        about_plays = all(param.type is Plain.READING for param in definition.params)
        if fault.span in own and definition.params and about_plays:
            found = next(_holding_two(rules, definition), ())
            return " and ".join(f"`{_cards_of(rules, one)}`" for one in found)
    return ""


def _holding_two(rules: Rules, definition: Definition) -> Iterator[tuple[Reading, ...]]:
    readings = rules.patterns.readings
    rows = product(readings, repeat=len(definition.params))
    for row in islice(rows, MOST_PLAYS):
        scene = Environment(rules.game, NOWHERE)
        for param, reading in zip(definition.params, row, strict=True):
            scene = scene.naming(param.name, reading)
        if sum(_holds(one, scene) for one in definition.exceptions) > 1:
            yield row


def _holds(exception: Exception_, scene: Environment) -> bool:
    """Whether an exception holds; one that looks at the state does not here."""
    try:
        return holds_true(exception.when, scene)
    except (Breach, IndexError):
        return False


def _cards_of(rules: Rules, reading: Reading) -> str:
    """Write the lowest cards of the deck that make a reading, with the reading."""
    deck = pack((index, card.copies) for index, card in enumerate(rules.game.cards))
    found = (plays.plays(deck, [reading]) for plays in rules.choices.enumerator.everywhere)
    (_, cards), *_ = next(filter(None, found))
    return f"{show_cards(rules.game, cards)} = {show_reading(rules.game, reading)}"
