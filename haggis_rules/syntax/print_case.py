"""Tree to text, for examples and questions."""

from collections.abc import Iterable

from haggis_rules.syntax import ast
from haggis_rules.syntax.layout import BREAK, Doc, DocGroup, DocRows
from haggis_rules.syntax.print_expression import Binding, inline, quoted, value, whose, zone
from haggis_rules.syntax.print_guard import show_guard


def show_case(item: ast.Example | ast.Question) -> DocRows:
    """Write an example, or a question with its answer."""
    rows: DocRows
    match item:
        case ast.Example(words=words):
            rows = [(0, ("example ", quoted(words)))]
        case ast.Question(words=words, answer=answer):
            rows = [(0, ("question ", quoted(words))), (1, ("answer ", quoted(answer)))]
    if item.guard is not None:
        rows.append((1, show_guard(item.guard)))
    if item.given is not None:
        rows.append((1, _several("given ", map(_given, item.given.parts))))
    for turn in item.turns:
        if turn.done:
            rows.append((1, _several("when ", map(_done, turn.done))))
        rows.append((1, _several("then ", map(_claim, turn.claims))))
    return rows


def _several(lead: str, parts: Iterable[Doc]) -> Doc:
    first, *others = parts
    return DocGroup((lead, first, tuple((",", BREAK, part) for part in others)))


def _given(part: ast.Setting | ast.TheRest | ast.TheDeal) -> Doc:
    match part:
        case ast.Setting(name=name, owner=owner, value=given):
            of: Doc = () if owner is None else (" of ", whose(owner))
            return (name.text, of, " is ", value(given, Binding.SUM))
        case ast.TheRest(zone=place):
            return ("the rest in ", zone(place))
        case ast.TheDeal():
            return "the deal"


def _done(done: ast.Done) -> Doc:
    return (f"seat {done.seat.value}: {done.action.text}", _arguments(done.arguments))


def _claim(claim: ast.Claim) -> Doc:
    match claim:
        case ast.Can(seat=seat, negated=negated, action=action, arguments=arguments):
            can = "can not" if negated else "can"
            return (f"seat {seat.value} {can} {action.text}", _arguments(arguments))
        case ast.Makes(play=play, readings=readings):
            text = "nothing" if readings is None else inline(readings)
            return f"{inline(play)} makes {text}"
        case ast.SeesCards(seat=seat, cards=cards, zone=place):
            return (f"seat {seat.value} sees {_cards(cards)} in ", zone(place))
        case ast.SeesValue(seat=seat, negated=negated, name=name, owner=owner):
            sees = "does not see" if negated else "sees"
            of: Doc = () if owner is None else (" of ", value(owner, Binding.ATOM))
            return (f"seat {seat.value} {sees} {name.text}", of)
        case ast.SawCards(seat=seat, cards=cards):
            return f"seat {seat.value} saw {_cards(cards)}"
        case ast.BetweenHands(claim=inner):
            return ("between hands ", value(inner))
        case ast.MoreHands(negated=negated):
            return "no more hands" if negated else "more hands"
        case expr:
            return value(expr)


def _cards(cards: ast.Words | None) -> str:
    return "nothing" if cards is None else inline(cards)


def _arguments(arguments: Iterable[ast.Argument]) -> Doc:
    return tuple((" ", value(argument)) for argument in arguments)
