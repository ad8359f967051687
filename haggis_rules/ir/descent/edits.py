"""Edits below a clause: a clause of the parent in which some parts are exchanged.

What comes of it is the clause as if it had been replaced as a whole, so that nothing later knows of
edits. Each edit names one place by what stands there. The words have to be edited with the rule, so
that they never say what held before; a number is changed in the words as well where they have it
once, in digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher, unified_diff

from haggis_rules.diagnostics.errors import (
    NoSuchPartError,
    PartTwiceError,
    UnfitPartError,
    UnsaidChangeError,
)
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.descent.edited_values import UNSAID, no_effect, short, with_value
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_item, show_part

_Written = ast.Clause | ast.Replace | ast.Add
_Case = ast.Example | ast.Question
_NAMED: dict[str, type] = {
    "define": ast.Define,
    "score": ast.Score,
    "except": ast.Except,
    "may": ast.May,
    "step": ast.Step,
    "on": ast.On,
    "promise": ast.Promise,
    "pattern": ast.Pattern,
    "choice": ast.Choice,
    "deck": ast.Deck,
    "state": ast.State,
    "action": ast.Action,
    "example": ast.Example,
    "question": ast.Question,
}

_DEFINITE: dict[str, tuple[type, ...]] = {
    "zone": (ast.Zone,),
    "option": (ast.Option,),
    "deal to": (ast.DealEach, ast.DealSome, ast.DealRest),
    "table": (ast.Table,),
    "ranks": (ast.Ranks,),
    "runs": (ast.Runs,),
    "suits": (ast.Suits,),
    "teams": (ast.Teams,),
}


def edited(change: ast.Change, old: _Written) -> ast.Replace:
    """Return what a clause says after some edits of it, as one that replaces it.

    Raises ``NoSuchPartError``, ``PartTwiceError``, ``UnfitPartError``, ``NoEffectError`` or
    ``UnsaidChangeError`` at the edit that is at fault.
    """
    items, words = old.items, old.words.text
    for edit in change.edits:
        if is_phrase(edit):
            words = _other_words(edit, words, old)
        else:
            items = _other_items(edit, items, old)
    ruled = _ruled(items) != _ruled(old.items)
    if change.words is not None:
        words = change.words.text
    if ruled and words == old.words.text:
        words = _with_numbers(change, old)
    return ast.Replace(
        name=change.name,
        ledgers=old.ledgers,
        guard=old.guard,
        because=change.because,
        title=change.title or old.title,
        words=ast.Words(words, span=old.words.span),
        cites=change.cites or old.cites,
        status=_status(change, old, ruled=ruled),
        items=items,
        span=change.span,
    )


def _status(change: ast.Change, old: _Written, *, ruled: bool) -> ast.Status | ast.Derived | None:
    """Return how the clause stands: as the edit says, or as a ruling where the rule is edited."""
    if change.cites or change.status is not None:
        return change.status
    if not ruled or isinstance(old.status, ast.Derived):
        return old.status
    span = change.because.span
    return ast.Status(ast.Name("ruling", span=span), change.because, span=span)


def _ruled(items: Sequence[ast.Item]) -> list[ast.Item]:
    """Return the items that the words of a clause have to agree with."""
    return [item for item in items if not isinstance(item, UNSAID)]


def is_phrase(edit: ast.Edit) -> bool:
    """Tell whether an edit is one of the words of a clause."""
    return isinstance(edit, ast.Exchange) and isinstance(edit.old, ast.PlayLiteral)


# The words


def _other_words(edit: ast.Edit, words: str, old: _Written) -> str:
    """Exchange a phrase of the words."""
    match edit:
        case ast.Exchange(old=ast.PlayLiteral(text=was), new=ast.PlayLiteral(text=now)):
            pass
        case _:
            raise UnfitPartError(
                "only other words can stand in the place of words",
                edit.span,
                hint='write both in quotes, as `from "two cards" to "three cards"`',
            )
    many = words.count(was.text)
    if many != 1:
        kind, found = (
            (PartTwiceError, f"stand {many} times") if many else (NoSuchPartError, "are not")
        )
        raise kind(
            f"these words {found} in the words of `{old.name.text}`",
            was.span,
            others=[(old.words.span, "its words are here")],
            hint="take in some of the words around them" if many else f"it says: {words}",
        )
    if was.text == now.text:
        raise no_effect(edit)
    return words.replace(was.text, now.text)


def _with_numbers(change: ast.Change, old: _Written) -> str:
    """Change the words with the numbers of the rule. Raises ``UnsaidChangeError``."""
    words = old.words.text
    for edit in change.edits:
        match edit:
            case ast.Exchange(old=ast.Number(value=was), new=ast.Number(value=now)):
                found = list(re.finditer(rf"(?<![\w.-]){was.value}(?![\w-]|\.\d)", words))
                # Of one thing people speak in other words than of two.
                if len(found) != 1 or 1 in {was.value, now.value}:
                    raise _unsaid(edit, old)
                words = f"{words[: found[0].start()]}{now.value}{words[found[0].end() :]}"
            case ast.Also(item=item) | ast.ItemExchange(new=item) if isinstance(item, UNSAID):
                pass
            case ast.LeaveOut(part=ast.CaseName()):
                pass
            case ast.LeaveOut(part=part) if isinstance(part, UNSAID):
                pass
            case _:
                raise _unsaid(edit, old)
    return words


def _unsaid(edit: ast.Edit, old: _Written) -> UnsaidChangeError:
    return UnsaidChangeError(
        f"the words of `{old.name.text}` would still say what holds without this",
        edit.span,
        others=[(old.words.span, "its words are here")],
        hint='change them too, as `from "OLD WORDS" to "NEW WORDS"`, or write them all '
        "after the reason",
    )


# The items


def _other_items(
    edit: ast.Edit, items: tuple[ast.Item, ...], old: _Written
) -> tuple[ast.Item, ...]:
    """Exchange a value or an item, leave one out, or add one."""
    match edit:
        case ast.Exchange():
            return with_value(edit, items, old.name)
        case ast.ItemExchange(old=part, new=new):
            index = _found(part, items, old)
            if items[index] == new:
                raise no_effect(edit)
            return (*items[:index], new, *items[index + 1 :])
        case ast.LeaveOut(part=part):
            index = _found(part, items, old)
            return (*items[:index], *items[index + 1 :])
        case ast.Also(item=item):
            if item in items:
                raise no_effect(edit)
            if isinstance(item, _Case):
                return (*items, item)
            cases = (i for i, one in enumerate(items) if isinstance(one, _Case))
            index = next(cases, len(items))  # rules stand before the cases that show them
            return (*items[:index], item, *items[index:])


def _found(part: ast.Part, items: Sequence[ast.Item], old: _Written) -> int:
    """Return which item is meant. Raises ``NoSuchPartError`` or ``PartTwiceError``."""
    found = [index for index, item in enumerate(items) if _is_meant(part, item)]
    if len(found) == 1:
        return found[0]
    shown = short(show_part(part))
    if found:
        raise PartTwiceError(
            f"`{old.name.text}` has `{shown}` {len(found)} times",
            part.span,
            others=[(items[index].span, "it stands here") for index in found],
            hint="write out the one that is meant, to its end",
        )
    raise NoSuchPartError(
        f"`{old.name.text}` has no `{shown}`",
        part.span,
        others=[(old.name.span, "the clause is here")],
        hint=did_you_mean(shown, [short(_title(item)) for item in items]),
    )


def _is_meant(part: ast.Part, item: ast.Item) -> bool:
    match part:
        case ast.ItemName(kind=kind, name=name):
            return isinstance(item, _NAMED[kind.text]) and _name(item) == name.text
        case ast.CaseName(kind=kind, words=words):
            return (
                isinstance(item, _NAMED[kind.text])
                and isinstance(item, _Case)
                and (item.words == words)
            )
        case ast.DefiniteName(kind=kind, name=name):
            return isinstance(item, _DEFINITE[kind.text]) and _definite(item) == name.text
        case ast.SoleName(kind=kind):
            return isinstance(item, _DEFINITE[kind.text])
        case written:
            return item == written


def _name(item: ast.Item) -> str:
    """Return the name after the word that an item begins with, or nothing."""
    match item:
        case ast.Define(signature=signature):
            return signature.name.text
        case ast.May(action=name):
            return name.text
        case _:
            named: object = getattr(item, "name", None)
            return named.text if isinstance(named, ast.Name) else ""


def _definite(item: ast.Item) -> str:
    """Return the name of a zone or an option, or of the zone to which cards are dealt."""
    match item:
        case ast.DealEach(to=to) | ast.DealSome(to=to) | ast.DealRest(to=to):
            return to.name.text
        case _:
            return _name(item)


def _title(item: ast.Item) -> str:
    """Return how an edit names an item: in short where it can."""
    for kind, named in _NAMED.items():
        if isinstance(item, named):
            words = item.words if isinstance(item, _Case) else None
            return f"{kind} {_name(item)}" if words is None else f'{kind} "{words.text}"'
    for kind, classes in _DEFINITE.items():
        if isinstance(item, classes):
            return f"the {kind} {_definite(item)}".rstrip()
    return " ".join(show_item(item).split())


def changed_lines(old: Sequence[ast.Item], new: Sequence[ast.Item]) -> tuple[str, ...]:
    """Return the lines in which items differ: of one for another what differs, else all."""
    was, now = ([show_item(item).splitlines() for item in items] for items in (old, new))
    whole = SequenceMatcher(None, [*map(tuple, was)], [*map(tuple, now)], autojunk=False)
    found: list[str] = []
    for _, i, j, k, m in (one for one in whole.get_opcodes() if one[0] != "equal"):
        if j - i == m - k == 1:
            lines = [*unified_diff(was[i], now[k], n=0, lineterm="")][2:]
            found += [f"{line[0]} {line[1:]}" for line in lines if not line.startswith("@@")]
        else:
            found += [f"- {line}" for item in was[i:j] for line in item]
            found += [f"+ {line}" for item in now[k:m] for line in item]
    return tuple(found)
