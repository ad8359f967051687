"""Matches: hands follow one another, points add up, and nothing that was given ever changes."""

import copy
import pickle
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from haggis_rules import Action, Breach, IllegalAction, MatchState, NoSuchQueryError, Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import NumberType, Plain, Unit
from haggis_rules.semantics.breach import Endless, OutOfBounds
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from tests.engine.games import MATCHES, match_after, random_match, rules_of

by_match = pytest.mark.parametrize("name", MATCHES)


def ends(name: str, seed: int) -> list[tuple[MatchState, MatchState]]:
    """Return the match before and after each action that ends a hand."""
    played = random_match(rules_of(name), seed)
    return [(b, a) for b, _, a in played if a.hand != b.hand or a.finished]


@by_match
def test_a_match_goes_on_hand_after_hand_until_it_is_over(name: str) -> None:
    for seed in range(3):
        hands = ends(name, seed)
        assert [before.hand for before, _ in hands] == list(range(1, len(hands) + 1))
        assert [after.finished for _, after in hands] == [False] * (len(hands) - 1) + [True]
        assert len(hands) > 1


@by_match
def test_scores_are_the_sum_of_the_sheet_and_what_is_kept_in_mind(name: str) -> None:
    for _, after in ends(name, 5):
        summed = tuple(
            sum(sheet.total(owner) for sheet in after.sheet) for owner in range(len(after.scores))
        )
        assert after.scores == summed == after.value("tally")
        assert [sheet.hand for sheet in after.sheet] == list(range(1, len(after.sheet) + 1))


def test_an_entry_of_the_sheet_names_the_clauses_that_it_rests_on() -> None:
    *_, (_, end) = ends("long-heron", 2)
    winner = next(one for one in end.sheet[0].entries if one.name == "going.out" and one.points)
    loser = next(one for one in end.sheet[0].entries if one.name == "consoled" and one.points)
    assert winner.clauses == ("table.cards", "score.going.out")
    assert loser.clauses == ("table.cards", "score.smallest")
    assert {one.name for one in end.sheet[0].entries} == {"going.out", "consoled"}


def test_an_option_names_its_clause_and_changes_the_game() -> None:
    rules = rules_of("long-heron")
    game = replace(rules.game, options=(replace(rules.game.options[0], value=10_000),))
    assert len(list(ends("long-heron", 1))) < 40
    far = match_after(Rules(game), 1, 1500)
    assert not far.finished
    assert Rules(game) != rules
    assert Rules(game).digest != rules.digest


@by_match
def test_what_lasts_goes_on_and_all_else_begins_anew(name: str) -> None:
    rules = rules_of(name)
    lasting = [kept.lasting for kept in rules.game.states]
    for before, after in ends(name, 4):
        if after.finished:
            continue
        assert before.seed is not None
        fresh = rules.new_match(before.seed).position.start
        for index, kept in enumerate(rules.game.states):
            if not lasting[index] and isinstance(kept.initial, nodes.Nothing | nodes.Truth):
                assert after.position.start.values[index] == fresh.values[index]
        assert after.last_hand is not None
        assert after.last_hand.finished
        assert after.last_hand.history[: len(before.position.history)] == before.position.history
        assert after.position.history == ()
    assert any(lasting)


def test_a_seed_gives_the_same_match_for_ever() -> None:
    # Written down once: a record must deal the same in every version, on every machine.
    assert [random_stream(7, StreamPurpose.DEAL, hand).next() for hand in range(1, 4)] == [
        7657004998645395394,
        10303578307251109634,
        12322787970845588431,
    ]
    match = rules_of("long-heron").new_match(7)
    fists = match.position.start.zones[0]
    assert isinstance(fists, tuple)
    assert match.rules.show(fists[0]) == "3c 3d 4d 4h 4h 4s 5d 6c 6d 6s 7c 7d 7d 8c 9h"
    assert (match.value("luck"), match.value("dealer")) == ((9, 2, 8), 0)


def test_hands_of_a_match_are_dealt_anew() -> None:
    starts = {before.position.start.zones for before, _ in ends("long-heron", 3)}
    assert len(starts) == len(ends("long-heron", 3))


