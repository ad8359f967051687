"""A case of a solver, made as likely as can be, and judged by what the interpreter makes of it.

A case is believed for one reason: the interpreter, given the state and the move, shows the same
breach (``reenact``). An error in the encoding, the rewriting or a solver can therefore cost a
proof or turn up as "not replayed", but never makes a refutation. A proof may take more for a play
than is one (``encode.transitions``), so a case is first sought among real plays, with the whole
deck there and with all promises kept; each wish is one question to Z3, twice if options are open.
Where none of those fits, the case has a real play of its own (``proving.refinement``), and stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from haggis_rules.semantics.patterns import Patterns
from haggis_rules.verdicts.model import Counterexample, Refuted, Unknown
from haggis_verify.counterexample.reenact import Reenactment
from haggis_verify.encode.between_hands import MatchOpening, lasting_states
from haggis_verify.encode.effects import totals
from haggis_verify.encode.initial_states import InitialState
from haggis_verify.encode.states import flat, flat_state
from haggis_verify.encode.symbols import SymbolicState, number
from haggis_verify.encode.transitions import Transition
from haggis_verify.obligations.matter import EncodedGame, Obligation, ObligationOrigin, moves_of
from haggis_verify.obligations.origins import AnyCards, AnyTakenCards, AnyValues, StatePair
from haggis_verify.patterns.candidate_plays import is_real
from haggis_verify.patterns.exact_plays import made_play
from haggis_verify.proving.prover import Countermodel
from haggis_verify.proving.refinement import plays_of
from haggis_verify.solvers.solve import Limits, complete_model, find_model
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Assignment, BoolTerm, Term, free_variables

Wishes = tuple[BoolTerm, ...]


@dataclass(frozen=True, slots=True)
class ReplayJudgement:
    """What a case is worth. ``begins``: it begins a match, or is of no state at all.

    Play need not come to where it is, then.
    """

    verdict: Refuted | Unknown
    begins: bool


@dataclass
class CaseReplayer:
    """Replays cases of one game."""

    matter: EncodedGame
    patterns: Patterns
    limits: Limits

    def judge(
        self, name: str, form: object, found: Countermodel, promised: Wishes
    ) -> ReplayJudgement:
        """Say what a case is worth. ``form`` is that of the promise, None for an automatic one.

        ``promised`` says of any state what other promises say of it: if there is a case that keeps
        them as well, it is the one that is shown.
        """
        found, real = self._likelier(found, promised)
        reenactment = Reenactment(self.matter, self._agreed(found), name, form, found)
        reenacted = reenactment.tell()
        agreed = tuple(self._describe_agreed(found))
        case = Counterexample(
            found.obligation.name, (*agreed, *reenacted.lines), reenacted.shown or reenacted.fault
        )
        spurious = (
            "the solvers allowed a play that the cards do not make, so the case shows nothing"
        )
        doubt = Unknown(f"not replayed: {reenacted.fault}" if real else spurious, case)
        return ReplayJudgement(Refuted(case) if reenacted.shown else doubt, reenacted.begins)

    def _likelier(self, found: Countermodel, promised: Wishes) -> tuple[Countermodel, bool]:
        """Look for a case more like play; false when the play in it is no combination."""
        one = found.obligation
        usual = tuple(self._usual(found))
        wishes = [w for wish in self._wishes(one, promised) for w in {(*usual, *wish): 0, wish: 0}]
        # Lazily, so that the first wish that can be met with real plays is the last that is asked
        # for. With none, the case stays as the solver gave it.
        better = (find_model((*found.question, *wish), self.limits) for wish in wishes)
        likely = (self._with(found, case.chosen) for case in better if case)
        found = next(filter(self._is_real, likely), self._with(found, found.chosen))
        return found, self._is_real(found)

    def _with(self, found: Countermodel, chosen: Assignment) -> Countermodel:
        """Return a case with other choices, and with a value for all that they leave open."""
        terms = [*self._terms(found.obligation.origin), *found.question]
        return replace(found, chosen=complete_model(terms, chosen))

    def _is_real(self, found: Countermodel) -> bool:
        """Whether each combination in a case is one that its cards make."""
        plays = plays_of(moves_of(found.obligation.origin), self.patterns)
        return all(made_play(play, found.chosen, self.patterns)[1] for play in plays)

    def _wishes(self, one: Obligation, promised: Wishes) -> list[Wishes]:
        """Return what a case should keep, the dearest wish first."""
        matter = self.matter
        match one.origin:
            case InitialState(view=view, facts=facts):  # all of the deal must show
                pairs = [
                    matter.shape.same(now, then)
                    for index in sorted(lasting_states(matter.game))
                    for now, then in zip(
                        view.table.values[index],
                        matter.opening.view.table.values[index],
                        strict=True,
                    )
                ]
                first_hand = (*facts, *matter.opening.facts, *pairs)
                return [first_hand, facts]
            case MatchOpening(facts=facts):
                return [facts]
            case AnyValues() | AnyCards():
                return [()]
            case StatePair(one=first, other=second):
                deck = (*self._whole_deck(first.table), *self._whole_deck(second.table))
            case _:
                deck = self._whole_deck(matter.view.table)
        real = self._real_plays(one)
        return [(*real, *deck, *promised), (*real, *deck), real, deck]

    def _whole_deck(self, table: SymbolicState) -> tuple[BoolTerm, ...]:
        """Say that all cards of the deck are in a state."""
        copies = (build.int_const(card.copies) for card in self.matter.game.cards)
        return tuple(build.eq(a, b) for a, b in zip(totals(table), copies, strict=True))

    def _terms(self, origin: ObligationOrigin) -> list[Term]:
        """List the terms whose values tell of a case."""
        terms = flat_state(self.matter.view.table)
        match origin:
            case Transition(arguments=arguments):
                terms += [term for symbol in arguments for term in flat(symbol)]
            case InitialState(view=view) | MatchOpening(view=view):
                terms += flat_state(view.table)
            case StatePair(one=view, other=other, moves=moves):
                terms += [*flat_state(view.table), *flat_state(other.table)]
                chosen = [symbol for move in moves or () for symbol in move.arguments]
                terms += [term for symbol in chosen for term in flat(symbol)]
            case AnyValues(view=view, params=params):
                terms += [term for param in params for term in flat(view.names[param.name])]
            case AnyCards(counts=counts) | AnyTakenCards(counts=counts):
                terms += counts
            case _:
                pass
        return terms

    def _real_plays(self, one: Obligation) -> tuple[BoolTerm, ...]:
        """Say that each play in a case is one of some that are real."""
        matter, known = self.matter, self.matter.known_plays
        plays = plays_of(moves_of(one.origin), matter.patterns)
        return tuple(is_real(play, known, matter.patterns, matter.shape) for play in plays)

    # What the players agreed on

    def _open_options(self, found: Countermodel) -> Iterator[int]:
        """Yield the options whose value matters to a case and is for a solver to choose."""
        names = {term.name for term in free_variables(found.question)}
        shape = self.matter.shape
        yield from (i for i in shape.open_options() if shape.agreement(i) in names)

    def _usual(self, found: Countermodel) -> Iterator[BoolTerm]:
        """Say that the options that matter have the values that the game was loaded with."""
        for index in self._open_options(found):
            agreed = number(self.matter.shape.agreed(index))
            yield build.eq(agreed, build.int_const(self.matter.game.options[index].value))

    def _describe_agreed(self, found: Countermodel) -> Iterator[str]:
        for index in self._open_options(found):
            value = found.chosen[self.matter.shape.agreement(index)]
            yield f"agreed: {self.matter.game.options[index].name} is {value}"

    def _agreed(self, found: Countermodel) -> Patterns:
        """Return the game as it is with the values of a case agreed on."""
        game = self.matter.game
        options = list(game.options)
        for index in self._open_options(found):
            value = found.chosen[self.matter.shape.agreement(index)]
            options[index] = replace(options[index], value=value)
        if tuple(options) == game.options:
            return self.patterns
        return Patterns(replace(game, options=tuple(options)))
