"""What a record says: the table, and then event after event. None of it is judged here.

The first line is the ``RecordHead``. A hand begins with a ``DealEvent``, has an ``ActionEvent`` for
each action, and may close with its ``EndEvent``. Where the head has a seed, deals may be left out,
and are checked when they are there; ends are always checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any, TypeAlias, TypedDict, cast

from haggis_rules.ir.game import Game
from haggis_rules.knowledge.match_view import score_form
from haggis_rules.knowledge.view_json import ScoreEntryJson
from haggis_rules.notation import forms
from haggis_rules.notation.errors import OtherFormError
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.notation.json_types import ActionJson, DealingJson, RulesHeadJson
from haggis_rules.notation.match_forms import seed_form
from haggis_rules.notation.typed_form import TypedForm, typed

VERSION = 2  # of the form
EARLIER = 1  # the form of records whose seed meant another deal: only their cards count
RECORD = "record"  # the key that makes a line the first of a record


class RecordHeadJson(TypedDict):
    """The first line of a record."""

    record: int
    variant: str
    players: int
    options: Mapping[str, bool | int | str]
    rules: str
    seed: int | None


class DealEventJson(DealingJson):
    """The line of a deal."""

    hand: int


class EndEventJson(TypedDict):
    """The line of the end of a hand."""

    ended: int
    sheet: Sequence[ScoreEntryJson]
    scores: Sequence[int]
    last: bool


@dataclass(frozen=True, slots=True)
class RecordHead:
    """The table: the variant, how many play, what was agreed on, a digest of the rules, the seed.

    ``seed`` is None when the cards were dealt elsewhere.
    """

    variant: str
    players: int
    options: Mapping[str, Json]
    rules: str
    seed: int | None

    def to_json(self) -> RecordHeadJson:
        """Return the first line of a record."""
        return HEAD.to_json(self)


@dataclass(frozen=True, slots=True)
class DealEvent:
    """A hand begins: its number, and what chance did, in the JSON of ``dealings``."""

    hand: int
    dealing: Mapping[str, Json]

    def to_json(self) -> DealEventJson:
        """Return the line."""
        return DEAL.to_json(self)


@dataclass(frozen=True, slots=True)
class ActionEvent:
    """Somebody acts: an action in JSON."""

    action: Mapping[str, Json]

    def to_json(self) -> ActionJson:
        """Return the line, with who acts at its beginning."""
        return ACTION.to_json(self)


@dataclass(frozen=True, slots=True)
class EndEvent:
    """A hand is over: its number, its score sheet, all scores so far, and whether it was the last.

    ``found`` is the line as it was read, or as it is to be written.
    """

    hand: int
    found: Mapping[str, Json]

    def to_json(self) -> EndEventJson:
        """Return the line."""
        return END.to_json(self)


RecordEvent: TypeAlias = DealEvent | ActionEvent | EndEvent


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An event, and the number of its line, the first being 1."""

    number: int
    event: RecordEvent


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A record as it was read, up to its last whole event.

    ``whole`` is how many bytes that takes, and ``torn`` how many follow that are no event: the
    writing was cut off there. ``closed`` is whether the last whole event has a line end.
    """

    head: RecordHead
    lines: tuple[RecordLine, ...]
    whole: int
    torn: int
    closed: bool


def head_form(head: RulesHeadJson | None = None) -> TypedForm[RecordHead, RecordHeadJson]:
    """Return the form of the first line; parts of a ``head`` that is given are always so."""
    known = cast("Mapping[str, Json]", head or {})
    wrong = "the variant and the digest of a record are texts, and its players are a number"
    parts = {
        RECORD: forms.raw({"const": VERSION}),
        "variant": forms.text(lambda _: wrong),
        "players": forms.whole_number(refusal=lambda _: wrong),
        "options": replace(forms.raw(), read=partial(forms.as_mapping, what="mapping of options")),
        "rules": forms.text(lambda _: wrong),
        "seed": seed_form("record", "a whole number from 0 to 2^64 - 1, or none"),
    }
    parts |= {
        name: replace(parts[name], schema={"const": one})
        for name, one in known.items()
        if name in parts
    }
    form = forms.converted(
        forms.mapping(parts, "record"),
        read=lambda found: RecordHead(*found[1:]),
        write=lambda head: (VERSION, *attrgetter(*list(parts)[1:])(head)),
    )
    return typed(RecordHeadJson, form)


def deal_form(
    hand: JsonForm[int], parts: Mapping[str, JsonForm[Any]]
) -> TypedForm[DealEvent, DealEventJson]:
    """Return the form of a deal with its number; its parts are in the JSON of ``dealings``."""
    form = forms.converted(
        forms.mapping(
            {"hand": hand, **{name: forms.raw(one.schema) for name, one in parts.items()}}, "deal"
        ),
        read=lambda found: DealEvent(found[0], dict(zip(parts, found[1:], strict=True))),
        write=lambda event: (event.hand, *(event.dealing[name] for name in parts)),
    )
    return typed(DealEventJson, form)


@forms.for_each_game
def ended_form(game: Game) -> TypedForm[tuple[Any, ...], EndEventJson]:
    """Return the form of the end of a hand: its number, sheet, all scores, and if it was last."""
    parts: dict[str, JsonForm[Any]] = {
        "ended": hand_number(low=1),
        "sheet": forms.array(score_form(game), forms.is_no("sheet")),
        "scores": forms.array(
            forms.whole_number(refusal=forms.is_no("number")), forms.is_no("list of scores")
        ),
        "last": forms.truth(forms.is_no("truth")),
    }
    return typed(EndEventJson, forms.mapping(parts, "end of a hand"))


def hand_number(low: int | None = None) -> JsonForm[int]:
    """Return the form of the number of a hand."""
    return forms.whole_number(
        low=low, refusal=lambda data: f"the number of a hand is a whole number, not {data!r:.40}"
    )


def check_version(data: Json) -> Json:
    """Return the version of a record. Raises ``OtherFormError`` when it is not known."""
    if type(data) is not int or data not in {EARLIER, VERSION}:
        known = f"forms {EARLIER} and {VERSION} are known"
        message = f"this is a record in form {data!r:.40}, and {known}"
        raise OtherFormError(message)
    return data


_DEED, _ENDED = ("seat", "action", "choices"), ("sheet", "scores", "last")

HEAD = head_form()
DEAL = deal_form(hand_number(), {"dealt": forms.raw(), "drawn": forms.raw()})
ACTION = typed(
    ActionJson,
    forms.converted(
        forms.filled(forms.mapping(dict.fromkeys(_DEED, forms.raw()), "action"), choices={}),
        read=lambda found: ActionEvent(dict(zip(_DEED, found, strict=True))),
        write=lambda event: [event.action[name] for name in _DEED],
    ),
)
END = typed(
    EndEventJson,
    forms.converted(
        forms.mapping(
            {"ended": hand_number(), **dict.fromkeys(_ENDED, forms.raw())}, "end of a hand"
        ),
        read=lambda found: EndEvent(found[0], dict(zip(("ended", *_ENDED), found, strict=True))),
        write=lambda event: event.found.values(),
    ),
)
# By the key that tells what an event is.
EVENTS: Mapping[str, JsonForm[DealEvent] | JsonForm[ActionEvent] | JsonForm[EndEvent]] = {
    "action": ACTION,
    "ended": END,
    "hand": DEAL,
}
