"""A trace cites what it rests on: alter a clause, and only entries that cite it may change."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import cast

import pytest

from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.engine.trace import dealing_clauses
from haggis_rules.ir import game as ir
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower, lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.semantics.between_hands import points, scorers
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import GameState
from tests.playing import HERON, LONG_HERON, TABLES, Entry, Players, deal, hand, known, outcome

MANY = 60  # so many mutants are tried, spread over the text, and all of them by the slow tests


@cache
def entries(table: Players, most: int) -> tuple[Entry, ...]:
    """Return entries from all over a hand, and all kinds of choice."""
    played = list(hand(table, seed=3))
    kinds = {entry.choice.action: entry for entry in played}
    spread = played[:: max(1, len(played) // most)]
    return (*spread, *kinds.values())


def altered(table: Players, many: int | None) -> Iterator[tuple[str, str, ir.Game]]:
    """Yield lawful alterations of a text, so many of them."""
    line = lineage(source_of(table.text))
    games, _ = lower_everywhere(line)
    found = list(mutants(line, games))
    for one in found[:: max(1, len(found) // (many or len(found)))]:
        with suppress(RuleError, SeveralFaultsError):
            yield one.clause, one.name, lower((*line[:-1], one.file), players=table.players)


Check = Callable[[str, ir.Game], Iterator[object]]  # of a clause that is altered, and the game


def uncited(table: Players, many: int | None, *checks: Check) -> Iterator[str]:
    """Name every alteration that changes something which does not cite the clause."""
    for clause, what, game in altered(table, many):
        for check in checks:
            yield from (f"{clause}: {what}: {one}" for one in check(clause, game))


def deals(table: Players) -> Check:
    """Find a deal that changes.

    A place or a state that the clause itself brings to the table is not a change of the others.
    """
    original = known(table)[0]
    dealt, cited = by_name(original), frozenset(dealing_clauses(original))

    def check(clause: str, game: ir.Game) -> Iterator[object]:
        if clause not in cited and not dealt.items() <= by_name(game).items():
            yield "the deal"

    return check


def by_name(game: ir.Game) -> dict[str, object]:
    """Return what one deal leaves in each place and each part of the state."""
    dealt = deal(game, Random(5))
    places = zip(game.zones, dealt.zones, strict=True)
    parts = zip(game.states, dealt.values, strict=True)
    found: dict[str, object] = {f"cards in {zone.name}": cards for zone, cards in places}
    return found | {state.name: value for state, value in parts}


def layout(game: ir.Game) -> object:
    """Return what a state of a game is made of."""
    states = [(s.name, s.owner, s.type) for s in game.states]
    zones = [(z.name, z.owner) for z in game.zones]
    patterns = [(p.name, p.fields) for p in game.patterns]
    agreed = tuple((option.name, option.value) for option in game.options), tuple(game.clauses)
    table = game.seats, len(game.teams), game.ranks, agreed
    return states, zones, patterns, game.cards, table


def entries_of(table: Players) -> Check:
    """Find the entries that change.

    Only alterations count that keep the table, the cards and the state as they are.
    """
    original = layout(known(table)[0])

    def check(clause: str, game: ir.Game) -> Iterator[object]:
        if layout(game) == original:
            patterns = Patterns(game)
            for entry in entries(table, 8):
                if clause not in entry.rests_on:
                    now, _ = outcome(game, patterns, entry.state, entry.choice)
                    if now != entry.outcome:
                        yield entry.choice

    return check


def points_of(table: Players) -> Check:
    """Find the entries of a score sheet that change."""
    original = known(table)[0]
    states = [end_of(table, seed) for seed in range(3)] if original.scores else []
    scored = [
        (state, name, owner, *by_clause(original, state, name, owner))
        for state in states
        for name in original.scores
        for owner in range(scorers(original))
    ]

    def check(clause: str, game: ir.Game) -> Iterator[object]:
        if layout(game) == layout(original) and game.scores == original.scores:
            for state, name, owner, worth, rests_on in scored:
                if clause not in rests_on and by_clause(game, state, name, owner)[0] != worth:
                    yield name

    return check


def end_of(table: Players, seed: int) -> GameState:
    """Return the state in which a hand ends."""
    *_, last = hand(table, seed)
    return [part for part in cast("list[object]", last.outcome) if isinstance(part, GameState)][-1]


def by_clause(game: ir.Game, state: GameState, name: str, owner: int) -> tuple[object, set[str]]:
    """Return what an entry of the score sheet is worth, and all that it rests on."""
    trail = set[str]()
    try:
        return points(game, state, name, owner, trail), trail
    except Breach as breach:
        return str(breach), trail


def all_checks(table: Players) -> tuple[Check, ...]:
    return entries_of(table), deals(table), points_of(table)


@pytest.mark.parametrize(
    "table",
    [
        one
        if one.text in {HERON, LONG_HERON}
        else pytest.param(one, marks=(pytest.mark.slow, pytest.mark.rotates))
        for one in TABLES
    ],
    ids=str,
)
def test_what_does_not_cite_a_clause_is_unchanged_when_it_is_altered(table: Players) -> None:
    """An entry of the trace, the deal, and the points: each alteration is lowered once for all."""
    assert list(uncited(table, MANY, *all_checks(table))) == []


@pytest.mark.slow
@pytest.mark.long  # the same is asked of 60 alterations each time
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_so_it_is_with_every_alteration(table: Players) -> None:
    assert list(uncited(table, None, *all_checks(table))) == []


@pytest.mark.slow
@pytest.mark.planted("forgotten clause")
def test_points_that_forget_a_clause_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(scene: Environment, clause: str | None) -> None:
        if scene.trail is not None and clause not in {None, "score.smallest"}:
            scene.trail.add(str(clause))

    monkeypatch.setattr(Environment, "note_clause", forgetful)
    table = Players(LONG_HERON)
    found = uncited(table, None, points_of(table))
    assert any(each.startswith("score.smallest:") for each in found)


@pytest.mark.planted("forgotten clause")
def test_a_trace_that_forgets_a_clause_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: without what the guards rest on, altering a guard goes unnoticed."""

    def forgetful(scene: Environment, clause: str | None) -> None:
        if scene.trail is not None and clause not in {None, "lay"}:
            scene.trail.add(str(clause))

    entries.cache_clear()
    monkeypatch.setattr(Environment, "note_clause", forgetful)
    table = Players(HERON)
    assert any(each.startswith("lay:") for each in uncited(table, None, entries_of(table)))
    entries.cache_clear()


@pytest.mark.slow
def test_every_clause_that_says_what_happens_is_cited_in_some_trace() -> None:
    for table in TABLES:
        cited = {clause for e in entries(table, 200) for clause in e.rests_on}
        game = known(table)[0]
        acting = {a.clause for a in game.actions} | {s.clause for s in game.steps}
        acting |= {g.clause for a in game.actions for g in a.guards}
        acting |= {e.clause for action in game.actions for e in action.effects}
        acting |= {e.clause for step in game.steps for e in step.effects}
        assert acting <= cited, acting - cited
