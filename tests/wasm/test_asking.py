"""The module that answers about plays says what the engine says, and each refusal in it counts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import cast, get_args

import pytest

from haggis_rules.codegen.lowered.build import FALSE
from haggis_rules.codegen.lowered.form import LoweredModule, Return, Statement, When, While
from haggis_rules.codegen.lowered.pruning import pruned
from haggis_rules.engine.rules import Rules
from haggis_rules.enumeration.wild_assignment import WildAssignment, WildPin, WildValue
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Definition, Form, Param
from haggis_rules.ir.reads import reads
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import NumberType, Plain, Type
from haggis_rules.lowering.asking.answers import HandCounts, LoweredAsking, lower_asking
from haggis_rules.lowering.asking.asked_readings import (
    LAYOUT_FITS,
    MADE,
    MAKES,
    MET,
    PART_FITS,
    PIN,
    PINNED,
    STAND,
)
from haggis_rules.lowering.bodies.body import LoweringContext, context_of
from haggis_rules.lowering.clauses.definitions import lower_definitions
from haggis_rules.lowering.clauses.noted_clauses import NotedClauses
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.rows.plays import HELD
from haggis_rules.notation.values import Json, cards_named
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import Cards, Combination, Reading, pack
from haggis_rules.site.ask.vectors import vectors
from tests.ask.asked import HERON, ODD, TEAL
from tests.corpus import Case, corpus
from tests.games import TESTS, rules_of
from tests.strategies import names_of
from tests.wasm.running import READERS, ROOM, Running, Start, interpreted

EVERY_WORD = "every-word"
DABCHICK = TESTS / "wasm" / "dabchick.haggis"  # suits in two words
# Patterns of every kind: wild cards, needs, needs of lines, suits of each rule, hidden ranks.
GAMES = {"classic": 2, "cats": 2, "rogers": 2, HERON: None, ODD: 2, TEAL: None, DABCHICK: None}
EXTRA = {"odd": ("2r 2r 3r 3r", "Z Z"), "cats": ("5h 6h 7h J Q K",)}
FEW, MANY = 40, 120  # questions about each


class AskedGame:
    """What a module answers about some cards."""

    def __init__(self, rules: Rules, module: LoweredModule | None = None) -> None:
        self.low = _lowered(rules)
        self.running: Running = READERS[-1](module or self.low.module)
        self.places = self.low.readings

    def made(self, cards: Cards) -> list[Reading]:
        """Return all readings of cards."""
        count = self.running.call(MADE, self._put(cards), 0)
        found = self.running.read(self.places.found, 4 * count)
        each = [found[at : at + 4] for at in range(0, 4 * count, 4)]
        return [self.places.order[int.from_bytes(one, "little")] for one in each]

    def makes(self, reading: Reading, cards: Cards, pins: Sequence[WildPin]) -> bool:
        """Tell whether cards make a reading with some of them pinned."""
        for number, pin in enumerate(pins):
            suit = -1 if pin.stand.suit is None else pin.stand.suit
            content = [
                one.to_bytes(4, "little", signed=True) for one in (pin.card, pin.stand.rank, suit)
            ]
            self.running.write(self.places.pins + PIN * number, b"".join(content))
        place = self.places.order.index(reading)
        return bool(self.running.call(MAKES, place, self._put(cards), len(pins)))

    def counts(self, cards: Cards) -> dict[Reading, int]:
        """Return how many plays of each reading a hand holds."""
        plays = self.low.plays
        assert isinstance(plays, HandCounts)
        self.running.call(HELD, self._put(cards))
        self.running.call(plays.function)
        order = self.places.order
        found = self.running.read(plays.counts, 4 * len(order))
        each = (int.from_bytes(found[4 * at : 4 * at + 4], "little") for at in range(len(order)))
        return {reading: count for reading, count in zip(order, each, strict=True) if count}

    def _put(self, cards: Cards) -> int:
        size = 8 * self.low.context.layout.words
        self.running.write(self.places.cards, cards.to_bytes(size, "little"))
        return self.places.cards


@cache
def _lowered(rules: Rules) -> LoweredAsking:
    return lower_asking(rules.game, None)


@cache
def questions(rules: Rules, count: int) -> list[tuple[Cards, list[Reading]]]:
    """Return cards, and what the engine says that they make."""
    asked = [one["cards"] for one in vectors(rules, "", count=2 * count, seed=3) if "cards" in one]
    extra = [text.split() for text in EXTRA.get(rules.name, ())]
    cards = [cards_named(rules.game, cast("list[Json]", one)) for one in [*extra, *asked]]
    return [(one, rules.readings(one)) for one in cards]


def pinned(rules: Rules, count: int) -> Iterator[tuple[Reading, Cards, list[WildPin], bool]]:
    """Yield plays with one wild card or two pinned, and whether the engine takes them so."""
    assignment, chance = WildAssignment(rules.patterns), Random(4)
    suits: list[int | None] = [*range(len(rules.game.suits))] or [None]
    anything = [WildValue(rank, suit) for rank in range(len(rules.game.ranks)) for suit in suits]
    for cards, readings in questions(rules, count):
        for reading in readings:
            wild = assignment.wild(reading, cards)
            for number, card in enumerate(wild[:2]):
                right = assignment.assign(reading, cards)[:number]
                may = assignment.may(reading, cards)[card]
                stand = chance.choice(anything if chance.randrange(2) else may)
                pins = [*right, WildPin(card, stand)]
                within = stand.rank in rules.patterns.stands[reading[0]][card]
                yield reading, cards, pins, within and assignment.fits(reading, cards, pins)
            if wild:
                same = assignment.assign(reading, cards)[0]
                yield reading, cards, [same] * (wild.count(same.card) + 1), False
        other = chance.choice(_lowered(rules).readings.order)  # mostly of another size
        yield other, cards, [], other in readings


def agrees(rules: Rules, game: AskedGame, count: int) -> bool:
    """Tell whether a module says what the engine says, of cards and of pinned ones."""
    return all(game.made(cards) == readings for cards, readings in questions(rules, count)) and all(
        game.makes(reading, cards, pins) == right
        for reading, cards, pins, right in pinned(rules, count)
    )


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_cards_make_what_the_engine_says(name: str | Path) -> None:
    rules = rules_of(name, GAMES[name])
    assert agrees(rules, AskedGame(rules), FEW)


@pytest.mark.parametrize("name", ["classic", TEAL], ids=lambda name: Path(name).stem)
def test_a_hand_holds_what_the_engine_finds(name: str | Path) -> None:
    rules, chance = rules_of(name, GAMES[name]), Random(5)
    game = AskedGame(rules)
    deck = [card for card, one in enumerate(rules.game.cards) for _ in range(one.copies)]
    for size in (3, 7, 9):
        hand = sum(pack([(card, 1)]) for card in chance.sample(deck, size))
        found = Counter(reading for reading, _ in rules.enumerator.plays(hand))
        assert game.counts(hand) == dict(found)


def test_the_pins_that_are_tried_hold_as_well_as_not() -> None:
    several = Counter(right for *_, right in pinned(rules_of("classic", 2), MANY))
    assert min(several[True], several[False]) > 20


# Places in which cards are refused, by the function and the number there, and a game that shows it.
REFUSALS = [
    *(("classic", PART_FITS, number) for number in (1, 3)),
    *(("classic", LAYOUT_FITS, number) for number in (0, 1, 2, 4)),
    *(("classic", one, 0) for one in (MET, PINNED)),
    ("cats", PART_FITS, 9),
    *((ODD, PART_FITS, number) for number in (0, 2, 4)),
    *((ODD, one, number) for one, number in ((PINNED, 1), (STAND, 0), (LAYOUT_FITS, 3))),
    (TEAL, PART_FITS, 0),
]


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize(("name", "function", "number"), REFUSALS)
def test_a_refusal_that_is_left_out_is_noticed(
    name: str | Path, function: str, number: int
) -> None:
    rules = rules_of(name, GAMES[name])
    module = _lowered(rules).module
    functions = [
        replace(one, body=_without(one.body, [number])) if one.name == function else one
        for one in module.functions
    ]
    assert functions != [*module.functions]
    assert not agrees(rules, AskedGame(rules, replace(module, functions=tuple(functions))), MANY)


def _without(body: Sequence[Statement], left: list[int]) -> tuple[Statement, ...]:
    """Return statements without the refusal of a number; ``left`` counts down to it."""
    found = list[Statement]()
    for one in body:
        match one:
            case When(then=(Return(value=value),), otherwise=()) if value == FALSE:
                left[0] -= 1
                if left[0] != -1:
                    found.append(one)
            case When(then=then, otherwise=otherwise):
                inside = _without(then, left), _without(otherwise, left)
                found.append(replace(one, then=inside[0], otherwise=inside[1]))
            case While(body=inner):
                found.append(replace(one, body=_without(inner, left)))
            case _:
                found.append(one)
    return tuple(found)


# What looks at a state of play: no word that is asked of readings alone has any of it.
STATEFUL = (nodes.Before, nodes.SomePlay)


def noted(case: Case, start: Start) -> set[str]:
    """Return the clauses that a module notes for an expression that has a value."""
    kinds = names_of(case.game)
    named = {name: kinds[name] for name in reads(case.game, case.node).names}
    params = tuple(Param(name, kind) for name, kind in named.items())
    clause = next(iter(case.game.clauses))
    node = case.node
    asked = Definition("asked", clause, Form.CONSTANT, params, node.type, node, (), exported=True)
    context = replace(_defined(case.game.name), functions=[*_defined(case.game.name).functions])
    notes = NotedClauses(context, asked)
    running = start(pruned(LoweredModule((*context.functions,), context.memory.data, ROOM)))
    end, arguments = context.memory.end, list[int]()
    for content in (context.layout.write(case.state), *_combinations(case, named, context)):
        running.write(end, content)
        arguments.append(end)
        end += -(-len(content) // 16) * 16
    combinations = iter(arguments[1:])
    values = [
        next(combinations)
        if isinstance(case.names[name], Combination)
        else context.layout.value(kind, case.names[name])
        for name, kind in named.items()
    ]
    running.call(notes.function, arguments[0], *values)
    marks = running.read(notes.marks, len(notes.names))
    return {name for name, mark in zip(notes.names, marks, strict=True) if mark} - {clause}


def _combinations(
    case: Case, named: Mapping[str, Type], context: LoweringContext
) -> Iterator[bytes]:
    for name in named:
        value = case.names[name]
        if isinstance(value, Combination):
            yield context.layout.combination(value)


@cache
def _defined(name: str) -> LoweringContext:
    context = context_of(rules_of(name, 6).game)
    lower_definitions(context)
    return context


def trail_of(case: Case) -> set[str] | None:
    """Return the clauses that an expression rests on, None where it has no value."""
    trail: set[str] = set()
    try:
        evaluate(case.node, Environment(case.game, case.state, case.names, case.before, trail))
    except Breach:
        return None
    return trail - {next(iter(case.game.clauses))}


@pytest.mark.slow
@pytest.mark.parametrize("start", [interpreted])
def test_the_clauses_that_are_noted_are_those_that_an_expression_rests_on(start: Start) -> None:
    seen, several = Counter[type](), Counter[int]()
    for cases in corpus(EVERY_WORD).values():
        for case in cases:
            trail = trail_of(case)
            if trail is None or any(isinstance(one, STATEFUL) for one in everywhere(case.node)):
                continue
            try:
                found = noted(case, start)
            except NotLoweredError:  # a word that looks at some play
                continue
            assert found == trail, case.node
            seen.update({type(one) for one in everywhere(case.node)})
            several[len(trail)] += 1
    assert all(seen[kind] >= 3 for kind in {*get_args(nodes.Expr)} - {*STATEFUL})
    assert len(several) > 4


def _over_ranks() -> list[tuple[nodes.Expr, bool]]:
    """Return expressions, and whether they look at the order of ranks, for their second rank."""
    truth, number, binder = Plain.TRUTH, NumberType(0, 3), nodes.Binder("r", Plain.RANK)
    rank = nodes.Variable(Plain.RANK, "r")
    looks = nodes.AtMost(truth, rank, rank)
    is_first, is_second = (
        nodes.Equal(truth, rank, nodes.Constant(Plain.RANK, index)) for index in (0, 1)
    )

    def second(otherwise: bool) -> nodes.Expr:  # noqa: FBT001
        return nodes.If(truth, is_second, looks, nodes.Truth(truth, otherwise))

    one, two = nodes.Number(number, 1), nodes.Number(number, 2)
    least = nodes.If(number, second(otherwise=True), one, two)
    return [
        (nodes.Every(truth, binder, second(otherwise=True)), True),
        (nodes.Every(truth, binder, second(otherwise=False)), False),
        (nodes.Some(truth, binder, second(otherwise=False)), True),
        (nodes.Some(truth, binder, second(otherwise=True)), False),
        (nodes.Most(number, binder, is_first, least), False),
        (nodes.Least(number, binder, None, least), True),
        (nodes.Most(number, binder, second(otherwise=True), one), True),
        (nodes.NumberOf(number, binder, second(otherwise=False)), True),
    ]


@pytest.mark.parametrize(("node", "looks"), _over_ranks())
def test_what_is_not_looked_at_is_not_noted(node: nodes.Expr, *, looks: bool) -> None:
    case = corpus(EVERY_WORD)[nodes.Truth][0]
    ranks = case.game.declared["ranks"]
    found = noted(case._replace(node=node), interpreted)
    assert found == trail_of(case._replace(node=node))
    assert (ranks in found) == looks
