"""Examples say what a seat sees, what it was shown, how cards are dealt, and what a hand leaves."""

import pytest

from haggis_rules.cases.outcome import ClaimFinding, Follows, ObservedWords, Unfinished
from tests.cases.texts import only

HIDING = """
  zone laid of each seat, seen by owner
  choice side is up or down
  state face of each seat is side, at first up, seen by owner
  secret action lay of card c from hand of actor, side d
    by any seat s where (cards in laid of s is 0)
  on lay
    move c from hand of actor to laid of actor
    let face of actor be d
  secret action hides of card c from laid of actor by turn
  on hides
    move c from laid of actor to stock, shown to all when face of actor is up
  action names of card c from laid of actor by turn
  on names
    move c from laid of actor to stock
  step open when every seat s has (cards in laid of s is 1)
  on open
    for each seat s move all from laid of s to pile
"""
MATCH = """
  match state tally of each seat is 0 or more points, at first 0, seen by all
  state closed is truth, at first false, seen by all
  action stop by turn
  on stop
    let closed be true
  export finished as closed
  score held of seat s as 1 point for each (cards in hand of s)
  between hands
    for each seat s let tally of s be tally of s + total score of s
  match until some seat s has (tally of s is at least 3)
"""
HANDS = (
    'given hand of seat 1 is "2r 3r J", hand of seat 2 is "4r 5r", the rest in stock, '
    "turn is seat 1"
)


def holds(items: str, body: str) -> bool:
    """Say whether an example at a table of two holds."""
    return only(f'{items} example "" with 2 seats {body}').passed


def found(items: str, body: str) -> ClaimFinding:
    """Return what was found instead where the one claim of an example does not hold."""
    outcome = only(f'{items} example "" with 2 seats {body}').outcome
    assert outcome is not None
    (looked,) = outcome.failed
    assert looked.found is not None
    return looked.found


@pytest.mark.parametrize(
    "claim",
    [
        'seat 1 sees "4r 5r" in hand of seat 2',
        "seat 1 sees nothing in stock",
        "seat 1 sees nothing in pile",
        'seat 1 sees "2r" in laid of seat 1',
        "seat 2 sees nothing in laid of seat 1",
        'seat 2 sees "3r J" in hand of seat 1',
    ],
)
def test_a_seat_sees_exactly_the_cards_that_are_named(claim: str) -> None:
    assert holds(HIDING, f"{HANDS} when seat 1: lay 2r down then {claim}")


def test_cards_that_are_seen_but_not_named_are_told() -> None:
    body = f'{HANDS} then seat 2 sees "2r" in hand of seat 1'
    assert found(HIDING, body) == ObservedWords("seat 2 sees `2r 3r J` there")
    body = f"{HANDS} when seat 1: lay 2r down then seat 1 sees nothing in laid of seat 1"
    assert found(HIDING, body) == ObservedWords("seat 1 sees `2r` there")
    body = f'{HANDS} when seat 1: lay 2r down then seat 2 sees "2r" in laid of seat 1'
    assert found(HIDING, body) == ObservedWords("seat 2 sees nothing there")


def test_a_seat_sees_a_state_variable_or_it_does_not() -> None:
    claims = "seat 1 sees face of seat 1, seat 2 does not see face of seat 1, seat 2 sees turn"
    assert holds(HIDING, f"{HANDS} then {claims}")
    sees = ObservedWords("seat 1 sees this")
    assert found(HIDING, f"{HANDS} then seat 1 does not see face of seat 1") == sees
    blind = ObservedWords("seat 2 does not see this")
    assert found(HIDING, f"{HANDS} then seat 2 sees face of seat 1") == blind


def test_a_seat_saw_what_was_moved_before_its_eyes() -> None:
    assert holds(HIDING, f'{HANDS} when seat 1: play "2r" then seat 2 saw "2r"')
    assert holds(HIDING, f"{HANDS} then seat 2 saw nothing")
    both = 'when seat 1: play "2r", seat 2: play "4r"'
    assert holds(HIDING, f'{HANDS} {both} then seat 1 saw "4r 2r"')
    assert found(HIDING, f'{HANDS} {both} then seat 1 saw "4r"') == ObservedWords(
        "seat 1 saw `2r 4r`"
    )


def test_only_what_was_done_just_before_counts() -> None:
    first, second = (
        'seat 1: play "2r" then seat 2 saw "2r"',
        'seat 2: play "4r" then seat 2 saw "4r"',
    )
    assert holds(HIDING, f"{HANDS} when {first} when {second}")
    third = 'then turn is seat 2 then seat 2 saw "2r"'
    assert holds(HIDING, f'{HANDS} when seat 1: play "2r" {third}')


LAID = 'given hand of seat 2 is "4r", laid of seat 1 is "2r 3r", the rest in stock, turn is seat 1'


def test_what_is_chosen_in_secret_is_not_seen_and_what_is_chosen_openly_is() -> None:
    down = f"{LAID}, face of seat 1 is down"
    assert holds(HIDING, f'{down} when seat 1: hides 2r then seat 1 saw "2r", seat 2 saw nothing')
    assert holds(HIDING, f'{down} when seat 1: names 2r then seat 2 saw "2r"')


def test_a_card_is_seen_where_it_is_shown_to_all() -> None:
    assert holds(HIDING, f'{LAID} when seat 1: hides 2r then seat 2 saw "2r"')


def test_what_follows_by_itself_is_seen_as_well() -> None:
    both = "when seat 1: lay 2r up, seat 2: lay 4r up then"
    assert holds(HIDING, f'{HANDS} {both} seat 1 saw "2r 4r", seat 2 saw "2r 4r"')
    start = 'given laid of seat 1 is "2r", laid of seat 2 is "4r", the rest in stock'
    assert holds(HIDING, f'{start} then seat 1 saw "2r 4r"')


def test_the_cards_are_dealt_from_a_deck_in_its_order() -> None:
    claims = 'cards in stock is 4, seat 2 sees "J 2r 2g" in hand of seat 1'
    assert holds("", f"given the deal, turn is seat 2 then turn is seat 2, {claims}")
    assert not holds("", "given the deal then cards in stock is 5")


def test_what_a_hand_leaves_behind_is_looked_at_after_it() -> None:
    stop = "when seat 1: stop then"
    left = "between hands tally of seat 1 is 3, between hands tally of seat 2 is 2"
    assert holds(MATCH, f"{HANDS} {stop} {left}, no more hands, tally of seat 1 is 0")
    assert found(MATCH, f"{HANDS} {stop} more hands") == Follows(another=False)
    few = 'given hand of seat 1 is "2r", the rest in stock, turn is seat 1'
    assert holds(MATCH, f"{few} {stop} more hands")
    assert found(MATCH, f"{few} {stop} no more hands") == Follows(another=True)


@pytest.mark.parametrize(
    "claim", ["more hands", "no more hands", "between hands tally of seat 1 is 0"]
)
def test_nothing_is_left_behind_before_the_hand_is_over(claim: str) -> None:
    assert found(MATCH, f"{HANDS} then {claim}") == Unfinished()


def test_such_examples_rest_on_who_sees_and_on_what_lasts() -> None:
    claim = "seat 2 sees nothing in laid of seat 1"
    seen = only(f'{HIDING} example "" with 2 seats {HANDS} then {claim}')
    assert seen.outcome is not None
    assert seen.outcome.clauses == {"extra"}
    left = only(f'{MATCH} example "" with 2 seats {HANDS} when seat 1: stop then no more hands')
    assert left.outcome is not None
    assert "extra" in left.outcome.clauses
