"""What is said at the table to a player who sits there: all they can do, and why they cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.cli.terminal.output import columns, count, wrapped
from haggis_rules.cli.terminal.play_lines import reading_words, show_kind
from haggis_rules.engine.refusals import words_of
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.near_misses.near_miss import NearMiss
from haggis_rules.notation.table_text import seat_name
from haggis_rules.semantics.action import Action, Reason
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Combination

FEW = 9  # actions of one name that are listed without being asked for
MANY = 200  # actions that are not all listed at once

HELP = """\
Type an action as the rules name it, or its number:
{examples}
Write a play as its cards, followed by = and its reading where the cards leave a
choice. The name of the action can be left out where the rest is clear.

  look            the table as it stands
  look all        everything that you see, wherever it lies
  plays           everything you can do, with numbers
  plays WORDS     those with these words or cards in them
  hint            what a player who searches would do here, and why
  hint greedy     the same of one who sheds as many cards as they can
  why ACTION      whether you can do it, and which clauses say so
  why not ACTION  the same
  what happened   the clauses behind what happened last
  rules WORDS     what the rules say of something, in your words
  clause NAME     what a clause says
  score           the score sheet; `score 2` has each entry of hand 2
{undo}  later           before your turn: do not ask again until it comes
  quit            leave; so do Ctrl-C and the end of input
"""
UNDO = "  undo            take your last move back\n"


def help_lines(
    rules: Ruleset, offered: Sequence[Action], *, practice: bool = False
) -> Iterator[str]:
    """Say what can be typed, with examples that are possible here."""
    each = {action.name: rules.show_action(action) for action in reversed(offered)}
    examples = "\n".join(f"  {each[name]}" for name in reversed(each))
    undo = UNDO if practice else ""
    yield HELP.format(examples=examples or "  (there is nothing you can do now)", undo=undo)


def invite_lines(
    rules: Ruleset,
    offered: Sequence[Action],
    others: Sequence[int],
    *,
    in_turn: bool,
    plain: bool = False,
) -> Iterator[str]:
    """Ask a player to act, and say who else may."""
    names = " and ".join(seat_name(seat) for seat in others)
    if not others:
        yield "Your turn:"
    elif in_turn:
        yield f"Your turn, at the same time as {names}:"
    else:
        yield wrapped(f"{names[0].upper()}{names[1:]} to act. Before that you may do one of these:")
    yield from legal_action_lines(rules, offered, plain=plain)


def legal_action_lines(
    rules: Ruleset, offered: Sequence[Action], *, plain: bool = False
) -> Iterator[str]:
    """Say what a player can do: each action with its number, or how many there are of a kind."""
    listed: list[str] = []
    counted: list[str] = []
    for name in dict.fromkeys(action.name for action in offered):
        several = [(n, a) for n, a in enumerate(offered, start=1) if a.name == name]
        if len(several) <= FEW:
            listed += [f"{number} {action_text(rules, a, plain=plain)}" for number, a in several]
        else:
            counted += _kinds(rules, several, plain=plain)
    if listed:
        yield _listed(listed, plain=plain)
    if counted:
        yield from counted
        yield wrapped("`plays` lists them, and `plays WORDS` only those with these words", indent=2)


def _kinds(rules: Ruleset, several: Sequence[tuple[int, Action]], *, plain: bool) -> Iterator[str]:
    """Yield each kind with its numbers; where these do not follow on, how many there are."""
    groups: dict[str, list[int]] = {}
    for number, action in several:
        groups.setdefault(_heading(rules, action), []).append(number)
    rows: list[tuple[str, str]] = []
    for heading, numbers in groups.items():
        first, last = numbers[0], numbers[-1]
        follow = last - first + 1 == len(numbers)
        ways = f"{first} to {last}" if follow else count(len(numbers), "way")
        rows.append((str(first) if first == last else ways, heading))
    wide = 0 if plain else max(len(ways) for ways, _ in rows)
    for ways, heading in rows:
        if plain:
            yield f"{ways}: {heading}"
        else:
            yield wrapped(f"  {ways.rjust(wide)}  {heading}", hanging=wide + 4)


def _listed(texts: Sequence[str], *, plain: bool) -> str:
    """Set texts in columns, or one to a line where they are read aloud."""
    return "\n".join(texts) if plain else columns(texts)


def action_text(rules: Ruleset, action: Action, *, plain: bool = False) -> str:
    """Write an action; where it is read aloud, with its reading in words."""
    shown = rules.show_action(action)
    before, equals, _ = shown.partition(" = ")
    readings = [one.reading for one in action.arguments if isinstance(one, Combination)]
    if not (plain and equals and readings):
        return shown
    return f"{before} as {reading_words(rules.game, readings[0])}"


def play_lines(
    rules: Ruleset, offered: Sequence[Action], wanted: Sequence[str], *, plain: bool = False
) -> Iterator[str]:
    """List actions with their numbers, plays by kind; only those that have all words in them."""
    groups: dict[str, list[str]] = {}
    for number, action in enumerate(offered, start=1):
        shown, heading = rules.show_action(action), _heading(rules, action)
        words = f"{shown} {heading}".lower().replace("=", " ").replace(",", " ").split()
        if all(any(word.startswith(one.lower()) for word in words) for one in wanted):
            text = action_text(rules, action, plain=plain)
            bare = text.removeprefix(f"{action.name} ") if action.arguments else text
            groups.setdefault(heading, []).append(f"{number:>3} {bare}")
    many = sum(map(len, groups.values())) > MANY
    for heading, several in groups.items():
        yield f"{heading}: {len(several)}"
        if not many or len(several) <= FEW:
            yield _listed([one.strip() for one in several] if plain else several, plain=plain)
    if many:
        word = max(groups, key=lambda heading: len(groups[heading])).split(", ")[:2][-1]
        yield f"  That is too much to list. Say what it must contain: cards, or as `plays {word}`."
    if not groups:
        yield "  nothing you can do matches that"


def refusal_lines(
    rules: Ruleset, shown: str, reasons: Sequence[Reason], trail: Sequence[str]
) -> Iterator[str]:
    """Say which clauses stand against an action, or else on which it rests."""
    clauses = rules.game.clauses
    if not reasons:
        yield f"`{shown}` is allowed."
        yield wrapped("It depends on " + ", ".join(trail) + ".", indent=2, hanging=2)
        return
    yield f"`{shown}` is not allowed:"
    for reason in reasons:
        known = clauses.get(reason.clause)
        name = "no clause" if known is None else known.called
        yield wrapped(f"{name}: {reason.text}", indent=2, hanging=2)


def near_miss_lines(rules: Ruleset, near: NearMiss) -> Iterator[str]:
    """Say why cards make no play: what they nearly are, and each clause that stands against it."""
    yield wrapped(f"{show_cards(rules.game, near.cards)}: {near.text}.", indent=2, hanging=2)
    for reason in near.reasons:
        said = f"{rules.game.clauses[reason.clause].called}: {reason.words}"
        yield wrapped(said, indent=2, hanging=2)


def clause_lines(rules: Ruleset, name: str) -> Iterator[str]:
    """Say what a clause says."""
    if name in rules.game.clauses:
        called = rules.game.clauses[name].called
        yield wrapped(f"{called}: {words_of(rules.game, name)}", indent=2, hanging=2)
    else:
        yield f"  no clause is called `{name}`"


def _heading(rules: Ruleset, action: Action) -> str:
    """Return the name of an action, and the kind of the play in it, if there is one."""
    plays = [one for one in action.arguments if isinstance(one, Combination)]
    return ", ".join([action.name, *(show_kind(rules.game, play.reading) for play in plays)])
