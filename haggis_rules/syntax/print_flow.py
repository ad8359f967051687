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
    by = "by chance for " if action.by_chance else "by "
    return DocGroup((what, BREAK, by, _actor(action.actor)))


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
        case ast.Openly(effect=inner):
            return ("openly ", show_effect(inner))


def _shown(shown: ast.Shown | None) -> Doc:
    if shown is None:
        return ()
    return (",", BREAK, DocGroup(("shown to all", on_condition(shown.when))))


def show_promise(item: ast.Promise) -> DocRows:
    """Write what the rules are said to keep."""
    using: DocRows = [(1, f"using {names(item.using)}")] if item.using else []
    cases = item.form.cases if isinstance(item.form, ast.Progress) else ()
    rows: DocRows = [(1, _progress_case(case)) for case in cases]
    return [(0, DocGroup((f"promise {item.name.text}", *_form(item.form)))), *rows, *using]


def _form(form: ast.PromiseForm) -> tuple[Doc, ...]:
    match form:
        case ast.Always(claim=claim):
            return (BREAK, "always ", value(claim))
        case ast.AtRest(claim=claim):
            return (BREAK, "at rest ", value(claim))
        case ast.EachMove(claim=claim):
            return (BREAK, "after each move ", value(claim))
        case ast.EachHand(claim=claim):
            return (BREAK, "between hands ", value(claim))
        case ast.Measure(parts=parts):
            thens = tuple((BREAK, "then ", value(part)) for part in parts[1:])
            return (" measure ", value(parts[0]), thens)
        case ast.ForAny(params=params, claim=claim):
            return (BREAK, f"for any {', '.join(map(param, params))}", bracketed("has", claim))
        case ast.Apart(pattern=pattern, others=others):
            return (f" no cards make {pattern.text} and {names(others)}",)
        case ast.AnyMade(pattern=pattern, name=name, zone=place, when=when, claim=claim):
            head = f"any {pattern.text} {name.text} from one {place.text}"
            return (BREAK, head, on_condition(when), bracketed("has", claim))
        case ast.Progress(unless=unless):
            end: Doc = () if unless is None else (BREAK, "unless ", value(unless))
            return (" progress", end)


def _progress_case(case: ast.ProgressCase) -> Doc:
    card = () if case.card is None else (BREAK, _some_card(case.card))
    arguments = tuple((", ", value(argument)) for argument in case.arguments[1:])
    given = (" with ", value(case.arguments[0]), arguments) if case.arguments else ()
    return DocGroup(("when ", value(case.when), card, BREAK, f"by {case.action.text}", given))


def _some_card(card: ast.SomeCard) -> Doc:
    return DocGroup((f"for some card {card.name.text}", bracketed("where", card.where)))
