"""Where rules are not sound the module stops where the engine does, and it is told in its words."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from haggis_rules import Breach, Rules
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.engine.compiled_breach import CompiledBreach
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import NumberType, OptionType, Plain, Unit
from haggis_rules.lowering.compiled_game import CompiledGame
from haggis_rules.semantics.breach import Endless, NotEnoughCards, NoValue, OutOfBounds, Overlap
from tests.games import rules_of
from tests.wasm.running import code_of

LONG, CORE, CLASSIC = "long-heron", "neeps-core for 6", "classic for 2"
NO: nodes.Expr = nodes.Truth(Plain.TRUTH, value=False)
YES: nodes.Expr = nodes.Truth(Plain.TRUTH, value=True)
ZERO = nodes.Number(NumberType(0, 0), 0)
NOTHING = nodes.Most(NumberType(0, 0, Unit.POINTS), nodes.Binder("s", Plain.SEAT), NO, ZERO)


def changed(name: str, **parts: Any) -> Rules:
    return Rules(replace(rules_of(name).game, **parts))


def debt() -> Rules:
    """Give one more than nothing away between hands."""
    game = rules_of(LONG).game
    tally = next(i for i, kept in enumerate(game.states) if kept.name == "tally")
    minus = nodes.Number(NumberType(-1, -1), -1)
    let = ir.Let(tally, nodes.Constant(Plain.SEAT, 0), minus, None)
    return changed(LONG, between=(ir.Effected("match.tally", let),))


def score_of_nothing() -> Rules:
    """Score the most of nobody."""
    words = rules_of(LONG).game.definitions
    return changed(
        LONG, definitions={**words, "consoled": replace(words["consoled"], base=NOTHING)}
    )


def end_by_nothing() -> Rules:
    """Ask at the end of a hand for the most of nobody."""
    claim = nodes.AtMost(Plain.TRUTH, NOTHING, ZERO)
    return changed(LONG, until=ir.Guarded("match.end", claim))


def first_value(game: str, name: str) -> Rules:
    """Begin with a value far out of bounds."""
    nine = nodes.Number(NumberType(9, 9), -9)
    low = nodes.Plus(NumberType(0, 9), nine, nine)
    states = tuple(
        replace(kept, initial=low) if kept.name == name else kept
        for kept in rules_of(game).game.states
    )
    return changed(game, states=states)


def first_lasting() -> Rules:
    return first_value(LONG, "best")


def first_of_hand() -> Rules:
    return first_value(CLASSIC, "passes")


def over_at_once() -> Rules:
    """End every hand before it begins."""
    words = rules_of(LONG).game.definitions
    over = replace(words["finished"], base=YES)
    return changed(LONG, definitions={**words, "finished": over}, until=None)


def cards_from_nowhere() -> Rules:
    """Give away with a pass what the pile need not hold."""
    game = rules_of(CORE).game
    pile = next(i for i, zone in enumerate(game.zones) if zone.name == "pile")
    hand = nodes.OwnedZone(0, nodes.Constant(Plain.SEAT, 0))
    card = nodes.Constant(Plain.CARD, 0)
    away = ir.Effected("trick.pass", ir.Move(card, nodes.OneZone(pile), hand, None, None))
    actions = tuple(
        replace(one, effects=(*one.effects, away)) if one.name == "pass" else one
        for one in game.actions
    )
    return changed(CORE, actions=actions)


def step(name: str, clause: str, when: nodes.Expr) -> Rules:
    """Add a step that does nothing."""
    steps = rules_of(CORE).game.steps
    return changed(CORE, steps=(*steps, ir.Step(name, clause, when, ())))


def step_by_nobody() -> Rules:
    seat = nodes.The(Plain.SEAT, nodes.Nothing(OptionType(Plain.SEAT)))
    return step("undefined", "hand.end", nodes.Equal(Plain.TRUTH, seat, seat))


def step_without_end() -> Rules:
    return step("endless", "trick.end", YES)


def two_exceptions() -> Rules:
    """Have two exceptions to one word hold."""
    words = rules_of(LONG).game.definitions
    same = ir.Exception_("score.smallest", YES, ZERO)
    both = replace(words["consoled"], exceptions=(same, same))
    return changed(LONG, definitions={**words, "consoled": both})


BROKEN: list[tuple[Callable[[], Rules], type[Breach], str]] = [
    (debt, OutOfBounds, "match.tally"),
    (score_of_nothing, NoValue, "score.smallest"),
    (end_by_nothing, NoValue, "match.end"),
    (first_lasting, OutOfBounds, "match.tally"),
    (first_of_hand, OutOfBounds, "trick.end"),
    (over_at_once, Endless, ""),
    (cards_from_nowhere, NotEnoughCards, "trick.pass"),
    (step_by_nobody, NoValue, "hand.end"),
    (step_without_end, Endless, ""),
    (two_exceptions, Overlap, "score.smallest"),
]
IDS = [make.__name__ for make, _, _ in BROKEN]


def by_engine(rules: Rules, seed: int) -> tuple[Breach, list[tuple[int, int]]]:
    """Play a match by chance until it breaks, and return why and what was done."""
    chance, done = Random(seed), list[tuple[int, int]]()
    try:
        match = rules.new_match(seed)
        while not match.finished:
            seat = chance.choice(match.to_act)
            actions = match.actions(seat)
            done.append((seat, chance.randrange(len(actions))))
            match = match.apply(actions[done[-1][1]])
    except Breach as breach:
        return breach, done
    raise AssertionError("these rules are sound")


def by_module(rules: Rules, seed: int, done: list[tuple[int, int]]) -> CompiledBreach:
    """Do the same in the module, where nothing but the last breaks."""
    game = rules.compiled()
    if done:
        game.begin(0, seed)
        for seat, place in done[:-1]:
            game.act(0, seat, place)
    with pytest.raises(CompiledBreach) as caught:
        game.act(0, *done[-1]) if done else game.begin(0, seed)
    return caught.value


@pytest.mark.parametrize(("make", "kind", "clause"), BROKEN, ids=IDS)
def test_a_breach_of_the_module_is_that_of_the_engine(
    make: Callable[[], Rules], kind: type[Breach], clause: str
) -> None:
    rules = make()
    wanted, done = by_engine(rules, 1)
    assert (type(wanted), wanted.clause) == (kind, clause)
    found = by_module(rules, 1, done)
    assert (type(found.breach), found.clause) == (kind, clause)
    assert found.code == code_of(wanted)
    assert str(found).startswith(str(wanted))
    assert clause in str(found)
    assert (found.action is None) is (not done)
    if found.action is not None:
        assert found.action.actor == done[-1][0]
        assert str(found).endswith(rules.show_action(found.action, seated=True))


@pytest.mark.slow
@pytest.mark.parametrize(("make", "kind", "clause"), BROKEN, ids=IDS)
def test_a_breach_of_a_batch_is_that_of_the_engine(
    make: Callable[[], Rules], kind: type[Breach], clause: str
) -> None:
    rules, chance = make(), Random(3)

    def play() -> None:
        batch = rules.batch(3)
        for _ in range(2000):
            batch.step([chance.randrange(int(count)) for count in batch.legal_counts])

    with pytest.raises(CompiledBreach) as caught:
        play()
    assert (type(caught.value.breach), caught.value.clause) == (kind, clause)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "method", "clause"),
    [
        (first_of_hand, "reset", "trick.end"),
        (first_of_hand, "playouts", "trick.end"),
        (cards_from_nowhere, "playout", "trick.pass"),
        (cards_from_nowhere, "playouts", "trick.pass"),
        (step_by_nobody, "perft", "hand.end"),
        (step_by_nobody, "playout", "hand.end"),
        (score_of_nothing, "entries", "score.smallest"),
    ],
)
def test_a_breach_is_told_whatever_was_asked(
    make: Callable[[], Rules], method: str, clause: str
) -> None:
    game = make().compiled()
    with pytest.raises(CompiledBreach) as caught:
        ask(game, method)
    assert caught.value.breach is not None
    assert caught.value.clause == clause


def ask(game: CompiledGame, method: str) -> None:
    """Do one thing with a hand."""
    if method == "reset":
        game.reset(0, 1)
        return
    if method == "playouts":
        game.playouts(0, 1, 5)
        return
    game.reset(0, 1)
    match method:
        case "playout":
            game.playout(0)
        case "perft":
            game.perft(0, 2)
        case _:
            game.playout(0)
            game.entries(0)


def test_what_the_engine_does_not_meet_is_told_by_its_code() -> None:
    low = rules_of(LONG)
    game = CompiledGame(low.game)
    found = CompiledBreach(6, None, None, "said")
    assert (found.code, found.clause, str(found)) == (6, "", "said")
    with pytest.raises(LoweredBreach, match="breach"):
        CompiledGame(first_of_hand().game).begin(0, 1)
    assert game.places.matches
