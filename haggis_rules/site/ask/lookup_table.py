"""A table: all that has to be known of one game to say what cards make and what beats what.

It is plain JSON, and its form is ``page/table.schema.json``. Whoever reads it needs to know what
the language means by a pattern, and nothing of the rules.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from haggis_rules.analysis.sheet.dealt_hands import Hand, arrivals, hands
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.analysis.sheet.lookups import inside, looks_at, words_in
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.notation.values import Json
from haggis_rules.semantics.state import Reading
from haggis_rules.site.ask.expression_trees import NotByReadingsAloneError, definition_tree
from haggis_rules.wording.names import GameNames

FORM = 1  # the version of the form of a table

Addresses = Mapping[str, str]  # where each clause can be read, from the folder of the tables


def table(rules: Rules, name: str, title: str, addresses: Addresses) -> dict[str, Json]:
    """Return the table of a game, under a name and a title."""
    game = rules.game
    names = GameNames.of(game)
    order = _order(game)
    found: dict[str, Json] = {
        "form": FORM,
        "name": name,
        "title": title,
        "variant": game.name,
        "seats": game.seats,
        "ranks": game.ranks,
        "suits": [[names.name(one.name), one.letter, *one.others] for one in game.suits],
        "groups": [[names.name(one.name), one.any_suit] for one in game.groups],
        "cards": [[c.rank, c.suit, c.group, c.copies] for c in game.cards],
        "patterns": [_pattern(rules, names, index) for index in range(len(game.patterns))],
        "made": [_bits(bits) for bits in _makeable_flags(rules)],
        "order": order,
    }
    named = dict.fromkeys(_clauses(found))
    clauses = {
        one.name: [one.words, addresses.get(one.name, "")]
        for one in game.clauses.values()
        if one.name in named
    }
    return {**found, "clauses": clauses}


def answers_beats(game: Game) -> bool:
    """Whether the rules say what beats what, of two readings and by these alone."""
    definition = game.definitions.get(BEATS)
    if definition is None or not definition.exported:
        return False
    looks = looks_at(game, definition)
    of_two = [param.type for param in definition.params] == [Plain.READING, Plain.READING]
    return of_two and not looks.states and not looks.zones


def readings_of(game: Game, pattern: int) -> Iterator[Reading]:
    """Return every reading of a pattern within the bounds of its fields; the last field runs first.

    It need not be one that any cards make.
    """
    fields = game.patterns[pattern].fields
    return ((pattern, *values) for values in product(*(_values(game, one) for one in fields)))


def makeable(rules: Rules) -> frozenset[Reading]:
    """Return each reading that a hand can make: as dealt, or any hand when cards come in later."""
    game = rules.game
    copies = tuple(card.copies for card in game.cards)
    every = Hand(None, copies, (0,) * len(game.groups), (0,) * len(game.cards))
    dealt = [
        every if hand.zone is None or arrivals(game, hand.zone) else hand for hand in hands(game)
    ]
    return frozenset(
        play.reading
        for hand in dict.fromkeys(dealt)
        for play in HoldingBounds(rules.patterns, hand).held(rules.patterns.readings)
    )


def _makeable_flags(rules: Rules) -> Iterator[list[bool]]:
    there = makeable(rules)
    for index in range(len(rules.game.patterns)):
        yield [reading in there for reading in readings_of(rules.game, index)]


def _bits(flags: Sequence[bool]) -> str:
    """Write truths as bits, eight to a byte with the first lowest, in base 64.

    There is one for each reading within the bounds of a pattern, too many to write out as JSON.
    """
    packed = sum(1 << place for place, flag in enumerate(flags) if flag)
    return b64encode(packed.to_bytes(-(-len(flags) // 8), "little")).decode("ascii")


def _values(game: Game, field: ir.Field) -> range:
    match field.type:
        case NumberType() as kind:
            return kind.values()
        case ChoiceType(choices=choices):
            return range(len(choices))
        case Plain() as kind:
            return range(game.size(kind))


def _order(game: Game) -> Json:
    """Return what beats what as data; None where the rules do not say it of readings alone."""
    if not answers_beats(game):
        return None
    definition = game.definitions[BEATS]
    words = {BEATS: definition, **words_in(game, inside(definition))}
    try:
        trees = {name: definition_tree(game, word) for name, word in words.items()}
    except NotByReadingsAloneError:
        return None
    return {"asked": BEATS, "words": trees}


def _pattern(rules: Rules, names: GameNames, index: int) -> dict[str, Json]:
    game = rules.game
    pattern = game.patterns[index]
    return {
        "name": pattern.name,
        "said": names.name(pattern.name),
        "clause": pattern.clause,
        "written": pattern.notation,
        "fields": [_field(names, field) for field in pattern.fields],
        "parts": [_part(part) for part in pattern.parts],
        "alike": pattern.alike,
        "ranked": pattern.ranked,
        "wild": [
            [card, sorted(rules.patterns.stands[index][card])]
            for card in range(len(game.cards))
            if rules.patterns.is_wild(index, card)
        ],
        "frees": [[one.group, one.clause] for one in game.wilds if index in one.patterns],
        "needs": [
            {
                "clause": need.clause,
                "group": need.group,
                "least": need.count if need.at_least else None,
                "most": None if need.at_least else need.count,
                "lines": need.each_line,
            }
            for need in game.needs
            if index in need.patterns
        ],
    }


def _field(names: GameNames, field: ir.Field) -> dict[str, Json]:
    said: dict[str, Json] = {"name": field.name, "said": names.name(field.name)}
    match field.type:
        case NumberType(low=low, high=high):
            return {**said, "kind": "number", "low": low, "high": low if high is None else high}
        case ChoiceType(choices=choices):
            return {**said, "kind": "choice", "choices": choices}
        case Plain() as kind:
            return {**said, "kind": kind.value}


def _part(part: ir.Part) -> dict[str, Json]:
    highest: dict[str, Json] = {} if part.highest is None else {"highest": part.highest}
    return {
        "amount": _amount(part.amount),
        "place": _place(part.place),
        "suits": part.suits.value,
        "suit": part.suit_field,
        "when": part.case,
        **highest,
    }


def _amount(amount: int | ir.FieldRef) -> Json:
    match amount:
        case ir.FieldRef(field=field):
            return {"field": field}
        case number:
            return number


def _place(place: ir.Place) -> dict[str, Json]:
    match place:
        case ir.AtField(field=field):
            return {"kind": "at", "field": field}
        case ir.Another():
            return {"kind": "another"}
        case ir.Others(count=count, repeated=repeated, highest=highest):
            others = {"kind": "others", "count": _amount(count), "repeated": repeated}
            return {**others, "highest": highest} if highest else others
        case ir.Run(length=length, top=top, order=order):
            run: dict[str, Json] = {"kind": "run", "length": _amount(length), "top": top}
            return {**run, "order": order} if order else run
        case ir.Listed(ranks=ranks):
            return {"kind": "listed", "ranks": ranks}


def _clauses(data: Json) -> Iterator[str]:
    """Yield the clauses that a table names, wherever they stand in it."""
    match data:
        case {"groups": groups, "patterns": patterns, "order": order}:
            yield from (str(one[1]) for one in _lists(groups) if one[1] is not None)
            yield from _clauses(patterns)
            yield from _clauses(order)
        case str() | int() | None:
            return
        case Mapping():
            yield from (str(data[key]) for key in ("clause",) if key in data)
            yield from (str(one[1]) for one in _lists(data.get("frees", ())))
            yield from (str(one[0]) for one in _lists(data.get("exceptions", ())))
            for part in data.values():
                yield from _clauses(part)
        case _:
            if data and data[0] == "rests":
                yield from (str(one) for one in _items(data[1]))
            for part in data:
                yield from _clauses(part)


def _lists(data: Json) -> Iterable[Sequence[Json]]:
    return (_items(one) for one in _items(data))


def _items(data: Json) -> Sequence[Json]:
    return data if isinstance(data, Sequence) and not isinstance(data, str) else ()
