"""What views are judged by, and whole hands are made with: rules that run and that tell sight."""

from collections.abc import Callable
from dataclasses import dataclass

from haggis_rules.codegen.compiled import Code
from haggis_rules.enumeration.legal_actions import LegalActions
from haggis_rules.ir.game import Game
from haggis_rules.knowledge.visibility import ViewMaker
from haggis_rules.semantics.state import Cards, Reading


@dataclass(frozen=True, slots=True)
class Playable:
    """The rules of a game, ready to run.

    When ``checked``, a second step that waits is looked for. ``readings`` gives every reading of
    exactly some cards; where it rests on states what is wild, with any values of them.
    """

    game: Game
    checked: bool
    code: Code
    choices: LegalActions
    visibility: ViewMaker
    readings: Callable[[Cards], list[Reading]]
