"""A case of a solver on the interpreter, which has to show the same breach."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from haggis_rules.ir import game as ir
from haggis_rules.run.breach import Breach
from haggis_rules.run.evaluate import Scene, evaluate
from haggis_rules.run.patterns import Patterns
from haggis_rules.run.state import Combination, State, Value
from haggis_rules.run.transition import effect, is_legal, may_act, perform, waiting
from haggis_verify import build
from haggis_verify.autos import DEFINED
from haggis_verify.beginnings import Beginning
from haggis_verify.effects import totals
from haggis_verify.moments import OWN_BREACHES, Moment, shown_at, unasked
from haggis_verify.obligations import Matter, Obligation, Origin
from haggis_verify.plays import is_one_of, sample
from haggis_verify.prove import Broken
from haggis_verify.solve import Limits, case_of, complete
from haggis_verify.symbols import Played
from haggis_verify.tables import decode, decode_table, flat, flat_table, values_of
from haggis_verify.tell import relevant, tell_action, tell_change, tell_state
from haggis_verify.terms import Bool
from haggis_verify.transitions import Transition, type_of
from haggis_verify.verdicts import Case, Refuted, Unknown

Kept = tuple[Bool, ...]


@dataclass
class Replayer:
    """Replays cases of one game."""

    matter: Matter
    patterns: Patterns
    limits: Limits

    def judge(self, name: str, form: object, found: Broken, kept: Kept) -> Refuted | Unknown:
        """Say what a case is worth. ``form`` is that of the promise, None for an automatic one.

        ``kept`` says of any state what other promises say of it: if there is a case that keeps
        them as well, it is the one that is shown.
        """
        found, real = self._likelier(found, kept)
        lines, shown, fault = self._replay(name, form, found)
        case = Case(found.obligation.name, tuple(lines), shown or fault)
        if shown:
            return Refuted(case)
        if not real:
            return Unknown("spurious: the play is not a combination", case)
        return Unknown(f"not replayed: {fault}", case)

    def _likelier(self, found: Broken, kept: Kept) -> tuple[Broken, bool]:
        """Look for a case more like play; false when the play in it is no combination."""
        one, matter = found.obligation, self.matter
        real = self._real_plays(one)
        copies = (build.whole(card.copies) for card in matter.game.cards)
        dealt = zip(totals(matter.view.table), copies, strict=True)
        whole_deck = tuple(build.equal(a, b) for a, b in dealt)
        wishes = [(*real, *whole_deck, *kept), (*real, *whole_deck), real, whole_deck]
        if isinstance(one.origin, Beginning):  # it is play already, but all of the deal must show
            wishes = [one.origin.facts]
        better = (case_of((*found.question, *wish), self.limits) for wish in wishes)
        chosen = next((case.chosen for case in better if case), found.chosen)
        terms = [*flat_table(matter.view.table), *found.question]
        if isinstance(one.origin, Transition):
            terms += [term for symbol in one.origin.arguments for term in flat(symbol)]
        if isinstance(one.origin, Beginning):
            terms += flat_table(one.origin.view.table)
        found = Broken(one, found.question, complete(terms, chosen))
        played = [v for v in self._arguments(one.origin, found) if isinstance(v, Combination)]
        return found, all(self.patterns.makes(each.reading, each.cards) for each in played)

    def _real_plays(self, one: Obligation) -> tuple[Bool, ...]:
        """Say that each play in a case is one of some that are real."""
        if not isinstance(one.origin, Transition) or not one.origin.approximated:
            return ()
        played = [symbol for symbol in one.origin.arguments if isinstance(symbol, Played)]
        return tuple(is_one_of(symbol, self.known_plays, self.matter.shape) for symbol in played)

    @cached_property
    def known_plays(self) -> list[Combination]:
        """Some real plays."""
        return sample(self.patterns)

    def _replay(self, name: str, form: object, found: Broken) -> tuple[list[str], str, str]:
        """Tell of the case, how the promise is broken in it, or else why that is not seen."""
        match found.obligation.origin:
            case Beginning() as begun:
                return self._begin(name, form, begun, found)
            case Transition() as move:
                return self._move(name, form, move, found)
            case view:
                state = decode_table(self.matter.game, view.table, found.chosen)
                matters = relevant(view.table, [found.obligation.claim])
                shown = shown_at(name, form, Moment(state), self.patterns)
                return list(tell_state(self.matter.game, state, matters)), shown, "it holds there"

    def _begin(
        self, name: str, form: object, begun: Beginning, found: Broken
    ) -> tuple[list[str], str, str]:
        game = self.matter.game
        state = decode_table(game, begun.view.table, found.chosen)
        lines = list(tell_state(game, state))
        for index, declared in enumerate(game.states):
            if isinstance(declared.initial, ir.Chance):
                continue
            try:
                value = evaluate(declared.initial, Scene(game, state))
            except Breach as fault:
                shown = f"`{declared.name}` has no first value: {fault}"
                return lines, shown if name == DEFINED else "", shown
            if any(value != kept for kept in values_of(game, state, index)):
                return lines, "", f"`{declared.name}` is {value} at first"
        return lines, shown_at(name, form, Moment(state), self.patterns), "it holds after the deal"

    def _move(
        self, name: str, form: object, move: Transition, found: Broken
    ) -> tuple[list[str], str, str]:
        game = self.matter.game
        table = self.matter.view.table
        state = decode_table(game, table, found.chosen)
        matters = relevant(table, [found.obligation.claim, *move.legal])
        lines = list(tell_state(game, state, matters))
        try:
            after, told = self._make(name, move, state, found, lines)
        except Breach as fault:
            own = isinstance(fault, OWN_BREACHES.get(name, ()))
            return lines, str(fault) if own else "", f"the move is a breach: {fault}"
        if after is None:
            return lines, told if name == DEFINED else "", told or "the move is not legal"
        lines += tell_change(game, state, after)
        return (
            lines,
            shown_at(name, form, Moment(after, state), self.patterns),
            "it holds after the move",
        )

    def _make(
        self, name: str, move: Transition, state: State, found: Broken, lines: list[str]
    ) -> tuple[State | None, str]:
        """Make the move; no state where it cannot be made, and why."""
        game, scene = self.matter.game, Scene(self.matter.game, state)
        if isinstance(move.move, ir.Step):
            lines.append(f"the step `{move.move.name}` follows")
            if waiting(game, state) != move.move:
                return None, "another step waits, or none"
            return effect(move.move.effects, scene).state, ""
        assert move.actor is not None  # noqa: S101
        arguments = self._arguments(move, found)
        kinds = [type_of(param) for param in move.move.params]
        lines.append(tell_action(game, move.move, move.actor, arguments, kinds))
        if name == DEFINED and waiting(game, state) is None:
            unknown = may_act(move.move, move.actor, scene) and unasked(
                move.move, move.actor, arguments, scene
            )
            if unknown:
                return None, unknown
        if not is_legal(game, self.patterns, state, move.move, move.actor, arguments):
            return None, ""
        return perform(move.move, move.actor, arguments, scene).state, ""

    def _arguments(self, move: Origin, found: Broken) -> tuple[Value, ...]:
        if not isinstance(move, Transition) or isinstance(move.move, ir.Step):
            return ()
        kinds = [type_of(param) for param in move.move.params]
        pairs = zip(kinds, move.arguments, strict=True)
        return tuple(decode(self.matter.game, k, s, found.chosen) for k, s in pairs)
