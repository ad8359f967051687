"""What the rules promise themselves, looked at in positions that play has come to.

Promises about states and moves are evaluated there; those about readings, for the readings that
were just played; that no cards are two things, for the cards that were just played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from haggis_rules.ir import game as ir
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_verify.counterexample.moments import Moment, broken
from tests.matches.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from haggis_rules import Reading, Rules
    from haggis_rules.semantics.state import Combination, Value


@dataclass(frozen=True, slots=True)
class Promises:
    """The promises of a game, and what chance picks to look at them with."""

    rules: Rules
    chance: Random

    def see(self, moment: Moment, played: Sequence[Combination]) -> set[str]:
        """See that all promises hold at a moment, after these plays. Raises ``Fault``.

        Gives the clauses that the promises rest on there, and where the rules say that they break
        one, and do, the clause that says so.
        """
        trail: set[str] = set()
        for promise in self.rules.game.promises:
            trail.add(promise.clause)
            if self._holds(promise.form, moment, played, trail):
                continue
            if promise.broken is None:
                raise Fault("promise", f"`{promise.name}` does not hold ({promise.clause})")
            trail.add(promise.broken.clause)
        return trail

    def _holds(
        self,
        form: ir.PromiseForm,
        moment: Moment,
        played: Sequence[Combination],
        trail: set[str],
    ) -> bool:
        if moment.after_hand != isinstance(form, ir.EachHand):
            return True
        scene = Environment(self.rules.game, moment.state, before=moment.before, trail=trail)
        match form:
            case ir.Always(claim=claim):
                return holds_true(claim, scene)
            case ir.EachMove(claim=claim):
                return moment.before is None or holds_true(claim, scene)
            case ir.AtRest() | ir.EachHand() | ir.Measure() | ir.Progress() | ir.AnyMade():
                return not broken(form, moment, self.rules.patterns)
            case ir.ForAny(params=params, claim=claim):
                named = self._some_values(params, [one.reading for one in played], scene)
                return named is None or holds_true(claim, named)
            case ir.Apart(pattern=pattern, others=others):
                cards = [one.cards for one in played[-1:]]
                made = {reading[0] for one in cards for reading in self.rules.readings(one)}
                return pattern not in made or made.isdisjoint(others)

    def _some_values(
        self, params: Sequence[ir.Param], readings: Sequence[Reading], scene: Environment
    ) -> Environment | None:
        """Assign each parameter a value; None when one needs a reading and none was played."""
        for param in params:
            kind = param.type
            if kind is Plain.READING and not readings:
                return None
            value: Value
            if kind is Plain.READING:
                value = self.chance.choice(readings)
            else:
                assert isinstance(kind, Plain)
                value = self.chance.randrange(scene.game.size(kind))
            scene = scene.naming(param.name, value)
        return scene
