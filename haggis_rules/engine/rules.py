"""The rules of a variant, ready to be played. As in ``ruleset``, what plays is imported late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING, final, overload
from weakref import WeakValueDictionary

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import Game
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.budget import MOST_WORK

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from haggis_rules.engine.batch import MatchBatch
    from haggis_rules.engine.compiled_breach import CompiledBreach
    from haggis_rules.engine.determinized import PositionDeterminizer
    from haggis_rules.engine.match import MatchState
    from haggis_rules.engine.position import Position
    from haggis_rules.engine.trace import Trace
    from haggis_rules.ir.game_reference import GameReference
    from haggis_rules.knowledge.match_view import MatchView
    from haggis_rules.knowledge.view import View
    from haggis_rules.lowering.compiled_game import CompiledGame
    from haggis_rules.lowering.running_game import BreachMoment
    from haggis_rules.notation.forms import Json
    from haggis_rules.notation.json_types import HandJson, MatchJson
    from haggis_rules.semantics.action import Action
    from haggis_rules.semantics.dealing import Dealing
    from haggis_rules.semantics.state import GameState


def load(
    name_or_path: str | Path,
    *,
    players: int | None = None,
    budget: int | None = None,
    **options: int | str,
) -> Rules:
    """Load a shipped variant by its name, or any rules file by its path.

    ``players`` may be left out when the rules are for one number of players. Each further keyword
    is an option of the rules with what the players agreed on: a number, true or false, or one of
    its words. What is not given is as usual. ``budget`` is how many units of work one question may
    cost, for rules that need more than usual or that nobody trusts: a play, a reading or a choice
    that is looked at is one. A question that needs more raises ``OverBudgetError``.

    Raises ``RuleError`` or ``SeveralFaultsError`` when the text is at fault or cannot be read, and
    when there is no such option, value or number of players, and ``WrongArgumentError`` for an
    invalid name or budget.

    >>> from haggis_rules import load
    >>> load("classic", players=2)
    <Rules classic/2 target=350>
    >>> load("classic", players=2, target=250).options["target"]
    250
    """
    return load_agreed(name_or_path, options, players=players, budget=budget)


def load_agreed(
    name_or_path: str | Path,
    options: Mapping[str, int | str],
    *,
    players: int | None = None,
    budget: int | None = None,
) -> Rules:
    """Load rules as ``load`` does, with the options in a mapping: one may be called ``budget``."""
    _check_call(name_or_path, budget)
    from haggis_rules.ir.load import load_game  # who imports `load` need not load anything yet

    game = load_game(name_or_path, players=players, options=options)
    return _rules_of(game, checked=False, budget=MOST_WORK if budget is None else budget)


def _check_call(place: object, budget: object) -> None:
    """See that rules can be loaded so. Raises ``WrongArgumentError``."""
    if not isinstance(place, (str, PathLike)):
        message = f"rules need a name or the path of a file, not {place!r:.40}"
        raise WrongArgumentError(message)
    if budget is not None and (type(budget) is not int or budget < 1):
        message = f"`budget` is a whole number of at least 1, and not {budget!r:.40}"
        raise WrongArgumentError(message)


@final
class Rules(Ruleset):
    """A variant: its typed form, and the Python made from it. Equal if the content is.

    If ``checked``, every position is searched for a second waiting step, which sound rules never
    have; ``Overlap`` is raised if there is one.

    >>> from haggis_rules import load
    >>> rules = load("classic", players=2, target=250)
    >>> rules
    <Rules classic/2 target=250>
    >>> rules.name, rules.players, dict(rules.options)
    ('classic', 2, {'target': 250})
    """

    @cached_property
    def determinizer(self) -> PositionDeterminizer:
        """What makes whole positions of what a seat knows."""
        from haggis_rules.engine.determinized import PositionDeterminizer  # few ask for one

        return PositionDeterminizer(self)

    def new_hand(self, seed: int) -> Position:
        """Deal the first hand of the match with this seed, to be played alone.

        The same seed gives the same hand, on every machine and in every version of Python. Raises
        ``WrongArgumentError`` unless the seed is a whole number from 0 to 2^64 - 1.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> hand = rules.new_hand(seed=7)
        >>> hand.turn, hand.to_act
        (1, (0, 1))
        """
        from haggis_rules.engine.match import first_hand

        return first_hand(self, seed)

    def new_match(self, seed: int) -> MatchState:
        """Begin a match: the first hand has been dealt.

        The same seed and the same actions give the same match, on every machine and in every
        version of Python; the page on porting says how cards and draws come from the seed. Raises
        ``WrongArgumentError`` unless the seed is a whole number from 0 to 2^64 - 1.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> match = rules.new_match(seed=7)
        >>> match.hand, match.turn, match == rules.new_match(seed=7)
        (1, 1, True)
        """
        from haggis_rules.engine.match import begin

        return begin(self, seed)

    def dealt_match(self, dealing: Dealing) -> MatchState:
        """Begin a match with cards that were dealt elsewhere; see ``dealing_from_json``.

        It has no seed: after each hand it waits until ``MatchState.deal`` is given the next deal.
        Raises ``ImpossibleDealError`` when these rules cannot produce this deal.

        >>> from haggis_rules import Dealing, load
        >>> rules = load("classic", players=2)
        >>> start = rules.new_hand(seed=7).start
        >>> match = rules.dealt_match(Dealing(start.zones, lasting=start.values[:1]))
        >>> match.seed is None, match.turn
        (True, 1)
        """
        from haggis_rules.engine.match import begin_dealt

        return begin_dealt(self, dealing)

    def at(self, state: GameState) -> Position:
        """Return the position in a state, after the steps that follow from it.

        Raises a ``Breach`` where the rules have no answer.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> match = rules.new_match(seed=7)
        >>> rules.at(match.state).turn == match.turn
        True
        """
        from haggis_rules.engine.position import settle_position

        return settle_position(self, state, state)

    def position(self, data: HandJson | Json) -> Position:
        """Restore a position from what ``Position.to_json`` returned.

        Every action is checked again. Raises ``NotationError`` when it means nothing or was made
        with other rules, ``IllegalAction`` when an action in it is not allowed, and a ``Breach``
        when it begins where no play leads and the rules have no answer there.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> hand = rules.new_hand(seed=7)
        >>> rules.position(hand.to_json()) == hand
        True
        """
        from haggis_rules.engine.restore import hand_from_json

        return hand_from_json(self, data)

    def match(self, data: MatchJson | Json) -> MatchState:
        """Restore a match from what ``MatchState.to_json`` returned.

        Every deal and every action is checked again. Raises ``NotationError`` when it means nothing
        or was made with other rules or another deal, and ``IllegalAction`` when an action in it is
        not allowed.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> match = rules.new_match(seed=7)
        >>> rules.match(match.to_json()) == match
        True
        """
        from haggis_rules.engine.restore import match_from_json

        return match_from_json(self, data)

    @overload
    def determinize(self, view: View, rng: Random) -> Position: ...

    @overload
    def determinize(self, view: MatchView, rng: Random) -> MatchState: ...

    def determinize(self, view: View | MatchView, rng: Random) -> Position | MatchState:
        """Return a random position that a seat cannot tell from the one that it has a view of.

        Its view for that seat equals the one given, log included, and play can go on from it. A
        view without a log, as ``view_from_text`` returns, fits a position that begins there; values
        that the rules keep and the seat does not see are then the first ones. A match has no seed:
        after each hand it waits for ``MatchState.deal``.

        All ways in which the hidden cards can lie and have moved, told apart one by one, that fit
        what the seat was shown are equally likely; whatever else was chosen in secret is any choice
        that fits. After a card that the seat has seen goes out of its sight again, the ways are
        only nearly equally likely. No conclusions are drawn from how well somebody would play.

        Raises ``ImpossibleViewError`` when no position with this view is found, and
        ``OtherRulesError`` when it is of other rules.

        >>> from random import Random
        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> match = rules.new_match(seed=7)
        >>> guess = rules.determinize(match.view(0), Random(1))
        >>> guess.view(0) == match.view(0), guess.view(1) == match.view(1)
        (True, False)
        """
        from haggis_rules.engine.determinized import check_sampling
        from haggis_rules.knowledge.match_view import MatchView

        check_sampling(view, rng)
        if isinstance(view, MatchView):
            return self.determinizer.match(view, rng)
        return self.determinizer.position(view, rng)

    def compiled(self, matches: int = 1, *, kept: bool = True) -> CompiledGame:
        """Compile the game to WebAssembly, with room for a number of matches; see ``CompiledGame``.

        The machine code is kept in the user's cache folder and run from there the next time; with
        ``kept=False`` neither is done. It needs the extra: ``pip install haggis-rules[fast]``.
        Raises ``NotLoweredError`` with the clause where the game needs what modules lack,
        ``ModuleNotFoundError``, which names the extra, and ``WrongArgumentError`` unless
        ``matches`` is a whole number of at least 1.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.able(0), game.actions(0, seat=0)
        ((0, 1), 3)
        """
        from haggis_rules.lowering.compiled_game import CompiledGame

        return CompiledGame(self.game, matches, kept=kept, tell=partial(_described, self))

    def batch(
        self,
        matches: int,
        seeds: int | Sequence[int] = 1,
        *,
        one_hand: bool = False,
        kept: bool = True,
    ) -> MatchBatch:
        """Begin a number of matches that are played in step, as numpy arrays; see ``MatchBatch``.

        With one number as ``seeds``, the first match has that seed and each other match the next
        number; several numbers give each match its seed. With ``one_hand`` each match is a single
        hand; what is over starts again. ``kept`` is as for ``compiled``. This needs the extra:
        ``pip install haggis-rules[fast]``. Raises as ``compiled`` does, ``ValueError`` if the
        number of seeds is not that of the matches, and ``WrongArgumentError`` for a bad seed.

        >>> from haggis_rules import load
        >>> batch = load("classic", players=2).batch(3, seeds=7)
        >>> batch.legal_counts.shape, batch.actions(0)[0]
        ((3,), <Action 1: bet zero>)
        """
        from haggis_rules.engine.batch import begin_batch

        return begin_batch(self, matches, seeds, one_hand=one_hand, kept=kept)

    def explain(self, position: Position, action: Action) -> Trace:
        """Return what an action does, with the clauses on which each part of it rests.

        Raises ``IllegalAction`` when it is not allowed, and a ``Breach`` when the rules are not
        sound.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> hand = rules.new_hand(seed=7)
        >>> trace = rules.explain(hand, hand.actions(1)[-1])
        >>> [entry.part.value for entry in trace.entries], trace.entries[0].clauses[0]
        (['action', 'rest'], 'table.seats')
        """
        from haggis_rules.engine.trace import explain

        return explain(self, position.state, action)

    def __reduce__(self) -> tuple[object, ...]:
        # What travels is how to find the rules again, and the hash that tells whether they are it.
        most = self.budget.most
        _known.setdefault((self.content, self.checked, most), self)
        return _again, (self.content, self.checked, most, self._reference)

    @cached_property
    def _reference(self) -> GameReference | Game:
        """What another process finds the game by; the game itself where it comes from no text."""
        from haggis_rules.ir.game_reference import refer  # only who pickles needs it

        return self.game if self.game.origin is None else refer(self.game.origin)


# A game cannot be collected, nor its place in memory be used again, while rules made of it live.
_made: WeakValueDictionary[tuple[int, bool, int], Rules] = WeakValueDictionary()
_known: WeakValueDictionary[tuple[str, bool, int], Rules] = WeakValueDictionary()


def _rules_of(game: Game, *, checked: bool, budget: int) -> Rules:
    """Return the rules that were made of a game, or make them."""
    key = id(game), checked, budget
    rules = _made.get(key)
    if rules is None:
        rules = _made[key] = Rules(game, checked=checked, budget=budget)
    return rules


def _described(rules: Rules, moment: BreachMoment) -> CompiledBreach:
    from haggis_rules.engine.compiled_breach import tell_breach  # mostly, nothing is to be told

    return tell_breach(rules, moment)


def _again(
    content: str,
    checked: bool,  # noqa: FBT001 - pickle calls it
    budget: int,
    reference: GameReference | Game,
) -> Rules:
    """Return the rules of this content that are there, or find or make them again.

    Raises ``OtherRulesError`` when what is found by the name says something else, and as
    ``find_game`` does.
    """
    found = _known.get((content, checked, budget))
    if found is None:
        from haggis_rules.ir.game_reference import find_game

        game = reference if isinstance(reference, Game) else find_game(reference)
        found = _rules_of(game, checked=checked, budget=budget)
        if found.content != content:
            from haggis_rules.notation.errors import OtherRulesError

            message = f"`{game.name}` says something else here than where this was pickled"
            raise OtherRulesError(message)
        _known[content, checked, budget] = found
    return found
