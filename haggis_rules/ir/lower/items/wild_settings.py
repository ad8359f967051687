"""That the states on which it rests what is wild have few values, all together."""

from __future__ import annotations

from haggis_rules.diagnostics.errors import WildStatesError
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.wild_states import (
    MOST_SETTINGS,
    number_of_settings,
    states_in,
    states_of_wilds,
)


def check_settings(world: World, wilds: tuple[ir.Wild, ...]) -> None:
    """See that what is wild can be worked out for each value. Raises ``WildStatesError``."""
    looked_at = [world.states[state] for state in states_of_wilds(wilds)]
    sizes = world.sizes()

    def number(states: list[ir.StateVariable]) -> int | None:
        return number_of_settings([one.type for one in states], sizes.__getitem__)

    together = number(looked_at)
    if together is not None and together <= MOST_SETTINGS:
        return
    alone = next((one for one in looked_at if not 0 < (number([one]) or 0) <= MOST_SETTINGS), None)
    names = ", ".join(f"`{one.name}`" for one in looked_at)
    many = "no end of values" if together is None else f"{together} values"
    conditions = (part for wild in wilds for part in (wild.applies, wild.when) if part is not None)
    span = next(part.span for part in conditions if part.span and states_in(part))
    raise WildStatesError(
        f"what is wild rests on {names}, with {many}; there can be {MOST_SETTINGS} together",
        span,
        hint=f"give `{(alone or looked_at[0]).name}` a type with fewer values, or keep what "
        "matters of it in a state of its own",
    )
