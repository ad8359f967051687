"""Python for what an action or step does. Mirrors the effects of ``run.transition``."""

from dataclasses import dataclass, field

from haggis_rules.engine.body import Body
from haggis_rules.engine.expressions import expression
from haggis_rules.ir import nodes
from haggis_rules.ir.game import (
    Effect,
    Effected,
    Everything,
    ForEach,
    Game,
    Let,
    Move,
    Owner,
    StateVariable,
)
from haggis_rules.ir.reads import effect_writes
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.run.state import MOST_CARDS, WIDTH

LOG = "log"  # the list that moves are written to, or None, in the generated text


@dataclass(slots=True)
class _Changes:
    """How the new state variables and zones are called while the effects are written."""

    values: dict[int, str] = field(default_factory=dict[int, str])
    zones: dict[int, str] = field(default_factory=dict[int, str])


def effects(doing: tuple[Effected, ...], body: Body) -> None:
    """Write lines that return the state after all effects, each of which reads the one before."""
    game, changes = body.game, _Changes()
    for state in sorted({s for one in doing for s in effect_writes(one.effect).states}):
        name = changes.values[state] = body.own.fresh(game.states[state].name)
        _copy(name, f"{body.values}[{state}]", game.states[state].owner, body)
    for zone in sorted({z for one in doing for z in effect_writes(one.effect).zones}):
        name = changes.zones[zone] = body.own.fresh(game.zones[zone].name)
        _copy(name, f"{body.zones}[{zone}]", game.zones[zone].owner, body)
    many = sum(_moves(game, one.effect) for one in doing) > 1
    if many:
        body.line("moved = 0")
    for clause, one in ((one.clause, one.effect) for one in doing):
        body.line(f"# {clause}")
        effect(one, body, changes)
    _return(body, changes, doing)


def effect(node: Effect, body: Body, changes: _Changes) -> None:
    """Write lines for one effect."""
    match node:
        case Let(when=when):
            _let(node, _when(when, body), changes)
        case Move(when=when):
            _move(node, _when(when, body), changes)
        case ForEach(binder=binder, where=where, effect=inner):
            pass
