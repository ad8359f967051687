"""A state of a game in JSON."""

from collections.abc import Sequence
from operator import gt, lt
from typing import Any

from haggis_rules.ir.game import Game
from haggis_rules.notation import forms
from haggis_rules.notation.errors import MissingCardError, TooManyCopiesError
from haggis_rules.notation.forms import Json
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.json_types import PositionJson
from haggis_rules.notation.typed_form import TypedForm, typed
from haggis_rules.semantics.state import Cards, GameState, count_of


@forms.for_each_game
def position_form(game: Game) -> TypedForm[GameState, PositionJson]:
    """Return the form of a state: the value of each variable, and the cards of each zone.

    It is read only when every card of the deck lies somewhere, once.
    """
    of_game = game_forms(game)
    values = {one.name: of_game.variable(one) for one in game.states}
    zones = {one.name: of_game.zone(one) for one in game.zones}
    parts = {
        "values": forms.mapping(values, "position's values", kind="mapping of values"),
        "zones": forms.mapping(zones, "position's zones", kind="mapping of zones"),
    }

    def state(found: tuple[Any, ...]) -> GameState:
        position = GameState(*found)
        check_deck(game, position.zones)
        return position

    form = forms.converted(
        forms.mapping(parts, "position"), read=state, write=lambda one: (one.values, one.zones)
    )
    return typed(PositionJson, form)


def position_to_json(game: Game, state: GameState) -> PositionJson:
    """Return the value of every variable and the cards of every zone, listed by owner."""
    return position_form(game).to_json(state)


def position_from_json(game: Game, data: Json) -> GameState:
    """Return the state that JSON stands for: every card of the deck lies somewhere, once.

    Raises ``NotationError``.
    """
    return position_form(game).read(data)


def check_deck(game: Game, zones: Sequence[Cards | tuple[Cards, ...]]) -> None:
    """See that every card lies somewhere, as often as it is in the deck.

    Raises ``TooManyCopiesError`` and ``MissingCardError``.
    """
    held = [one for zone in zones for one in ((zone,) if isinstance(zone, int) else zone)]
    lying = [sum(count_of(cards, card) for cards in held) for card in range(len(game.cards))]
    for kind, wrong in ((TooManyCopiesError, gt), (MissingCardError, lt)):
        for card, (there, declared) in enumerate(zip(lying, game.cards, strict=True)):
            if wrong(there, declared.copies):
                name = game.card_name(card)
                message = f"`{name}` lies there {there} times, and the deck has {declared.copies}"
                raise kind(message, name)
