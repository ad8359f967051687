"""Which words of a text need which others, and in which order they can be given a meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import cast

from haggis_rules.diagnostics.source import Span
from haggis_rules.syntax import ast


def words_in(tree: object, scores: Iterable[str]) -> Iterator[str]:
    """Yield every name that a tree uses as a word; of the total score, all entries."""
    return (word for word, _ in placed_words(tree, scores))


def placed_words(tree: object, scores: Iterable[str]) -> Iterator[tuple[str, Span]]:
    """Yield what ``words_in`` does with the place of each, in no particular order."""
    for node in _parts(tree):
        match node:
            case ast.Word(name=name) | ast.Of(name=name) | ast.Related(name=name):
                yield name.text, name.span
            case ast.TotalScore():
                yield from ((name, node.span) for name in scores)
            case _:
                pass


def names_in(tree: object) -> Iterator[str]:
    """Yield every name that stands in a tree, whatever it names."""
    return (name.text for name in placed_names(tree))


def placed_names(tree: object) -> Iterator[ast.Name]:
    """Yield every name that stands in a tree with its place, in no particular order."""
    return (node for node in _parts(tree) if isinstance(node, ast.Name))


def _parts(tree: object) -> Iterator[object]:
    """Yield a tree and all in it. The walk is a loop, so that it ends well however deep it is."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, tuple):
            waiting.extend(cast("tuple[object, ...]", node))
        elif is_dataclass(node) and not isinstance(node, Span):
            waiting.extend(getattr(node, each.name) for each in fields(node))


def topological_order(needs: Mapping[str, Iterable[str]]) -> tuple[list[str], list[list[str]]]:
    """Return the words, each behind those that it needs, and the circles that are in the way.

    A circle begins and ends with the same word. A depth-first search with the path in hand, linear
    in words and uses: each word is put on the path once. There is a circle for each need that leads
    back to the path, so none goes unnoticed, though not all are listed. This, too, is a loop.
    """
    order: dict[str, None] = {}
    circles: list[list[str]] = []
    for root in needs:
        path: dict[str, Iterator[str]] = {} if root in order else {root: iter(needs[root])}
        while path:
            name = next(reversed(path))
            needed = next((n for n in path[name] if n in needs and n not in order), None)
            if needed is None:
                order[name] = None
                del path[name]
            elif needed in path:
                names = list(path)
                circles.append([*names[names.index(needed) :], needed])
            else:
                path[needed] = iter(needs[needed])
    return list(order), circles
