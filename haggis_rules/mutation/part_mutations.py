"""Changes to what something is made of: parts and conditions left out, neighbours swapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from haggis_rules.mutation.rewriting import Rewrite
from haggis_rules.mutation.scope import MutationScope
from haggis_rules.syntax import ast

DROPPED, UNCONDITIONAL, SWAPPED = "part left out", "without its condition", "order"
FLAG, SUITS = "word taken away or set", "suits"

# What may be left out of a list that has more than one part.
_LISTS: dict[type, tuple[str, ...]] = {
    ast.Table: ("seats",),
    ast.Ranks: ("ranks",),
    ast.Runs: ("ranks",),
    ast.Suits: ("suits",),
    ast.Wild: ("patterns",),
    ast.WildAsAny: ("patterns",),
    ast.WildWhen: ("patterns",),
    ast.Need: ("patterns",),
    ast.LineNeed: ("patterns",),
    ast.Pattern: ("mades", "alike", "ranked"),
    ast.ListedRanks: ("ranks",),
    ast.HighestOfRanks: ("ranks",),
    ast.ChoiceField: ("choices",),
    ast.Choice: ("choices",),
    ast.Deck: ("ranks",),
    ast.SomeSuits: ("suits",),
    ast.DealEach: ("ranks",),
    ast.DealSome: ("groups",),
    ast.DealRest: ("groups",),
    ast.On: ("effects",),
    ast.Between: ("effects",),
}
_MAY_BE_EMPTY = (ast.Pattern, "alike")

# Lists whose order means something.
_ORDERED: dict[type, str] = {
    ast.Teams: "names",
    ast.Ranks: "ranks",
    ast.Runs: "ranks",
    ast.Choice: "choices",
    ast.ChoiceField: "choices",
    ast.Pattern: "ranked",
    ast.HighestOfRanks: "ranks",
}

# Conditions and the like that need not be there.
_NEEDLESS: dict[type, tuple[str, ...]] = {
    ast.Let: ("when",),
    ast.Move: ("when", "shown"),
    ast.Shown: ("when",),
    ast.ForEach: ("where",),
    ast.MostFor: ("where",),
    ast.LeastFor: ("where",),
    ast.Every: ("where",),
    ast.Some: ("where",),
    ast.SomeCombination: ("where",),
    ast.Made: ("suits", "highest", "when"),
    ast.HighestOfRanks: ("suit",),
    ast.DealRest: ("start",),
}

_RULES = {
    "any suits": ("one suit",),
    "one suit": ("different suits",),
    "different suits": ("one suit", "mixed suits"),
    "mixed suits": ("different suits",),
    "matching suits": ("matching different suits", "one suit"),
    "matching different suits": ("matching suits",),
}


def dropped(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Leave out one part of a list, the condition of something, or a list that need not be."""
    for name in _LISTS.get(_kind(node), ()):
        row: tuple[Any, ...] = getattr(node, name)
        if len(row) > 1 or (row and (_kind(node), name) == _MAY_BE_EMPTY):
            for index, part in enumerate(row):
                left = replace(node, **{name: (*row[:index], *row[index + 1 :])})
                yield Rewrite(DROPPED, f"without {_called(part, index)} in {name}", left)
    for name in _NEEDLESS.get(_kind(node), ()):
        if getattr(node, name) is not None:
            yield Rewrite(UNCONDITIONAL, f"without its `{name}`", replace(node, **{name: None}))


def swapped(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Swap two neighbours where their order means something."""
    name = _ORDERED.get(_kind(node))
    if name is None:
        return
    row: tuple[Any, ...] = getattr(node, name)
    for index in range(len(row) - 1):
        one, two = row[index : index + 2]
        changed = (*row[:index], two, one, *row[index + 2 :])
        what = f"{_called(one, index)} and {_called(two, index + 1)} swapped"
        yield Rewrite(SWAPPED, what, replace(node, **{name: changed}))


def flags(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Take a word away that changes the whole, or set it."""
    match node:
        case ast.Action(secret=True):
            yield Rewrite(FLAG, "without secret", replace(node, secret=False))
        case ast.Action(by_chance=True):
            yield Rewrite(FLAG, "without chance", replace(node, by_chance=False))
        case ast.Openly(effect=effect):
            yield Rewrite(FLAG, "without openly", effect)
        case ast.OpenedValue(value=value):
            yield Rewrite(FLAG, "without openly", value)
        case ast.State(lasting=lasting):
            what = "without match" if lasting else "with match"
            yield Rewrite(FLAG, what, replace(node, lasting=not lasting))
        case ast.Deck(each_seat=each, suits=suits):
            what = "without for each seat" if each else "for each seat"
            yield Rewrite(FLAG, what, replace(node, each_seat=not each))
            if isinstance(suits, ast.SomeSuits):
                every = ast.Name("in each suit", span=suits.span)
                yield Rewrite(FLAG, "in each suit", replace(node, suits=every))
        case ast.Option(usual=ast.Name(text="true" | "false" as old) as usual):
            other = "false" if old == "true" else "true"
            what = f"usually {old} to {other}"
            yield Rewrite(FLAG, what, replace(node, usual=replace(usual, text=other)))
        case ast.Need(bound=bound) | ast.LineNeed(bound=bound):
            other = "most" if bound.text == "least" else "least"
            what = f"at {bound.text} to at {other}"
            yield Rewrite(FLAG, what, replace(node, bound=replace(bound, text=other)))
        case ast.OtherRanks(count=count):
            yield Rewrite(FLAG, "alike or not", ast.AnyOtherRanks(count, span=node.span))
        case ast.AnyOtherRanks(count=count):
            yield Rewrite(FLAG, "without alike or not", ast.OtherRanks(count, span=node.span))
        case _:
            pass


def suits(node: Any, _: MutationScope) -> Iterator[Rewrite]:
    """Let suits hang together in another way."""
    if isinstance(node, ast.SuitRule):
        for other in _RULES.get(node.words.text, ()):
            changed = replace(node, words=replace(node.words, text=other))
            yield Rewrite(SUITS, f"{node.words.text} to {other}", changed)


def _called(part: Any, index: int) -> str:
    """Name a part of a list: by its word, or else by its number."""
    match part:
        case ast.Name(text=text):
            return text
        case ast.Whole(value=value) | ast.RankNumber(value=ast.Whole(value=value)):
            return str(value)
        case ast.Suit(name=name) | ast.Let(name=name):
            return name.text
        case _:
            return f"number {index + 1}"


def _kind(node: object) -> type:
    return type(node)
