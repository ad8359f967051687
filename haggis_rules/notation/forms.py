"""Forms of JSON: how a thing is written, how it is read again, and its JSON Schema, all in one.

A form is declared once, from smaller ones, and writing, reading and the schema all follow::

    point = mapping({"x": whole_number(low=0), "y": whole_number(low=0)}, "point")
    point.write((1, 2))              # {"x": 1, "y": 2}
    point.read({"x": 1, "y": 2})     # (1, 2)
    point.read({"x": 1})             # MalformedError: this point lacks its `y`

The schema says what is written. Reading may take more: words in any case, and mappings without
what ``filled`` has a default for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from reprlib import repr as shortly
from typing import Any, Generic, TypeAlias, TypeVar, cast

from haggis_rules.ir.game import Game
from haggis_rules.notation.errors import MalformedError

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
"""Any JSON that is read, as ``json.loads`` returns it.

>>> import json
>>> from haggis_rules import Json, load
>>> sent: Json = json.loads('{"action": "pass", "seat": 1, "choices": {}}')
>>> load("classic", players=2).action_from_json(sent)
<Action 2: pass>
"""
Schema: TypeAlias = "dict[str, Json]"
Refusal: TypeAlias = Callable[[Json], str]
"""Says what is wrong with JSON."""

NULL: Schema = {"type": "null"}
NOTHING: Schema = {"not": {}}

T = TypeVar("T")

_GAMES = 64  # how many are remembered at a time


@dataclass(frozen=True, slots=True)
class JsonForm(Generic[T]):
    """The JSON of a kind of thing.

    ``read`` returns what ``write`` was given, and raises ``NotationError`` for JSON that means
    nothing. All that ``write`` returns is valid by ``schema``.
    """

    write: Callable[[T], Json]
    read: Callable[[Json], T]
    schema: Schema


def for_each_game(make: Callable[[Game], T]) -> Callable[[Game], T]:
    """Return a function that makes a thing once for each game, and remembers it for the last few.

    Games are told apart by identity, as hashing a whole game takes longer than what is made here.
    """
    known: dict[int, tuple[Game, T]] = {}

    @wraps(make)
    def remembered(game: Game) -> T:
        found = known.get(id(game))
        if found is None:
            if len(known) >= _GAMES:
                known.pop(next(iter(known)), None)
            found = known[id(game)] = game, make(game)
        return found[1]

    return remembered


def is_no(what: str) -> Refusal:
    """Return what refuses JSON as no thing of this kind."""
    return lambda data: f"{shortly(data)} is no {what}"


def raw(schema: Schema | None = None) -> JsonForm[Any]:
    """Return the form of JSON that is taken as it is, whatever its schema says."""
    return JsonForm(_same, _same, schema or {})


def text(refusal: Refusal) -> JsonForm[str]:
    """Return the form of a text."""

    def read(data: Json) -> str:
        if isinstance(data, str):
            return data
        raise MalformedError(refusal(data))

    return JsonForm(_same, read, {"type": "string"})


def truth(refusal: Refusal) -> JsonForm[bool]:
    """Return the form of true and false."""

    def read(data: Json) -> bool:
        if isinstance(data, bool):
            return data
        raise MalformedError(refusal(data))

    return JsonForm(_same, read, {"type": "boolean"})


def whole_number(
    *, low: int | None = None, high: int | None = None, refusal: Refusal
) -> JsonForm[int]:
    """Return the form of a whole number within bounds; None where there is no bound."""

    def read(data: Json) -> int:
        if type(data) is int and (low is None or low <= data) and (high is None or data <= high):
            return data
        raise MalformedError(refusal(data))

    bounds = {"minimum": low, "maximum": high}
    return JsonForm(_same, read, {"type": "integer", **_there(bounds)})


def word(words: Sequence[str], refusal: Refusal) -> JsonForm[int]:
    """Return the form of the index of a word among others. Case does not matter when it is read."""
    known = {one.lower(): index for index, one in enumerate(words)}

    def read(data: Json) -> int:
        found = known.get(data.lower()) if isinstance(data, str) else None
        if found is None:
            raise MalformedError(refusal(data))
        return found

    return JsonForm(words.__getitem__, read, {"enum": words})


def one_of(names: Collection[str], refusal: Refusal) -> JsonForm[str]:
    """Return the form of a name among others, which is written and read as it is."""

    def read(data: Json) -> str:
        if isinstance(data, str) and data in names:
            return data
        raise MalformedError(refusal(data))

    return JsonForm(_same, read, {"enum": list(names)})


def constant(written: Json, value: T, read: Callable[[Json], object] | None = None) -> JsonForm[T]:
    """Return the form of a value that is always written the same.

    ``read`` raises what refuses anything else. Without it nothing is refused: whoever reads the
    mapping has looked at it before.
    """

    def checked(data: Json) -> T:
        if read is not None:
            read(data)
        return value

    return JsonForm(lambda _: written, checked, {"const": written})


def nullable(form: JsonForm[T]) -> JsonForm[T | None]:
    """Return the form of a thing that may not be there; null, then."""
    return JsonForm(
        lambda value: None if value is None else form.write(value),
        lambda data: None if data is None else form.read(data),
        {"anyOf": [NULL, form.schema]},
    )


def array(
    form: JsonForm[T], refusal: Refusal, *, length: int | None = None
) -> JsonForm[tuple[T, ...]]:
    """Return the form of a list of things; of exactly so many, when there is a ``length``."""

    def read(data: Json) -> tuple[T, ...]:
        if not isinstance(data, Sequence) or isinstance(data, str):
            raise MalformedError(refusal(data))
        if length is not None and len(data) != length:
            raise MalformedError(refusal(data))
        return tuple([form.read(one) for one in data])

    bounds = {"minItems": length, "maxItems": length}
    return JsonForm(
        lambda value: [form.write(one) for one in value],
        read,
        {"type": "array", "items": form.schema, **_there(bounds)},
    )


def mapping(
    parts: Mapping[str, JsonForm[Any]],
    what: str,
    *,
    kind: str | None = None,
    optional: Collection[str] = (),
    tag: str = "",
) -> JsonForm[tuple[Any, ...]]:
    """Return the form of several things by their names, which are the keys of a mapping.

    Those that are ``optional`` are left out when they are None. ``what`` is named when a key is
    missing or unknown, and ``kind`` when it is no mapping at all; ``tag`` is the first of the keys
    that are named then.
    """
    writers = [(name, form.write, name in optional) for name, form in parts.items()]
    readers = [(name, form.read) for name, form in parts.items()]
    names = sorted((name for name in parts if name not in optional), key=lambda one: one != tag)

    def write(value: tuple[Any, ...]) -> Json:
        return {
            name: write_part(part)
            for (name, write_part, may_lack), part in zip(writers, value, strict=True)
            if not (may_lack and part is None)
        }

    def read(data: Json) -> tuple[Any, ...]:
        found = as_mapping(data, kind or what)
        given = [name for name in found if name not in optional] if optional else found
        check_keys(given, what, names)
        return tuple([read_part(found.get(name)) for name, read_part in readers])

    schemas = {name: form.schema for name, form in parts.items()}
    return JsonForm(write, read, exactly(schemas, optional))


def union(
    tag: str,
    key: JsonForm[Any],
    cases: Mapping[Any, JsonForm[tuple[Any, ...]]],
    what: str,
    *,
    at: int = 0,
) -> JsonForm[tuple[Any, ...]]:
    """Return the form of mappings of several kinds, told apart by what stands under a ``tag``.

    Each case is a ``mapping`` with what it is the case of at the place ``at`` of its value.
    """

    def read(data: Json) -> tuple[Any, ...]:
        found = as_mapping(data, what)
        return cases[key.read(found.get(tag))].read(found)

    schema = any_of(one.schema for one in cases.values())
    return JsonForm(lambda value: cases[value[at]].write(value), read, schema)


def named_union(
    tag: str,
    cases: Mapping[str, Mapping[str, JsonForm[Any]]],
    what: str,
    refusal: Refusal,
    *,
    optional: Collection[str] = (),
) -> JsonForm[tuple[Any, ...]]:
    """Return the form of mappings that begin with a name, on which the form of their parts depends.

    All of them have the same keys.
    """
    forms = {
        one: mapping({tag: constant(one, one), **parts}, what, optional=optional)
        for one, parts in cases.items()
    }
    whole = union(tag, one_of(list(cases), refusal), forms, what)
    names = list(dict.fromkeys([tag, *(part for parts in cases.values() for part in parts)]))
    needed = [one for one in names if one not in optional]

    def read(data: Json) -> tuple[Any, ...]:
        found = as_mapping(data, what)
        check_keys([one for one in found if one not in optional], what, needed)
        return whole.read(found)

    return replace(whole, read=read)


def converted(
    form: JsonForm[Any], *, read: Callable[[Any], T], write: Callable[[T], Any] | None = None
) -> JsonForm[T]:
    """Return the form of a thing that is read from another thing, and written as that.

    Without ``write`` it is that already, as a named tuple is the tuple of its parts.
    """
    take, give = form.read, form.write
    return JsonForm(
        give if write is None else lambda value: give(write(value)),
        lambda data: read(take(data)),
        form.schema,
    )


def of_class(
    kind: Callable[..., T], form: JsonForm[tuple[Any, ...]], names: Sequence[str]
) -> JsonForm[T]:
    """Return the form of a dataclass; ``names`` are its fields in the order of the parts."""

    def read(parts: tuple[Any, ...]) -> T:
        return kind(**dict(zip(names, parts, strict=True)))

    def write(value: T) -> tuple[Any, ...]:
        return tuple([getattr(value, name) for name in names])

    return converted(form, read=read, write=write)


def filled(form: JsonForm[T], **defaults: Json) -> JsonForm[T]:
    """Return a form of a mapping in which these may be left out when it is read."""

    def read(data: Json) -> T:
        return form.read({**defaults, **data} if isinstance(data, Mapping) else data)

    return replace(form, read=read)


def postponed(form: JsonForm[Any]) -> JsonForm[Any]:
    """Return a form that does not look at what it reads, for ``form`` to read it later."""
    return replace(form, read=_same)


def shared(name: str, form: JsonForm[T]) -> JsonForm[T]:
    """Return a form whose schema is defined elsewhere, under a name."""
    return replace(form, schema=ref(name))


def as_mapping(data: Json, what: str) -> Mapping[str, Json]:
    """See that JSON is a mapping. Raises ``MalformedError`` when it is not."""
    if isinstance(data, Mapping):
        return data
    raise MalformedError(is_no(what)(data))


def check_keys(found: Collection[str], what: str, names: Sequence[str]) -> None:
    """See that there are exactly these keys. Raises ``MalformedError`` when there are not."""
    if len(found) == len(names) and all(name in found for name in names):
        return
    for name in found:
        if name not in names:
            known = ", ".join(f"`{one}`" for one in names) or "none"
            message = f"{shortly(name)} is not part of this {what}; its parts are {known}"
            raise MalformedError(message)
    for name in names:
        if name not in found:
            raise MalformedError(f"this {what} lacks its `{name}`")


def ref(name: str) -> Schema:
    """Return the schema of what is defined under a name."""
    return {"$ref": f"#/$defs/{name}"}


def any_of(schemas: Iterable[Schema]) -> Schema:
    """Return the schema of a choice; without one to choose, nothing fits."""
    found = list(schemas)
    return {"anyOf": found} if found else NOTHING


def exactly(parts: Mapping[str, Schema], optional: Collection[str] = ()) -> Schema:
    """Return the schema of a mapping that has all of these, and nothing else.

    What is ``optional`` may be missing if it may be null.
    """
    required = [one for one in parts if one not in optional or not _may_be_null(parts[one])]
    return {
        "type": "object",
        "properties": dict(parts),
        "required": required,
        "additionalProperties": False,
    }


def _may_be_null(schema: Schema) -> bool:
    return schema == NULL or NULL in cast("Sequence[Json]", schema.get("anyOf", ()))


def _there(bounds: Mapping[str, int | None]) -> Schema:
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _same(value: Any) -> Any:
    return value
