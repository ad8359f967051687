"""Tree to text, for words and values: with no more brackets than the grammar needs."""

from collections.abc import Iterable
from enum import IntEnum, auto

from haggis_rules.syntax import ast
from haggis_rules.syntax.layout import BREAK, Doc, DocGroup, DocQuote, flat
from haggis_rules.syntax.print_guard import show_value


class Binding(IntEnum):
    """How tightly the words of a value hold it together, as the grammar has it."""

    IMPLIES = auto()
    OR = auto()
    AND = auto()
    NOT = auto()
    RELATION = auto()
    SUM = auto()
    PRODUCT = auto()
    COUNTED = auto()
    ATOM = auto()
    OPERAND = auto()


# The words of values that differ in nothing else from others of their shape.
_WORDS: dict[type[ast.Expr], str] = {
    ast.Or: "or",
    ast.And: "and",
    ast.Plus: "+",
    ast.Minus: "-",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.AtLeast: "is at least",
    ast.AtMost: "is at most",
    ast.Above: "is above",
    ast.Below: "is below",
    ast.Outranks: "outranks",
    ast.RankOf: "rank",
    ast.SuitOf: "suit",
    ast.TeamOf: "team",
    ast.CopiesOf: "copies",
    ast.TotalScore: "total score",
    ast.MostFor: "most",
    ast.LeastFor: "least",
    ast.MostOf: "most",
    ast.LeastOf: "least",
}


def show_expr(expr: ast.Expr | ast.SeatPair) -> str:
    """Write a value, or two seats, on one line."""
    return flat(whose(expr) if isinstance(expr, ast.SeatPair) else value(expr))


def whose(owner: ast.Expr | ast.SeatPair) -> Doc:
    """Write whose something is, behind `of`."""
    if isinstance(owner, ast.SeatPair):
        right = _operand(owner.right)
        # What begins with these words behind `for` would be what a binder of the text ranges over.
        if flat(right).startswith(("some ", "each ")):
            right = ("(", right, ")")
        return (_operand(owner.left), " for ", right)
    return _operand(owner)


def value(expr: ast.Expr, least: Binding = Binding.IMPLIES) -> Doc:
    """Write a value, in brackets where it would not hold together tightly enough."""
    doc = _document(expr)
    return doc if binding(expr) >= least else ("(", doc, ")")


def binding(expr: ast.Expr) -> Binding:
    """Tell how tightly a value holds together."""
    match expr:
        case ast.Implies():
            return Binding.IMPLIES
        case ast.Or():
            return Binding.OR
        case ast.And():
            return Binding.AND
        case ast.Not():
            return Binding.NOT
        case (
            ast.Is()
            | ast.IsNot()
            | ast.AtLeast()
            | ast.AtMost()
            | ast.Above()
            | ast.Below()
            | ast.Outranks()
            | ast.Related()
        ):
            return Binding.RELATION
        case ast.Plus() | ast.Minus():
            return Binding.SUM
        case ast.Times() | ast.PointsEach():
            return Binding.PRODUCT
        case ast.CopiesIn():
            return Binding.COUNTED
        case ast.CardsIn() | ast.GroupIn():
            return Binding.ATOM
        case (
            ast.Number()
            | ast.CardLiteral()
            | ast.SeatLiteral()
            | ast.PlayLiteral()
            | ast.Word()
            | ast.Of()
            | ast.NoneValue()
            | ast.TrueValue()
            | ast.FalseValue()
            | ast.RankOf()
            | ast.SuitOf()
            | ast.TeamOf()
            | ast.CopiesOf()
            | ast.SeatsAfter()
            | ast.SeatsBefore()
            | ast.Before()
            | ast.NumberOf()
            | ast.Total()
            | ast.TotalScore()
            | ast.MostFor()
            | ast.LeastFor()
            | ast.MostOf()
            | ast.LeastOf()
            | ast.Lookup()
            | ast.Every()
            | ast.Some()
            | ast.SomeCombination()
            | ast.FirstSeat()
            | ast.First()
            | ast.TheOne()
            | ast.CombinationOf()
            | ast.If()
        ):
            return Binding.OPERAND


def names(several: Iterable[ast.Name]) -> str:
    """Write names with commas between them."""
    return ", ".join(name.text for name in several)


def quoted(words: ast.Words) -> Doc:
    """Write a text in quotes at the end of a sentence."""
    return DocQuote(_escaped(words))


def inline(words: ast.Words) -> str:
    """Write a text in quotes inside a sentence."""
    return f'"{_escaped(words)}"'


