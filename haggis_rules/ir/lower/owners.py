"""Who owns a zone or a state variable, and who sees it, as declared and as spoken of."""

from __future__ import annotations

from haggis_rules.diagnostics.errors import WrongTypeError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.symbols import World
from haggis_rules.syntax import ast


def owner_of(world: World, name: ast.Name | None) -> ir.Owner:
    """Return who owns a zone or a state variable.

    Raises ``WrongTypeError`` where there are no teams.
    """
    if name is None:
        return ir.Owner.NOBODY
    if name.text == "team":
        require_teams(world, name.span)
    return ir.Owner(name.text)


def require_teams(world: World, span: Span) -> None:
    """See that there are teams. Raises ``WrongTypeError``."""
    if not world.teams:
        raise WrongTypeError(
            "there are no teams in this game", span, hint="declare them with `teams`"
        )


def audience_of(world: World, seen_by: ast.SeenBy, owner: ir.Owner) -> ir.Audience:
    """Return an audience. A zone that nobody owns cannot be seen by its owner.

    Raises ``WrongTypeError`` for an owner or teams that are not there.
    """
    audience = ir.Audience(seen_by.audience.text)
    if audience in {ir.Audience.OTHER, ir.Audience.BOTH} and owner is not ir.Owner.PAIR:
        raise WrongTypeError(
            f"this is not kept for pairs of seats, so nobody is its `{audience.value}`",
            seen_by.audience.span,
            hint="declare it `of each seat for each seat`, or name another who sees it",
        )
    if audience in {ir.Audience.OWNER, ir.Audience.TEAM} and owner is ir.Owner.NOBODY:
        raise WrongTypeError(
            f"nobody owns this, so it cannot be seen by its {audience.value}",
            seen_by.audience.span,
            hint="write `of each seat`, or `seen by all` or `seen by nobody`",
        )
    if audience is ir.Audience.TEAM and not world.teams:
        raise WrongTypeError("there are no teams in this game", seen_by.audience.span)
    return audience


def without_owner(owner: ir.Owner, name: ast.Name, span: Span, besides: str = "") -> WrongTypeError:
    """Return the fault of what there is for each owner, where it is not said whose."""
    if owner is ir.Owner.PAIR:
        return WrongTypeError(
            f"there is a `{name.text}` for each two seats, one of them for the other",
            span,
            hint=f"say whose and for whom: `{name.text} of ... for ...`{besides}",
        )
    return WrongTypeError(
        f"there is a `{name.text}` for each {owner.value}",
        span,
        hint=f"say whose: `{name.text} of ...`{besides}",
    )


def without_any_owner(name: ast.Name) -> WrongTypeError:
    """Return the fault of what there is once, where it is said whose."""
    return WrongTypeError(
        f"there is one `{name.text}`, which nobody owns",
        name.span,
        hint=f"write `{name.text}` without `of ...`, or declare it `of each seat`",
    )


def not_of_pairs(name: ast.Name, pair: ast.SeatPair) -> WrongTypeError:
    """Return the fault of a second seat where there is no zone for pairs of seats."""
    return WrongTypeError(
        f"a `{name.text}` has one owner, and is for nobody else",
        pair.right.span,
        hint="leave `for ...` out, or declare the zone `of each seat for each seat`",
    )


def refuse_pairs(owner: ir.Owner, span: Span, what: str, hint: str) -> None:
    """Refuse pairs of seats where only zones have them. Raises ``WrongTypeError``."""
    if owner is ir.Owner.PAIR:
        raise WrongTypeError(f"{what} for each pair of seats", span, hint=hint)
