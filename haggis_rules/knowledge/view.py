"""What a seat knows, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import Plain
from haggis_rules.knowledge.view_json import (
    SeenEventJson,
    SeenMoveJson,
    SeenPlaceJson,
    SeenValueJson,
    SeenZoneJson,
    ViewJson,
)
from haggis_rules.notation import forms
from haggis_rules.notation.errors import MalformedError, OtherRulesError
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.line_writer import HeldCards, KnownValue, StateLine, write
from haggis_rules.notation.named_value import ShownValue, named_value
from haggis_rules.notation.table_text import called, drawn_table, seat_name
from haggis_rules.notation.typed_form import TypedForm, typed
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.state import Cards, Value


class ZonePlace(NamedTuple):
    """A zone by its name, and the seat or team that owns it.

    A pair of seats is its index, of which ``Game.seat_pair`` makes the two.
    """

    zone: str
    owner: int | None


class SeenValue(NamedTuple):
    """A state variable by its name, the seat or team whose it is, and its value."""

    name: str
    owner: int | None
    value: Value


class SeenZone(NamedTuple):
    """The cards that the seat sees in a zone, and how many lie there unseen."""

    place: ZonePlace
    cards: Cards
    unseen: int


class SeenMove(NamedTuple):
    """The cards that the seat saw move, and how many moved unseen; the deck is no place."""

    source: ZonePlace | None
    target: ZonePlace
    cards: Cards
    unseen: int
    shown: bool


class SeenKind(Enum):
    """What happened."""

    DEAL = "deal"
    ACTION = "action"
    STEP = "step"


class SeenEvent(NamedTuple):
    """What a seat was shown of a deal, an action or a step.

    ``arguments`` is None when the choices were secret or made by chance, and of what is no action.
    ``values`` has those that changed, or all after a deal.
    """

    kind: SeenKind
    name: str
    actor: int | None
    arguments: tuple[Value, ...] | None
    moves: tuple[SeenMove, ...]
    values: tuple[SeenValue, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know, as plain data; it cannot tell apart positions with equal views.

    ``values`` and ``zones`` are what it sees now, and ``seen`` what it was shown, in order.

    >>> from haggis_rules import load
    >>> view = load("classic", players=2).new_hand(seed=7).view(0)
    >>> view.seat, [zone.unseen for zone in view.zones[:3]]
    (0, [0, 14, 8])
    """

    game: Game = field(repr=False, compare=False)
    seat: int
    values: tuple[SeenValue, ...]
    zones: tuple[SeenZone, ...]
    seen: tuple[SeenEvent, ...]

    def __repr__(self) -> str:
        return f"<View {self.to_text()}>"

    def __str__(self) -> str:
        return f"{self.head}\n{self.drawn()}"

    def _repr_html_(self) -> str:
        return self.drawn_html(self.head)

    @property
    def head(self) -> str:
        """A line that says what is seen, and by whom.

        >>> from haggis_rules import load
        >>> view = load("classic", players=2).new_hand(seed=7).view(0)
        >>> view.head
        'classic as seat 1 sees it'
        """
        return f"{self.game.name} as {seat_name(self.seat)} sees it"

    def value(self, name: str, owner: int | None = None) -> ShownValue:
        """Return the value of a state variable that the seat sees, by its name where it has one.

        If each seat or team has a value of its own, ``owner`` says whose is asked for. Raises
        ``NoSuchQueryError`` when the seat sees no such value.

        >>> from haggis_rules import load
        >>> view = load("classic", players=2).new_hand(seed=7).view(0)
        >>> view.value("stage"), view.value("stake", 1)
        ('tricks', None)
        """
        for one in self.values:
            if (one.name, one.owner) == (name, owner):
                kind = next(each.type for each in self.game.states if each.name == name)
                return named_value(self.game, kind, one.value)
        owners = [one.owner for one in self.values if one.name == name]
        if owners:
            wanted = "no owner" if owners == [None] else f"an owner, one of {owners}"
            message = f"`{name}` is asked for with {wanted}, and not with {owner!r:.40}"
            raise NoSuchQueryError(message)
        known = ", ".join(dict.fromkeys(f"`{one.name}`" for one in self.values))
        message = f"{seat_name(self.seat)} sees no `{name}`; what it sees: {known or 'nothing'}"
        raise NoSuchQueryError(message)

    def drawn(self) -> str:
        """Return what the seat sees now as a table in letters, with a line for each place.

        >>> from haggis_rules import load
        >>> view = load("classic", players=2).new_hand(seed=7).view(0)
        >>> print(view.drawn())
          your hand       3o 3y 3g 4g 6r 6y 6g 7r 7o 7g 9r 9y 9g 10g J Q K
          hand of seat 2  J Q K and 14 face down
          haggis          8 face down
          dealer: you; turn: seat 2; stage: tricks; hand.leader: seat 2
        """
        seat = self.seat
        return drawn_table(self.game, self.zones, self.values, lambda one: called(one, seat))

    def drawn_html(self, head: str) -> str:
        """Return the same as HTML that stands alone, with drawings of cards below a head.

        >>> from haggis_rules import load
        >>> view = load("classic", players=2).new_hand(seed=7).view(0)
        >>> "<svg" in view.drawn_html("My hand")
        False
        """
        from haggis_rules.notation.table_html import table_html

        seat = self.seat
        return table_html(self.game, head, self.zones, self.values, lambda one: called(one, seat))

    def to_text(self) -> str:
        """Return what the seat sees now in one line, which ``Rules.view_from_text`` reads.

        It does not have what the seat was shown before.

        >>> from haggis_rules import load
        >>> view = load("classic", players=2).new_hand(seed=7).view(0)
        >>> view.to_text().split(" | ")[0]
        'classic/2 target=350 seat=1'
        """
        return view_to_line(self.game, self)

    def to_json(self) -> ViewJson:
        """Return the view as JSON, in the words of the rules.

        >>> from haggis_rules import load
        >>> view = load("classic", players=2).new_hand(seed=7).view(0)
        >>> view.to_json()["zones"][1]
        {'zone': 'hand', 'of': 1, 'cards': ['J', 'Q', 'K'], 'unseen': 14}
        """
        return view_form(self.game).to_json(self)

    def events_to_json(self) -> list[SeenEventJson]:
        """Return what the seat was shown, event by event, as JSON.

        >>> from haggis_rules import load
        >>> view = load("classic", players=2).new_hand(seed=7).view(0)
        >>> [event["what"] for event in view.events_to_json()]
        ['deal']
        """
        form = event_form(self.game)
        return [form.to_json(event) for event in self.seen]


