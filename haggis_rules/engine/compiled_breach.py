"""What stopped a module, in the words of the engine, which does the same again."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.engine.hand_points import score_again
from haggis_rules.engine.match import begin, first_hand, resume
from haggis_rules.engine.position import Position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.lowering.layouts.module_names import (
    ABLE,
    ACTIONS,
    BEGIN_MATCH,
    ENTRIES,
    OVER,
    PERFT,
    PLAYOUT,
    PLAYOUTS,
    RESET,
    TAKE,
    TAKE_IN_MATCH,
)
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.running_game import BreachMoment
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.random_streams import StreamPurpose, pick, random_stream


class CompiledBreach(LoweredBreach):
    """A module has stopped, since the rules are not sound.

    ``breach`` is what the Python engine raises at the same moment, with its clause, and ``action``
    what somebody was doing then. Both are None where the engine meets nothing: it has no limit on
    numbers, and does not make positions that fit a view in the same way.
    """

    def __init__(self, code: int, breach: Breach | None, action: Action | None, said: str) -> None:
        super().__init__(code)
        self.args = (said,)
        self.breach, self.action = breach, action
        self.clause = "" if breach is None else breach.clause


def tell_breach(rules: Ruleset, moment: BreachMoment) -> CompiledBreach:
    """Return the breach of a module, as the Python engine tells it."""
    doing: Action | None = None
    try:
        actions = _again(rules, moment)
        while (action := next(actions, None)) is not None:
            doing = action
    except Breach as breach:
        described = CompiledBreach(moment.code, breach, doing, _words(rules, breach, doing))
        described.__cause__ = breach
        return described
    name = BreachCode(moment.code).name.replace("_", " ").lower()
    said = f"the module stopped ({name}), but the Python engine does not stop there"
    return CompiledBreach(moment.code, None, None, said)


def _words(rules: Ruleset, breach: Breach, action: Action | None) -> str:
    clause = f", in the clause {breach.clause}" if breach.clause else ""
    doing = "" if action is None else f", after {rules.show_action(action, seated=True)}"
    return f"{breach}{clause}{doing}"


def _again(rules: Ruleset, moment: BreachMoment) -> Iterator[Action]:
    """Do the same again, and yield each action before it is taken. Raises the ``Breach``."""
    before, given = moment.before, moment.arguments
    if before is None:
        yield from _dealt_again(rules, moment)
        return
    position, name = Position(rules, before, before), moment.function
    if name in {TAKE, TAKE_IN_MATCH}:
        action = position.actions(given[0])[given[1]]
        yield action
        after = position.apply(action)
        if name == TAKE_IN_MATCH:
            resume(rules, moment.seed, after, moment.hand)
        elif after.finished:
            score_again(rules, after.state)
    elif name == PLAYOUT:
        yield from _played_again(position, moment.seed)
    elif name == PERFT:
        yield from _walked_again(position, given[0])
    elif name == ENTRIES:
        score_again(rules, before)
    elif name in {ABLE, ACTIONS, OVER}:
        _ = position.finished, position.to_act


def _dealt_again(rules: Ruleset, moment: BreachMoment) -> Iterator[Action]:
    if moment.function == BEGIN_MATCH:
        begin(rules, moment.seed)
    elif moment.function in {RESET, PLAYOUTS}:
        position = first_hand(rules, moment.seed)
        if moment.function == PLAYOUTS:
            yield from _played_again(position, moment.seed)


def _played_again(position: Position, seed: int) -> Iterator[Action]:
    """Play on by chance, as the module does."""
    from haggis_rules.lowering.matches.playouts import (
        MOST_PLIES,  # what lowers is not imported to play
    )

    chance = random_stream(seed, StreamPurpose.PLAYOUT)
    for _ in range(MOST_PLIES):
        if position.finished:
            return
        seat = pick(position.to_act, chance)
        action = position.by_chance(pick(position.decisions(seat), chance), chance)
        yield action
        position = position.apply(action)


def _walked_again(position: Position, depth: int) -> Iterator[Action]:
    """Take each sequence of so many actions, but for the last, which is only counted."""
    if position.finished or not depth:
        return
    for seat in position.to_act:
        for action in position.actions(seat) if depth > 1 else ():
            yield action
            yield from _walked_again(position.apply(action), depth - 1)
