"""What is wrong with a match is found: each check sees what was planted for it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from haggis_rules import Action, MatchState, Position, load
from haggis_rules.cli import main
from haggis_rules.engine.trace import take_unchecked
from haggis_rules.records.writer import text_of
from haggis_rules.semantics.state import GameState
from tests.matches import playing
from tests.matches.conserving import see_deal, see_deck, see_kept, see_moved
from tests.matches.faults import KINDS, Fault
from tests.matches.haggis import Haggis
from tests.matches.lying import Names
from tests.matches.searching import found_in_matches
from tests.matches.seatings import seating_of
from tests.planted.fault import MatchCheck
from tests.planted.reading import faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from haggis_rules import Rules
    from haggis_rules.engine.trace import TraceEntry
    from haggis_rules.semantics.patterns import Patterns
    from tests.matches.playing import Apply


@pytest.fixture(autouse=True)
def everything_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HIDDEN", "EVALUATED", "REFUSED", "SETTLED", "REPLAYED"):
        monkeypatch.setattr(playing, name, 1)


def short_match() -> Rules:
    """Load the rules of a short match."""
    return load("classic", players=2, target=40)


def _lost(match: MatchState, action: Action) -> MatchState:
    """Take an action, after which the pile is gone."""
    return _changed(match.apply(action), "pile", lambda _: 0)


def _moved(match: MatchState, action: Action) -> MatchState:
    """Take an action, after which what has been captured has changed owners."""
    return _changed(match.apply(action), "captured", lambda held: held[::-1])


def _other_turn(match: MatchState, action: Action) -> MatchState:
    """Take an action, after which it is the turn of another."""
    after = match.apply(action)
    state, turn = after.position.state, cast("int", after.value("turn"))
    at = [one.name for one in match.rules.game.states].index("turn")
    values = tuple(1 - turn if i == at else value for i, value in enumerate(state.values))
    return replace(after, position=replace(after.position, state=GameState(values, state.zones)))


def _changed(match: MatchState, zone: str, change: Callable[[Any], Any]) -> MatchState:
    state = match.position.state
    at = [one.name for one in match.rules.game.zones].index(zone)
    zones = tuple(change(held) if i == at else held for i, held in enumerate(state.zones))
    return replace(match, position=replace(match.position, state=GameState(state.values, zones)))


@pytest.mark.planted("engine slip")
@pytest.mark.parametrize(
    ("apply", "kinds"),
    [(_lost, {"turn"}), (_moved, {"score"}), (_other_turn, {"turn"})],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_an_engine_that_goes_wrong_is_found(
    apply: Apply, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HIDDEN", "EVALUATED"):  # these find it as well, and sooner
        monkeypatch.setattr(playing, name, 0)
    fault = found_in_matches("classic/2", short_match(), apply=apply)
    assert fault is not None
    assert fault.kind in kinds, fault.words


def test_a_card_that_is_lost_doubled_or_moved_by_the_way_is_found() -> None:
    rules = short_match()
    names, table = Names(rules), rules.new_match(1).position
    action = next(a for seat in table.to_act for a in table.actions(seat) if a.name == "play")
    before, after = names.of(table.state), names.of(table.apply(action).history[0].state)
    see_kept(before, after)
    see_moved(names, action, before, after)
    pip = next(iter(after["haggis", 0]))
    lost = {**after, ("haggis", 0): after["haggis", 0] - Counter([pip])}
    doubled = {**after, ("pile", 0): after["pile", 0] + Counter([pip])}
    moved = {**lost, ("pile", 0): doubled["pile", 0]}
    for wrong in (lost, doubled):
        with pytest.raises(Fault, match=f"conservation.*{pip}"):
            see_kept(before, wrong)
        with pytest.raises(Fault, match="conservation"):
            see_deck(seating_of("classic/2"), wrong)
    see_kept(before, moved)
    with pytest.raises(Fault, match="conservation"):
        see_moved(names, action, before, moved)


def test_a_deal_that_is_wrong_is_found() -> None:
    seating, rules = seating_of("classic/2"), short_match()
    lying = Names(rules).of(rules.new_match(1).position.state)
    see_deal(seating, lying)
    pip = next(iter(lying["haggis", 0]))
    given = {
        **lying,
        ("haggis", 0): lying["haggis", 0] - Counter([pip]),
        ("hand", 0): lying["hand", 0] + Counter([pip]),
    }
    with pytest.raises(Fault, match="pips dealt: 15, and should be 14"):
        see_deal(seating, given)


def _yes(_table: Position, _action: Action) -> bool:
    return True


def test_an_action_that_is_allowed_though_it_is_not_offered_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Position, "is_legal", _yes)
    fault = found_in_matches("classic/2", short_match())
    assert fault is not None
    assert fault.kind == "turn"
    assert "is offered: False" in fault.words


def _retaken(patterns: Patterns, state: GameState, action: Action) -> list[TraceEntry]:
    """Take an action by evaluation, which leaves everything as it was."""
    return [replace(one, state=state) for one in take_unchecked(patterns, state, action)]


def test_an_engine_that_differs_from_evaluation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "take_unchecked", _retaken)
    fault = found_in_matches("classic/2", short_match())
    assert fault is not None
    assert fault.kind == "engine"


def _forged(match: MatchState) -> str:
    return text_of(match).replace('"points":', '"points":1')


def test_a_record_that_differs_from_its_match_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "text_of", _forged)
    fault = found_in_matches("classic/2", short_match())
    assert fault is not None
    assert fault.kind == "record"


def _one(_referee: Haggis, _seat: int) -> int:
    return 1


def test_what_is_found_is_kept_as_a_record_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Haggis, "points", _one)
    fault = found_in_matches("classic/2", short_match())
    assert fault is not None
    assert fault.kind == "score"
    file = tmp_path / "found.jsonl"
    file.write_text(fault.record, encoding="utf-8")
    assert main(["replay", str(file), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["record"]["seed"], told["actions"]) == (fault.seed, fault.step)


def test_everything_that_is_looked_for_is_found_here() -> None:
    shown = {one.witness.kind for one in faults() if isinstance(one.witness, MatchCheck)}
    assert shown | {"conservation", "engine", "record"} == set(KINDS)
