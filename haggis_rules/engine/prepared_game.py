"""What the rules of a variant are made of: each thing that answers questions, once it is asked.

Whoever loads rules asks a few things of them, so a room is imported when it is first asked: to
import them all takes longer than to load rules that were kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, cast

from haggis_rules.ir.game import Game
from haggis_rules.ir.game_digests import content_digest, play_digest
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import scorers
from haggis_rules.semantics.budget import MOST_WORK, Budget
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Combination, Value

if TYPE_CHECKING:
    from haggis_rules.codegen.compiled import Code
    from haggis_rules.engine.shown_plays import PrintedReading
    from haggis_rules.enumeration.actors import ActorActions
    from haggis_rules.enumeration.legal_actions import LegalActions
    from haggis_rules.enumeration.plays import Enumerator
    from haggis_rules.knowledge.visibility import ViewMaker
    from haggis_rules.notation.json_types import RulesHeadJson
    from haggis_rules.notation.match_forms import MatchForms
    from haggis_rules.notation.play_text import PlayNotation
    from haggis_rules.semantics.dealing import CardDealer

RECORD = 1  # the version of the form in which hands and matches are written down
INNER = frozenset(
    (
        "actor_actions",
        "card_dealer",
        "choices",
        "determinizer",
        "enumerator",
        "forms",
        "offered_action",
        "shown_combination",
        "shown_reading",
        "visibility",
        "writing",
    )
)
"""What rules are made of: other rooms of the package ask for it, and it may change at any time."""


class PreparedGame:
    """A variant, and what answers questions about it. Two of one content are equal.

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
        """The name of the variant.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.name
        'classic'
        """
        return self.game.name

    @property
    def players(self) -> int:
        """The number of players. Seats are numbered from 0 to one less.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.players
        2
        """
        return self.game.seats

    @cached_property
    def options(self) -> Mapping[str, int | str]:
        """The agreed value of each option, by its name: a number, true or false, or a word.

        >>> from haggis_rules import load
        >>> dict(load("classic", players=2, target=250).options)
        {'target': 250}
        """
        from haggis_rules.notation import values

        game = self.game
        agreed = {one.name: values.to_json(game, one.type, one.value) for one in game.options}
        return cast("Mapping[str, int | str]", agreed)

    @cached_property
    def scorers(self) -> int:
        """The number of seats that score, or of teams; 0 when the rules have no score sheet.

        >>> from haggis_rules import load
        >>> load("classic", players=3).scorers, load("neeps", players=4).scorers
        (3, 2)
        """
        return scorers(self.game)

    @cached_property
    def card_dealer(self) -> CardDealer:
        """What lays out the deck."""
        from haggis_rules.semantics.dealing import CardDealer

        return CardDealer(self.game)

    @cached_property
    def enumerator(self) -> Enumerator:
        """What finds the plays of a hand."""
        from haggis_rules.enumeration.plays import Enumerator

        return Enumerator(self.patterns, self.budget)

    @cached_property
    def choices(self) -> LegalActions:
        """What finds the legal actions of a seat."""
        from haggis_rules.enumeration.legal_actions import LegalActions

        return LegalActions(self.game, self.code, self.enumerator, self.offered_action)

    @cached_property
    def offered_action(self) -> type[Action]:
        """The class of actions by these rules, which know how they are written."""
        from haggis_rules.engine.offered_action import offered_action_class

        return offered_action_class(self.show_action, self._action_html)

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
        """A hash of all that the rules say, wherever their text lies, as hexadecimal digits.

        >>> from haggis_rules import load
        >>> load("classic", players=2).content == load("classic", players=3).content
        False
        """
        return content_digest(self.game)

    @cached_property
    def digest(self) -> str:
        """A hash of all that decides how play goes, as hexadecimal digits.

        Rules with one digest play alike. Words, sources, promises, what is defined for them,
        examples, and what is said to be done `openly` do not count, so records outlive a better
        wording.

        >>> from haggis_rules import load
        >>> load("classic", players=2).digest == load("classic", players=2, target=250).digest
        False
        """
        return play_digest(self.game)

    @property
    def head(self) -> RulesHeadJson:
        """What each hand and match in JSON begins with: by which rules it was played.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.head["variant"], rules.head["players"], rules.head["options"]
        ('classic', 2, {'target': 350})
        """
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
        """What can be asked of a match with ``query``: a function for each name.

        A function takes the values and the zones of a state, and then its own arguments.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> finished = match.rules.queries["finished"]
        >>> finished(match.state.values, match.state.zones)
        False
        """
        exported = [d.name for d in self.game.definitions.values() if d.exported]
        return {name: self.code.definitions[name] for name in exported}

    @cached_property
    def shown_combination(self) -> type[Combination]:
        """What a play of these rules is made of for programs: it prints in notation."""
        from haggis_rules.engine.shown_plays import shown_combination_class

        return shown_combination_class(self.writing.show)

    @cached_property
    def shown_reading(self) -> type[PrintedReading]:
        """What a reading by these rules is for programs: it prints in notation."""
        from haggis_rules.engine.shown_plays import shown_reading_class
        from haggis_rules.semantics.patterns import show_reading

        return shown_reading_class(partial(show_reading, self.game))

    @cached_property
    def teams(self) -> Mapping[str, tuple[int, ...]]:
        """The seats of each team by its name; empty when the rules have no teams.

        >>> from haggis_rules import load
        >>> load("neeps", players=4).teams
        {'north': (0, 2), 'south': (1, 3)}
        """
        seats = range(self.game.seats) if self.game.teams else ()
        of = [self.game.team_of(seat) for seat in seats]
        return {
            name: tuple(seat for seat in seats if of[seat] == team)
            for team, name in enumerate(self.game.teams)
        }

    @property
    def python(self) -> str:
        """The Python code that was generated from the rules, as text.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> "def " in rules.python
        True
        """
        return self.code.text

    def show_action(self, action: Action, *, seated: bool = False) -> str:
        """Return an action in notation, with its reading if the cards can be read in several ways.

        When ``seated``, the text begins with the seat, counted from 1, and ``parse_action`` can
        read it. What is not an action of this game is written with its bare values. For an action
        that the rules offer, ``str`` and ``repr`` show the same.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.show_action(rules.parse_action("2: play 10r J Q = set3@10"), seated=True)
        '2: play 10r J Q = set3@10'
        """
        from haggis_rules.enumeration.outcomes import is_pending
        from haggis_rules.notation import values

        plan, shown = self.choices.plans.get(action.name), action.name
        if not is_pending(self.choices, action):
            if plan is None or not self.choices.well_formed(plan, action):
                return " ".join(map(str, (action.name, *action.arguments)))
            shown = values.show_action(self.game, action, self.writing.readings)
        return f"{action.actor + 1}: {shown}" if seated else shown

    def _action_html(self, action: Action) -> str:
        """Draw an action."""
        from haggis_rules.notation.table_html import action_html

        return action_html(self.patterns, action, self.show_action(action, seated=True))

    def __dir__(self) -> list[str]:
        """Return the public names, for completion: what rules are made of is left out."""
        return sorted(set(super().__dir__()) - INNER)

    def __repr__(self) -> str:
        agreed = [f"{name}={value}" for name, value in self.options.items()]
        return f"<Rules {' '.join([f'{self.name}/{self.players}', *agreed])}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PreparedGame) and (self is other or self.content == other.content)

    def __hash__(self) -> int:
        return hash(self.content)
