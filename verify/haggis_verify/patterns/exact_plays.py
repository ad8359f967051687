"""That the cards of a play make its reading, by counting, for a proof that needs to know it.

A move takes any cards for a combination (``encode.transitions``). Here that is narrowed, for one
pattern, to the readings that cards of the deck may make and to the cards that make them by the
counting form. What is played makes its reading by the definition, so a proof may take this for
granted once each reading is shown to be right in one direction: *definition to counting*. The
other direction would only say that nothing more could be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from haggis_rules.ir.types import Plain
from haggis_rules.ir.wild_states import WildSetting
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Combination, Reading
from haggis_verify.encode.settings import WildSymbols, by_setting
from haggis_verify.encode.shape import StateShape, is_pattern
from haggis_verify.encode.states import decode, flat
from haggis_verify.encode.symbols import SymbolicCombination
from haggis_verify.patterns.definition_form import needs
from haggis_verify.patterns.questions import counting
from haggis_verify.solvers.solve import complete_model
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Assignment, BoolTerm


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """A combination that a move takes, and the states that then say what is wild."""

    symbol: SymbolicCombination
    states: WildSymbols = ()


def exact_play(play: PlayChoice, pattern: int, patterns: Patterns, shape: StateShape) -> BoolTerm:
    """Say exactly of a play, if it is of this pattern, that its cards make it where it is made."""
    return by_setting(
        patterns,
        play.states,
        shape,
        lambda settled: counted_play(play.symbol, pattern, settled, shape),
    )


def made_play(play: PlayChoice, chosen: Assignment, patterns: Patterns) -> tuple[int, bool]:
    """Return the pattern of a play in a case, and whether its cards make it there."""
    game = patterns.game
    kinds = (game.states[state].type for state in patterns.states)
    values = (
        decode(game, kind, symbol, complete_model(flat(symbol), chosen))
        for kind, symbol in zip(kinds, play.states, strict=True)
    )
    return chosen_play(play.symbol, chosen, patterns.settled(cast("WildSetting", tuple(values))))


def counted_play(
    play: SymbolicCombination, pattern: int, patterns: Patterns, shape: StateShape
) -> BoolTerm:
    """Say that a combination, if it is of this pattern, has cards that make it by counting."""
    made = build.disjunction(
        build.conjunction([*_fields(play, reading, shape), counting(patterns, reading, play.cards)])
        for reading in readings_of_pattern(pattern, patterns)
    )
    of_pattern = is_pattern(play.reading, pattern)
    return build.implies(
        of_pattern, build.conjunction([needs(patterns, pattern, play.cards), made])
    )


def readings_of_pattern(pattern: int, patterns: Patterns) -> Iterator[Reading]:
    """Yield the readings of a pattern that cards of the deck may make."""
    return (reading for reading in patterns.readings if reading[0] == pattern)


def _fields(play: SymbolicCombination, reading: Reading, shape: StateShape) -> Iterator[BoolTerm]:
    """Say field by field that a combination has this reading, whose pattern it has."""
    fields = shape.game.patterns[reading[0]].fields
    for field, value in zip(fields, reading[1:], strict=True):
        yield build.eq(shape.slot(play.reading, field.name), build.int_const(value))


def chosen_play(
    play: SymbolicCombination, chosen: Assignment, patterns: Patterns
) -> tuple[int, bool]:
    """Return the pattern of a combination in a case, and whether its cards make its reading."""
    whole = complete_model(flat(play), chosen)
    found = decode(patterns.game, Plain.COMBINATION, play, whole)
    assert isinstance(found, Combination)  # noqa: S101 - a combination is decoded as one
    return found.reading[0], patterns.makes(found.reading, found.cards)
