"""A trace cites what it rests on: alter a clause, and only entries that cite it may change."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import cast

import pytest

from haggis_rules.engine.explain import dealt_by
from haggis_rules.errors import RuleError, SeveralFaultsError
from haggis_rules.ir import game as ir
from haggis_rules.ir.from_syntax import lower, lower_everywhere
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.mutate import mutants
from haggis_rules.run.breach import Breach
from haggis_rules.run.evaluate import Scene
from haggis_rules.run.match import points, scorers
from haggis_rules.run.patterns import Patterns
from haggis_rules.run.state import State
from tests.playing import HERON, LONG_HERON, TABLES, Entry, Players, deal, hand, outcome

MANY = 60  # so many mutants are tried, spread over the text, and all of them by the slow tests


@cache
def entries(table: Players, most: int) -> tuple[Entry, ...]:
    """Give entries from all over a hand, and all kinds of choice."""
    played = list(hand(table, seed=3))
    kinds = {entry.choice.action: entry for entry in played}
    spread = played[:: max(1, len(played) // most)]
    return (*spread, *kinds.values())


def altered(
    table: Players, many: int | None, spared: frozenset[str] = frozenset()
) -> Iterator[tuple[str, str, ir.Game]]:
    """Give lawful alterations of a text, so many of them, and none of the clauses ``spared``."""
    line = lineage(source_of(table.text))
    games, _ = lower_everywhere(line)
    found = [one for one in mutants(line, games) if one.clause not in spared]
    for one in found[:: max(1, len(found) // (many or len(found)))]:
        with suppress(RuleError, SeveralFaultsError):
            yield one.clause, one.name, lower((*line[:-1], one.file), players=table.players)


def loaded(table: Players) -> ir.Game:
    """Give the text as it is."""
    return lower(lineage(source_of(table.text)), players=table.players)


def misdealt(table: Players, many: int | None) -> list[str]:
    """Name every alteration that changes a deal which does not cite the clause.

    A place or a state that the clause itself brings to the table is not a change of the others.
    """
    original = loaded(table)
    dealt, cited = by_name(original), frozenset(dealt_by(original))
    return [
        f"{clause}: {what}"
        for clause, what, game in altered(table, many, cited)
        if not dealt.items() <= by_name(game).items()
    ]


def by_name(game: ir.Game) -> dict[str, object]:
    """Give what one deal leaves in each place and each part of the state."""
    dealt = deal(game, Random(5))
    places = zip(game.zones, dealt.zones, strict=True)
    parts = zip(game.states, dealt.values, strict=True)
    found: dict[str, object] = {f"cards in {zone.name}": cards for zone, cards in places}
    return found | {state.name: value for state, value in parts}


def layout(game: ir.Game) -> object:
    """Give what a state of a game is made of."""
    states = [(s.name, s.owner, s.type) for s in game.states]
    zones = [(z.name, z.owner) for z in game.zones]
    patterns = [(p.name, p.fields) for p in game.patterns]
    agreed = tuple((option.name, option.value) for option in game.options), tuple(game.clauses)
    table = game.seats, len(game.teams), game.ranks, agreed
    return states, zones, patterns, game.cards, table


def broken(table: Players, many: int | None) -> list[str]:
    """Name every alteration that changes an entry which does not cite the clause.

    Only those count that keep the table, the cards and the state as they are.
    """
    found: list[str] = []
    original = layout(loaded(table))
    for clause, what, game in altered(table, many):
        if layout(game) != original:
            continue
        patterns = Patterns(game)
        for entry in entries(table, 8):
            if clause not in entry.rests_on:
                now, _ = outcome(game, patterns, entry.state, entry.choice)
                if now != entry.outcome:
                    found.append(f"{clause}: {what}: {entry.choice}")
    return found


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_entry_that_does_not_cite_a_clause_is_unchanged_when_it_is_altered(
    table: Players,
) -> None:
    assert not broken(table, MANY)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_so_it_is_with_every_alteration(table: Players) -> None:
    assert not broken(table, None)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_deal_that_does_not_cite_a_clause_is_unchanged_when_it_is_altered(
    table: Players,
) -> None:
    assert not misdealt(table, MANY)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_so_it_is_with_every_alteration_and_the_deal(table: Players) -> None:
    assert not misdealt(table, None)


def misscored(table: Players, many: int | None) -> list[str]:
    """Name every alteration that changes an entry of a score sheet which does not cite it."""
    original, found = loaded(table), list[str]()
    states = [end_of(table, seed) for seed in range(3)]
    scored = [
        (state, name, owner, *by_clause(original, state, name, owner))
        for state in states
        for name in original.scores
        for owner in range(scorers(original))
    ]
    for clause, what, game in altered(table, many):
        if layout(game) == layout(original) and game.scores == original.scores:
            for state, name, owner, worth, rests_on in scored:
                if clause not in rests_on and by_clause(game, state, name, owner)[0] != worth:
                    found.append(f"{clause}: {what}: {name}")
    return found


def end_of(table: Players, seed: int) -> State:
    """Give the state in which a hand ends."""
    *_, last = hand(table, seed)
    return [part for part in cast("list[object]", last.outcome) if isinstance(part, State)][-1]


def by_clause(game: ir.Game, state: State, name: str, owner: int) -> tuple[object, set[str]]:
    """Give what an entry of the score sheet is worth, and all that it rests on."""
    trail = set[str]()
    try:
        return points(game, state, name, owner, trail), trail
    except Breach as breach:
        return str(breach), trail


SCORED = [table for table in TABLES if table.text != HERON]


@pytest.mark.parametrize("table", SCORED, ids=str)
def test_points_that_do_not_cite_a_clause_are_unchanged_when_it_is_altered(table: Players) -> None:
    assert not misscored(table, MANY)


@pytest.mark.slow
@pytest.mark.parametrize("table", SCORED, ids=str)
def test_so_it_is_with_every_alteration_and_the_points(table: Players) -> None:
    assert not misscored(table, None)


def test_points_that_forget_a_clause_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(scene: Scene, clause: str | None) -> None:
        if scene.trail is not None and clause not in {None, "score.smallest"}:
            scene.trail.add(str(clause))

    monkeypatch.setattr(Scene, "rest_on", forgetful)
    found = misscored(Players(LONG_HERON), None)
    assert any(each.startswith("score.smallest:") for each in found)


def test_a_trace_that_forgets_a_clause_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: without what the guards rest on, altering a guard goes unnoticed."""

    def forgetful(scene: Scene, clause: str | None) -> None:
        if scene.trail is not None and clause not in {None, "lay"}:
            scene.trail.add(str(clause))

    entries.cache_clear()
    monkeypatch.setattr(Scene, "rest_on", forgetful)
    assert any(each.startswith("lay:") for each in broken(Players(HERON), None))
    entries.cache_clear()


def test_every_clause_that_says_what_happens_is_cited_in_some_trace() -> None:
    for table in TABLES:
        cited = {clause for e in entries(table, 200) for clause in e.rests_on}
        game = loaded(table)
        acting = {a.clause for a in game.actions} | {s.clause for s in game.steps}
        acting |= {g.clause for a in game.actions for g in a.guards}
        acting |= {e.clause for action in game.actions for e in action.effects}
        acting |= {e.clause for step in game.steps for e in step.effects}
        assert acting <= cited, acting - cited
