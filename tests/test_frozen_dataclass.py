"""A class that is quick to make is in every way the one that the standard library makes."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from types import ModuleType
from typing import Any, ClassVar, cast

import pytest

from haggis_rules import frozen_dataclass, load
from haggis_rules.diagnostics import source
from haggis_rules.ir import game, nodes, types
from haggis_rules.syntax import ast

quick = cast("Callable[..., Any]", frozen_dataclass.dataclass)


def made(module: ModuleType) -> list[Any]:
    """Return the classes of a module that were made the quick way."""
    found = [one for one in vars(module).values() if isinstance(one, type) and is_dataclass(one)]
    own = [one for one in found if "__init__" in vars(one)]  # and not that of the class above it
    return [one for one in own if one.__init__.__code__.co_filename == "<frozen dataclass>"]


KINDS = list(
    dict.fromkeys(kind for module in (source, types, nodes, game, ast) for kind in made(module))
)


def twin(kind: Any) -> Any:
    """Return what the standard library makes of the same fields."""
    own: dict[str, Any] = {"__annotations__": {one.name: one.type for one in fields(kind)}}
    for one in fields(kind):
        own[one.name] = field(
            default=one.default,
            init=one.init,
            repr=one.repr,
            compare=one.compare,
            kw_only=one.kw_only,
        )
    own |= {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return dataclass(frozen=True, slots=True)(type(kind.__name__, (), own))


def one_of(kind: Any, *, last: str = "") -> Any:
    """Return an instance with the name of each field as its value."""
    names = [each.name for each in fields(kind) if each.init]
    changed = {names[-1]: last} if names and last else {}
    return kind(**({name: name for name in names} | changed))


def test_most_classes_are_made_so() -> None:
    assert len(KINDS) > 200


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__qualname__)
def test_a_class_is_like_its_twin(kind: Any) -> None:
    other = twin(kind)
    assert inspect.signature(kind) == inspect.signature(other)
    assert kind.__match_args__ == other.__match_args__
    assert not hasattr(one_of(kind), "__dict__")
    assert (kind.__init__.__qualname__, kind.__eq__.__qualname__) == (
        other.__init__.__qualname__,
        other.__eq__.__qualname__,
    )
    mine, its = one_of(kind), one_of(other)
    assert hash(mine) == hash(its)
    assert repr(mine) == repr(its)
    assert mine == one_of(kind)
    assert mine != its
    compared = [each for each in fields(kind) if each.init]
    if compared:
        last = compared[-1]
        assert (one_of(kind, last="something else") == mine) is (not last.compare)
        assert (one_of(other, last="something else") == its) is (not last.compare)
    for again in (copy.copy(mine), copy.deepcopy(mine), replace(mine), _pickled(mine)):
        assert again == mine
        assert [getattr(again, each.name) for each in fields(kind)] == [
            getattr(mine, each.name) for each in fields(kind)
        ]
    for name in (each.name for each in fields(kind)):
        for part in (mine, its):
            with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
                setattr(part, name, 1)
            with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
                delattr(part, name)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'nothing'"):
        mine.nothing = 1


def _pickled(part: Any) -> Any:
    return pickle.loads(pickle.dumps(part))  # noqa: S301 - it is ours


def test_what_is_made_otherwise_is_refused() -> None:
    class Many:
        many: list[int] = field(default_factory=list[int])

    class Own:
        taken: int

        def __eq__(self, other: object) -> bool:
            return self is other

        def __hash__(self) -> int:
            return 0

    class Plain:
        kinds: ClassVar[int] = 1
        taken: int

    with pytest.raises(ValueError, match="`Many` has a field with a `default_factory`"):
        quick(frozen=True, slots=True)(Many)
    with pytest.raises(ValueError, match="`Own` has a function of its own"):
        quick(frozen=True, slots=True)(Own)
    for frozen, slots in ((False, True), (True, False)):
        with pytest.raises(ValueError, match="only frozen dataclasses with slots"):
            quick(frozen=frozen, slots=slots)(Plain)
    assert quick(frozen=True, slots=True)(Plain)(3).taken == 3


def test_what_an_action_makes_has_its_slots_alone_and_is_frozen() -> None:
    match = load("classic", players=2).new_match(seed=7)
    after = match.apply(match.actions(1)[-1])
    for part in (after, after.position, after.state):
        assert not hasattr(part, "__dict__"), type(part)
        assert {*type(part).__slots__} == {each.name for each in fields(part)}
        for name in type(part).__slots__:
            with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
                setattr(part, name, None)
