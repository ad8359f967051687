"""Hands of Neeps beside a referee, what bets bring at each ending, and whose message is whose."""

from collections import Counter
from itertools import product

import pytest

from haggis_rules import Position, Rules
from haggis_rules.semantics.state import GameState, Value
from tests.games import checked_rules_of
from tests.systems.neeps import WORTH, Neeps
from tests.systems.tricks import Lays, Words
from tests.systems.watched import Difference, watch, words

HANDS = {4: 120, 6: 100}
FEW = {4: 30}  # of the same hands, in every run


@pytest.mark.slow
@pytest.mark.parametrize("players", FEW)
def test_hands_go_as_the_referee_says(players: int) -> None:
    for seed in range(FEW[players]):
        ended = watch(checked_rules_of("neeps", players), seed, Neeps)
        assert isinstance(ended.referee, Neeps)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("players", HANDS)
def test_many_hands_go_so_and_all_that_may_happen_does(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(HANDS[players]):
        ended = watch(checked_rules_of("neeps", players), seed, Neeps)
        referee = ended.referee
        assert isinstance(referee, Neeps)
        sheet = referee.sheet()
        assert sum(sheet["captured.cards"]) == 21 * players
        happened[f"slam {referee.slams()}"] += 1
        happened["bets"] += len(referee.bets)
        for team, (bettor, _) in referee.bets.items():
            first = referee.out[0]
            happened["partner first"] += bettor != first and referee.side(first) == team
            happened["won"] += bettor == first
        happened["given"] += sum(
            getattr(event.done, "name", "") == "give" for event in ended.table.history
        )
    wanted = ["slam 1", "slam 2", "partner first", "won", "given"]
    wanted += ["slam 3"] if players == 6 else []
    assert min(happened[what] for what in wanted) > 2, happened


class BombersCapture(Neeps):
    """The team of a bomber keeps the cards."""

    def taker(self, seat: int) -> int:
        """Say which team captures a trick that a seat has won."""
        return self.side(seat)


class BetsAreMadeLate(Neeps):
    """Who has played may still bet."""

    def lay(self, seat: int, laid: Lays) -> None:
        """Play cards."""
        super().lay(seat, laid)
        self.begun.discard(seat)


class BetsAreRaised(Neeps):
    """A player may raise his own bet."""

    def may_bet(self, seat: int, amount: str) -> bool:
        """Whether the bet tops any of the team."""
        _, standing = self.bets.get(self.side(seat), (None, ""))
        return seat not in self.begun and WORTH[amount] > (WORTH[standing] if standing else 0)


class TeamsBet(Neeps):
    """A bet is good when anybody of the team is first out."""

    def paid(self) -> list[int]:
        """Return what bets bring to both teams."""
        first = self.out[0]
        self.bets = {
            team: (first if self.side(first) == team else bettor, amount)
            for team, (bettor, amount) in self.bets.items()
        }
        return super().paid()


class NobodySlams(Neeps):
    """Everybody scores by his own count."""

    def slams(self) -> int:
        """Say how many score as the first."""
        return 1


class ResponsesGoOn(Neeps):
    """Responses go the same way as messages."""

    def prepare(self, seat: int, words: Words) -> None:
        """Bet, or lay a card down to be passed."""
        super().prepare(seat, words)
        if self.rounds == 1 and not self.sent:
            self.rounds = 0


class PartnersCount(Neeps):
    """The hands of partners count as well."""

    def others(self, seat: int) -> list[int]:
        """Return everybody else."""
        return [one for one in self.seats if one != seat]


class OnlyTheLeftIsGiven(Neeps):
    """The lead goes to the partner on the left alone."""

    def helpers(self, seat: int) -> list[int]:
        """Return the partner on the left, if he holds cards."""
        return [one for one in super().helpers(seat) if one == self.after(seat, 2)]


class TheLastGoesOut(Neeps):
    """The hand goes on until one player is left."""

    def ended(self) -> bool:
        """Whether one player is left."""
        return len(self.holding) == 1


class WhoFinishesCaptures(Neeps):
    """The team that finishes the hand captures what is left."""

    def _finish(self) -> None:
        self.out.insert(0, self.out.pop())
        super()._finish()


MISTAKES: list[tuple[type[Neeps], int, str]] = [
    (BombersCapture, 4, "captured.cards"),
    (BetsAreMadeLate, 4, "moves of seat"),
    (BetsAreRaised, 4, "moves of seat"),
    (TeamsBet, 4, "bets.paid"),
    (TeamsBet, 6, "bets.paid"),
    (NobodySlams, 4, "going.out"),
    (NobodySlams, 6, "going.out"),
    (ResponsesGoOn, 6, "hands"),
    (PartnersCount, 4, "going.out"),
    (OnlyTheLeftIsGiven, 6, "moves of seat"),
    (TheLastGoesOut, 4, "hands"),
    (WhoFinishesCaptures, 4, "captured.cards"),
]


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize(("kind", "players", "what"), MISTAKES)
def test_a_referee_with_a_mistake_is_told_apart(kind: type[Neeps], players: int, what: str) -> None:
    with pytest.raises(Difference) as caught:  # noqa: PT012 - which hand tells is open
        for seed in range(HANDS[players]):
            watch(checked_rules_of("neeps", players), seed, kind)
    assert caught.value.what.startswith(what)


def over_with(rules: Rules, **values: Value | tuple[Value, ...]) -> Position:
    """Return a position in which a hand is over, as far as bets are concerned."""
    start = rules.new_hand(0).state
    pairs = zip(rules.game.states, start.values, strict=True)
    return rules.at(GameState(tuple(values.get(one.name, v) for one, v in pairs), start.zones))


@pytest.mark.parametrize("players", [4, 6])
def test_bets_bring_what_the_referee_says_at_every_ending(players: int) -> None:
    rules, amounts = checked_rules_of("neeps", players), list(WORTH)
    bets = [None, *product(range(players // 2), range(3))]
    (over,) = [len(c.choices) - 1 for c in rules.game.choices if c.name == "stage"]
    for first, north, south in product(range(players), bets, bets):
        made = {
            team: (2 * one[0] + team, amounts[one[1]])
            for team, one in enumerate((north, south))
            if one is not None
        }
        table = over_with(
            rules,
            stage=over,
            place=tuple(int(seat == first) for seat in range(players)),
            stake=tuple(None if one is None else one[1] for one in (north, south)),
            bettor=tuple(made[team][0] if team in made else None for team in (0, 1)),
        )
        referee = Neeps([Counter()] * players, 0, bets=made, out=[first])
        assert [table.query("bets.paid", team) for team in (0, 1)] == referee.paid()


def with_two_cards_laid(players: int, face: str) -> tuple[Position, Position]:
    """Return two positions that differ in the card that the second seat has laid down as message.

    With six it lies ``face`` up or down, with four always down.
    """
    rules = checked_rules_of("neeps", players)
    table = rules.new_hand(3)
    sends = [one for one in table.actions(1) if words(rules, one)[0] == "send"]
    chosen = [one for one in sends if players == 4 or words(rules, one)[-1] == face]
    return table.apply(chosen[0]), table.apply(chosen[-1])


def when_all_have_sent(table: Position) -> Position:
    """Have the others lay down the first card that they can, so that all messages go over."""
    for seat in set(range(table.rules.players)) - {1}:
        sends = [one for one in table.actions(seat) if one.name == "send"]
        table = table.apply(sends[0])
    return table


def who_can_tell(one: Position, other: Position) -> set[int]:
    """Return the seats that see a difference between two positions."""
    assert one.state != other.state
    return {seat for seat in range(one.rules.players) if one.view(seat) != other.view(seat)}


@pytest.mark.parametrize(("players", "face"), [(4, "down"), (6, "down"), (6, "up")])
def test_nobody_else_sees_a_message_before_all_have_chosen(players: int, face: str) -> None:
    assert who_can_tell(*with_two_cards_laid(players, face)) == {1}


@pytest.mark.parametrize("players", [4, 6])
def test_a_message_face_down_is_seen_by_its_sender_and_its_receiver_alone(players: int) -> None:
    assert who_can_tell(*map(when_all_have_sent, with_two_cards_laid(players, "down"))) == {1, 3}


def test_a_message_face_up_is_seen_by_all_when_all_have_chosen() -> None:
    assert who_can_tell(*map(when_all_have_sent, with_two_cards_laid(6, "up"))) == set(range(6))
