"""In a match a seat knows what it was shown, what lasts and it may see, and the score sheets."""

import gc
import json
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import islice
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, cast

import pytest

from haggis_rules import Combination, MatchState, MatchView, Rules, View
from haggis_rules.ir.game import Audience, Game
from haggis_rules.semantics.state import GameState, group_mask
from tests.engine.games import MATCHES, match_after, random_match, rules_of

LARGE = 1_000_000  # no count or index is as large as that; cards in hands are
PLIES = (0, 7, 45, 120, 5000)
# Where a walk through what a view leads to stops: the rules themselves, and what Python is made of.
STOPS = (Game, Enum, type, ModuleType, FunctionType, BuiltinFunctionType)


def heron() -> Rules:
    return rules_of("long-heron")


def reachable(thing: object) -> Iterator[object]:
    """Yield everything that something leads to, but for the rules."""
    known, found = {id(thing)}, [thing]
    while found:
        one = found.pop()
        yield one
        for other in gc.get_referents(one):
            if id(other) not in known and not isinstance(other, STOPS):
                known.add(id(other))
                found.append(other)


def hidden_cards(match: MatchState, seat: int) -> set[int]:
    """Return each set of cards that the seat never saw lying in one place, as one number."""
    rules = match.rules
    found: set[int] = set()
    for hand in {id(one): one for one in (match.position, match.last_hand) if one}.values():
        for state in (hand.start, *(event.state for event in hand.history)):
            for zone, held in zip(rules.game.zones, state.zones, strict=True):
                for owner, cards in enumerate(held if isinstance(held, tuple) else (held,)):
                    for group, audience in enumerate(zone.audiences):
                        mine = audience is Audience.OWNER and owner == seat
                        if not mine and audience is not Audience.ALL:
                            found |= {cards, cards & group_mask(rules.game, group)}
    return found - seen_cards(match, seat)


def seen_cards(match: MatchState, seat: int) -> set[int]:
    """Return each set of cards that the seat did see: its own hand, what lies open, what moved."""
    view = match.view(seat)
    tables = [view.table, *(ended.view for ended in view.ended)]
    known = {zone.cards for table in tables for zone in table.zones}
    moved = {move.cards for table in tables for seen in table.seen for move in seen.moves}
    played = {
        argument.cards
        for table in tables
        for seen in table.seen
        for argument in seen.arguments or ()
        if isinstance(argument, Combination)
    }
    return known | moved | played | {0}


def leaks(match: MatchState, seat: int, view: MatchView | View) -> list[object]:
    """Return what a view leads to and should not."""
    telling = {cards for cards in hidden_cards(match, seat) if cards > LARGE}
    inner = (GameState, MatchState, Rules)
    return [
        one
        for one in reachable(view)
        if isinstance(one, inner)
        or type(one).__name__
        in {"Position", "Event", "Moved", "Past", "FinishedHand", "LegalActions", "Code"}
        or (isinstance(one, int) and one in telling)
    ]


@pytest.mark.parametrize("name", MATCHES)
def test_nothing_that_a_view_leads_to_is_hidden_from_the_seat(name: str) -> None:
    rules = rules_of(name)
    for plies in PLIES:
        match = match_after(rules, 3, plies)
        for seat in range(rules.players):
            assert leaks(match, seat, match.view(seat)) == []
            if not match.finished:
                assert hidden_cards(match, seat)


def test_a_view_that_leads_to_hidden_cards_is_noticed() -> None:
    match = match_after(heron(), 3, 90)
    assert match.last_hand is not None
    view, other = match.view(0), match.view(1)
    assert leaks(match, 0, replace(view, table=other.table))
    assert leaks(match, 0, replace(view, ended=other.ended))
    assert leaks(match, 0, replace(view, values=(match.position.start,)))  # type: ignore[arg-type]
    assert leaks(match, 0, replace(view, values=(match.position.history,)))  # type: ignore[arg-type]


def test_a_seat_sees_of_what_lasts_what_the_rules_say_and_remembers_every_hand() -> None:
    for plies in PLIES:
        match = match_after(heron(), 5, plies)
        for seat in range(3):
            view = match.view(seat)
            luck = lucks(match)
            assert {(v.name, v.owner, v.value) for v in view.values} == {
                ("dealer", None, match.value("dealer")),
                *(("tally", owner, points) for owner, points in enumerate(match.scores)),
                ("luck", seat, luck[seat]),
            }
            assert (view.hand, view.finished) == (match.hand, match.finished)
            assert view.scores == match.scores
            assert view.table == match.position.view(seat)
            assert tuple(ended.sheet for ended in view.ended) == match.sheet
            if match.last_hand is not None:
                assert view.ended[-1].view == match.last_hand.view(seat)


def lucks(match: MatchState) -> tuple[int, ...]:
    """Return the secret numbers of all."""
    return cast("tuple[int, ...]", match.value("luck"))


def with_luck(match: MatchState, luck: tuple[int, ...]) -> MatchState:
    """Begin the same match with other secret numbers."""
    names = [kept.name for kept in heron().game.states]
    start = match.position.start
    values = list(start.values)
    values[names.index("luck")] = luck
    return MatchState(heron(), match.seed, heron().at(GameState(tuple(values), start.zones)))


@pytest.mark.parametrize("plies", [0, 20, 150, 400])
def test_matches_that_differ_in_what_lasts_and_a_seat_may_not_know_are_one_to_it(
    plies: int,
) -> None:
    first = heron().new_match(6)
    one, own, other = lucks(first)
    others = with_luck(first, ((one + 3) % 10, own, (other + 5) % 10))
    mine = with_luck(first, (one, (own + 1) % 10, other))
    match = first
    for _, action, after in islice(random_match(heron(), 6), plies):
        match, others, mine = after, others.apply(action), mine.apply(action)
    assert others.view(1) == match.view(1)
    assert others.view(1).to_json() == match.view(1).to_json()
    assert others.view(0) != match.view(0)
    assert others != match
    assert mine.view(1) != match.view(1)
    assert mine.view(0) == match.view(0)


@pytest.mark.parametrize("luck", ["seen by all", "seen by nobody"])
def test_a_wrong_word_about_who_sees_what_lasts_is_noticed(luck: str) -> None:
    audience = Audience.ALL if luck == "seen by all" else Audience.NOBODY
    states = tuple(
        replace(kept, audience=audience) if kept.name == "luck" else kept
        for kept in heron().game.states
    )
    rules = Rules(replace(heron().game, states=states))
    owners = [value.owner for value in rules.new_match(1).view(1).values if value.name == "luck"]
    assert owners == ([0, 1, 2] if audience is Audience.ALL else [])


def test_a_view_of_a_match_is_told_in_the_words_of_the_rules() -> None:
    match = match_after(heron(), 5, 120)
    told: dict[str, Any] = json.loads(json.dumps(match.view(2).to_json()))
    assert told["hand"] == match.hand
    assert told["values"] == [
        {"name": "dealer", "value": match.value("dealer")},
        {"name": "luck", "of": 2, "value": lucks(match)[2]},
        *({"name": "tally", "of": o, "value": p} for o, p in enumerate(match.scores)),
    ]
    first = told["ended"][0]["sheet"]
    assert first["hand"] == 1
    assert first["entries"][0] == {
        "name": "going.out",
        "of": 0,
        "points": match.sheet[0].entries[0].points,
        "clauses": list(match.sheet[0].entries[0].clauses),
    }
