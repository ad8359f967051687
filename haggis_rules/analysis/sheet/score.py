"""The score sheet: what each entry pays, in the words of the text, and how much it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from haggis_rules.analysis.sheet.exhaustive_bounds import enumerated_bounds
from haggis_rules.analysis.sheet.linear import LinearReader
from haggis_rules.analysis.sheet.lookups import inside, words_in
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import Bounds, High, Low, lowered, raised, sum_of
from haggis_rules.ir.game import ActionSchema, Definition, Game, Step
from haggis_rules.ir.reads import effect_writes
from haggis_rules.ir.types import NumberType, Unit
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.wording.declarations import describe_value
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.flow import describe_effect
from haggis_rules.wording.phrase import Level
from haggis_rules.wording.sentences import PlainText


@dataclass(frozen=True, slots=True)
class SheetSentence:
    """A sentence, the points of the list that it may end in, and its clause."""

    words: str
    points: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry of the score sheet.

    ``words`` are those of its clause. ``pays`` says what it is as written, ``means`` what the words
    in it are, and ``set_by`` what gives points that are kept until they are written down. No hand
    can bring less than ``low`` nor more than ``high``, each None where nothing bounds it; that some
    hand brings as much is not said.
    """

    name: str
    words: str
    pays: tuple[SheetSentence, ...]
    means: tuple[SheetSentence, ...]
    set_by: tuple[SheetSentence, ...]
    low: Low
    high: High
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All entries, whose they are, and the bounds of their sum for one hand."""

    of: str
    entries: tuple[EntryLine, ...]
    low: Low
    high: High


def score_sheet(rules: Rules, english: ExpressionWording) -> ScoreSheet:
    """Tell what is scored."""
    game = rules.game
    entries = tuple(_entry(rules, english, game.definitions[name]) for name in game.scores)
    none: Bounds = (0, 0)
    low, high = reduce(sum_of, ((entry.low, entry.high) for entry in entries), none)
    return ScoreSheet(scoring(game).value if entries else "", entries, low, high)


def _entry(rules: Rules, english: ExpressionWording, definition: Definition) -> EntryLine:
    game = rules.game
    low, high = _bounds(rules, definition)
    means = tuple(one for word in _words(game, definition) for one in _paid(english, word))
    pays, set_by = tuple(_paid(english, definition)), tuple(_set_by(game, english, definition))
    words = game.clauses[definition.clause].words
    clauses = dict.fromkeys(one.clause for one in (*pays, *means, *set_by))
    return EntryLine(definition.name, words, pays, means, set_by, low, high, tuple(clauses))


def _bounds(rules: Rules, definition: Definition) -> Bounds:
    """Return the tightest bounds that are known: of the type, of the cards, and of a trial."""
    # Each of these is an interval that every value lies in, so all values lie in where they meet.
    reader = LinearReader(rules.game)
    found = [reader.bounds(reader.of_definition(definition))]
    if isinstance(definition.type, NumberType):
        found.append(definition.type.bounds)
    tried = enumerated_bounds(rules, definition)
    if tried is not None:
        found.append(tried)
    return reduce(raised, (low for low, _ in found)), reduce(lowered, (high for _, high in found))


def _paid(english: ExpressionWording, definition: Definition) -> Iterator[SheetSentence]:
    """Tell what a word is, and its exceptions."""
    yield sheet_sentence(
        describe_value(english, definition, definition.base, ""), definition.clause
    )
    for exception in definition.exceptions:
        when = english.phrase(exception.when).fit(Level.OR)
        sentence = describe_value(english, definition, exception.value, when)
        yield sheet_sentence(sentence, exception.clause)


def sheet_sentence(text: PlainText, clause: str) -> SheetSentence:
    """Return a sentence of a sheet with its clause."""
    return SheetSentence(text.words, text.points, clause)


def _words(game: Game, definition: Definition) -> list[Definition]:
    """Return the words of the text that a word needs, the nearest first; entries aside."""
    found = words_in(game, inside(definition))
    return [word for name, word in found.items() if name not in game.scores]


def _set_by(
    game: Game, english: ExpressionWording, definition: Definition
) -> Iterator[SheetSentence]:
    """Tell what gives a value to points that are kept until they are written down."""
    states = {
        node.state
        for word in (definition, *_words(game, definition))
        for node in inside(word)
        if isinstance(node, nodes.Get) and _is_points(game, node.state)
    }
    moves: list[ActionSchema | Step] = [*game.actions, *game.steps]
    for move in moves:
        name = english.name(move.name)
        for one in move.effects:
            if effect_writes(one.effect).states & states:
                words = f'On "{name}", {describe_effect(english, one.effect)}.'
                yield SheetSentence(words, (), one.clause)


def _is_points(game: Game, state: int) -> bool:
    kind = game.states[state].type
    return isinstance(kind, NumberType) and kind.unit is Unit.POINTS
