"""Hands and auctions of Tatties beside a referee, what bids bring, and who sees which cards."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

from haggis_rules import Position
from haggis_rules.semantics.state import GameState
from tests.games import checked_rules_of
from tests.systems.tatties import BIDS, CARDS, Tatties
from tests.systems.tricks import Words
from tests.systems.watched import (
    Difference,
    compare_moves,
    make,
    referee_of,
    some_beginning,
    watch,
    words,
)

HANDS = {3: 150, 5: 80}
FEW = {3: 40}  # of the same hands, in every run
CARDS_IN_ALL = {3: 54, 5: 105}
AUCTIONS = 300


@pytest.mark.slow
@pytest.mark.parametrize("players", FEW)
def test_hands_go_as_the_referee_says(players: int) -> None:
    for seed in range(FEW[players]):
        ended = watch(checked_rules_of("tatties", players), seed, Tatties)
        assert isinstance(ended.referee, Tatties)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("players", HANDS)
def test_many_hands_go_so_and_all_that_may_happen_does(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(HANDS[players]):
        ended = watch(checked_rules_of("tatties", players), seed, Tatties)
        referee = ended.referee
        assert isinstance(referee, Tatties)
        sheet, first = referee.sheet(), referee.out[0]
        assert sum(sheet["captured.cards"]) == CARDS_IN_ALL[players]
        assert len(referee.out) == players - 1
        happened["nobody declares"] += referee.declarer is None
        happened[referee.bid] += 1
        happened["declarer first"] += first == referee.declarer
        happened["partner first"] += first == referee.ally
        happened["slam"] += referee.out[:2] == [referee.declarer, referee.ally]
        happened["given"] += sum(
            getattr(event.done, "name", "") == "give" for event in ended.table.history
        )
    wanted = ["nobody declares", *BIDS, "declarer first"]
    wanted += ["partner first", "slam", "given"] if players == 5 else []
    assert min(happened[what] for what in wanted) > 2, happened


@pytest.mark.parametrize("players", HANDS)
def test_auctions_go_as_the_referee_says_and_end(players: int) -> None:
    rules, happened = checked_rules_of("tatties", players), Counter[str]()
    for seed in range(AUCTIONS):
        chance = Random(seed)
        table = some_beginning(rules, seed, chance)
        referee = referee_of(table, Tatties)
        assert isinstance(referee, Tatties)
        calls = 0
        while referee.bidding:
            actions = compare_moves(table, referee)
            bids = [one for one in actions if one.name == "bid"]
            chosen = chance.choice(bids if bids and chance.random() < 0.9 else actions)
            happened["matched"] += words(rules, chosen) == ("bid", referee.bid)
            make(referee, rules, chosen)
            table, calls = table.apply(chosen), calls + 1
        # Each decline takes a player out, and at each amount no two players match one another.
        assert calls <= players + len(BIDS) * players
        happened[f"calls {calls}"] += 1
        assert table.value("declarer") == referee.declarer
        assert table.value("bidder") is None
        compare_moves(table, referee)
    assert happened["matched"] > AUCTIONS / 10
    assert len([what for what in happened if what.startswith("calls")]) > 4


class NobodyMatches(Tatties):
    """Every bid has to be higher."""

    def may_bid(self, seat: int, bid: str) -> bool:  # noqa: ARG002 - whoever bids
        """Whether a bid is higher."""
        return self.declarer is None or BIDS[bid] > BIDS[self.bid]


class EqualsMatch(Tatties):
    """A player with as many points may match as well."""

    def may_bid(self, seat: int, bid: str) -> bool:
        """Whether a bid is higher, or is matched."""
        if self.declarer is None or BIDS[bid] > BIDS[self.bid]:
            return True
        return bid == self.bid and self.points[seat] <= self.points[self.declarer]


class DeclinersComeBack(Tatties):
    """Who has declined is asked again after the next bid."""

    def prepare(self, seat: int, words: Words) -> None:
        """Bid, or exchange cards."""
        super().prepare(seat, words)
        if words[0] == "bid" and self.bidding:
            self.bidding = [self.after(seat, steps) for steps in range(1, len(self.hands) + 1)]


class TheDealerLeads(Tatties):
    """Without a declarer the dealer leads, and not the player with fewest points."""

    def opener(self) -> int:
        """Say who leads to the first trick."""
        return self.dealer if self.declarer is None else self.declarer


class TheDealerComesFirst(Tatties):
    """Of several with fewest points the dealer comes first."""

    def opener(self) -> int:
        """Say who leads to the first trick."""
        if self.declarer is not None:
            return self.declarer
        order = [self.after(self.dealer, steps) for steps in self.seats]
        return min(order, key=lambda seat: self.points[seat])


class BombedTricksGoLeft(Tatties):
    """A trick that was won by a bomb goes to the left neighbour."""

    def taker(self, seat: int) -> int:
        """Say who captures a trick that a seat has won."""
        return self.after(seat) if self.bombed else seat


class AllHandOver(Tatties):
    """Every winner with a bomb may hand over the lead."""

    def helpers(self, seat: int) -> list[int]:
        """Return all others who hold cards."""
        return [one for one in self.holding if one != seat]


class PartnersDoNotCount(Tatties):
    """Between declarer and partner, hands do not count."""

    def others(self, seat: int) -> list[int]:
        """Return all but the player's own side."""
        pair = {self.declarer, self.ally}
        return [one for one in self.seats if one != seat and not {seat, one} <= pair]


