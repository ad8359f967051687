"""How long both solvers take over the promises of a text: ``proofs.py [VARIANT ...]``."""

import sys
import time

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game, seatings_of, shipped
from haggis_verify.report import verify
from haggis_verify.verdicts import How, Proved


def main() -> None:
    """Prove the promises of each variant, for each number of players, in this one process."""
    for name in sys.argv[1:] or shipped():
        for seats in seatings_of(name):
            prove(load_game(name, players=seats))


def prove(game: Game) -> None:
    """Prove the promises of a game and print the sums and the longest question."""
    began = time.perf_counter()
    results = verify(game)
    seconds = time.perf_counter() - began
    met = [
        (one, result.promise)
        for result in results
        if isinstance(result.verdict, Proved)
        for one in result.verdict.obligations
    ]
    solved = [pair for pair in met if pair[0].how is How.SOLVED]
    proved = sum(isinstance(result.verdict, Proved) for result in results)
    title = f"{game.name} with {game.seats} seats"
    print(f"{title}: {proved} of {len(results)} promises proved in {seconds:.0f} s")
    print(f"  {len(met)} obligations, {len(solved)} of them asked of both solvers")
    for solver in ("z3", "cvc5"):
        times = [(getattr(one, solver), one.name, promise) for one, promise in solved]
        most, what, promise = max(times)
        total = sum(seconds for seconds, _, _ in times)
        print(f"  {solver}: {total:.1f} s in all, longest {most:.2f} s ({promise}: {what})")


if __name__ == "__main__":
    main()
