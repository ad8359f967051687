"""Small slips in what has to be shown, and what notices each, by its name in ``noticing``.

A slip puts another function in the place of one: its source with a piece written otherwise, or one
that leaves out what it yields under some name. So nothing of a module is loaded twice, and whoever
has the function already has the other one.
"""

import __future__

import importlib
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any, cast

import pytest

from haggis_verify.obligations.matter import Obligation

LEFT_OUT = "left out: "  # before the beginning of names of obligations


@dataclass(frozen=True, slots=True)
class VerifierSlip:
    """A function, a piece of its source, what stands there instead, and what notices it.

    ``place``: its module and its name, as ``obligations.forms:decreases``.
    """

    place: str
    right: str
    wrong: str
    noticed_by: str

    @property
    def name(self) -> str:
        """Name it for people: the function, and the beginning of what is written otherwise."""
        return f"{self.place}: {self.right[:48]} -> {self.wrong[:32]}"


def function_at(place: str) -> FunctionType:
    """Find a function by its module and its name there."""
    module, _, names = place.partition(":")
    known = module if module.startswith("haggis_rules.") else f"haggis_verify.{module}"
    found: object = importlib.import_module(known)
    for name in names.split("."):
        found = inspect.getattr_static(found, name)
    return plain(found)


def plain(function: object) -> FunctionType:
    """Return a function without what is wrapped around it."""
    if isinstance(function, property):
        return cast("FunctionType", function.fget)
    if isinstance(function, cached_property):
        return cast("FunctionType", cast("Any", function).func)
    return cast("FunctionType", function)


