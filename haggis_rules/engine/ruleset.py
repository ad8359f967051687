"""The rules of a variant, ready to be asked: what they say, what is written by them, who sees what.

Positions and matches are made of this; nothing here makes one. See ``engine.rules`` for that.

As in ``prepared_game``, a room is imported when it is first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from haggis_rules.engine.prepared_game import PreparedGame
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Cards, Combination, GameState, PlayLike, Reading, Value

if TYPE_CHECKING:
    from haggis_rules.knowledge.match_view import MatchView
    from haggis_rules.knowledge.view import View
    from haggis_rules.near_misses.near_miss import NearMiss
    from haggis_rules.notation.forms import Json, Schema
    from haggis_rules.notation.play_text import PlayNotation
    from haggis_rules.notation.shown_play import Card, Play
    from haggis_rules.semantics.dealing import Dealing


class Ruleset(PreparedGame):
    """All of a variant but its hands and matches. Two of one content are equal.

    When ``checked``, every position is searched for a second step that waits. ``budget`` is how
    many units of work one question may cost, such as what a seat can do, or has them counted.
    """

    def dealing_from_json(self, data: Json, *, first: bool) -> Dealing:
        """Return the deal that JSON stands for; the ``first`` of a match also has what lasts.

        Raises ``NotationError`` if it means nothing, and ``ImpossibleDealError`` if these rules
        never deal such a hand.
        """
        from haggis_rules.notation.dealings import dealing_from_json

        return dealing_from_json(self.game, data, first=first)

    def state_to_text(self, state: GameState) -> str:
        """Return a state in one line of text, from which ``state_from_text`` makes it again."""
        from haggis_rules.notation.line_writer import state_to_line

        return state_to_line(self.game, state)

    def state_from_text(self, text: str) -> GameState:
        """Return the state that a line from ``MatchState.to_text`` stands for.

        Raises ``NotationError`` if it means nothing, belongs to other rules or does not have every
        card of the deck once.
        """
        from haggis_rules.notation.line_reader import state_from_line

        return state_from_line(self.writing, self.visibility, text)

    def view_from_text(self, text: str) -> View:
        """Return the view that a line from ``View.to_text`` stands for; its ``seen`` is empty.

        Raises as ``state_from_text`` does, and if it shows what the seat does not see.
        """
        from haggis_rules.knowledge.line_view import view_from_line

        return view_from_line(self.writing, self.visibility, text)

    def view_from_json(self, data: Json) -> View:
        """Return the view that JSON from ``View.to_json`` stands for.

        Raises ``NotationError`` if it means nothing or belongs to other rules.
        """
        from haggis_rules.knowledge.view_reader import view_from_json

        return view_from_json(self.game, data)

    def match_view_from_json(self, data: Json) -> MatchView:
        """Return the view of a match that JSON from ``MatchView.to_json`` stands for.

        Raises ``NotationError`` if it means nothing or belongs to other rules.
        """
        from haggis_rules.knowledge.view_reader import match_view_from_json

        return match_view_from_json(self.game, data)

    def parse_cards(self, text: str) -> Cards:
        """Return the cards that a text such as ``10r J Q`` names. Case does not matter.

        Raises ``UnknownCardError`` and ``TooManyCopiesError``.
        """
        return self.writing.cards(text)

    def parse_play(
        self,
        text: str,
        on: PlayLike | None = None,
        *,
        state: Mapping[str, str] | None = None,
    ) -> Combination:
        """Return the play that a text such as ``10r J Q`` or ``10r J Q = set3@10`` stands for.

        Without a reading, it is the highest play of the type called for by ``on``; or else the
        highest one, if all readings of the cards are the same type. Readings are the same type if
        they have the same pattern and the same values in the fields that it compares ``alike in``.

        If the state decides what is wild, ``state`` has its values, as for ``readings``. Without
        it, cards can be whatever they make with any values, and a reading is needed unless there is
        only one.

        Raises ``UnclearPlayError``, which lists the choices, if a reading is needed;
        ``NoPlayError`` if the cards do not make this play; and ``UnknownReadingError``,
        ``UnknownCardError`` or ``TooManyCopiesError`` if the text means nothing.
        """
        from haggis_rules.engine.matchups import one_reading

        writing = self.writing if state is None else self._writing(state)
        return writing.play(text, None if on is None else one_reading(writing, on))

    def plays(
        self,
        cards: Cards | str,
        on: PlayLike | None = None,
        *,
        state: Mapping[str, str] | None = None,
    ) -> list[Combination]:
        """Return every combination that some of these cards make; with ``on``, those that beat it.

        ``state`` is as for ``beats``.

        They come in the order of their readings and then of their cards, as ``Position.actions``
        has them. Raises ``NoSuchQueryError`` if these rules do not say what beats what,
        ``NotationError`` if a text means nothing, and ``OverBudgetError``.
        """
        from haggis_rules.engine.matchups import one_reading
        from haggis_rules.engine.state_of_order import values_of_order, values_of_wild

        self.budget.begin()
        asked = values_of_wild if on is None else values_of_order
        values_ = asked(self.game, state or {})
        enumerator = self.enumerator.at(values_)
        found = map(Combination._make, enumerator.plays(self._cards(cards)))
        if on is None:
            return list(found)
        beaten, beats = one_reading(self.writing.at(values_), on), self._beats()
        return [one for one in found if beats(values_, (), one.reading, beaten)]

    def readings(
        self, cards: Cards | str, *, state: Mapping[str, str] | None = None
    ) -> list[Reading]:
        """Return every reading of exactly these cards, in the order of ``plays``.

        If the state decides what is wild, ``state`` has its values in words, such as ``{"level":
        "5"}``; any that are left out have their first value. Raises ``NoSuchQueryError`` if one has
        none, and ``NotationError`` if a text means nothing.
        """
        return self._writing(state or {}).readings(self._cards(cards))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Each card of the deck once, in order; ``copies`` says how many there are."""
        from haggis_rules.notation.shown_play import deck

        return deck(self.game)

    def card_list(self, cards: Cards | str) -> tuple[Card, ...]:
        """Return cards one by one, in the order of the deck.

        Raises ``NotationError`` if a text means nothing.
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
        from haggis_rules.notation.shown_play import play_shown

        writing = self._writing(state or {})
        found = writing.play(play) if isinstance(play, str) else play
        return play_shown(writing.enumerator.patterns, found)

    def as_plays(self, cards: Cards | str, *, state: Mapping[str, str] | None = None) -> list[Play]:
        """Return every way to read exactly these cards as a play, in the order of ``readings``.

        Raises as ``readings`` does.
        """
        held = self._cards(cards)
        found = self.readings(held, state=state)
        return [self.as_play(Combination(one, held), state=state) for one in found]

    def near_miss(
        self, cards: Cards | str, *, state: Mapping[str, str] | None = None
    ) -> NearMiss | None:
        """Return the play that cards come closest to, and why they miss it; None if they make one.

        If the state decides what is wild, ``state`` is as for ``readings``. Raises as ``readings``
        does.
        """
        return self._writing(state or {}).near_miss(self._cards(cards))

    def beats(
        self, play: PlayLike, on: PlayLike, *, state: Mapping[str, str] | None = None
    ) -> bool:
        """Whether a play, or a reading, beats another, by what the rules say about readings.

        If that depends on state that everyone sees, ``state`` has its values in words, such as
        ``{"turned": "true"}``; any that are left out have their first value. A play without its
        reading is read as in ``parse_play``. If that leaves several, the answer stands if it is the
        same for all of them; if not, ``UnclearPlayError`` is raised. Raises ``NoSuchQueryError`` if
        the rules do not say what beats what, or look at more than that, and ``NotationError`` if a
        text means nothing.
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

    def show(self, thing: Cards | Reading | Combination) -> str:
        """Write cards, a reading, or a play with its reading, so that it can be read again."""
        if isinstance(thing, Combination):
            return self.writing.show(thing)
        if isinstance(thing, int):
            return show_cards(self.game, thing)
        return show_reading(self.game, thing)

    def action_to_json(self, action: Action) -> Json:
        """Return an action as JSON, with its choices by name and in words."""
        from haggis_rules.notation import values

        return values.action_to_json(self.game, action)

    def action_from_json(self, data: Json) -> Action:
        """Return the action that JSON stands for, whether or not it is allowed anywhere.

        Raises ``NotationError`` if it means nothing.
        """
        from haggis_rules.notation import values

        return self.offered_action._make(values.action_from_json(self.game, data))

    def schema(self, form: str) -> Schema:
        """Return the JSON Schema of an ``action``, a ``position``, a ``hand`` or a ``match``.

        Raises ``ValueError`` for anything else.
        """
        from haggis_rules.notation.schema import SchemaKind, schema

        return schema(self.game, self.head, SchemaKind(form))

    def parse_action(self, text: str) -> Action:
        """Return the action that a text such as ``2: play 9r 10r J = set3@10`` stands for.

        Seats count from 1 here. A play without its reading is read as in ``parse_play``. The action
        need not be allowed anywhere. Raises ``NotationError`` if the text means nothing.
        """
        from haggis_rules.notation.action_text import action_from_text

        found = action_from_text(self.game, text, lambda _, play: self.parse_play(play))
        return self.offered_action._make(found)

    def _cards(self, cards: Cards | str) -> Cards:
        return self.writing.cards(cards) if isinstance(cards, str) else cards

    def _writing(self, state: Mapping[str, str]) -> PlayNotation:
        from haggis_rules.engine.state_of_order import values_of_wild

        return self.writing.at(values_of_wild(self.game, state))

    def _beats(self) -> Callable[..., Value]:
        from haggis_rules.engine.state_of_order import BEATS

        beats = self.queries.get(BEATS)
        if beats is None:
            message = f"this variant has no `{BEATS}`"
            raise NoSuchQueryError(message)
        return beats
