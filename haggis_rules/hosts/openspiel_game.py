"""Rules as a game of OpenSpiel. The only module that imports it: the extra ``openspiel``."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from pickle import dumps
from typing import Final, Protocol

import numpy as np
import pyspiel

from haggis_rules.engine.rules import Rules, load_agreed
from haggis_rules.hosts.information import (
    information_state,
    observation,
    private_observation,
    public_observation,
    whole_state,
)
from haggis_rules.hosts.node_history import ReachedNode
from haggis_rules.hosts.observation_tensor import ObservationTensor
from haggis_rules.hosts.resampling import resampled
from haggis_rules.hosts.sequential_game import GameNode, SequentialGame, sequential_game
from haggis_rules.hosts.utilities import Utility, sums_to_zero, utilities, utility_bounds
from haggis_rules.ir.lower.options.agreement import FEWEST_SEATS, MOST_SEATS
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.random_streams import SplitMix64

NAME: Final = "haggis_rules"
_LONG_NAME: Final = "Card games by rules that are written as data"
_DEFAULTS: Final[Mapping[str, str | int]] = {
    "rules": "classic",
    "players": 2,
    "options": "",
    "hands": 1,
    "utility": Utility.LEAD.value,
}
_SEEDS: Final = 2**53  # as many as a number from 0 to 1 tells apart
# What OpenSpiel reads as the attributes of a state that has none yet.
_NO_ATTRIBUTES: Final = b64encode(dumps({})).decode("ascii")

Parameters = Mapping[str, str | int]


class Sampler(Protocol):
    """What gives numbers by chance, from 0 to less than 1."""

    def __call__(self) -> float:
        """Return the next number."""
        ...


class RulesGame(pyspiel.Game):
    """A game by some rules. ``tree`` is the game as this package has it."""

    def __init__(self, params: Parameters | None = None) -> None:
        told = {**_DEFAULTS, **(params or {})}
        rules, self.utility = _rules(told), _utility(told["utility"])
        self.tree = _tree(rules, told["hands"])
        self.tensor = _tensor(self.tree)
        super().__init__(_game_type(self), _info(self), told)

    def new_initial_state(self) -> RulesState:
        """Return the state in which nothing has been dealt."""
        return RulesState(self, self.tree.start)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> RulesObserver:
        """Return what writes what a seat knows. Raises ``ValueError`` for parameters."""
        if params:
            message = f"observers of this game have no parameters, and {params!r:.40} are given"
            raise ValueError(message)
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return RulesObserver(kind, self.tensor)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance is asked at most."""
        return self.tree.most_chance_nodes

    def state_at(self, reached: ReachedNode) -> RulesState:
        """Return the state of a node, with the history that led to it."""
        history = ",".join(f"{who}:{said}" for who, said in reached.history)
        moves = len(reached.history)
        text = f"history={history}\nmove_number={moves}\n__dict__={_NO_ATTRIBUTES}"
        state = self.deserialize_state(text)
        assert isinstance(state, RulesState)  # noqa: S101 - it comes from new_initial_state
        state.node = reached.node
        return state


class RulesState(pyspiel.State):
    """A state of a game: its node of the tree."""

    def __init__(self, game: RulesGame, node: GameNode) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Return the seat that is asked, or that chance is, or that the game is over."""
        if self.node.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.node.by_chance else self.node.asking.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each outcome of chance, and how likely it is."""
        found = self.node.outcomes
        total = sum(one.weight for one in found)
        return [(one.number, one.weight / total) for one in found]

    def returns(self) -> list[float]:
        """Return what each seat has got: nothing before the game is over."""
        game = self._game()
        if not self.node.over:
            return [0.0] * game.num_players()
        return utilities(self.node.table, game.utility)

    def resample_from_infostate(self, player_id: int, probability_sampler: Sampler) -> RulesState:
        """Return a state, by chance, that looks to a seat as this one does.

        Raises ``ImpossibleViewError`` when none is found.
        """
        chance = SplitMix64(int(probability_sampler() * _SEEDS))
        return self._game().state_at(resampled(self.node, player_id, chance))

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only who is asked has some
        return self.node.options

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return {one.number: one.words for one in self.node.outcomes}[action]
        return self.node.game.numbers.show(action)

    def _game(self) -> RulesGame:
        game = self.get_game()
        assert isinstance(game, RulesGame)  # noqa: S101 - no other game makes such a state
        return game

    def __str__(self) -> str:
        return whole_state(self.node)