def _escaped(words: ast.Words) -> str:
    return words.text.replace("\\", "\\\\").replace('"', '\\"')


def zone(place: ast.ZoneOf) -> Doc:
    """Write a zone."""
    match place:
        case ast.PlainZone(name=name):
            return name.text
        case ast.OwnedZone(name=name, owner=owner):
            return (f"{name.text} of ", whose(owner))
        case ast.EveryZone(name=name):
            return f"every {name.text}"
        case ast.AllZones():
            return "all zones"


def binder(bound: ast.Binder) -> str:
    """Write what a value runs over."""
    return f"{bound.type.text} {bound.name.text}"


def param(given: ast.Param) -> str:
    """Write a parameter."""
    return f"{given.type.text} {given.name.text}"


def bracketed(lead: str, expr: ast.Expr) -> Doc:
    """Write a condition in the brackets that its place brings with it."""
    return (BREAK, f"{lead} (", value(expr), ")")


def restricted(where: ast.Expr | None) -> Doc:
    """Write the condition of a binder, if it has one."""
    return () if where is None else bracketed("where", where)


def on_condition(when: ast.Expr | None) -> Doc:
    """Write the condition on which something is so, if it has one."""
    return () if when is None else (BREAK, "when ", value(when))


def _document(expr: ast.Expr) -> Doc:
    match expr:
        case ast.Implies(left=left, right=right):
            return DocGroup((value(left, Binding.OR), BREAK, "implies ", value(right)))
        case ast.Or() | ast.And() | ast.Plus() | ast.Minus():
            return _chain(expr)
        case ast.Not(inner=inner):
            return ("not ", value(inner, Binding.NOT))
        case (
            ast.Is()
            | ast.IsNot()
            | ast.AtLeast()
            | ast.AtMost()
            | ast.Above()
            | ast.Below()
            | ast.Outranks()
        ):
            return _related(expr.left, _WORDS[type(expr)], expr.right)
        case ast.Related(left=left, name=name, right=right):
            return _related(left, name.text, right)
        case ast.Times(factor=factor, inner=inner):
            return (value(factor, Binding.PRODUCT), " times ", value(inner, Binding.COUNTED))
        case ast.PointsEach(points=points, inner=inner):
            word = "point" if abs(points.value) == 1 else "points"
            # Beyond a word or two the grammar needs no brackets here, but a reader does.
            short = isinstance(inner, ast.Word | ast.Of)
            counted = _atom(inner) if short else ("(", value(inner), ")")
            return (f"{points.value} {word} for each ", counted)
        case ast.CopiesIn(card=card, zone=place):
            doc = _atom(card)
            # Before `in`, a card called `cards` would be taken for `cards in` a zone.
            return (("(", doc, ")") if doc == "cards" else doc, " in ", zone(place))
        case ast.Number(value=number):
            return str(number.value)
        case ast.CardLiteral(text=name) | ast.Word(name=name):
            return name.text
        case ast.SeatLiteral(number=number):
            return f"seat {number.value}"
        case ast.PlayLiteral(text=text):
            return inline(text)
        case ast.Of(name=name, inner=inner):
            return (f"{name.text} of ", _operand(inner))
        case ast.NoneValue():
            return "none"
        case ast.TrueValue():
            return "true"
        case ast.FalseValue():
            return "false"
        case ast.RankOf() | ast.SuitOf() | ast.TeamOf() | ast.CopiesOf() | ast.TotalScore():
            return (f"{_WORDS[type(expr)]} of ", _operand(expr.inner))
        case ast.SeatsAfter(count=count, inner=inner):
            return (f"{count.value} seats after ", _operand(inner))
        case ast.SeatsBefore(count=count, inner=inner):
            return (f"{count.value} seats before ", _operand(inner))
        case ast.CardsIn(zone=place):
            return ("cards in ", zone(place))
        case ast.GroupIn(group=group, zone=place):
            return (f"{group.text} cards in ", zone(place))
        case ast.Before(inner=inner):
            return ("before (", value(inner), ")")
        case ast.NumberOf(many=many, name=name, where=where):
            return DocGroup((f"number of {many.text} {name.text}", bracketed("where", where)))
        case ast.Total(binder=bound, inner=inner):
            return DocGroup((f"total for every {binder(bound)}", bracketed("of", inner)))
        case (
            ast.MostFor(binder=bound, where=where, inner=inner)
            | ast.LeastFor(binder=bound, where=where, inner=inner)
        ):
            lead = f"{_WORDS[type(expr)]} for every {binder(bound)}"
            return DocGroup((lead, restricted(where), bracketed("of", inner)))
        case ast.MostOf(parts=parts) | ast.LeastOf(parts=parts):
            return DocGroup((f"{_WORDS[type(expr)]} of (", _listed(map(value, parts)), ")"))
        case ast.Lookup(inner=inner, rows=rows):
            shown = (f"{_key(row.key)} gives {row.gives.value}" for row in rows)
            return DocGroup(("(by ", value(inner), ":", BREAK, _listed(shown), ")"))
        case ast.Every(binder=bound, where=where, claim=claim):
            return DocGroup((f"every {binder(bound)}", restricted(where), bracketed("has", claim)))
        case ast.Some(binder=bound, where=where, claim=claim):
            return DocGroup((f"some {binder(bound)}", restricted(where), bracketed("has", claim)))
        case ast.SomeCombination(name=name, zone=place, where=where, claim=claim):
            head = (f"some combination {name.text} from ", zone(place))
            return DocGroup((head, restricted(where), bracketed("has", claim)))
        case ast.FirstSeat(name=name, start=start, seat=seat, where=where):
            head = (f"first seat {name.text} {start.text} ", _atom(seat))
            return DocGroup((head, bracketed("where", where)))
        case ast.First(type=kind, name=name, where=where):
            return DocGroup((f"first {kind.text} {name.text}", bracketed("where", where)))
        case ast.TheOne(binder=bound, where=where):
            return DocGroup((f"the {binder(bound)}", bracketed("where", where)))
        case ast.CombinationOf(card=card, pattern=pattern, fields=fields):
            given = tuple((f" {f.field.text} ", _atom(f.value)) for f in fields)
            tail = (f" as {pattern.text}", BREAK, "with", given, ")")
            return DocGroup(("(combination of ", _atom(card), tail))
        case ast.If(value=first, when=when, other=other):
            return ("(", DocGroup((_arm(first, when), _otherwise(other), ")")))


