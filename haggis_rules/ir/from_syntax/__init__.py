"""Tree to typed form: descent is flattened, names are found, types, units and bounds are given."""

from __future__ import annotations

from collections.abc import Sequence

from haggis_rules.errors import RuleError, SeveralFaultsError
from haggis_rules.ir import game as ir
from haggis_rules.ir.from_syntax.definitions import Definitions
from haggis_rules.ir.from_syntax.descent import Flat, Flattened, flatten
from haggis_rules.ir.from_syntax.flow import actions_and_steps, declare_states, first_values
from haggis_rules.ir.from_syntax.patterns import patterns
from haggis_rules.ir.from_syntax.promises import promises
from haggis_rules.ir.from_syntax.table import choices_and_zones, deals, table_and_cards
from haggis_rules.ir.from_syntax.world import Located, World
from haggis_rules.source import Span
from haggis_rules.syntax import ast


def lower(line: Sequence[ast.File]) -> ir.Game:
    """Lower a variant, given after its ancestors. Raises all its faults together."""
    flat = flatten(line)
    if flat.faults:
        raise SeveralFaultsError(flat.faults)
    head = line[-1].variant
    items = [Located(f.clause.name, item) for f in flat.clauses for item in f.written.items]
    world = World(items, _removed(flat), head.name.span)
    table_and_cards(world)
    choices_and_zones(world)
    declare_states(world)
    wilds, needs = patterns(world)
    definitions = Definitions(world)
    first_values(world)
    dealt = deals(world)
    actions, steps = actions_and_steps(world)
    promised = promises(world, actions)
    defined = definitions.all()
    if world.faults:
        raise SeveralFaultsError(_in_order(world))
    return ir.Game(
        name=head.name.text,
        words=head.words.text,
        lineage=tuple(file.variant.name.text for file in line),
        seatings=(world.seats,),
        seats=world.seats,
        options=(),
        teams=world.teams,
        ranks=world.ranks,
        suits=world.suits,
        groups=tuple(world.groups),
        cards=tuple(world.cards),
        zones=tuple(world.zones),
        choices=tuple(world.choices.values()),
        states=tuple(world.states),
        deals=dealt,
        patterns=tuple(world.patterns),
        wilds=wilds,
        needs=needs,
        definitions=defined,
        scores=(),
        actions=actions,
        steps=steps,
        between=(),
        until=None,
        promises=promised,
        cases=(),
        clauses={f.clause.name: f.clause for f in flat.clauses},
        removed=flat.reasons,
        declared=world.declared,
    )


def _in_order(world: World) -> list[RuleError]:
    """Give each fault once, in the order of the text."""
    once = {(f.span.source.path, f.span.start, f.message): f for f in world.faults}
    return [once[key] for key in sorted(once)]


def _removed(flat: Flattened) -> dict[str, Span]:
    """Give what the clauses taken out, or replaced, declared, and where they are taken out."""
    return {name: edit for f, edit in flat.removed for name in _names(f)}


def _names(flat: Flat) -> list[str]:
    names: list[str] = []
    for item in flat.written.items:
        match item:
            case ast.Define(signature=signature):
                names.append(signature.name.text)
            case (
                ast.Deck(name=name)
                | ast.Pattern(name=name)
                | ast.Zone(name=name)
                | ast.State(name=name)
                | ast.Action(name=name)
                | ast.Step(name=name)
                | ast.Promise(name=name)
                | ast.Choice(name=name)
            ):
                names.append(name.text)
            case _:
                pass
    return names
