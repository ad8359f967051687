"""The rules of a variant, ready to be asked: what cards make, what beats what, and why not.

Positions and matches are made of this; nothing here makes one. See ``engine.rules`` for that.

As in ``prepared_game``, a room is imported when it is first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from haggis_rules.engine.written_game import WrittenGame
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import NoSuchQueryError, WrongArgumentError, check_action
from haggis_rules.semantics.state import Cards, Combination, PlayLike, Reading, Value

if TYPE_CHECKING:
    from haggis_rules.knowledge.view import View
    from haggis_rules.near_misses.near_miss import NearMiss
    from haggis_rules.notation.shown_play import Card, Play


class Ruleset(WrittenGame):
    """All of a variant but its hands and matches. Two of one content are equal.

    When ``checked``, every position is searched for a second step that waits. ``budget`` is how
    many units of work one question may cost, such as what a seat can do, or has them counted.
    """

    def plays(
        self,
        cards: Cards | str,
        on: PlayLike | None = None,
        *,
        state: Mapping[str, str] | None = None,
    ) -> list[Combination]:
        """Return every play that some cards allow; with ``on``, only those that beat it.

        They come in the order of their readings and then of their cards, as ``Position.actions``
        has them. ``state`` is as for ``beats``. Raises ``NoSuchQueryError`` when these rules do not
        say what beats what, ``NotationError`` when a text means nothing, and ``OverBudgetError``.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.plays("4r 4y", on="3r")
        [<Combination 4r = single@4>, <Combination 4y = single@4>]
        """
        from haggis_rules.engine.matchups import one_reading
        from haggis_rules.engine.state_of_order import values_of_order, values_of_wild

        self.budget.begin()
        asked = values_of_wild if on is None else values_of_order
        values_ = asked(self.game, state or {})
        enumerator = self.enumerator.at(values_)
        found = map(self.shown_combination._make, enumerator.plays(self._cards(cards)))
        if on is None:
            return list(found)
        beaten, beats = one_reading(self.writing.at(values_), on), self._beats()
        return [one for one in found if beats(values_, (), one.reading, beaten)]

    def readings(
        self, cards: Cards | str, *, state: Mapping[str, str] | None = None
    ) -> list[Reading]:
        """Return every reading of exactly these cards, in the order of ``plays``.

        If states decide which cards are wild, ``state`` has their values in words, such as
        ``{"level": "5"}``; those that are left out have their first value. Raises
        ``NoSuchQueryError`` when one has none, and ``NotationError`` when a text means nothing.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.readings("10r J")
        [<Reading set2@10>]
        >>> [str(reading) for reading in rules.readings("10r J Q")]
        ['set3@10', 'sequence3@10', 'sequence3@J', 'sequence3@Q']
        """
        found = self._writing(state or {}).readings(self._cards(cards))
        return [self.shown_reading(reading) for reading in found]

    def tell(self, view: View) -> list[str]:
        """Return what the seat of a view was shown, in order, each event in a sentence.

        The seat itself is called you. What the seat did not see is not told.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand = hand.apply(hand.rules.parse_action("2: play 4r 4y"))
        >>> for sentence in hand.rules.tell(hand.view(0)):
        ...     print(sentence)
        The cards are dealt: 17 cards to your hand, 17 cards to hand of seat 2, 8 cards to haggis.
        Seat 2: play 4r 4y.
        """
        from haggis_rules.knowledge.seen_text import event_sentence
        from haggis_rules.notation.table_text import called

        def whose(seat: int) -> str:
            return called(seat, view.seat)

        return [event_sentence(self.game, one, whose, self.show_action) for one in view.seen]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Each card of the deck once, in order; ``Card.copies`` is how many of it there are.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> len(rules.cards), rules.cards[0], rules.cards[-1]
        (39, <Card 2r>, <Card K>)
        """
        from haggis_rules.notation.shown_play import deck

        return deck(self.game)

    def card_list(self, cards: Cards | str) -> tuple[Card, ...]:
        """Return cards one by one, in the order of the deck.

        Raises ``NotationError`` when a text means nothing.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.card_list("J 9r")
        (<Card 9r>, <Card J>)
        """
        from haggis_rules.notation.shown_play import cards_shown

        return cards_shown(self.game, self._cards(cards))

    def as_play(self, play: Combination | str, *, state: Mapping[str, str] | None = None) -> Play:
        """Return a play by name: its cards, its kind, and what its wild cards stand for.

        If the state decides what is wild, ``state`` is as for ``readings``. Raises as
        ``parse_play`` does.

        >>> from haggis_rules import load
        >>> play = load("classic", players=2).as_play("9r J Q = sequence3@J")
        >>> play.kind, play.cards, play.stands_for
        ('sequence', (<Card 9r>, <Card J>, <Card Q>), ((<Card J>, 'J'), (<Card Q>, '10')))
        """
        from haggis_rules.notation.given import check_combination
        from haggis_rules.notation.shown_play import play_shown

        writing = self._writing(state or {})
        found = writing.play(play) if isinstance(play, str) else play
        check_combination(found)
        return play_shown(writing.enumerator.patterns, found)

    def as_plays(self, cards: Cards | str, *, state: Mapping[str, str] | None = None) -> list[Play]:
        """Return every way to read exactly these cards as a play, in the order of ``readings``.

        Raises as ``readings`` does.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.as_plays("9r J")
        [<Play 9r J = set2@9>]
        """
        held = self._cards(cards)
        found = self.readings(held, state=state)
        return [self.as_play(Combination(one, held), state=state) for one in found]

    def play_of(self, action: Action) -> Play | None:
        """Return the play that an action makes; None if it makes none, as when a seat passes.

        Raises ``WrongArgumentError`` if it is no action of these rules.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.play_of(rules.parse_action("2: play 9r J = set2@9"))
        <Play 9r J = set2@9>
        >>> rules.play_of(rules.parse_action("2: pass")) is None
        True
        """
        from haggis_rules.notation.shown_play import play_shown

        self._check_action(action)
        plays = [one for one in action.arguments if isinstance(one, Combination)]
        return play_shown(self.patterns, plays[0]) if plays else None

    def cards_of(self, action: Action) -> tuple[Card, ...]:
        """Return the cards that an action chooses: those of its play, or a card that is passed on.

        They come in the order of the deck; an action by chance has none before its choice. Raises
        ``WrongArgumentError`` if it is no action of these rules.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.cards_of(rules.parse_action("2: play 9r J = set2@9"))
        (<Card 9r>, <Card J>)
        >>> rules.cards_of(rules.parse_action("2: bet big"))
        ()
        """
        from haggis_rules.notation.shown_play import cards_chosen

        self._check_action(action)
        return cards_chosen(self.game, action)

    def near_miss(
        self, cards: Cards | str, *, state: Mapping[str, str] | None = None
    ) -> NearMiss | None:
        """Return the play that cards miss by least, and why they do; None when they make a play.

        If states decide which cards are wild, ``state`` is as for ``readings``. Raises as
        ``readings`` does.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> near = rules.near_miss("2r 9g")
        >>> near.because, near.clause
        ('2r and 9g differ in rank', 'combinations.set')
        >>> rules.near_miss("9r 9g") is None
        True
        """
        return self._writing(state or {}).near_miss(self._cards(cards))

    def beats(
        self, play: PlayLike, on: PlayLike, *, state: Mapping[str, str] | None = None
    ) -> bool:
        """Return whether a play, or a reading, beats another, by what the rules say of readings.

        If that depends on states that everybody sees, ``state`` has their values in words, such as
        ``{"turned": "true"}``; those that are left out have their first value. A play without its
        reading is read as in ``parse_play``. Where that leaves several, the answer stands if it is
        the same for all of them; if not, ``UnclearPlayError`` is raised. Raises
        ``NoSuchQueryError`` when the rules say nothing, or look at more than that, and
        ``NotationError`` when a text means nothing.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.beats("5r", on="4g"), rules.beats("4r 4g", on="5r")
        (True, False)
        """
        from haggis_rules.engine.matchups import matchups, unclear_matchup
        from haggis_rules.engine.state_of_order import values_of_order

        values_ = values_of_order(self.game, state or {})
        writing, beats = self.writing.at(values_), self._beats()
        pairs = matchups(writing, play, on)
        answers = [bool(beats(values_, (), one, other)) for one, other in pairs]
        if any(answers) and not all(answers):
            raise unclear_matchup(writing, play, on, pairs)
        return answers[0]

    def _check_action(self, action: Action) -> None:
        """See that an action is one of these rules. Raises ``WrongArgumentError``."""
        from haggis_rules.enumeration.outcomes import is_pending

        check_action(action)
        plan = self.choices.plans.get(action.name)
        if is_pending(self.choices, action):
            return
        if plan is None or not self.choices.well_formed(plan, action):
            message = (
                f"`{action.text:.60}` is no action of `{self.name}` for {self.players} players"
            )
            raise WrongArgumentError(message)

    def _beats(self) -> Callable[..., Value]:
        from haggis_rules.engine.state_of_order import BEATS

        beats = self.queries.get(BEATS)
        if beats is None:
            message = f"this variant has no `{BEATS}`"
            raise NoSuchQueryError(message)
        return beats
