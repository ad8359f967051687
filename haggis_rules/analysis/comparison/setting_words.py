"""What is set up in a small hand besides the cards in hand, in words."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.analysis.comparison.small_hands import SmallHand
from haggis_rules.ir.game import Game, Owner, StateVariable
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.state import Value


def setting_words(game: Game, hand: SmallHand) -> Iterator[str]:
    """Yield where the rest of the cards lies, and each value that is no first one."""
    if hand.rest is not None:
        owner = next(one.owner for one in game.zones if one.name == hand.rest.zone)
        name = game.owner_name(owner, hand.rest.owner)
        yield f"the rest in {hand.rest.zone}" + (f" of {name}" if name else "")
    for one in game.states:
        if one.name in hand.values:
            yield from _values(game, one, hand.values[one.name])


def _values(game: Game, one: StateVariable, value: Value | tuple[Value, ...]) -> Iterator[str]:
    if one.owner is Owner.NOBODY:
        yield f"{one.name} is {show_value(game, one.type, _single(value))}"
        return
    for owner, each in enumerate(value if isinstance(value, tuple) else ()):
        if each:
            name = game.owner_name(one.owner, owner)
            yield f"{one.name} of {name} is {show_value(game, one.type, _single(each))}"


def _single(value: object) -> Value:
    """Return a value that is there once: none of these is a reading."""
    assert value is None or isinstance(value, int)  # noqa: S101 - chance decides no other kind
    return value
