"""Changes of one word for another of its kind: a player, a zone, a card, who sees something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from haggis_rules.ir.game import Owner
from haggis_rules.mutation.rewriting import Rewrite
from haggis_rules.mutation.scope import MutationScope, scope_after
from haggis_rules.syntax import ast

PLAYER, WORD, ZONE = "another player", "another word", "another zone"
CARD, AUDIENCE = "another card", "who sees"

_PEOPLE = ("seat", "team")


def players(node: Any, scene: MutationScope) -> Iterator[Rewrite]:
    """Name another player, or team, that the place can see."""
    if isinstance(node, ast.Word):
        kind = scene.kind_of(node.name.text)
        if kind in _PEOPLE:
            yield from _others(PLAYER, node, scene.alike(node.name.text, kind))


def words(node: Any, scene: MutationScope) -> Iterator[Rewrite]:
    """Take another word of the same kind: of a choice, of a seat, a group, a pattern."""
    match node:
        case ast.Word(name=name):
            yield from _others(WORD, node, _next_constant(name.text, scene))
        case ast.Of(name=name):
            yield from _others(WORD, node, _said_of(name.text, scene))
        case (
            ast.Is(right=ast.Word(name=name) as right)
            | ast.IsNot(right=ast.Word(name=name) as right)
        ):
            for one in _others(WORD, right, _next_predicate(name.text, scene)):
                yield replace(one, node=replace(node, right=one.node))
        case ast.GroupIn(group=name):
            for other in scope_after(name.text, scene.words.groups, 1):
                yield _named(WORD, node, "group", other)
        case _:
            pass


def zones(node: Any, scene: MutationScope) -> Iterator[Rewrite]:
    """Take another zone with the same kind of owner."""
    match node:
        case (
            ast.PlainZone(name=name)
            | ast.OwnedZone(name=name)
            | ast.EveryZone(name=name)
            | ast.ZoneEach(name=name)
        ):
            owners = dict(scene.words.zones)
            same = [zone for zone, owner in owners.items() if owner == owners.get(name.text)]
            yield from _others(ZONE, node, scope_after(name.text, same))
        case _:
            pass


def cards(node: Any, scene: MutationScope) -> Iterator[Rewrite]:
    """Take the card, or the rank, next above; the lowest for the highest."""
    match node:
        case ast.CardLiteral(text=text):
            for other in scope_after(text.text, scene.words.cards, 1):
                what = f"{text.text} to {other}"
                yield Rewrite(CARD, what, replace(node, text=replace(text, text=other)))
        case ast.Deck() | ast.Runs() | ast.DealEach() | ast.ListedRanks():
            yield from _ranks(node, scene)
        case ast.RankSpan():
            for field in ("lowest", "highest"):
                rank = getattr(node, field)
                if isinstance(rank, ast.Name):
                    for other in scope_after(rank.text, scene.words.ranks, 1):
                        yield _named(CARD, node, field, other)
        case _:
            pass


def audiences(node: Any, scene: MutationScope) -> Iterator[Rewrite]:
    """Let others see a zone or a state variable."""
    match node:
        case ast.Zone(owner=owner, visibility=rows) | ast.State(owner=owner, visibility=rows):
            whole = ["all", "nobody"] if owner is None else ["all", "nobody", "owner"]
            if owner is not None and scene.words.teams:
                whole.append("team")
            if owner is not None and owner.text == Owner.PAIR.value:
                whole += ["other", "both"]
            for index, row in enumerate(rows):
                old = row.audience
                for other in (one for one in whole if one != old.text):
                    changed = replace(row, audience=replace(old, text=other))
                    others = (*rows[:index], changed, *rows[index + 1 :])
                    what = f"seen by {old.text} to {other}"
                    yield Rewrite(AUDIENCE, what, replace(node, visibility=others))
        case _:
            pass


def _others(operator: str, node: Any, names: list[str]) -> Iterator[Rewrite]:
    for name in names:
        yield _named(operator, node, "name", name)


def _named(operator: str, node: Any, field: str, name: str) -> Rewrite:
    old: ast.Name = getattr(node, field)
    changed = replace(node, **{field: replace(old, text=name)})
    return Rewrite(operator, f"{old.text} to {name}", changed)


def _next_constant(name: str, scene: MutationScope) -> list[str]:
    """Return the next word of a choice, of the ranks, the groups or the patterns."""
    words = scene.words
    for row in (*words.choices, words.ranks, words.groups, words.patterns):
        if name in row:
            return scope_after(name, row, 1)
    return []


def _said_of(name: str, scene: MutationScope) -> list[str]:
    """Return the next word that is said of as much and is of one kind."""
    kinds = {each: (of, kind) for each, of, kind in scene.words.of}
    return scope_after(name, [each for each in kinds if kinds[each] == kinds.get(name)], 1)


def _next_predicate(name: str, scene: MutationScope) -> list[str]:
    of = dict(scene.words.predicates)
    return (
        scope_after(name, [each for each in of if of[each] == of.get(name)], 1)
        if name in of
        else []
    )


def _ranks(
    node: ast.Deck | ast.Runs | ast.DealEach | ast.ListedRanks, scene: MutationScope
) -> Iterator[Rewrite]:
    """Take the next rank for one that is a word; numbers are shifted as others are."""
    for index, rank in enumerate(node.ranks):
        if isinstance(rank, ast.Name):
            for other in scope_after(rank.text, scene.words.ranks, 1):
                changed: Any = replace(rank, text=other)
                ranks = (*node.ranks[:index], changed, *node.ranks[index + 1 :])
                yield Rewrite(CARD, f"{rank.text} to {other}", replace(node, ranks=ranks))
