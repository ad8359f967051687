"""Sequences of actions counted by evaluation alone: slowly, and with nothing of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

from haggis_rules.ir import game as ir
from haggis_rules.ir.types import ChoiceType
from haggis_rules.semantics.evaluate import Environment, call, cards_in
from haggis_rules.semantics.patterns import Layout, Patterns, layouts, suits_hold
from haggis_rules.semantics.state import Cards, Combination, GameState, Reading, Value, counts, pack
from haggis_rules.semantics.transition import failing, follow, may_act, perform


class Choice(NamedTuple):
    """An action, who takes it, and what is chosen."""

    action: ir.ActionSchema
    actor: int
    arguments: tuple[Value, ...]

    @property
    def is_open(self) -> bool:
        """Whether it is for any seat, and not for the one in turn."""
        return isinstance(self.action.actor, ir.AnySeat)


class Slowly:
    """Counts the sequences of one game."""

    def __init__(self, game: ir.Game) -> None:
        self.game, self.patterns = game, Patterns(game)
        self.plays = cache(self._plays)
        self.choices = lru_cache(maxsize=64)(self._choices)

    def count(self, state: GameState, depth: int) -> tuple[tuple[int, int], ...]:
        """Return for each length how many sequences there are in canonical order, and in every."""
        found = [[0, 0] for _ in range(depth + 1)]
        for length, canonical in self._sequences(state, depth, [], canonical=True):
            found[length][0] += canonical
            found[length][1] += 1
        return tuple((canonical, every) for canonical, every in found)

    def _sequences(
        self, state: GameState, depth: int, past: list[tuple[GameState, Choice]], *, canonical: bool
    ) -> Iterator[tuple[int, bool]]:
        yield len(past), canonical
        if len(past) == depth or self._is_over(state):
            return
        for choice in self.choices(state):
            left_out = canonical and past and self._exchanges(*past[-1], choice)
            after, line = self.after(state, choice), [*past, (state, choice)]
            yield from self._sequences(after, depth, line, canonical=canonical and not left_out)

    def _exchanges(self, before: GameState, first: Choice, second: Choice) -> bool:
        """Whether two open actions come to the same in the other order, the lower seat first."""
        if not (first.is_open and second.is_open and second.actor < first.actor):
            return False
        if second not in self.choices(before):
            return False
        between = self.after(before, second)
        if first not in self.choices(between):
            return False
        return self.after(between, first) == self.after(self.after(before, first), second)

    def _is_over(self, state: GameState) -> bool:
        finished = self.game.definitions.get("finished")
        return finished is not None and bool(call("finished", (), Environment(self.game, state)))

    def after(self, state: GameState, choice: Choice) -> GameState:
        """Return the state after a choice and all steps that follow."""
        action, actor, arguments = choice
        state = perform(action, actor, arguments, Environment(self.game, state)).state
        for _, turn in follow(self.game, state):
            state = turn.state
        return state

    def _choices(self, state: GameState) -> list[Choice]:
        """Return all that can be done in a state at rest."""
        scene, found = Environment(self.game, state), list[Choice]()
        for action, actor in product(self.game.actions, range(self.game.seats)):
            if may_act(action, actor, scene):
                inside = scene.naming(ir.ACTOR, actor)
                domains = [self._domain(param, inside) for param in action.params]
                found += [
                    Choice(action, actor, arguments)
                    for arguments in product(*domains)
                    if not any(failing(action, actor, arguments, scene))
                ]
        return found

    def _domain(self, param: ir.ActionParam, scene: Environment) -> list[Value]:
        match param:
            case ir.CombinationParam(zone=zone):
                return list(self.plays(cards_in(zone, scene)))
            case ir.CardParam(zone=zone):
                return [card for card, _ in counts(cards_in(zone, scene))]
            case ir.FreeParam(type=kind):
                size = len(kind.choices) if isinstance(kind, ChoiceType) else self.game.size(kind)
                return list(range(size))

    def _plays(self, hand: Cards) -> tuple[Combination, ...]:
        """Return every play of a hand: laid out row by row, and seen to by the definition."""
        found = dict[Combination, None]()
        held = [card for card, copies in counts(hand) for _ in range(copies)]
        for reading in self.patterns.readings:
            pattern = self.game.patterns[reading[0]]
            for layout in layouts(self.game, pattern, reading[1:]):
                for rows in self._laid(reading, layout, held, []):
                    cards = pack((card, 1) for row in rows for card in row)
                    if self.patterns.makes(reading, cards):
                        found[Combination(reading, cards)] = None
        return tuple(found)

    def _laid(
        self, reading: Reading, layout: Layout, held: list[int], rows: list[tuple[int, ...]]
    ) -> Iterator[list[tuple[int, ...]]]:
        """Yield the ways to lay cards into rows, but for those whose suits are wrong already."""
        if len(rows) == len(layout):
            yield rows
            return
        row, stands = layout[len(rows)], self.patterns.stands[reading[0]]
        fitting = [card for card in held if row.rank in stands[card]]
        for chosen in sorted(set(combinations(fitting, row.width))):
            laid = [*rows, chosen]
            if self._may_hold(reading, layout, laid):
                left = list(held)
                for card in chosen:
                    left.remove(card)
                yield from self._laid(reading, layout, left, laid)

    def _may_hold(self, reading: Reading, layout: Layout, rows: list[tuple[int, ...]]) -> bool:
        """Whether the suits of the first rows of a part can be right in the end."""
        part = layout[len(rows) - 1].part
        rule = self.game.patterns[reading[0]].parts[part].suits
        if rule not in {ir.SuitRule.ONE, ir.SuitRule.MATCHING, ir.SuitRule.MATCHING_DIFFERENT}:
            return True
        of_part = [row for row, at in zip(rows, layout, strict=False) if at.part == part]
        suits = [[self._suit(card) for card in row] for row in of_part]
        return suits_hold(rule, None, suits, len(self.game.suits))

    def _suit(self, card: int) -> int | None:
        if self.patterns.any_suit[card]:
            return None
        suit = self.game.cards[card].suit
        return -1 if suit is None else suit
