"""Real plays are looked for once for games that differ in their flow alone, and only for these."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from haggis_rules.semantics.patterns import Patterns
from haggis_verify.patterns import candidate_plays
from haggis_verify.patterns.candidate_plays import sample
from tests.games import TESTS, game_of


def every_patterns() -> Iterator[Patterns]:
    """Yield the patterns of games that differ in their deck, in an option, or in what is wild."""
    for name, options in (
        ("classic for 2", dict[str, int]()),
        ("classic for 3", {}),
        ("rogers for 2", {}),
        ("rogers for 2", {"sets": True}),
        ("rogers for 2", {"rainbow": True}),
    ):
        yield Patterns(game_of(name, **options))
    yield from Patterns(game_of(TESTS / "levels" / "bittern.haggis")).everywhere


@pytest.mark.slow
def test_each_game_has_the_plays_of_its_own_patterns() -> None:
    known = [tuple(sample(one)) for one in every_patterns()]
    assert len({*known}) == len(known)
    for one, kept in zip(every_patterns(), known, strict=True):
        candidate_plays._kept.clear()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        assert tuple(sample(one)) == kept


def test_a_game_in_which_only_the_flow_differs_is_not_looked_at_again() -> None:
    game = game_of("classic for 2")
    other = replace(game, steps=(), promises=())
    assert sample(Patterns(other)) is sample(Patterns(game))
