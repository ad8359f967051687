"""What is written by the rules of a variant and read again: cards, plays, actions, deals and views.

As in ``prepared_game``, a room is imported when it is first asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from haggis_rules.engine.prepared_game import PreparedGame
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Cards, Combination, GameState, PlayLike, Reading

if TYPE_CHECKING:
    from haggis_rules.knowledge.match_view import MatchView
    from haggis_rules.knowledge.view import View
    from haggis_rules.knowledge.view_json import MatchViewJson, ViewJson
    from haggis_rules.notation.forms import Json, Schema
    from haggis_rules.notation.json_types import ActionJson, DealingJson
    from haggis_rules.notation.play_text import PlayNotation
    from haggis_rules.semantics.dealing import Dealing


class WrittenGame(PreparedGame):
    """A variant with its notation: what reads and writes text and JSON by its rules."""

    def dealing_from_json(self, data: DealingJson | Json, *, first: bool) -> Dealing:
        """Return the deal that JSON stands for, as for cards that were dealt at a real table.

        Only the ``first`` deal of a match has values that last from hand to hand. Raises
        ``NotationError`` when it means nothing, and ``ImpossibleDealError`` when these rules cannot
        produce this deal.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> zones = rules.new_hand(seed=7).to_json()["start"]["zones"]
        >>> dealt = {name: zones[name] for name in ("hand", "haggis")}
        >>> data = {"dealt": dealt, "drawn": {"dealer": 0}}
        >>> rules.dealt_match(rules.dealing_from_json(data, first=True)).turn
        1
        """
        from haggis_rules.notation.dealings import dealing_from_json

        return dealing_from_json(self.game, data, first=first)

    def state_to_text(self, state: GameState) -> str:
        """Return a state in one line of text, which ``state_from_text`` reads.

        The line has all cards, so no player may see it.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> rules = match.rules
        >>> rules.state_to_text(match.state) == match.to_text()
        True
        """
        from haggis_rules.notation.line_writer import state_to_line

        return state_to_line(self.game, state)

    def state_from_text(self, text: str) -> GameState:
        """Return the state that a line such as ``MatchState.to_text`` returns stands for.

        Raises ``NotationError`` when the line means nothing, is of other rules or does not have
        every card of the deck once. ``at`` begins a hand there.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.rules.state_from_text(match.to_text()) == match.state
        True
        """
        from haggis_rules.notation.line_reader import state_from_line

        return state_from_line(self.writing, self.visibility, text)

    def view_from_text(self, text: str) -> View:
        """Return the view that a line such as ``View.to_text`` returns stands for.

        Its ``seen`` is empty, since the line only has what the seat sees now. Raises as
        ``state_from_text`` does, and when the line has something that the seat does not see.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> line = rules.new_hand(seed=7).view(0).to_text()
        >>> view = rules.view_from_text(line)
        >>> view.seat, view.to_text() == line
        (0, True)
        """
        from haggis_rules.knowledge.line_view import view_from_line

        return view_from_line(self.writing, self.visibility, text)

    def view_from_json(self, data: ViewJson | Json) -> View:
        """Return the view that JSON such as ``View.to_json`` returns stands for.

        Raises ``NotationError`` when it means nothing or is of other rules.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> view = rules.new_hand(seed=7).view(0)
        >>> rules.view_from_json(view.to_json()) == view
        True
        """
        from haggis_rules.knowledge.view_reader import view_from_json

        return view_from_json(self.game, data)

    def match_view_from_json(self, data: MatchViewJson | Json) -> MatchView:
        """Return the view of a match that JSON such as ``MatchView.to_json`` returns stands for.

        Raises ``NotationError`` when it means nothing or is of other rules.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> view = match.view(0)
        >>> match.rules.match_view_from_json(view.to_json()) == view
        True
        """
        from haggis_rules.knowledge.view_reader import match_view_from_json

        return match_view_from_json(self.game, data)

    def parse_cards(self, text: str) -> Cards:
        """Return the cards that a text such as ``10r J Q`` names. Case does not matter.

        Raises ``UnknownCardError`` and ``TooManyCopiesError``.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.parse_cards("9r j") == rules.parse_cards("J 9R")
        True
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

        Without a reading it is the highest of the same type as ``on``; if ``on`` is not given, the
        highest of all, provided that all readings of the cards have the same type. Two readings
        have the same type if their pattern is the same, and so is each field that has to be equal
        for one of them to beat the other.

        If states decide which cards are wild, ``state`` has their values as for ``readings``.
        Without it, cards can be whatever they make with any values, and the text needs a reading
        unless there is only one.

        Raises ``UnclearPlayError``, which lists the choices, when the text could mean several;
        ``NoPlayError`` when the cards do not make this; and ``UnknownReadingError``,
        ``UnknownCardError`` and ``TooManyCopiesError`` when the text means nothing.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.show(rules.parse_play("10r J Q = sequence3@J"))
        '10r J Q = sequence3@J'
        >>> rules.show(rules.parse_play("10r J Q", on="4r 4y 4g"))
        '10r J Q = set3@10'
        """
        from haggis_rules.engine.matchups import one_reading

        writing = self.writing if state is None else self._writing(state)
        found = writing.play(text, None if on is None else one_reading(writing, on))
        return self.shown_combination._make(found)

    def show(self, thing: Cards | Reading | Combination) -> str:
        """Return cards, a reading, or a play with its reading as text that can be read again.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> play = rules.parse_play("9r 9g")
        >>> rules.show(play), rules.show(play.cards), rules.show(play.reading)
        ('9r 9g = set2@9', '9r 9g', 'set2@9')
        """
        if isinstance(thing, Combination):
            return self.writing.show(thing)
        from haggis_rules.notation.given import check_cards, check_reading

        if isinstance(thing, int):
            check_cards(self.game, thing)
            return show_cards(self.game, thing)
        check_reading(self.game, thing)
        return show_reading(self.game, thing)

    def action_to_json(self, action: Action) -> ActionJson:
        """Return an action as JSON, its choices by their names and in words.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.action_to_json(rules.parse_action("2: pass"))
        {'action': 'pass', 'seat': 1, 'choices': {}}
        """
        from haggis_rules.notation import values

        return values.action_to_json(self.game, action)

    def action_from_json(self, data: ActionJson | Json) -> Action:
        """Return the action that JSON stands for, whether or not it is allowed anywhere.

        Raises ``NotationError`` when it means nothing.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.action_from_json({"action": "pass", "seat": 1, "choices": {}})
        <Action 2: pass>
        """
        from haggis_rules.notation import values

        return self.offered_action._make(values.action_from_json(self.game, data))

    def schema(self, form: str) -> Schema:
        """Return the JSON Schema of an ``action``, a ``position``, a ``hand`` or a ``match``.

        It names the cards and words of these rules, so a validator can tell whether JSON is of
        them. Raises ``ValueError`` for anything else.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.schema("match")["title"]
        'match of classic for 2 players'
        """
        from haggis_rules.notation.schema import SchemaKind, schema

        known = [kind.value for kind in SchemaKind]
        if form not in known:
            forms = ", ".join(f"`{one}`" for one in known)
            raise ValueError(f"there is no schema of {form!r:.40}; there are {forms}")
        return schema(self.game, self.head, SchemaKind(form))

    def parse_action(self, text: str) -> Action:
        """Return the action that a text such as ``2: play 9r 10r J = set3@10`` stands for.

        Seats count from 1 here. A play without its reading is read as in ``parse_play``. The action
        does not have to be allowed anywhere. Raises ``NotationError`` when the text means nothing.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> action = rules.parse_action("2: play 9r 9g")
        >>> action, action.actor
        (<Action 2: play 9r 9g>, 1)
        """
        from haggis_rules.notation.action_text import action_from_text

        found = action_from_text(self.game, text, lambda _, play: self.parse_play(play))
        return self.offered_action._make(found)

    def _cards(self, cards: Cards | str) -> Cards:
        if isinstance(cards, str):
            return self.writing.cards(cards)
        from haggis_rules.notation.given import check_cards

        check_cards(self.game, cards)
        return cards

    def _writing(self, state: Mapping[str, str]) -> PlayNotation:
        from haggis_rules.engine.state_of_order import values_of_wild

        return self.writing.at(values_of_wild(self.game, state))
