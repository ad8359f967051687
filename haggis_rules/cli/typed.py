"""Actions as players type them: by number, or by name and choices, in the notation of plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from haggis_rules.cli.kinds import kind_of, show_play
from haggis_rules.cli.out import CallError
from haggis_rules.engine.action import Action
from haggis_rules.engine.game import Rules
from haggis_rules.engine.notation import from_json
from haggis_rules.engine.refusals import NotationError, UnclearPlayError
from haggis_rules.ir import game as ir
from haggis_rules.ir.from_syntax.nearest import did_you_mean
from haggis_rules.ir.game import CombinationParam
from haggis_rules.ir.types import ChoiceType, Plain, show
from haggis_rules.ir.walk import param_type
from haggis_rules.run.state import Combination, Value

_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_ME = {"me", "myself"}


def read_action(rules: Rules, offered: Sequence[Action], seat: int, text: str) -> Action:
    """Give the action that a text stands for; it need not be one of those that are offered.

    A name may be left out where the choices alone say what is meant. A play without its reading is
    the highest that is offered, when those are of one kind. Raises ``NotationError`` when the
    choices mean nothing or several things, and ``CallError`` when there is no such action.
    """
    words = text.split()
    if len(words) == 1 and words[0].isdecimal():
        return _by_number(offered, words[0])
    named = [one for one in rules.game.actions if one.name.lower() == words[0].lower()]
    if named:
        return Action(named[0].name, seat, _choices(rules, offered, seat, named[0], words[1:]))
    found: list[Action] = []
    for action in rules.game.actions:
        if action.params:
            try:
                choices = _choices(rules, offered, seat, action, words)
            except UnclearPlayError:
                raise
            except (NotationError, CallError):
                continue
            found.append(Action(action.name, seat, choices))
    meant = [one for one in found if one in offered] or found
    if len(meant) != 1:
        _unknown(rules, text, meant)
    return meant[0]


def _by_number(offered: Sequence[Action], number: str) -> Action:
    if len(number) > len(str(len(offered))) or not 1 <= int(number) <= len(offered):
        raise CallError(
            "no-such-number", f"the actions go from 1 to {len(offered)}, and {number} is none"
        )
    return offered[int(number) - 1]


def _unknown(rules: Rules, text: str, meant: Sequence[Action]) -> NoReturn:
    names = [one.name for one in rules.game.actions]
    if meant:
        told = " or ".join(f"`{rules.show_action(one)}`" for one in meant)
        raise CallError("unclear-action", f"`{text}` can be several things", f"say {told}")
    hint = did_you_mean(text.split(maxsplit=1)[0].lower(), [*names, "help"])
    raise CallError("unknown-action", f"`{text}` is no action and no command", hint)


def _choices(
    rules: Rules, offered: Sequence[Action], seat: int, action: ir.Action, words: Sequence[str]
) -> tuple[Value, ...]:
    """Read the choices of an action. A play takes all words but those that others need."""
    chosen: list[Value] = []
    rest = [word for word in words if word.lower() != Plain.SEAT.value]
    for place, param in enumerate(action.params):
        after = len(action.params) - place - 1
        if not rest:
            raise CallError("missing-choice", f"`{action.name}` lacks a choice", _form(action))
        if isinstance(param, CombinationParam):
            taken, rest = rest[: len(rest) - after], rest[len(rest) - after :]
            known = [one for one in offered if one.name == action.name]
            known = [one for one in known if one.arguments[:place] == tuple(chosen)]
            plays = [play for one in known if isinstance(play := one.arguments[place], Combination)]
            chosen.append(_play(rules, plays, " ".join(taken)))
        else:
            chosen.append(_value(rules.game, param, seat, rest.pop(0)))
    if rest:
        raise CallError("too-many-choices", f"nothing takes `{' '.join(rest)}`", _form(action))
    return tuple(chosen)


def _form(action: ir.Action) -> str:
    return f"it is written `{' '.join([action.name, *map(_shape, action.params)])}`"


def _shape(param: ir.ActionParam) -> str:
    """Say what a choice looks like, as `zero|little|big` or `SEAT`."""
    kind = param_type(param)
    return "|".join(kind.choices) if isinstance(kind, ChoiceType) else show(kind).upper()


def _play(rules: Rules, offered: Sequence[Combination], text: str) -> Combination:
    """Read a play; without its reading it is the highest that is offered, if of one kind."""
    cards, said, _ = text.partition("=")
    if said:
        return rules.parse_play(text)
    held = rules.parse_cards(cards)
    fitting = [play for play in offered if play.cards == held]
    kinds = {kind_of(rules.game, play.reading) for play in fitting}
    if not kinds:
        return _refused(rules, text)
    if len(kinds) == 1:
        return rules.parse_play(text, on=fitting[0].reading)
    choices = [show_play(rules.game, play) for play in fitting]
    told = ", ".join(f"`{one}`" for one in choices)
    raise UnclearPlayError(f"`{text}` can be several things; say which: {told}", choices)


def _refused(rules: Rules, text: str) -> Combination:
    """Give a play that is not offered: which of its readings is meant makes no difference."""
    try:
        return rules.parse_play(text)
    except UnclearPlayError as unclear:
        return rules.parse_play(unclear.choices[0])


def _value(game: ir.Game, param: ir.ActionParam, seat: int, word: str) -> Value:
    kind = param_type(param)
    if kind is Plain.SEAT:
        if word.lower() in _ME:
            return seat
        if word in map(str, range(1, game.seats + 1)):
            return int(word) - 1
        raise CallError("unknown-seat", f"`{word}` is no seat", f"there are 1 to {game.seats}")
    if kind is Plain.TRUTH and word.lower() in _TRUTHS:
        return _TRUTHS[word.lower()]
    return from_json(game, kind, word)
