"""What programs give where cards or plays are asked for: what is neither is refused by name.

Type checkers refuse most of it before. This is for whoever tries things out without one.
"""

from __future__ import annotations

from typing import TypeGuard

from haggis_rules.ir.game import Game
from haggis_rules.notation.errors import MalformedError
from haggis_rules.semantics.state import Combination, counts


def check_cards(game: Game, cards: object) -> None:
    """See that a number stands for cards of the deck. Raises ``MalformedError``."""
    if type(cards) is not int:
        message = f"cards are a text such as `{_some_cards(game)}`, or what `parse_cards` returns"
        raise MalformedError(f"{message}, and not {cards!r:.40}")
    known = game.cards
    if cards < 0 or any(
        card >= len(known) or count > known[card].copies for card, count in counts(cards)
    ):
        message = "this number does not stand for cards of the deck; `parse_cards` returns one"
        raise MalformedError(f"{message} that does")


def check_reading(game: Game, reading: object) -> None:
    """See that something can be a reading of these rules. Raises ``MalformedError``."""
    if _is_tuple(reading) and not isinstance(reading, Combination) and reading:
        sizes = [1 + len(pattern.fields) for pattern in game.patterns]
        kind = reading[0]
        if type(kind) is int and 0 <= kind < len(sizes) and len(reading) == sizes[kind]:
            return
    message = "a reading is one that `readings` returns, and a play may be a text"
    raise MalformedError(f"{message}; {reading!r:.40} is neither")


def check_combination(play: object) -> None:
    """See that something is a play. Raises ``MalformedError``."""
    if not isinstance(play, Combination):
        message = "a play is a text, or what `parse_play` returns"
        raise MalformedError(f"{message}, and not {play!r:.40}")


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _some_cards(game: Game) -> str:
    return " ".join(game.card_name(card) for card in range(min(2, len(game.cards))))
