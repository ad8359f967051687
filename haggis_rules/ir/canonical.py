"""The one text of a part of a game, and its hash: the names in it are declared, not Python's.

The text is like that of ``repr``, ``Tag(field=value, ...)``, with the tags and fields that
``ir.tags`` and ``syntax.tags`` declare. So a class or a field can get another name, and everything
that was kept by its hash is still found.

Texts are equal exactly when contents are: strings are quoted and escaped as ``repr`` does it, and
every part has its tag and its brackets. Fields that are not in a ``repr`` (spans) are no content;
a field whose name is declared with a ``?`` was added later, and is left out at its default, so that
all that was kept before is still found;
the order of tuples, lists and dicts is. Writing is linear in the part as a tree: nothing is kept,
so what is shared is written each time that it is met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from types import NoneType
from typing import Any

from haggis_rules.ir.tags import TYPED_FORM
from haggis_rules.syntax.tags import TREE

_Writer = Callable[[Any], str]


class UndeclaredError(TypeError):
    """A class has no tag, or its declaration does not have as many names as the class."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a class is called outside Python: its tag, and the names of its fields or members.

    ``own`` are the names that the fields or members have in Python, in the same order. ``later``
    has the default of each field, by its name there, that the text leaves out at that value.
    """

    tag: str
    names: tuple[str, ...]
    own: tuple[str, ...]
    later: Mapping[str, object] = field(default_factory=dict[str, object])


def declare(kind: type, declaration: str) -> Declared:
    """Return what ``Tag(name, ...)`` declares of a class.

    Raises ``UndeclaredError`` when it has more or fewer names than the class, or a name with a
    ``?`` for a field without a default.
    """
    tag, _, rest = declaration.rstrip(")").partition("(")
    names, own = tuple(rest.split(", ")) if rest else (), tuple(_own(kind))
    if len(names) != len(own):
        raise UndeclaredError(f"`{declaration}` does not name what {kind} has: {', '.join(own)}")
    later = [mine for name, mine in zip(names, own, strict=True) if name.endswith("?")]
    usual = {one.name: one.default for one in fields(kind)} if later else {}
    if MISSING in (usual[mine] for mine in later):
        raise UndeclaredError(f"`{declaration}` leaves out what has no default in {kind}")
    plain = tuple(name.removesuffix("?") for name in names)
    return Declared(tag, plain, own, {mine: usual[mine] for mine in later})


def declare_all(table: Mapping[type, str]) -> dict[type, Declared]:
    """Return what a table declares of each class. Raises as ``declare`` does."""
    return {kind: declare(kind, declaration) for kind, declaration in table.items()}


def declared_of(kind: type) -> Declared:
    """Return what is declared of a class. Raises ``UndeclaredError`` when nothing is."""
    found = DECLARED.get(kind)
    if found is None:
        raise UndeclaredError(f"{kind} has no tag")
    return found


def named_parts(part: object) -> Iterator[tuple[str, object]]:
    """Yield each field by its declared name, and its value. Raises as ``declared_of`` does."""
    known = declared_of(type(part))
    for name, own in zip(known.names, known.own, strict=True):
        yield name, getattr(part, own)


def canonical(part: object) -> str:
    """Return the text of a part of a game, or of tuples, lists and dicts of such parts.

    Spans do not count. Raises ``UndeclaredError`` for anything that has no tag.
    """
    kind = type(part)
    write = _WRITERS.get(kind)
    if write is None:
        write = _WRITERS[kind] = _writer(kind)
    return write(part)


def digest(part: object) -> str:
    """Return a hash of a part of a game by its content. Raises as ``canonical`` does."""
    return sha256(canonical(part).encode()).hexdigest()


def _own(kind: type[Any]) -> Iterator[str]:
    if issubclass(kind, Enum):
        yield from kind.__members__
    elif is_dataclass(kind):
        yield from (each.name for each in fields(kind) if each.repr)


def _writer(kind: type) -> _Writer:
    known = declared_of(kind)
    if issubclass(kind, Enum):
        members = zip(known.names, kind, strict=True)
        texts = {one: f"<{known.tag}.{name}: {canonical(one.value)}>" for name, one in members}
        return texts.__getitem__
    if known.later:
        return lambda part: _without_defaults(known, part)
    template = f"{known.tag}({', '.join(f'{name}=%s' for name in known.names)})"
    own = known.own
    # One template for each class, made once: the text of a whole game has very many nodes.
    return lambda part: template % tuple([canonical(getattr(part, name)) for name in own])


def _without_defaults(known: Declared, part: object) -> str:
    inside = [
        f"{name}={canonical(value)}"
        for name, own in zip(known.names, known.own, strict=True)
        for value in [getattr(part, own)]
        if own not in known.later or known.later[own] != value
    ]
    return f"{known.tag}({', '.join(inside)})"


def _tuple(part: tuple[object, ...]) -> str:
    inside = ", ".join([canonical(each) for each in part])
    return f"({inside},)" if len(part) == 1 else f"({inside})"


def _list(part: list[object]) -> str:
    return f"[{', '.join([canonical(each) for each in part])}]"


def _dict(part: dict[object, object]) -> str:
    inside = [f"{canonical(key)}: {canonical(value)}" for key, value in part.items()]
    return f"{{{', '.join(inside)}}}"


DECLARED = declare_all(TREE) | declare_all(TYPED_FORM)

# How to write each kind of value; a declared class gets its writer when the first one is written.
_WRITERS: dict[type, _Writer] = {
    **dict.fromkeys((str, bytes, bool, int, float, NoneType), repr),
    tuple: _tuple,
    list: _list,
    dict: _dict,
}


__all__ = [
    "DECLARED",
    "Declared",
    "UndeclaredError",
    "canonical",
    "declare",
    "declare_all",
    "declared_of",
    "digest",
    "named_parts",
]
