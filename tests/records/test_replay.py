"""What was written of a match makes the same match again, state by state."""

import json
import pickle
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from haggis_rules import Action, MatchState, WrongArgumentError
from haggis_rules.notation.dealings import dealing_of
from haggis_rules.notation.errors import MisplacedEventError, OtherDealError
from haggis_rules.records.events import ActionEvent, DealEvent, EndEvent
from haggis_rules.records.reader import read
from haggis_rules.records.replay import judge, replay, resume
from haggis_rules.records.writer import RecordWriter, text_of
from tests.games import rules_of
from tests.records.matches import NAMES, bytes_of, lines_of, played, record_of

by_name = pytest.mark.parametrize("name", NAMES)
mostly_slow = pytest.mark.parametrize(
    "name", [pytest.param("classic for 2", marks=pytest.mark.slow), "long-heron"]
)
PLIES = 260  # into the third hand, or to the end


def actions_of(match: MatchState) -> list[Action]:
    return [e.done for hand in match.hands for e in hand.history if isinstance(e.done, Action)]


@by_name
def test_a_record_is_played_again_state_by_state(name: str) -> None:
    states = played(name, 8, PLIES)
    record = record_of(lines_of(states[-1]))
    again = [
        one.match
        for one in judge(rules_of(name), record)
        if isinstance(one.line.event, ActionEvent)
    ]
    assert tuple(again) == states[1:]
    assert [one.sheet for one in again] == [one.sheet for one in states[1:]]
    assert replay(rules_of(name), record) == states[-1]


@by_name
def test_a_match_without_its_seed_is_the_same_but_for_that(name: str) -> None:
    last = played(name, 8, PLIES)[-1]
    again = replay(rules_of(name), record_of(lines_of(last, seedless=True)))
    assert again.seed is None
    assert (again.scores, again.sheet, again.finished) == (last.scores, last.sheet, last.finished)
    assert again.hands == last.hands
    assert lines_of(again) == lines_of(last, seedless=True)
    assert pickle.loads(pickle.dumps(again)) == again  # noqa: S301 - it is ours
    assert rules_of(name).match(json.loads(json.dumps(again.to_json()))) == again


@pytest.mark.parametrize("seed", [0, 10**30, -7, None])
def test_of_a_record_of_the_earlier_form_the_cards_count_alone(seed: int | None) -> None:
    last = played("long-heron", 8, PLIES)[-1]
    lines = lines_of(last)
    lines[0].update(record=1, seed=seed)
    again = replay(rules_of("long-heron"), record_of(lines))
    assert (again.seed, again.hands) == (None, last.hands)
    lines[0].update(record=2, seed=0)
    with pytest.raises(OtherDealError):
        replay(rules_of("long-heron"), record_of(lines))
    dealt = [line for line in lines if "hand" not in line]
    dealt[0].update(record=1)
    with pytest.raises(MisplacedEventError, match="nothing has been dealt"):
        replay(rules_of("long-heron"), record_of(dealt))


@mostly_slow
def test_a_match_that_was_dealt_elsewhere_waits_for_cards_after_each_hand(name: str) -> None:
    last = played(name, 8, PLIES)[-1]
    lines, rules = lines_of(last, seedless=True), rules_of(name)
    ends = [index for index, line in enumerate(lines) if "ended" in line]
    assert len(ends) > 1
    for number, end in enumerate(ends[: 2 if last.finished else None], start=1):
        match = replay(rules, record_of(lines[: end + 1]))
        assert match.undealt
        assert match.hand == number
        assert (match.finished, match.to_act, match.actions(0)) == (False, (), [])
        action = actions_of(last)[0]
        assert not match.is_legal(action)
        assert match.why_not(action)[0].words == "the next hand has not been dealt"
        assert match.view(0).hand == number
        assert pickle.loads(pickle.dumps(match)) == match  # noqa: S301 - it is ours
        assert rules.match(json.loads(json.dumps(match.to_json()))) == match
        following = match.deal(dealing_of(rules.game, last.hands[number].start, first=False))
        assert following.position.start == last.hands[number].start
        assert following != match


def test_a_match_deals_its_own_cards_or_waits_for_them() -> None:
    rules = rules_of("classic for 2")
    match = rules.new_match(1)
    dealing = dealing_of(rules.game, match.position.start, first=True)
    for one in (match, rules.dealt_match(dealing)):
        assert not one.undealt
        with pytest.raises(WrongArgumentError, match="does not wait for cards"):
            one.deal(dealing)


@by_name
def test_a_record_that_tells_no_more_than_its_seed_and_actions_is_enough(name: str) -> None:
    last = played(name, 8, PLIES)[-1]
    lines = [line for line in lines_of(last) if "action" in line or "record" in line]
    assert replay(rules_of(name), record_of(lines)) == last


