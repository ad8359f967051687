"""What a host has to know of a module beside its bytes, as JSON: where what stands in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from haggis_rules.codegen.lowered.form import BREACH_CODE
from haggis_rules.ir.game import Field
from haggis_rules.ir.types import show
from haggis_rules.lowering.game_module import LoweredGame
from haggis_rules.lowering.layouts.batch_block import COUNTS_SIZE, BatchField
from haggis_rules.lowering.layouts.match_places import (
    ENDED_AT,
    HAND_AT,
    PLIES_AT,
    RANDOM_AT,
    SEED_AT,
    TOTALS_AT,
)
from haggis_rules.lowering.layouts.observation_layout import ObservationPlane
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, NONE_I32, NONE_I64, WORD, Slot
from haggis_rules.semantics.between_hands import scorers, scoring

FORMAT: Final = 1  # counted up when a host would read a module of before wrongly


def layout_to_json(low: LoweredGame) -> dict[str, object]:
    """Return the layout of a module: all offsets are in bytes, and a match begins with its state.

    A number that is none is the lowest of 64 bits, as a text since JSON may not hold it.
    """
    game, layout = low.game, low.layout
    behind = {
        "seed": SEED_AT,
        "random": RANDOM_AT,
        "hand": HAND_AT,
        "plies": PLIES_AT,
        "ended": ENDED_AT,
        "totals": TOTALS_AT,
    }
    return {
        "format": FORMAT,
        "variant": game.name,
        "players": game.seats,
        "options": {one.name: one.value for one in game.options},
        "matches": low.matches,
        "match_size": low.size,
        "state_size": layout.size,
        "behind_state": {name: layout.size + at for name, at in behind.items()},
        "scores": {
            "entries": list(game.scores),
            "owner": scoring(game).value,
            "owners": scorers(game),
        },
        "none": {"other": NONE_I32, "number": str(NONE_I64)},
        "values": [
            {**_slot(slot), "type": show(one.type), "owner": one.owner.value}
            for slot, one in zip(layout.values, game.states, strict=True)
        ],
        "zones": [
            {**_slot(slot), "owner": one.owner.value}
            for slot, one in zip(layout.zones, game.zones, strict=True)
        ],
        "cards": [game.card_name(card) for card in range(len(game.cards))],
        "combination": {"reading": 0, "cards": CARDS_AT, "size": CARDS_AT + WORD * layout.words},
        "patterns": [
            {"name": pattern.name, "first": first, "fields": _fields(values, pattern.fields)}
            for pattern, first, values in zip(
                game.patterns, layout.readings.first, layout.readings.values, strict=True
            )
        ],
        "actions": [action.name for action in game.actions],
        "breach": {
            "address": BREACH_CODE,
            "codes": {str(int(c)): c.name.lower() for c in BreachCode},
        },
        "observation": {
            "size": low.places.observation.size,
            "planes": [_plane(one) for one in low.places.observation.planes],
        },
        "batch": [one.name.lower() for one in BatchField],
        "counts_size": COUNTS_SIZE,
        "functions": {
            one.name: {
                "parameters": [[p.name, p.kind.value] for p in one.parameters],
                "result": None if one.result is None else one.result.value,
                "clauses": list(one.clauses),
            }
            for one in low.module.functions
            if one.exported
        },
    }


def _slot(slot: Slot) -> Mapping[str, object]:
    return {"name": slot.name, "offset": slot.offset, "size": slot.size, "owners": slot.owners}


def _plane(plane: ObservationPlane) -> Mapping[str, object]:
    plane_json = {**asdict(plane), "seen_by": dict(plane.seen_by)}
    return {key: value for key, value in plane_json.items() if key != "seen_by" or value}


def _fields(values: Sequence[range], fields: Sequence[Field]) -> list[dict[str, object]]:
    return [
        {"name": field.name, "from": each.start, "count": len(each)}
        for field, each in zip(fields, values, strict=True)
    ]
