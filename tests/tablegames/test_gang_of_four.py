"""Gang of Four: it is played as a referee says who never saw its text."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules import Combination, MatchState, Rules
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import counts
from tests.games import rules_of
from tests.tablegames.gang_of_four_referee import (
    FIVE_CARDS,
    RAINBOW,
    SAME_NUMBER,
    Card,
    Combo,
    GangHand,
    card_of,
    shown,
)

GANG_OF_FOUR = Path(__file__).parent / "gang_of_four.haggis"
TARGET = 100
SEATINGS = (3, 4)
KINDS = (*SAME_NUMBER, *FIVE_CARDS, "gang")


def dealt(rules: Rules, match: MatchState, before: GangHand | None) -> GangHand:
    """Return the referee's table for the cards that lie in a match, after the hand before."""
    hands = [_cards(rules, hand) for hand in cast("tuple[int, ...]", match.state.zones[0])]
    if before is not None:
        champion, loser = before.result()
        return GangHand(hands, champion, champion, loser)
    holders = [seat for seat, hand in enumerate(hands) if RAINBOW in hand]
    (first,) = holders or [cast("int", match.value("lot"))]
    return GangHand(hands, first)


def _cards(rules: Rules, zone: int) -> list[Card]:
    named = [(rules.game.card_name(card), number) for card, number in counts(zone)]
    return sorted(card_of(name) for name, number in named for _ in range(number))


@cache
def said(rules: Rules, action: Action) -> str:
    """Return an action as the referee says it."""
    if action.name == "pass":
        return "pass"
    chosen = action.arguments[0]
    if isinstance(chosen, Combination):
        names = [rules.game.card_name(card) for card, n in counts(chosen.cards) for _ in range(n)]
        return f"play {shown(map(card_of, names))} = {rules.show(chosen.reading)}"
    return f"{action.name} {rules.game.card_name(cast('int', chosen))}"


def chosen(legal: dict[str, Combo | None], manner: str, chance: Random) -> str:
    """Return what a player does: anything, what lays most cards, or nothing where that is legal."""
    names = sorted(legal)
    if manner == "passes" and "pass" in legal:
        return "pass"
    if manner == "lays most" and any(legal.values()):
        return max(names, key=lambda name: len(play.cards) if (play := legal[name]) else 0)
    return chance.choice(names)


def check_hands(number: int, seed: int, *, target: int = TARGET) -> Counter[str]:
    """Play so many hands or more beside the referee, and return how often what was seen."""
    seen = Counter[str]()
    for match_seed in count(seed):
        players = SEATINGS[match_seed % 2]
        check_match(rules_of(GANG_OF_FOUR, players, target=target), match_seed, target, seen)
        if seen["hands"] >= number:
            return seen
    raise AssertionError


def check_match(rules: Rules, seed: int, target: int, seen: Counter[str]) -> None:
    """Play a match beside the referee: the tallies, who leads each hand, and who wins."""
    match, chance, table = rules.new_match(seed), Random(seed), None
    tallies = [0] * rules.game.seats
    while not match.finished:
        assert max(tallies) < target
        match, table = check_hand(rules, match, dealt(rules, match, table), chance, seen)
        tallies = [sum(both) for both in zip(tallies, table.scores(), strict=True)]
        assert match.value("tally") == tuple(tallies)
        assert (match.value("champion"), match.value("loser")) == table.result()
        seen["hands"] += 1
    assert max(tallies) >= target
    leaders = [seat for seat, _ in enumerate(tallies) if match.query("leader", seat)]
    assert leaders == [seat for seat, tally in enumerate(tallies) if tally == min(tallies)]


def check_hand(
    rules: Rules, match: MatchState, table: GangHand, chance: Random, seen: Counter[str]
) -> tuple[MatchState, GangHand]:
    """Play a hand beside the referee: all that can be done, who wins each trick, and the score."""
    hand = match.hand
    manners = [chance.choice(["any", "any", "lays most", "passes"]) for _ in table.hands]
    while True:
        seat = table.acting
        assert match.to_act == (seat,)
        actions, legal = {said(rules, one): one for one in match.actions(seat)}, table.legal()
        assert actions.keys() == legal.keys()
        deed, tricks = chosen(legal, manners[seat], chance), len(table.winners)
        play = legal[deed]
        note(table, legal, play, seen)
        match = match.apply(actions[deed])
        table.do(deed, play)
        if table.over:
            break
        assert hand == match.hand
        compare(rules, match, table)
        if len(table.winners) > tricks:
            assert match.value("top") is None
            assert match.value("turn") == table.winners[-1]
    position = match.last_hand
    assert position is not None
    scores = tuple(position.query("left", seat) for seat, _ in enumerate(table.hands))
    assert scores == table.scores()
    return match, table


def note(
    table: GangHand, legal: dict[str, Combo | None], play: Combo | None, seen: Counter[str]
) -> None:
    """Count what a player does, and what about it is rare."""
    seen[play.kind if play else "exchange" if table.exchanging else "pass"] += 1
    if play is None:
        return
    top = table.top
    seen["color decides"] += top is not None and play.notation == top.notation
    seen["gang on others"] += top is not None and play.kind == "gang" != top.kind
    seen["gang on a gang"] += top is not None and play.kind == "gang" == top.kind
    seen["another kind of five"] += (
        top is not None and {play.kind, top.kind} <= {*FIVE_CARDS} and (play.kind != top.kind)
    )
    following = table.hands[(table.turn + 1) % len(table.hands)]
    singles = [one for one in legal.values() if one and one.kind == "single"]
    seen["last card"] += len(following) == 1 and singles == [play]
    seen["rainbow begins"] += table.champion is None and not table.played and RAINBOW in play.cards
    seen["no rainbow"] += table.champion is None and not table.played and RAINBOW not in play.cards


def compare(rules: Rules, match: MatchState, table: GangHand) -> None:
    """Compare what lies while a hand goes on."""
    hands = cast("tuple[int, ...]", match.state.zones[0])
    assert [_cards(rules, one) for one in hands] == [sorted(one) for one in table.hands]
    top = match.value("top")
    assert (top is None) == (table.top is None)
    if table.top is not None:
        assert rules.show(cast("tuple[int, ...]", top)) == table.top.notation


@pytest.mark.rotates
@pytest.mark.slow
def test_thirty_hands_go_as_the_referee_says() -> None:
    seen = check_hands(30, seed=1, target=60)
    assert seen["pass"] > seen["single"] > seen["pair"] > seen["triple"] > 0


@pytest.mark.slow
@pytest.mark.long
def test_two_thousand_hands_go_as_the_referee_says() -> None:
    seen = check_hands(2000, seed=11)
    rare = ("color decides", "gang on others", "gang on a gang", "another kind of five")
    assert all(seen[name] > 0 for name in (*KINDS, *rare, "exchange", "last card")), seen
    assert seen["rainbow begins"] > seen["no rainbow"] > 0
