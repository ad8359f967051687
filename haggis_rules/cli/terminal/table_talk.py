"""What is said at the table to a player who sits there: all he can do, and why he cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.cli.terminal.output import columns, wrapped
from haggis_rules.cli.terminal.play_lines import show_kind
from haggis_rules.engine.refusals import words_of
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.notation.table_text import seat_name
from haggis_rules.semantics.action import Action, Reason
from haggis_rules.semantics.state import Combination

FEW = 9  # actions of one name that are listed without being asked for
MANY = 200  # actions that are not all listed at once

HELP = """\
Type an action as the rules name it, or its number:
{examples}
Write a play as its cards, followed by = and its reading where the cards leave a
choice. The name of the action can be left out where the rest is clear.

  look          everything you see
  plays         everything you can do, with numbers
  plays WORDS   those with these words or cards in them
  why ACTION    whether you can do it, and which clauses say so
  clause NAME   what a clause says
  score         the score so far
  later         before your turn: do not ask again until it comes
  quit          leave; so does the end of input
"""


def help_lines(rules: Ruleset, offered: Sequence[Action]) -> Iterator[str]:
    """Say what can be typed, with examples that are possible here."""
    each = {action.name: rules.show_action(action) for action in reversed(offered)}
    examples = "\n".join(f"  {each[name]}" for name in reversed(each))
    yield HELP.format(examples=examples or "  (there is nothing you can do now)")


def invite_lines(
    rules: Ruleset, offered: Sequence[Action], others: Sequence[int], *, in_turn: bool
) -> Iterator[str]:
    """Ask a player to act, and say who else may."""
    names = " and ".join(seat_name(seat) for seat in others)
    if not others:
        yield "Your turn:"
    elif in_turn:
        yield f"Your turn, at the same time as {names}:"
    else:
        yield f"{names[0].upper()}{names[1:]} to act. Before that you may do one of these:"
    yield from legal_action_lines(rules, offered)


def legal_action_lines(rules: Ruleset, offered: Sequence[Action]) -> Iterator[str]:
    """Say what a player can do: each action with its number, or how many there are."""
    listed: list[str] = []
    counted: list[str] = []
    for name in dict.fromkeys(action.name for action in offered):
        several = [(n, a) for n, a in enumerate(offered, start=1) if a.name == name]
        if len(several) <= FEW:
            listed += [f"{number} {rules.show_action(action)}" for number, action in several]
        else:
            counted.append(f"  {name}: {len(several)} ways; `plays` lists them")
    if listed:
        yield columns(listed)
    yield from counted


def play_lines(rules: Ruleset, offered: Sequence[Action], wanted: Sequence[str]) -> Iterator[str]:
    """List actions with their numbers, plays by kind; only those that have all words in them."""
    groups: dict[str, list[str]] = {}
    for number, action in enumerate(offered, start=1):
        shown, heading = rules.show_action(action), _heading(rules, action)
        words = f"{shown} {heading}".lower().replace("=", " ").replace(",", " ").split()
        if all(any(word.startswith(one.lower()) for word in words) for one in wanted):
            bare = shown.removeprefix(f"{action.name} ") if action.arguments else shown
            groups.setdefault(heading, []).append(f"{number:>3} {bare}")
    many = sum(map(len, groups.values())) > MANY
    for heading, several in groups.items():
        yield f"{heading}: {len(several)}"
        if not many or len(several) <= FEW:
            yield columns(several)
    if many:
        word = max(groups, key=lambda heading: len(groups[heading])).split(", ")[:2][-1]
        yield f"  That is too much to list. Say what it must contain: cards, or as `plays {word}`."
    if not groups:
        yield "  nothing you can do matches that"


def refusal_lines(shown: str, reasons: Sequence[Reason], trail: Sequence[str]) -> Iterator[str]:
    """Say which clauses stand against an action, or else on which it rests."""
    if not reasons:
        yield f"`{shown}` is allowed."
        yield wrapped("It depends on " + ", ".join(trail) + ".", indent=2, hanging=2)
        return
    yield f"`{shown}` is not allowed:"
    for reason in reasons:
        yield wrapped(f"{reason.clause or 'no clause'}: {reason.text}", indent=2, hanging=2)


def clause_lines(rules: Ruleset, name: str) -> Iterator[str]:
    """Say what a clause says."""
    if name in rules.game.clauses:
        yield wrapped(f"{name}: {words_of(rules.game, name)}", indent=2, hanging=2)
    else:
        yield f"  no clause is called `{name}`"


def _heading(rules: Ruleset, action: Action) -> str:
    """Return the name of an action, and the kind of the play in it, if there is one."""
    plays = [one for one in action.arguments if isinstance(one, Combination)]
    return ", ".join([action.name, *(show_kind(rules.game, play.reading) for play in plays)])