class ThePartnerIsPaid(Tatties):
    """A partner who is first out is paid like a defender."""

    def paid(self) -> list[int]:
        """Return what the bid brings to each seat."""
        paid = super().paid()
        if self.ally is not None and self.out[0] == self.ally:
            paid[self.ally] = BIDS[self.bid] * 2 // 3
        return paid


class TheKittyStays(Tatties):
    """Nobody captures the kitty."""

    def sheet(self) -> dict[str, list[int]]:
        """Return the entries of the score sheet of each seat."""
        self.kitty = []
        return super().sheet()


class TheDeclarerEndsTheHand(Tatties):
    """The hand is over when the declarer is out."""

    def ended(self) -> bool:
        """Whether the declarer is out, or all but one are."""
        return super().ended() or (self.declarer is not None and self.declarer in self.out)


class NobodySlams(Tatties):
    """The partner always scores his own count."""

    def sheet(self) -> dict[str, list[int]]:
        """Return the entries of the score sheet of each seat."""
        return {**super().sheet(), "going.out": [self.earned[seat] for seat in self.seats]}


MISTAKES: list[tuple[type[Tatties], int, str]] = [
    (NobodyMatches, 3, "moves of seat"),
    (EqualsMatch, 3, "moves of seat"),
    (DeclinersComeBack, 3, "hands"),
    (TheDealerLeads, 3, "who may play"),
    (TheDealerComesFirst, 5, "who may play"),
    (BombedTricksGoLeft, 3, "captured.cards"),
    (AllHandOver, 3, "moves of seat"),
    (AllHandOver, 5, "moves of seat"),
    (PartnersDoNotCount, 5, "going.out"),
    (ThePartnerIsPaid, 5, "bids.paid"),
    (TheKittyStays, 3, "captured.cards"),
    (TheDeclarerEndsTheHand, 3, "hands"),
    (NobodySlams, 5, "going.out"),
]


@pytest.mark.rotates
@pytest.mark.parametrize(("kind", "players", "what"), MISTAKES)
def test_a_referee_with_a_mistake_is_told_apart(
    kind: type[Tatties], players: int, what: str
) -> None:
    with pytest.raises(Difference) as caught:  # noqa: PT012 - which hand tells is open
        for seed in range(HANDS[players]):
            watch(checked_rules_of("tatties", players), seed, kind)
    assert caught.value.what.startswith(what)


def over_with(
    players: int, first: int, bid: str, declarer: int | None, ally: int | None
) -> Position:
    """Return a position in which a hand is over, as far as bids are concerned."""
    rules = checked_rules_of("tatties", players)
    (over,) = [len(one.choices) - 1 for one in rules.game.choices if one.name == "stage"]
    values: dict[str, Any] = {
        "stage": over,
        "place": tuple(int(seat == first) for seat in range(players)),
        "declarer": declarer,
        "highest.bid": None if declarer is None else list(BIDS).index(bid),
        "ally": ally,
    }
    start = rules.new_hand(0).state
    pairs = zip(rules.game.states, start.values, strict=True)
    return rules.at(GameState(tuple(values.get(one.name, v) for one, v in pairs), start.zones))


