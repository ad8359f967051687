"""How many hands a second are played by chance, and how long loading takes.

Hands are played by the generated code, and the same hands again by evaluation, each action checked
and applied. Fixed seeds; the median and the worst of several runs, in time of the processor.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from subprocess import run
from sys import executable
from time import process_time

from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules, load
from haggis_rules.semantics import transition
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.evaluate import Environment

HERON = Path(__file__).parents[1] / "tests" / "heron" / "heron.haggis"
RUNS = 5


def play(rules: Rules, seed: int) -> Position:
    """Play a hand by chance."""
    chance, table = Random(seed), rules.new_hand(seed)  # noqa: S311
    while not table.finished:
        table = table.apply(chance.choice(table.actions(table.to_act[0])))
    return table


def play_again(rules: Rules, table: Position) -> None:
    """Play a hand again by evaluation."""
    game, state = rules.game, table.start
    actions = {action.name: action for action in game.actions}
    for event in table.history:
        if isinstance(event.done, Action):
            name, actor, arguments = event.done
            scene = Environment(game, state)
            allowed = transition.is_legal(
                game, rules.patterns, state, actions[name], actor, arguments
            )
            if not allowed:
                message = f"{event.done} is not allowed by evaluation"
                raise AssertionError(message)
            state = transition.perform(actions[name], actor, arguments, scene).state
            for _, turn in transition.follow(game, state):
                state = turn.state


def timed(what: str, count: int, unit: str, do: Callable[[int], object]) -> None:
    """Print how many a second, in the middle and at worst."""
    speeds: list[float] = []
    for number in range(RUNS):
        start = process_time()
        do(number)
        speeds.append(count / (process_time() - start))
    print(f"{what}: {median(speeds):.1f} {unit} a second, at worst {min(speeds):.1f}, {RUNS} runs")


def fresh(code: str) -> float:
    """Return how long some code takes in a fresh Python, in milliseconds."""
    timing = f"from time import perf_counter as t; a = t(); {code}; print((t() - a) * 1000)"
    done = run([executable, "-c", timing], capture_output=True, check=True, text=True)  # noqa: S603
    return float(done.stdout)


def main() -> None:
    """Time it all."""
    for what, code in (
        ("import", "import haggis_rules"),
        ("import and load", "import haggis_rules; haggis_rules.load('neeps-core')"),
    ):
        took = [fresh(code) for _ in range(RUNS)]
        print(f"{what}: {median(took):.0f} ms, at worst {max(took):.0f}, {RUNS} runs")
    for place, hands in (("neeps-core", 20), (HERON, 100)):
        compare(place, hands)


def compare(place: str | Path, hands: int) -> None:
    """Time one game, generated and evaluated."""
    rules = load(place)
    name = rules.game.name
    timed(f"{name}, load again", 1, "loads", lambda _: load(place))
    ended = [play(rules, seed) for seed in range(hands)]
    moves = sum(isinstance(event.done, Action) for table in ended for event in table.history)
    print(f"{name}: {moves / hands:.0f} actions a hand")

    def generated(number: int) -> None:
        for seed in range(hands):
            play(rules, 1000 * number + seed)

    def evaluated(_: int) -> None:
        for table in ended[:5]:
            play_again(rules, table)

    timed(f"{name}, generated", hands, "hands", generated)
    timed(f"{name}, replayed by evaluation", 5, "hands", evaluated)


if __name__ == "__main__":
    main()