@by_name
def test_every_hand_tells_its_deal_its_actions_and_its_end_in_order(name: str) -> None:
    last = played(name, 8, PLIES)[-1]
    told = [line.event for line in record_of(lines_of(last)).lines]
    deals = [one.hand for one in told if isinstance(one, DealEvent)]
    ends = [one.hand for one in told if isinstance(one, EndEvent)]
    assert deals == list(range(1, len(last.hands) + 1))
    assert ends == list(range(1, len(last.sheet) + 1))
    assert sum(isinstance(one, ActionEvent) for one in told) == len(actions_of(last))
    rules = rules_of(name)
    assert [rules.action_from_json(one.action) for one in told if isinstance(one, ActionEvent)] == (
        actions_of(last)
    )


@by_name
def test_a_file_grows_event_by_event_to_the_whole_record(name: str, tmp_path: Path) -> None:
    states, kept = played(name, 8, 90), tmp_path / "kept.jsonl"
    keeper = RecordWriter.new(kept, states[0])
    for before, after in pairwise(states):
        assert kept.read_text("utf-8") == text_of(before)
        keeper.keep(last_action(after), before, after)
    assert kept.read_text("utf-8") == text_of(states[-1])


def last_action(match: MatchState) -> Action:
    return actions_of(match)[-1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic for 2", "long-heron"])
def test_wherever_the_writing_stops_the_match_goes_on_from_the_last_whole_event(
    name: str, tmp_path: Path
) -> None:
    """The file is cut at any byte, read, gone on with to the end, and is then the same file."""
    rules, states = rules_of(name), played(name, 3, 150)
    whole = text_of(states[-1]).encode()
    head, chance = whole.index(b"\n") + 1, Random(1)
    places = {head, len(whole), len(whole) - 1}
    places |= {i + more for i in ends_of_hands(whole) for more in (0, 1)}
    for place in sorted(places | {chance.randrange(head, len(whole)) for _ in range(25)}):
        kept = tmp_path / f"{place}.jsonl"
        kept.write_bytes(whole[:place])
        with kept.open("rb") as file:
            record = read(file)
        assert record.whole + record.torn == place
        match, told = resume(rules, record)
        assert match == states[len(actions_of(match))]
        keeper = RecordWriter.again(kept, record, told)
        missing = states[len(actions_of(match)) + 1 :]
        for after in missing:
            keeper.keep(last_action(after), match, after)
            match = after
        assert kept.read_bytes() == (whole if missing else whole[:place])


def test_a_record_that_told_little_is_gone_on_with_from_where_it_stands(tmp_path: Path) -> None:
    """Deals and ends that were left out of it stay out, but for those that follow its end."""
    states, kept = played("long-heron", 3, 150), tmp_path / "kept.jsonl"
    before = next(one for one in states if one.hand == 4)
    after = states[states.index(before) + 1]
    little = [line for line in lines_of(before) if "action" in line or "record" in line]
    kept.write_bytes(bytes_of(little))
    record = record_of(little)
    match, told = resume(rules_of("long-heron"), record)
    RecordWriter.again(kept, record, told).keep(last_action(after), match, after)
    grown = record_of(kept.read_bytes())
    assert [type(line.event) for line in grown.lines[len(little) - 1 :]] == [
        EndEvent,
        DealEvent,
        ActionEvent,
    ]
    assert replay(rules_of("long-heron"), grown) == after


def test_what_was_cut_off_is_taken_away_however_long_it_is(tmp_path: Path) -> None:
    states, kept = played("heron", 3, 20), tmp_path / "kept.jsonl"
    kept.write_bytes(text_of(states[-2]).encode() + b"\0" * 5000)
    with kept.open("rb") as file:
        record = read(file)
    match, told = resume(rules_of("heron"), record)
    RecordWriter.again(kept, record, told).keep(last_action(states[-1]), match, states[-1])
    assert kept.read_text("utf-8") == text_of(states[-1])


def ends_of_hands(whole: bytes) -> list[int]:
    found, start = list[int](), 0
    for line in whole.splitlines(keepends=True):
        if b'"ended"' in line:
            found += [start - 1, start + len(line) - 1]
        start += len(line)
    return found


def test_only_a_last_line_without_an_end_counts_as_cut_off() -> None:
    lines: list[dict[str, Any]] = lines_of(played("heron", 3, 20)[-1])
    whole = bytes_of(lines)
    assert record_of(whole).torn == 0
    assert record_of(whole.rstrip(b"\n")).torn == 0
    assert not record_of(whole.rstrip(b"\n")).closed
    cut = record_of(whole[:-3])
    assert len(cut.lines) == len(lines) - 2
    assert cut.torn == len(whole.splitlines(keepends=True)[-1]) - 3
    assert record_of(whole + b"\0" * 300).torn == 300
    assert record_of(whole + '{"né'.encode()[:-1]).torn == 4
