"""Hands and matches that the engine and the reference play in step; where they differ, as what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, TypeVar

from haggis_rules import Action, MatchState
from haggis_rules import Position as Table
from tests.classic.said import ENTRIES, Said
from tests.reference.hand import Hand, Move, Passes
from tests.reference.happenings import of_hand, of_match, of_move
from tests.reference.match import Match
from tests.reference.players import choose, some_leanings

if TYPE_CHECKING:
    from collections.abc import Mapping

Position = TypeVar("Position", MatchState, Table)


class Difference(Exception):
    """The engine and the reference differ in something."""

    def __init__(self, what: str, engine: object, reference: object) -> None:
        self.what, self.engine, self.reference = what, engine, reference
        super().__init__(what, engine, reference)

    def __str__(self) -> str:
        return f"{self.what}: the engine has {self.engine}, the reference {self.reference}"


@dataclass(slots=True)
class InStep:
    """A variant, the chances that are taken, and what has happened so far."""

    said: Said
    rng: Random
    happened: Counter[str] = field(default_factory=Counter[str])

    def play(self, position: Position, hand: Hand) -> Position:
        """Play a hand to its end, and compare all on the way. Raises ``Difference``."""
        leanings, passed = some_leanings(self.rng, self.said.players), set[int]()
        while not hand.is_over:
            compare_cards(self.said, _table(position), hand)
            actions = compare_moves(self.said, _table(position), hand)
            move = choose(self.rng, hand, leanings)
            self.happened.update(of_move(hand, move, passed))
            hand.make(move)
            before, position = position, position.apply(actions[move])
            compare("end of the hand", _has_ended(before, position), hand.is_over)
            if isinstance(move, Passes):
                passed.add(move.seat)
            if not hand.laid:
                passed.clear()
        self.happened.update(of_hand(hand))
        self.happened["hands"] += 1
        return position


def play_in_step(
    said: Said, seed: int, *, hands: type[Hand] = Hand, matches: type[Match] = Match
) -> Counter[str]:
    """Play a match, and count what happened. Raises ``Difference``.

    ``hands`` and ``matches`` are what the reference plays by.
    """
    state, both = said.rules.new_match(seed), InStep(said, Random(seed))
    dealer = state.value("dealer")
    assert isinstance(dealer, int)
    match = matches(said.players, dealer, said.target)
    compare("first leader", state.value("hand.leader"), match.leader)
    while not state.finished:
        dealt, (haggis,) = said.zone(state.position, "hand"), said.zone(state.position, "haggis")
        hand = hands(list(map(set, dealt)), haggis, match.leader, said.is_tournament)
        try:
            state = both.play(state, hand)
            match.add(hand)
            _compare_between(said, state, hand, match)
        except Difference as difference:
            difference.add_note(f"in a hand of match {seed} after {match.points}")
            raise
        both.happened.update(of_match(match, hand))
    both.happened["matches"] += 1
    return both.happened


def compare_moves(said: Said, table: Table, hand: Hand) -> Mapping[Move, Action]:
    """Compare who may do what, and give the engine's actions for the reference's moves."""
    wanted = {seat: set(hand.moves(seat)) for seat in hand.seats}
    compare("seats to act", table.to_act, tuple(seat for seat in hand.seats if wanted[seat]))
    known: dict[Move, Action] = {}
    for seat, own in wanted.items():
        offered = table.actions(seat)
        moves = {said.move(action): action for action in offered}
        compare("number of moves", len(offered), len(moves))
        if set(moves) != own:
            raise Difference("moves", set(moves) - own, own - set(moves))
        known |= moves
    return known


def compare_cards(said: Said, table: Table, hand: Hand) -> None:
    """Compare where all cards are."""
    pile = [card for _, play in hand.laid for card in play.cards]
    compare("hands", said.zone(table, "hand"), list(map(sorted, hand.hands)))
    compare("captured", said.zone(table, "captured"), list(map(sorted, hand.captured)))
    compare("pile", said.zone(table, "pile"), [sorted(pile)])
    compare("haggis", said.zone(table, "haggis"), [sorted(hand.haggis)])


def compare_sheet(table: Table, hand: Hand) -> None:
    """Compare what a hand that is over brought, by entries."""
    for name, *wanted in zip(ENTRIES, *hand.sheet(), strict=True):
        compare(name, [table.query(name, seat) for seat in hand.seats], wanted)


def compare(what: str, engine: object, reference: object) -> None:
    """Raise ``Difference`` unless the two say the same."""
    if engine != reference:
        raise Difference(what, engine, reference)


def _compare_between(said: Said, state: MatchState, hand: Hand, match: Match) -> None:
    """Compare what a hand left behind, its score sheet, and what lasts to the next one."""
    ended = state.last_hand
    assert ended is not None
    compare_cards(said, ended, hand)
    compare_sheet(ended, hand)
    sheet = {(one.name, one.owner): one.points for one in state.sheet[-1].entries}
    by_seat = enumerate(hand.sheet())
    wanted = {(e, seat): p for seat, own in by_seat for e, p in zip(ENTRIES, own, strict=True)}
    compare("score sheet", sheet, wanted)
    compare("scores", state.scores, tuple(match.points))
    compare("end of the match", state.finished, match.winner is not None)
    if state.finished:
        compare("winner", state.query("winner"), match.winner)
    compare("dealer", state.value("dealer"), match.dealer)
    compare("first leader", state.value("hand.leader"), match.leader)


def _table(position: MatchState | Table) -> Table:
    return position.position if isinstance(position, MatchState) else position


def _has_ended(before: MatchState | Table, after: MatchState | Table) -> bool:
    if isinstance(before, MatchState) and isinstance(after, MatchState):
        return after.last_hand is not before.last_hand
    return after.finished