class RulesObserver:
    """What writes what a seat knows, as OpenSpiel asks for it.

    ``tensor`` has what a seat sees now, and is None for other kinds of knowledge.
    """

    def __init__(self, kind: pyspiel.IIGObservationType, made: ObservationTensor | None) -> None:
        self._kind, self._made = kind, made
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if made is not None and whole and not kind.perfect_recall:
            self.tensor = self.dict["observation"] = np.zeros(made.size, np.float32)

    def set_from(self, state: RulesState, player: int) -> None:
        """Fill ``tensor``, where there is one."""
        if self._made is not None and self.tensor is not None:
            self._made.fill(self.tensor, state.node, player)

    def string_from(self, state: RulesState, player: int) -> str | None:
        """Return what a seat knows, None for a kind of knowledge that is not written."""
        kind, node, private = self._kind, state.node, pyspiel.PrivateInfoType
        if kind.private_info == private.ALL_PLAYERS:
            return None
        if kind.private_info == private.NONE:
            return (
                public_observation(node) if kind.public_info and not kind.perfect_recall else None
            )
        if not kind.public_info:
            return None if kind.perfect_recall else private_observation(node, player)
        return information_state(node, player) if kind.perfect_recall else observation(node, player)


def load_game(
    rules: str | Path = "classic",
    *,
    players: int = 2,
    hands: int = 1,
    utility: str = Utility.LEAD.value,
    **options: int | str,
) -> RulesGame:
    """Return the game of some rules, as ``pyspiel.load_game`` does by its parameters.

    ``rules`` is the name of a shipped variant or the path of a file, and ``options`` what the
    players agreed on. A game has so many ``hands`` at most; ``utility`` is ``lead`` or ``points``.
    Raises ``RuleError`` for rules that are at fault, and ``WrongArgumentError``.
    """
    agreed = " ".join(f"{name}:{_word(value)}" for name, value in options.items())
    told: Parameters = {
        "rules": str(rules),
        "players": players,
        "options": agreed,
        "hands": hands,
        "utility": utility,
    }
    game = pyspiel.load_game(NAME, told)
    assert isinstance(game, RulesGame)  # noqa: S101 - it is registered by this name
    return game


def register() -> None:
    """Tell OpenSpiel of the game, so that ``pyspiel.load_game`` finds it by its name."""
    seats = range(FEWEST_SEATS, MOST_SEATS + 1)
    kind = _type_of(pyspiel.GameType.Utility.GENERAL_SUM, seats, has_tensor=True)
    pyspiel.register_game(kind, RulesGame)


def _game_type(game: RulesGame) -> pyspiel.GameType:
    rules, kinds = game.tree.rules.game, pyspiel.GameType.Utility
    kind = kinds.ZERO_SUM if sums_to_zero(rules, game.utility) else kinds.GENERAL_SUM
    return _type_of(kind, range(rules.seats, rules.seats + 1), has_tensor=game.tensor is not None)


def _type_of(
    utility: pyspiel.GameType.Utility, seats: range, *, has_tensor: bool
) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name=_LONG_NAME,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=has_tensor,
        provides_factored_observation_string=True,
        parameter_specification=dict(_DEFAULTS),
    )


def _info(game: RulesGame) -> pyspiel.GameInfo:
    tree, rules = game.tree, game.tree.rules.game
    bounds = utility_bounds(rules, game.utility, tree.hands)
    return pyspiel.GameInfo(
        num_distinct_actions=tree.numbers.count,
        max_chance_outcomes=tree.most_outcomes,
        num_players=rules.seats,
        min_utility=bounds.least,
        max_utility=bounds.most,
        utility_sum=0.0 if sums_to_zero(rules, game.utility) else None,
        max_game_length=tree.most_parts,
    )


def _rules(told: Parameters) -> Rules:
    return load_agreed(
        str(told["rules"]), _agreed(str(told["options"])), players=int(told["players"])
    )


def _agreed(words: str) -> dict[str, int | str]:
    """Read options as ``target:250 bets:neeps-side``: OpenSpiel keeps ``=`` for itself."""
    found: dict[str, int | str] = {}
    for word in words.split():
        name, is_said, value = word.partition(":")
        if not is_said:
            message = f"`{word:.40}` is no option with its value; write `options=NAME:VALUE`"
            raise WrongArgumentError(message)
        found[name] = value
    return found


def _tree(rules: Rules, hands: str | int) -> SequentialGame:
    if type(hands) is not int or hands < 1:
        message = f"a game has at least one hand, not {hands!r:.40}"
        raise WrongArgumentError(message)
    return sequential_game(rules, hands)


def _tensor(tree: SequentialGame) -> ObservationTensor | None:
    try:
        return ObservationTensor(tree)
    except NotLoweredError:
        return None


def _utility(word: str | int) -> Utility:
    known = {one.value: one for one in Utility}
    if word not in known:
        message = f"a seat plays for {' or '.join(f'`{one}`' for one in known)}, not {word!r:.40}"
        raise WrongArgumentError(message)
    return known[str(word)]


def _word(value: int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
