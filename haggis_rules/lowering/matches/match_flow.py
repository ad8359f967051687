"""From hand to hand, in the lowered form. Mirrors ``engine.match``.

What a hand scored is added up behind the state, beside whether the match is over.
"""

from __future__ import annotations

from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I32, I64, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Store,
    When,
    While,
)
from haggis_rules.ir.game import ACTOR, Game
from haggis_rules.ir.types import NumberType, Plain
from haggis_rules.lowering.bodies import arithmetic
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.counting_loops import grow
from haggis_rules.lowering.clauses.definitions import STATE, function_body
from haggis_rules.lowering.clauses.transitions import BETWEEN, UNTIL
from haggis_rules.lowering.layouts.match_places import ENDED_AT, HAND_AT, TOTALS_AT
from haggis_rules.lowering.layouts.module_names import (
    ABLE,
    ACTIONS,
    BEGIN_MATCH,
    DEAL,
    ENTRIES,
    NOT_THERE,
    OVER,
    RESET,
    SETTLE,
    TAKE,
    TAKE_IN_MATCH,
)
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import NUMBER
from haggis_rules.semantics.between_hands import FINISHED, MOST_HANDS, is_one_hand, scorers

_OUT, _SEED = LocalVariable(I32, "out"), LocalVariable(I64, "seed")
_WHICH = LocalVariable(I32, "which")
_UNBOUNDED: Final = NumberType(None, None)


def lower_match_flow(context: LoweringContext) -> None:
    """Write who can act, what a hand scores, and matches that go on from hand to hand.

    Raises ``NotLoweredError`` with the clause of an entry of the score sheet that is not lowered.
    """
    _able(context)
    _entries(context)
    _settle(context)
    _begin_match(context)
    _take_in_match(context)


def _able(context: LoweringContext) -> None:
    """Write which seats can act: a bit each, the lowest for the first seat."""
    body, parameters = function_body(context, {})
    body.do(When(ended(context), (Return(i32(0)),)))
    found = body.begin(i32(0), "able")
    for seat in range(context.game.seats):
        count = body.begin(Invoke(I32, ACTIONS, (STATE, i32(seat))), "count")
        can = build.compare(IntegerOperator.GT_S, count, i32(0))
        body.do(When(can, (Assign(found, _or(found, i32(1 << seat))),)))
    body.do(Return(found))
    context.write(ABLE, parameters, body, result=I32, exported=True)


def ended(context: LoweringContext) -> LoweredExpression:
    """Return whether the match is over."""
    return build.load(I32, STATE, context.layout.size + ENDED_AT, 4)


def _entries(context: LoweringContext) -> None:
    """Write what each entry of the score sheet is worth, each owner's, to where it is wanted."""
    game = context.game
    body, parameters = function_body(context, {})
    for place, name in enumerate(game.scores):
        if name in context.refused:
            raise context.refused[name]
        for owner in range(scorers(game)):
            word = context.callees[name].function
            worth = body.begin(Invoke(I64, word, (STATE, i32(owner))), "worth")
            body.do(Store(_OUT, NUMBER * (place * scorers(game) + owner), NUMBER, worth))
    clauses = [game.definitions[name].clause for name in game.scores]
    context.write(ENTRIES, [*parameters, _OUT], body, clauses=clauses, exported=True)


def _settle(context: LoweringContext) -> None:
    """Write what follows when a hand is over: it is scored, and the next one dealt.

    It goes on until somebody can act or the match is over, and returns how many hands ended.
    """
    game, behind = context.game, context.layout.size
    body, parameters = function_body(context, {})
    room = context.memory.room(NUMBER * len(game.scores) * scorers(game))
    hands = body.begin(i32(0), "hands")
    inside = body.inner()
    over = hand_over(STATE, context, inside)
    inside.do(When(build.negated(over), (Return(hands),)), grow(hands, i32(1)))
    _add_scores(context, room, inside)
    inside.do(Perform(Invoke(None, BETWEEN, (STATE,))))
    last = inside.begin(_is_last(game), "last")
    inside.do(When(last, (Store(STATE, behind + ENDED_AT, 4, i32(1)), Return(hands))))
    inside.fail_when(build.equal(hands, i32(MOST_HANDS)), BreachCode.ENDLESS)
    hand = build.load(I32, STATE, behind + HAND_AT, 4)
    inside.do(Store(STATE, behind + HAND_AT, 4, build.add(hand, i32(1))))
    inside.do(Perform(Invoke(None, DEAL, (STATE,))))
    body.do(While(TRUE, tuple(inside.statements)), Return(hands))
    context.write(SETTLE, parameters, body, result=I32, exported=True)


def hand_over(
    state: LoweredExpression, context: LoweringContext, body: LoweredBody
) -> LoweredExpression:
    """Return whether the hand is over: as the rules say, or else when nobody can act."""
    if FINISHED in context.callees:
        return body.begin(Invoke(I32, OVER, (state,)), "over")
    return build.equal(body.begin(Invoke(I32, ABLE, (state,)), "able"), i32(0))


def _is_last(game: Game) -> LoweredExpression:
    """Return whether no hand follows."""
    if game.until is None:
        return TRUE if is_one_hand(game) else FALSE
    return Invoke(I32, UNTIL, (STATE,))


def _add_scores(context: LoweringContext, room: int, body: LoweredBody) -> None:
    """Write what adds all entries of a hand to the totals."""
    owners, behind = scorers(context.game), context.layout.size
    body.do(Perform(Invoke(None, ENTRIES, (STATE, i32(room)))))
    for owner in range(owners):
        at = behind + TOTALS_AT + NUMBER * owner
        total: LoweredExpression = build.load(I64, STATE, at, NUMBER)
        for entry in range(len(context.game.scores)):
            worth = build.load(I64, i32(0), room + NUMBER * (entry * owners + owner), NUMBER)
            total = arithmetic.plus(_UNBOUNDED, total, worth, body)
        body.do(Store(STATE, at, NUMBER, total))


def _begin_match(context: LoweringContext) -> None:
    """Write what begins a match with a seed, up to where somebody can act."""
    body, _ = function_body(context, {})
    for owner in range(scorers(context.game)):
        at = context.layout.size + TOTALS_AT + NUMBER * owner
        body.do(Store(STATE, at, NUMBER, i64(0)))
    body.do(Perform(Invoke(None, RESET, (STATE, _SEED))))
    body.do(Perform(Invoke(I32, SETTLE, (STATE,))))
    context.write(BEGIN_MATCH, [STATE, _SEED], body, exported=True)


def _take_in_match(context: LoweringContext) -> None:
    """Write what takes an action, and goes on to the next hand.

    It returns how many hands ended, and ``NOT_THERE`` when the seat has no such action.
    """
    body, parameters = function_body(context, {ACTOR: Plain.SEAT})
    taken = body.begin(Invoke(I32, TAKE, (STATE, body.names[ACTOR], _WHICH)), "taken")
    body.do(When(build.equal(taken, i32(0)), (Return(i32(NOT_THERE)),)))
    body.do(Return(body.begin(Invoke(I32, SETTLE, (STATE,)), "hands")))
    context.write(TAKE_IN_MATCH, [*parameters, _WHICH], body, result=I32, exported=True)


def _or(left: LoweredExpression, right: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.OR, left, right)
