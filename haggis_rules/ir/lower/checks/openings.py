"""What is said to be done `openly` though it can tell nobody anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from haggis_rules.diagnostics.errors import IdleOpeningError, RuleError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir.reads import Reads, effect_reads, reads
from haggis_rules.ir.traversal import innermost, is_open
from haggis_rules.syntax import ast


def opening_faults(game: ir.Game, items: Iterable[ast.Item], here: Span) -> Iterator[RuleError]:
    """Yield a fault for each `openly` that opens nothing. ``here`` is for those without a place.

    What it looks at is all that can be seen, so no fault is yielded where it may open something.
    """
    moves: tuple[ir.ActionSchema | ir.Step, ...] = (*game.actions, *game.steps)
    for move in moves:
        secret = isinstance(move, ir.ActionSchema) and (move.secret or move.by_chance)
        yield from _idle(game, move.effects, here, secret=secret)
    yield from _idle(game, game.between, here, secret=False)
    firsts = {item.name.text: item.initial.span for item in items if isinstance(item, ast.State)}
    for state in game.states:
        if state.opened and not isinstance(state.initial, ir.Chance):
            why = _why_idle(game, state.audience, reads(game, state.initial), secret=False)
            if why:
                words = f"the first value of `{state.name}` opens nothing: {why}"
                yield _fault(words, firsts.get(state.name), here)


def _idle(
    game: ir.Game, effects: Iterable[ir.Effected], here: Span, *, secret: bool
) -> Iterator[RuleError]:
    for effect in (one.effect for one in effects if is_open(one.effect)):
        done = innermost(effect)
        audience = game.states[done.state].audience if isinstance(done, ir.Let) else None
        why = _why_idle(game, audience, effect_reads(game, effect), secret=secret)
        if why:
            yield _fault(f"this opens nothing: {why}", effect.span, here)


def _why_idle(game: ir.Game, audience: ir.Audience | None, seen: Reads, *, secret: bool) -> str:
    """Return why nobody learns anything, or nothing. ``audience`` sees what is given a value."""
    if audience is ir.Audience.NOBODY:
        return "nobody sees what comes of it"
    hidden = (secret and seen.names) or _hidden(game, seen)
    return "" if hidden else "all that it rests on is seen by all"


def _hidden(game: ir.Game, seen: Reads) -> bool:
    states = (game.states[one].audience for one in seen.states)
    zones = (audience for one in seen.zones for audience in game.zones[one].audiences)
    return any(audience is not ir.Audience.ALL for audience in (*states, *zones))


def _fault(words: str, span: Span | None, here: Span) -> RuleError:
    return IdleOpeningError(words, span or here, hint="leave out `openly`")
