"""Python for what an action or step does. Mirrors the effects of ``semantics.transition``."""

from dataclasses import dataclass, field

from haggis_rules.codegen.body import Body
from haggis_rules.codegen.expressions import cards_in, expression
from haggis_rules.ir import nodes
from haggis_rules.ir.game import (
    MOST_CARDS,
    Effect,
    Effected,
    Everything,
    ForEach,
    Game,
    Let,
    Move,
    Openly,
    Owner,
    StateVariable,
    Zone,
)
from haggis_rules.ir.reads import effect_writes
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.state import WIDTH
from haggis_rules.semantics.transition import within

LOG = "log"  # the list that moves are written to, or None, in the generated text


@dataclass(slots=True)
class _Changes:
    """How the new state variables and zones are called while the effects are written.

    ``sources`` has the zones that cards leave. ``exact`` is set when so many cards may move at
    once that counts could run into one another: then moves are gathered and added up one by one.
    """

    values: dict[int, str] = field(default_factory=dict[int, str])
    zones: dict[int, str] = field(default_factory=dict[int, str])
    sources: set[int] = field(default_factory=set[int])
    exact: bool = False


def effects(doing: tuple[Effected, ...], body: Body) -> None:
    """Write lines that return the state after all effects, each of which reads the one before.

    Changes go to copies under new names, and expressions read the old state, so no effect sees what
    another has done. What is not written is passed on as it is.
    """
    game, changes = body.game, _Changes()
    # Counts of eight bits show going below none by their top bit, as long as no more than 127
    # copies of a card can leave a zone in one transition; else moves are added up in dicts.
    copies = max((card.copies for card in game.cards), default=0)
    changes.exact = sum(_moves(game, one.effect) for one in doing) * copies > MOST_CARDS
    for state in sorted({s for one in doing for s in effect_writes(one.effect).states}):
        variable = game.states[state]
        changes.values[state] = _copied(variable, f"{body.values}[{state}]", body)
    for zone in sorted({z for one in doing for z in effect_writes(one.effect).zones}):
        changes.zones[zone] = _copied(game.zones[zone], f"{body.zones}[{zone}]", body)
    if changes.exact:
        body.line("moves = []")
    for one in doing:
        body.line(f"# {one.clause}")
        _effect(one.effect, body, changes)
    _add_up(body, changes)
    values = _state(body.values, changes.values, game.states)
    zones = _state(body.zones, changes.zones, game.zones)
    body.line(f"return {values}, {zones}")


def _effect(node: Effect, body: Body, changes: _Changes) -> None:
    match node:
        case Let(when=when):
            with body.only_when(_truth(when, body)) as inside:
                _let(node, inside, changes)
        case Move(when=when):
            with body.only_when(_truth(when, body)) as inside:
                _move(node, inside, changes)
        case ForEach(binder=binder, where=where, effect=inner):
            value = body.own.fresh(binder.name)
            each = body.inner({binder.name: value})
            with each.only_when(_truth(where, each)) as inside:
                _effect(inner, inside, changes)
            body.take(f"for {value} in range({body.game.size(binder.type)}):", each)
        case Openly(effect=inner):
            _effect(inner, body, changes)


def _truth(node: nodes.Expr | None, body: Body) -> str | None:
    return None if node is None else expression(node, body)


def _let(node: Let, body: Body, changes: _Changes) -> None:
    variable = body.game.states[node.state]
    value, name = expression(node.value, body), changes.values[node.state]
    value = bounded(variable, node.value, value, body)
    owner = "" if node.owner is None else f"[{expression(node.owner, body)}]"
    body.line(f"{name}{owner} = {value}")


def bounded(variable: StateVariable, node: nodes.Expr, value: str, body: Body) -> str:
    """Write lines that stop when a value lies outside the type of its variable."""
    if _outside(variable.type, node, value) is not None:
        value = body.keep(value)
        message = f"f'`{variable.name}` cannot be {{{value}}}'"
        body.raising(str(_outside(variable.type, node, value)), "OutOfBounds", message)
    return value


