"""Many matches in step, in the lowered form: one call takes an action in each of them.

The host lays out arrays and puts their addresses into a block, as ``batch_block`` has it. Whose
turn it is to choose is the lowest seat that can act. What is over begins anew with the next seed of
its own: its seed and the number of matches.
"""

from __future__ import annotations

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Statement,
    Store,
    When,
    While,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.copying import copied, copied_state
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.choices.kept_choices import KEEP_COUNTS, RECALL_COUNTS
from haggis_rules.lowering.choices.legal_choices import take_counted_name
from haggis_rules.lowering.layouts.batch_block import COUNTS_SIZE, BatchField
from haggis_rules.lowering.layouts.match_places import ENDED_AT, SEED_AT, TOTALS_AT, match_size
from haggis_rules.lowering.layouts.module_names import (
    ACTIONS,
    BEGIN_BATCH,
    BEGIN_MATCH,
    ENTRIES,
    LOOK_BATCH,
    OBSERVE,
    RESET,
    SETTLE,
    STEP_BATCH,
    TAKE,
)
from haggis_rules.lowering.layouts.observation_layout import ObservationLayout
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import NUMBER
from haggis_rules.lowering.matches.match_flow import hand_over
from haggis_rules.semantics.between_hands import MOST_HANDS, scorers

_LOOK, _STEP, _BEGIN = "look at one", "step one", "begin one"


_BLOCK, _NUMBER, _MATCH = (LocalVariable(I32, name) for name in ("block", "number", "match"))


def lower_batches(
    context: LoweringContext, observation: ObservationLayout, *, counts_kept: bool
) -> None:
    """Write what begins many matches, what takes an action in each, and what looks at them.

    ``counts_kept``: whether there are functions that keep what was counted.
    """
    _Batches(context, observation, counts_kept=counts_kept).write()


