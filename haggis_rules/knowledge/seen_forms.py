"""The JSON of what a seat sees and was shown: the forms of which those of views are made."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import Plain
from haggis_rules.knowledge.seen import (
    SeenEvent,
    SeenKind,
    SeenMove,
    SeenValue,
    SeenZone,
    ZonePlace,
)
from haggis_rules.knowledge.view_json import (
    SeenEventJson,
    SeenMoveJson,
    SeenPlaceJson,
    SeenValueJson,
    SeenZoneJson,
)
from haggis_rules.notation import forms
from haggis_rules.notation.errors import MalformedError, OtherRulesError
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.typed_form import TypedForm, typed
from haggis_rules.semantics.action import Action


def variant_form(game: Game) -> JsonForm[Game]:
    """Return the form of a game by its name. Reading another raises ``OtherRulesError``."""

    def check(data: Json) -> None:
        if data != game.name:
            raise OtherRulesError(f"this is a view of `{data!r:.80}`, and not of `{game.name}`")

    return forms.constant(game.name, game, check)


def values_form(game: Game) -> JsonForm[tuple[SeenValue, ...]]:
    """Return the form of values, each with its name and whose it is."""
    of_game = game_forms(game)
    cases = {
        one.name: {"of": owner_form(game, one.owner, one.name), "value": of_game.value(one.type)}
        for one in game.states
    }
    form = forms.named_union(
        "name",
        cases,
        "value",
        lambda data: f"`{data!r:.40}` is not a value that these rules keep",
        optional={"of"},
    )
    seen = forms.converted(form, read=SeenValue._make)
    return list_form(typed(SeenValueJson, seen), "values")


def owner_form(game: Game, kind: Owner, name: str) -> JsonForm[int | None]:
    """Return the form of whose something is: a seat by its number, a team by its name.

    A pair of seats is a list of the two, the owner first.
    """
    owned: dict[Owner, JsonForm[Any]] = {
        Owner.NOBODY: forms.raw(forms.NULL),
        Owner.SEAT: game_forms(game).value(Plain.SEAT),
        Owner.TEAM: game_forms(game).team,
        Owner.PAIR: _pair_form(game),
    }
    form: JsonForm[int | None] = owned[kind]

    def read(data: Json) -> int | None:
        if (data is None) is not (kind is Owner.NOBODY):
            message = f"`{name}` is said to be of {data!r:.40}, and is not kept like that"
            raise MalformedError(message)
        return form.read(data)

    return replace(form, read=read)


def _pair_form(game: Game) -> JsonForm[int]:
    """Return the form of a pair of seats, whose index is read."""
    seat = game_forms(game).value(Plain.SEAT)
    pair = forms.array(seat, lambda data: f"{data!r:.40} is not a list of two seats", length=2)
    return forms.converted(
        pair, read=lambda two: two[0] * game.seats + two[1], write=game.seat_pair
    )


def list_form(form: JsonForm[Any], what: str) -> JsonForm[tuple[Any, ...]]:
    """Return the form of a list in a view."""
    return forms.array(form, lambda data: f"the {what} of a view are a list, not {data!r:.40}")


def number_form() -> JsonForm[int]:
    """Return the form of a whole number in a view."""
    return forms.whole_number(
        refusal=lambda data: f"{data!r:.40} is not a whole number, which is needed here"
    )


def truth_form() -> JsonForm[bool]:
    """Return the form of true and false in a view."""
    return forms.truth(lambda data: f"{data!r:.40} must be true or false")


def zone_form(game: Game) -> JsonForm[SeenZone]:
    """Return the form of the cards that a seat sees in a zone."""
    held = {"cards": game_forms(game).zone_cards, "unseen": number_form()}
    form = forms.converted(
        _place_form(game, "zone", held),
        read=lambda parts: SeenZone(ZonePlace(*parts[:2]), *parts[2:]),
        write=lambda seen: (*seen.place, seen.cards, seen.unseen),
    )
    return typed(SeenZoneJson, form)


def _place_form(
    game: Game, what: str, more: Mapping[str, JsonForm[Any]]
) -> JsonForm[tuple[Any, ...]]:
    """Return the form of a zone by its name, whose it is, and what else there is to say of it."""
    return forms.named_union(
        "zone",
        {one.name: {"of": owner_form(game, one.owner, one.name), **more} for one in game.zones},
        what,
        lambda data: f"`{data!r:.40}` is not a zone of these rules",
        optional={"of"},
    )


@forms.for_each_game
def event_form(game: Game) -> TypedForm[SeenEvent, SeenEventJson]:
    """Return the form of an event; of an action the choices, if the seat was shown them."""
    action, kinds = game_forms(game).action, {kind.value: kind for kind in SeenKind}
    parts = {
        "what": forms.raw({"enum": list(kinds)}),
        "name": forms.raw({"type": "string"}),
        "seat": forms.nullable(game_forms(game).value(Plain.SEAT)),
        "choices": forms.nullable(forms.raw({"type": "object"})),
        "moves": list_form(_move_form(game), "moves"),
        "values": values_form(game),
    }

    def read(found: tuple[Any, ...]) -> SeenEvent:
        what, name, actor, choices, *rest = found
        if what not in list(kinds) or not isinstance(name, str):
            raise MalformedError(f"`{what!r:.40}` `{name!r:.40}` is not a deal, action or step")
        if choices is not None:
            choices = action.read({"action": name, "seat": actor, "choices": choices}).arguments
        return SeenEvent(kinds[what], name, actor, choices, *rest)

    def write(seen: SeenEvent) -> tuple[Any, ...]:
        choices: Any = seen.arguments
        if choices is not None:
            choices = action.to_json(Action(seen.name, 0, choices))["choices"]
        return seen.kind.value, seen.name, seen.actor, choices, seen.moves, seen.values

    form = forms.converted(
        forms.mapping(parts, "event", optional={"seat", "choices"}), read=read, write=write
    )
    return typed(SeenEventJson, form)


def _move_form(game: Game) -> JsonForm[SeenMove]:
    found = forms.converted(_place_form(game, "place", {}), read=ZonePlace._make)
    place = typed(SeenPlaceJson, found)
    parts: dict[str, JsonForm[Any]] = {
        "from": forms.nullable(place),
        "to": place,
        "cards": game_forms(game).zone_cards,
        "unseen": number_form(),
        "shown": truth_form(),
    }
    form = forms.converted(forms.mapping(parts, "move"), read=SeenMove._make)
    return typed(SeenMoveJson, form)
