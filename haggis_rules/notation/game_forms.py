"""The JSON of what one game speaks of: its values, cards, plays and actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from reprlib import repr as shortly
from typing import Any

from haggis_rules.ir.game import ActionSchema, Game, Owner, Pattern, StateVariable, Zone
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, show
from haggis_rules.notation import forms
from haggis_rules.notation.errors import MalformedError, TooManyCopiesError, UnknownCardError
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.notation.json_types import ActionJson
from haggis_rules.notation.typed_form import TypedForm, typed
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, Combination, Reading, pack

_KIND, _CARDS = "kind", "cards"


class GameForms:
    """The forms of what a game speaks of, each made when it is first asked for.

    The schemas of those that have a name refer to one another, as in ``schema.definitions``.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._values: dict[Type, JsonForm[Any]] = {}

    def value(self, kind: Type) -> JsonForm[Any]:
        """Return the form of the values of a type: seats and numbers as such, all else in words."""
        found = self._values.get(kind)
        if found is None:
            found = self._values[kind] = self._value(kind)
        return found

    def _value(self, kind: Type) -> JsonForm[Any]:
        match kind:
            case OptionType(inner=inner):
                return forms.nullable(self.value(inner))
            case NumberType(low=low, high=high):
                return forms.whole_number(low=low, high=high, refusal=forms.is_no(show(kind)))
            case ChoiceType(choices=choices):
                return _words(choices, kind)
            case Plain.TRUTH:
                return forms.truth(forms.is_no("truth: true or false belongs here"))
            case Plain.SEAT:
                return forms.shared(kind.value, self.seat)
            case Plain.CARD:
                return forms.shared(kind.value, self.card)
            case Plain.READING:
                return forms.shared(kind.value, self.reading)
            case Plain.COMBINATION:
                return forms.shared(kind.value, self.combination)
            case Plain.TEAM:
                return _words(self.game.teams, kind)
            case Plain.RANK:
                return _words(self.game.ranks, kind)
            case Plain.SUIT:
                return _words([suit.name for suit in self.game.suits], kind)

    @cached_property
    def seat(self) -> JsonForm[int]:
        """The form of a seat by its number, the first being 0."""
        last = self.game.seats - 1
        return forms.whole_number(
            low=0, high=last, refusal=forms.is_no(f"seat: 0 to {last} belongs here")
        )

    @cached_property
    def card(self) -> JsonForm[int]:
        """The form of a card by its name; others that it may be called are read as well."""
        game = self.game
        names = [game.card_name(card) for card in range(len(game.cards))]
        known = {n.lower(): card for card in range(len(game.cards)) for n in game.card_names(card)}

        def read(data: Json) -> int:
            if not isinstance(data, str):
                raise MalformedError(forms.is_no("card: its name belongs here")(data))
            if data.lower() not in known:
                message = f"`{data:.40}` is not a card of this deck, which has {_deck(game)}"
                raise UnknownCardError(message, data)
            return known[data.lower()]

        return JsonForm(names.__getitem__, read, {"enum": names})

    @cached_property
    def cards(self) -> JsonForm[Cards]:
        """The form of cards as a list of their names, with no more copies than the deck has."""
        game = self.game
        listed = forms.array(
            forms.shared(Plain.CARD.value, self.card),
            lambda data: f"cards are a list of their names, and this is {shortly(data)}",
        )
        most = sum(card.copies for card in game.cards)

        def write(cards: Cards) -> Json:
            return show_cards(game, cards).split()

        def read(data: Json) -> Cards:
            return _gathered(game, listed.read(data))

        return JsonForm(write, read, {**listed.schema, "maxItems": most})

    @cached_property
    def team(self) -> JsonForm[int]:
        """The form of a team by its name."""
        teams = self.game.teams
        return forms.converted(
            forms.one_of(teams, lambda data: f"`{data!r:.40}` is not a team of these rules"),
            read=teams.index,
            write=teams.__getitem__,
        )

    @cached_property
    def zone_cards(self) -> JsonForm[Cards]:
        """The form of the cards in a zone."""
        return forms.shared(_CARDS, self.cards)

    @cached_property
    def reading(self) -> JsonForm[Reading]:
        """The form of a reading: its pattern under ``kind``, and each field by its name."""
        cases = {
            index: forms.mapping(self._reading_parts(index, pattern), pattern.name)
            for index, pattern in enumerate(self.game.patterns)
        }
        return forms.union(_KIND, self._kind, cases, Plain.READING.value)

    @cached_property
    def combination(self) -> JsonForm[Combination]:
        """The form of a play: its cards, and what they are read as."""
        cards = replace(self.cards, schema={**forms.ref(_CARDS), "minItems": 1})
        cases = {
            index: forms.mapping(
                {_CARDS: cards, **self._reading_parts(index, it)}, it.name, tag=_KIND
            )
            for index, it in enumerate(self.game.patterns)
        }
        form = forms.union(_KIND, self._kind, cases, Plain.COMBINATION.value, at=1)
        return forms.converted(
            forms.filled(form, cards=None),
            read=lambda parts: Combination(parts[1:], parts[0]),
            write=lambda play: (play.cards, *play.reading),
        )

    @cached_property
    def action(self) -> TypedForm[Action, ActionJson]:
        """The form of an action: its name, who acts, and each choice by its name."""
        cases = {
            one.name: {"seat": self.value(Plain.SEAT), "choices": self._choices(one)}
            for one in self.game.actions
        }
        known = ", ".join(f"`{name}`" for name in cases)
        form = forms.named_union(
            "action",
            cases,
            "action",
            lambda data: f"no action is called {shortly(data)}; there are {known}",
        )
        found = forms.converted(
            forms.filled(form, choices={}),
            read=lambda parts: Action(*parts),
            write=lambda one: (one.name, one.actor, one.arguments),
        )
        return typed(ActionJson, found)

    def cards_named(self, names: Sequence[Json]) -> Cards:
        """Return the cards with these names. Raises ``NotationError``."""
        return _gathered(self.game, map(self.card.read, names))

    def variable(self, declared: StateVariable) -> JsonForm[Any]:
        """Return the form of the value of a state variable, or of the values of its owners."""
        return self._owned(declared, self.value(declared.type))

    def zone(self, declared: Zone) -> JsonForm[Any]:
        """Return the form of the cards in a zone, or in that of each owner."""
        return self._owned(declared, self.zone_cards)

    def _owned(self, declared: StateVariable | Zone, form: JsonForm[Any]) -> JsonForm[Any]:
        """Return the form of what each owner has, in a list; of the one thing if nobody owns it."""
        if declared.owner is Owner.NOBODY:
            return form
        owners = self.game.owners(declared.owner)
        message = f"`{declared.name}` is a list, with one entry for each of {owners} owners"
        return forms.array(form, lambda _: message, length=owners)

    @cached_property
    def _kind(self) -> JsonForm[int]:
        return _words([pattern.name for pattern in self.game.patterns], Plain.READING)

    def _reading_parts(self, index: int, pattern: Pattern) -> dict[str, JsonForm[Any]]:
        fields = {_field_key(one.name): self.value(one.type) for one in pattern.fields}
        return {_KIND: forms.constant(pattern.name, index), **fields}

    def _choices(self, declared: ActionSchema) -> JsonForm[tuple[Any, ...]]:
        choices = {param.name: self.value(param_type(param)) for param in declared.params}
        what, kind = f"choice of `{declared.name}`", "mapping of choices"
        if not declared.by_chance:
            return forms.mapping(choices, what, kind=kind)
        maybe = {name: forms.nullable(form) for name, form in choices.items()}
        return forms.converted(  # without its choice, it is for chance to choose
            forms.mapping(maybe, what, kind=kind, optional=set(maybe)),
            read=lambda found: tuple(one for one in found if one is not None),
            write=lambda chosen: chosen or (None,),
        )


game_forms = forms.for_each_game(GameForms)


def _field_key(field: str) -> str:
    """Return the key of a field, kept apart from what every combination has."""
    return f"{field}_" if field in {_KIND, _CARDS} else field


def _words(words: Sequence[str], kind: Type) -> JsonForm[int]:
    return forms.word(words, forms.is_no(f"{show(kind)}: one of {', '.join(words)} belongs here"))


def _gathered(game: Game, cards: Iterable[int]) -> Cards:
    """Pack single cards. Raises ``TooManyCopiesError``."""
    held = [0] * len(game.cards)
    for card in cards:
        held[card] += 1
        if held[card] > (most := game.cards[card].copies):
            known = game.card_name(card)
            message = f"there are more than {most} of `{known}`, and the deck has no more"
            raise TooManyCopiesError(message, known)
    return pack(enumerate(held))


def _deck(game: Game) -> str:
    """Name the cards that there are, group by group."""
    groups: list[str] = []
    for group, declared in enumerate(game.groups):
        names = [game.card_name(i) for i, card in enumerate(game.cards) if card.group == group]
        shown = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        groups.append(f"{shown} ({declared.name})")
    return ", ".join(groups)
