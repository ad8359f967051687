"""Cards and plays as programs show them: by their names, and not as packed numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from haggis_rules.enumeration.wild_assignment import WildAssignment
from haggis_rules.ir.game import CardParam, CombinationParam, FreeParam, Game
from haggis_rules.notation.forms import for_each_game
from haggis_rules.notation.named_value import NamedValue
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.semantics.state import Cards, Combination, counts

if TYPE_CHECKING:
    from haggis_rules.rendering.sprite import DrawnCard


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of a deck: its place in the order of the deck, its name, its rank and its suit.

    ``suit`` is None for a card without one, and ``copies`` is the number of copies in the deck.
    Cards print as people write them, and sort in the order of the deck.

    >>> from haggis_rules import load
    >>> nine, jack = load("classic", players=2).card_list("9r J")
    >>> nine.rank, nine.suit, jack.suit, nine < jack
    ('9', 'red', None, True)
    """

    number: int
    name: str
    rank: NamedValue
    suit: NamedValue | None
    copies: int = field(default=1, compare=False)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Card {self.name}>"

    def drawn(self, stands_for: str | None = None) -> DrawnCard:
        """Return what to draw of the card, with the rank that it stands for, if that is another.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.cards[0].drawn().rank
        '2'
        """
        from haggis_rules.rendering.sprite import DrawnCard

        meant = None if stands_for == self.rank else stands_for
        return DrawnCard(str(self.rank), None if self.suit is None else str(self.suit), meant)

    def _repr_html_(self) -> str:
        from haggis_rules.rendering.card_html import cards_html

        return cards_html([self.drawn()])


class CardRow(tuple[Card, ...]):
    """Cards in a row: a tuple that a notebook draws."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from haggis_rules.rendering.card_html import cards_html

        return cards_html(card.drawn() for card in self)


@dataclass(frozen=True, slots=True)
class Play:
    """Cards and how they are read, by name; ``combination`` is what the rules work with.

    ``kind`` is the pattern, such as ``sequence``, and ``reading`` the whole reading in notation.
    ``stands_for`` pairs each wild card with the rank that it stands for. If there are several ways,
    it is always the same one, in which each card stands for itself if it can. A play prints as
    ``Rules.parse_play`` reads it.

    >>> from haggis_rules import load
    >>> play = load("classic", players=2).as_play("9r J Q = sequence3@J")
    >>> play.kind, play.cards, play.stands_for
    ('sequence', (<Card 9r>, <Card J>, <Card Q>), ((<Card J>, 'J'), (<Card Q>, '10')))
    """

    combination: Combination
    cards: tuple[Card, ...]
    kind: str
    reading: str
    stands_for: tuple[tuple[Card, NamedValue], ...]

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.cards))} = {self.reading}"

    def __repr__(self) -> str:
        return f"<Play {self}>"

    def picture(self) -> str:
        """Return the cards as HTML, each wild card with the rank that it stands for.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> "<svg" in rules.as_play("9r J = set2@9").picture()
        False
        """
        from haggis_rules.rendering.card_html import cards_html

        ranks: dict[Card, list[str]] = {}
        for card, rank in self.stands_for:
            ranks.setdefault(card, []).append(str(rank))
        return cards_html(
            card.drawn(ranks[card].pop(0) if ranks.get(card) else None) for card in self.cards
        )

    def _repr_html_(self) -> str:
        from haggis_rules.rendering.card_html import captioned

        return captioned(self.picture(), str(self))


@for_each_game
def deck(game: Game) -> CardRow:
    """Return each card of the deck once, in order."""
    return CardRow(_card(game, number) for number in range(len(game.cards)))


def cards_shown(game: Game, cards: Cards) -> CardRow:
    """Return cards in the order of the deck, each as often as it is there."""
    return CardRow(deck(game)[card] for card, count in counts(cards) for _ in range(count))


def cards_chosen(game: Game, action: Action) -> CardRow:
    """Return the cards that an action chooses, in the order of the deck.

    An action by chance without its choice has none yet.
    """
    found: list[Card] = []
    params = game.action(action.name).params if action.arguments else ()
    for param, value in zip(params, action.arguments, strict=True):
        match param:
            case CombinationParam():
                found += cards_shown(game, cast("Combination", value).cards)
            case CardParam():
                found.append(deck(game)[cast("int", value)])
            case FreeParam():
                pass
    return CardRow(sorted(found))


def play_shown(patterns: Patterns, play: Combination) -> Play:
    """Return a play by its names, under patterns that say what is wild."""
    game, (reading, cards) = patterns.game, play
    # Where it rests on the state of play what is wild, no card stands for a rank by itself.
    known = patterns.setting is not None
    pins = _assignment(patterns).assign(reading, cards) if known else ()
    wild = tuple((deck(game)[card], rank_named(game, stand.rank)) for card, stand in pins)
    kind = game.patterns[reading[0]].name
    return Play(play, cards_shown(game, cards), kind, show_reading(game, reading), wild)


def rank_named(game: Game, rank: int) -> NamedValue:
    """Return a rank by its name."""
    return NamedValue(game.ranks[rank], rank)


@lru_cache(maxsize=8)
def _assignment(patterns: Patterns) -> WildAssignment:
    return WildAssignment(patterns)


def _card(game: Game, number: int) -> Card:
    shown = game.cards[number]
    suit = None if shown.suit is None else NamedValue(game.suits[shown.suit].name, shown.suit)
    return Card(number, game.card_name(number), rank_named(game, shown.rank), suit, shown.copies)