def test_a_text_without_words_for_a_match_is_a_match_of_one_hand() -> None:
    for name in ("heron", "neeps-core"):
        *_, (_, _, end) = random_match(rules_of(name), 1)
        assert (end.hand, end.finished, end.to_act) == (1, True, ())
        assert end.last_hand is end.position
        assert rules_of(name).match(end.to_json()) == end
    assert end.scores == tuple(end.query("captured.cards", team) for team in (0, 1))


def test_when_a_match_is_over_nobody_acts_and_the_clause_that_ends_it_says_why() -> None:
    *_, (before, action, end) = random_match(rules_of("long-heron"), 1)
    seats = range(3)
    assert not before.finished
    assert end.to_act == ()
    assert [end.actions(seat) for seat in seats] == [[], [], []]
    assert not end.is_legal(action)
    assert [reason.clause for reason in end.why_not(action)] == ["match.end"]
    assert "reached the target" in end.why_not(action)[0].words
    with pytest.raises(IllegalAction, match="reached the target"):
        end.apply(action)


def test_an_action_that_no_guard_forbids_cannot_be_taken_when_the_match_is_over() -> None:
    always = ir.AnySeat(nodes.Truth(Plain.TRUTH, value=True))
    wave = ir.ActionSchema(
        "wave", "match.end", secret=False, params=(), actor=always, guards=(), effects=()
    )
    match = changed("actions", (*rules_of("long-heron").game.actions, wave)).new_match(1)
    waving = [Action("wave", seat) for seat in range(3)]
    while not match.finished:
        assert all(map(match.is_legal, waving))
        seat = match.value("turn")
        assert isinstance(seat, int)
        match = match.apply(match.actions(seat)[0])
    assert all(map(match.position.is_legal, waving))
    assert not any(map(match.is_legal, waving))
    assert match.to_act == ()
    assert [match.actions(seat) for seat in range(3)] == [[], [], []]
    assert all(map(match.why_not, waving))
    with pytest.raises(IllegalAction, match="reached the target"):
        match.apply(waving[0])


def test_the_end_of_a_match_of_one_hand_is_told_as_well() -> None:
    *_, (_, action, end) = random_match(rules_of("heron"), 1)
    assert [reason.clause for reason in end.why_not(action)] == ["start"]


def test_at_the_end_queries_read_what_the_last_hand_left_behind() -> None:
    *_, (before, _, end) = random_match(rules_of("long-heron"), 1)
    best = max(end.scores)
    assert end.value("best") == best
    assert before.value("best") != best
    assert end.scores[int(str(end.query("leader")))] == best
    assert end.position.value("best") == before.value("best")
    assert end.query("finished") is True


@by_match
def test_applying_an_action_leaves_the_match_as_it_was(name: str) -> None:
    for before, after in ends(name, 6):
        held = (before.to_json(), before.sheet, before.scores, before.state)
        for action in before.actions(before.to_act[0])[:3]:
            assert before.apply(action) != before
        assert held == (before.to_json(), before.sheet, before.scores, before.state)
        assert after != before


def test_an_illegal_action_is_refused_with_its_clauses() -> None:
    match = rules_of("long-heron").new_match(1)
    action = Action("sleep", (match.to_act[0] + 1) % 3)
    assert not match.is_legal(action)
    assert {reason.clause for reason in match.why_not(action)} == {"sleep"}
    with pytest.raises(IllegalAction, match="leader may not"):
        match.apply(action)


@by_match
def test_a_match_survives_pickling_copying_and_json_at_any_point(name: str) -> None:
    rules, chance = rules_of(name), Random(8)
    played = list(random_match(rules, 8))
    for match in [*(after for _, _, after in chance.sample(played, 4)), played[-1][2]]:
        same: list[MatchState] = [
            pickle.loads(pickle.dumps(match)),  # noqa: S301
            copy.deepcopy(match),
            copy.copy(match),
            rules.match(match.to_json()),
        ]
        for again in same:
            assert again == match
            assert hash(again) == hash(match)
            assert (again.sheet, again.scores, again.finished) == (
                match.sheet,
                match.scores,
                match.finished,
            )
            assert again.view(1) == match.view(1)
            assert again.to_json() == match.to_json()


