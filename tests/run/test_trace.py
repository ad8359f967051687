"""A trace cites what it rests on: alter a clause, and only entries that cite it may change."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random

import pytest

from haggis_rules.engine.explain import dealt_by
from haggis_rules.errors import SeveralFaultsError
from haggis_rules.ir import game as ir
from haggis_rules.ir.from_syntax import lower
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.run.evaluate import Scene
from haggis_rules.run.patterns import Patterns
from tests.mutation import mutants
from tests.playing import HERON, TABLES, Entry, Players, deal, hand, outcome

EACH = 5  # of so many mutants one is tried, and all of them by the slow test


@cache
def entries(table: Players, most: int) -> tuple[Entry, ...]:
    """Give entries from all over a hand, and all kinds of choice."""
    played = list(hand(table, seed=3))
    kinds = {entry.choice.action: entry for entry in played}
    spread = played[:: max(1, len(played) // most)]
    return (*spread, *kinds.values())


def altered(table: Players, each: int) -> Iterator[tuple[str, str, ir.Game]]:
    """Give lawful alterations of a text that keep its table, cards and state as they are."""
    line = lineage(source_of(table.text))
    original = layout(lower(line, players=table.players))
    for number, (clause, what, file) in enumerate(mutants(line[-1])):
        if number % each:
            continue
        try:
            game = lower((*line[:-1], file), players=table.players)
        except SeveralFaultsError:
            continue
        if layout(game) == original:
            yield clause, what, game


def layout(game: ir.Game) -> object:
    """Give what a state of a game is made of."""
    states = [(s.name, s.owner, s.type) for s in game.states]
    zones = [(z.name, z.owner) for z in game.zones]
    patterns = [(p.name, p.fields) for p in game.patterns]
    return states, zones, patterns, game.cards, game.seats, len(game.teams)


def broken(table: Players, each: int) -> list[str]:
    """Name every alteration that changes an entry which does not cite the clause."""
    found: list[str] = []
    for clause, what, game in altered(table, each):
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
    assert not broken(table, EACH)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_so_it_is_with_every_alteration(table: Players) -> None:
    assert not broken(table, 1)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_deal_that_does_not_cite_a_clause_is_unchanged_when_it_is_altered(
    table: Players,
) -> None:
    line = lineage(source_of(table.text))
    original = lower(line, players=table.players)
    dealt, cited = deal(original, Random(5)), set(dealt_by(original))
    for clause, what, file in mutants(line[-1]):
        if clause not in cited:
            with suppress(SeveralFaultsError):
                changed = lower((*line[:-1], file), players=table.players)
                assert deal(changed, Random(5)) == dealt, f"{clause}: {what}"


def test_a_trace_that_forgets_a_clause_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: without what the guards rest on, altering a guard goes unnoticed."""

    def forgetful(scene: Scene, clause: str | None) -> None:
        if scene.trail is not None and clause not in {None, "lay"}:
            scene.trail.add(str(clause))

    entries.cache_clear()
    monkeypatch.setattr(Scene, "rest_on", forgetful)
    assert any(each.startswith("lay:") for each in broken(Players(HERON), 1))
    entries.cache_clear()


def test_every_clause_that_says_what_happens_is_cited_in_some_trace() -> None:
    for table in TABLES:
        cited = {clause for e in entries(table, 200) for clause in e.rests_on}
        game = lower(lineage(source_of(table.text)), players=table.players)
        acting = {a.clause for a in game.actions} | {s.clause for s in game.steps}
        acting |= {g.clause for a in game.actions for g in a.guards}
        acting |= {e.clause for action in game.actions for e in action.effects}
        acting |= {e.clause for step in game.steps for e in step.effects}
        assert acting <= cited, acting - cited