def _outside(kind: Type, node: nodes.Expr, value: str) -> str | None:
    """Return Python for whether a value lies outside its type; None when it cannot."""
    match kind:
        case OptionType(inner=inner):
            outside = _outside(inner, node, value) if isinstance(inner, NumberType) else None
            return None if outside is None else f"{value} is not None and {outside}"
        case NumberType():
            if isinstance(node, nodes.Number) and within(kind, node.value):
                return None
            return _beyond(kind, value)
        case ChoiceType() | Plain():
            return f"{value} is None" if isinstance(node.type, OptionType) else None


def _beyond(kind: NumberType, value: str) -> str | None:
    match kind.bounds:
        case None, None:
            return None
        case low, None:
            return f"{value} < {low}"
        case None, high:
            return f"{value} > {high}"
        case low, high:
            return f"not {low} <= {value} <= {high}"


def _move(node: Move, body: Body, changes: _Changes) -> None:
    cards = body.keep(_cards(node, body), "cards")
    shown = "False" if node.shown is None else expression(node.shown, body)
    source, target = (_owner(place, body) for place in (node.source, node.target))
    places = f"({node.source.zone}, {source or 0}), ({node.target.zone}, {target or 0})"
    moved = f"Moved({cards}, {places}, {shown})"
    if changes.exact:
        body.line(f"moves.append({moved})")
        return
    changes.sources.add(node.source.zone)
    for place, owner, sign in ((node.source, source, "-"), (node.target, target, "+")):
        held = changes.zones[place.zone]
        body.line(f"{held if owner is None else f'{held}[{owner}]'} {sign}= {cards}")
    body.line(f"if {LOG} is not None:")
    body.line(f"    {LOG}.append({moved})")


def _cards(node: Move, body: Body) -> str:
    """Return Python for the cards that move."""
    if isinstance(node.thing, Everything):
        return cards_in(node.source, body)
    thing = expression(node.thing, body)
    combined = node.thing.type is Plain.COMBINATION
    return f"{thing}[1]" if combined else f"1 << {WIDTH} * {thing}"


def _owner(zone: nodes.OneZone | nodes.OwnedZone, body: Body) -> str | None:
    """Return Python for the owner of a zone; None when it is there once."""
    return body.keep(expression(zone.owner, body)) if isinstance(zone, nodes.OwnedZone) else None


def _moves(game: Game, effect: Effect) -> int:
    """Count how many moves an effect can make."""
    match effect:
        case Let():
            return 0
        case Move():
            return 1
        case ForEach(binder=binder, effect=inner):
            return game.size(binder.type) * _moves(game, inner)
        case Openly(effect=inner):
            return _moves(game, inner)


def _copied(declaration: StateVariable | Zone, text: str, body: Body) -> str:
    """Begin with a copy of what is declared, a list of it when it has owners."""
    name = body.own.fresh(declaration.name)
    body.line(f"{name} = {text}" if declaration.owner is Owner.NOBODY else f"{name} = [*{text}]")
    return name


def _add_up(body: Body, changes: _Changes) -> None:
    """Write lines that see to it that no zone holds fewer cards than none.

    It is asked once after all effects: cards may come and go again within one transition. A count
    below none borrows from the next one, but it sets a guard bit or makes the whole number
    negative, and what was borrowed then does not matter.
    """
    if changes.exact:
        for zone, name in changes.zones.items():
            body.line(
                f"{name} = zone_after_moves({name}, {zone}, moves, {body.game.zones[zone].name!r})"
            )
        body.line(f"if {LOG} is not None:")
        body.line(f"    {LOG} += moves")
    for zone in sorted(changes.sources):
        declaration, name = body.game.zones[zone], changes.zones[zone]
        held = name if declaration.owner is Owner.NOBODY else body.own.fresh("held")
        checking = body.inner()
        message = repr(f"`{declaration.name}` does not hold so many cards")
        checking.raising(f"{held} < 0 or {held} & GUARD", "NotEnoughCards", message)
        if declaration.owner is Owner.NOBODY:
            body.lines += checking.lines
        else:
            body.take(f"for {held} in {name}:", checking)


def _state(whole: str, changed: dict[int, str], declared: tuple[StateVariable | Zone, ...]) -> str:
    """Return Python for one half of the new state."""
    if not changed:
        return whole
    parts: list[str] = []
    for index, one in enumerate(declared):
        name = changed.get(index, f"{whole}[{index}]")
        listed = index in changed and one.owner is not Owner.NOBODY
        parts.append(f"(*{name},)" if listed else name)
    return f"({', '.join(parts)},)"
