"""The shortest hand in which two games differ: found by chance, and then made shorter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from haggis_rules.analysis.comparison.in_step import ActionChoice, GamesInStep, HandDifference
from haggis_rules.analysis.comparison.small_hands import SmallHand
from haggis_rules.engine.position import Position
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.random_streams import StreamPurpose, pick, random_stream
from haggis_rules.semantics.state import Cards, Combination, counts, size

MOST_SMALL = 40  # actions of a small hand
MOST_DEALT = 400  # of a hand as it is dealt
_Script = Sequence["Action | _Cut"]
EACH_DEALT = 10  # small hands for which one is dealt, where no small one was found
MOST_TRIES = 400  # hands that are looked at to make one shorter


def shortest_hand(games: GamesInStep, hands: int) -> HandDifference | None:
    """Look for a hand in which two games differ among so many, and make it as short as can be.

    The hands are those of the seeds from 1. Small ones come first, of one play for each seat and
    then of more; after them hands as they are dealt. None says that chance has found none.
    """
    best: HandDifference | None = None
    for seed in range(1, hands + 1):
        chance = random_stream(seed, StreamPurpose.COMPARISON)
        hand = games.setting.small(chance, 1 + 3 * seed // (hands + 1))
        found = None if hand is None else games.compare(hand, _by_kind(chance), MOST_SMALL)
        if found is not None and (best is None or found.weight < best.weight):
            best = found
    if best is None:
        best = _in_dealt(games, -(-hands // EACH_DEALT))
    return None if best is None else _shorter(games, best)


def _in_dealt(games: GamesInStep, hands: int) -> HandDifference | None:
    """Look among hands as they are dealt."""
    for seed in range(1, hands + 1):
        chance = random_stream(seed, StreamPurpose.COMPARISON)
        hand = games.setting.dealt(chance)
        found = None if hand is None else games.compare(hand, _by_kind(chance), MOST_DEALT)
        if found is not None:
            return found
    return None


def _by_kind(chance: Random) -> ActionChoice:
    """Choose by chance who acts, then what is done, and then how."""

    def choose(position: Position) -> Action | None:
        seats = position.to_act
        if not seats:
            return None
        by_kind: dict[tuple[object, ...], list[Action]] = {}
        for action in position.actions(pick(seats, chance)):
            by_kind.setdefault((action.name, *_kinds(action)), []).append(action)
        return pick(by_kind[pick(list(by_kind), chance)], chance)

    return choose


def _shorter(games: GamesInStep, found: HandDifference) -> HandDifference:
    """Take away what is not needed, as long as something can go (delta debugging, greedily)."""
    best, tries = found, 0
    going = True
    while going and tries < MOST_TRIES:
        going = False
        for hand, script in _candidates(games, best):
            tries += 1
            less = games.compare(hand, as_written(script), MOST_DEALT)
            fewer = less is not None and _cost(games, less) < _cost(games, best)
            if less is not None and less.ground is best.ground and fewer:
                best, going = less, True
                break
            if tries >= MOST_TRIES:
                break
    return best


def _cost(games: GamesInStep, found: HandDifference) -> tuple[int, ...]:
    hand, places = found.hand, games.setting.rest_places
    return (
        len(found.actions),
        hand.size,
        sum(isinstance(value, tuple) and any(value) for value in hand.values.values()),
        0 if hand.rest is None else places.index(hand.rest),
    )


def _candidates(games: GamesInStep, found: HandDifference) -> Iterator[tuple[SmallHand, _Script]]:
    """Yield hands that are a little less: without a move, a card, a value, or part of a play."""
    hand, actions = found.hand, found.actions
    for index in range(len(actions)):
        yield hand, (*actions[:index], *actions[index + 1 :])
    if hand.rest is None:
        return
    yield replace(hand, rest=games.setting.rest_places[0]), actions
    for owner, cards in enumerate(hand.held):
        if size(cards) > 1:  # who holds nothing has gone out, and a hand does not begin so
            yield from ((hand.without(owner, card), actions) for card, _ in counts(cards))
    for index, action in enumerate(actions):
        yield from _smaller(hand, actions, index, action)
    for name, value in hand.values.items():
        if isinstance(value, tuple) and any(value):
            yield replace(hand, values={**hand.values, name: (0,) * len(value)}), actions


def _smaller(
    hand: SmallHand, actions: Sequence[Action], index: int, action: Action
) -> Iterator[tuple[SmallHand, _Script]]:
    """Yield the hand in which one card of a play is neither held nor played."""
    for place, one in enumerate(action.arguments):
        if isinstance(one, Combination) and size(one.cards) > 1:
            for card, _ in counts(one.cards):
                less = one.cards - (1 << 8 * card)
                cut = _less(action, place, less)
                yield (
                    hand.without(action.actor, card),
                    (*actions[:index], cut, *actions[index + 1 :]),
                )


@dataclass(frozen=True, slots=True)
class _Cut:
    """An action with cards that make less than before: any reading of them will do."""

    action: Action


def _less(action: Action, place: int, cards: Cards) -> _Cut:
    """Return an action whose play has only these cards left."""
    play = action.arguments[place]
    reading = play.reading if isinstance(play, Combination) else ()
    changed = Combination(reading, cards)
    arguments = (*action.arguments[:place], changed, *action.arguments[place + 1 :])
    return _Cut(action._replace(arguments=arguments))


def as_written(script: _Script) -> ActionChoice:
    """Do what is written, as long as it is allowed."""
    left = iter(script)

    def choose(position: Position) -> Action | None:
        action = next(left, None)
        if action is None:
            return None
        if isinstance(action, _Cut):
            return _cut_action(position, action.action)
        return action if position.is_legal(action) else None

    return choose


def _cut_action(position: Position, cut: Action) -> Action | None:
    """Find an action with the cards of one that was cut, if it can be the same combination."""
    legal = [one for one in position.actions(cut.actor) if _fits(one, cut)]
    return min(legal, key=lambda one: _kinds(one) != _kinds(cut), default=None)


def _fits(one: Action, cut: Action) -> bool:
    """Whether an action has the cards, and the other choices, of one that was cut."""
    if one.name != cut.name or len(one.arguments) != len(cut.arguments):
        return False
    return all(
        mine.cards == wanted.cards
        if isinstance(mine, Combination) and isinstance(wanted, Combination)
        else mine == wanted
        for mine, wanted in zip(one.arguments, cut.arguments, strict=True)
    )


def _kinds(action: Action) -> list[int]:
    return [one.reading[0] for one in action.arguments if isinstance(one, Combination)]
