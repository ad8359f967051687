"""A game as a tree in which either chance or one seat is asked at each node.

Chance deals card by card and draws for actions by chance. A seat takes its decision in parts, and
where several seats can act they are asked one after another.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from json import dumps
from typing import NamedTuple, Self

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules
from haggis_rules.enumeration.outcomes import is_pending
from haggis_rules.hosts.card_deal import (
    CardDeal,
    ChanceOutcome,
    first_deal,
    most_chance_nodes,
    next_deal,
)
from haggis_rules.hosts.decision_parts import WAIT, PartialDecision, PartNumbers
from haggis_rules.hosts.seat_options import SeatOptions, options_of_seats
from haggis_rules.ir.game import ActionSchema, FreeParam
from haggis_rules.knowledge.seen import SeenEvent
from haggis_rules.knowledge.seen_forms import event_form
from haggis_rules.notation.dealings import decided
from haggis_rules.notation.values import show_value
from haggis_rules.players.asking_order import AbleSeats, Asked, AskingOrder, able_by_names
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.dealing import possible
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import pack

MOST_TEXTS = 50_000  # events that are remembered as they are written
MOST_PARTS = 10_000  # that are said in one hand, should the rules let it go on for ever


class SequentialGame:
    """The tree of games by some rules, each of so many hands at most.

    A game is over with its match, with the last of its ``hands``, or when ``most_parts`` parts of
    decisions have been said.
    """

    def __init__(self, rules: Rules, hands: int = 1) -> None:
        self.rules, self.hands = rules, hands
        self.most_parts = hands * MOST_PARTS
        self.numbers = PartNumbers(rules)
        self._event_texts: dict[SeenEvent, str] = {}

    @cached_property
    def start(self) -> GameNode:
        """The node at which a game begins."""
        return GameNode(self, deal=first_deal(self.rules)).settled()

    def node_of(
        self, match: MatchState, before: AskingOrder, waits: tuple[Wait, ...], parts: int
    ) -> GameNode:
        """Return the node of a match, where no seat has been asked since its last action."""
        return GameNode(self, match, before=before, waits=waits, parts=parts).settled()

    @cached_property
    def most_outcomes(self) -> int:
        """How many outcomes chance has at most: each is a number below that."""
        game = self.rules.game
        drawn = [one.type for lasts in (True, False) for one in decided(game, lasting=lasts)]
        chosen = [_choices(self.rules, one) for one in game.actions if one.by_chance]
        return max(len(game.cards), *(len(possible(game, kind)) for kind in drawn), *chosen, 1)

    @cached_property
    def most_chance_nodes(self) -> int:
        """How often chance is asked at most."""
        draws = self.most_parts if any(one.by_chance for one in self.rules.game.actions) else 0
        return self.hands * most_chance_nodes(self.rules) + draws

    def event_text(self, event: SeenEvent) -> str:
        """Return what a seat was shown of an event, as JSON in one line."""
        found = self._event_texts.get(event)
        if found is None:
            if len(self._event_texts) >= MOST_TEXTS:
                self._event_texts.clear()
            found = dumps(event_form(self.rules.game).write(event), ensure_ascii=False)
            self._event_texts[event] = found
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return sequential_game, (self.rules, self.hands)


@lru_cache(maxsize=64)
def sequential_game(rules: Rules, hands: int = 1) -> SequentialGame:
    """Return the tree of games by some rules; the same one each time."""
    return SequentialGame(rules, hands)


class Wait(NamedTuple):
    """A seat let others act first: in a hand, after so many of its actions."""

    seat: int
    hand: int
    actions: int


@dataclass(slots=True)
class _FoundAtNode:
    """What has been worked out about a node."""

    seat_options: SeatOptions | None = None
    asking: Asked | None = None
    options: list[int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class GameNode:
    """A node of the tree. It never changes: ``after`` gives another.

    ``match`` is the match so far, None before the first hand has been dealt, and ``deal`` the deal
    that chance is at. ``drawing`` is an action for which chance has still to choose. ``before``
    tells which seats have let others act first, as far as that matters, and ``waits`` has each time
    that a seat has done so. ``decision`` is what the seat that is asked now has said so far, and
    ``parts`` counts what all seats have said.
    """

    game: SequentialGame
    match: MatchState | None = None
    deal: CardDeal | None = None
    drawing: Action | None = None
    before: AskingOrder = field(default_factory=AskingOrder)
    waits: tuple[Wait, ...] = ()
    decision: PartialDecision | None = None
    parts: int = 0
    _known: _FoundAtNode = field(default_factory=_FoundAtNode, repr=False)

    @property
    def table(self) -> MatchState:
        """The match, where a hand has been dealt."""
        assert self.match is not None  # noqa: S101 - nobody asks before
        return self.match

    @property
    def by_chance(self) -> bool:
        """Whether chance is asked here."""
        return self.deal is not None or self.drawing is not None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        if self.match is None or self.by_chance:
            return False
        ended = self.match.finished or len(self.match.hand_points) >= self.game.hands
        return ended or self.parts >= self.game.most_parts

    @property
    def seat_options(self) -> SeatOptions:
        """What each seat can do here."""
        if self._known.seat_options is None:
            self._known.seat_options = options_of_seats(self.game.rules, self.table.state)
        return self._known.seat_options

    @property
    def _able(self) -> AbleSeats:
        return able_by_names(self.game.rules.game, self.seat_options)

    @property
    def asking(self) -> Asked:
        """The seat that is asked. Raises ``ValueError`` when nobody can act."""
        found = self._known.asking or self.before.asked(self._able)
        if found is None:
            message = "nobody can act in this hand any more, and its rules do not end it"
            raise ValueError(message)
        self._known.asking = found
        return found

    @property
    def options(self) -> list[int]:
        """The parts that the seat which is asked can say, the lowest number first."""
        if self._known.options is None:
            numbers, (seat, may_wait) = self.game.numbers, self.asking
            if self.decision is not None:
                found = [*numbers.options(self.decision)]
            else:
                found = [WAIT] if may_wait else []
                found += sorted(map(numbers.name, self.seat_options[seat]))
            self._known.options = found
        return self._known.options

    @property
    def outcomes(self) -> list[ChanceOutcome]:
        """What chance can do here, the lowest number first."""
        if self.deal is not None:
            return self.deal.outcomes
        action, game = self.drawing, self.game.rules.game
        assert action is not None  # noqa: S101 - chance is asked for nothing else
        (param,) = game.action(action.name).params
        found: list[ChanceOutcome] = []
        for chosen, weight in self.table.position.outcomes(action):
            (value,) = chosen.arguments
            assert isinstance(value, int)  # noqa: S101 - chance chooses a card or a value
            if isinstance(param, FreeParam):
                words = show_value(game, param.type, value)
            else:
                words = show_cards(game, pack([(value, 1)]))
            found.append(ChanceOutcome(value, weight, f"{action.name} {words}"))
        return sorted(found)

    def after(self, number: int) -> GameNode:
        """Return the node after an outcome of chance, or after a part of a decision.

        Raises ``ValueError`` for what cannot be chosen here.
        """
        known = [one.number for one in self.outcomes] if self.by_chance else self.options
        if number not in known:
            whose = "chance" if self.by_chance else f"seat {self.asking.seat + 1}"
            message = f"{number} is nothing that {whose} can choose here"
            raise ValueError(message)
        if self.deal is not None:
            return self._with(deal=self.deal.after(number)).settled()
        if self.drawing is not None:
            chosen = self.drawing._replace(arguments=(number,))
            return self._with(match=self.table.apply(chosen), drawing=None).settled()
        return self._said(number)

    def settled(self) -> GameNode:
        """Return the node after all that follows until chance or a seat has something to choose."""
        node, rules = self, self.game.rules
        while True:
            match, deal = node.match, node.deal
            if deal is not None:
                if not deal.over:
                    return node
                whole = deal.dealing
                dealt = rules.dealt_match(whole) if match is None else match.deal(whole)
                node = node._with(match=dealt, deal=None)
            elif node.drawing is not None:
                found = node.table.position.outcomes(node.drawing)
                if len(found) != 1:
                    return node
                after = node.table.apply(found[0][0])
                node = node._with(match=after, drawing=None)  # noqa: SLF001 - a node too
            elif match is not None and match.undealt and not node.over:
                node = node._with(deal=next_deal(rules, match.state.values))  # noqa: SLF001 - a node too
            else:
                return node

    def _said(self, part: int) -> GameNode:
        """Return the node after what the seat that is asked has said."""
        numbers, seat, parts = self.game.numbers, self.asking.seat, self.parts + 1
        if self.decision is not None:
            decision = numbers.said(self.decision, part)
        elif part == WAIT:
            wait = Wait(seat, self.table.hand, len(self.table.position.actions_taken))
            before = self.before.after_wait(seat)
            return self._here(parts=parts, waits=(*self.waits, wait), before=before)
        else:
            name = numbers.show(part)
            decision = numbers.begun(name, self.seat_options[seat][name])
        if not decision.whole:
            return self._here(parts=parts, decision=decision)
        rules, (arguments,) = self.game.rules, decision.left
        action = rules.offered_action(decision.action, seat, arguments)
        before = self.before.after_action(self._able, seat)
        node = self._with(parts=parts, before=before, decision=None)
        if is_pending(rules.choices, action):
            return node._with(drawing=action).settled()  # noqa: SLF001 - a node too
        return node._with(match=self.table.apply(action)).settled()  # noqa: SLF001 - a node too

    def _with(self, **changed: object) -> GameNode:
        return replace(self, _known=_FoundAtNode(), **changed)  # type: ignore[arg-type]

    def _here(self, **changed: object) -> GameNode:
        """Return a node at which the match is the same, and so what each seat can do."""
        known = _FoundAtNode(seat_options=self._known.seat_options)
        return replace(self, _known=known, **changed)  # type: ignore[arg-type]

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        chance = self.match, self.deal, self.drawing
        return GameNode, (
            self.game,
            *chance,
            self.before,
            self.waits,
            self.decision,
            self.parts,
        )


def _choices(rules: Rules, action: ActionSchema) -> int:
    """Return below which number the choice is that chance makes for an action."""
    (param,) = action.params
    return rules.game.size(param.type) if isinstance(param, FreeParam) else len(rules.game.cards)