def _atom(expr: ast.Expr) -> Doc:
    return value(expr, Binding.ATOM)


def _operand(expr: ast.Expr) -> Doc:
    return value(expr, Binding.OPERAND)


def _related(left: ast.Expr, words: str, right: ast.Expr) -> Doc:
    return (value(left, Binding.SUM), f" {words} ", value(right, Binding.SUM))


def number_range(kind: ast.NumberRange) -> str:
    """Write a range of numbers."""
    match kind:
        case ast.NumberType(low=low, high=high, unit=unit):
            return f"{low.value} to {high.value}" + ("" if unit is None else f" {unit.text}")
        case ast.OpenNumber(low=low, unit=unit):
            return f"{low.value} or more" + ("" if unit is None else f" {unit.text}")
        case ast.NumberUpTo(high=high, unit=unit):
            return f"{high.value} or less" + ("" if unit is None else f" {unit.text}")
        case ast.AnyNumber(unit=unit):
            return "any number" + ("" if unit is None else f" of {unit.text}")


def _key(key: ast.LookupKey) -> str:
    match key:
        case ast.Name() | ast.Whole():
            return show_value(key)
        case ast.NumberType() | ast.OpenNumber() | ast.NumberUpTo():
            return number_range(key)


def _listed(parts: Iterable[Doc]) -> Doc:
    """Write parts with commas between them; each may begin a line."""
    first, *rest = parts
    return (first, *((",", BREAK, part) for part in rest))


def _arm(first: ast.Expr, when: ast.Expr) -> Doc:
    return DocGroup((value(first), BREAK, "when ", value(when)))


def _otherwise(other: ast.Expr) -> Doc:
    """Write what else there is. A choice at the end of another needs no brackets of its own."""
    if isinstance(other, ast.If):
        return (BREAK, "otherwise ", _arm(other.value, other.when), _otherwise(other.other))
    return (BREAK, "otherwise ", value(other))


def _chain(expr: ast.Or | ast.And | ast.Plus | ast.Minus) -> Doc:
    """Write a row of parts that are joined by equally tight words, all broken or none."""
    least = binding(expr)
    parts: list[Doc] = []
    first: ast.Expr = expr
    while isinstance(first, ast.Or | ast.And | ast.Plus | ast.Minus) and binding(first) is least:
        parts.append((BREAK, f"{_WORDS[type(first)]} ", value(first.right, Binding(least + 1))))
        first = first.left
    return DocGroup((value(first, least), *reversed(parts)))
