"""The JSON of verdicts, as ``haggis verify`` writes it and the pages read it again.

A form follows from the fields of a class and their types; what is written otherwise than that is
declared here. What is read may have more keys than are known, and may lack lists, which are empty
then. Kept proofs have a JSON of their own, which is whole: ``haggis_verify.cache.verdict_codec``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from functools import partial
from types import NoneType
from typing import Any, TypeAlias, cast, get_args, get_origin, get_type_hints

from haggis_rules.notation import forms
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.verdicts import model
from haggis_rules.verdicts.evidence import CountingSummary
from haggis_rules.verdicts.model import (
    ClauseUse,
    Dead,
    DischargedObligation,
    How,
    NotReached,
    Piece,
    Reached,
    Verdict,
)
from haggis_rules.verdicts.tags import VERDICTS

Parts: TypeAlias = Mapping[str, JsonForm[Any]]


def loose_mapping(parts: Parts) -> JsonForm[tuple[Any, ...]]:
    """Return the form of a mapping in which lists may be missing, and which may have more keys.

    Reading raises ``KeyError`` and ``TypeError`` where there is no mapping, or no such part.
    """
    lists = {key for key, form in parts.items() if form.schema.get("type") == "array"}

    def read(data: Json) -> tuple[Any, ...]:
        given = {**dict.fromkeys(lists, ()), **as_object(data, next(iter(parts)))}
        return tuple([form.read(given[key]) for key, form in parts.items()])

    return replace(forms.mapping(parts, "object"), read=read)


def as_object(data: Json, key: str) -> Mapping[str, Json]:
    """See that JSON is an object. Raises ``TypeError``, which names a key that belongs in it."""
    if isinstance(data, Mapping):
        return data
    raise TypeError(f"an object with `{key}` belongs here")


def form_of(hint: Any, key: str) -> JsonForm[Any]:
    """Return the form of a field by its type; ``key`` is its own in JSON, for what is refused."""
    inside = get_args(hint)
    if hint in _DECLARED:
        return _DECLARED[hint]
    if get_origin(hint) is tuple:
        item = forms.text(lambda _: f"`{key}` is a list of texts") if inside[0] is str else None
        return forms.array(item or form_of(inside[0], key), lambda _: f"`{key}` is a list")
    if NoneType in inside:
        return forms.nullable(form_of(inside[0], key))
    if is_dataclass(hint):
        return class_form(cast("type", hint))
    return _PLAIN[hint](key)


def class_form(kind: type, own: Mapping[str, str] | None = None) -> JsonForm[Any]:
    """Return the form of a class: by each key, which of its own fields stands there.

    Without that, all of them do, by the names that ``tags`` declares.
    """
    named = own or dict(zip(VERDICTS[kind].names, VERDICTS[kind].own, strict=True))
    hints = get_type_hints(kind)
    parts = {key: form_of(hints[name], key) for key, name in named.items()}
    return forms.of_class(kind, loose_mapping(parts), tuple(named.values()))


def _with_piece(kind: Callable[..., Any], names: Mapping[str, Any]) -> JsonForm[Any]:
    """Return the form of a class that begins with a part of a clause, which is not nested."""
    parts = {key: form_of(hint, key) for key, hint in {**_PIECE, **names}.items()}
    return forms.converted(
        loose_mapping(parts),
        read=lambda found: kind(Piece(*found[:2]), **dict(zip(names, found[2:], strict=True))),
        write=lambda one: (one.piece.clause, one.piece.part, *(getattr(one, n) for n in names)),
    )


def _either(
    cases: Mapping[bool, JsonForm[Any]], of: Callable[[Any], bool], of_json: Callable[[Any], bool]
) -> JsonForm[Any]:
    """Return the form of one of two cases, which value and JSON both tell."""
    return JsonForm(
        lambda value: cases[of(value)].write(value),
        lambda data: cases[of_json(data)].read(data),
        forms.any_of(case.schema for case in cases.values()),
    )


_PIECE = {"clause": str, "part": str}
_PLAIN: Mapping[type, Callable[[str], JsonForm[Any]]] = {
    str: lambda key: forms.text(lambda _: f"`{key}` is a text"),
    bool: lambda key: forms.truth(lambda _: f"`{key}` is true or false"),
    int: lambda _: forms.converted(forms.raw({"type": "integer"}), read=int),
    float: lambda _: forms.converted(
        forms.raw({"type": "number"}), read=float, write=lambda seconds: round(seconds, 3)
    ),
}

# What is written otherwise than its class has it, what stands in others first.
_DECLARED: dict[Any, JsonForm[Any]] = {
    How: forms.converted(
        forms.raw({"enum": [how.value for how in How]}), read=How, write=lambda how: how.value
    )
}
_MET = {"name": "name", "how": "how"}
_DECLARED[DischargedObligation] = _either(
    {
        True: class_form(
            DischargedObligation, {**_MET, "z3_seconds": "z3", "cvc5_seconds": "cvc5"}
        ),
        False: class_form(DischargedObligation, _MET),
    },
    lambda met: met.how is How.SOLVED,
    lambda data: How(data["how"]) is How.SOLVED,
)
_IN_A_MATCH = ("seed", "hand", "actions", "breach", "small", "record")
_PLAY = _either(
    {
        True: class_form(Reached, {name: name for name in _IN_A_MATCH}),
        False: class_form(NotReached),
    },
    lambda play: isinstance(play, Reached),
    lambda data: "seed" in data,
)
_DECLARED[Reached | NotReached | None] = forms.nullable(_PLAY)
_DECLARED[Piece] = class_form(Piece, {key: key for key in _PIECE})
_DECLARED[Dead] = _with_piece(Dead, {"place": str})
_DECLARED[ClauseUse] = _either(
    {
        True: _with_piece(partial(ClauseUse, seed=None, actions=0), {"example": str}),
        False: _with_piece(ClauseUse, {"seed": int, "actions": int}),
    },
    lambda use: use.seed is None,
    lambda data: "seed" not in data,
)
_DECLARED[model.Unsupported] = class_form(model.Unsupported, {"uses": "what", "in": "clause"})
_DECLARED[model.NotBroken] = class_form(model.NotBroken, {"in": "clause"})

# What there is to say of each verdict besides its name.
DETAILS: Mapping[type[Verdict], JsonForm[Any]] = {
    kind: form_of(kind, "verdict") for kind in get_args(Verdict)
}

# For how many of its readings counting is right for a pattern, and all on the others.
_COUNTED: Parts = {
    **{key: form_of(str, key) for key in ("pattern", "clause")},
    **{key: form_of(int, key) for key in ("readings", "proved")},
    **{key: form_of(float, key) for key in ("z3_seconds", "cvc5_seconds")},
    "others": forms.array(forms.raw(), forms.is_no("list")),
}
COUNTED = loose_mapping(_COUNTED)
_SUMMARY = ("pattern", "readings", "proved")
SUMMARY: JsonForm[CountingSummary] = forms.of_class(
    CountingSummary, loose_mapping({key: _COUNTED[key] for key in _SUMMARY}), _SUMMARY
)
