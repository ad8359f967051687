"""Positions and matches that a seat cannot tell from the real ones, made of what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from haggis_rules.engine.match import MatchState, begin_dealt
from haggis_rules.engine.position import Position, replayed_position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import Audience
from haggis_rules.knowledge.determinize import Determinizer
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.knowledge.playable import Playable
from haggis_rules.knowledge.view import View
from haggis_rules.knowledge.view_reader import check_rules
from haggis_rules.notation.dealings import dealing_of
from haggis_rules.notation.errors import ImpossibleViewError, NotationError
from haggis_rules.semantics.action import IllegalAction
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.state import StateValues

MATCHES = 30  # how often a match is begun anew, when something lasts that a seat does not see


class PositionDeterminizer:
    """Makes positions and matches of what seats know, by the rules of one game."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.hands = Determinizer(
            Playable(
                rules.game,
                rules.checked,
                rules.code,
                rules.choices,
                rules.visibility,
                rules.writing.readings,
            )
        )
        unseen = (
            variable.audience is not Audience.ALL
            for variable in rules.game.states
            if variable.lasting
        )
        self.lasts_unseen = any(unseen)

    def position(self, view: View, chance: Random, lasting: StateValues | None = None) -> Position:
        """Return a position that has this view; see ``Rules.determinize``.

        ``lasting`` has what the hand before left, when that is known.
        """
        start, events = self.hands.hand(view, chance, lasting)
        return replayed_position(self.rules, start, events)

    def match(self, view: MatchView, chance: Random) -> MatchState:
        """Return a match that has this view; see ``Rules.determinize``.

        Raises ``ImpossibleViewError`` when none is found.
        """
        check_rules(self.rules.game, view)
        hands = [ended.view for ended in view.ended]
        if view.hand != len(hands):
            hands.append(view.table)
        why: Exception | None = None
        for _ in range(MATCHES if self.lasts_unseen else 1):
            try:
                match = self._played(hands, chance)
            except (IllegalAction, NotationError) as fault:
                why = fault
                continue
            if match is not None and match.view(view.seat) == view:
                return match
        known = f"what seat {view.seat + 1} is said to know of it"
        raise ImpossibleViewError(f"found no match under these rules that gives {known}") from why

    def _played(self, hands: Sequence[View], chance: Random) -> MatchState | None:
        """Play hand after hand as the views of a seat say, until the match is over."""
        match: MatchState | None = None
        for hand in hands:
            if match is not None and not match.undealt:
                break
            table = self.position(hand, chance, match.state.values if match else None)
            dealing = dealing_of(self.rules.game, table.start, first=match is None)
            match = match.deal(dealing) if match else begin_dealt(self.rules, dealing)
            for action in table.actions_taken:
                match = match.apply(action)
        return match


def check_sampling(view: object, rng: object) -> None:
    """See that this is a view, and a generator to draw with. Raises ``WrongArgumentError``."""
    if not isinstance(view, (View, MatchView)):
        message = f"{view!r:.40} is not a view: `MatchState.view` and `Position.view` return one"
        raise WrongArgumentError(message)
    if not isinstance(rng, Random):
        message = f"what hidden cards are drawn by is a `random.Random`, and not {rng!r:.40}"
        raise WrongArgumentError(message)
