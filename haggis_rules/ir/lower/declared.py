"""Which names an item of a text gives a meaning, and which items say more of a name."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.syntax import ast


def names_of(item: ast.Item) -> Iterator[ast.Name]:
    """Yield each name that an item declares, its own first."""
    match item:
        case ast.Define(signature=signature):
            yield signature.name
        case (
            ast.Deck(name=name)
            | ast.Option(name=name)
            | ast.Zone(name=name)
            | ast.State(name=name)
            | ast.Score(name=name)
            | ast.Action(name=name)
            | ast.Step(name=name)
            | ast.Promise(name=name)
        ):
            yield name
        case ast.Pattern(name=name, fields=fields):
            yield name
            for field in fields:
                yield field.name
                if isinstance(field, ast.ChoiceField):
                    yield from field.choices
        case ast.Choice(name=name, choices=choices):
            yield name
            yield from choices
        case ast.Suits(suits=suits):
            for suit in suits:
                yield suit.name
        case ast.Teams(names=teams):
            yield from teams
        case _:
            pass


def subjects_of(item: ast.Item) -> Iterator[str]:
    """Yield each name on whose meaning an item has a say: what it declares, or says more of."""
    for name in names_of(item):
        yield name.text
    match item:
        case ast.Except(name=name) | ast.On(name=name) | ast.May(action=name):
            yield name.text
        case _:
            pass
