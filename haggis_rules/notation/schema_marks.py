"""What a type cannot say of its JSON, as marks for ``Annotated``: a schema is made with them.

A sentence in ``Annotated`` is a mark too: the description of the value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True, slots=True)
class OneOf:
    """Marks a text that is the value of one member of an enumeration."""

    kind: type[Enum]


@dataclass(frozen=True, slots=True)
class OtherKeys:
    """Marks an object that has other keys besides those of its type, and says which."""

    words: str


@dataclass(frozen=True, slots=True)
class WrittenBy:
    """Marks a value whose schema is made where the value is: by its own form or class."""

    make: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class GamePart:
    """Marks what a game says more closely: the name of its definition in the game's schema."""

    name: str
