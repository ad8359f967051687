"""Questions with their answers, by which another program shows that it answers as the rules do.

The answers come from the engine and from ``evaluate``, never from a module. The questions are
drawn by chance from a seed: plays out of small hands, one play of each reading that there is,
only wild cards, and cards that only just make nothing. ``page/vectors.md`` tells their form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, zip_longest

from haggis_rules.analysis.sheet.dealt_hands import hands
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.engine.trace import in_order
from haggis_rules.enumeration.wild_assignment import WildAssignment, WildPin, WildValue
from haggis_rules.ir.game import Game, SuitRule, names_of
from haggis_rules.notation.values import Json
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, call, holds_true
from haggis_rules.semantics.random_streams import (
    SplitMix64,
    StreamPurpose,
    pick,
    random_stream,
    shuffled,
)
from haggis_rules.semantics.state import (
    Cards,
    Combination,
    GameState,
    Reading,
    Value,
    counts,
    pack,
    size,
)
from haggis_rules.site.ask.game_words import answers_beats

Vector = dict[str, Json]

NOWHERE = GameState((), ())  # what beats what is asked of readings alone
MOST_CARDS = 9  # in a hand from which plays are drawn
FEWEST_CARDS = 3
MOST_WILD = 4  # wild cards that are tried alone
MOST_ALONE = 12  # such plays


def vectors(rules: Rules, table: str, *, count: int, seed: int) -> Iterator[Vector]:
    """Yield so many questions about one table, by its name, half of each kind where there are two.

    One seed gives the same questions each time.
    """
    chance = random_stream(seed, StreamPurpose.VECTORS, rules.players)
    writer = _VectorWriter(rules, chance)
    orders = answers_beats(rules.game)
    pool: list[Combination] = []
    drawn = writer.cards()
    for number in range(count):
        if number % 2 and orders and pool:
            yield {"table": table, **writer.compared(*writer.pair(pool))}
            continue
        cards = next(drawn)
        readings = rules.readings(cards)
        pool += [Combination(reading, cards) for reading in readings]
        yield {"table": table, **writer.read(cards, readings)}


class _VectorWriter:
    """Draws questions about one game and answers them."""

    def __init__(self, rules: Rules, chance: SplitMix64) -> None:
        self.rules, self.chance = rules, chance
        self.game = rules.game
        self.wild_assignment = WildAssignment(rules.patterns)
        cards = enumerate(self.game.cards)
        self.deck = [card for card, one in cards for _ in range(one.copies)]
        self.wild = sorted(
            {
                card
                for index in range(len(self.game.patterns))
                for card in range(len(self.game.cards))
                if rules.patterns.is_wild(index, card)
            }
        )

    def cards(self) -> Iterator[Cards]:
        """Yield cards to ask about, without end; most of them make something.

        Half come from the lists of special plays as long as these last, and a third of all are
        spoilt, so that a reader which says yes to everything does not pass.
        """
        special = chain(self._wild_alone(), self._of_each_reading())
        while True:
            drawn = None if self._one_in(2) else next(special, None)
            play = self._drawn() if drawn is None else drawn
            yield self._spoilt(play) if self._one_in(3) else play

    def pair(self, pool: Sequence[Combination]) -> tuple[Combination, Combination]:
        """Choose two plays, more often than not of one pattern."""
        play = pick(pool, self.chance)
        alike = [other for other in pool if other.reading[0] == play.reading[0]]
        return play, pick(pool if self._one_in(3) else alike, self.chance)

    def read(self, cards: Cards, readings: Sequence[Reading]) -> Vector:
        """Ask what cards make."""
        shown: Json = self.rules.show(cards).split()
        return {"cards": shown, "readings": [self._reading(one, cards) for one in readings]}

    def compared(self, play: Combination, other: Combination) -> Vector:
        """Ask whether one play beats another, and what says so."""
        plays = {"play": self._play(play), "other": self._play(other)}
        trail: set[str] = set()
        scene = Environment(self.game, NOWHERE, trail=trail)
        arguments: tuple[Value, Value] = (play.reading, other.reading)
        try:
            answer = bool(call(BEATS, arguments, scene))
        except Breach:
            return {**plays, "beats": None}
        clause = _decides(self.game, arguments)
        used_clauses = in_order(self.game, trail)
        return {**plays, "beats": answer, "clause": clause, "rests": used_clauses}

    def _play(self, play: Combination) -> Json:
        reading = self.rules.show(play.reading)
        return {"cards": self.rules.show(play.cards).split(), "reading": reading}

    def _reading(self, reading: Reading, cards: Cards) -> Vector:
        pins = self.wild_assignment.assign(reading, cards)
        may = self.wild_assignment.may(reading, cards)
        return {
            "reading": self.rules.show(reading),
            "laid": [self._pin(pin) for pin in pins],
            "may": {
                self.game.card_name(card): [_stand(self.game, one) for one in stands]
                for card, stands in may.items()
            },
            "clauses": makers(self.rules, reading, cards),
        }

    def _pin(self, pin: WildPin) -> Json:
        return [self.game.card_name(pin.card), _stand(self.game, pin.stand)]

    def _drawn(self) -> Cards:
        """Draw a play out of a small hand; a rare kind is as likely as a common one.

        A kind is a pattern and a number of cards. Uniform draws from all plays would nearly always
        be of the pattern that has most.
        """
        most = min(MOST_CARDS, len(self.deck))
        number = pick(range(min(FEWEST_CARDS, most), most + 1), self.chance)
        hand = shuffled(self.deck, self.chance)[:number]
        if self.wild and self._one_in(2):
            hand[0] = pick([card for card in self.deck if card in self.wild], self.chance)
        plays = self.rules.enumerator.plays(_packed(self._allowed(hand)))
        if not plays:
            return _packed(hand[:1])
        kind = pick(sorted({(reading[0], size(c)) for reading, c in plays}), self.chance)
        return pick([c for r, c in plays if (r[0], size(c)) == kind], self.chance)

    def _spoilt(self, cards: Cards) -> Cards:
        """Return a play spoilt: a card in another suit, another card, one fewer or one more."""
        hand = [card for card, count in counts(cards) for _ in range(count)]
        change = pick(["suit", "suit", "other", "less", "more"], self.chance)
        if change != "more":
            gone = hand.pop(self.chance.below(len(hand)))
            if change == "suit":
                hand.append(pick(self._of_rank(gone), self.chance))
        if change in {"other", "more"} or not hand:
            hand.append(pick(self.deck, self.chance))
        return _packed(self._allowed(hand))

    def _of_rank(self, card: int) -> list[int]:
        """Return all cards of the rank of one."""
        rank = self.game.cards[card].rank
        return [other for other, one in enumerate(self.game.cards) if one.rank == rank]

    def _one_in(self, many: int) -> bool:
        return self.chance.below(many) == 0

    def _allowed(self, hand: Iterable[int]) -> list[int]:
        """Leave out what is there more often than in the deck."""
        allowed: list[int] = []
        for card in hand:
            if allowed.count(card) < self.game.cards[card].copies:
                allowed.append(card)
        return allowed

    def _wild_alone(self) -> Iterator[Cards]:
        """Yield some of the few wild cards that there can be without any others."""
        alone = [
            _packed(some)
            for number in range(1, MOST_WILD + 1)
            for some in combinations_with_replacement(self.wild, number)
            if self._allowed(some) == list(some)
        ]
        yield from shuffled(alone, self.chance)[:MOST_ALONE]

    def _of_each_reading(self) -> Iterator[Cards]:
        """Yield a play of each reading that a hand as dealt can make, pattern after pattern."""
        kinds: dict[int, list[Reading]] = {}
        for reading in self.rules.patterns.readings:
            kinds.setdefault(reading[0], []).append(reading)
        mixed = [shuffled(some, self.chance) for some in kinds.values()]
        in_turn = [one for some in zip_longest(*mixed) for one in some if one is not None]
        for hand in hands(self.game):
            yield from (
                play.cards for play in HoldingBounds(self.rules.patterns, hand).held(in_turn)
            )


def makers(rules: Rules, reading: Reading, cards: Cards) -> tuple[str, ...]:
    """Return the clauses that make cards a reading, in the order of the rules.

    They are that of the pattern, what it needs, what makes its cards wild, and what frees their
    suits where suits count.
    """
    game, index = rules.game, reading[0]
    pattern, groups = game.patterns[index], {game.cards[card].group for card, _ in counts(cards)}
    suited = any(p.suits is not SuitRule.ANY or p.suit_field is not None for p in pattern.parts)
    wilds = {w.clause for w in game.wilds if index in w.patterns and w.group in groups}
    needs = {need.clause for need in game.needs if index in need.patterns}
    frees = {game.groups[group].any_suit for group in groups} if suited else set[str | None]()
    return in_order(game, {pattern.clause, *wilds, *needs, *(one for one in frees if one)})


def _decides(game: Game, arguments: tuple[Value, Value]) -> str:
    """Name the clause that gives the answer: of the exception that holds, or of the word."""
    definition = game.definitions[BEATS]
    names = {param.name: one for param, one in zip(definition.params, arguments, strict=True)}
    scene = Environment(game, NOWHERE, names)
    holding = (one.clause for one in definition.exceptions if holds_true(one.when, scene))
    return next(holding, definition.clause)


def _stand(game: Game, stand: WildValue) -> str:
    suit = None if stand.suit is None else game.suits[stand.suit]
    return names_of(game.ranks[stand.rank], suit)[0]


def _packed(hand: Iterable[int]) -> Cards:
    return pack((card, 1) for card in hand)
