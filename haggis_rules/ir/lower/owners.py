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


def audience_of(world: World, sight: ast.Sight, owner: ir.Owner) -> ir.Audience:
    """Return an audience. A zone that nobody owns cannot be seen by its owner.

    Raises ``WrongTypeError`` for an owner or teams that are not there.
    """
    audience = ir.Audience(sight.audience.text)
    if audience in {ir.Audience.OWNER, ir.Audience.TEAM} and owner is ir.Owner.NOBODY:
        raise WrongTypeError(
            f"nobody owns this, so it cannot be seen by its {audience.value}",
            sight.audience.span,
            hint="write `of each seat`, or `seen by all` or `seen by nobody`",
        )
    if audience is ir.Audience.TEAM and not world.teams:
        raise WrongTypeError("there are no teams in this game", sight.audience.span)
    return audience


def without_owner(owner: ir.Owner, name: ast.Name, span: Span, besides: str = "") -> WrongTypeError:
    """Return the fault of what there is for each seat or team, where it is not said whose."""
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
