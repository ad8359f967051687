"""How it is told what came of promises: verdicts counted, times, and what had to be shown."""

from collections import Counter
from collections.abc import Iterable

from haggis_rules.ir import game as ir
from haggis_rules.site.content.promise_register import GamePromise
from haggis_rules.site.grouping import grouped
from haggis_rules.site.pages.chapter import judged
from haggis_rules.verdicts.evidence import Evidence
from haggis_rules.wording.sentences import listed

TO_PROVE = (
    "To prove the promises, run `haggis verify --verdicts verdicts.json`, and then `haggis docs "
    "--verdicts verdicts.json`."
)
NOT_PROVED = "**Nothing was proved in this build.** These pages were written without verdicts."

SHOWN = (
    "Shown: the number of questions put to both solvers and, after a plus, the number that "
    "needed no solver, because a move changes nothing that the promise mentions or because both "
    "sides are identical. The times are those that the solvers took."
)


def describe_verdicts(promises: Iterable[GamePromise]) -> str:
    """Count verdicts: ``proved`` when there is one alone, or ``11 proved and 2 refuted``."""
    many = Counter(map(verdict_word, promises))
    if len(many) == 1:
        return next(iter(many))
    return listed([f"{count} {_plural(word, count)}" for word, count in many.items()])


def obligations(evidence: Evidence) -> str:
    """Count what was put to both solvers, and what nobody had to be asked."""
    solved = len(evidence.solved)
    rest = len(evidence.met) - solved
    return f"{solved} + {rest}" if rest else str(solved)


def proof_cells(evidence: Evidence) -> list[str]:
    """Return cells of a table: what was put to the solvers, and how long each took."""
    if not evidence.met:
        return [""] * 3
    return [obligations(evidence), seconds(evidence.z3), seconds(evidence.cvc5)]


def verdict_word(promise: GamePromise) -> str:
    """Return the verdict on a promise."""
    return judged(promise.result)[1]


def seconds(time: float) -> str:
    """Write a time that a solver took, in thousandths where it is short."""
    return f"{time:.1f} s" if time >= 1 else f"{1000 * time:.0f} ms"


def form_word(promise: ir.Promise | None) -> str:
    """Return the words of the language that say when a promise holds."""
    if promise is None:
        return "in every game"
    match promise.form:
        case ir.Always():
            return "always"
        case ir.AtRest():
            return "at rest"
        case ir.EachMove():
            return "after each move"
        case ir.EachHand():
            return "between hands"
        case ir.Measure():
            return "measure"
        case ir.Progress():
            return "progress"
        case ir.ForAny():
            return "for any"
        case ir.Apart():
            return "no cards make"
        case ir.AnyMade():
            return "any from one"


def describe_games(promises: Iterable[GamePromise]) -> str:
    """Name games, each variant once, and with which numbers of players when not with all.

    As ``heron, wren (2, 3 with pairs)``.
    """
    return ", ".join(
        _describe_variant(name, several) for name, several in by_variant(promises).items()
    )


def by_variant(promises: Iterable[GamePromise]) -> dict[str, list[GamePromise]]:
    """Group promises by the variants that make them."""
    return grouped(promises, lambda one: one.game.name)


def at_every_table(promises: Iterable[GamePromise]) -> bool:
    """Whether a variant makes promises with each number of players, whatever is agreed."""
    several = tuple(promises)
    seats = {one.game.seats for one in several if not one.agreed}
    return seats == set(several[0].game.seatings)


def _plural(verdict: str, count: int) -> str:
    return f"{verdict}es" if verdict.endswith("breach") and count > 1 else verdict


def _describe_variant(name: str, promises: Iterable[GamePromise]) -> str:
    several = tuple(promises)
    if at_every_table(several):
        return name
    seats = (
        f"{one.game.seats} with {one.agreed}" if one.agreed else str(one.game.seats)
        for one in several
    )
    return f"{name} ({', '.join(seats)})"
