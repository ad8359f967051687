"""Hands played by chance in which every promise about states is looked at in every state.

    python benchmarks/invariants.py --hands 20000                   classic for two
    python benchmarks/invariants.py neeps-core --hands 500          another game
    python benchmarks/invariants.py classic --players 3

Each hand is played position by position and once more by ``simulate``, which has to come to the
same end after the same choices. The promises ``always``, ``at rest`` and ``after each move`` are
looked at after every action and every step. The exit code is 1 when one is broken.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from time import process_time

from haggis_rules.analysis.simulate import PlayoutHand, simulate
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules, load
from haggis_rules.ir.game import Always, AtRest, EachMove
from haggis_rules.semantics.state import GameState

MOST_SHOWN = 10


def main() -> None:
    """Play the hands and tell of broken promises."""
    options = _options()
    rules = load(options.game, players=options.players)
    promised, states, broken = Promised(rules), 0, 0
    start = process_time()
    for played in simulate(rules, options.hands, options.seed):
        table, choices = by_positions(rules, played.seed)
        again = PlayoutHand(played.seed, table.finished, table.state, choices)
        faults = [*promised.broken(table), *(["simulate differs"] if again != played else [])]
        states += 1 + len(table.history)
        broken += bool(faults)
        for fault in faults[:MOST_SHOWN] if broken <= MOST_SHOWN else ():
            print(f"hand {played.seed}: {fault}")
    print(
        f"{rules.name} for {rules.players}: {options.hands:,} hands from seed {options.seed}, "
        f"{states:,} states, {promised.count} promises in each; {broken:,} hands break one; "
        f"{process_time() - start:,.0f} seconds"
    )
    sys.exit(1 if broken else 0)


def by_positions(rules: Rules, seed: int) -> tuple[Position, tuple[int, ...]]:
    """Play the hand of a seed as ``simulate`` says it does."""
    table, chance = rules.new_hand(seed), Random(f"play {seed}")  # noqa: S311
    choices: list[int] = []
    while not table.finished and (seats := table.to_act):
        actions = table.actions(seats[int(chance.random() * len(seats))])
        choices.append(len(actions))
        table = table.apply(actions[int(chance.random() * len(actions))])
    return table, tuple(choices)


class Promised:
    """The promises of a game about states and moves, as generated Python."""

    def __init__(self, rules: Rules) -> None:
        self._rules, made = rules, Expressions(rules.game)
        forms = [(one.name, one.form) for one in rules.game.promises]
        self._always = [(n, made.function(f.claim)) for n, f in forms if isinstance(f, Always)]
        self._rest = [(n, made.function(f.claim)) for n, f in forms if isinstance(f, AtRest)]
        self._moves = [(n, made.function(f.claim)) for n, f in forms if isinstance(f, EachMove)]
        self.count = len(self._always) + len(self._rest) + len(self._moves)

    def broken(self, table: Position) -> Iterator[str]:
        """Name each promise that does not hold somewhere in a hand."""
        states = [table.start, *(event.state for event in table.history)]
        for state in states:
            yield from (name for name, holds in self._always if not holds(state, None, {}))
            if self._is_at_rest(state):
                yield from (name for name, holds in self._rest if not holds(state, None, {}))
        for before, state in pairwise(states):
            yield from (name for name, holds in self._moves if not holds(state, before, {}))

    def _is_at_rest(self, state: GameState) -> bool:
        return self._rules.code.waiting_checked(state.values, state.zones) < 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Look at every promise in every state of hands.")
    parser.add_argument("game", nargs="?", default="classic", help="a variant in spec/, or a file")
    parser.add_argument("--players", type=int)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.game == "classic" and options.players is None:
        options.players = 2
    return options


if __name__ == "__main__":
    main()
