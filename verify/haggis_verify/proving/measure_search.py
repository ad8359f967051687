"""A measure found by itself: numbers that fall in turn, so that a hand ends.

The numbers that are tried are a fixed list: cards in a zone and outside it, seats or teams of which
something holds or does not, and values that only go down or only up. Their order is that of the
greedy method for lexicographic measures (Alias, Darte, Feautrier and Gonnord 2010): a number that
never rises, and that falls with some kinds of move, settles those, and the rest goes on. It is
complete for these numbers. What rises and falls is guessed from moves that were seen, and where a
solver finds a move that does otherwise, that is one more that was seen. What the guess comes to is
shown as any measure that a text promises, so that nothing rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, Unit
from haggis_verify.encode.expressions import number_of
from haggis_verify.encode.transitions import Transition
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.proving.prover import Attempt, Countermodel
from haggis_verify.solvers.solve import complete_model
from haggis_verify.terms.nodes import evaluate_terms

MOST_GUESSES = 40  # each but the last has been refuted by one move more
COUNT = NumberType(0, None)


@dataclass(frozen=True, slots=True)
class MeasuredMove:
    """A move, seen or made up by a solver: its name, and each number before and after it."""

    name: str
    before: tuple[int, ...]
    after: tuple[int, ...]


def search_measure(
    matter: EncodedGame,
    numbers: Sequence[nodes.Expr],
    seen: Iterable[MeasuredMove],
    attempt: Callable[[tuple[nodes.Expr, ...]], Attempt],
) -> Attempt | None:
    """Return the proof of a measure out of these numbers; None when there is none to be found."""
    moves = list(seen)
    game = matter.game
    names = [*(one.name for one in game.actions), *(one.name for one in game.steps)]
    for _ in range(MOST_GUESSES):
        order = lexicographic_order(moves, names, len(numbers))
        if order is None:
            return None
        found = attempt(tuple(numbers[at] for at in order))
        if not isinstance(found, Countermodel):
            return found
        refuting = _seen_in(found, matter, numbers)
        if refuting is None or refuting in moves:
            return None
        moves.append(refuting)
    return None


def lexicographic_order(
    moves: Sequence[MeasuredMove], names: Sequence[str], count: int
) -> tuple[int, ...] | None:
    """Order numbers so that with each move the first that changes falls; None when it cannot be.

    ``names`` are those of all moves, seen or not, and ``count`` says how many numbers there are.
    """
    left, order = list(names), list[int]()
    while left:
        found = next((at for at in range(count) if _settled(moves, left, at)), None)
        if found is None:
            return None
        settled = _settled(moves, left, found)
        left = [name for name in left if name not in settled]
        order.append(found)
    return tuple(order)


def _settled(moves: Sequence[MeasuredMove], left: Sequence[str], at: int) -> frozenset[str]:
    """Return the moves that a number settles: all that make it fall, if none makes it rise."""
    seen = [move for move in moves if move.name in left]
    if any(move.after[at] > move.before[at] for move in seen):
        return frozenset()
    kept = {move.name for move in seen if move.after[at] == move.before[at]}
    return frozenset(left) - kept


def _seen_in(
    found: Countermodel, matter: EncodedGame, numbers: Sequence[nodes.Expr]
) -> MeasuredMove | None:
    """Return the move with which a solver refutes a measure; None where it is another question."""
    move = found.obligation.origin
    if not isinstance(move, Transition):
        return None
    before = [number_of(each, matter.view) for each in numbers]
    after = [number_of(each, matter.after(move)) for each in numbers]
    terms = [*before, *after]
    values = [int(each) for each in evaluate_terms(terms, complete_model(terms, found.chosen))]
    return MeasuredMove(move.move.name, tuple(values[: len(before)]), tuple(values[len(before) :]))


def numbers_of(game: ir.Game) -> tuple[nodes.Expr, ...]:
    """Return the numbers of which a measure is looked for, none of them ever negative."""
    cards = [number for index in range(len(game.zones)) for number in _of_zone(game, index)]
    kept = [
        number
        for index, state in enumerate(game.states)
        if not state.lasting
        for number in _of_state(game, index, state.owner)
    ]
    return (*cards, *kept)


def _of_zone(game: ir.Game, index: int) -> Iterator[nodes.Expr]:
    deck = sum(card.copies for card in game.cards)
    kind = NumberType(0, deck, Unit.CARDS)
    owned = game.zones[index].owner is not ir.Owner.NOBODY
    zone = nodes.EveryZone(index) if owned else nodes.OneZone(index)
    held = nodes.CardsIn(kind, zone, None)
    yield held
    yield nodes.Minus(kind, nodes.Number(kind, deck), held)


def _of_state(game: ir.Game, index: int, owner: ir.Owner) -> Iterator[nodes.Expr]:
    """Yield what can be counted of a state variable, upwards and downwards."""
    kind = game.states[index].type
    match owner:
        case ir.Owner.NOBODY:
            yield from _counts(kind, nodes.Get(kind, index, None))
            return
        case ir.Owner.SEAT:
            binder = nodes.Binder("one", Plain.SEAT)
        case ir.Owner.TEAM:
            binder = nodes.Binder("one", Plain.TEAM)
        case ir.Owner.PAIR:
            return  # zones alone are there for each pair
    value = nodes.Get(kind, index, nodes.Variable(binder.type, binder.name))
    for number in _counts(kind, value):
        yield nodes.Total(COUNT, binder, number)


def _counts(kind: Type, value: nodes.Expr) -> Iterator[nodes.Expr]:
    match kind:
        case Plain.TRUTH:
            yield from _either(value)
        case OptionType():
            yield from _either(nodes.IsNothing(Plain.TRUTH, value))
        case NumberType(low=low, high=high):
            if low is not None:
                yield nodes.Minus(COUNT, value, nodes.Number(COUNT, low))
            if high is not None:
                yield nodes.Minus(COUNT, nodes.Number(COUNT, high), value)
        case ChoiceType(choices=choices):
            places = range(len(choices))
            yield _place(value, places)
            yield _place(value, places[::-1])
        case Plain():
            return


def _either(truth: nodes.Expr) -> Iterator[nodes.Expr]:
    one, none = nodes.Number(COUNT, 1), nodes.Number(COUNT, 0)
    yield nodes.If(COUNT, truth, one, none)
    yield nodes.If(COUNT, truth, none, one)


def _place(value: nodes.Expr, numbers: Sequence[int]) -> nodes.Expr:
    """Count the words of a choice, from the first or from the last."""
    *others, last = [nodes.Number(COUNT, number) for number in numbers]
    found: nodes.Expr = last
    for word, number in reversed(list(enumerate(others))):
        named = nodes.Constant(value.type, word)
        found = nodes.If(COUNT, nodes.Equal(Plain.TRUTH, value, named), number, found)
    return found
