"""Actions of some rules, which know the notation of their game.

A match makes many thousands of actions, so none has room for its rules: each rules have a class of
their own, which has them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self

from haggis_rules.semantics.action import Action


class ShowAction(Protocol):
    """What writes the actions of some rules."""

    def __call__(self, action: Action, *, seated: bool = False) -> str:
        """Write an action in notation, when ``seated`` with who acts."""
        ...


def offered_action_class(show: ShowAction, draw: Callable[[Action], str]) -> type[Action]:
    """Return a class of actions that are written and, as HTML, drawn so.

    They equal plain ones, and pickle as those.
    """

    class OfferedAction(Action):
        __slots__ = ()

        @property
        def text(self) -> str:
            return show(self)

        def __repr__(self) -> str:
            return f"<Action {show(self, seated=True)}>"

        def _repr_html_(self) -> str:
            return draw(self)

        def __copy__(self) -> Self:
            return self

        def __deepcopy__(self, memo: object) -> Self:
            return self

        def __reduce__(self) -> tuple[object, ...]:
            return Action, tuple(self)

    return OfferedAction
