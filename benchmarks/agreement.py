"""Whether terms and the interpreter agree on random expressions: ``agreement.py [--pairs 2000]``.

Each pair is an expression and a state, by chance or from the rules of a shipped seating. The value
that ``evaluate`` gives is compared with that of the terms, once with all that is known folded away,
and once with the state left open and filled in afterwards; of some pairs with what Z3 makes of the
open terms too. Expressions without a value there are not counted. With ``--module`` it is compared
with what the lowered form makes of it, interpreted and as a module in wasmtime; there what stops
without a value has to stop for the same reason, and cards that hold more plays than a module finds
(docs/decisions/039) are counted apart. Prints how many pairs there were of each kind of node; a
difference, or a kind that is missing, ends in code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter

from haggis_rules import OverBudgetError
from tests.corpus import KINDS
from tests.verify.agreeing import Undefined, agree, agree_in_z3, meaning
from tests.verify.pairs import Pair, pairs
from tests.wasm import agreeing

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
    parser.add_argument(
        "--module", action="store_true", help="compare the lowered form, in place of terms"
    )
    parsed = parser.parse_args()
    count = _LoweredCount() if parsed.module else _TermCount(parsed.z3_every)
    began = time.process_time()
    for pair in pairs(parsed.seed):
        if count.compared >= parsed.pairs:
            break
        try:
            count.take(pair)
        except OverBudgetError:  # of the definition, which a hand of the game is never asked
            count.costly += 1
        if count.compared % PROGRESS == 0:
            seconds = time.process_time() - began
            print(f"{count.compared} of {parsed.pairs}, {seconds:.0f} s", file=sys.stderr)
    count.tell(parsed.seed, time.process_time() - began)
    return 1 if count.different or count.missing() else 0


class _Count(ABC):
    """How many pairs there were, and how many differ."""

    def __init__(self) -> None:
        self.kinds: Counter[type] = Counter()
        self.own: Counter[type] = Counter()
        self.games: Counter[str] = Counter()
        self.undefined: int = 0
        self.different: int = 0
        self.costly = 0

    @abstractmethod
    def take(self, pair: Pair) -> None:
        """Compare a pair."""

    @abstractmethod
    def seen(self) -> str:
        """Return what else there is to say about the pairs."""

    @property
    def compared(self) -> int:
        return self.kinds.total()

    def note(self, pair: Pair, *, alike: bool) -> None:
        """Count a pair, and tell of it if it differs."""
        kind = type(pair.case.node)
        self.kinds[kind] += 1
        self.own[kind] += pair.own
        self.games[pair.game] += 1
        if not alike:
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
            f"{self.compared} pairs of seed {seed} in {seconds:.0f} s, {self.seen()};"
            f" {self.costly} more cost more than the budget; {self.different} different"
        )


class _TermCount(_Count):
    """Compares terms: pairs with a value, and each ``z3_every``-th of them in Z3 as well."""

    def __init__(self, z3_every: int) -> None:
        super().__init__()
        self.z3_every, self.in_z3 = z3_every, 0

    def take(self, pair: Pair) -> None:
        """Compare a pair that has a value."""
        if meaning(pair.case) is Undefined:
            self.undefined += 1
            return
        asked = self.compared % self.z3_every == 0
        self.in_z3 += asked
        self.note(pair, alike=agree(pair.case) and (not asked or agree_in_z3(pair.case)))

    def seen(self) -> str:
        """Return how many were compared in Z3, and how many were left out."""
        return f"{self.in_z3} of them in Z3 as well; {self.undefined} more had no value"


class _LoweredCount(_Count):
    """Compares lowered expressions: all pairs, those without a value among them."""

    def __init__(self) -> None:
        super().__init__()
        self.beyond = 0

    def take(self, pair: Pair) -> None:
        """Compare a pair."""
        alike = agreeing.agree(pair.game, pair.case)
        if not alike and agreeing.is_beyond_a_module(pair.game, pair.case):
            self.beyond += 1
            return
        self.undefined += meaning(pair.case) is Undefined
        self.note(pair, alike=alike)

    def seen(self) -> str:
        """Return how many stop without a value, and how many were left out."""
        return f"{self.undefined} of them have no value; {self.beyond} more are beyond a module"


if __name__ == "__main__":
    sys.exit(main())