def test_matches_differ_by_seed_hand_and_position() -> None:
    rules = rules_of("long-heron")
    match = match_after(rules, 2, 60)
    assert match == match_after(rules, 2, 60)
    assert match != match_after(rules, 3, 60)
    assert match != match_after(rules, 2, 61)
    assert match != match.position
    assert match != MatchState(rules, 2, match.position)
    assert match != rules_of("classic for 2").new_match(2)


def test_what_is_not_kept_in_mind_cannot_be_asked() -> None:
    match = rules_of("long-heron").new_match(1)
    with pytest.raises(NoSuchQueryError, match=r"keeps no `talley` in mind; .*`tally`"):
        match.value("talley")
    with pytest.raises(
        NoSuchQueryError, match=r"no `lieder`; the values you can ask for: .*`leader`"
    ):
        match.query("lieder")


def changed(part: str, *found: object) -> Rules:
    """Return long heron with other effects between hands, another end or other states."""
    return Rules(replace(rules_of("long-heron").game, **{part: found[0]}))  # type: ignore[arg-type]


def test_a_breach_between_hands_names_its_clause() -> None:
    game = rules_of("long-heron").game
    tally = next(i for i, kept in enumerate(game.states) if kept.name == "tally")
    minus = nodes.Number(NumberType(-1, -1), -1)
    debt = ir.Let(tally, nodes.Constant(Plain.SEAT, 0), minus, None)
    rules = changed("between", (ir.Effected("match.tally", debt),))
    with pytest.raises(OutOfBounds, match="`tally` cannot be -1") as caught:
        list(random_match(rules, 1))
    assert caught.value.clause == "match.tally"
    assert caught.value.__notes__ == ["at fault is the clause match.tally"]


def test_a_breach_in_a_score_or_in_the_end_of_a_match_names_its_clause() -> None:
    nobody: nodes.Expr = nodes.Truth(Plain.TRUTH, value=False)
    seat = nodes.Binder("s", Plain.SEAT)
    zero = nodes.Number(NumberType(0, 0), 0)
    most = nodes.Most(NumberType(0, 0, Unit.POINTS), seat, nobody, zero)
    game = rules_of("long-heron").game
    consoled = replace(game.definitions["consoled"], base=most)
    claim = nodes.AtMost(Plain.TRUTH, most, zero)
    wrong = {
        "score.smallest": changed("definitions", {**game.definitions, "consoled": consoled}),
        "match.end": changed("until", ir.Guarded("match.end", claim)),
    }
    for clause, rules in wrong.items():
        with pytest.raises(Breach, match="nothing to compare") as caught:
            list(random_match(rules, 1))
        assert caught.value.clause == clause


def test_a_breach_in_first_values_names_its_clause() -> None:
    game = rules_of("long-heron").game
    for wanted, clause in (("best", "match.tally"), ("turn", "start")):
        nine = nodes.Number(NumberType(9, 9), -9)
        states = tuple(
            replace(kept, type=NumberType(0, 5), initial=nodes.Plus(NumberType(0, 9), nine, nine))
            if kept.name == wanted
            else kept
            for kept in game.states
        )
        with pytest.raises(OutOfBounds, match=f"`{wanted}` cannot be -18") as caught:
            changed("states", states).new_match(1)
        assert caught.value.clause == clause


def test_hands_that_are_over_as_soon_as_they_are_dealt_have_an_end() -> None:
    game = rules_of("long-heron").game
    over = replace(game.definitions["finished"], base=nodes.Truth(Plain.TRUTH, value=True))
    definitions = {**game.definitions, "finished": over}
    with pytest.raises(Endless, match="hands in a row"):
        Rules(replace(game, definitions=definitions, until=None)).new_match(1)


def test_a_match_that_nothing_ends_goes_on() -> None:
    rules = changed("until", None)
    match = match_after(rules, 1, 3000)
    assert not match.finished
    assert match.hand > 40


def test_every_hand_is_led_as_the_rules_say() -> None:
    for (one, _), (other, _) in pairwise(ends("long-heron", 9)):
        assert other.value("dealer") == (int(str(one.value("dealer"))) + 1) % 3
