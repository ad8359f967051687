"""Frozen dataclasses that are quick to make, for rooms that declare hundreds.

``dataclasses`` compiles six functions for each class, one after the other: most of the time that
an import of the typed form took. Here three are compiled, in one go and once for each set of
fields, and the others are the same for all classes. Fields are still found by ``dataclasses``, so
``fields``, ``replace``, ``match`` and everything else work. Measured with CPython 3.11: a third of
the time for each class. To type checkers this is ``dataclasses.dataclass`` itself.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any


def open_class(frozen: type[Any]) -> type[Any]:
    """Return a class with the same slots, whose instances are not frozen yet.

    Fill the slots of one, and give it the frozen class as its ``__class__``: a tenth of a
    microsecond for each object, where ``__init__`` of a frozen class takes that for each field. For
    what is made at each action alone.
    """
    return type(f"Open{frozen.__name__}", frozen.__bases__, {"__slots__": frozen.__slots__})


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - for type checkers it is that
else:
    from collections.abc import Callable
    from functools import cache
    from types import CodeType

    def dataclass(*, frozen: bool, slots: bool, kw_only: bool = False) -> Callable[[type], type]:
        """Return what makes a frozen dataclass with slots, as ``dataclasses.dataclass`` does.

        Raises ``ValueError`` when it is to be another kind, a field has a ``default_factory``, or
        the class has a function of its own that would be made.
        """
        if not frozen or not slots:
            message = "only frozen dataclasses with slots are made here"
            raise ValueError(message)
        return lambda cls: _finished(_bare(_plain(cls), kw_only=kw_only))

    def _plain(cls: type) -> type:
        own = {"__init__", "__post_init__", "__eq__", "__hash__", "__repr__"} & vars(cls).keys()
        if own:
            message = f"`{cls.__name__}` has a function of its own that is made here: {own}"
            raise ValueError(message)
        return cls

    def _bare(cls: type, *, kw_only: bool) -> type:
        make = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)
        return make(cls)

    def _finished(cls: Any) -> type:
        own = dataclasses.fields(cls)
        if any(one.default_factory is not dataclasses.MISSING for one in own):
            message = f"`{cls.__name__}` has a field with a `default_factory`"
            raise ValueError(message)
        usual = {f"usual_{one.name}": one.default for one in own if _has_default(one)}
        made = {"fill": object.__setattr__, **usual}
        shape = tuple(
            (one.name, one.init, one.kw_only, one.compare, _has_default(one)) for one in own
        )
        exec(_code(shape), made)  # noqa: S102 - the names of our own fields, and nothing else
        made["__init__"].__annotations__ = {one.name: one.type for one in own if one.init}
        made["__init__"].__annotations__["return"] = None
        for name in ("__init__", "__eq__", "__hash__"):
            made[name].__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, made[name])
        for function in (_repr, _set, _delete, _state, _fill):
            setattr(cls, function.__name__, function)
        return cls

    def _has_default(one: dataclasses.Field[Any]) -> bool:
        return one.default is not dataclasses.MISSING

    @cache
    def _code(shape: tuple[tuple[str, bool, bool, bool, bool], ...]) -> CodeType:
        """Return what makes the three functions of a class whose fields have this shape."""
        params, named, body = [], [], []
        for name, init, kw_only, _, has_default in shape:
            usual = f"=usual_{name}" if has_default else ""
            if init:
                (named if kw_only else params).append(f"{name}{usual}")
                body.append(f" fill(self, {name!r}, {name})\n")
            elif usual:
                body.append(f" fill(self, {name!r}, usual_{name})\n")
        taken = ", ".join([*params, *(["*", *named] if named else ())])
        compared = [name for name, _, _, compare, _ in shape if compare]
        mine = "".join(f"self.{name}, " for name in compared)
        other = "".join(f"other.{name}, " for name in compared)
        text = (
            f"def __init__(self, {taken}):\n{''.join(body) or ' pass'}\n"
            "def __eq__(self, other):\n"
            " if other.__class__ is self.__class__:\n"
            f"  return ({mine}) == ({other})\n"
            " return NotImplemented\n"
            f"def __hash__(self):\n return hash(({mine}))\n"
        )
        return compile(text, "<frozen dataclass>", "exec")

    def _repr(self: Any) -> str:
        shown = [
            f"{one.name}={getattr(self, one.name)!r}"
            for one in dataclasses.fields(self)
            if one.repr
        ]
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    def _set(_self: object, name: str, _value: object) -> None:
        message = f"cannot assign to field {name!r}"
        raise dataclasses.FrozenInstanceError(message)

    def _delete(_self: object, name: str) -> None:
        message = f"cannot delete field {name!r}"
        raise dataclasses.FrozenInstanceError(message)

    @cache
    def _names(cls: type) -> tuple[str, ...]:
        return tuple(one.name for one in dataclasses.fields(cls))

    def _state(self: Any) -> list[object]:
        return [getattr(self, name) for name in _names(self.__class__)]

    def _fill(self: Any, state: list[object]) -> None:
        for name, value in zip(_names(self.__class__), state, strict=True):
            object.__setattr__(self, name, value)

    _repr.__name__ = "__repr__"
    _set.__name__, _delete.__name__ = "__setattr__", "__delattr__"
    _state.__name__, _fill.__name__ = "__getstate__", "__setstate__"
