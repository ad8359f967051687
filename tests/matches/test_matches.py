"""Matches in every seating, with every check after every action; many are a benchmark."""

from __future__ import annotations

import re

import pytest

from tests.matches.happenings import HAPPENINGS
from tests.matches.playing import play
from tests.matches.reached import WORDS_ALONE, Reached, kinds, unhappened, unreached
from tests.matches.seatings import SEATINGS, Seating, seating_of

LONG = 3  # matches of each agreement
STARTS = re.compile(r"^\w+", re.MULTILINE)  # the first words of what stands in a clause
OF_READERS = {"note", "example", "question"}  # nothing that a hand could rest on


@pytest.mark.parametrize("seating", SEATINGS, ids=str)
def test_a_short_match_of_every_seating_goes_as_it_should(seating: Seating) -> None:
    number = seating.shortest
    reached = Reached()
    told = play(seating, seating.rules(number), number, reached)
    assert told.found is None
    assert told.hands >= 1
    assert reached.checks["actions"] == reached.checks["views"] == told.steps
    assert reached.checks["actions with other cards hidden"] > told.steps / 4
    assert reached.actions["pass"] > 0


@pytest.mark.slow
@pytest.mark.long  # a short match of every seating is played each time
@pytest.mark.parametrize("seating", SEATINGS, ids=str)
def test_matches_of_every_agreement_go_as_they_should(seating: Seating) -> None:
    reached = Reached()
    for number in range(1000, 1000 + LONG * len(seating.agreements)):
        assert play(seating, seating.rules(number), number, reached).found is None
    games = [seating.rules(number).game for number in range(len(seating.agreements))]
    missing = [one for one in unreached(games, reached) if one.startswith("clause promise")]
    assert missing == []
    assert {"play single", "play sequence", "pass"} <= reached.actions.keys()


def test_one_seed_gives_one_match() -> None:
    seating = seating_of("classic/2")
    one, other = Reached(), Reached()
    assert play(seating, seating.rules(2), 5, one) == play(seating, seating.rules(2), 5, other)
    assert one == other


def test_what_was_never_reached_is_named() -> None:
    seating = seating_of("tatties/3")
    game, reached = seating.rules(0).game, Reached()
    nothing = unreached([game], reached)
    assert "clause match.end" in nothing
    assert "action `bid fifteen`" in nothing
    assert "a bid is matched" in unhappened(seating, reached)
    assert "a slam" not in unhappened(seating, reached)
    reached.looked["match.end"] = reached.actions["bid fifteen"] = 1
    reached.happened["a bid is matched"] = 1
    assert len(nothing) - len(unreached([game], reached)) == 2
    assert "a bid is matched" not in unhappened(seating, reached)


def test_clauses_of_words_alone_are_there_and_are_shown_by_what_happens() -> None:
    games = [seating_of(name).rules(0).game for name in ("neeps/4", "tatties/3", "rogers/3")]
    assert all(any(clause in game.clauses for game in games) for clause in WORDS_ALONE)
    assert set(WORDS_ALONE.values()) <= HAPPENINGS.keys()
    reached = Reached()
    reached.happened.update(WORDS_ALONE.values())
    missing = {one.removeprefix("clause ") for game in games for one in unreached([game], reached)}
    assert missing.isdisjoint(WORDS_ALONE)


@pytest.mark.slow
def test_every_clause_without_formal_lines_is_shown_by_what_happens() -> None:
    games = [seating.rules(0).game for seating in SEATINGS]
    clauses = [clause for game in games for clause in game.clauses.values()]
    bare = {one.name for one in clauses if {*STARTS.findall(one.formal)} <= OF_READERS}
    assert bare
    assert bare <= WORDS_ALONE.keys()


def test_kinds_of_actions_are_named_by_their_words_and_patterns() -> None:
    game = seating_of("rogers/2").rules(1).game
    assert {"play bomb:JQK", "play set", "bet zero", "pass"} <= kinds(game)
