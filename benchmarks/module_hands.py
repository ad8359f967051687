"""Compares hands of the compiled module with those of the Python engine, seed by seed.

    python benchmarks/module_hands.py                             20 hands of every seating
    python benchmarks/module_hands.py --hands 1000000 --jobs 2 --walked 200    all that is promised
    python benchmarks/module_hands.py --seatings neeps/6 --hands 500 --seed 7

Both deal a hand from its seed and play it by chance. Of every hand is compared what is dealt, how
many plies it has, and how it ends. Each draws a place among the actions of a seat at each ply, so
that one choice that one of them lacks shows a few plies later. Every tenth hand, or every one in
``--walked``, is also played position by position: there the number of actions of every seat is
compared at every ply, and at one ply in eight every action of a seat, by what it leads to. That
takes some fifteen times as long.

What is done is written down beside ``--out`` at once, and a run that was stopped goes on where it
was. The exit code is 1 when something differs.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from playouts import HERON, SYSTEMS

from haggis_rules.analysis.simulate import simulate
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules, load
from haggis_rules.executors.processes import LocalProcesses
from haggis_rules.executors.shares import in_order
from haggis_rules.ir.load import seatings_of
from haggis_rules.lowering.compiled_game import CompiledGame

SEATINGS = [*(f"{name}/{seats}" for name in SYSTEMS for seats in seatings_of(name)), "heron/3"]
IN_SHARE = 50  # hands
WALKED = 10  # of so many hands one is played position by position, unless another is asked for
WITH_ACTIONS = 8  # of so many of its plies one has its actions compared

Part = dict[str, Any]  # what came of a share, as JSON


class Share(NamedTuple):
    """Hands of a seating: so many, from a seed on."""

    seating: str
    first: int
    hands: int
    walked: int


def main() -> None:
    """Compare, or go on to compare, and tell what was found."""
    options = _options()
    shares = list(_shares(options))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    known = {} if options.fresh else _known(options.out)
    kept = {share: known[share] for share in shares if share in known}
    if options.fresh:
        options.out.unlink(missing_ok=True)
    if options.out.exists() and not options.out.read_bytes().endswith(b"\n"):
        options.out.open("a").write("\n")  # the last line, when writing was cut off
    missing = [share for share in shares if share not in kept]
    began = monotonic()
    try:
        with (
            LocalProcesses(options.jobs) as executor,
            options.out.open("a", encoding="utf-8") as file,
        ):
            for done, part in enumerate(in_order(executor, compare, missing), 1):
                kept[_share_of(part)] = part
                file.write(f"{json.dumps(part)}\n")
                file.flush()
                left = (monotonic() - began) / done * (len(missing) - done) / 60
                told = f"{len(kept):,} of {len(shares):,} shares, {left:,.0f} min left"
                print(f"\r{told}   ", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        sys.exit(f"stopped after {len(kept):,} shares; the same call goes on")
    sys.exit(_tell(list(kept.values())))


def compare(share: Share) -> Part:
    """Compare the hands of a share."""
    rules, game = _rules(share.seating), _compiled(share.seating)
    counts, differ = Counter[str](), list[str]()
    for hand in simulate(rules, share.hands, share.first):
        game.reset(0, hand.seed)
        same = game.state(0) == rules.new_hand(hand.seed).state
        same = same and game.playout(0) == len(hand.choices) and game.state(0) == hand.state
        counts.update(plies=len(hand.choices), choices=sum(hand.choices))
        if hand.seed % share.walked == 0:
            same = _walk(rules, game, hand.seed, counts) and same
        if not same:
            differ.append(f"{share.seating} seed {hand.seed}")
    return {**share._asdict(), "rules": rules.digest, **counts, "differ": differ}


def _walk(rules: Rules, game: CompiledGame, seed: int, counts: Counter[str]) -> bool:
    """Return whether every seat has as many actions at every ply, and the same at some plies."""
    rng, position, same = Random(seed), rules.new_hand(seed), True  # noqa: S311 - chance
    while same and not position.finished:
        game.put(0, position.state)
        for seat in range(rules.players):
            same = same and game.actions(0, seat) == len(position.actions(seat))
            counts["counts"] += 1
        seat = rng.choice(position.to_act)
        if rng.randrange(WITH_ACTIONS) == 0:
            same = same and _same_actions(game, position, seat, counts)
        position = position.apply(rng.choice(position.actions(seat)))
    return same


def _same_actions(game: CompiledGame, position: Position, seat: int, counts: Counter[str]) -> bool:
    """Return whether each action of a seat leads to the same state."""
    before = game.snapshot(0)
    for place, action in enumerate(position.actions(seat)):
        game.restore(0, before)
        game.take(0, seat, place)
        counts["actions"] += 1
        if game.state(0) != position.apply(action).state:
            return False
    return True


@cache
def _rules(seating: str) -> Rules:
    name, _, players = seating.partition("/")
    return load(HERON if name == "heron" else name, players=int(players))


@cache
def _compiled(seating: str) -> CompiledGame:
    return _rules(seating).compiled()


def _shares(options: argparse.Namespace) -> Iterator[Share]:
    """Yield the shares in rounds, so that a run that is stopped has some of every seating."""
    each, over = divmod(options.hands, len(options.seatings))
    for first in range(0, each + 1, IN_SHARE):
        for place, seating in enumerate(options.seatings):
            hands = min(IN_SHARE, each + (place < over) - first)
            if hands > 0:
                yield Share(seating, options.seed + first, hands, options.walked)


def _share_of(part: Part) -> Share:
    return Share(part["seating"], part["first"], part["hands"], part["walked"])


def _known(file: Path) -> dict[Share, Part]:
    """Return what an earlier run has written down, for the rules as they are now."""
    found = dict[Share, Part]()
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            part = json.loads(line)
        except json.JSONDecodeError:  # the last line, when writing was cut off
            continue
        if part["rules"] == _rules(part["seating"]).digest:
            found[_share_of(part)] = part
    return found


def _tell(parts: list[Part]) -> int:
    """Print a table of the seatings, and what differs; return 1 if something does."""
    what = ("hands", "plies", "choices", "counts", "actions")
    totals = {name: Counter[str]() for name in [*SEATINGS, "all"]}
    for part in parts:
        for name in (part["seating"], "all"):
            totals[name].update({one: part.get(one, 0) for one in what})
    print(f"\n| seating | {' | '.join(what)} |\n| --- |{' ---: |' * len(what)}")
    for name, total in totals.items():
        if total:
            print(f"| {name} | {' | '.join(f'{total[one]:,}' for one in what)} |")
    differ = [one for part in parts for one in part["differ"]]
    print(f"\n{len(differ):,} of {totals['all']['hands']:,} hands differ", *differ, sep="\n  ")
    return 1 if differ else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the module with the Python engine.")
    parser.add_argument("--hands", type=int, default=20 * len(SEATINGS), help="in all seatings")
    parser.add_argument("--seatings", nargs="+", default=SEATINGS, choices=SEATINGS)
    parser.add_argument("--seed", type=int, default=0, help="of the first hand of each seating")
    parser.add_argument(
        "--walked",
        type=int,
        default=WALKED,
        help="one hand in so many is played position by position",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("build/module-hands.jsonl"))
    parser.add_argument("--fresh", action="store_true", help="do not go on with an earlier run")
    return parser.parse_args()


if __name__ == "__main__":
    main()
