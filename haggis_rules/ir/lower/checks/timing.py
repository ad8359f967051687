"""What may be looked at when: before the first hand, before a deal, after a hand, and never."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from haggis_rules.diagnostics.errors import (
    HiddenStartError,
    NotYetError,
    ReadsStateError,
    RuleError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.ir.traversal import now


@dataclass(frozen=True, slots=True)
class _TimedRead:
    """A look at a state variable, or at cards, and the word of the text that it is hidden in."""

    span: Span
    what: str
    through: str
    within: tuple[Span, ...] = ()

    @property
    def others(self) -> list[tuple[Span, str]]:
        """The places in the words that hide the look, down to where it is."""
        labels = [*("through this" for _ in self.within[1:]), f"this looks at {self.what}"]
        return list(zip(self.within, labels, strict=False))

    def __str__(self) -> str:
        return f"{self.what}, through `{self.through}`" if self.through else self.what


def timing_faults(game: ir.Game, here: Span) -> Iterator[RuleError]:
    """Yield the faults of looking at what is not there. ``here`` is for those without a place."""
    lasting = frozenset(i for i, state in enumerate(game.states) if state.lasting)
    for index, state in enumerate(game.states):
        yield from _first_value(game, index, state, lasting, here)
    for deal in game.deals:
        if isinstance(deal, ir.DealRest) and deal.start is not None:
            yield from _deal_start(game, deal.start, lasting, here)
    if game.until is not None:
        read = _first_read_beyond(game, game.until.expr, lasting, here, zones=False)
        if read is not None:
            yield NotYetError(
                f"whether the match is over cannot depend on {read}",
                read.span,
                others=read.others,
                hint="it is looked at between hands: keep what it needs in a `match state`",
            )
    for promise in game.promises:
        if isinstance(promise.form, ir.ForAny):
            read = _first_read_beyond(game, promise.form.claim, frozenset(), here, zones=False)
            if read is not None:
                yield ReadsStateError(
                    f"`{promise.name}` is for any state, but looks at {read}",
                    read.span,
                    others=read.others,
                    hint=_without(read),
                )
        if isinstance(promise.form, ir.AnyMade):
            yield from _any_made(game, promise.name, promise.form, here)
        if isinstance(promise.form, ir.EachHand):
            yield from _after_hand(game, promise, promise.form.claim, lasting, here)


def _without(read: _TimedRead) -> str:
    """Say how a promise about plays does without the state."""
    word = f"use a word in place of `{read.through}` that looks at plays alone"
    way = word if read.through else f"leave {read.what} out"
    return f"{way}; what holds of the state is promised `always`, which is about no `reading`"


def _any_made(game: ir.Game, name: str, form: ir.AnyMade, here: Span) -> Iterator[RuleError]:
    read = _first_read_beyond(game, form.claim, frozenset(), here, zones=False)
    if read is not None:
        yield ReadsStateError(
            f"`{name}` is for any combination, but its claim looks at {read}",
            read.span,
            others=read.others,
            hint="say of the combination alone what holds, and of the state after `when`",
        )
    for node in () if form.when is None else now(form.when):
        if isinstance(node, nodes.Variable) and node.name == form.name:
            yield NotYetError(
                f"the condition of `{name}` looks at `{form.name}`",
                node.span or here,
                hint="it is about the state; say what holds of the combination after `has`",
            )


def _after_hand(
    game: ir.Game, promise: ir.Promise, claim: nodes.Expr, lasting: frozenset[int], here: Span
) -> Iterator[RuleError]:
    if not game.between and game.until is None:
        yield NotYetError(
            f"`{promise.name}` speaks of two hands, but here a match is one hand",
            promise.span or here,
            hint="say what happens `between hands`, or promise it `always`",
        )
    read = _first_read_beyond(game, claim, lasting, here, zones=False)
    if read is not None:
        yield NotYetError(
            f"`{promise.name}` looks at {read}, when the hand is gone",
            read.span,
            others=read.others,
            hint="keep it in a `match state`, or say `before (...)`: how it was as the hand ended",
        )


def _first_value(
    game: ir.Game, index: int, state: ir.StateVariable, lasting: frozenset[int], here: Span
) -> Iterator[RuleError]:
    if isinstance(state.initial, ir.Chance):
        return
    before = frozenset(range(index))
    available = before & lasting if state.lasting else before | lasting
    read = _first_read_beyond(game, state.initial, available, here, zones=not state.lasting)
    if read is not None:
        begins = "match" if state.lasting else "hand"
        known = "a `match state`" if state.lasting else "a state, or a `match state`,"
        yield NotYetError(
            f"`{state.name}` depends on {read}, which is not there yet when the {begins} begins",
            read.span,
            others=read.others,
            hint=f"only {known} that is declared before can be used here",
        )


def _deal_start(
    game: ir.Game, start: nodes.Expr, lasting: frozenset[int], here: Span
) -> Iterator[RuleError]:
    read = _first_read_beyond(game, start, lasting, here, zones=False)
    if read is not None:
        yield NotYetError(
            f"with whom the deal starts cannot depend on {read}: no card is dealt yet",
            read.span,
            others=read.others,
            hint="keep it in a `match state`, which has its value before the deal",
        )
        return
    seen = frozenset(i for i in lasting if game.states[i].audience is ir.Audience.ALL)
    read = _first_read_beyond(game, start, seen, here, zones=False)
    if read is not None:
        yield HiddenStartError(
            f"who gets one card more would tell {read}, which not everybody sees",
            read.span,
            others=read.others,
            hint="let it be `seen by all`, or let the deal start with somebody else",
        )


def _first_read_beyond(
    game: ir.Game, expr: nodes.Expr, states: frozenset[int], here: Span, *, zones: bool
) -> _TimedRead | None:
    """Find the first look at another state variable than these, or at cards where none lie.

    What is looked at in the state before is left out.
    """
    for node in now(expr):
        found, through = _own_reads(game, node)
        others = sorted(found.states - states)
        span = node.span or here
        if others:
            what = f"`{game.states[others[0]].name}`"
            return _TimedRead(span, what, through, _within(game, through, states, zones=True))
        if found.zones and not zones:
            within = _within(game, through, found.states, zones=False)
            return _TimedRead(span, "the cards", through, within)
    return None


def _within(game: ir.Game, word: str, states: frozenset[int], *, zones: bool) -> tuple[Span, ...]:
    """Find the place in a word that looks at what is not there, and so on in each that it uses."""
    found = list[Span]()
    while word:
        meaning = game.definitions[word]
        parts = (part for one in meaning.exceptions for part in (one.when, one.value))
        looks = (
            (node.span, through)
            for body in (meaning.base, *parts)
            for node in now(body)
            for read, through in (_own_reads(game, node),)
            if read.states - states or (read.zones and not zones)
        )
        place, word = next(looks, (None, ""))
        if place is not None:
            found.append(place)
    return tuple(found)


def _own_reads(game: ir.Game, node: nodes.Expr) -> tuple[Reads, str]:
    """Return what a node itself looks at, its parts left out, and the word that hides it."""
    match node:
        case nodes.Get(state=state):
            return Reads(states=frozenset({state})), ""
        case nodes.CopiesIn() | nodes.CardsIn():
            return Reads(zones=frozenset({0})), ""
        case nodes.Call(definition=name):
            return reads(game, nodes.Call(node.type, name, ())), name
        case _:
            return Reads(), ""
