"""Views as JSON, beside the ledger; and the same hand with other cards where a seat cannot see."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

from haggis_rules import Action, Combination, Position, Rules, Value
from haggis_rules.semantics.asking import value_of
from haggis_rules.semantics.state import GameState, pack
from tests.secrets.ledger import OPEN, Card, Ledger, Place, Sight, place_of

SECRET = {"send", "discard", "offer"}  # actions of which others do not know what was chosen
OWN = {"face"}  # what is kept in mind and known to its owner alone; all else is known to all


def check_view(table: Position, ledger: Ledger, seat: int) -> None:
    """See that the JSON of a view tells just what the ledger says that the seat was shown."""
    told: Any = table.view(seat).to_json()
    assert set(told) == {"variant", "seat", "values", "zones", "seen"}
    assert (told["variant"], told["seat"]) == (table.rules.name, seat)
    _check_now(told, ledger, seat)
    _check_log(told, table, ledger, seat)
    _check_values(told, table, seat)


def _check_now(told: Any, ledger: Ledger, seat: int) -> None:
    seen, there = Counter[tuple[Place, str]](), Counter[Place]()
    for zone in told["zones"]:
        assert set(zone) <= {"zone", "of", "cards", "unseen"}
        place = _place(zone)
        seen.update((place, name) for name in zone["cards"])
        there[place] += len(zone["cards"]) + zone["unseen"]
    assert seen == ledger.seen_now(seat)
    assert +there == Counter(card.place for card in ledger.cards)


def _check_log(told: Any, table: Position, ledger: Ledger, seat: int) -> None:
    deal, *events = told["seen"]
    assert deal["what"] == "deal"
    sights = list[Sight]()
    done = iter(event.done for event in table.history if isinstance(event.done, Action))
    for event in events:
        assert set(event) <= {"what", "name", "seat", "choices", "moves", "values"}
        if event["what"] == "action":
            sights.append(Sight(Counter(), Counter()))
            _check_action(event, next(done), table, seat)
        for move in event["moves"]:
            assert set(move) == {"from", "to", "cards", "unseen", "shown"}
            _add(sights[-1], move)
    assert next(done, None) is None
    assert sights == [seen[seat] for seen in ledger.sights]


def _check_action(event: Any, action: Action, table: Position, seat: int) -> None:
    whole: Any = table.rules.action_to_json(action)
    assert (event["name"], event["seat"]) == (action.name, action.actor)
    if action.name in SECRET and action.actor != seat:
        assert "choices" not in event
    else:
        assert event["choices"] == whole["choices"]


def _add(sight: Sight, move: Any) -> None:
    source, target = _place(move["from"]), _place(move["to"])
    if (source, target) == (OPEN, OPEN):
        return
    sight.cards.update((name, source, target) for name in move["cards"])
    if move["unseen"]:
        sight.unseen[source, target] += move["unseen"]


def _check_values(told: Any, table: Position, seat: int) -> None:
    """See that a seat knows all that is kept in mind but what is another's own, and no more."""
    view, game = table.view(seat), table.rules.game
    known: dict[tuple[str, int | None], Value] = {}
    for kept in game.states:
        value = value_of(game, table.state, kept.name)
        owned = value if kept.owner.value != "nobody" and isinstance(value, tuple) else None
        for owner in [None] if owned is None else range(len(owned)):
            if kept.name not in OWN or owner == seat:
                known[kept.name, owner] = value if owned is None else owned[owner or 0]  # type: ignore[assignment]
    assert {(one.name, one.owner): one.value for one in view.values} == known
    for one in (*told["values"], *(one for event in told["seen"] for one in event["values"])):
        assert one["name"] not in OWN or one["of"] == seat


def _place(told: Any) -> Place:
    owner = told.get("of")
    return place_of(told["zone"], owner if isinstance(owner, int) else 0)


def other_hand(table: Position, ledger: Ledger, seat: int, chance: Random) -> Position:
    """Play the same hand again with the cards that a seat never saw given out otherwise.

    What is still on its way face up or face down, as another chose, is turned.
    """
    hidden = ledger.hidden_from(seat)
    names = [card.name for card in hidden]
    chance.shuffle(names)
    swapped = dict(zip(hidden, names, strict=True))
    assert isinstance(table.rules, Rules)
    other = table.rules.at(_dealt(table, swapped))
    turned = [number for sender, number in _on_its_way(ledger).items() if sender != seat]
    for number, (action, cards) in enumerate(ledger.used):
        again = _with(table, action, [swapped.get(card, card.name) for card in cards])
        if number in turned and len(again.arguments) == 2:
            kind, facing = again.arguments
            again = again._replace(arguments=(kind, 1 - int(bool(facing))))
        other = other.apply(again)
    return other


def _on_its_way(ledger: Ledger) -> dict[int, int]:
    """Return the number of the action by which each card was sent that nobody has received."""
    return {
        action.actor: number
        for number, (action, cards) in enumerate(ledger.used)
        if action.name == "send" and cards[0].place == ("sent", action.actor)
    }


def _dealt(table: Position, swapped: dict[Card, str]) -> GameState:
    """Return the start of a hand with some cards being others."""
    start, change = table.start, Counter[Place]()
    for card, name in swapped.items():
        change[card.dealt] += _packed(table, [name]) - _packed(table, [card.name])
    zones = tuple(
        tuple(one + change[zone.name, owner] for owner, one in enumerate(held))
        if isinstance(held, tuple)
        else held + change[zone.name, 0]
        for zone, held in zip(table.rules.game.zones, start.zones, strict=True)
    )
    return GameState(start.values, zones)


def _packed(table: Position, names: list[str]) -> int:
    kinds = kinds_of(table.rules)
    return sum(pack([(kinds[name], 1)]) for name in names)


@cache
def kinds_of(rules: Rules) -> dict[str, int]:
    """Return the kind of each card by its name."""
    return {rules.game.card_name(kind): kind for kind in range(len(rules.game.cards))}


def _with(table: Position, action: Action, names: list[str]) -> Action:
    """Return an action with the cards that it uses now."""
    match action.arguments:
        case (Combination(reading=reading),):
            return action._replace(arguments=(Combination(reading, _packed(table, names)),))
        case (int(), *rest) if names:
            return action._replace(arguments=(kinds_of(table.rules)[names[0]], *rest))
        case _:
            return action


def check_unseen(table: Position, ledger: Ledger, seat: int, chance: Random) -> bool:
    """See that a seat cannot tell a hand from another that differs where it cannot see.

    Gives whether the two do differ.
    """
    other = other_hand(table, ledger, seat, chance)
    check_alike(table, other, seat)
    return other.start != table.start or other.state != table.state


def check_alike(table: Position, other: Position, seat: int) -> None:
    """See that two positions are one to a seat: view, JSON, line of text, and what it can do."""
    one, two = table.view(seat), other.view(seat)
    assert one == two
    assert bytes_of(one.to_json()) == bytes_of(two.to_json())
    assert one.to_text() == two.to_text()
    assert repr(one) == repr(two)
    assert hash(one) == hash(two)
    assert table.actions(seat) == other.actions(seat)
    assert (seat in table.to_act) is (seat in other.to_act)


def bytes_of(data: object) -> bytes:
    """Write JSON as bytes, in the order in which it comes."""
    return json.dumps(data, ensure_ascii=False).encode()
