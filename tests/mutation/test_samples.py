"""A few mutants of every shipped variant: examples and questions notice them, or it is argued.

Which ones these are goes by their names alone, so that they stay when a text grows.
"""

from hashlib import sha256

import pytest

from haggis_rules.ir.load import lineage, shipped, source_of
from haggis_rules.mutation import KilledBy, MutantJudge, OriginalRules, mutants
from haggis_rules.mutation.equivalents import mutant_reasons

MANY = 8

# What promises alone notice, and examples do not.
PROMISED: dict[str, frozenset[str]] = {}


# Written with promises alone.
BARE = {"neeps-core"}


def unnoticed(variant: str, many: int) -> set[str]:
    """Name those of some mutants that neither diagnostics nor examples notice."""
    whole = OriginalRules.of(lineage(source_of(variant)))
    named = {one.name: one for one in mutants(whole.line, whole.games)}
    drawn = sorted(named, key=lambda name: sha256(name.encode()).digest())[:many]
    judge = MutantJudge(whole)
    return {
        name for name in drawn if judge.judge(named[name]).by in (KilledBy.NOTHING, KilledBy.FELL)
    }


def test_examples_notice_a_sample_of_the_game_for_two_or_it_is_argued() -> None:
    assert unnoticed("cats", 3) <= set(mutant_reasons("cats", "cats").names)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("variant", sorted({*shipped()} - BARE))
def test_examples_notice_a_sample_of_every_variant_or_it_is_argued(variant: str) -> None:
    argued = {*mutant_reasons(variant, variant).names, *PROMISED.get(variant, ())}
    assert unnoticed(variant, MANY) <= argued
