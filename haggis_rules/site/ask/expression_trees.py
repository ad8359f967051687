"""Expressions as data, for whoever computes them elsewhere: lists that begin with what is done.

Only what no state of play decides can be written so. ``Every`` and its like have the name that
runs, and how many values it has; values are indices. What an answer rests on besides the words
that it uses is written into the tree, as ``["rests", [clause, ...], tree]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from haggis_rules.ir import nodes
from haggis_rules.ir.canonical import declared_of
from haggis_rules.ir.game import Definition, Game
from haggis_rules.ir.nodes import Binder, Expr
from haggis_rules.ir.types import Plain
from haggis_rules.notation.values import Json

ExpressionJson = list[Json]


class NotByReadingsAloneError(ValueError):
    """An expression that looks at the state of play, or at cards that lie somewhere."""


def definition_tree(game: Game, definition: Definition) -> Mapping[str, Json]:
    """Return a word as data. Raises ``NotByReadingsAloneError``."""
    exceptions = [
        [one.clause, tree(game, one.when), tree(game, one.value)] for one in definition.exceptions
    ]
    return {
        "clause": definition.clause,
        "params": [param.name for param in definition.params],
        "base": tree(game, definition.base),
        "exceptions": exceptions,
    }


def tree(game: Game, node: Expr) -> ExpressionJson:
    """Return an expression as data. Raises ``NotByReadingsAloneError``.

    Mirrors ``semantics.evaluate``. What the state decides is refused by name of its node, so that a
    new node of the language has to be put on one side or the other before this type-checks.
    """

    def with_all(name: str, *parts: Expr) -> ExpressionJson:
        return [name, *(tree(game, part) for part in parts)]

    match node:
        case nodes.Number(value=value) | nodes.Truth(value=value):
            return ["is", value]
        case nodes.Constant(index=index):
            return ["is", index]
        case nodes.Nothing():
            return ["is", None]
        case nodes.Variable(name=name):
            return ["name", name]
        case nodes.Agreed(option=option):
            agreed = game.options[option]
            return _check_at_rest([agreed.clause], ["is", agreed.value])
        case nodes.Call(definition=name, arguments=arguments):
            return ["call", name, *(tree(game, one) for one in arguments)]
        case nodes.The(inner=inner):
            return with_all("the", inner)
        case nodes.Just(inner=inner):
            return tree(game, inner)
        case nodes.IsNothing(inner=inner):
            return with_all("is_none", inner)
        case nodes.Plus(left=left, right=right):
            return with_all("plus", left, right)
        case nodes.Minus(left=left, right=right):
            return with_all("minus", left, right)
        case nodes.Times(factor=factor, inner=inner):
            return ["times", factor, tree(game, inner)]
        case nodes.Product(left=left, right=right):
            return with_all("product", left, right)
        case nodes.PointsEach(points=points, inner=inner):
            return ["times", points, tree(game, inner)]
        case nodes.MostOf(parts=parts):
            return with_all("most_of", *parts)
        case nodes.LeastOf(parts=parts):
            return with_all("least_of", *parts)
        case nodes.Lookup(inner=inner, rows=rows):
            return [*with_all("lookup", inner), [[r.low, r.high, r.gives] for r in rows]]
        case nodes.Equal(left=left, right=right):
            return with_all("equal", left, right)
        case nodes.AtMost(left=left, right=right):
            return _ordered(game, left, with_all("at_most", left, right))
        case nodes.Below(left=left, right=right):
            return _ordered(game, left, with_all("below", left, right))
        case nodes.And(left=left, right=right):
            return with_all("and", left, right)
        case nodes.Or(left=left, right=right):
            return with_all("or", left, right)
        case nodes.Not(inner=inner):
            return with_all("not", inner)
        case nodes.Implies(left=left, right=right):
            return with_all("implies", left, right)
        case nodes.If(when=when, value=value, other=other):
            return with_all("if", when, value, other)
        case nodes.DeckCopies(card=card):
            return with_all("copies_of", card)
        case nodes.RankOf(card=card):
            return with_all("rank_of", card)
        case nodes.SuitOf(card=card):
            return with_all("suit_of", card)
        case nodes.InGroup(card=card, group=group):
            return [*with_all("in_group", card), group]
        case nodes.TeamOf(seat=seat):
            return _check_at_rest(_of(game, "teams"), [*with_all("team_of", seat), len(game.teams)])
        case nodes.SeatsAfter(count=count, seat=seat):
            return [*with_all("seats_after", seat), count, game.seats]
        case nodes.NumberOf(binder=binder, where=where):
            return _over(game, "number_of", binder, where)
        case nodes.Total(binder=binder, inner=inner):
            return _over(game, "total", binder, inner)
        case nodes.Most(binder=binder, where=where, inner=inner):
            return _over(game, "most", binder, _any(node, where), inner)
        case nodes.Least(binder=binder, where=where, inner=inner):
            return _over(game, "least", binder, _any(node, where), inner)
        case nodes.Every(binder=binder, claim=claim):
            return _over(game, "every", binder, claim)
        case nodes.Some(binder=binder, claim=claim):
            return _over(game, "some", binder, claim)
        case nodes.First(binder=binder, where=where):
            return _over(game, "first", binder, where)
        case nodes.TheOne(binder=binder, where=where):
            return _over(game, "the_one", binder, where)
        case nodes.FirstSeat(binder=binder, seat=seat, inclusive=inclusive, where=where):
            holds = tree(game, where)
            return ["first_seat", binder.name, game.seats, tree(game, seat), inclusive, holds]
        case nodes.IsPattern(reading=reading, pattern=pattern):
            return [*with_all("is_pattern", reading), pattern]
        case nodes.FieldOf(reading=reading, field=name):
            return [*with_all("field_of", reading), name]
        case nodes.Outranks(left=left, right=right):
            return _check_at_rest(_of(game, "ranks"), with_all("outranks", left, right))
        case (
            nodes.Get()
            | nodes.SeatPair()  # stands where a zone is named, and nowhere else
            | nodes.CopiesIn()
            | nodes.CardsIn()
            | nodes.SomePlay()
            | nodes.ReadingOf()
            | nodes.CombinationOf()
            | nodes.Written()
            | nodes.Before()
        ):
            raise NotByReadingsAloneError(declared_of(type(node)).tag)


def _any(node: Expr, where: Expr | None) -> Expr:
    """Return a condition that always holds where there is none."""
    return nodes.Truth(Plain.TRUTH, value=True, span=node.span) if where is None else where


def _over(game: Game, name: str, binder: Binder, *parts: Expr) -> ExpressionJson:
    """Write what is looked at for each value of a binder."""
    size = game.size(binder.type)
    found: ExpressionJson = [name, binder.name, size, *(tree(game, part) for part in parts)]
    return _check_at_rest(_of(game, "table"), found) if binder.type is Plain.SEAT else found


def _ordered(game: Game, left: Expr, found: ExpressionJson) -> ExpressionJson:
    return _check_at_rest(_of(game, "ranks"), found) if left.type is Plain.RANK else found


def _of(game: Game, part: str) -> list[str]:
    """Return the clause that declares a part of the game, if one does."""
    return [game.declared[part]] if part in game.declared else []


def _check_at_rest(clauses: Sequence[str], found: ExpressionJson) -> ExpressionJson:
    return ["rests", clauses, found] if clauses else found
