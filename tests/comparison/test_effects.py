"""What a clause changes is shown by the shortest play in which it matters, and by nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import pytest

from haggis_rules.analysis.comparison.clause_differences import compare_clauses
from haggis_rules.analysis.comparison.clause_effects import (
    ClauseEffect,
    EffectSearch,
    SameEffect,
    SameReason,
    TableEffect,
    UnknownEffect,
    clause_effects,
)
from haggis_rules.analysis.comparison.in_step import GamesInStep, Ground, HandDifference
from haggis_rules.analysis.comparison.shortest_hand import as_written
from haggis_rules.analysis.comparison.small_hands import SmallHands
from haggis_rules.analysis.comparison.smallest_plays import LoneBeat, LonePlay
from haggis_rules.engine.hand_points import points_of_hand
from haggis_rules.ir.game_digests import play_digest
from haggis_rules.ir.load import source_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.semantics.state import Combination, counts, size

HANDS = 60


@lru_cache(maxsize=8)
def search(first: str, second: str, players: int) -> EffectSearch:
    return EffectSearch(first, second, players, HANDS)


def effect(first: str, second: str, players: int, clause: str) -> ClauseEffect:
    found = search(first, second, players).effect(clause)
    assert found is not None
    return found


def test_a_play_that_one_variant_lacks_is_one_of_the_fewest_cards() -> None:
    found = effect("classic", "cats", 2, "combinations.stair")
    assert isinstance(found.found, LonePlay)
    assert found.found.first
    assert found.first.show(found.found.play) == "2r 2o 3r 3o = stair2x2@3"
    assert found.found.instead == ()


def test_suits_that_are_only_called_otherwise_change_nothing() -> None:
    found = effect("classic", "cats", 2, "cards.suits.two").found
    assert isinstance(found, SameEffect)
    assert found.reason is SameReason.NAMES
    assert [(one.first, one.second) for one in found.renamed][:1] == [("red", "clubs")]


@pytest.mark.slow
def test_going_out_is_shown_with_the_play_and_the_entry_that_differs() -> None:
    found = effect("classic", "rogers", 3, "score.out")
    assert isinstance(found.found, HandDifference)
    assert found.found.ground is Ground.SCORES
    assert {one.entry for one in found.found.details} == {"going.out"}
    assert found.beside == ()
    last = found.found.actions[-1]
    held = found.found.hand.held[last.actor]
    assert size(held) == 1  # who acts last plays the last card
    ((one,),) = [[(each.first, each.second) for each in found.found.details]]
    assert one == ("5", "0")


@pytest.mark.slow
def test_a_clause_is_exchanged_alone_or_with_what_it_needs_on_both_sides() -> None:
    found = effect("classic", "rogers", 2, "haggis.bomb.two")
    assert found.beside == ("hand.rest",)
    assert isinstance(found.found, HandDifference)
    names = [pattern.name for pattern in found.first.game.patterns]
    played = [one for action in found.found.actions for one in action.arguments]
    assert [names[one.reading[0]] for one in played if isinstance(one, Combination)] == ["bomb"]


def test_what_a_clause_needs_is_exchanged_before_it_is_compared() -> None:
    exchanger = search("classic", "rogers", 2).exchanger
    both, needed = exchanger.exchanged("haggis.bomb.two"), exchanger.exchanged("hand.rest")
    assert both is not None
    assert needed is not None
    assert (both.names, needed.names) == (("haggis.bomb.two", "hand.rest"), ("hand.rest",))
    assert play_digest(both.before) == play_digest(needed.game)
    assert play_digest(needed.before) == play_digest(exchanger.games[0])
    assert play_digest(both.before) != play_digest(both.game)


def test_what_only_other_clauses_keep_from_mattering_is_marked() -> None:
    assert not effect("classic", "rogers", 2, "courts.pip").lasting
    assert effect("classic", "rogers", 2, "combinations.bomb").lasting


def test_a_clause_that_only_promises_is_the_same() -> None:
    found = search("classic", "cats", 2).effect("promise.beats", derived=True)
    assert found is not None
    assert found.found == SameEffect(SameReason.PROMISE)


def test_a_variant_never_differs_from_itself() -> None:
    games, _ = check_everywhere("classic")
    difference = compare_clauses(games, games)
    assert not list(clause_effects("classic", "classic", difference, (2, 3), HANDS))


PAIRS = [
    ("classic", "tournament", 3),
    pytest.param("classic", "cats", 2, marks=pytest.mark.long),
    pytest.param("classic", "rogers", 3, marks=pytest.mark.long),
]


@lru_cache(maxsize=8)
def hands_of(first: str, second: str, players: int) -> tuple[ClauseEffect, ...]:
    """Return every hand in which a clause matters between two variants."""
    return tuple(_hands(first, second, players))


def _hands(first: str, second: str, players: int) -> Iterator[ClauseEffect]:
    looking = search(first, second, players)
    for game in looking.exchanger.games:
        for name in game.clauses:
            if looking.exchanger.rules_differ(name):
                found = looking.effect(name)
                if found is not None and isinstance(found.found, HandDifference):
                    yield found


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "players"), PAIRS)
def test_a_hand_played_again_by_both_differs_in_what_is_told(
    first: str, second: str, players: int
) -> None:
    found = hands_of(first, second, players)
    assert found
    for one in found:
        difference = one.found
        assert isinstance(difference, HandDifference)
        own, other = (one.first, one.second)[:: 1 if difference.by_first else -1]
        tables = [SmallHands(rules).position(difference.hand) for rules in (own, other)]
        assert tables[0] is not None
        assert tables[1] is not None
        for action in difference.actions[:-1]:
            tables = [table and table.apply(action) for table in tables]
        last = difference.actions[-1]
        legal = [table is not None and table.is_legal(last) for table in tables]
        assert legal == [True, difference.ground is not Ground.ALLOWED]
        if difference.ground is Ground.SCORES:
            ended = [table.apply(last) for table in tables if table is not None]
            assert all(table.finished for table in ended)
            points = [points_of_hand(table.rules, table.state) for table in ended]
            assert points[0] != points[1]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "players"), PAIRS)
def test_no_card_and_no_move_of_a_hand_can_be_left_out(
    first: str, second: str, players: int
) -> None:
    for one in hands_of(first, second, players):
        found = one.found
        assert isinstance(found, HandDifference)
        games = GamesInStep(one.first, one.second)
        for owner, cards in enumerate(found.hand.held):
            for card, _ in counts(cards) if size(cards) > 1 else ():
                less = found.hand.without(owner, card)
                again = games.compare(less, as_written(found.actions), len(found.actions))
                assert again is None or again.ground is not found.ground, one.clause
        for index in range(len(found.actions)):
            fewer = (*found.actions[:index], *found.actions[index + 1 :])
            again = games.compare(found.hand, as_written(fewer), len(fewer))
            other = again is None or again.ground is not found.ground
            assert other or again is None or again.weight >= found.weight, one.clause


@pytest.mark.rotates
@pytest.mark.slow
def test_the_same_number_of_hands_finds_the_same() -> None:
    first, second = (
        EffectSearch("classic", "tournament", 3, HANDS).effect("capture.bomb.three")
        for _ in range(2)
    )
    assert first is not None
    assert second is not None
    assert first.found == second.found


def test_no_hand_finds_nothing_and_claims_nothing() -> None:
    found = EffectSearch("classic", "tournament", 3, 0).effect("capture.bomb.three")
    assert found is not None
    assert isinstance(found.found, UnknownEffect)
    assert found.found.hands == 0


@dataclass(frozen=True)
class Edit:
    """A change of a clause in the rulebook's text, and what has to be found."""

    clause: str
    old: str
    new: str
    kind: type


EDITS = [
    Edit("score.out", "be 5 points", "be 4 points", HandDifference),
    Edit("combinations.sequence", "length 3 or more", "length 4 or more", LonePlay),
    Edit("deal.hands", "deal 14 pip", "deal 13 pip", TableEffect),
    Edit("match.target", "usually 350", "usually 300", TableEffect),
    Edit("beats.higher", "as a outranks b", "as b outranks a", LoneBeat),
    Edit("score.cards", "5 points for each (K", "4 points for each (K", HandDifference),
]


def edited(folder: Path, edit: Edit) -> Path:
    """Write the rulebook's text with one place of a clause changed."""
    head, _, rest = source_of("classic").text.partition(f"\nclause {edit.clause} ")
    assert edit.old in rest
    body = rest.replace(edit.old, edit.new, 1)
    path = folder / "edited.haggis"
    text = f"{head}\nclause {edit.clause} {body}".replace("variant classic", "variant edited", 1)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.clause)
def test_a_small_change_is_found(tmp_path: Path, edit: Edit) -> None:
    found = EffectSearch("classic", str(edited(tmp_path, edit)), 2, HANDS).effect(edit.clause)
    assert found is not None
    assert isinstance(found.found, edit.kind)
    assert replace(found, clause="").lasting
