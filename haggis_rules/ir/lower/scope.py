"""Scopes: what the names of one expression can mean."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from haggis_rules.diagnostics.errors import (
    BeforeOutsideMoveError,
    NameTwiceError,
    NotFixedError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import NumberType, Plain, Unit
from haggis_rules.ir.wild_states import is_seen_by_all
from haggis_rules.syntax import ast


class Literals(Protocol):
    """Reads what only examples write out."""

    def play(self, text: ast.Words) -> nodes.Written:
        """Read a play in its notation. Raises a ``RuleError`` when it is none."""
        ...


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names of one expression can mean.

    ``move``: there is a state before. ``fixed``: of the state only what all see may be spoken of,
    and of no zone. ``example``: how plays that are written out are read; only examples have them,
    and seats by their number.
    """

    world: World
    names: dict[str, nodes.Expr] = field(default_factory=dict[str, nodes.Expr])
    move: bool = False
    fixed: bool = False
    example: Literals | None = None

    def naming(self, name: ast.Name, value: nodes.Expr) -> Scope:
        """Return a scope in which a name has a meaning. Raises ``NameTwiceError`` if it has one."""
        taken = self.world.places.get(name.text)
        if taken is not None or name.text in self.names:
            others = [] if taken is None else [(taken, "it is given here")]
            raise NameTwiceError(
                f"`{name.text}` has a meaning already",
                name.span,
                others=others,
                hint="choose another name here",
            )
        return replace(self, names={**self.names, name.text: value})

    def binding(self, name: ast.Name, kind: Plain) -> tuple[nodes.Binder, Scope]:
        """Bind a name that ranges over a type.

        Raises ``WrongTypeError`` where there are no teams.
        """
        if kind is Plain.TEAM and not self.world.teams:
            raise WrongTypeError("there are no teams in this game", name.span)
        inner = self.naming(name, nodes.Variable(kind, name.text, name.span))
        return nodes.Binder(name.text, kind), inner

    def combination(self, name: ast.Name) -> nodes.Expr | None:
        """Return the combination to which a name is bound here, None where it is to none.

        Raises ``WrongTypeError`` for a play that is looked for, of which no cards are known.
        """
        known = self.names.get(name.text)
        if known is not None and known.type is Plain.READING:
            raise WrongTypeError(
                f"`{name.text}` is known by its kind and its fields here, not by its cards",
                name.span,
                hint="ask for its kind or its fields, or which cards lie in the zone",
            )
        return replace(known, span=name.span) if known and known.type is Plain.COMBINATION else None

    def require_zone(self, node: ast.ZoneOf) -> None:
        """See that cards on the table may be spoken of. Raises ``NotFixedError`` when not."""
        if self.fixed:
            raise NotFixedError(
                "what a card stands for cannot depend on where cards lie",
                node.span,
                hint="speak of the card, the rank, and a state that all see",
            )

    def require_before(self, span: Span) -> None:
        """See that there is a state before this one. Raises ``BeforeOutsideMoveError``."""
        if not self.move:
            raise BeforeOutsideMoveError(
                "there is no state before this one here",
                span,
                hint="only a promise `after each move` or `between hands` can speak of it",
            )

    def require_seen(self, state: ir.StateVariable, node: ast.Word | ast.Of) -> None:
        """See that a state may be spoken of. Raises ``NotFixedError`` when it may not."""
        if self.fixed and not is_seen_by_all(state):
            whose = state.owner is not ir.Owner.NOBODY
            why = "has a value for each owner" if whose else "is not seen by all"
            raise NotFixedError(
                f"what a card stands for cannot depend on `{state.name}`, which {why}",
                node.span,
                hint="keep what it rests on in a state of the table that is `seen by all`",
            )

    def all_cards(self) -> NumberType:
        """Return the type of a number of cards, all of them at most."""
        return NumberType(0, sum(card.copies for card in self.world.cards), Unit.CARDS)

    def most_copies(self) -> NumberType:
        """Return the type of a number of copies of one card."""
        most = max((card.copies for card in self.world.cards), default=0)
        return NumberType(0, most, Unit.CARDS)

    def form(self, name: ast.Name) -> ir.Form | None:
        """Return the form in which a word of the text is used, None when it is no such word."""
        definition = self.world.definition(name.text)
        return None if definition is None else definition.form

    def values(self) -> list[str]:
        """Return every name that can stand for a value here."""
        world = self.world
        known = [*self.names, *(one.name for one in world.agreement.options)]
        known += [*world.definition_names, *(state.name for state in world.states)]
        return [*known, *(word for choice in world.choices.values() for word in choice.choices)]