class _Batches:
    """Writes the functions; each loops over matches and calls what does it for one."""

    def __init__(
        self, context: LoweringContext, observation: ObservationLayout, *, counts_kept: bool
    ) -> None:
        self.counts_kept = counts_kept
        self.context, self.behind, self.game = context, context.layout.size, context.game
        self.owners, self.observation = scorers(context.game), observation
        self.size = match_size(context.game, context.layout)
        self.entries = context.memory.room(NUMBER * len(self.game.scores) * self.owners)

    def write(self) -> None:
        """Write all functions."""
        self._look()
        self._begin()
        self._step()
        self._all(LOOK_BATCH, (_LOOK,))
        self._all(BEGIN_BATCH, (_BEGIN, _LOOK))
        self._all(STEP_BATCH, (_STEP, _LOOK), checked=True)

    def _field(self, field: BatchField) -> LoweredExpression:
        return build.load(I32, _BLOCK, 4 * field, 4)

    def _at(self, field: BatchField, size: int) -> LoweredExpression:
        """Return where the part of a match stands in an array."""
        return build.add(self._field(field), build.multiply(_NUMBER, i32(size)))

    def _write(self, name: str, body: LoweredBody) -> None:
        self.context.write(name, [_BLOCK, _NUMBER, _MATCH], body)

    def _look(self) -> None:
        """Write what counts the actions of the lowest seat that can act, and observes for it."""
        body = plain_body(self.context, _BLOCK, _NUMBER, _MATCH)
        able, first = body.begin(i32(0), "able"), body.begin(i32(0), "first")
        found = body.begin(i32(0), "found")
        for seat in reversed(range(self.game.seats)):
            count = body.begin(Invoke(I32, ACTIONS, (_MATCH, i32(seat))), "count")
            with_it = Operation(IntegerOperator.OR, able, i32(1 << seat))
            noted = (Assign(able, with_it), Assign(first, i32(seat)), Assign(found, count))
            body.do(When(build.compare(IntegerOperator.GT_S, count, i32(0)), noted))
        body.do(Store(self._at(BatchField.LEGAL_COUNTS, 4), 0, 4, found))
        body.do(Store(self._at(BatchField.SEATS, 4), 0, 4, first))
        body.do(Store(self._at(BatchField.ABLE, 4), 0, 4, able))
        if self.counts_kept:
            room = self._at(BatchField.COUNTS, COUNTS_SIZE)
            keep = Perform(Invoke(None, KEEP_COUNTS, (first, room)))
            body.do(When(self._field(BatchField.COUNTS), (keep,)))
        seen = self._at(BatchField.OBSERVATIONS, self.observation.size)
        body.do(Perform(Invoke(None, OBSERVE, (_MATCH, first, seen))))
        self._write(_LOOK, body)

    def _begin(self) -> None:
        """Write what begins a match with the seed behind it, or with the next that lasts at all."""
        body = plain_body(self.context, _BLOCK, _NUMBER, _MATCH)
        seed = body.begin(build.load(I64, _MATCH, self.behind + SEED_AT, 8), "seed")
        begun = body.begin(i32(0), "begun")
        inside = body.inner()
        hands, matches = inside.inner(), inside.inner()
        hands.do(Perform(Invoke(None, RESET, (_MATCH, seed))))
        hands.do(When(build.negated(hand_over(_MATCH, self.context, hands)), (Return(),)))
        matches.do(Perform(Invoke(None, BEGIN_MATCH, (_MATCH, seed))))
        matches.do(When(build.negated(self._ended()), (Return(),)))
        one_hand = self._field(BatchField.ONE_HAND)
        inside.do(When(one_hand, tuple(hands.statements), tuple(matches.statements)))
        inside.do(grow(begun, i32(1)))
        inside.fail_when(build.equal(begun, i32(MOST_HANDS)), BreachCode.ENDLESS)
        inside.do(Assign(seed, self._after(seed)))
        body.do(While(TRUE, tuple(inside.statements)))
        self._write(_BEGIN, body)

    def _ended(self) -> LoweredExpression:
        return build.load(I32, _MATCH, self.behind + ENDED_AT, 4)

    def _after(self, seed: LoweredExpression) -> LoweredExpression:
        return build.add(seed, build.widened(self._field(BatchField.COUNT)))

    def _step(self) -> None:
        """Write what takes the action that was chosen, and begins anew what is over then."""
        body = plain_body(self.context, _BLOCK, _NUMBER, _MATCH)
        before = body.begin(self._field(BatchField.BEFORE), "before")
        body.do(copied_state(before, _MATCH))
        behind = self.behind
        body.do(*copied(before, _MATCH, self.size - behind, at=behind, to=behind))
        rewards = body.begin(self._at(BatchField.REWARDS, NUMBER * self.owners), "rewards")
        self._take(body)
        done = body.begin(i32(0), "done")
        hands, matches = body.inner(), body.inner()
        over = hands.inner()
        self._reward_hand(rewards, over)
        over.do(Assign(done, i32(1)))
        none = tuple(self._reward(rewards, owner, i64(0)) for owner in range(self.owners))
        hands.do(When(hand_over(_MATCH, self.context, hands), tuple(over.statements), none))
        ended = matches.begin(Invoke(I32, SETTLE, (_MATCH,)), "hands")
        gained = matches.inner()
        self._reward_totals(rewards, gained)
        gained.do(Assign(done, self._ended()))
        matches.do(When(ended, tuple(gained.statements), none))
        one_hand = self._field(BatchField.ONE_HAND)
        body.do(When(one_hand, tuple(hands.statements), tuple(matches.statements)))
        body.do(Store(self._at(BatchField.DONE, 1), 0, 1, done))
        following = self._after(build.load(I64, _MATCH, self.behind + SEED_AT, 8))
        begun = Perform(Invoke(None, _BEGIN, (_BLOCK, _NUMBER, _MATCH)))
        body.do(When(done, (Store(_MATCH, self.behind + SEED_AT, 8, following), begun)))
        self._write(_STEP, body)

    def _take(self, body: LoweredBody) -> None:
        """Write what takes the action that was chosen, by what was counted if that is kept."""
        seat = body.begin(build.load(I32, self._at(BatchField.SEATS, 4), 0, 4), "seat")
        which = body.begin(build.load(I32, self._at(BatchField.CHOICES, 4), 0, 4), "which")
        given = (_MATCH, seat, which)
        known = body.begin(i32(0), "known")
        if self.counts_kept:
            room = self._at(BatchField.COUNTS, COUNTS_SIZE)
            recalled = Assign(known, Invoke(I32, RECALL_COUNTS, (seat, room)))
            body.do(When(self._field(BatchField.COUNTS), (recalled,)))
        quick = Perform(Invoke(I32, take_counted_name(self.game.actions), given))
        body.do(When(known, (quick,), (Perform(Invoke(I32, TAKE, given)),)))

    def _reward(
        self, rewards: LoweredExpression, owner: int, points: LoweredExpression
    ) -> Statement:
        return Store(rewards, NUMBER * owner, NUMBER, points)

    def _reward_hand(self, rewards: LocalVariable, body: LoweredBody) -> None:
        """Write as reward what all entries of the score sheet are worth together."""
        body.do(Perform(Invoke(None, ENTRIES, (_MATCH, i32(self.entries)))))
        for owner in range(self.owners):
            worth = [
                build.load(I64, i32(0), self.entries + NUMBER * (entry * self.owners + owner), 8)
                for entry in range(len(self.game.scores))
            ]
            body.do(self._reward(rewards, owner, build.added_up(worth)))

    def _reward_totals(self, rewards: LocalVariable, body: LoweredBody) -> None:
        """Write as reward what has come to the totals since before the action."""
        before = body.begin(self._field(BatchField.BEFORE), "before")
        for owner in range(self.owners):
            at = self.behind + TOTALS_AT + NUMBER * owner
            apart = build.subtract(build.load(I64, _MATCH, at, 8), build.load(I64, before, at, 8))
            body.do(self._reward(rewards, owner, apart))

    def _all(self, name: str, each: tuple[str, ...], *, checked: bool = False) -> None:
        """Write what calls functions for all matches.

        When ``checked``, it returns the number from 1 of the first match whose choice is no action
        of its seat, and does nothing then; else 0.
        """
        body = plain_body(self.context, _BLOCK)
        count = body.begin(self._field(BatchField.COUNT), "count")
        if checked:
            with counting(body, "number", i32(0), count) as (number, inside):
                inside.do(When(self._is_wrong(number), (Return(build.add(number, i32(1))),)))
        match = body.begin(self._field(BatchField.MATCHES), "match")
        with counting(body, "number", i32(0), count) as (number, inside):
            inside.do(Store(_BLOCK, 4 * BatchField.PLAYING, 4, number))
            for called in each:
                inside.do(Perform(Invoke(None, called, (_BLOCK, number, match))))
            inside.do(grow(match, i32(self.size)))
        body.do(Return(i32(0)))
        self.context.write(name, [_BLOCK], body, result=I32, exported=True)

    def _is_wrong(self, number: LocalVariable) -> LoweredExpression:
        at = build.multiply(number, i32(4))
        chosen, there = (
            build.load(I32, build.add(self._field(field), at), 0, 4)
            for field in (BatchField.CHOICES, BatchField.LEGAL_COUNTS)
        )
        return Operation(IntegerOperator.GE_U, chosen, there)
