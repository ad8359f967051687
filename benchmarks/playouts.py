"""How many hands a second are played by chance when nothing is kept of them but how they end.

    python benchmarks/playouts.py                          every seating, and Heron
    python benchmarks/playouts.py classic --players 2      one game
    python benchmarks/playouts.py classic --players 2 --before 10000 --hands 200

At every turn all that each seat can do is found, every play with every reading, and one of it is
taken by chance. What the engine has found out about hands it remembers for later ones, so the
hands that come first, ``--before`` the runs, are timed by themselves. One process, in time of the
processor; the best and the median of several runs. The same hands are then played again by
evaluation, which looks for no plays: each action is only checked and applied. The last column says
how many times as long that takes for one action.
"""

import argparse
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

from hands import play, play_again
from pace import pace

from haggis_rules.analysis.simulate import PlayoutHand, simulate
from haggis_rules.engine.rules import Rules, load
from haggis_rules.ir.load import seatings_of
from haggis_rules.semantics.action import Action

HERON = str(Path(__file__).parents[1] / "tests" / "heron" / "heron.haggis")
SYSTEMS = ("classic", "tournament", "cats", "wikipedia", "rogers", "neeps", "tatties")
RUNS = 8


def main() -> None:
    """Time one game, or all."""
    options = _options()
    every = [(name, players) for name in SYSTEMS for players in seatings_of(name)]
    chosen = [(options.game, options.players)] if options.game else [*every, (HERON, None)]
    print(f"a fixed piece of work takes {pace():.1f} ms here, now; {RUNS} runs of {options.hands}")
    print("| seating | hands a second, best | median | first | plies a hand", end="")
    print(" | choices a ply | µs a ply | by evaluation |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for game, players in chosen:
        report(load(game, players=players), before=options.before, hands=options.hands)


def report(rules: Rules, *, before: int, hands: int) -> None:
    """Print the times of one game."""
    played = simulate(rules, before + RUNS * hands)
    start = process_time()
    first = len(list(islice(played, before))) / (process_time() - start)
    speeds: list[float] = []
    found: list[PlayoutHand] = []
    for _ in range(RUNS):
        start = process_time()
        found += islice(played, hands)
        speeds.append(hands / (process_time() - start))
    plies = sum(len(one.choices) for one in found)
    choices = sum(sum(one.choices) for one in found)
    ply = len(found) / plies / median(speeds)
    print(
        f"| {rules.name}/{rules.players} | {max(speeds):,.0f} | {median(speeds):,.0f}"
        f" | {first:,.0f} | {plies / len(found):.1f} | {choices / plies:.1f} | {1e6 * ply:.0f}"
        f" | {evaluated(rules) / ply:,.0f} times |",
        flush=True,
    )


def evaluated(rules: Rules) -> float:
    """Return the seconds that evaluation takes to check and apply an action."""
    tables = [play(rules, seed) for seed in range(5)]
    actions = sum(isinstance(event.done, Action) for one in tables for event in one.history)
    start = process_time()
    for table in tables:
        play_again(rules, table)
    return (process_time() - start) / actions


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time hands that are played by chance.")
    parser.add_argument("game", nargs="?", help="a variant in spec/, or a file; default: all")
    parser.add_argument("--players", type=int)
    parser.add_argument("--before", type=int, default=400, help="hands before the runs")
    parser.add_argument("--hands", type=int, default=50, help="hands in a run")
    return parser.parse_args()


if __name__ == "__main__":
    main()
