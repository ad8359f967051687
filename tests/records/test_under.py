"""A recorded match is judged by other rules, and it is told where the two part and why."""

from pathlib import Path

import pytest

from haggis_rules import IllegalAction, MatchState, Rules, load
from haggis_rules.records.events import MatchRecord
from haggis_rules.records.other_rules import Comparison, Parting, PartingGround, compare
from tests.games import rules_of
from tests.playing import HERON, LONG_HERON
from tests.records.matches import lines_of, played, record_of


def own() -> Rules:
    return rules_of("long-heron")


def a_match() -> MatchState:
    return played("long-heron", 4, 150)[-1]


def a_record() -> MatchRecord:
    return record_of(lines_of(a_match()))


def altered(folder: Path, *changes: tuple[str, str]) -> Rules:
    """Load long heron with other words in its text, or in that of its parent."""
    texts = {path.name: path.read_text("utf-8") for path in (HERON, LONG_HERON)}
    for right, wrong in changes:
        assert any(right in text for text in texts.values())
        texts = {name: text.replace(right, wrong) for name, text in texts.items()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load(folder / LONG_HERON.name)


def parting(found: Comparison) -> Parting:
    assert found.parting is not None
    return found.parting


def first_end() -> int:
    """Return the line of the action with which the first hand ends."""
    return next(n for n, line in enumerate(lines_of(a_match()), start=1) if "ended" in line) - 1


def test_by_the_same_rules_nothing_is_different() -> None:
    found = compare(a_record(), own(), own())
    assert (found.parting, found.stop) == (None, None)
    assert found.match is not None
    assert found.match.hands == a_match().hands
    assert found.own == found.then == a_match()
    assert found.match.scores == a_match().scores
    assert found.actions == sum(
        line.event.to_json().get("seat") is not None for line in a_record().lines
    )


def test_rules_that_play_alike_are_not_told_apart(tmp_path: Path) -> None:
    other = altered(
        tmp_path,
        ("combination p from", "combination q from"),
        ("or p beats top", "or q beats top"),
        ("move p from", "move q from"),
        ("let top be p", "let top be q"),
        ("On your turn", "When it is your turn"),
    )
    assert other.digest != own().digest
    found = compare(a_record(), other, own())
    assert (found.parting, found.stop) == (None, None)
    assert found.match is not None
    assert found.match.scores == a_match().scores


def test_what_is_not_allowed_there_stops_it_with_the_clause(tmp_path: Path) -> None:
    change = ("may sleep only when not done", "may sleep only when cards in fist of actor is 15")
    found = compare(a_record(), altered(tmp_path, change), own())
    assert parting(found).ground in {PartingGround.ILLEGAL, PartingGround.TO_ACT}
    assert found.stop is not None
    assert found.stop.ground is PartingGround.ILLEGAL
    assert [reason.clause for reason in found.stop.reasons] == ["sleep"]
    assert "sleep` is not allowed by long-heron" in found.stop.words
    shown = lines_of(a_match())[found.stop.line - 1]
    assert (shown["action"], found.stop.words[1]) == ("sleep", str(shown["seat"] + 1))
    assert found.actions == found.stop.line - 3
    assert found.own == a_match()
    assert found.then is not None
    assert found.match is not None
    assert found.then.position.state == found.match.position.state


def test_who_is_to_act_is_compared_from_the_deal_on(tmp_path: Path) -> None:
    change = ("at first 1 seats after dealer, seen", "at first dealer, seen")
    found = compare(a_record(), altered(tmp_path, change), own())
    first = parting(found)
    assert (first.line, first.hand, first.ground) == (2, 1, PartingGround.TO_ACT)
    assert "can act by long-heron, and seat" in first.words
    assert found.stop is not None
    assert (found.stop.line, found.stop.ground) == (3, PartingGround.ILLEGAL)


def test_what_lies_where_is_compared(tmp_path: Path) -> None:
    change = ("move all from table-top to gone", "move all from table-top to leftover")
    found = compare(a_record(), altered(tmp_path, change), own())
    assert parting(found).ground is PartingGround.CARDS
    assert parting(found).words.startswith("leftover has ")
    assert "by long-heron alone" in parting(found).words
    assert found.stop is None
    assert found.match is not None
    assert found.match.scores == a_match().scores


def test_scores_are_compared_and_play_goes_on(tmp_path: Path) -> None:
    found = compare(
        a_record(), altered(tmp_path, ("(5 points for each", "(4 points for each")), own()
    )
    first = parting(found)
    assert (first.line, first.ground) == (first_end(), PartingGround.SCORES)
    assert found.match is not None
    assert found.match.scores != a_match().scores
    assert f"{[a_match().sheet[0].total(s) for s in range(3)]} by long-heron" in first.words


def test_a_match_that_is_over_earlier_there_stops_it() -> None:
    other = load(LONG_HERON, target=1)
    found = compare(a_record(), other, own())
    assert parting(found).ground is PartingGround.HAND
    assert parting(found).words.startswith("hand 2 cannot be dealt: the match is over by long-")
    assert found.match is not None
    assert found.match.finished
    assert found.match.scores == tuple(a_match().sheet[0].total(seat) for seat in range(3))


def test_a_match_that_goes_on_there_is_told_as_well() -> None:
    last = played("long-heron", 1)[-1]
    found = compare(record_of(lines_of(last)), load(LONG_HERON, target=9999), own())
    assert found.stop is None
    assert parting(found).words == (
        f"the match is over by long-heron, and hand {last.hand} is over by long-heron"
    )


def test_a_hand_that_is_over_earlier_there_stops_it(tmp_path: Path) -> None:
    change = (
        "some seat s has (cards in fist of s is 0)",
        "some seat s has (cards in fist of s is at most 3)",
    )
    found = compare(a_record(), altered(tmp_path, change), own())
    assert parting(found).ground is PartingGround.HAND
    assert "hand 1 goes on by long-heron, and " in parting(found).words


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("deal 15 plain", "deal 14 plain"),
            "15 of plain lie in fist of seat 1, where these rules",
        ),
        (
            (
                "zone table-top, seen by all",
                "zone table-top, seen by all state mood is truth, at first by chance, seen by all",
            ),
            "this deal's values lacks its `mood`",
        ),
    ],
)
def test_cards_that_are_not_dealt_so_there_stop_it(
    change: tuple[str, str], said: str, tmp_path: Path
) -> None:
    found = compare(a_record(), altered(tmp_path, change), own())
    stop = parting(found)
    assert found.stop == stop
    assert (stop.ground, stop.line, found.match) == (PartingGround.DEAL, 1, None)
    assert said in stop.words


