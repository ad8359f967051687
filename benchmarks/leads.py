"""Times all plays of hands as they are dealt, and of the worst hand that a search can find.

    python benchmarks/leads.py                            2,000 random leads of Neeps, for 4 and 6
    python benchmarks/leads.py --hands 10000 --climb 8000      all that is promised
    python benchmarks/leads.py --game classic --players 2

Hands that have to beat a play are timed as well. In the first round the hands come one after the
other, as in play: what was found out about one serves the next. Alone, each is the first that its
enumerator ever sees; the plan of the patterns, which is made once for a game, is not counted. The
search exchanges a card at a time for the sake of more plays. Times are those of the processor, with
garbage collection held off, as ``timeit`` does; a busy machine stretches them, so ``pace`` tells
how long a fixed piece of work takes.
"""

import argparse
import gc
import random
import statistics
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from time import process_time

from pace import pace

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import CombinationParam, DealEach, DealSome, Game
from haggis_rules.ir.load import load_game
from haggis_rules.semantics.evaluate import Environment, call
from haggis_rules.semantics.patterns import Patterns, show_cards
from haggis_rules.semantics.state import Cards, GameState, Reading, pack

SEED = 20_240_501
NEEPS = (("neeps", 4), ("neeps", 6))
MEDIAN, WORST, FOUND = 5, 25, 100  # milliseconds that Neeps has to stay below
ASCENTS = 8  # from random hands, in a search
TWICE = 0.3  # how often two cards are exchanged at once
ALONE = 20  # times that the worst hand is timed

Runs = Sequence[tuple[float, int]]


def main() -> None:
    """Print the times of one game, or of Neeps."""
    options = _options()
    print(f"a fixed piece of work takes {pace():.1f} ms here, now")
    chosen = [(options.game, options.players)] if options.game else NEEPS
    for name, players in chosen:
        measure(load_game(name, players=players), options.hands, options.climb)


def measure(game: Game, hands: int, exchanges: int) -> None:
    """Print the times of one game."""
    patterns = Patterns(game)
    start = process_time()
    enumerator = planned(patterns)
    made = (process_time() - start) * 1e3
    name = f"{game.name} for {game.seats}"
    print(f"\n{name}: {len(patterns.readings):,} readings, planned in {made:.0f} ms")
    rng = random.Random(f"{SEED} {game.seats}")  # noqa: S311
    dealt = [pack(Counter(deal(game, rng)).items()) for _ in range(hands)]
    rows = report("leads in a row", [timed(enumerator, hand) for hand in dealt])
    within("the median", rows[0], MEDIAN)
    within("the worst", rows[1], WORST)
    report("each lead alone", [timed(planned(patterns, enumerator), hand) for hand in dealt])
    follow(enumerator, dealt, rng)
    if exchanges:
        worst = climb(enumerator, rng, exchanges)
        print(f"the worst hand found in {exchanges:,} exchanges: {show_cards(game, worst)}")
        runs = [timed(planned(patterns, enumerator), worst) for _ in range(ALONE)]
        within("the worst found", report("it alone", runs)[0], FOUND)


def planned(patterns: Patterns, other: Enumerator | None = None) -> Enumerator:
    """Return an enumerator that has seen no hand, with its rows and plan or those of another."""
    enumerator = Enumerator(patterns)
    if other is not None:
        enumerator.rows, enumerator.plan = other.rows, other.plan
    enumerator.plays(0)
    return enumerator


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
    """Return every card of a group, as often as there are copies of it."""
    return [i for i, c in enumerate(game.cards) if c.group == group for _ in range(c.copies)]


def timed(
    enumerator: Enumerator, hand: Cards, readings: frozenset[Reading] | None = None
) -> tuple[float, int]:
    """Return the milliseconds that a hand took, and its plays."""
    with uncollected():
        start = process_time()
        plays = enumerator.plays(hand, readings)
        return (process_time() - start) * 1e3, len(plays)


def report(what: str, runs: Runs) -> tuple[float, float]:
    """Print the median, the 95th hundredth and the worst. Gives the first and the last."""
    times = sorted(time for time, _ in runs)
    plays = sorted(plays for _, plays in runs)
    at = int(len(runs) * 0.95)
    print(
        f"{what:>16}: {len(runs):,} hands, median {statistics.median(times):.2f} ms, "
        f"95 % {times[at]:.2f} ms, worst {times[-1]:.2f} ms; "
        f"plays: median {statistics.median(plays):,.0f}, 95 % {plays[at]:,}, most {plays[-1]:,}"
    )
    return statistics.median(times), times[-1]


def within(what: str, took: float, most: float) -> None:
    """Print whether a time is as it should be."""
    print(f"{what:>16}: {took:.2f} ms, {'below' if took < most else 'NOT below'} {most} ms")


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


def climb(enumerator: Enumerator, rng: random.Random, exchanges: int) -> Cards:
    """Look for the hand with the most plays by exchanging one card at a time, now and then two."""
    game = enumerator.patterns.game
    worst: tuple[int, Cards] = (0, 0)
    for _ in range(ASCENTS):
        hand = deal(game, rng)
        most = _plays(enumerator, hand)
        for _ in range(exchanges // ASCENTS):
            changed = _exchanged(game, rng, hand)
            if rng.random() < TWICE:
                changed = _exchanged(game, rng, changed)
            plays = _plays(enumerator, changed)
            if plays >= most:
                most, hand = plays, changed
        worst = max(worst, (most, pack(Counter(hand).items())))
    return worst[1]


def _exchanged(game: Game, rng: random.Random, hand: list[int]) -> list[int]:
    """Exchange a card that chance dealt for another of its group."""
    fixed = {c for part in game.deals if isinstance(part, DealEach) for c in part.cards}
    place = rng.choice([i for i, card in enumerate(hand) if card not in fixed])
    card = rng.choice(stock(game, game.cards[hand[place]].group))
    changed = [*hand[:place], card, *hand[place + 1 :]]
    return hand if changed.count(card) > game.cards[card].copies else changed


def _plays(enumerator: Enumerator, hand: list[int]) -> int:
    return enumerator.count(pack(Counter(hand).items()))


@contextmanager
def uncollected() -> Generator[None]:
    """Hold off garbage collection."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _beaters(patterns: Patterns, top: Reading) -> frozenset[Reading]:
    scene = Environment(patterns.game, GameState((), ()))
    return frozenset(r for r in patterns.readings if call("beats", (r, top), scene))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time all plays of hands as they are dealt.")
    parser.add_argument("--game", help="a variant in spec/, or a file; default: Neeps for 4 and 6")
    parser.add_argument("--players", type=int)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--climb", type=int, default=0, metavar="EXCHANGES")
    return parser.parse_args()


if __name__ == "__main__":
    main()