def sides(players: int) -> list[tuple[int | None, int | None]]:
    """Return every declarer with every partner that he can have, and that there are none."""
    seats = range(players)
    allies = [None] if players == 3 else seats
    return [(None, None), *((one, ally) for one in seats for ally in allies if one != ally)]


@pytest.mark.parametrize("players", [3, 5])
def test_bids_bring_whole_points_at_every_ending(players: int) -> None:
    seats = range(players)
    for first, bid, (declarer, ally) in product(seats, BIDS, sides(players)):
        table = over_with(players, first, bid, declarer, ally)
        referee = Tatties(
            [Counter()] * players, 0, bid=bid, declarer=declarer, ally=ally, out=[first]
        )
        paid = [table.query("bids.paid", seat) for seat in seats]
        assert paid == referee.paid()
        if declarer is not None:
            thirds = 9 if players == 5 else 3
            if first != declarer:
                thirds = 3 if first == ally or players == 3 else 4
            assert sum(referee.paid()) * 3 == thirds * BIDS[bid]


# Who sees which cards


def played(table: Position, script: Iterable[tuple[int, str]]) -> Position:
    """Take actions as they are written, each by its seat."""
    for seat, written in script:
        (found,) = [
            action
            for action in table.actions(seat)
            if " ".join(words(table.rules, action)) == written
        ]
        table = table.apply(found)
    return table


def declared(players: int, bid: str) -> Position:
    """Deal a hand in which the dealer, in the first seat, declares."""
    rules = checked_rules_of("tatties", players)
    table = next(t for t in map(rules.new_hand, range(99)) if t.value("dealer") == 0)
    declines = [(seat, "decline") for seat in range(1, players)]
    return played(table, [(0, f"bid {bid}"), *declines])


def both(table: Position, seat: int, name: str) -> tuple[Position, Position]:
    """Return what comes of the first and of the last choice of an action."""
    found = [action for action in table.actions(seat) if action.name == name]
    return table.apply(found[0]), table.apply(found[-1])


def who_can_tell(one: Position, other: Position) -> set[int]:
    """Return the seats that see a difference between two positions."""
    assert one.state != other.state
    return {seat for seat in range(one.rules.players) if one.view(seat) != other.view(seat)}


@pytest.mark.parametrize("bid", BIDS)
def test_nobody_else_sees_what_the_declarer_draws_and_puts_back(bid: str) -> None:
    table = declared(3, bid)
    drawn = CARDS[bid]
    for seat in (1, 2):
        moves = [move for event in table.view(seat).seen[1:] for move in event.moves]
        assert sum(move.unseen for move in moves) == drawn
        assert all(move.cards == 0 for move in moves)
    own = [move for event in table.view(0).seen[1:] for move in event.moves]
    assert sum(move.unseen for move in own) == 0
    assert who_can_tell(*both(table, 0, "discard")) == {0}


def test_everybody_sees_what_the_declarer_lays_down() -> None:
    assert who_can_tell(*both(declared(5, "forty-five"), 0, "lay")) == set(range(5))


def laid(table: Position) -> Position:
    """Have the declarer lay down the first card that he can, till it is for the others."""
    while lays := [action for action in table.actions(0) if action.name == "lay"]:
        table = table.apply(lays[0])
    return table


def offered(table: Position, *, but: int | None = None) -> Position:
    """Have all the others, but for one of them, offer the first cards that they can."""
    for seat in set(range(1, 5)) - {but}:
        while offers := [action for action in table.actions(seat) if action.name == "offer"]:
            table = table.apply(offers[0])
    return table


@pytest.mark.parametrize("bid", BIDS)
def test_an_offer_is_a_secret_until_all_have_chosen_and_none_then(bid: str) -> None:
    before = laid(declared(5, bid))
    one, other = both(before, 2, "offer")
    assert who_can_tell(one, other) == {2}
    waiting = tuple(offered(table, but=2) for table in (one, other))
    assert who_can_tell(*waiting) == ({2} if CARDS[bid] > 1 else set(range(5)))
    revealed = tuple(offered(table) for table in waiting)
    assert who_can_tell(*revealed) == set(range(5))


def test_what_is_taken_back_has_been_seen_by_all() -> None:
    table = offered(laid(declared(5, "thirty")))
    after = played(table, [(0, "swap seat 2")])
    for seat in range(5):
        moves = [move for move in after.view(seat).seen[-1].moves if move.target.zone == "hand"]
        assert len(moves) == 5
        assert all(move.unseen == 0 for move in moves)