def test_a_place_that_is_only_called_otherwise_is_the_same(tmp_path: Path) -> None:
    found = compare(a_record(), altered(tmp_path, ("leftover", "attic")), own())
    assert (found.parting, found.stop) == (None, None)


def test_a_place_that_others_can_see_is_another_one(tmp_path: Path) -> None:
    changes = ("leftover, seen by nobody", "attic, seen by all"), ("to leftover", "to attic")
    found = compare(a_record(), altered(tmp_path, *changes), own())
    assert "this deal's zones lacks its `attic`" in parting(found).words


def test_suits_that_are_only_called_otherwise_are_the_same() -> None:
    record = record_of(lines_of(played("classic for 2", 3)[-1]))
    rules = rules_of("classic for 2")
    found = compare(record, load("cats"), rules)
    assert parting(found).ground not in {PartingGround.DEAL, PartingGround.CARDS}
    assert found.match is not None
    assert [suit.name for suit in found.match.rules.game.suits][:1] == ["red"]


def test_the_move_on_which_they_part_and_the_entries_of_its_hand_are_told(tmp_path: Path) -> None:
    found = compare(
        a_record(), altered(tmp_path, ("(5 points for each", "(4 points for each")), own()
    )
    assert found.move is not None
    assert parting(found).line == first_end()
    assert own().show_action(a_match().hands[0].actions_taken[-1], seated=True) == found.move.shown
    assert found.move.before.hands[-1].actions_taken == a_match().hands[0].actions_taken[:-1]
    (entry,) = found.entries
    assert entry.entry == "going.out"
    assert 4 * entry.own == 5 * entry.other > 0


def test_an_action_that_there_is_not_stops_it() -> None:
    three = rules_of("classic for 3")
    seeds = (played("classic for 3", seed)[-1] for seed in range(1, 9))
    record = next(
        one
        for one in map(record_of, map(lines_of, seeds))
        if any(line.event.to_json().get("action") == "award" for line in one.lines)
    )
    found = compare(record, rules_of("tournament"), three)
    assert found.stop is not None
    assert found.stop.ground is PartingGround.UNKNOWN
    assert "award seat" in found.stop.words
    assert "means nothing by tournament: no action is called 'award'" in found.stop.words


def test_another_number_of_players_is_dealt_other_cards() -> None:
    record = record_of(lines_of(played("classic for 3", 8, 30)[-1]))
    found = compare(record, rules_of("classic for 2"), rules_of("classic for 3"))
    assert found.stop is not None
    assert found.stop.ground is PartingGround.DEAL


def test_a_record_of_rules_that_are_gone_is_judged_by_its_own_deals(tmp_path: Path) -> None:
    found = compare(a_record(), own(), None)
    assert (found.own, found.then, found.parting) == (None, None, None)
    assert found.match is not None
    assert found.match.hands == a_match().hands
    other = altered(tmp_path, ("(5 points for each", "(4 points for each"))
    differs = parting(compare(a_record(), other, None))
    assert (differs.ground, differs.line) == (PartingGround.SCORES, first_end() + 1)
    assert "by the record" in differs.words


def test_without_its_rules_and_its_deals_nothing_can_be_said() -> None:
    lines = [line for line in lines_of(a_match()) if "action" in line or "record" in line]
    stop = compare(record_of(lines), own(), None).stop
    assert stop is not None
    assert (stop.ground, stop.line) == (PartingGround.DEAL, 2)
    assert stop.words == "the record does not say what was dealt"


def test_with_its_rules_a_seed_is_deal_enough() -> None:
    lines = [line for line in lines_of(a_match()) if "action" in line or "record" in line]
    found = compare(record_of(lines), own(), own())
    assert (found.parting, found.match and found.match.hands) == (None, a_match().hands)


def test_a_record_that_lies_is_judged_by_no_other_rules() -> None:
    lines = lines_of(a_match())
    lines.insert(4, lines[3])
    with pytest.raises(IllegalAction, match="line 5"):
        compare(record_of(lines), own(), own())
