"""A player's door to a match: what one seat may know and do, and nothing else.

A server holds the match and opens a ``Seat`` for each client. Whatever is asked of it, the answer
rests on what that seat may know: two matches that look alike to a seat have doors that give equal
answers, texts of faults included. Tests deal the hidden cards anew and compare. What a seat may
know is decided by the rules, in ``knowledge``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trick import TrickPlay, check_open
from haggis_rules.enumeration.outcomes import is_chosen
from haggis_rules.ir.asked_words import TO_BEAT, TRICK_HOLDER
from haggis_rules.ir.zones_of_choice import zones_of_choice
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.knowledge.view_json import RecordedEventJson
from haggis_rules.notation.shown_play import Card, cards_shown
from haggis_rules.semantics.action import Action, IllegalAction, Reason
from haggis_rules.semantics.asking import WrongArgumentError, check_action

_CHOOSES = (
    "a player who chooses cannot see what an action leads to: `choose` returns one, and the holder "
    "of the match applies it"
)


class SeatedMatch(Protocol):
    """What a door needs of the match behind it."""

    @property
    def rules(self) -> Ruleset:
        """The rules by which it is played."""
        ...

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act now."""
        ...

    @property
    def to_beat(self) -> str | None:
        """The reading that has to be beaten."""
        ...

    @property
    def trick_holder(self) -> int | None:
        """The seat whose play has to be beaten."""
        ...

    @property
    def trick(self) -> tuple[TrickPlay, ...]:
        """The plays of the trick."""
        ...

    def view(self, seat: int) -> MatchView:
        """Return all that a seat may know."""
        ...

    def decisions(self, seat: int) -> Sequence[Action]:
        """Return all that a seat can decide."""
        ...

    def is_legal(self, action: Action) -> bool:
        """Whether an action can be taken now."""
        ...

    def why_not(self, action: Action) -> list[Reason]:
        """Return each clause that stands against an action."""
        ...

    def apply(self, action: Action) -> SeatedMatch:
        """Return the match after an action."""
        ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Seat:
    """One player's door to a match, as ``MatchState.seat`` opens it. Seats count from 0.

    It never changes: ``apply`` gives the door of the same seat to the match after the action, and
    ``MatchState.behind`` returns that match to whoever made the door. The door that
    ``Player.choose`` is given does neither, since a player could try each action and see what
    follows. Two doors are equal if they are one seat's, and it knows the same behind either.

    >>> from haggis_rules import load
    >>> door = load("classic", players=2).new_match(seed=7).seat(0)
    >>> door.may_act, [action.text for action in door.actions()]
    (True, ['bet zero', 'bet little', 'bet big'])
    """

    number: int
    _match: SeatedMatch
    _leads_on: bool = True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seat):
            return NotImplemented
        same = self._match.rules == other._match.rules and self._leads_on == other._leads_on
        return same and self.view == other.view

    def __hash__(self) -> int:
        return hash(self.view)

    def __repr__(self) -> str:
        return f"<Seat {self.number + 1} of {self.rules!r}>"

    def __str__(self) -> str:
        return str(self.view)

    @property
    def rules(self) -> Ruleset:
        """The rules by which the seat plays.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> door, door.rules
        (<Seat 1 of <Rules classic/2 target=350>>, <Rules classic/2 target=350>)
        """
        return self._match.rules

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the seat holds: its own, from which its actions can choose.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> len(door.cards), door.cards[0], door.cards[-1]
        (17, <Card 3o>, <Card K>)
        """
        game = self.rules.game
        names = {game.zones[zone].name for zone in zones_of_choice(game)}
        zones = self.view.table.zones
        own = [one for one in zones if one.place.owner == self.number and one.place.zone in names]
        return cards_shown(game, sum(one.cards for one in own))

    @property
    def to_beat(self) -> str | None:
        """The reading that a play has to beat now, in notation; None if there is none.

        Raises ``NoSuchQueryError`` if the rules do not export ``to.beat``, or if not all may know.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(1)
        >>> door.apply(door.rules.parse_action("2: play 4r 4y")).to_beat
        'set2@4'
        """
        check_open(self.rules.game, TO_BEAT)
        return self._match.to_beat

    @property
    def trick_holder(self) -> int | None:
        """The seat whose play has to be beaten now; None if there is nothing to beat.

        Raises ``NoSuchQueryError`` if the rules do not export ``trick.holder``, or if not all may
        know.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(1)
        >>> door.apply(door.rules.parse_action("2: play 4r 4y")).trick_holder
        1
        """
        check_open(self.rules.game, TRICK_HOLDER)
        return self._match.trick_holder

    @property
    def trick(self) -> tuple[TrickPlay, ...]:
        """The plays of the trick, in order; empty before a lead.

        Raises as ``to_beat`` does.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(1)
        >>> door.apply(door.rules.parse_action("2: play 4r 4y")).trick
        (TrickPlay(seat=1, play=<Play 4r 4y = set2@4>),)
        """
        check_open(self.rules.game, TO_BEAT)
        return self._match.trick

    @property
    def view(self) -> MatchView:
        """All that the seat may know of the match, as plain data.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> door.view.hand, door.view.scores
        (1, (0, 0))
        """
        return self._match.view(self.number)

    def _repr_html_(self) -> str:
        view = self.view
        return view.table.drawn_html(view.head)

    @property
    def may_act(self) -> bool:
        """Whether the seat can act now.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> door.may_act
        True
        """
        return self.number in self._match.to_act

    def actions(self) -> Sequence[Action]:
        """Return all actions of the seat, in the order of ``MatchState.actions``.

        An action by chance is there once, without its choice, which no player makes.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> [action.text for action in door.actions()]
        ['bet zero', 'bet little', 'bet big']
        """
        return self._match.decisions(self.number)

    def is_legal(self, action: Action) -> bool:
        """Return whether the seat can take an action now; an action of another seat never is.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> door.is_legal(door.actions()[0])
        True
        """
        return not self._not_for(action) and self._match.is_legal(action)

    def why_not(self, action: Action) -> list[Reason]:
        """Return the reasons against an action; none if the seat can take it now.

        For an action of another seat the only reason is that this seat cannot take it.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> reasons = door.why_not(load("classic", players=2).parse_action("2: pass"))
        >>> reasons[0].text
        'only seat 2 may do this. This is the door of seat 1.'
        """
        return self._not_for(action) or self._match.why_not(action)

    def apply(self, action: Action) -> Seat:
        """Return the door to the match after an action of this seat and all that follows from it.

        Raises ``IllegalAction`` if ``why_not`` has a reason, ``WrongArgumentError`` if the door was
        given to a player to choose, and ``Breach`` if the rules are not sound.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> door.may_act, door.apply(door.actions()[-1]).may_act
        (True, False)
        """
        if not self._leads_on:
            raise WrongArgumentError(_CHOOSES)
        if self._not_for(action):
            raise IllegalAction(self._match.rules.show_action(action), self.why_not(action))
        return Seat(self.number, self._match.apply(action))

    def record(self) -> Iterator[RecordedEventJson]:
        """Yield what the seat was shown, event by event: all hands in order, from each deal.

        Each is an entry of ``seen`` in the JSON of a view, with the number of its ``hand``.

        >>> from haggis_rules import load
        >>> door = load("classic", players=2).new_match(seed=7).seat(0)
        >>> [(event["hand"], event["what"]) for event in door.record()]
        [(1, 'deal')]
        """
        view = self.view
        hands = [each.view for each in view.ended]
        if len(hands) < view.hand:
            hands.append(view.table)
        for number, hand in enumerate(hands, start=1):
            for event in hand.events_to_json():
                yield {"hand": number, **event}

    def _not_for(self, action: Action) -> list[Reason]:
        """Return why an action is not for this seat to take, whatever lies on the table."""
        check_action(action)
        if not self._is_own(action):
            return [self._not_own(action)]
        if not is_chosen(self._match.rules.choices, action):
            return []
        return [Reason("", "chance makes this choice, and nobody else", "it is not for you")]

    def _is_own(self, action: Action) -> bool:
        return type(action.actor) is int and action.actor == self.number

    def _not_own(self, action: Action) -> Reason:
        actor = action.actor
        whose = f"seat {actor + 1}" if type(actor) is int else f"`{actor!r:.40}`"
        words = f"This is the door of seat {self.number + 1}."
        return Reason("", words, f"only {whose} may do this")


def to_choose(door: Seat) -> Seat:
    """Return a door that gives the same answers but leads to no other match; for a player."""
    return replace(door, _leads_on=False)


def match_behind(door: Seat) -> SeatedMatch:
    """Return the match to which a door leads.

    Raises ``WrongArgumentError`` when the door was given to a player to choose.
    """
    if not door._leads_on:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        raise WrongArgumentError(_CHOOSES)
    return door._match  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]


def check_door(door: object) -> None:
    """See that this is the door of a seat. Raises ``WrongArgumentError``."""
    if not isinstance(door, Seat):
        message = (
            f"`{type(door).__name__}` is not the door of a seat, as `MatchState.seat` opens it"
        )
        raise WrongArgumentError(message)
