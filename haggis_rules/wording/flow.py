"""Actions, steps, effects and promises as plain English."""

from collections.abc import Iterator

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import show
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.phrase import Level, with_article
from haggis_rules.wording.sentences import PlainText, all_of, for_any, listed


def moves_of(english: ExpressionWording, clause: str) -> Iterator[PlainText]:
    """Tell what a clause says of actions and of what follows by itself."""
    for action in english.game.actions:
        if action.clause == clause:
            yield from _action(english, action)
        name = english.name(action.name)
        for guard in action.guards:
            if guard.clause == clause:
                yield all_of(english, f'"{name}" is legal only when', guard.expr)
        when = f'When a player takes the action "{name}"'
        yield from _effects(english, clause, when, action.effects)
    for step in english.game.steps:
        name = english.name(step.name)
        if step.clause == clause:
            yield all_of(english, f'"{name}" happens automatically as soon as', step.when)
        yield from _effects(english, clause, f'When "{name}" happens', step.effects)
    yield from describe_between_hands(english, clause)
    until = english.game.until
    if until is not None and until.clause == clause:
        yield describe_match_end(english, until)
    for promise in english.game.promises:
        if promise.broken is not None and promise.broken.clause == clause:
            yield PlainText(
                f"This breaks the promise {promise.name}, because {promise.broken.because}."
            )


def describe_between_hands(
    english: ExpressionWording, clause: str | None = None
) -> Iterator[PlainText]:
    """Tell what happens between two hands, by a clause or by all of them."""
    yield from _effects(english, clause, "Between two hands", english.game.between)


def describe_match_end(english: ExpressionWording, until: ir.Guarded) -> PlainText:
    """Tell when the match is over."""
    return all_of(english, "when a hand ends, the match ends too if", until.expr)


def describe_effect(english: ExpressionWording, effect: ir.Effect) -> str:
    """Tell what an effect does."""
    match effect:
        case ir.Let(state=state, owner=owner, value=value, when=when):
            target = english.owned(english.game.states[state].name, owner)
            return f"{_when(english, when)}{target} becomes {english.given(value)}"
        case ir.Move(thing=thing, source=source, target=target, when=when, shown=shown):
            way = f"from {english.zone(source)} to {english.zone(target)}"
            return f"{_when(english, when)}{_moved(english, thing)} {way}{_shown(english, shown)}"
        case ir.ForEach(binder=binder, where=where, effect=inner):
            those = f"for each {binder.type.value} {binder.name}"
            if where is not None:
                those += f" such that {english.phrase(where).fit(Level.OR)}"
            return f"{those}, {describe_effect(english, inner)}"
        case ir.Openly(effect=inner):
            return f"{describe_effect(english, inner)}; this may reveal hidden information"


def describe_promise(english: ExpressionWording, promise: ir.Promise) -> PlainText:
    """Tell what a promise says."""
    match promise.form:
        case ir.Always(claim=claim):
            return all_of(english, "at all times,", claim)
        case ir.AtRest(claim=claim):
            return all_of(english, "whenever no automatic step is due,", claim)
        case ir.EachMove(claim=claim):
            return all_of(english, "after each move,", claim)
        case ir.EachHand(claim=claim):
            return all_of(english, "once everything between two hands has happened,", claim)
        case ir.Measure(parts=parts):
            lead = (
                "With each move, the first of these numbers to change decreases, and none ever "
                "goes negative:"
            )
            return PlainText(lead, tuple(english.say(part) for part in parts))
        case ir.Progress():
            return _progress(english, promise.form)
        case ir.ForAny(params=params, claim=claim):
            return all_of(english, f"{for_any(params)}, whatever is on the table,", claim)
        case ir.Apart(pattern=pattern, others=others):
            names = [
                english.name_with_article(english.game.patterns[index].name)
                for index in (pattern, *others)
            ]
            return PlainText(f"No cards can make both {names[0]} and {listed(names[1:], 'or')}.")
        case ir.AnyMade(name=name, pattern=pattern, zone=zone, when=when, claim=claim):
            kind = english.name(english.game.patterns[pattern].name)
            place = english.name(english.game.zones[zone].name)
            made = f"any {kind} {name} that the cards of one {place} can make"
            lead = f"{_when(english, when)}for {made},"
            return all_of(english, lead, claim)


