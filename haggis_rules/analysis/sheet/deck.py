"""The cards of a variant: which there are, what is wild, and what the text says they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from haggis_rules.analysis.sheet.linear import CardTerm, LinearReader
from haggis_rules.analysis.sheet.lookups import clauses_of
from haggis_rules.ir.game import Definition, Game
from haggis_rules.ir.types import NumberType, Plain
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.wording.expressions import ExpressionWording


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A group of cards: its ranks, its suits, copies of each card and how many in all."""

    name: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    copies: int
    cards: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WildLine:
    """A card, and the ranks that it stands for inside some combinations."""

    card: str
    ranks: tuple[str, ...]
    inside: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What each of these cards is worth. They are named by their ranks where all of a rank are."""

    worth: int
    which: str


@dataclass(frozen=True, slots=True)
class WorthLine:
    """What cards are worth in one place, by a word of the text, and what all are together.

    ``place`` is empty when the word is about a card, wherever it lies.
    """

    name: str
    place: str
    each: tuple[Worth, ...]
    total: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindLine:
    """Cards for which a word of the text holds: which, and how many."""

    name: str
    which: str
    cards: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """The cards of a variant."""

    total: int
    groups: tuple[GroupLine, ...]
    wild: tuple[WildLine, ...]
    kinds: tuple[KindLine, ...]
    worth: tuple[WorthLine, ...]


def deck_sheet(game: Game, patterns: Patterns, english: ExpressionWording) -> DeckSheet:
    """Tell what cards there are."""
    return DeckSheet(
        sum(card.copies for card in game.cards),
        tuple(_groups(game)),
        tuple(_wild(game, patterns)),
        tuple(_kinds(game)),
        (*_worth_of_cards(game), *_worth_in_places(game, english)),
    )


def describe_cards(game: Game, cards: Sequence[int]) -> str:
    """Name cards, and by their ranks those that are all of a rank."""
    found: list[str] = []
    for rank, name in enumerate(game.ranks):
        of_rank = [place for place, card in enumerate(game.cards) if card.rank == rank]
        own = [card for card in of_rank if card in cards]
        found += [name] if own and own == of_rank else map(game.card_name, own)
    return " ".join(found)


def _groups(game: Game) -> Iterator[GroupLine]:
    for group, clause, cards in (
        (group, *line) for index, group in enumerate(game.groups) for line in game.lines_of(index)
    ):
        suits = dict.fromkeys(card.suit for card in cards if card.suit is not None)
        yield GroupLine(
            group.name,
            tuple(dict.fromkeys(game.ranks[card.rank] for card in cards)),
            tuple(f"{game.suits[suit].name} {game.suits[suit].letter}" for suit in suits),
            cards[0].copies,
            sum(card.copies for card in cards),
            tuple(filter(None, (clause, group.any_suit))),
        )


def _wild(game: Game, patterns: Patterns) -> Iterator[WildLine]:
    """Tell of each wild card; combinations in which it stands for the same are told together.

    Nothing is told where it rests on states.
    """
    if patterns.setting is None:
        return
    for place, card in enumerate(game.cards):
        inside: dict[frozenset[int], list[int]] = {}
        for index in range(len(game.patterns)):
            if patterns.is_wild(index, place):
                inside.setdefault(patterns.stands[index][place], []).append(index)
        for ranks, found in inside.items():
            wilds = [w for w in game.wilds if w.group == card.group and set(w.patterns) & {*found}]
            yield WildLine(
                game.card_name(place),
                tuple(game.ranks[rank] for rank in sorted(ranks)),
                tuple(game.patterns[index].name for index in found),
                tuple(dict.fromkeys(wild.clause for wild in wilds)),
            )


def _kinds(game: Game) -> Iterator[KindLine]:
    """Tell for which cards each word about a card holds, where the cards alone decide it."""
    for definition, values in _by_card(game):
        if definition.type is Plain.TRUTH:
            cards = [card for card, value in values.items() if value]
            many = sum(game.cards[card].copies for card in cards)
            yield KindLine(
                definition.name, describe_cards(game, cards), many, clauses_of(definition)
            )


def _worth_of_cards(game: Game) -> Iterator[WorthLine]:
    for definition, values in _by_card(game):
        if isinstance(definition.type, NumberType):
            yield _worth(game, definition, "", values)


def _worth_in_places(game: Game, english: ExpressionWording) -> Iterator[WorthLine]:
    """Tell what each entry of the score sheet counts for cards, place by place."""
    reader = LinearReader(game)
    for name in game.scores:
        places: dict[str, dict[int, int]] = {}
        for term, count in reader.of_definition(game.definitions[name]).terms.items():
            if isinstance(term, CardTerm) and count:
                place = _place(game, english, term)
                worth = places.setdefault(place, {})
                worth[term.card] = worth.get(term.card, 0) + count
        for place, values in places.items():
            yield _worth(game, game.definitions[name], place, values)


def _worth(game: Game, definition: Definition, place: str, values: Mapping[int, int]) -> WorthLine:
    each = tuple(
        Worth(
            worth, describe_cards(game, [card for card, value in values.items() if value == worth])
        )
        for worth in sorted({value for value in values.values() if value})
    )
    total = sum(value * game.cards[card].copies for card, value in values.items())
    return WorthLine(definition.name, place, each, total, clauses_of(definition))


def _by_card(game: Game) -> Iterator[tuple[Definition, dict[int, int]]]:
    """Yield each word about one card whose value the card alone decides, with all its values."""
    reader = LinearReader(game)
    for definition in game.definitions.values():
        if [param.type for param in definition.params] == [
            Plain.CARD
        ] and not definition.exceptions:
            name = definition.params[0].name
            found = {
                card: reader.known(definition.base, {name: card}) for card in range(len(game.cards))
            }
            if None not in found.values():
                yield definition, {card: value or 0 for card, value in found.items()}


def _place(game: Game, english: ExpressionWording, term: CardTerm) -> str:
    if term.zone is None:
        return "all places"
    name = english.name(game.zones[term.zone].name)
    if term.owner is None or isinstance(term.owner, int):
        return f"the {name}"
    return english.owned(game.zones[term.zone].name, term.owner)
