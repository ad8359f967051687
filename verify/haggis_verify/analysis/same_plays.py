"""Whether two games let a hand play the same, reading by reading, for every hand there can be.

For each reading both solvers are asked for a hand that holds its cards by the one text and not by
the other. What such a hand is follows from the promises that look at cards alone: they are taken
for granted only where the decks do not do, and are named. The counting form stands for the
definition here; ``patterns`` proves that they are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import ClassVar

from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game
from haggis_rules.ir.reads import reads
from haggis_rules.ir.wild_states import wild_states
from haggis_rules.semantics.patterns import Patterns, show_cards, show_reading
from haggis_rules.semantics.state import Cards, Reading, size
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.obligations.matter import EncodedGame, is_invariant
from haggis_verify.obligations.reading_claims import sizes_of
from haggis_verify.patterns.definition_form import deck_counts, needs
from haggis_verify.patterns.proofs import cards_of_case
from haggis_verify.patterns.questions import counting
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import (
    Entailed,
    NotEntailed,
    SolverConflict,
    Undecided,
    combine_answers,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm
from haggis_verify.terms.smtlib import script

ComparisonProgress = Callable[[int, int], None]  # told how many readings are done, and of how many


@dataclass(frozen=True, slots=True)
class UnmatchedPlay:
    """Cards that the game of this name lets be played with this reading, and the other does not."""

    game: str
    reading: str
    cards: str


@dataclass(frozen=True, slots=True)
class EqualPlays:
    """Whatever a hand holds, it can play the same by both.

    ``readings`` were compared. ``premises`` are the promises on hands that this rests on, and
    ``without`` is a play on which they would differ if these were not kept.
    """

    kind: ClassVar[str] = "same"
    readings: int
    z3: float
    cvc5: float
    premises: tuple[str, ...] = ()
    without: UnmatchedPlay | None = None


@dataclass(frozen=True, slots=True)
class UnequalPlays:
    """There is a play that only one of them has; this is one with the fewest cards."""

    kind: ClassVar[str] = "different"
    play: UnmatchedPlay


@dataclass(frozen=True, slots=True)
class UncomparedPlays:
    """Nothing is known of the plays of these two, and why."""

    kind: ClassVar[str] = "unknown"
    reason: str


Compared = EqualPlays | UnequalPlays | UncomparedPlays


def compare_plays(
    first: Game,
    second: Game,
    solvers: SolverPool,
    progress: ComparisonProgress | None = None,
    *,
    alone: str | None = None,
) -> Compared:
    """Compare what can be played by two games with the same cards.

    With ``alone``, a combination, only its readings that one of them does not know at all are
    asked about.
    """
    if _cards(first) != _cards(second):
        return UncomparedPlays("their cards are not the same")
    if wild_states(first) or wild_states(second):
        return UncomparedPlays("which cards are wild depends on the state of play")
    return _Comparison(_PlaySide(first), _PlaySide(second), solvers, alone).run(
        progress or _quietly
    )


def _quietly(_done: int, _readings: int) -> None:
    """Tell nobody."""


def _cards(game: Game) -> tuple[object, ...]:
    """Return the cards by what they are, whatever the suits are called."""
    return game.ranks, len(game.suits), [(c.rank, c.suit, c.copies) for c in game.cards]


@dataclass
class _PlaySide:
    """One of the two games."""

    game: Game

    @cached_property
    def patterns(self) -> Patterns:
        return Patterns(self.game)

    @cached_property
    def readings(self) -> Mapping[str, Reading]:
        """Its readings as they are written, those of the fewest cards first."""
        fewest = {each: min(sizes_of(each, self.patterns)) for each in self.patterns.readings}
        return {
            show_reading(self.game, each): each for each in sorted(fewest, key=fewest.__getitem__)
        }

    def makes(self, written: str, held: CardCounts) -> BoolTerm:
        """Say that these cards make a reading, by counting."""
        reading = self.readings.get(written)
        if reading is None:
            return build.FALSE
        given = needs(self.patterns, reading[0], held)
        return build.conjunction([given, counting(self.patterns, reading, held)])


@dataclass
class _Comparison:
    """What is asked of two games, and what was found so far."""

    first: _PlaySide
    second: _PlaySide
    solvers: SolverPool
    alone: str | None = None
    z3: float = 0.0
    cvc5: float = 0.0
    without: UnmatchedPlay | None = None
    used_promises: dict[str, None] = field(default_factory=dict[str, None])

    def run(self, progress: ComparisonProgress) -> Compared:
        """Ask of each reading of either."""
        readings = list(dict.fromkeys([*self.first.readings, *self.second.readings]))
        if self.alone is not None:
            both = self.first.readings.keys() & self.second.readings.keys()
            readings = [each for each in readings if each not in both and self._is_alone(each)]
        # The fewest cards first, so that the first difference is one with the fewest. Two questions
        # for each reading, all queued before the first is looked at.
        readings.sort(key=self._fewest)
        queued = [list(self._questions(written)) for written in readings]
        for question in chain.from_iterable(queued):
            self.solvers.expect(script(question))
        for done, (written, questions) in enumerate(zip(readings, queued, strict=True)):
            progress(done, len(readings))
            for side, question in zip((self.first, self.second), questions, strict=True):
                found = self._settle(written, question, side)
                if found is not None:
                    return found
        return EqualPlays(
            len(readings), self.z3, self.cvc5, tuple(self.used_promises), self.without
        )

    def _is_alone(self, written: str) -> bool:
        """Whether a reading is of the combination that is asked about."""
        (side,) = (each for each in (self.first, self.second) if written in each.readings)
        return side.game.patterns[side.readings[written][0]].name == self.alone

    def _fewest(self, written: str) -> int:
        sides = [s for s in (self.first, self.second) if written in s.readings]
        return min(min(sizes_of(s.readings[written], s.patterns)) for s in sides)

    @cached_property
    def _held(self) -> CardCounts:
        return deck_counts(self.first.game)

    def _questions(self, written: str) -> Iterator[list[BoolTerm]]:
        """Say that cards make a reading by the one and not by the other, and the other way."""
        mine, theirs = (side.makes(written, self._held) for side in (self.first, self.second))
        yield [mine, build.negation(theirs)]
        yield [theirs, build.negation(mine)]

    def _settle(self, written: str, question: list[BoolTerm], side: _PlaySide) -> Compared | None:
        """Ask both solvers, first of the deck and then of a hand; None when there is no such."""
        outcome = self._ask(question)
        if isinstance(outcome, NotEntailed):
            play = self._play(written, side, cards_of_case(self.first.game, outcome.chosen))
            question = [*question, *self._in_hand]
            used = self.solvers.needed(question, self._promised) or tuple(self._promised)
            outcome = self._ask([*question, *(self._promised[name] for name in used)])
            if isinstance(outcome, Entailed):
                self.used_promises |= dict.fromkeys(used)
                self.without = self.without or play
        match outcome:
            case Entailed(z3=z3, cvc5=cvc5):
                self.z3, self.cvc5 = self.z3 + z3, self.cvc5 + cvc5
                return None
            case NotEntailed(chosen=chosen):
                cards = cards_of_case(self.first.game, chosen)
                return UnequalPlays(self._play(written, side, cards))
            case Undecided(reason=reason):
                return UncomparedPlays(f"{written}: {reason}")
            case SolverConflict(z3=z3, cvc5=cvc5):
                return UncomparedPlays(f"{written}: z3 says {z3}, cvc5 says {cvc5}")

    def _ask(
        self, question: Iterable[BoolTerm]
    ) -> Entailed | NotEntailed | Undecided | SolverConflict:
        facts = list(question)
        return combine_answers(facts, *self.solvers.both(script(facts)))

    def _play(self, written: str, side: _PlaySide, cards: Cards) -> UnmatchedPlay:
        """Tell of a play, once ``Patterns`` has seen that only one of them has it."""
        other = self.second if side is self.first else self.first
        there = other.readings.get(written)
        mine = side.patterns.makes(side.readings[written], cards)
        if not mine or (there is not None and other.patterns.makes(there, cards)):
            message = f"{written}: the definition does not say what the count of {size(cards)} does"
            raise AssertionError(message)
        return UnmatchedPlay(side.game.name, written, show_cards(side.game, cards))

    @cached_property
    def _matter(self) -> EncodedGame:
        return EncodedGame(self.first.game)

    @cached_property
    def _in_hand(self) -> list[BoolTerm]:
        """Say that the cards are in the place that a combination is played from."""
        game, table = self.first.game, self._matter.view.table
        zones = {
            param.zone.zone
            for action in game.actions
            for param in action.params
            if isinstance(param, ir.CombinationParam)
        }
        places = [owned for zone in sorted(zones) for owned in table.zones[zone]]
        inside = [
            build.conjunction(
                build.le(here, there) for here, there in zip(self._held, p, strict=True)
            )
            for p in places
        ]
        return [self._matter.formed, build.disjunction(inside)]

    @cached_property
    def _promised(self) -> dict[str, BoolTerm]:
        """Return what is promised always of cards alone, by both."""
        theirs = {promise.name for promise in self.second.game.promises}
        return {
            name: self._matter.kept(promise, self._matter.view)
            for name, promise in self._matter.promises.items()
            if is_invariant(promise)
            and promise.broken is None
            and name in theirs
            and isinstance(promise.form, ir.Always)
            and not reads(self.first.game, promise.form.claim).states
        }
