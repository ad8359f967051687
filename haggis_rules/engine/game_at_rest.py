"""What a position and a match have in common: what is asked of them, and how they print.

What they print are the cards and the values that every seat sees, and who can act, which in some
games rests on cards that are hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trick import to_beat, trick_holder, winner
from haggis_rules.ir.game import InTurn, Owner
from haggis_rules.ir.types import show
from haggis_rules.knowledge.match_view import scores_of_seats, scores_text
from haggis_rules.notation.named_value import NamedValue, ShownValue, named_value, plain_value
from haggis_rules.notation.table_text import drawn_table, seat_name
from haggis_rules.semantics.asking import NoSuchQueryError, WrongArgumentError, value_of
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.semantics.membership import is_value
from haggis_rules.semantics.state import GameState, Value


class SettledGame(Protocol):
    """What has to be known of a position or a match."""

    @property
    def rules(self) -> Ruleset:
        """The rules by which it is played."""
        ...

    @property
    def state(self) -> GameState:
        """The state now."""
        ...

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act now."""
        ...

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""
        ...


class SettledMatch(SettledGame, Protocol):
    """What has to be known of a match."""

    @property
    def hand(self) -> int:
        """The number of the hand."""
        ...

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat, or each team, has got."""
        ...

    @property
    def teams(self) -> Mapping[str, tuple[int, ...]]:
        """The seats of each team."""
        ...


class GameAtRest:
    """What is asked of a position and of a match alike."""

    __slots__ = ()

    @property
    def turn(self: SettledGame) -> int | None:
        """The seat whose turn it is, counted from 0; None when it is nobody's.

        It is the only seat with an action that belongs to one seat at a time, not to any seat.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.turn, match.to_act
        (1, (0, 1))
        """
        able = self.to_act
        if not able:
            return None
        plans, known = [*self.rules.choices.plans.values()], (self.state.values, self.state.zones)
        found = {
            seat
            for seat, number in self.rules.actor_actions(*known)
            if seat in able and isinstance(plans[number].action.actor, InTurn)
        }
        return found.pop() if len(found) == 1 else None

    @property
    def to_beat(self: SettledGame) -> str | None:
        """The reading that a play has to beat now, in notation; None if there is none.

        The rules say what it is by exporting ``to.beat``. Raises ``NoSuchQueryError`` if they do
        not.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> after = match.apply(match.rules.parse_action("2: play 4r 4y"))
        >>> match.to_beat, after.to_beat, match.rules.beats("9r 9g", on=after.to_beat)
        (None, 'set2@4', True)
        """
        return to_beat(self.rules, self.state)

    @property
    def trick_holder(self: SettledGame) -> int | None:
        """The seat whose play has to be beaten now; None if there is nothing to beat.

        The rules say who it is by exporting ``trick.holder``. Raises ``NoSuchQueryError`` if they
        do not.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.apply(match.rules.parse_action("2: play 4r 4y")).trick_holder
        1
        """
        return trick_holder(self.rules, self.state)

    def query(self: SettledGame, name: str, *arguments: ShownValue) -> Value:
        """Return what the rules say of something that they export by a name.

        Raises ``NoSuchQueryError`` when they do not, ``WrongArgumentError`` for arguments of
        another number or kind, and a ``Breach`` where it is undefined. ``Rules.queries`` has the
        names.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.query("finished"), match.query("bets.paid", 0)
        (False, 0)
        """
        return _evaluate_query(self.rules, self.state, name, *map(plain_value, arguments))

    def value(self: SettledGame, name: str) -> ShownValue | tuple[ShownValue, ...]:
        """Return the value of a state variable; where each owner has one, all of them in order.

        Words of a choice, ranks, suits, cards and teams are strings, with their ``number``; see
        ``NamedValue``. Raises ``NoSuchQueryError`` when the rules have no such variable.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.value("stage"), match.value("dealer"), match.value("stake")
        ('tricks', 0, (None, None))
        """
        game, found = self.rules.game, value_of(self.rules.game, self.state, name)
        variable = next(one for one in game.states if one.name == name)
        if variable.owner is Owner.NOBODY:
            return named_value(game, variable.type, cast("Value", found))
        each = cast("tuple[Value, ...]", found)
        return tuple(named_value(game, variable.type, one) for one in each)

    def __str__(self: SettledGame) -> str:
        return f"{table_head(self.rules)}\n{table_text(self)}"

    def _repr_html_(self: SettledGame) -> str:
        return _drawn(self, table_head(self.rules))


class MatchAtRest(GameAtRest):
    """What is asked of a match alone."""

    __slots__ = ()

    @property
    def teams(self: SettledGame) -> Mapping[str, tuple[int, ...]]:
        """The seats of each team by its name; empty when the rules have no teams.

        >>> from haggis_rules import load
        >>> load("neeps", players=4).new_match(seed=1).teams
        {'north': (0, 2), 'south': (1, 3)}
        """
        return self.rules.teams

    @property
    def scores_by_seat(self: SettledMatch) -> tuple[int, ...]:
        """What each seat has scored so far: its own points, or those of its team.

        Empty when the rules have no score sheet.

        >>> from haggis_rules import load
        >>> match = load("neeps", players=4).new_match(seed=1)
        >>> match.scores, match.scores_by_seat
        ((0, 0), (0, 0, 0, 0))
        """
        return scores_of_seats(self.rules.game, self.scores)

    @property
    def scores_by_team(self: SettledMatch) -> Mapping[str, int]:
        """What each team has scored so far, by its name; empty where teams do not score.

        >>> from haggis_rules import load
        >>> load("neeps", players=4).new_match(seed=1).scores_by_team
        {'north': 0, 'south': 0}
        """
        game = self.rules.game
        teams = game.teams if scoring(game) is Owner.TEAM else ()
        return dict(zip(teams, self.scores, strict=bool(teams)))

    @property
    def winner(self: SettledMatch) -> int | NamedValue | None:
        """The seat that has won the match, or the name of the team; None before the end.

        The rules say who it is by exporting ``winner``. Raises ``NoSuchQueryError`` if they do not.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> while not match.finished:
        ...     match = match.apply(match.decisions(match.to_act[0])[-1])
        >>> match.winner == match.scores.index(max(match.scores))
        True
        """
        return winner(self.rules, self.state, over=self.finished)

    @property
    def winners(self: SettledMatch) -> tuple[int, ...]:
        """The seats that have won the match: one, or all of a team; empty before the end.

        Raises as ``winner`` does.

        >>> from haggis_rules import load
        >>> load("classic", players=2).new_match(seed=7).winners
        ()
        """
        found = winner(self.rules, self.state, over=self.finished)
        if found is None:
            return ()
        return tuple(self.teams[found]) if isinstance(found, NamedValue) else (found,)

    def __str__(self: SettledMatch) -> str:
        return f"{match_head(self)}\n{table_text(self)}"

    def _repr_html_(self: SettledMatch) -> str:
        return _drawn(self, match_head(self))


def table_head(rules: Ruleset) -> str:
    """Say what is played."""
    return f"{rules.name} for {rules.players} players"


def match_head(match: SettledMatch) -> str:
    """Say what is played, and how it stands."""
    rules = match.rules
    return f"{table_head(rules)}, {scores_text(rules.game, match.hand, match.scores)}"


def table_text(at: SettledGame) -> str:
    """Draw what every seat sees: the cards and how many lie face down, values, and who can act."""
    rules, state = at.rules, at.state
    zones, values = rules.visibility.public_zones(state), rules.visibility.public_values(state)
    return f"{drawn_table(rules.game, zones, values)}\n  {_who_acts(at.turn, at.to_act)}"


def _drawn(at: SettledGame, head: str) -> str:
    """Draw what every seat sees, as notebooks show it."""
    from haggis_rules.notation.table_html import table_html

    rules, state = at.rules, at.state
    zones, values = rules.visibility.public_zones(state), rules.visibility.public_values(state)
    return table_html(rules.game, head, zones, values, foot=_who_acts(at.turn, at.to_act))


def _who_acts(turn: int | None, able: tuple[int, ...]) -> str:
    others = [seat_name(seat) for seat in able if seat != turn]
    may = f"{' and '.join(others)} can act" if others else ""
    if turn is None:
        return may or "nobody can act"
    whose = f"it is the turn of {seat_name(turn)}"
    return f"{whose}; {may} too" if may else whose


def _evaluate_query(rules: Ruleset, state: GameState, name: str, *arguments: Value) -> Value:
    """Return the value of something that the rules export.

    Raises ``NoSuchQueryError``, and ``WrongArgumentError`` when it is asked of something else.
    """
    query = rules.queries.get(name)
    if query is None:
        known = ", ".join(f"`{one}`" for one in rules.queries)
        message = f"this variant has no `{name}`; the values you can ask for: {known or 'nothing'}"
        raise NoSuchQueryError(message)
    params = rules.game.definitions[name].params
    fit = len(params) == len(arguments) and all(
        is_value(rules.game, param.type, one) for param, one in zip(params, arguments, strict=True)
    )
    if not fit:
        wanted = ", ".join(f"a {show(param.type)}" for param in params) or "nothing"
        message = f"`{name}` is asked of {wanted}, and not of {arguments!r:.200}"
        raise WrongArgumentError(message)
    return query(state.values, state.zones, *arguments)
