"""Who plays better: search against greedy in single hands, and greedy against random in matches.

    python benchmarks/players.py                              400 hands and 200 matches of classic
    python benchmarks/players.py --hands 100 --iterations 500
    python benchmarks/players.py --game neeps --players 4 --matches 0

Each deal is played twice, with the players in each other's seats the second time; with more than
two seats they sit by turns. A hand or a match is won with more points than the other side's best.
Intervals hold for 95 % of such samples (Wilson 1927); a tie counts as half a win. The same numbers
give the same tables, apart from the times.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from time import perf_counter

from haggis_rules import (
    MatchState,
    Player,
    Rules,
    greedy_player,
    load,
    next_action,
    random_player,
    search_player,
)
from haggis_rules.ir.game import Owner
from haggis_rules.semantics.between_hands import scoring

SEED = 70_000
STEP = 25  # games after which what is known so far is shown
SURE = NormalDist().inv_cdf(0.975)

Played = Callable[[MatchState, Sequence[Player]], MatchState]


def main() -> None:
    """Print both tables."""
    options = _options()
    rules = load(options.game, players=options.players)
    search = search_player(iterations=options.iterations)
    many = f"{options.iterations:,} iterations"
    print("| players | played | won | 95 % interval | lead | seconds each |")
    print("| --- | --- | ---: | --- | ---: | ---: |")
    if options.hands:
        told = f"search ({many}) against greedy"
        compare(rules, (search, greedy_player()), options.hands, one_hand, f"{told} | hands")
    if options.matches:
        pair = greedy_player(), random_player(SEED)
        compare(rules, pair, options.matches, whole_match, "greedy against random | matches")


def one_hand(match: MatchState, players: Sequence[Player]) -> MatchState:
    """Play the first hand of a match."""
    while match.hand == 1 and not match.finished:
        match = after(match, players)
    return match


def whole_match(match: MatchState, players: Sequence[Player]) -> MatchState:
    """Play a match."""
    while not match.finished:
        match = after(match, players)
    return match


def after(match: MatchState, players: Sequence[Player]) -> MatchState:
    """Return the match after the next action of its players."""
    action = next_action(match, players)
    return match.apply(action)


def compare(rules: Rules, pair: tuple[Player, Player], games: int, play: Played, told: str) -> None:
    """Play so many games and print the row of the first player of a pair."""
    leads, begun = list[float](), perf_counter()
    for number in range(games):
        own = number % 2
        players = [pair[(seat + own) % 2] for seat in range(rules.players)]
        match = play(rules.new_match(SEED + number // 2), players)
        leads.append(lead(rules, match.scores, own))
        if len(leads) % STEP == 0 and len(leads) < games:
            print(row(leads, perf_counter() - begun, told), file=sys.stderr, flush=True)
    print(row(leads, perf_counter() - begun, told), flush=True)


def row(leads: Sequence[float], taken: float, told: str) -> str:
    """Return the row of a table for these leads of the first player of a pair."""
    games = len(leads)
    what, _, kind = told.rpartition("|")
    won = sum((one > 0) + (one == 0) / 2 for one in leads)
    low, high = wilson(won / games, games)
    around = SURE * stdev(leads) / sqrt(games) if games > 1 else 0
    return (
        f"| {what.strip()} | {games:,}{kind} | {won / games:.1%} | {low:.1%} to {high:.1%} "
        f"| {fmean(leads):+.1f} ± {around:.1f} | {taken / games:.2f} |"
    )


def lead(rules: Rules, scores: Sequence[int], own: int) -> float:
    """Return by how many points the best of a side is ahead of the best of the other."""
    by_team = scoring(rules.game) is Owner.TEAM
    sides: list[list[int]] = [[], []]
    for seat in range(rules.players):
        owner = rules.game.team_of(seat) if by_team else seat
        sides[(seat + own) % 2].append(scores[owner])
    return max(sides[0]) - max(sides[1])


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the interval of a share of games."""
    square = SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    around = SURE * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return middle - around, middle + around


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare players.")
    parser.add_argument("--game", default="classic", help="a variant, or a file with a score sheet")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=2000, help="of search, for each choice")
    return parser.parse_args()


if __name__ == "__main__":
    main()