def zone_places(game: Game) -> dict[ZonePlace, tuple[int, int]]:
    """Return each place of a game, with the index of its zone and of its owner."""
    return {
        ZonePlace(zone.name, None if zone.owner is Owner.NOBODY else owner): (index, owner)
        for index, zone in enumerate(game.zones)
        for owner in range(game.owners(zone.owner))
    }


def view_to_line(game: Game, view: View) -> str:
    """Write what a seat sees in one line of text."""
    held = {one.place: HeldCards(one.cards, one.unseen) for one in view.zones}
    known: dict[tuple[str, int | None], KnownValue] = {
        (one.name, one.owner): (one.value,) for one in view.values
    }
    line = StateLine(
        view.seat,
        tuple(
            tuple(held[ZonePlace(zone.name, owner)] for owner in _owners(game, zone.owner))
            for zone in game.zones
        ),
        tuple(
            tuple(known.get((variable.name, owner)) for owner in _owners(game, variable.owner))
            for variable in game.states
        ),
    )
    return write(game, line)


def _owners(game: Game, kind: Owner) -> list[int | None]:
    return [None] if kind is Owner.NOBODY else list(range(game.owners(kind)))


@forms.for_each_game
def view_form(game: Game) -> TypedForm[View, ViewJson]:
    """Return the form of what a seat knows of a hand."""
    parts: dict[str, JsonForm[Any]] = {
        "variant": variant_form(game),
        "seat": game_forms(game).value(Plain.SEAT),
        "values": values_form(game),
        "zones": list_form(_zone_form(game), "zones"),
        "seen": list_form(event_form(game), "events"),
    }
    names = ("game", "seat", "values", "zones", "seen")
    return typed(ViewJson, forms.of_class(View, forms.mapping(parts, "view"), names))


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


def _zone_form(game: Game) -> JsonForm[SeenZone]:
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
