"""One hand by two games: the same cards and the same actions, and the first thing that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import cast

from haggis_rules.analysis.comparison.small_hands import SmallHand, SmallHands
from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.diagnostics.nouns import listed
from haggis_rules.engine.hand_points import points_of_hand
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import FreeParam, Game, Owner
from haggis_rules.ir.types import ChoiceType
from haggis_rules.notation.table_text import seat_name
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.action import Action, Reason
from haggis_rules.semantics.between_hands import is_one_hand
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, Combination, GameState, count_of, counts, pack, size

MOST_COMPARED = 64  # actions of a seat; of more only the number is compared
MOST_NAMED = 6  # cards that are named one by one, where two places differ


class Ground(Enum):
    """In what a hand differs by two games."""

    ALLOWED = "allowed"  # an action that one of them does not allow
    TO_ACT = "to act"
    OVER = "over"  # the hand is over by one of them alone
    CARDS = "cards"
    SCORES = "scores"
    AFTER = "after"  # what the hand leaves behind for the next


@dataclass(frozen=True, slots=True)
class Detail:
    """A thing that differs, and what it is by the first game and by the second.

    ``entry`` names the entry of the score sheet that it is, if it is one, and ``clauses`` are those
    that stand against an action.
    """

    what: str
    first: str
    second: str
    entry: str = field(default="", kw_only=True)
    reasons: tuple[Reason, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class HandDifference:
    """A hand in which two games differ: how it begins, what is done, and what differs then.

    The last action is one that only one of them allows where ``ground`` says so; ``by_first`` is
    whether the first does.
    """

    hand: SmallHand
    actions: tuple[Action, ...]
    ground: Ground
    details: tuple[Detail, ...]
    by_first: bool = True

    @property
    def weight(self) -> tuple[int, int]:
        """What is least in the shortest: actions, and then cards."""
        return len(self.actions), self.hand.size


ActionChoice = Callable[[Position], Action | None]  # what is done next, None to stop


class GamesInStep:
    """Two games with matched names, of which hands are compared action by action."""

    def __init__(self, first: Rules, second: Rules) -> None:
        self.first, self.second = first, second
        self.setting = SmallHands(first)
        self._other = SmallHands(second)

    def compare(self, hand: SmallHand, choose: ActionChoice, most: int) -> HandDifference | None:
        """Play a hand by both until they differ; None when they do not in so many actions.

        Rules that break on it, or ask for too much work, are not told of here.
        """
        one, other = self.setting.position(hand), self._other.position(hand)
        if one is None or other is None:
            return None
        done: tuple[Action, ...] = ()
        try:
            while True:
                found = self._difference(one, other)
                if found is not None:
                    ground, details, last = found
                    return HandDifference(
                        hand, (*done, *last.actions), ground, details, last.by_first
                    )
                action = None if one.finished or len(done) >= most else choose(one)
                if action is None:
                    return None
                one, other = one.apply(action), other.apply(self._theirs(action))
                done += (action,)
        except (Breach, OverBudgetError, _Unknown):
            return None

    def _difference(
        self, one: Position, other: Position
    ) -> tuple[Ground, tuple[Detail, ...], _LastAction] | None:
        over = one.finished, other.finished
        cards = tuple(self._cards(one.state, other.state))
        if over[0] is not over[1]:
            words = ("over" if each else "goes on" for each in over)
            return Ground.OVER, (Detail("the hand", *words), *cards), _LastAction()
        if over[0]:
            return self._at_the_end(one, other, cards)
        if one.to_act != other.to_act:
            words = (_seats(each.to_act) for each in (one, other))
            return Ground.TO_ACT, (Detail("next to act", *words), *cards), _LastAction()
        if cards:
            return Ground.CARDS, cards, _LastAction()
        return self._allowed(one, other)

    def _at_the_end(
        self, one: Position, other: Position, cards: tuple[Detail, ...]
    ) -> tuple[Ground, tuple[Detail, ...], _LastAction] | None:
        entries = tuple(self._entries(one.state, other.state))
        if cards or entries:
            ground = Ground.SCORES if entries else Ground.CARDS
            return ground, (*entries, *cards), _LastAction()
        after = tuple(self._after(one.state, other.state))
        return (Ground.AFTER, after, _LastAction()) if after else None

    def _entries(self, mine: GameState, theirs: GameState) -> Iterator[Detail]:
        """Yield the entries of the score sheet that differ, for each seat or team."""
        games = self.first.game, self.second.game
        both = self.first.scorers == self.second.scorers
        found = [
            dict(zip(rules.game.scores, points_of_hand(rules, state), strict=True))
            for rules, state in ((self.first, mine), (self.second, theirs))
        ]
        for name in dict.fromkeys([*games[0].scores, *games[1].scores]) if both else ():
            nothing = (0,) * self.first.scorers
            pairs = zip(*(one.get(name, nothing) for one in found), strict=True)
            for owner, (first, second) in enumerate(pairs):
                if first != second:
                    whose = self._scorer(owner)
                    yield Detail(f"{name} of {whose}", str(first), str(second), entry=name)

    def _scorer(self, owner: int) -> str:
        game = self.first.game
        return seat_name(owner) if self.first.scorers == game.seats else game.teams[owner]

    def _after(self, mine: GameState, theirs: GameState) -> Iterator[Detail]:
        """Yield what lasts and differs after the hand, and whether another follows."""
        after = [
            _left(rules, state) for rules, state in ((self.first, mine), (self.second, theirs))
        ]
        there = {one.name: index for index, one in enumerate(self.second.game.states)}
        for index, one in enumerate(self.first.game.states):
            if not one.lasting or one.name not in there:
                continue
            values = after[0].state.values[index], after[1].state.values[there[one.name]]
            if values[0] != values[1]:
                for what, *shown in _owned_values(self.first.game, index, values):
                    yield Detail(f"{what}, for the next hand", *shown)
        if after[0].last is not after[1].last:
            yield Detail("the match", *("over" if each.last else "goes on" for each in after))

    def _cards(self, mine: GameState, theirs: GameState) -> Iterator[Detail]:
        """Yield each place, of those that both games have, in which not the same cards lie."""
        game = self.first.game
        for index, zone in enumerate(game.zones):
            there = self._zones.get(zone.name)
            if there is None or mine.zones[index] == theirs.zones[there]:
                continue
            held = [
                cards if isinstance(cards, tuple) else (cards,)
                for cards in (mine.zones[index], theirs.zones[there])
            ]
            for owner, (first, second) in enumerate(zip(*held, strict=True)):
                if first != second:
                    of = (
                        ""
                        if zone.owner is Owner.NOBODY
                        else f" of {game.owner_name(zone.owner, owner)}"
                    )
                    yield Detail(f"{zone.name}{of}", *_shown_cards(game, first, second))

    def _allowed(
        self, one: Position, other: Position
    ) -> tuple[Ground, tuple[Detail, ...], _LastAction] | None:
        """Find an action that one of two games does not allow, the shortest play first."""
        for seat in one.to_act:
            mine, theirs = one.actions(seat), other.actions(seat)
            if len(mine) == len(theirs) and len(mine) > MOST_COMPARED:
                continue
            own, known = list(mine), {self._key(self.second.game, each): each for each in theirs}
            keys = {self._key(self.first.game, each) for each in own}
            for action in sorted(own, key=_cards_of):
                if self._key(self.first.game, action) not in known:
                    return self._lone(action, other, by_first=True)
            for action in sorted(known.values(), key=_cards_of):
                if self._key(self.second.game, action) not in keys:
                    return self._lone(action, one, by_first=False)
        return None

    def _lone(
        self, action: Action, stopping: Position, *, by_first: bool
    ) -> tuple[Ground, tuple[Detail, ...], _LastAction]:
        rules = self.first if by_first else self.second
        shown = rules.show_action(action, seated=True)
        try:
            meant = self._theirs(action) if by_first else self._ours(action)
            reasons = tuple(stopping.why_not(meant))
        except _Unknown:
            reasons = ()
        words = ("allowed", "not allowed") if by_first else ("not allowed", "allowed")
        detail = Detail(f"`{shown}`", *words, reasons=reasons)
        return Ground.ALLOWED, (detail,), _LastAction((action,), by_first=by_first)

    def _key(self, game: Game, action: Action) -> object:
        """Return what an action is by names, whichever of the two games it is of."""
        return action.name, action.actor, tuple(_named(game, action))

    def _theirs(self, action: Action) -> Action:
        return _translated(self.first.game, self.second.game, action)

    def _ours(self, action: Action) -> Action:
        return _translated(self.second.game, self.first.game, action)

    @cached_property
    def _zones(self) -> dict[str, int]:
        """The places of the second game that are owned as those of the first, by name."""
        owners = {zone.name: zone.owner for zone in self.first.game.zones}
        return {
            zone.name: index
            for index, zone in enumerate(self.second.game.zones)
            if owners.get(zone.name) is zone.owner
        }


@dataclass(frozen=True, slots=True)
class _LastAction:
    """The action that only one of two games allows, if that is the difference, and by which."""

    actions: tuple[Action, ...] = ()
    by_first: bool = True


class _Unknown(Exception):
    """One of the two games has no such action, or no such combination."""


def _translated(own: Game, other: Game, action: Action) -> Action:
    """Return an action of one game as one of another. Raises ``_Unknown`` where there is none."""
    if own is other:
        return action
    schema = next((one for one in other.actions if one.name == action.name), None)
    if schema is None or len(schema.params) != len(action.arguments):
        raise _Unknown
    found: list[object] = []
    names = [pattern.name for pattern in other.patterns]
    for mine, theirs, value in zip(
        own.action(action.name).params, schema.params, action.arguments, strict=True
    ):
        match value:
            case Combination(reading=(index, *rest), cards=cards):
                if own.patterns[index].name not in names:
                    raise _Unknown
                found.append(Combination((names.index(own.patterns[index].name), *rest), cards))
            case _:
                found.append(_choice(mine, theirs, value))
    return action._replace(arguments=tuple(cast("list[Cards]", found)))


def _choice(mine: object, theirs: object, value: object) -> object:
    """Return a value of a choice by its word."""
    if not (isinstance(mine, FreeParam) and isinstance(theirs, FreeParam)):
        return value
    if not (isinstance(mine.type, ChoiceType) and isinstance(theirs.type, ChoiceType)):
        return value
    word = mine.type.choices[cast("int", value)]
    if word not in theirs.type.choices:
        raise _Unknown
    return theirs.type.choices.index(word)


def _named(game: Game, action: Action) -> Iterator[object]:
    for param, value in zip(game.action(action.name).params, action.arguments, strict=True):
        match value:
            case Combination(reading=(index, *rest), cards=cards):
                yield game.patterns[index].name, tuple(rest), cards
            case int() if isinstance(param, FreeParam) and isinstance(param.type, ChoiceType):
                yield param.type.choices[value]
            case _:
                yield value


def _cards_of(action: Action) -> int:
    return sum(size(one.cards) for one in action.arguments if isinstance(one, Combination))


@dataclass(frozen=True, slots=True)
class _LeftBehind:
    """What a hand leaves behind, and whether the match is over."""

    state: GameState
    last: bool


def _left(rules: Rules, state: GameState) -> _LeftBehind:
    after = GameState(*rules.code.between(state.values, state.zones))
    until = rules.code.until
    last = is_one_hand(rules.game) if until is None else until(after.values, after.zones)
    return _LeftBehind(after, bool(last))


def _owned_values(
    game: Game, index: int, values: Sequence[object]
) -> Iterator[tuple[str, str, str]]:
    """Yield a variable that differs, for each owner, with both of its values in words."""
    one = game.states[index]
    lone = one.owner is Owner.NOBODY
    both = [(each,) if lone else cast("tuple[int, ...]", each) for each in values]
    for owner, pair in enumerate(zip(*both, strict=True)):
        if pair[0] != pair[1]:
            name = one.name if lone else f"{one.name} of {game.owner_name(one.owner, owner)}"
            first, second = (show_value(game, one.type, cast("int", each)) for each in pair)
            yield name, first, second


def _shown_cards(game: Game, first: Cards, second: Cards) -> tuple[str, str]:
    """Write the cards of both; where there are many, how many, and those that the other lacks."""
    if max(size(first), size(second)) <= MOST_NAMED:
        return show_cards(game, first) or "nothing", show_cards(game, second) or "nothing"
    return _many(game, first, second), _many(game, second, first)


def _many(game: Game, cards: Cards, other: Cards) -> str:
    more = pack(
        (card, n - count_of(other, card)) for card, n in counts(cards) if n > count_of(other, card)
    )
    named = 0 < size(more) <= MOST_NAMED < size(cards)
    return f"{_how_many(cards)}, with {show_cards(game, more)}" if named else _how_many(cards)


def _how_many(cards: Cards) -> str:
    many = size(cards)
    return "1 card" if many == 1 else f"{many or 'no'} cards"


def _seats(seats: Sequence[int]) -> str:
    return listed(list(map(seat_name, seats))) or "nobody"
