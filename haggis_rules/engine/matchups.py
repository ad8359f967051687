"""Two plays side by side: what each can mean, and why one does not beat the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from haggis_rules.diagnostics.nouns import with_article
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.notation.errors import UnclearPlayError
from haggis_rules.notation.given import check_reading
from haggis_rules.notation.play_text import EQUALS, PlayNotation
from haggis_rules.semantics.action import Reason
from haggis_rules.semantics.evaluate import Environment, call, evaluate, holds_true
from haggis_rules.semantics.patterns import show_field, show_reading
from haggis_rules.semantics.state import (
    Combination,
    GameState,
    PlayLike,
    Reading,
    Value,
)

Matchup: TypeAlias = tuple[Reading, Reading]  # what is laid, and what lies there


def one_reading(writing: PlayNotation, play: PlayLike, on: Reading | None = None) -> Reading:
    """Return the reading of a play, or of a text. Raises ``UnclearPlayError`` for several."""
    if isinstance(play, Combination):
        return play.reading
    if not isinstance(play, str):
        check_reading(writing.game, play)
        return play
    known = EQUALS not in play and writing.is_reading(play)
    return writing.reading(play) if known else writing.play(play, on).reading


def matchups(writing: PlayNotation, play: PlayLike, on: PlayLike) -> list[Matchup]:
    """Return each way to read two plays, the first as it would be laid on the second."""
    return [
        (one, other) for other in _meanings(writing, on) for one in _meanings(writing, play, other)
    ]


def unclear_matchup(
    writing: PlayNotation, play: PlayLike, on: PlayLike, pairs: Sequence[Matchup]
) -> UnclearPlayError:
    """Return a fault that lists what the first text that leaves a choice can be."""
    for place, text in enumerate((play, on)):
        meant = dict.fromkeys(show_reading(writing.game, pair[place]) for pair in pairs)
        if isinstance(text, str) and len(meant) > 1:
            return writing.unclear(text, [f"{text.strip()} {EQUALS} {one}" for one in meant])
    raise AssertionError  # what is no text has one reading


def why_not_beats(game: Game, state: GameState, play: Reading, other: Reading) -> Reason:
    """Return the clause by which a reading does not beat another, and what is wrong by it.

    Where the other one beats it, the clause is the one that says so. Raises a ``Breach`` where
    ``beats`` has no value.
    """
    scene = Environment(game, state)
    if call(BEATS, (other, play), scene):
        clause, _, _ = _deciding(BEATS, (other, play), scene)
        if play[0] != other[0]:
            kinds = [with_article(game.patterns[one[0]].name) for one in (other, play)]
            return _reason(game, clause, " beats ".join(kinds))
    clause, leaf, inside = _leaf(*_deciding(BEATS, (play, other), scene))
    match leaf:
        case nodes.Outranks(left=left, right=right):
            # They are readings by the law of the node.
            wrong = _not_above(game, _read(left, inside), _read(right, inside))
        case _:
            text = "" if leaf.span is None else " ".join(leaf.span.text.split())
            wrong = f"it needs `{text}`" if text else "it is not said to"
    return _reason(game, clause, wrong)


def _reason(game: Game, clause: str, wrong: str) -> Reason:
    return Reason(clause, game.clauses[clause].words, wrong)


def _read(node: nodes.Expr, scene: Environment) -> Reading:
    found = evaluate(node, scene)
    if not isinstance(found, tuple) or isinstance(found, Combination):
        raise TypeError(found)
    return found


def _not_above(game: Game, low: Reading, high: Reading) -> str:
    """Say why one reading does not outrank another: `9 is below 10`."""
    one, other = game.patterns[low[0]], game.patterns[high[0]]
    if one is not other:
        return f"{with_article(one.name)} and {with_article(other.name)} are of different types"
    for place in one.alike:
        if low[1 + place] != high[1 + place]:
            left, right = (_field(game, each, place) for each in (low, high))
            return f"they are of different types: {one.fields[place].name} {left} and {right}"
    for place in one.ranked:
        if low[1 + place] != high[1 + place]:
            left, right = (_field(game, each, place) for each in (low, high))
            return f"{one.fields[place].name} {left} is below {right}"
    return "they rank the same"


def _field(game: Game, reading: Reading, place: int) -> str:
    kind = game.patterns[reading[0]].fields[place].type
    return show_field(game, kind, reading[1 + place])


def _deciding(
    name: str, arguments: tuple[Value, ...], scene: Environment
) -> tuple[str, nodes.Expr, Environment]:
    """Return the clause that gives a definition its value here, with what it says."""
    definition = scene.game.definitions[name]
    inside = scene
    for param, value in zip(definition.params, arguments, strict=True):
        inside = inside.naming(param.name, value)
    for exception in definition.exceptions:
        if holds_true(exception.when, inside):
            return exception.clause, exception.value, inside
    return definition.clause, definition.base, inside


def _leaf(clause: str, node: nodes.Expr, scene: Environment) -> tuple[str, nodes.Expr, Environment]:
    """Return the part of a condition that does not hold, on which it fails, and its clause."""
    match node:
        case nodes.And(left=left, right=right):
            return _leaf(clause, right if holds_true(left, scene) else left, scene)
        case nodes.Or(left=left, right=right):
            found = _leaf(clause, left, scene)
            return found if isinstance(found[1], nodes.Outranks) else _leaf(clause, right, scene)
        case nodes.If(when=when, value=value, other=other):
            return _leaf(clause, value if holds_true(when, scene) else other, scene)
        case nodes.Call(definition=name, arguments=arguments):
            values = tuple(evaluate(argument, scene) for argument in arguments)
            return _leaf(*_deciding(name, values, scene))
        case _:
            return clause, node, scene


def _meanings(
    writing: PlayNotation, play: PlayLike, on: Reading | None = None
) -> Sequence[Reading]:
    if not isinstance(play, str) or (EQUALS not in play and writing.is_reading(play)):
        return [one_reading(writing, play)]
    return [one.reading for one in writing.meanings(play, on)]