def _action(english: ExpressionWording, action: ir.ActionSchema) -> Iterator[PlainText]:
    name = english.name(action.name)
    match action.actor:
        case ir.InTurn(seat=seat):
            whose = f"only one seat: {english.say(seat)}"
        case ir.AnySeat(where=where):
            whose = f"any seat (the actor) such that {english.say(where)}"
    yield PlainText(f'The action "{name}" can be taken by {whose}.')
    chosen = tuple(_param(english, param) for param in action.params)
    if action.by_chance:
        yield PlainText(f'The action "{name}" makes a choice at random:', chosen)
    elif action.params:
        yield PlainText(f'A player who takes the action "{name}" chooses:', chosen)
    if action.secret:
        yield PlainText("The choice is hidden from everybody else.")


def _param(english: ExpressionWording, param: ir.ActionParam) -> str:
    match param:
        case ir.CombinationParam(name=name, zone=zone):
            return f"a combination {name} of cards from {english.zone(zone)}"
        case ir.CardParam(name=name, zone=zone):
            return f"a card {name} from {english.zone(zone)}"
        case ir.FreeParam(name=name, type=kind):
            return f"{with_article(english.name(show(kind)))} {name}"


def _effects(
    english: ExpressionWording, clause: str | None, lead: str, effects: tuple[ir.Effected, ...]
) -> Iterator[PlainText]:
    """Yield what the effects of a clause do, or those of all clauses; several happen at once."""
    own = [one for one in effects if clause is None or one.clause == clause]
    descriptions = [describe_effect(english, one.effect) for one in own]
    if len(descriptions) == 1:
        yield PlainText(f"{lead}, {descriptions[0]}.")
    elif descriptions:
        yield PlainText(f"{lead}, all at once:", tuple(descriptions))


def _when(english: ExpressionWording, when: nodes.Expr | None) -> str:
    return "" if when is None else f"when {english.phrase(when).fit(Level.OR)}, "


def _moved(english: ExpressionWording, thing: ir.Everything | nodes.Expr) -> str:
    match thing:
        case ir.Everything():
            return "all cards go"
        case node:
            return f"{english.phrase(node).fit(Level.NOUN)} goes"


def _shown(english: ExpressionWording, shown: nodes.Expr | None) -> str:
    match shown:
        case None:
            return ""
        case nodes.Truth(value=True):
            return ", and everybody sees these cards"
        case _:
            condition = english.phrase(shown).fit(Level.OR, last=True)
            return f", and everybody sees these cards when {condition}"


def _progress(english: ExpressionWording, progress: ir.Progress) -> PlainText:
    cases = [_witness(english, witness) for witness in progress.witnesses]
    if progress.unless is not None:
        cases.insert(0, f"{english.say(progress.unless)}, and no action is needed")
    lead = "Whenever no automatic step is due, one of these cases holds:"
    return PlainText(lead, tuple(cases))


def _witness(english: ExpressionWording, witness: ir.Witness) -> str:
    text = f"{english.phrase(witness.when).fit(Level.OR)}, and some seat, as the actor, can take "
    text += f'the action "{english.name(witness.action)}"'
    if witness.arguments:
        chosen = [english.thing(each).fit(Level.SUM) for each in witness.arguments]
        text += f" with {listed(chosen)}"
    if witness.card is None or witness.where is None:
        return text
    where = english.phrase(witness.where).fit(Level.OR)
    return f"{text}, for any card {witness.card.name} such that {where}, and there is such a card"


def effects_shown(english: ExpressionWording, effect: ir.Effect) -> Iterator[str]:
    """Tell each part of an effect that shows cards to everybody."""
    match effect:
        case ir.Let() | ir.Move(shown=None):
            return
        case ir.Move():
            yield describe_effect(english, effect)
        case ir.ForEach(effect=inner) | ir.Openly(effect=inner):
            if any(effects_shown(english, inner)):
                yield describe_effect(english, effect)
