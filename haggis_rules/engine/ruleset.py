"""The rules of a variant, ready to be asked: what they say, what is written by them, who sees what.

Positions and matches are made of this; nothing here makes one. See ``engine.rules`` for that.

Whoever loads rules asks a few things of them, so a room is imported when it is first asked: to
import them all takes longer than to load rules that were kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from haggis_rules.ir.game import Game
from haggis_rules.ir.game_digests import content_digest, play_digest
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.between_hands import scorers
from haggis_rules.semantics.budget import MOST_WORK, Budget
from haggis_rules.semantics.patterns import Patterns, show_cards, show_reading
from haggis_rules.semantics.state import Cards, Combination, GameState, PlayLike, Reading, Value

if TYPE_CHECKING:
    from haggis_rules.codegen.compiled import Code
    from haggis_rules.enumeration.actors import ActorActions
    from haggis_rules.enumeration.legal_actions import LegalActions
    from haggis_rules.enumeration.plays import Enumerator
    from haggis_rules.knowledge.match_view import MatchView
    from haggis_rules.knowledge.view import View
    from haggis_rules.knowledge.visibility import ViewMaker
    from haggis_rules.near_misses.near_miss import NearMiss
    from haggis_rules.notation.forms import Json, Schema
    from haggis_rules.notation.match_forms import MatchForms
    from haggis_rules.notation.play_text import PlayNotation
    from haggis_rules.semantics.dealing import Dealing

RECORD = 1  # the version of the form in which hands and matches are written down


class Ruleset:
    """All of a variant but its hands and matches. Two of one content are equal.

    When ``checked``, every position is searched for a second step that waits. ``budget`` is how
    many units of work one question may cost, such as what a seat can do, or has them counted.
    """

    def __init__(
        self, game: Game, *, checked: bool = False, budget: int | Budget | None = None
    ) -> None:
        self.game, self.checked = game, checked
        most = MOST_WORK if budget is None else budget
        self.budget = most if isinstance(most, Budget) else Budget(game.name, most)
        from haggis_rules.codegen.compiled import compile_game

        self.code: Code = compile_game(game)
        self.patterns = Patterns(game)

    @property
    def name(self) -> str:
        """The name of the variant."""
        return self.game.name

    @property
    def players(self) -> int:
        """How many play. Seats are numbered from 0 to one less."""
        return self.game.seats

    @cached_property
    def options(self) -> Mapping[str, int | str]:
        """What was agreed on for each option: a number, true or false, or one of its words."""
        from haggis_rules.notation import values

        game = self.game
        agreed = {one.name: values.to_json(game, one.type, one.value) for one in game.options}
        return cast("Mapping[str, int | str]", agreed)

    @cached_property
    def scorers(self) -> int:
        """How many seats or teams score; 0 when the rules have no score sheet."""
        return scorers(self.game)

    @cached_property
    def enumerator(self) -> Enumerator:
        """What finds the plays of a hand."""
        from haggis_rules.enumeration.plays import Enumerator

        return Enumerator(self.patterns, self.budget)

    @cached_property
    def choices(self) -> LegalActions:
        """What finds the legal actions of a seat."""
        from haggis_rules.enumeration.legal_actions import LegalActions

        return LegalActions(self.game, self.code, self.enumerator)

    @cached_property
    def actor_actions(self) -> ActorActions:
        """What finds the seats that may begin an action."""
        from haggis_rules.enumeration.actors import make_actor_actions

        return make_actor_actions(self.choices)

    @cached_property
    def visibility(self) -> ViewMaker:
        """Who sees what."""
        from haggis_rules.knowledge.visibility import ViewMaker

        return ViewMaker(self.game)

    @cached_property
    def writing(self) -> PlayNotation:
        """What reads cards and plays as people write them."""
        from haggis_rules.notation.play_text import PlayNotation

        return PlayNotation(self.game, self.enumerator)

    @cached_property
    def content(self) -> str:
        """A hash of all that the rules say, wherever their text lies."""
        return content_digest(self.game)

    @cached_property
    def digest(self) -> str:
        """A hash of all that decides how play goes: rules of one digest play alike.

        Words, sources, promises, what is defined for them, examples, and what is said to be done
        `openly` do not count, so records outlive a better wording.
        """
        return play_digest(self.game)

    @property
    def head(self) -> dict[str, Json]:
        """What every record begins with."""
        return {
            "version": RECORD,
            "variant": self.name,
            "players": self.players,
            "options": self.options,
            "rules": self.digest,
        }

    @cached_property
    def forms(self) -> MatchForms:
        """How hands and matches are written down."""
        from haggis_rules.notation.match_forms import MatchForms

        return MatchForms(self.game, self.head)

    @cached_property
    def queries(self) -> Mapping[str, Callable[..., Value]]:
        """What the rules export, each a function of values, zones and its own parameters."""
        exported = [d.name for d in self.game.definitions.values() if d.exported]
        return {name: self.code.definitions[name] for name in exported}

    @property
    def python(self) -> str:
        """The Python that was made from the rules, as text."""
        return self.code.text

    def dealing_from_json(self, data: Json, *, first: bool) -> Dealing:
        """Return the deal that JSON stands for; the ``first`` of a match also begins what lasts.

        Raises ``NotationError`` when it means nothing, and ``ImpossibleDealError`` when these
        rules never deal so.
        """
        from haggis_rules.notation.dealings import dealing_from_json

        return dealing_from_json(self.game, data, first=first)

    def state_to_text(self, state: GameState) -> str:
        """Return a state in one line of text, from which ``state_from_text`` makes it again."""
        from haggis_rules.notation.line_writer import state_to_line

        return state_to_line(self.game, state)

    def state_from_text(self, text: str) -> GameState:
        """Return the state that a line such as ``MatchState.to_text`` gives stands for.

        Raises ``NotationError`` when it means nothing, is of other rules or has not every card
        of the deck once.
        """
        from haggis_rules.notation.line_reader import state_from_line

        return state_from_line(self.writing, self.visibility, text)

    def view_from_text(self, text: str) -> View:
        """Return what a seat sees by a line such as ``View.to_text`` gives; ``seen`` is empty.

        Raises as ``state_from_text`` does, and when it tells what the seat does not see.
        """
        from haggis_rules.knowledge.line_view import view_from_line

        return view_from_line(self.writing, self.visibility, text)

    def view_from_json(self, data: Json) -> View:
        """Return the view that JSON such as ``View.to_json`` gives stands for.

        Raises ``NotationError`` when it means nothing or is of other rules.
        """
        from haggis_rules.knowledge.view_reader import view_from_json

        return view_from_json(self.game, data)

    def match_view_from_json(self, data: Json) -> MatchView:
        """Return the view of a match that JSON such as ``MatchView.to_json`` gives stands for.

        Raises ``NotationError`` when it means nothing or is of other rules.
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

        Without a reading it is the highest of the type asked for, that of ``on``; or else the
        highest one, when all readings of the cards are of one type. Readings are of one type when
        their pattern is the same, and so is each field in which that compares alike alone.

        Where it rests on states what is wild, ``state`` has their values as for ``readings``.
        Without it, cards can be whatever they make with any values, and the reading has to be
        said unless there is one alone.

        Raises ``UnclearPlayError``, which lists the choices, when more has to be said;
        ``NoPlayError`` when the cards do not make this; and ``UnknownReadingError``,
        ``UnknownCardError`` and ``TooManyCopiesError`` when the text means nothing.
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
        """Return every combination that can be made of some cards; with ``on`` those that beat it.

        ``state`` is as for ``beats``.

        They come in the order of their readings and then of their cards, as ``Position.actions``
        has them. Raises ``NoSuchQueryError`` when these rules do not say what beats what, and
        ``NotationError`` when a text means nothing, and ``OverBudgetError``.
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

        Where it rests on states what is wild, ``state`` has their values in words, such as
        ``{"level": "5"}``; those that are left out have their first value. Raises
        ``NoSuchQueryError`` when one has none, and ``NotationError`` when a text means nothing.
        """
        return self._writing(state or {}).readings(self._cards(cards))

    def near_miss(
        self, cards: Cards | str, *, state: Mapping[str, str] | None = None
    ) -> NearMiss | None:
        """Return the play that cards miss by least, and why they do; None when they make a play.

        Where it rests on states what is wild, ``state`` is as for ``readings``. Raises as
        ``readings`` does.
        """
        return self._writing(state or {}).near_miss(self._cards(cards))

    def beats(
        self, play: PlayLike, on: PlayLike, *, state: Mapping[str, str] | None = None
    ) -> bool:
        """Whether a play, or a reading, may be laid on another by what the rules say of readings.

        Where that rests on states that all see, ``state`` has their values in words, such as
        ``{"turned": "true"}``; those that are left out have their first value. A play without its
        reading is read as in ``parse_play``. Where that leaves several, the answer stands if it is
        the same for all of them; if not, ``UnclearPlayError`` is raised. Raises
        ``NoSuchQueryError`` when the rules say nothing, or look at more than that, and
        ``NotationError`` when a text means nothing.
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
        """Return an action as JSON, its choices by their names and in words."""
        from haggis_rules.notation import values

        return values.action_to_json(self.game, action)

    def action_from_json(self, data: Json) -> Action:
        """Return the action that JSON stands for, whether or not it is allowed anywhere.

        Raises ``NotationError`` when it means nothing.
        """
        from haggis_rules.notation import values

        return values.action_from_json(self.game, data)

    def schema(self, form: str) -> Schema:
        """Return the JSON Schema of an ``action``, a ``position``, a ``hand`` or a ``match``.

        Raises ``ValueError`` for anything else.
        """
        from haggis_rules.notation.schema import SchemaKind, schema

        return schema(self.game, self.head, SchemaKind(form))

    def show_action(self, action: Action, *, seated: bool = False) -> str:
        """Write an action in notation, a reading only where the cards alone leave a choice.

        When ``seated``, it begins with who acts, as ``2: pass``, and ``parse_action`` reads it
        again. What is no action of this game is written as its bare values.
        """
        from haggis_rules.enumeration.outcomes import is_pending
        from haggis_rules.notation import values

        plan, shown = self.choices.plans.get(action.name), action.name
        if not is_pending(self.choices, action):
            if plan is None or not self.choices.well_formed(plan, action):
                return " ".join(map(str, (action.name, *action.arguments)))
            shown = values.show_action(self.game, action, self.writing.readings)
        return f"{action.actor + 1}: {shown}" if seated else shown

    def parse_action(self, text: str) -> Action:
        """Return the action that a text such as ``2: play 9r 10r J = set3@10`` stands for.

        Seats count from 1 here. A play without its reading is read as in ``parse_play``. The
        action need not be allowed anywhere. Raises ``NotationError`` when the text means nothing.
        """
        from haggis_rules.notation.action_text import action_from_text

        return action_from_text(self.game, text, lambda _, play: self.parse_play(play))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and (self is other or self.content == other.content)

    def __hash__(self) -> int:
        return hash(self.content)

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
