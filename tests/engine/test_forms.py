"""The law of forms: what is written fits the schema, and is read back as what it was.

It holds of every form of every shipped seating, and of small games that have all words of the
language; and each slip that is planted in what forms are made of is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from haggis_rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type
from haggis_rules.knowledge.match_view import match_view_form
from haggis_rules.knowledge.seen_forms import event_form
from haggis_rules.knowledge.view import view_form
from haggis_rules.notation import forms
from haggis_rules.notation.dealings import dealing_of, first_dealing_form, later_dealing_form
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.notation.game_forms import GameForms
from haggis_rules.notation.position import position_form
from haggis_rules.notation.schema import SchemaKind, schema
from haggis_rules.records.events import (
    ACTION,
    DEAL,
    END,
    HEAD,
    ActionEvent,
    DealEvent,
    EndEvent,
    RecordEvent,
    RecordHead,
)
from haggis_rules.records.record_schema import record_schema
from haggis_rules.records.writer import events_of, head_of
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Value
from tests.engine.games import match_after, rules_of
from tests.games import SEATINGS
from tests.strategies import states, values

SMALL = "long-heron"
QUICK = (("every-word", None), ("classic", 2))
WHOLE = ((SMALL, None), ("neeps-core", 6))  # at each merge
at_every_table = pytest.mark.parametrize(
    ("name", "players"),
    [
        *QUICK,
        *(pytest.param(*one, marks=pytest.mark.slow) for one in WHOLE),
        *(
            pytest.param(*one, marks=[pytest.mark.slow, pytest.mark.rotates])
            for one in SEATINGS
            if one not in (*QUICK, *WHOLE)
        ),
    ],
    ids=lambda part: str(part or "alone"),
)


def breach_of(form: JsonForm[Any], value: object, definitions: Json) -> str:
    """Say how a form breaks the law for a value; nothing when it keeps it."""
    written = json.loads(json.dumps(form.write(value)))
    fits: Any = Draft202012Validator({"$defs": definitions, **form.schema})
    if error := next(iter(fits.iter_errors(written)), None):
        return f"the schema refuses {written}: {error.message}"
    try:
        back = form.read(written)
    except ValueError as fault:
        return f"{written} is not read: {fault}"
    same = (back, kind_of(back)) == (value, kind_of(value))
    return "" if same else f"{written} is read as something else"


def kind_of(value: object) -> type:
    """Return the type of a value; actions have one each game, and are equal all the same."""
    return Action if isinstance(value, Action) else type(value)


def definitions_of(game: Game) -> Json:
    return schema(game, Rules(game).head, SchemaKind.ACTION)["$defs"]


def kinds_of(game: Game) -> list[Type]:
    """Return types that values of a game have, those of its variables and choices included."""
    plain = [kind for kind in Plain if kind is not Plain.TEAM or game.teams]
    own = [declared.type for declared in game.states]
    choices = [param_type(param) for action in game.actions for param in action.params]
    return [*plain, *game.choices, NumberType(3, 9), OptionType(Plain.SEAT), *own, *choices]


def actions(game: Game) -> st.SearchStrategy[Action]:
    """Draw an action with choices in their types, whether or not it is ever allowed."""

    @st.composite
    def action(draw: st.DrawFn) -> Action:
        declared = draw(st.sampled_from(game.actions))
        arguments = [draw(values(game, param_type(param))) for param in declared.params]
        return Action(declared.name, draw(values_of_seats(game)), tuple(arguments))

    return action()


def values_of_seats(game: Game) -> st.SearchStrategy[int]:
    return st.integers(0, game.seats - 1)


@at_every_table
@given(data=st.data())
def test_values_actions_and_positions_keep_the_law(
    name: str, players: int | None, data: st.DataObject
) -> None:
    game = rules_of(name, players).game
    made, defined = GameForms(game), definitions_of(game)
    kind = data.draw(st.sampled_from(kinds_of(game)))
    value: Value = data.draw(values(game, kind))
    assert not breach_of(made.value(kind), value, defined)
    assert not breach_of(made.action, data.draw(actions(game)), defined)
    assert not breach_of(position_form(game), data.draw(states(game)), defined)


@at_every_table
def test_deals_views_and_lines_of_records_keep_the_law(name: str, players: int | None) -> None:
    rules = rules_of(name, players)
    game, lines = rules.game, record_schema(rules)
    match = match_after(rules, 4, 25)
    found: list[tuple[JsonForm[Any], object]] = [
        (match_view_form(game), match.view(0)),
        (view_form(game), match.position.view(rules.players - 1)),
    ]
    for number, hand in enumerate(match.hands):
        dealt = later_dealing_form if number else first_dealing_form
        found.append((dealt(game), dealing_of(game, hand.start, first=number == 0)))
    some = (head_of(match), *islice(events_of(match), 12))
    found += [(replace(raw_form(line), schema=lines), line) for line in some]
    for form, value in found:
        assert not breach_of(form, value, lines["$defs"])


def raw_form(line: RecordHead | RecordEvent) -> JsonForm[Any]:
    match line:
        case RecordHead():
            return HEAD
        case DealEvent():
            return DEAL
        case ActionEvent():
            return ACTION
        case EndEvent():
            return END


def test_hands_and_matches_are_written_as_they_are_read() -> None:
    rules = rules_of(SMALL)
    match = match_after(rules, 4, 80)
    assert len(match.hands) > 1
    hands = [(hand.start, hand.actions_taken) for hand in match.hands]
    made, head = rules.forms, list(rules.head.values())
    *head_read, seed, raw_hands = made.match.read(made.match.write((*head, match.seed, hands)))
    assert (head_read, made.seed.read(seed)) == (head, match.seed)
    for (start, done), hand in zip(hands, made.hands.read(raw_hands), strict=True):
        raw_start, raw_actions = made.match_hand.read(hand)
        assert made.start.read(raw_start) == start
        assert list(made.actions.read(raw_actions)) == done


Maker = Callable[..., JsonForm[Any]]
Slip = Callable[[Maker], Maker]


def spoilt(change: Callable[[JsonForm[Any]], JsonForm[Any]]) -> Slip:
    """Return the slip that changes each form as it is made."""
    return lambda make: lambda *given, **named: change(make(*given, **named))


def read_as(change: Callable[[Any], object]) -> Slip:
    """Return the slip that reads something else than what was written."""

    def spoil(form: JsonForm[Any]) -> JsonForm[Any]:
        def read(data: Json) -> Any:
            return change(form.read(data))

        return replace(form, read=read)

    return spoilt(spoil)


def written_as(change: Callable[[Any], Json]) -> Slip:
    """Return the slip that writes something else than the JSON of a value."""

    def spoil(form: JsonForm[Any]) -> JsonForm[Any]:
        def write(value: Any) -> Json:
            return change(form.write(value))

        return replace(form, write=write)

    return spoilt(spoil)


def without_last_key(written: dict[str, Json]) -> dict[str, Json]:
    return {key: written[key] for key in list(written)[:-1]}


def with_bounds(low: int, high: int) -> Slip:
    """Return the slip that moves the bounds of numbers."""

    def slip(make: Maker) -> Maker:
        def made(*, low: int | None = None, high: int | None = None, **rest: Any) -> JsonForm[Any]:
            return make(
                low=None if low is None else low + by[0],
                high=None if high is None else high + by[1],
                **rest,
            )

        return made

    by = low, high
    return slip


def with_schema(**more: Json) -> Slip:
    return spoilt(lambda form: replace(form, schema={**form.schema, **more}))


SLIPS: dict[str, tuple[str, Slip]] = {
    "a key is left out": ("mapping", written_as(without_last_key)),
    "parts are read in another order": ("mapping", read_as(lambda parts: (*parts[1:], parts[0]))),
    "the schema asks for one more key": ("mapping", with_schema(minProperties=99)),
    "the lowest number is not read": ("whole_number", with_bounds(1, 0)),
    "the highest number is not read": ("whole_number", with_bounds(0, -1)),
    "the schema has a lower bound": ("whole_number", with_schema(maximum=0)),
    "the word before is read": ("word", read_as(lambda index: index - 1)),
    "the schema lacks words": ("word", with_schema(enum=[])),
    "the last of a list is lost": ("array", written_as(lambda listed: listed[:-1])),
    "the schema wants longer lists": ("array", with_schema(minItems=99)),
    "nothing is read as something": ("nullable", read_as(lambda value: value or 0)),
    "the schema has no null": ("nullable", with_schema(anyOf=[{"type": "string"}])),
    "the truth is turned round": ("truth", written_as(lambda truth: not truth)),
    "a case is written by another name": ("constant", written_as(lambda word: f"{word}s")),
    "whose it is gets lost": ("named_union", read_as(lambda parts: parts[:1])),
}


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip_in_what_forms_are_made_of_is_noticed(
    slip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of(SMALL)
    assert not list(breaches(rules))
    maker, spoil = SLIPS[slip]
    monkeypatch.setattr(forms, maker, spoil(getattr(forms, maker)))
    assert list(breaches(rules))


def breaches(rules: Rules) -> Iterator[str]:
    """Yield how forms break the law in a match by chance, each of them made anew."""
    game, match = rules.game, match_after(rules, 4, 60)
    made = GameForms(game)
    names = ("seat", "card", "cards", "reading", "combination", "action")
    samples: list[tuple[Callable[[], JsonForm[Any]], object]] = [
        (lambda: made.seat, game.seats - 1),
        (lambda: made.seat, 0),
        *((lambda: made.action, action) for action in match.position.actions_taken),
        (lambda: unremembered(position_form)(game), match.position.start),
        (lambda: unremembered(view_form)(game), match.position.view(0)),
        *((lambda: unremembered(event_form)(game), one) for one in match.position.view(0).seen),
        (lambda: unremembered(match_view_form)(game), match.view(1)),
    ]
    for form, value in samples:
        try:
            found = breach_of(form(), value, {one: getattr(made, one).schema for one in names})
        except (TypeError, ValueError, LookupError) as fault:
            found = str(fault)
        if found:
            yield found


def unremembered(make: Any) -> Maker:
    """Return what makes a form, and does not know those that it has made."""
    return cast("Maker", make.__wrapped__)
