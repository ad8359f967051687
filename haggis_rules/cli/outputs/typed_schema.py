"""JSON Schema from types: the one declaration of what a command prints as JSON.

A ``TypedDict`` is an object, a ``Literal`` a choice, and so on. The type checkers hold the writers
to the same types, so a writer and its schema cannot part. What a type cannot say stands beside it,
in ``Annotated``: a sentence, or a mark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from inspect import cleandoc
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from haggis_rules.notation import forms
from haggis_rules.notation.forms import Schema
from haggis_rules.notation.schema_marks import GamePart, OneOf, OtherKeys, WrittenBy

SchemaDefinitions: TypeAlias = "dict[str, Schema]"

_PLAIN: Mapping[object, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    NoneType: forms.NULL,
    object: {},
}


def definitions_of(hint: Any, parts: Sequence[str] = ()) -> tuple[Schema, SchemaDefinitions]:
    """Return the schema of a type, and what it refers to by name.

    ``parts`` are the definitions of a game that ``GamePart`` may refer to. Without one, the type
    that it marks is what holds for any game.
    """
    maker = _SchemaMaker(parts)
    return maker.of(hint), maker.found


class _SchemaMaker:
    """Makes schemas of types, and keeps those of classes under their names."""

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = parts
        self.found: SchemaDefinitions = {}

    def of(self, hint: Any) -> Schema:
        """Return the schema of a type. Raises ``TypeError`` for one that JSON does not have."""
        origin, inside = get_origin(hint), get_args(hint)
        if hint in _PLAIN:
            return dict(_PLAIN[hint])
        if is_typeddict(hint) or is_dataclass(hint):
            return self._object(hint)
        if origin is Annotated:
            return self._marked(inside[0], inside[1:])
        if origin is Literal:
            return {"enum": [*inside]}
        if origin in {Union, UnionType}:
            return forms.any_of(self.of(one) for one in inside)
        if origin is tuple and inside[-1] is not Ellipsis:
            size = len(inside)
            items = [self.of(one) for one in inside]
            return {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size}
        if origin in {list, tuple, Sequence}:
            return {"type": "array", "items": self.of(inside[0])}
        if origin in {dict, Mapping} and inside[0] is str:
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        raise TypeError(f"{hint!r} has no JSON Schema")

    def _marked(self, hint: Any, marks: Sequence[object]) -> Schema:
        schema: Schema = self.of(hint)
        for mark in marks:
            match mark:
                case str():
                    schema["description"] = mark
                case OneOf(kind=kind):
                    schema = {**schema, "enum": [one.value for one in kind]}
                case WrittenBy(make=make):
                    made = make()
                    schema = self.of(made) if isinstance(made, type) else made
                case OtherKeys(words=words):
                    self.found[hint.__name__]["additionalProperties"] = True
                    schema["description"] = words
                case GamePart(name=name) if name in self.parts:
                    schema = forms.ref(name)
                case GamePart(name=name):
                    words = f"`haggis schema VARIANT {name}` has the cards and words of a game"
                    schema["description"] = words
                case _:
                    raise TypeError(f"{mark!r} says nothing of a JSON Schema")
        return schema

    def _object(self, kind: Any) -> Schema:
        """Refer to the schema of a class, which is made when it is first met."""
        name: str = kind.__name__
        if name not in self.found:
            self.found[name] = {}
            hints = get_type_hints(kind, include_extras=True)
            optional = {key for key, hint in hints.items() if get_origin(hint) is NotRequired}
            parts = {
                key: self.of(get_args(hint)[0] if key in optional else hint)
                for key, hint in hints.items()
            }
            if is_dataclass(kind):  # written without what has its default
                optional = {one.name for one in fields(kind) if one.default is not MISSING}
            exact = forms.exactly(parts)
            exact["required"] = [key for key in parts if key not in optional]
            self.found[name].update({"description": _sentence(kind), **exact})
        return forms.ref(name)


def _sentence(kind: object) -> str:
    """Return the first paragraph of a docstring, in one line."""
    return " ".join(cleandoc(kind.__doc__ or "").split("\n\n")[0].split())
