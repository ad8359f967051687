"""The words of a game together with its cards as pictures, as pages show both."""

from dataclasses import dataclass, field
from typing import Self

from haggis_rules.ir.game import Game
from haggis_rules.site.drawing.cards import Pictures
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.names import names_in_words


@dataclass(frozen=True, slots=True)
class Illustrated(ExpressionWording):
    """Says the expressions of one game, and draws its cards with ``pictures``."""

    pictures: Pictures = field(compare=False, repr=False)

    @classmethod
    def of(cls, game: Game) -> Self:
        """Make ready to speak of a game and to draw its cards."""
        return cls(game, names_in_words(game), Pictures(game))
