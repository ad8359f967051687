"""The rules of a variant, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import final, overload
from weakref import WeakValueDictionary

from haggis_rules.codegen.compiled import first_lasting
from haggis_rules.engine import match
from haggis_rules.engine.determinized import PositionDeterminizer
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position, deal_position, settle_position
from haggis_rules.engine.restore import hand_from_json, match_from_json
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import Trace, explain
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.knowledge.view import View
from haggis_rules.notation.values import Json
from haggis_rules.semantics import dealing as deal
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.state import GameState


def load(
    name_or_path: str | Path,
    *,
    players: int | None = None,
    budget: int | None = None,
    **options: int | str,
) -> Rules:
    """Load a shipped variant by its name, or any rules file by its path.

    ``players`` may be left out when the rules are for one number of players. Each further keyword
    is an option of the rules with what the players agreed on: a number, true or false, or one of
    its words. What is not given is as usual. ``budget`` is how many units of work one question may
    cost, for rules that need more than usual or that nobody trusts: a play, a reading or a choice
    that is looked at is one. A question that needs more raises ``OverBudgetError``.

    Raises ``RuleError`` or ``SeveralFaultsError`` when the text is at fault or cannot be read, and
    when there is no such option, value or number of players.
    """
    return load_agreed(name_or_path, options, players=players, budget=budget)


def load_agreed(
    name_or_path: str | Path,
    options: Mapping[str, int | str],
    *,
    players: int | None = None,
    budget: int | None = None,
) -> Rules:
    """Load rules as ``load`` does, with the options in a mapping: one may be called ``budget``."""
    game = load_game(name_or_path, players=players, options=options)
    key = id(game), budget
    rules = _made.get(key)
    if rules is None:
        rules = _made[key] = Rules(game, budget=budget)
    return rules


@final
class Rules(Ruleset):
    """A variant: its typed form, and the Python made from it. Two of one content are equal.

    When ``checked``, every position is searched for a second step that waits, which sound rules
    never have: ``Overlap`` is raised when there is one.
    """

    @cached_property
    def determinizer(self) -> PositionDeterminizer:
        """What makes whole positions of what a seat knows."""
        return PositionDeterminizer(self)

    def new_hand(self, seed: int) -> Position:
        """Deal one hand. One seed gives one hand, on every machine and in every version of Python.

        What lasts from hand to hand has its first value.
        """
        chance = Random(seed)  # noqa: S311 - a game, not a secret
        lasting = first_lasting(self.code, self.game, deal.draw(self.game, chance, lasting=True))
        return deal_position(self, lasting, deal.dealing(self.game, lasting, chance))

    def new_match(self, seed: int) -> MatchState:
        """Begin a match: the first hand has been dealt.

        One seed and the same actions give the same match, on every machine and in every version of
        Python. What chance decides when the match begins comes from ``hand_seed(seed, 0)``, and
        the deal of each hand from ``hand_seed(seed, number)``, the first being number 1.
        """
        return match.begin(self, seed)

    def dealt_match(self, dealing: Dealing) -> MatchState:
        """Begin a match with cards that were dealt elsewhere; see ``dealing_from_json``.

        It has no seed: after each hand it waits until ``MatchState.deal`` is told the next deal.
        """
        return match.begin_dealt(self, dealing)

    def at(self, state: GameState) -> Position:
        """Begin with a state; the steps that follow from it are taken."""
        return settle_position(self, state, state)

    def position(self, data: Json) -> Position:
        """Make a position again from what ``Position.to_json`` gave.

        Raises ``NotationError`` when it means nothing or was made with other rules,
        ``IllegalAction`` when an action in it is not allowed, and a ``Breach`` when it begins where
        no play leads and the rules have no answer there.
        """
        return hand_from_json(self, data)

    def match(self, data: Json) -> MatchState:
        """Make a match again from what ``MatchState.to_json`` gave.

        Raises ``NotationError`` when it means nothing or was made with other rules or another
        deal, and ``IllegalAction`` when an action in it is not allowed.
        """
        return match_from_json(self, data)

    @overload
    def determinize(self, view: View, rng: Random) -> Position: ...

    @overload
    def determinize(self, view: MatchView, rng: Random) -> MatchState: ...

    def determinize(self, view: View | MatchView, rng: Random) -> Position | MatchState:
        """Return a position, by chance, that a seat cannot tell from the one that it has a view of.

        Its view for that seat equals the one given, log included, and play can go on from it. A
        view without a log, as ``view_from_text`` gives, is met by a position that begins there;
        values that are kept in mind and not seen are then the first ones of the rules. A match has
        no seed: after each hand it waits for ``MatchState.deal``.

        The hidden cards, told apart one by one, lie and have moved in any way that fits all that
        the seat was shown, each as likely, and what else was chosen in secret is any that fits.
        Once a card that the seat has seen went out of its sight again, ways are near to equally
        likely and no longer exactly so. Nothing is concluded from how well somebody would play.

        Raises ``ImpossibleViewError`` when no position by these rules is found that has this view,
        and ``OtherRulesError`` when it is of other rules.
        """
        if isinstance(view, MatchView):
            return self.determinizer.match(view, rng)
        return self.determinizer.position(view, rng)

    def explain(self, position: Position, action: Action) -> Trace:
        """Tell what an action does, and on which clauses each part of that rests."""
        return explain(self, position.state, action)

    def __reduce__(self) -> tuple[object, ...]:
        most = self.budget.most
        _known.setdefault((self.content, self.checked, most), self)
        return _again, (self.content, self.checked, most, self.game)


# A game cannot be collected, nor its place in memory be used again, while rules made of it live.
_made: WeakValueDictionary[tuple[int, int | None], Rules] = WeakValueDictionary()
_known: WeakValueDictionary[tuple[str, bool, int], Rules] = WeakValueDictionary()


def _again(content: str, checked: bool, budget: int, game: Game) -> Rules:  # noqa: FBT001 - pickle calls it
    """Return the rules of this content that are there, or make them again."""
    key = content, checked, budget
    found = _known.get(key)
    if found is None:
        found = _known[key] = Rules(game, checked=checked, budget=budget)
    return found
