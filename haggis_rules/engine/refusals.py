"""What is refused from outside, by name: cards, plays and records that mean nothing here."""

from collections.abc import Iterable


class NotationError(ValueError):
    """A text or JSON value that means nothing in this game."""

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownCardError(NotationError):
    """A card that is not in this deck: ``card`` as it was written."""

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class TooManyCopiesError(NotationError):
    """A card that is there more often than in the deck: ``card`` by its name."""

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class MissingCardError(NotationError):
    """A card of the deck that lies nowhere in a position: ``card`` by its name."""

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class UnknownReadingError(NotationError):
    """A reading that is written in a way that no pattern of these rules is."""


class NoPlayError(NotationError):
    """Cards that make nothing, or not what they are said to make."""


class UnclearPlayError(NotationError):
    """Cards of which several things can be made: ``choices`` has the plays, written out."""

    def __init__(self, message: str, choices: Iterable[str]) -> None:
        self.choices = tuple(choices)
        super().__init__(message, self.choices)


class MalformedError(NotationError):
    """JSON of another form: something of a wrong type, missing, or not known."""


class OtherRulesError(NotationError):
    """A record that was made with other rules."""


class OtherDealError(NotationError):
    """A record of a match in which a hand begins otherwise than its seed has it."""
