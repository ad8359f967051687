"""What the page shows of a game, as JSON: its words, and where they are.

What cards make and what beats what is asked of a module (``lowering.asking``); here stand the names
of cards, readings and clauses, what a reading is written as, and where its module has what. The
form is ``page/words.schema.json``.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from haggis_rules.analysis.sheet.dealt_hands import Hand, arrivals, hands
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.analysis.sheet.lookups import looks_at
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.finder.thesaurus import shipped_thesaurus
from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game, SuitRule
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.lowering.asking.answers import LoweredAsking, asking_layout, lower_asking
from haggis_rules.notation.values import Json
from haggis_rules.semantics.state import Reading
from haggis_rules.wording.names import GameNames
from haggis_rules.wording.plays import PlayWords, play_words, rank_words

FORM = 3  # the version of the form of the words

Addresses = Mapping[str, str]  # where each clause can be read, from the folder of the words


def asking(game: Game) -> LoweredAsking:
    """Return the module that answers about a game. Raises ``NotLoweredError``."""
    return lower_asking(game, BEATS if answers_beats(game) else None)


def game_words(
    rules: Rules, low: LoweredAsking, name: str, title: str, addresses: Addresses
) -> dict[str, Json]:
    """Return the words of a game and its module, under a name and a title."""
    game = rules.game
    names = GameNames.of(game)
    ranks = rank_words(game, shipped_thesaurus().cards)
    called = play_words(game, ranks)
    makeable_there = makeable(rules)
    found: dict[str, Json] = {
        "form": FORM,
        "name": name,
        "title": title,
        "variant": game.name,
        "seats": game.seats,
        "ranks": game.ranks,
        "called": ranks,
        "suits": [[names.name(one.name), one.letter, *one.others] for one in game.suits],
        "groups": [[names.name(one.name), one.any_suit] for one in game.groups],
        "cards": [[c.rank, c.suit, c.group, c.copies] for c in game.cards],
        "patterns": [_pattern(rules, names, index, one) for index, one in enumerate(called)],
        "dealt": _dealt(game),
        "made": _bits([one in makeable_there for one in low.readings.order]),
    }
    named = {*clauses_of_readings(game), *(() if low.notes is None else low.notes.names)}
    clauses = {
        one.name: [one.words, addresses.get(one.name, ""), one.heading]
        for one in game.clauses.values()
        if one.name in named
    }
    return {**found, "clauses": clauses, "module": cast("Json", asking_layout(low))}


def answers_beats(game: Game) -> bool:
    """Whether the rules say what beats what, of two readings and by these alone."""
    definition = game.definitions.get(BEATS)
    if definition is None or not definition.exported:
        return False
    looks = looks_at(game, definition)
    of_two = [param.type for param in definition.params] == [Plain.READING, Plain.READING]
    return of_two and not looks.states and not looks.zones


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


def _dealt(game: Game) -> Json:
    """Say what a hand is dealt: so many of each card by name, and so many of each group by chance.

    Nothing where no cards are dealt to a hand.
    """
    hand = next((one for one in hands(game) if one.zone is not None), None)
    return None if hand is None else {"named": [*hand.named], "drawn": [*hand.drawn]}


def _bits(flags: Sequence[bool]) -> str:
    """Write truths as bits, eight to a byte with the first lowest, in base 64.

    There is one for each reading, too many to write out as JSON.
    """
    packed = sum(1 << place for place, flag in enumerate(flags) if flag)
    return b64encode(packed.to_bytes(-(-len(flags) // 8), "little")).decode("ascii")


def _pattern(rules: Rules, names: GameNames, index: int, called: PlayWords) -> dict[str, Json]:
    game = rules.game
    pattern = game.patterns[index]
    parts = pattern.parts
    return {
        "name": pattern.name,
        "said": called.name,
        "several": called.several,
        "kind": called.kind,
        "each": called.each,
        "by": called.by,
        "clause": pattern.clause,
        "written": pattern.notation,
        "fields": [_field(names, field) for field in pattern.fields],
        "alike": pattern.alike,
        "ranked": pattern.ranked,
        "suited": any(p.suits is not SuitRule.ANY or p.suit_field is not None for p in parts),
        "wild": [c for c in range(len(game.cards)) if rules.patterns.is_wild(index, c)],
        "frees": [[one.group, one.clause] for one in game.wilds if index in one.patterns],
        "needs": [need.clause for need in game.needs if index in need.patterns],
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


def clauses_of_readings(game: Game) -> Iterator[str]:
    """Yield the clauses that make cards a reading."""
    yield from (pattern.clause for pattern in game.patterns)
    yield from (wild.clause for wild in game.wilds)
    yield from (need.clause for need in game.needs)
    yield from (group.any_suit for group in game.groups if group.any_suit is not None)
