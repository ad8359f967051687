"""How the names of a text are put into words: ``next.player`` as "next player"."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, show
from haggis_rules.wording.phrase import with_article

CLAUSE_NAME = re.compile(r"([a-z][\w-]*(?:\.[\w-]+)+)")  # what may be the name of a clause


@dataclass(frozen=True)
class GameNames:
    """The names of one game. ``in_words`` has each without punctuation."""

    game: Game
    in_words: dict[str, str]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Make ready to speak of a game."""
        return cls(game, names_in_words(game))

    def name(self, name: str) -> str:
        """Return a name of the text in words."""
        return self.in_words.get(name, name)

    def name_with_article(self, name: str) -> str:
        """Return a name in words, after ``a`` or ``an``."""
        return with_article(self.name(name))

    def constant(self, node: nodes.Constant) -> str:
        """Say a value of the table, the deck or a choice, and of which kind it is."""
        kind = node.type
        if kind is Plain.SEAT:
            return self.literal(node)
        word = self.name(kind.name) if isinstance(kind, ChoiceType) else show(kind)
        return f"the {word} {self.literal(node)}"

    def literal(self, node: nodes.Constant) -> str:
        """Say a value of the table, the deck or a choice, where its kind is known."""
        game, index = self.game, node.index
        match node.type:
            case Plain.SEAT:
                return f"seat {index + 1}"  # people count from 1
            case Plain.RANK:
                return game.ranks[index]
            case Plain.SUIT:
                return self.name(game.suits[index].name)
            case Plain.TEAM:
                return self.name(game.teams[index])
            case Plain.CARD:
                return game.card_name(index)
            case ChoiceType(choices=choices):
                return self.name(choices[index])
            case NumberType() | OptionType() | Plain():
                return str(index)

    def own_letters(self, text: str) -> str:
        """Write cards with the letters that their suits have in this game."""
        return " ".join(self._own_letters.get(word.lower(), word) for word in text.split())

    def cards(self, group: int | None) -> str:
        """Say what cards of a group are called."""
        return "card" if group is None else f"{self.name(self.game.groups[group].name)} card"

    @cached_property
    def _own_letters(self) -> dict[str, str]:
        """Return the name of each card by whatever else it may be called."""
        return {
            other.lower(): self.game.card_name(card)
            for card in range(len(self.game.cards))
            for other in self.game.card_names(card)[1:]
        }


def titled(game: Game) -> str:
    """Return what a game is called, and that it is an experiment if its text says so."""
    return f"{game.name} (experimental)" if game.experimental else game.name


def with_titles(words: str, *games: Game) -> str:
    """Return words with the title of each clause that they name, in quotes.

    It has the title that it has in the first of some games of a variant that holds it.
    """
    pieces = CLAUSE_NAME.split(words)
    clauses = [game.clauses[piece] for piece in pieces for game in games if piece in game.clauses]
    named = {clause.name: f'"{clause.heading}"' for clause in reversed(clauses)}
    return "".join(named.get(piece, piece) for piece in pieces)


def names_in_words(game: Game) -> dict[str, str]:
    """Return each name in words; as it is written, where two would be the same."""
    names = set(names_of(game))
    counted = Counter(map(in_words, names))
    return {name: name if counted[in_words(name)] > 1 else in_words(name) for name in sorted(names)}


def names_of(game: Game) -> Iterator[str]:
    """Yield every name that the text declares, clauses and promises aside."""
    yield from (option.name for option in game.options)
    yield from game.teams
    yield from (suit.name for suit in game.suits)
    yield from (group.name for group in game.groups)
    yield from (zone.name for zone in game.zones)
    yield from (state.name for state in game.states)
    for choice in game.choices:
        yield from (choice.name, *choice.choices)
    for pattern in game.patterns:
        yield pattern.name
        for part in pattern.fields:
            yield part.name
            if isinstance(part.type, ChoiceType):
                yield from part.type.choices
    yield from game.definitions
    yield from (action.name for action in game.actions)
    yield from (step.name for step in game.steps)


def in_words(name: str) -> str:
    """Return a name with blanks for its punctuation: ``next.player`` as "next player"."""
    return re.sub("[._-]", " ", name)
