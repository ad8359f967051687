"""What can be laid: of each combination all that a hand as dealt can hold, and how far it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from haggis_rules.analysis.sheet.dealt_hands import Hand, arrivals, hands
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.analysis.sheet.lookups import clauses_of, looks_at
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.ir.game import Field, Game, Pattern
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.semantics.patterns import show_field
from haggis_rules.semantics.state import Combination, Reading, size
from haggis_rules.wording.combinations import describe_pattern
from haggis_rules.wording.expressions import ExpressionWording

Watch: TypeAlias = Callable[[Sequence[Reading]], Iterable[Reading]]  # shows how far it is


@dataclass(frozen=True, slots=True)
class ShownReading:
    """A reading, how many cards it has, and cards of one hand that make it, all as written."""

    reading: str
    cards: int
    play: str


@dataclass(frozen=True, slots=True)
class FieldLine:
    """The values of a field among the readings that a hand can hold, from the lowest."""

    name: str
    low: str
    high: str
    many: int


@dataclass(frozen=True, slots=True)
class ShapeLine:
    """How far a number goes when the others are ``given``, and what shows the most of it."""

    given: Mapping[str, int]
    field: str
    low: int
    high: int
    shown: ShownReading


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A word that a field can be, and what shows it; None when no hand can hold it."""

    field: str
    name: str
    shown: ShownReading | None


@dataclass(frozen=True, slots=True)
class PatternLine:
    """A combination: how many readings of how many types a hand can hold, and its bounds.

    Readings are of one type when they are compared. ``smallest`` and ``largest`` are by cards and
    None when no hand can hold one. ``ordered`` says that the choices rank, the lowest first.
    ``beats`` names the other combinations of which each is beaten by each of these.
    """

    name: str
    made: tuple[str, ...]
    ranking: str
    readings: int
    types: int
    smallest: ShownReading | None
    largest: ShownReading | None
    fields: tuple[FieldLine, ...]
    shapes: tuple[ShapeLine, ...]
    choices: tuple[ChoiceLine, ...]
    ordered: bool
    beats: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaysSheet:
    """All combinations, by what a hand as dealt can hold.

    ``zone`` is where they are laid from, empty for the whole deck in one hand. ``arrivals`` names
    what puts other cards there later, each with its clauses.
    """

    zone: str
    cards: int
    arrivals: Mapping[str, tuple[str, ...]]
    patterns: tuple[PatternLine, ...]
    beats: tuple[str, ...]


def plays_sheet(rules: Rules, english: ExpressionWording, watch: Watch) -> tuple[PlaysSheet, ...]:
    """Tell what can be laid, for each zone that combinations are laid from."""
    return tuple(_of_hand(rules, english, hand, watch) for hand in hands(rules.game))


