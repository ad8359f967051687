"""A form held to the type of its JSON, by which programs know what it writes and reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from haggis_rules.notation.forms import NOTHING, Json, JsonForm, Schema, T

JsonT = TypeVar("JsonT")


@dataclass(frozen=True, slots=True)
class TypedForm(JsonForm[T], Generic[T, JsonT]):
    """A form whose JSON has a type for programs; ``typed`` makes it and holds it to that."""

    def to_json(self, value: T) -> JsonT:
        """Return what ``write`` does."""
        return cast("JsonT", self.write(value))

    def from_json(self, data: JsonT | Json) -> T:
        """Return what ``read`` does, and raise what it raises."""
        return self.read(cast("Json", data))


def typed(kind: type[JsonT], form: JsonForm[T]) -> TypedForm[T, JsonT]:
    """Return a form of mappings as one whose JSON is of a type, a ``TypedDict``.

    Raises ``TypeError`` where the mappings have other keys, or may lack one that the type has.
    """
    needed: set[str] = {*getattr(kind, "__required_keys__", ())}
    known: set[str] = needed | {*getattr(kind, "__optional_keys__", ())}
    cases = cast("Sequence[Schema]", form.schema.get("anyOf", [form.schema]))
    for case in cases if form.schema != NOTHING else ():
        keys = {*cast("Schema", case.get("properties", {}))}
        required = {*cast("Sequence[str]", case.get("required", ()))}
        if case.get("type") != "object" or keys != known or not needed <= required:
            message = f"`{kind.__name__}` has {sorted(known)}, and its form has {sorted(keys)}"
            raise TypeError(message)
    return TypedForm(form.write, form.read, form.schema)
