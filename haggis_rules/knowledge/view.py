"""What a seat knows of a hand, as plain data: drawn, as a line of text and as JSON."""

from dataclasses import dataclass, field
from typing import Any

from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import Plain
from haggis_rules.knowledge.seen import SeenEvent, SeenValue, SeenZone, ZonePlace
from haggis_rules.knowledge.seen_forms import (
    event_form,
    list_form,
    values_form,
    variant_form,
    zone_form,
)
from haggis_rules.knowledge.view_json import SeenEventJson, ViewJson
from haggis_rules.notation import forms
from haggis_rules.notation.forms import JsonForm
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.line_writer import HeldCards, KnownValue, StateLine, write
from haggis_rules.notation.named_value import ShownValue, named_value
from haggis_rules.notation.table_text import called, drawn_table, seat_name
from haggis_rules.notation.typed_form import TypedForm, typed
from haggis_rules.semantics.asking import NoSuchQueryError


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
        "zones": list_form(zone_form(game), "zones"),
        "seen": list_form(event_form(game), "events"),
    }
    names = ("game", "seat", "values", "zones", "seen")
    return typed(ViewJson, forms.of_class(View, forms.mapping(parts, "view"), names))
