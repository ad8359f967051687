"""What views are judged by, and whole hands are made with: rules that run and that tell sight."""

from typing import Protocol

from haggis_rules.codegen.compiled import Code
from haggis_rules.enumeration.legal_actions import Choices
from haggis_rules.ir.game import Game
from haggis_rules.knowledge.visibility import Sights
from haggis_rules.semantics.state import Cards, Reading


class Playable(Protocol):
    """The rules of a game, ready to run."""

    @property
    def game(self) -> Game:
        """Their typed form."""
        ...

    @property
    def checked(self) -> bool:
        """Whether a second step that waits is looked for."""
        ...

    @property
    def code(self) -> Code:
        """The functions made from them."""
        ...

    @property
    def choices(self) -> Choices:
        """What finds the legal actions of a seat."""
        ...

    @property
    def sights(self) -> Sights:
        """Who sees what."""
        ...

    def readings(self, cards: Cards) -> list[Reading]:
        """Give every reading of exactly these cards, lowest first."""
        ...