def make(slip: VerifierSlip, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a slip, until the test is over."""
    function = function_at(slip.place)
    if slip.right.startswith(LEFT_OUT):
        _leave_out(function, slip.right.removeprefix(LEFT_OUT), monkeypatch)
        return
    source = textwrap.dedent(inspect.getsource(function))
    assert slip.right in source, f"{slip.right!r} is not in {function.__qualname__} any more"
    code = _code_of(source.replace(slip.right, slip.wrong), function)
    assert code != function.__code__
    monkeypatch.setattr(function, "__code__", code)


def _code_of(source: str, function: FunctionType) -> CodeType:
    flags = __future__.annotations.compiler_flag
    names = dict(function.__globals__)
    exec(compile(source, "slipped.py", "exec", flags), names)  # noqa: S102
    return plain(names[function.__name__]).__code__


def _leave_out(function: FunctionType, beginning: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the obligations whose names begin so."""
    right = FunctionType(function.__code__, function.__globals__, function.__name__)

    def some(*given: object) -> Iterator[Obligation]:
        found = cast("Iterator[Obligation]", right(*given))
        return (one for one in found if not one.name.startswith(beginning))

    # Whoever has the function by its name has this one object, so its code has to call the other.
    monkeypatch.setitem(function.__globals__, "_some_obligations", some)
    source = f"def {function.__name__}(*given):\n    yield from _some_obligations(*given)\n"
    monkeypatch.setattr(function, "__code__", _code_of(source, function))


# By the place of a function: what stands there, what is written instead, and what notices it.
SLIPPED: dict[str, list[tuple[str, str, str]]] = {
    "obligations.forms:decreases": [
        ("build.conjunction([build.eq(new, old), found])", "found", "a measure that rises first"),
        ("build.lt(new, old)", "build.le(new, old)", "a measure that an action leaves"),
        ("build.lt(new, old)", "build.lt(old, new)", "a measure"),
        (
            "reversed(list(zip(before, after, strict=True)))",
            "list(zip(before, after, strict=True))",
            "a measure",
        ),
        (
            "found: BoolTerm = build.FALSE",
            "found: BoolTerm = build.TRUE",
            "a measure that an action leaves",
        ),
    ],
    "obligations.forms:_measure": [
        ("for part in before)", "for part in before[:1])", "a measure with a part below zero"),
        ("truth_of(whole, matter.view), *", "*", "a measure with a part without a value"),
        (
            "for move in matter.transitions:",
            "for move in matter.transitions[2:]:",
            "a measure that a step leaves",
        ),
        (
            "for move in matter.transitions:",
            "for move in matter.transitions[:-3]:",
            "a measure that an action leaves",
        ),
        ("decreases(before, after)", "decreases(after, before)", "a measure"),
    ],
    "obligations.forms:_invariant": [
        (
            "facts, matter.kept(promise, begun.view), begun",
            "facts, build.TRUE, begun",
            "wrong at first",
        ),
        (", matter.kept(promise, matter.view))", ",)", "carried by itself"),
        ("unaffected = not any(", "unaffected = not all(", "wrong when a step waits no more"),
        ("build.TRUE if unaffected else", "build.TRUE if True else", "wrong after a step"),
        (
            "for move in matter.transitions:",
            "for move in matter.transitions[2:]:",
            "wrong after a step",
        ),
        ("[step.when for step in matter.game.steps]", "[]", "wrong when a step waits no more"),
    ],
    "obligations.forms:_affects": [
        ("written.states & read.states or ", "", "wrong after a step"),
        (" or written.zones & read.zones", "", "wrong after cards move"),
    ],
    "obligations.forms:_from_hand_to_hand": [
        (
            "claim = matter.kept(promise, begun.view)",
            "claim = build.TRUE",
            "wrong when the match opens",
        ),
        (
            "claim = matter.kept(promise, move.after)",
            "claim = build.TRUE",
            "wrong after a later hand",
        ),
    ],
    "obligations.forms:_each_move": [
        (
            "for move in matter.transitions:",
            "for move in matter.transitions[1:]:",
            "wrong between two states",
        )
    ],
    "obligations.forms:_each_hand": [
        ("before=matter.view.table", "before=move.after.table", "wrong between hands")
    ],
    "obligations.progress:progress": [
        (
            "build.disjunction(matter.holds(case, view) for case in cases)",
            "build.TRUE",
            "a case is missing",
        ),
        (
            "enumerate(form.witnesses, start=1)",
            "enumerate(form.witnesses[1:], start=1)",
            "a guard stands against it",
        ),
        (", build.negation(matter.waits))", ",)", "progress"),
        (
            "*unless, *(witness.when for witness in form.witnesses)",
            "*(witness.when for witness in form.witnesses),",
            "progress",
        ),
    ],
    "obligations.progress:_can": [
        (
            "[truth_of(known, view), may_act(action, seat, view)]",
            "[truth_of(known, view)]",
            "nobody may act",
        ),
        ("            build.disjunction(wanted),\n", "", "no card is as it says"),
        (
            "[mine, _legal(witness, action, view, matter, patterns)]",
            "[mine]",
            "a guard stands against it",
        ),
    ],
    "obligations.progress:_legal": [
        ("*in_domains, *guards", "*in_domains", "a guard stands against it"),
        ("in_domain(param, value, named), ", "", "a card that is not held"),
        (", _makes(value, named, patterns)", "", "a reading that the cards do not make"),
    ],
    "proving.prover:Prover._empty": [("return group", "continue", "a helper that is never kept")],
    "proving.prover:Prover._ask": [
        (
            "(*facts, *(known[each] for each in used))",
            "(*facts, build.FALSE)",
            "two steps at one time",
        )
    ],
    "proving.builtin_promises:_defined": [
        ("left out: first values", "", "a first value that is none"),
        ("left out: guards of", "", "a guard without a value"),
        ("left out: lay by", "", "an effect without a value"),
        ("left out: conditions of", "", "a step without a value"),
        ("left out: who may act", "", "an actor without a value"),
    ],
    "proving.builtin_promises:_bounds": [
        (
            "[in_bounds(move.outcome, matter.shape), conserved]",
            "[conserved]",
            "a number out of its bounds",
        ),
        ("left out: sleep by", "", "cards that are not there"),
    ],
    "proving.builtin_promises:_apart": [
        ("combinations(waiting, 2)", "combinations(waiting[:2], 2)", "two steps at one time"),
        ("left out: exceptions to", "", "two exceptions at one time"),
    ],
    "proving.builtin_promises:_exceptions": [
        ("combinations(holding, 2)", "combinations(holding[:1], 2)", "two exceptions at one time")
    ],
    "secrecy.claims:secrecy_obligations": [
        ("left out: first values", "", "a first value from a hidden hand"),
        ("left out: what follows", "", "a step from a hidden card"),
        ("left out: whether it is for", "", "a turn from a hidden hand"),
        ("left out: whether it may", "", "a legality from a hidden hand"),
        ("left out: sleep by", "", "an effect from a hidden hand"),
        ("left out: the end of the hand", "", "a score from a hidden number"),
    ],
    "analysis.impact:Impact._changed_moves": [
        ("if one != two or self._mentions_change(one):", "if one != two:", "a definition"),
        ("(one, two)", "()", "a guard"),
    ],
    "analysis.impact:Impact._moved": [
        ("written.states & read.states or ", "", "a value that a step gives"),
        (" or written.zones & read.zones", "", "cards that an action moves"),
    ],
    "analysis.impact:Impact._waits": [("return changed or", "return", "when a step waits")],
    "analysis.impact:Impact.anything": [("self._audiences or ", "", "who sees a zone")],
    "analysis.impact:_changed_definitions": [
        (
            "if old.definitions.get(name) != new.definitions.get(name)",
            "if name not in new.definitions",
            "a definition",
        )
    ],
    "analysis.impact:_ground": [("game.patterns, ", "", "a pattern")],
    "analysis.impact:_moves": [
        ("(*game.actions, *game.steps)", "(*game.actions,)", "an effect of a step")
    ],
    "obligations.liveness:live_obligation": [
        ("build.implies(somebody_can(matter), ACTS)", "ACTS", "a follower who is stuck")
    ],
    "obligations.liveness:_can": [
        (
            "*(matter.holds(guard.expr, named) for guard in action.guards),",
            "",
            "a follower who is stuck",
        )
    ],
    "obligations.liveness:progress_says": [
        (
            "build.FALSE if unless is None else matter.holds(unless, matter.view)",
            "build.FALSE",
            "progress that leaves out who follows",
        )
    ],
    "proving.measure_search:_settled": [
        (
            "any(move.after[at] > move.before[at] for move in seen)",
            "False",
            "two numbers of which each rises once",
        ),
        ("frozenset(left) - kept", "frozenset(left)", "a number that does not always fall"),
    ],
    "patterns.exact_plays:counted_play": [
        ("*_fields(play, reading, shape), ", "", "cards of a quake"),
        ("counting(patterns, reading, play.cards)", "build.TRUE", "cards of a pair"),
        (
            "readings_of_pattern(pattern, patterns)",
            "readings_of_pattern(pattern - 1, patterns)",
            "cards of a pair",
        ),
        (
            "of_pattern = is_pattern(play.reading, pattern)",
            "of_pattern = build.TRUE",
            "plays said exactly",
        ),
        (
            "[needs(patterns, pattern, play.cards), made]",
            "[made]",
            "cards of a quake that needs few",
        ),
    ],
    "patterns.exact_plays:_fields": [
        ("build.int_const(value)", "build.int_const(value + 1)", "cards of a quake")
    ],
    "patterns.exact_plays:readings_of_pattern": [
        (
            "if reading[0] == pattern",
            "if reading[0] == pattern and reading[-1]",
            "plays said exactly",
        )
    ],
    "patterns.exact_plays:chosen_play": [
        ("patterns.makes(found.reading, found.cards)", "True", "cards of a pair")
    ],
    "patterns.counting_form:counted_halves": [
        ("if form.is_wild(card):", "if False:", "cards of a pair with wild cards"),
        ("facts.append(no_cards(count))", "pass", "plays said exactly"),
    ],
    "patterns.counting_form:lacking_in": [
        ("build.int_const(cells.width)", "build.int_const(1)", "cards of a quake")
    ],
    "patterns.questions:to_counting_in_parts": [
        ("yield from _to_counting(form, held)", "pass", "plays that counting leaves out")
    ],
    "patterns.questions:to_counting_whole": [
        (", wrong))", ", build.FALSE))", "plays that counting leaves out")
    ],
    "proving.refinement:plays_of": [("move.arguments", "move.arguments[1:]", "cards of a pair")],
    "proving.refinement:PlayRefinement.refine": [
        ("ask(tuple(exact.values()))", "ask(())", "cards of a pair"),
        ("outcome = ask(tuple(exact.values()))", "break", "cards of a pair"),
    ],
    "proving.refinement:PlayRefinement._happens": [("is not None", "is None", "cards of a pair")],
    "proving.refinement:PlayRefinement._show": [
        (
            "for reading in readings_of_pattern(pattern, patterns)",
            "for reading in [*readings_of_pattern(pattern, patterns)][1:]",
            "plays that counting leaves out",
        )
    ],
    "proving.refinement:PlayRefinement._refused": [
        (
            'if (one.status, other.status) != ("unsat", "unsat"):',
            "if False:",
            "plays that counting leaves out",
        )
    ],
    "proving.prover:Prover._lemmas": [
        ("return found", "continue", "plays that counting leaves out")
    ],
    "proving.prover:Prover._ask_exactly": [
        ("(*one.facts, *refined.exact)", "(build.FALSE, *one.facts)", "cards of a pair"),
        (
            "outcome, facts, used, refined.patterns",
            "outcome, facts, used",
            "plays that counting leaves out",
        ),
    ],
    "counterexample.endless:_again": [
        ("after.state == start.state", "after is start", "a hand that can go on for ever")
    ],
    "counterexample.endless:find_deadlock": [
        ("finished(hand.state.values, hand.state.zones)", "False", "a hand that goes on")
    ],
}

SLIPS = [VerifierSlip(place, *row) for place, rows in SLIPPED.items() for row in rows]
