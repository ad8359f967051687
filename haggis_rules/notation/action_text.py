"""Actions as people write them down: the seat, a colon, the action and its choices.

``2: play 9r 10r J = sequence3@J`` is what seat 2 played, and ``1: pass`` what seat 1 did. Choices
stand in the order of the text with blanks between them. A play may stand in quotes, and has to
where an action has several, so that one can tell where each ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from haggis_rules.ir import game as ir
from haggis_rules.ir.game import ActionParam, CombinationParam, Game
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import ChoiceType, Plain, show
from haggis_rules.notation.errors import MalformedError
from haggis_rules.notation.limits import LONGEST_ACTION, check_length
from haggis_rules.notation.values import from_json
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Combination, Value

PlayReader = Callable[[Sequence[Value], str], Combination]
"""Reads a play, knowing the choices that stand before it."""

_SEAT = re.compile(r"\s*(?:seat\s+)?([0-9]{1,4})\s*:", re.IGNORECASE)
# As ``in_quotes`` makes it, or without. Possessive, and a text that is not closed goes to the end:
# so no sign is looked at twice.
_WORD = re.compile(r'"((?:[^"\\]|\\.)*+)("?)|([^\s"]+)')
_ESCAPED = re.compile(r"\\(.)")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_ME = {"me", "myself"}


def words_of(text: str) -> list[str]:
    """Return the words of a text; what stands in quotes is one, without them.

    Raises ``MalformedError`` when a quote is not closed.
    """
    check_length(text, LONGEST_ACTION, "the text of one line")
    found = list(_WORD.finditer(text))
    if any(one[2] == "" for one in found):
        raise MalformedError(f"`{text:.80}` has a quote that is not closed")
    return [_ESCAPED.sub(r"\1", one[1]) if one[1] is not None else one[3] for one in found]


def action_from_text(game: Game, text: str, play: PlayReader) -> Action:
    """Return the action that a text stands for, whether or not it is allowed anywhere.

    Raises ``NotationError``.
    """
    check_length(text, LONGEST_ACTION, "an action")
    seat = _SEAT.match(text)
    if seat is None:
        message = f"`{text:.80}` does not begin with who acts, as `1: ` does"
        raise MalformedError(message)
    actor = int(seat[1]) - 1
    if not 0 <= actor < game.seats:
        message = f"the seats are 1 to {game.seats}, not {seat[1]}"
        raise MalformedError(message)
    name, *words = words_of(text[seat.end() :]) or [""]
    declared = action_named(game, name)
    if declared is None:
        known = ", ".join(f"`{one.name}`" for one in game.actions)
        message = f"no action is called `{name:.40}`; there are {known}"
        raise MalformedError(message)
    return Action(declared.name, actor, choices_from_words(game, declared, actor, words, play))


def action_named(game: Game, name: str) -> ir.ActionSchema | None:
    """Find an action by its name; case does not matter unless two differ by it alone."""
    exact = [one for one in game.actions if one.name == name]
    alike = [one for one in game.actions if one.name.lower() == name.lower()]
    return next(iter([*exact, *alike]), None)


def choices_from_words(
    game: Game, declared: ir.ActionSchema, actor: int, words: Sequence[str], play: PlayReader
) -> tuple[Value, ...]:
    """Read the choices of an action; a play takes all words but those that others need.

    An action by chance may stand without its choice. Raises ``NotationError``.
    """
    if declared.by_chance and not words:
        return ()
    plays = sum(isinstance(param, CombinationParam) for param in declared.params)
    rest = [word for word in words if word.lower() != Plain.SEAT.value]
    chosen: list[Value] = []
    for place, param in enumerate(declared.params):
        if not rest:
            raise MalformedError(f"`{declared.name}` lacks a choice; {_form(declared)}")
        if isinstance(param, CombinationParam):
            after = len(declared.params) - place - 1
            taken = max(1, len(rest) - after) if plays == 1 else 1
            text, rest = " ".join(rest[:taken]), rest[taken:]
            chosen.append(play(chosen, text))
        else:
            chosen.append(_chosen(game, declared, param, actor, rest.pop(0)))
    if rest:
        raise MalformedError(f"nothing takes `{' '.join(rest):.80}`; {_form(declared)}")
    return tuple(chosen)


def _form(action: ir.ActionSchema) -> str:
    shapes = [action.name, *map(_shape, action.params)]
    return f"it is written `{' '.join(shapes)}` ({action.clause})"


def _shape(param: ActionParam) -> str:
    """Say what a choice looks like, as `zero|little|big` or `SEAT`."""
    kind = param_type(param)
    return "|".join(kind.choices) if isinstance(kind, ChoiceType) else show(kind).upper()


def _chosen(
    game: Game, declared: ir.ActionSchema, param: ActionParam, actor: int, word: str
) -> Value:
    """Read a choice, and say how the action is written when it is none."""
    try:
        return _value(game, param, actor, word)
    except MalformedError as fault:
        raise MalformedError(f"{fault}; {_form(declared)}") from None


def _value(game: Game, param: ActionParam, actor: int, word: str) -> Value:
    kind = param_type(param)
    if kind is Plain.SEAT:
        if word.lower() in _ME:
            return actor
        if word in map(str, range(1, game.seats + 1)):
            return int(word) - 1
        raise MalformedError(f"`{word:.40}` is not a seat; there are 1 to {game.seats}")
    if kind is Plain.TRUTH and word.lower() in _TRUTHS:
        return _TRUTHS[word.lower()]
    return from_json(game, kind, word)
