"""Tree to text, for what is done: actions, effects and promises."""

from haggis_rules.syntax import ast
from haggis_rules.syntax.layout import BREAK, Doc, DocGroup, DocRows
from haggis_rules.syntax.print_expression import (
    Binding,
    binder,
    bracketed,
    names,
    on_condition,
    param,
    restricted,
    value,
    zone,
)


def show_action(action: ast.Action) -> Doc:
    """Write what a player can do, and who."""
    head = f"{'secret ' if action.secret else ''}action {action.name.text}"
    params = tuple((BREAK, _action_param(p), ",") for p in action.params[:-1])
    last = tuple((BREAK, _action_param(p)) for p in action.params[-1:])
    what = DocGroup((f"{head} of", params, last)) if last else head
    return DocGroup((what, BREAK, "by ", _actor(action.actor)))


def _actor(actor: ast.Expr | ast.AnySeat) -> Doc:
    if isinstance(actor, ast.AnySeat):
        return DocGroup((f"any seat {actor.name.text}", bracketed("where", actor.where)))
    return value(actor)


def _action_param(param: ast.ActionParam) -> Doc:
    match param:
        case ast.CombinationParam(name=name, zone=place):
            return (f"combination {name.text} from ", zone(place))
        case ast.CardParam(name=name, zone=place):
            return (f"card {name.text} from ", zone(place))
        case ast.FreeParam(type=kind, name=name):
            return f"{kind.text} {name.text}"


def show_effect(effect: ast.Effect) -> Doc:
    """Write what changes."""
    match effect:
        case ast.Let(name=name, index=index, value=given, when=when):
            of: Doc = () if index is None else (" of ", value(index, Binding.ATOM))
            return DocGroup(
                (DocGroup((f"let {name.text}", of, " be ", value(given))), on_condition(when))
            )
        case ast.Move(thing=thing, source=source, target=target, when=when, shown=shown):
            what = thing.text if isinstance(thing, ast.Name) else "all"
            route = (" from ", zone(source), " to ", zone(target))
            return DocGroup((f"move {what}", route, on_condition(when), _shown(shown)))
        case ast.ForEach(binder=bound, where=where, effect=inner):
            head = DocGroup((f"for each {binder(bound)}", restricted(where)))
            return DocGroup((head, BREAK, show_effect(inner)))


def _shown(shown: ast.Shown | None) -> Doc:
    if shown is None:
        return ()
    return (",", BREAK, DocGroup(("shown to all", on_condition(shown.when))))


def show_promise(item: ast.Promise) -> DocRows:
    """Write what the rules are said to keep."""
    head = f"promise {item.name.text}"
    using: DocRows = [(1, f"using {names(item.using)}")] if item.using else []
    match item.form:
        case ast.Always(claim=claim):
            return [(0, DocGroup((head, BREAK, "always ", value(claim)))), *using]
        case ast.AtRest(claim=claim):
            return [(0, DocGroup((head, BREAK, "at rest ", value(claim)))), *using]
        case ast.EachMove(claim=claim):
            return [(0, DocGroup((head, BREAK, "after each move ", value(claim)))), *using]
        case ast.EachHand(claim=claim):
            return [(0, DocGroup((head, BREAK, "between hands ", value(claim)))), *using]
        case ast.Measure(parts=parts):
            thens = tuple((BREAK, "then ", value(part)) for part in parts[1:])
            return [(0, DocGroup((head, " measure ", value(parts[0]), thens))), *using]
        case ast.ForAny(params=params, claim=claim):
            over = ", ".join(map(param, params))
            return [
                (0, DocGroup((head, BREAK, f"for any {over}", bracketed("has", claim)))),
                *using,
            ]
        case ast.Apart(pattern=pattern, others=others):
            return [(0, f"{head} no cards make {pattern.text} and {names(others)}"), *using]
        case ast.AnyMade():
            return [(0, DocGroup((head, BREAK, *_any_made(item.form)))), *using]
        case ast.Progress(unless=unless, cases=cases):
            end: Doc = () if unless is None else (BREAK, "unless ", value(unless))
            rows: DocRows = [(1, _progress_case(case)) for case in cases]
            return [(0, DocGroup((f"{head} progress", end))), *rows, *using]


def _any_made(form: ast.AnyMade) -> tuple[Doc, ...]:
    head = f"any {form.pattern.text} {form.name.text} from one {form.zone.text}"
    return (head, on_condition(form.when), bracketed("has", form.claim))


def _progress_case(case: ast.ProgressCase) -> Doc:
    card = () if case.card is None else (BREAK, _some_card(case.card))
    arguments = tuple((", ", value(argument)) for argument in case.arguments[1:])
    given = (" with ", value(case.arguments[0]), arguments) if case.arguments else ()
    return DocGroup(("when ", value(case.when), card, BREAK, f"by {case.action.text}", given))


def _some_card(card: ast.SomeCard) -> Doc:
    return DocGroup((f"for some card {card.name.text}", bracketed("where", card.where)))
