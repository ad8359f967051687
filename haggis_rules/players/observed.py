"""What a seat sees, as the bytes that a module takes: made from its view, and from nothing else."""

from __future__ import annotations

from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.lowering.layouts.match_places import MatchPlaces
from haggis_rules.lowering.layouts.observation_layout import (
    HAND_SEEN_AT,
    SEAT_AT,
    TOTALS_SEEN_AT,
    UNSEEN_SIZE,
)
from haggis_rules.lowering.layouts.state_layout import NUMBER


def observation_of(places: MatchPlaces, view: MatchView) -> bytes:
    """Return the observation of the seat that has a view, as ``CompiledGame.observation`` has it.

    What the seat was shown before, and sees no longer, is no part of it.
    """
    layout, seen, game = places.layout, places.observation, places.game
    found = bytearray(seen.size)

    def put(at: int, value: int, length: int) -> None:
        found[at : at + length] = value.to_bytes(length, "little", signed=True)

    put(SEAT_AT, view.seat, 4)
    put(HAND_SEEN_AT, view.hand, 4)
    for scorer, total in enumerate(view.scores):
        put(TOTALS_SEEN_AT + NUMBER * scorer, total, NUMBER)
    kinds = {variable.name: variable.type for variable in game.states}
    values = {slot.name: slot for slot in layout.values}
    for name, owner, seen_value in view.table.values:
        slot = values[name]
        at = seen.state_at + slot.offset + (owner or 0) * slot.size
        put(at, layout.value(kinds[name], seen_value), slot.size)
    zones = {slot.name: (number, slot) for number, slot in enumerate(layout.zones)}
    for place, cards, unseen in view.table.zones:
        number, slot = zones[place.zone]
        at = seen.state_at + slot.offset + (place.owner or 0) * slot.size
        found[at : at + slot.size] = cards.to_bytes(slot.size, "little")
        if number in seen.unseen:
            put(seen.unseen[number] + (place.owner or 0) * UNSEEN_SIZE, unseen, UNSEEN_SIZE)
    return bytes(found)
