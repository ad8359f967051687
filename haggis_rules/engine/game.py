"""The rules of a variant, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import final
from weakref import WeakValueDictionary

from haggis_rules.engine import deal, notation
from haggis_rules.engine.action import Action
from haggis_rules.engine.choices import Choices
from haggis_rules.engine.compiled import Code, compile_game
from haggis_rules.engine.explain import Trace, explain
from haggis_rules.engine.plays import Enumerator
from haggis_rules.engine.position import position_from_json
from haggis_rules.engine.sights import Sights
from haggis_rules.engine.table import NoSuchQueryError, Table, at_rest
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.ir.walk import digest
from haggis_rules.run.patterns import Patterns
from haggis_rules.run.state import Cards, Combination, Reading, State, Value

BEATS = "beats"  # the query by which a game says that one reading may be laid on another


def load(name_or_path: str | Path) -> Rules:
    """Load a shipped variant by its name, or any rules file by its path.

    Raises ``RuleError`` or ``SeveralFaultsError`` when the text is at fault or cannot be read.
    """
    return Rules(load_game(name_or_path))


@final
class Rules:
    """A variant: its typed form, and the Python made from it. Two of one content are equal.

    When ``checked``, every position is searched for a second step that waits, which sound rules
    never have: ``Overlap`` is raised when there is one.
    """

    def __init__(self, game: Game, *, checked: bool = False) -> None:
        self.game, self.checked = game, checked
        self.code: Code = compile_game(game)
        self.patterns = Patterns(game)

    @cached_property
    def enumerator(self) -> Enumerator:
        """What finds the plays of a hand."""
        return Enumerator(self.patterns)

    @cached_property
    def choices(self) -> Choices:
        """What finds the legal actions of a seat."""
        return Choices(self.game, self.code, self.enumerator)

    @cached_property
    def sights(self) -> Sights:
        """Who sees what."""
        return Sights(self.game)

    @cached_property
    def digest(self) -> str:
        """A hash of the rules' content."""
        return digest(self.game)

    @cached_property
    def queries(self) -> Mapping[str, Callable[..., Value]]:
        """What the rules export, each a function of values, zones and its own parameters."""
        exported = [d.name for d in self.game.definitions.values() if d.exported]
        return {name: self.code.definitions[name] for name in exported}

    @property
    def python(self) -> str:
        """The Python that was made from the rules, as text."""
        return self.code.text

    def new_hand(self, seed: int) -> Table:
        """Deal. One seed gives one hand, on every machine and in every version of Python."""
        chance = Random(seed)  # noqa: S311 - a game, not a secret
        zones = deal.deal(self.game, chance)
        return self.at(State(self.code.initial(zones, deal.draw(self.game, chance)), zones))

    def at(self, state: State) -> Table:
        """Begin with a state; the steps that follow from it are taken."""
        return at_rest(self, state, state)

    def table(self, data: notation.Json) -> Table:
        """Make a position again from what ``Table.to_json`` gave.

        Raises ``NotationError`` when it means nothing or was made with other rules, and
        ``IllegalAction`` when the actions in it are not allowed.
        """
        if not isinstance(data, Mapping) or data.get("rules") != self.digest:
            message = f"this was not played by the rules of {self.game.name}"
            raise notation.NotationError(message)
        table = self.at(position_from_json(self.game, data.get("start")))
        actions = data.get("actions")
        for one in actions if isinstance(actions, list) else ():
            table = table.apply(notation.action_from_json(self.game, one))
        return table

    def plays(self, cards: Cards, on: Reading | None = None) -> list[Combination]:
        """Give every combination that can be made of some cards; with ``on`` those that beat it.

        Raises ``NoSuchQueryError`` when these rules do not say what beats what.
        """
        found = map(Combination._make, self.enumerator.plays(cards))
        if on is None:
            return list(found)
        beats = self.queries.get(BEATS)
        if beats is None:
            message = f"this variant has no `{BEATS}`"
            raise NoSuchQueryError(message)
        return [one for one in found if beats((), (), one.reading, on)]

    def readings(self, cards: Cards) -> list[Reading]:
        """Give every reading of exactly these cards."""
        return [reading for reading, used in self.enumerator.plays(cards) if used == cards]

    def show_action(self, action: Action) -> str:
        """Write an action in notation, a reading only where the cards alone leave a choice.

        What is no action of this game is written as its bare values.
        """
        plan = self.choices.plans.get(action.name)
        if plan is None or not self.choices.well_formed(plan, action):
            return " ".join(map(str, (action.name, *action.arguments)))
        return notation.show_action(self.game, action, self.readings)

    def explain(self, table: Table, action: Action) -> Trace:
        """Tell what an action does, and on which clauses each part of that rests."""
        return explain(self.patterns, table, action)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and (self is other or self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[object, ...]:
        _known.setdefault((self.digest, self.checked), self)
        return _again, (self.digest, self.checked, self.game)


_known: WeakValueDictionary[tuple[str, bool], Rules] = WeakValueDictionary()


def _again(content: str, checked: bool, game: Game) -> Rules:  # noqa: FBT001 - pickle calls it
    """Give the rules of this content that are there, or make them again."""
    found = _known.get((content, checked))
    if found is None:
        found = _known[content, checked] = Rules(game, checked=checked)
    return found
