"""Whether terms and the interpreter agree on random expressions: ``agreement.py [--pairs 2000]``.

Each pair is an expression and a state, by chance or from the rules of a shipped seating. The value
that ``evaluate`` gives is compared with that of the terms, once with all that is known folded away,
and once with the state left open and filled in afterwards; of some pairs with what Z3 makes of the
open terms too. Expressions without a value there are not counted. Prints how many pairs there were
of each kind of node; a difference, or a kind that is missing, ends in code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.corpus import KINDS
from tests.verify.agreeing import Undefined, agree, agree_in_z3, meaning
from tests.verify.pairs import Pair, pairs

PROGRESS = 1000  # pairs between two lines of progress
SHOWN = 20  # differences that are told


def main() -> int:
    """Compare so many pairs and print what came of them."""
    parser = argparse.ArgumentParser(description="Compare terms with the interpreter.")
    parser.add_argument("--pairs", type=int, default=2000, metavar="N", help="default: 2000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--z3-every", type=int, default=10, metavar="N", help="ask Z3 of each N-th; default: 10"
    )
    parsed = parser.parse_args()
    count = _Count()
    began = time.process_time()
    for pair in pairs(parsed.seed):
        if count.compared >= parsed.pairs:
            break
        count.take(pair, asked=count.compared % parsed.z3_every == 0)
        if count.compared % PROGRESS == 0:
            seconds = time.process_time() - began
            print(f"{count.compared} of {parsed.pairs}, {seconds:.0f} s", file=sys.stderr)
    count.tell(parsed.seed, time.process_time() - began)
    return 1 if count.different or count.missing() else 0


class _Count:
    def __init__(self) -> None:
        self.kinds: Counter[type] = Counter()
        self.own: Counter[type] = Counter()
        self.games: Counter[str] = Counter()
        self.in_z3 = self.undefined = self.different = 0

    @property
    def compared(self) -> int:
        return self.kinds.total()

    def take(self, pair: Pair, *, asked: bool) -> None:
        """Compare a pair, by Z3 as well when that is asked."""
        if meaning(pair.case) is Undefined:
            self.undefined += 1
            return
        kind = type(pair.case.node)
        self.kinds[kind] += 1
        self.own[kind] += pair.own
        self.games[pair.game] += 1
        self.in_z3 += asked
        if not agree(pair.case) or (asked and not agree_in_z3(pair.case)):
            self.different += 1
            if self.different <= SHOWN:
                print(f"DIFFERENT in {pair.game}: {pair.case.node}")

    def missing(self) -> list[str]:
        """Name the kinds of which there was no pair."""
        return [kind.__name__ for kind in KINDS if not self.kinds[kind]]

    def tell(self, seed: int, seconds: float) -> None:
        """Print what there was."""
        print(f"{'node':<20}{'pairs':>8}{'of the rules':>14}")
        for kind in sorted(KINDS, key=lambda kind: kind.__name__):
            print(f"{kind.__name__:<20}{self.kinds[kind]:>8}{self.own[kind]:>14}")
        print(f"{'all':<20}{self.compared:>8}{self.own.total():>14}")
        print(f"games: {', '.join(f'{name} {n}' for name, n in self.games.items())}")
        for name in self.missing():
            print(f"MISSING: no pair of {name}")
        print(
            f"{self.compared} pairs of seed {seed} in {seconds:.0f} s, {self.in_z3} of them in Z3"
            f" as well; {self.undefined} more had no value; {self.different} different"
        )


if __name__ == "__main__":
    sys.exit(main())