def _of_hand(rules: Rules, english: ExpressionWording, hand: Hand, watch: Watch) -> PlaysSheet:
    game, finder = rules.game, _Finder(rules, HoldingBounds(rules.patterns, hand))
    held: list[list[Combination]] = [[] for _ in game.patterns]
    for play in finder.holding.held(watch(rules.patterns.readings)):
        held[play.reading[0]].append(play)
    beats = game.definitions.get(BEATS)
    return PlaysSheet(
        "" if hand.zone is None else game.zones[hand.zone].name,
        hand.size,
        {} if hand.zone is None else arrivals(game, hand.zone),
        tuple(_pattern(finder, english, index, held) for index in range(len(game.patterns))),
        clauses_of(beats) if beats else (),
    )


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds what shows a reading best."""

    rules: Rules
    holding: HoldingBounds

    def shown(self, play: Combination) -> ShownReading:
        """Show a reading by cards with as few wild ones among them as can be."""
        cards = self.holding.fewest_wild(play)
        shown = Combination(play.reading, cards)
        return ShownReading(self.rules.show(play.reading), size(cards), self.rules.show(shown))


def _pattern(
    finder: _Finder, english: ExpressionWording, index: int, held: Sequence[Sequence[Combination]]
) -> PatternLine:
    rules, game = finder.rules, finder.rules.game
    pattern, own = game.patterns[index], held[index]
    made, *_, ranking, _ = describe_pattern(english, pattern)
    return PatternLine(
        pattern.name,
        made.points,
        ranking.words,
        len(own),
        len({tuple(play.reading[1 + place] for place in pattern.alike) for play in own}),
        finder.shown(min(own, key=_cards)) if own else None,
        finder.shown(max(own, key=_cards)) if own else None,
        tuple(_field(game, place, field, own) for place, field in enumerate(pattern.fields))
        if own
        else (),
        tuple(_shapes(finder, pattern, own)),
        tuple(_choices(finder, pattern, own)),
        any(isinstance(pattern.fields[place].type, ChoiceType) for place in pattern.ranked),
        tuple(_beaten(rules, index, held)),
        _clauses(game, index),
    )


def _cards(play: Combination) -> int:
    return size(play.cards)


def _field(game: Game, place: int, field: Field, own: Sequence[Combination]) -> FieldLine:
    values = sorted({play.reading[1 + place] for play in own})
    low, high = (show_field(game, field.type, values[end]) for end in (0, -1))
    return FieldLine(field.name, low, high, len(values))


def _shapes(finder: _Finder, pattern: Pattern, own: Sequence[Combination]) -> Iterator[ShapeLine]:
    """Yield how far the first number goes, for all that the others can be."""
    numbers = [n for n, field in enumerate(pattern.fields) if isinstance(field.type, NumberType)]
    if not numbers:
        return
    first, *others = numbers
    by_others: dict[tuple[int, ...], list[Combination]] = {}
    for play in own:
        key = tuple(play.reading[1 + place] for place in others)
        by_others.setdefault(key, []).append(play)
    for key, plays in sorted(by_others.items()):
        given = {pattern.fields[n].name: value for n, value in zip(others, key, strict=True)}
        values = [play.reading[1 + first] for play in plays]
        widest = max(plays, key=lambda play: play.reading[1 + first])
        name = pattern.fields[first].name
        yield ShapeLine(given, name, min(values), max(values), finder.shown(widest))


def _choices(finder: _Finder, pattern: Pattern, own: Sequence[Combination]) -> Iterator[ChoiceLine]:
    """Yield each word of a field that is a choice, with the largest combination that has it."""
    for place, field in enumerate(pattern.fields):
        if isinstance(field.type, ChoiceType):
            for value, word in enumerate(field.type.choices):
                plays = [play for play in own if play.reading[1 + place] == value]
                shown = finder.shown(max(plays, key=_cards)) if plays else None
                yield ChoiceLine(field.name, word, shown)


def _beaten(rules: Rules, index: int, held: Sequence[Sequence[Combination]]) -> Iterator[str]:
    """Name the other patterns of which all that hands can hold is beaten by all of this one."""
    beats = rules.queries.get(BEATS) if held[index] else None
    if beats is None or not _of_readings(rules.game):
        return
    for other, plays in enumerate(held):
        if other != index and plays:
            pairs = ((one.reading, low.reading) for one in held[index] for low in plays)
            if all(beats((), (), one, low) for one, low in pairs):
                yield rules.game.patterns[other].name


def _of_readings(game: Game) -> bool:
    """Whether what beats what is said of two readings, and they alone decide it."""
    definition = game.definitions[BEATS]
    looks = looks_at(game, definition)
    about = [param.type for param in definition.params]
    return about == [Plain.READING, Plain.READING] and not looks.states and not looks.zones


def _clauses(game: Game, index: int) -> tuple[str, ...]:
    wilds = [wild.clause for wild in game.wilds if index in wild.patterns]
    needs = [need.clause for need in game.needs if index in need.patterns]
    return tuple(dict.fromkeys([game.patterns[index].clause, *wilds, *needs]))
