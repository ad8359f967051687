"""How many hands a second are played by chance when nothing is kept of them but how they end.

    python benchmarks/playouts.py                          classic for two and three, Neeps, Heron
    python benchmarks/playouts.py classic --players 2      one game
    python benchmarks/playouts.py classic --players 2 --before 10000

At every turn all that each seat can do is found, every play with every reading, and one of it is
taken by chance. What the engine has found out about hands it remembers for later ones, so the
hands that come first, ``--before`` the runs, are timed by themselves. One process, in time of the
processor; the best and the median of several runs. The same hands are then played again by
evaluation, which looks for no plays: each action is only checked and applied.
"""

import argparse
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

from hands import play, play_again

from haggis_rules.engine.action import Action
from haggis_rules.engine.game import Rules, load
from haggis_rules.engine.simulate import Played, simulate

HERON = str(Path(__file__).parents[1] / "tests" / "heron" / "heron.haggis")
GAMES = (("classic", 2), ("classic", 3), ("neeps-core", None), (HERON, None))
RUNS = 8


def main() -> None:
    """Time one game, or all."""
    options = _options()
    chosen = [(options.game, options.players)] if options.game else GAMES
    for game, players in chosen:
        report(load(game, players=players), before=options.before, hands=options.hands)


def report(rules: Rules, *, before: int, hands: int) -> None:
    """Print the times of one game."""
    played = simulate(rules, before + RUNS * hands)
    start = process_time()
    first = list(islice(played, before))
    cold = process_time() - start
    speeds: list[float] = []
    found: list[Played] = []
    for _ in range(RUNS):
        start = process_time()
        found += islice(played, hands)
        speeds.append(hands / (process_time() - start))
    plies = sum(len(one.choices) for one in found)
    choices = sum(sum(one.choices) for one in found)
    best = max(speeds)
    slow = evaluated(rules)
    print(
        f"{rules.name} for {rules.players}: best {best:,.0f} hands a second, "
        f"median {median(speeds):,.0f}, worst {min(speeds):,.0f}, {RUNS} runs of {hands:,}; "
        f"the first {len(first):,} hands {before / cold:,.0f} a second"
    )
    print(
        f"    {plies / len(found):.1f} plies a hand, {choices / plies:.1f} choices a ply, "
        f"{1e6 * len(found) / plies / best:.1f} microseconds a ply; "
        f"an action by evaluation alone takes {1e6 * slow:,.0f}, "
        f"{slow * best * plies / len(found):,.0f} times as long"
    )


def evaluated(rules: Rules) -> float:
    """Give the seconds that evaluation takes to check and apply an action."""
    tables = [play(rules, seed) for seed in range(5)]
    actions = sum(isinstance(event.done, Action) for one in tables for event in one.history)
    start = process_time()
    for table in tables:
        play_again(rules, table)
    return (process_time() - start) / actions


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time hands that are played by chance.")
    parser.add_argument(
        "game", nargs="?", help="a variant in spec/, or a file; default: four games"
    )
    parser.add_argument("--players", type=int)
    parser.add_argument("--before", type=int, default=2000, help="hands before the runs")
    parser.add_argument("--hands", type=int, default=200, help="hands in a run")
    return parser.parse_args()


if __name__ == "__main__":
    main()
