"""What a change can touch: never less than the promises whose questions are others."""

from collections.abc import Iterator

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation import OriginalRules, mutants
from haggis_verify.analysis.impact import Impact
from haggis_verify.encode.symbols import NotEncodableError
from haggis_verify.obligations.forms import obligations
from haggis_verify.obligations.matter import EncodedGame, is_invariant
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, builtin_obligations
from haggis_verify.terms import build
from haggis_verify.terms.smtlib import script
from tests.playing import HERON


def solver_questions(game: Game, name: str) -> list[str]:
    """Return the text of each question of a promise, without those that need none."""
    matter = EncodedGame(game)
    try:
        found = list(
            builtin_obligations(name, matter.given(_invariants(matter)), matter)
            if name in BUILTIN_PROMISES
            else obligations(matter.promises[name], matter)
        )
    except NotEncodableError as fault:
        return [str(fault)]
    return [script([*one.facts, build.negation(one.claim)]) for one in found if not one.unaffected]


def _invariants(matter: EncodedGame) -> tuple[str, ...]:
    return tuple(name for name, one in matter.promises.items() if is_invariant(one))


def lawful(variant: str, each: int) -> Iterator[tuple[str, Game, Game]]:
    """Yield every so manieth mutant that is lawful, as it was and as it is."""
    whole = OriginalRules.of(lineage(source_of(variant)))
    for one in list(mutants(whole.line, whole.games))[::each]:
        try:
            games, faults = lower_everywhere((*whole.line[:-1], one.file))
        except SeveralFaultsError:
            continue
        if not faults and len(games) == len(whole.games):
            yield one.name, whole.games[0], games[0]


def missed(variant: str, each: int) -> list[str]:
    """Name what is said to be untouched and is asked otherwise all the same."""
    found: list[str] = []
    for mutant, old, new in lawful(variant, each):
        touched = Impact(old, new)
        names = (*(promise.name for promise in old.promises), *BUILTIN_PROMISES)
        spared = [name for name in names if not touched.promise(name)]
        found += [
            f"{mutant}: {one}"
            for one in spared
            if solver_questions(old, one) != solver_questions(new, one)
        ]
    return found


def test_nothing_is_missed_in_a_small_text() -> None:
    assert not missed(str(HERON), 30)


@pytest.mark.slow
@pytest.mark.long  # the same is asked of a small text each time
@pytest.mark.parametrize("variant", ["classic", "neeps-core"])
def test_nothing_is_missed(variant: str) -> None:
    assert not missed(variant, 9)
