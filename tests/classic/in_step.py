"""A match that the engine and the reference play in step; where they differ, this says what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from haggis_rules import Action, MatchState, Table
from tests.classic.said import ENTRIES, Said, number
from tests.reference.hand import Hand, Move, Passes
from tests.reference.happenings import of_hand, of_match, of_move
from tests.reference.match import Match
from tests.reference.players import choose, some_leanings

if TYPE_CHECKING:
    from collections.abc import Mapping


class Difference(Exception):
    """The engine and the reference differ in something."""

    def __init__(self, what: str, engine: object, reference: object) -> None:
        self.what, self.engine, self.reference = what, engine, reference
        super().__init__(what, engine, reference)

    def __str__(self) -> str:
        return f"{self.what}: the engine has {self.engine}, the reference {self.reference}"


def play_in_step(
    said: Said, seed: int, *, hands: type[Hand] = Hand, matches: type[Match] = Match
) -> Counter[str]:
    """Play a match, and count what happened. Raises ``Difference``.

    ``hands`` and ``matches`` are what the reference plays by.
    """
    state = said.rules.new_match(seed)
    match = matches(said.players, number(state.value("dealer")), said.target)
    both = _InStep(said, match, hands, state, Random(seed))
    while not both.state.finished:
        try:
            both.play_hand()
        except Difference as difference:
            difference.add_note(f"in hand {len(both.state.sheet) + 1} of match {seed}")
            raise
    both.happened["matches"] += 1
    return both.happened


@dataclass(slots=True)
class _InStep:
    """The engine's match and the reference's, and what has happened so far."""

    said: Said
    match: Match
    hands: type[Hand]
    state: MatchState
    rng: Random
    happened: Counter[str] = field(default_factory=Counter[str])

    def play_hand(self) -> None:
        """Play a hand to its end, and compare all on the way."""
        hand = self._dealt()
        leanings, passed = some_leanings(self.rng, self.said.players), set[int]()
        while not hand.is_over:
            self._compare_cards(self.state.table, hand)
            actions = self._compare_moves(hand)
            move = choose(self.rng, hand, leanings)
            self.happened.update(of_move(hand, move, passed))
            earlier, self.state = self.state.last_hand, self.state.apply(actions[move])
            hand.make(move)
            _compare("end of the hand", self.state.last_hand is not earlier, hand.is_over)
            if isinstance(move, Passes):
                passed.add(move.seat)
            if not hand.laid:
                passed.clear()
        self.match.add(hand)
        self._compare_end(hand)
        self.happened["hands"] += 1
        self.happened.update(of_hand(hand))
        self.happened.update(of_match(self.match, hand))

    def _dealt(self) -> Hand:
        """Seat the reference's players with the cards that the engine has dealt."""
        hands = [set(cards) for cards in self.said.zone(self.state.table, "hand")]
        (haggis,) = self.said.zone(self.state.table, "haggis")
        return self.hands(hands, set(haggis), self.match.leader, self.said.is_tournament)

    def _compare_moves(self, hand: Hand) -> Mapping[Move, Action]:
        acting = tuple(seat for seat in hand.seats if hand.moves(seat))
        _compare("seats to act", self.state.to_act, acting)
        known: dict[Move, Action] = {}
        for seat in acting:
            offered, wanted = self.state.actions(seat), set(hand.moves(seat))
            moves = {self.said.move(action): action for action in offered}
            _compare("number of moves", len(offered), len(moves))
            if set(moves) != wanted:
                raise Difference("moves", set(moves) - wanted, wanted - set(moves))
            known |= moves
        return known

    def _compare_cards(self, table: Table, hand: Hand) -> None:
        pile = [card for _, play in hand.laid for card in play.cards]
        _compare("hands", self.said.zone(table, "hand"), list(map(sorted, hand.hands)))
        _compare("captured", self.said.zone(table, "captured"), list(map(sorted, hand.captured)))
        _compare("pile", self.said.zone(table, "pile"), [sorted(pile)])
        _compare("haggis", self.said.zone(table, "haggis"), [sorted(hand.haggis)])

    def _compare_end(self, hand: Hand) -> None:
        """Compare what a hand left behind, its score sheet, and what lasts to the next one."""
        ended, match = self.state.last_hand, self.match
        assert ended is not None
        self._compare_cards(ended, hand)
        entries = self.state.sheet[-1].entries
        for place, name in enumerate(ENTRIES):
            wanted = [(seat, own[place]) for seat, own in enumerate(hand.sheet())]
            _compare(name, [(one.owner, one.points) for one in entries if one.name == name], wanted)
        _compare("entries", {one.name for one in entries}, set(ENTRIES))
        _compare("scores", self.state.scores, tuple(match.points))
        _compare("end of the match", self.state.finished, match.winner is not None)
        _compare("dealer", self.state.value("dealer"), match.dealer)
        _compare("first leader", self.state.value("opener"), match.leader)


def _compare(what: str, engine: object, reference: object) -> None:
    """Raise ``Difference`` unless the two say the same."""
    if engine != reference:
        raise Difference(what, engine, reference)
