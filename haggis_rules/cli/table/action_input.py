"""Actions as players type them: by number, or by name and choices, in the notation of plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from haggis_rules.cli.terminal.output import CallError
from haggis_rules.cli.terminal.play_lines import kind_of, show_play
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir import game as ir
from haggis_rules.notation.action_text import action_named, choices_from_words, words_of
from haggis_rules.notation.errors import NotationError, UnclearPlayError
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Combination, Value

COMMANDS = (
    *("help", "look", "plays", "why", "what", "hint", "rules", "clause", "score", "undo", "later"),
    "quit",
)


def read_action(rules: Ruleset, offered: Sequence[Action], seat: int, text: str) -> Action:
    """Return the action that a text stands for; it need not be one of those that are offered.

    A name may be left out where the choices alone say what is meant. A play without its reading is
    the highest that is offered, when those are of one kind. Raises ``NotationError`` when the
    choices mean nothing or several things, and ``CallError`` when there is no such action.
    """
    words = words_of(text)
    if len(words) == 1 and words[0].isdecimal():
        return _by_number(offered, words[0])
    named = action_named(rules.game, words[0])
    if named is not None:
        return Action(named.name, seat, _choices(rules, offered, seat, named, words[1:]))
    found: list[Action] = []
    wrong: NotationError | None = None
    for action in rules.game.actions:
        if action.params and not action.by_chance:
            try:
                choices = _choices(rules, offered, seat, action, words)
            except UnclearPlayError:
                raise
            except NotationError as fault:
                wrong = wrong or _of_cards(rules, action, text, fault)
                continue
            found.append(Action(action.name, seat, choices))
    meant = [one for one in found if one in offered] or found
    if len(meant) != 1:
        if wrong is not None and not meant:
            raise wrong
        _unknown(rules, text, meant)
    return meant[0]


def _of_cards(
    rules: Ruleset, action: ir.ActionSchema, text: str, fault: NotationError
) -> NotationError | None:
    """Return what is wrong with a play, where somebody typed cards and no name of an action."""
    if not any(isinstance(param, ir.CombinationParam) for param in action.params):
        return None
    cards = text.partition("=")[0]
    if not any(_is_card(rules, word) for word in cards.split()):
        return None
    try:
        rules.parse_cards(cards)
    except NotationError as wrong:
        return wrong
    return fault


def _is_card(rules: Ruleset, word: str) -> bool:
    try:
        rules.parse_cards(word)
    except NotationError:
        return False
    return True


def _by_number(offered: Sequence[Action], number: str) -> Action:
    if len(number) > len(str(len(offered))) or not 1 <= int(number) <= len(offered):
        raise CallError(
            "no-such-number", f"the actions are numbered 1 to {len(offered)}, not {number}"
        )
    return offered[int(number) - 1]


def _unknown(rules: Ruleset, text: str, meant: Sequence[Action]) -> NoReturn:
    names = [one.name for one in rules.game.actions]
    if meant:
        listed = " or ".join(f"`{rules.show_action(one)}`" for one in meant)
        raise CallError("unclear-action", f"`{text}` can be several things", f"say {listed}")
    hint = did_you_mean(text.split(maxsplit=1)[0].lower(), [*names, *COMMANDS])
    hint = hint if "did you mean" in hint else "`help` lists what you can type"
    raise CallError("unknown-action", f"`{text}` is not an action or a command", hint)


def _choices(
    rules: Ruleset,
    offered: Sequence[Action],
    seat: int,
    action: ir.ActionSchema,
    words: Sequence[str],
) -> tuple[Value, ...]:
    """Read the choices of an action; a play is looked for among those that are offered there."""
    if action.by_chance:
        if words:
            message = f"`{action.name}` makes its choice at random, so you cannot choose"
            raise CallError("not-your-choice", message, f"say `{action.name}` alone")
        return ()

    def play(chosen: Sequence[Value], text: str) -> Combination:
        place = len(chosen)
        known = [one.arguments for one in offered if one.name == action.name]
        there = [one[place] for one in known if one[:place] == tuple(chosen)]
        return _play_named(rules, [one for one in there if isinstance(one, Combination)], text)

    return choices_from_words(rules.game, action, seat, words, play)


def _play_named(rules: Ruleset, offered: Sequence[Combination], text: str) -> Combination:
    """Read a play; without its reading it is the highest that is offered, if of one kind."""
    cards, said, _ = text.partition("=")
    if said:
        return rules.parse_play(text)
    held = rules.parse_cards(cards)
    fitting = [play for play in offered if play.cards == held]
    kinds = {kind_of(rules.game, play.reading) for play in fitting}
    if not kinds:
        return _refused(rules, text)
    if len(kinds) == 1 and rules.patterns.setting is None:  # what is wild, the table alone knows
        return Combination(rules.writing.highest([one.reading for one in fitting])[0], held)
    if len(kinds) == 1:
        return rules.parse_play(text, on=fitting[0].reading)
    choices = [show_play(rules.game, play) for play in fitting]
    listed = ", ".join(f"`{one}`" for one in choices)
    raise UnclearPlayError(f"`{text}` can be several things; say which: {listed}", choices)


def _refused(rules: Ruleset, text: str) -> Combination:
    """Return a play that is left out: which of its readings is meant makes no difference."""
    try:
        return rules.parse_play(text)
    except UnclearPlayError as unclear:
        return rules.parse_play(unclear.choices[0])
