"""Times all plays of hands as they are dealt, and of the same hands when a play is to be beaten.

    python benchmarks/leads.py                    10,000 random leads
    python benchmarks/leads.py --hands 1000       fewer
    python benchmarks/leads.py --climb 2000       and a search for bad hands, so many exchanges

Garbage collection is held off while a hand is timed, as ``timeit`` does. The hands of the first
round also teach the enumerator what it remembers; a second round shows what that is worth.
"""

import argparse
import gc
import random
import statistics
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from haggis_rules.engine.plays import Enumerator
from haggis_rules.ir.game import CombinationParam, DealEach, DealSome, Game
from haggis_rules.ir.load import load_game
from haggis_rules.run.evaluate import Scene, call
from haggis_rules.run.patterns import Patterns, show_cards
from haggis_rules.run.state import Cards, Reading, State, pack

SEED = 20_240_501


def main() -> None:
    """Print the times of one game."""
    options = _options()
    game = load_game(options.game)
    patterns = Patterns(game)
    start = time.perf_counter()
    enumerator = Enumerator(patterns)
    enumerator.plays(0)  # makes the plan
    made = (time.perf_counter() - start) * 1e3
    print(f"{game.name}: {len(patterns.readings):,} readings, planned in {made:.0f} ms")
    rng = random.Random(SEED)  # noqa: S311
    hands = [pack(Counter(deal(game, rng)).items()) for _ in range(options.hands)]
    for round_name in ("leads", "the same again"):
        report(round_name, [timed(enumerator, hand) for hand in hands])
    follow(enumerator, hands, rng)
    if options.climb:
        climb(enumerator, rng, options.climb)


def deal(game: Game, rng: random.Random) -> list[int]:
    """Deal one hand: the zone from which combinations are played, of one owner."""
    zone = next(
        param.zone.zone
        for action in game.actions
        for param in action.params
        if isinstance(param, CombinationParam)
    )
    hand: list[int] = []
    for part in game.deals:
        if isinstance(part, DealEach) and part.zone == zone:
            hand += part.cards
        elif isinstance(part, DealSome) and part.zone == zone:
            hand += rng.sample(stock(game, part.group), part.count)
    return hand


def stock(game: Game, group: int) -> list[int]:
    """Give every card of a group, as often as there are copies of it."""
    return [i for i, c in enumerate(game.cards) if c.group == group for _ in range(c.copies)]


def timed(
    enumerator: Enumerator, hand: Cards, readings: frozenset[Reading] | None = None
) -> tuple[float, int]:
    """Give the milliseconds that a hand took, and its plays."""
    with uncollected():
        start = time.perf_counter()
        plays = enumerator.plays(hand, readings)
        return (time.perf_counter() - start) * 1e3, len(plays)


def report(what: str, runs: Sequence[tuple[float, int]]) -> None:
    """Print the median, the 95th hundredth and the worst."""
    times = sorted(time for time, _ in runs)
    plays = sorted(plays for _, plays in runs)
    at = int(len(runs) * 0.95)
    print(
        f"{what:>16}: {len(runs):,} hands, median {statistics.median(times):.2f} ms, "
        f"95 % {times[at]:.2f} ms, worst {times[-1]:.2f} ms; "
        f"plays: median {statistics.median(plays):,.0f}, 95 % {plays[at]:,}, most {plays[-1]:,}"
    )


def follow(enumerator: Enumerator, hands: Sequence[Cards], rng: random.Random) -> None:
    """Time hands that have to beat a play that another hand could lead, and were not seen lately.

    Then the same again: what was found out about a hand serves whatever it is asked next.
    """
    if "beats" not in enumerator.patterns.game.definitions:
        return
    beaters: dict[Reading, frozenset[Reading]] = {}
    runs: list[tuple[float, int]] = []
    again: list[tuple[float, int]] = []
    for hand, other in zip(hands[:1000:2], hands[1:1000:2], strict=False):
        top = rng.choice(enumerator.plays(other))[0]
        if top not in beaters:
            beaters[top] = _beaters(enumerator.patterns, top)
            enumerator.spans(beaters[top])  # finds where they lie
        runs.append(timed(enumerator, hand, beaters[top]))
        again.append(timed(enumerator, hand, beaters[top]))
    if runs:
        report("to beat a play", runs)
        report("the same again", again)


def climb(enumerator: Enumerator, rng: random.Random, exchanges: int) -> None:
    """Look for the hand with the most plays by exchanging one card at a time."""
    game = enumerator.patterns.game
    fixed = {c for part in game.deals if isinstance(part, DealEach) for c in part.cards}
    worst: tuple[int, Cards] = (0, 0)
    for _ in range(4):
        hand = deal(game, rng)
        most = len(enumerator.plays(pack(Counter(hand).items())))
        for _ in range(exchanges // 4):
            place = rng.choice([i for i, card in enumerate(hand) if card not in fixed])
            card = rng.choice(stock(game, game.cards[hand[place]].group))
            changed = [*hand[:place], card, *hand[place + 1 :]]
            if changed.count(card) > game.cards[card].copies:
                continue
            plays = len(enumerator.plays(pack(Counter(changed).items())))
            if plays >= most:
                most, hand = plays, changed
        worst = max(worst, (most, pack(Counter(hand).items())))
    print(f"the worst hand found in {exchanges:,} exchanges: {show_cards(game, worst[1])}")
    report("it alone", [timed(enumerator, worst[1]) for _ in range(20)])


@contextmanager
def uncollected() -> Generator[None]:
    """Hold off garbage collection."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _beaters(patterns: Patterns, top: Reading) -> frozenset[Reading]:
    scene = Scene(patterns.game, State((), ()))
    return frozenset(r for r in patterns.readings if call("beats", (r, top), scene))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time all plays of hands as they are dealt.")
    parser.add_argument("--game", default="neeps-core", help="a variant in spec/, or a file")
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--climb", type=int, default=0, metavar="EXCHANGES")
    return parser.parse_args()


if __name__ == "__main__":
    main()
