"""Clauses of the parent that a source of the variant states as well: what they say of themselves.

Nothing formal changes: the rule, its words and its number stay as the parent has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from haggis_rules.diagnostics.errors import ConfirmedTwiceError, NoEffectError, NotInheritedError
from haggis_rules.ir.clause_history import ClauseConfirmation
from haggis_rules.ir.game import Citation, Clause, ClauseStatus
from haggis_rules.syntax import ast


def confirmed(
    former: Clause, entry: ast.Confirm, name: ast.Name, variant: str, cited: Sequence[Citation]
) -> Clause:
    """Return a parent's clause as the variant has it that confirms it with these citations.

    What the parent cites stands behind them. A source that is clear stands alone, without the
    parent's ruling or erratum. Raises a ``RuleError`` when there is nothing to confirm.
    """
    _check(former, name, variant)
    citations = (*cited, *(one for one in former.citations if one not in cited))
    mark = ClauseConfirmation(variant, len(cited))
    whole = replace(former, citations=citations, confirmed=mark)
    match entry.status:
        case None:
            return whole
        case ast.Status(kind=kind, because=because):
            return replace(whole, status=ClauseStatus(kind.text), because=because.text)
        case ast.Clear():
            if former.status is ClauseStatus.STATED:
                raise NoEffectError(
                    f"`{name.text}` is neither a ruling nor an erratum, so nothing needs clearing",
                    entry.status.span,
                    hint="take `which is clear` out",
                )
            return replace(whole, citations=tuple(cited), status=ClauseStatus.STATED, because="")


def _check(former: Clause, name: ast.Name, variant: str) -> None:
    """Refuse what is not inherited, what is confirmed already, and what no source can state."""
    taken = former.taken is not None and former.taken.variant == variant
    if former.variant == variant or taken:
        whose = "takes it from elsewhere" if taken else "writes it itself"
        raise NotInheritedError(
            f"`{name.text}` is not inherited: `{variant}` {whose}",
            name.span,
            hint="" if taken else "let the clause cite its source where it is written",
        )
    if former.confirmed is not None and former.confirmed.variant == variant:
        raise ConfirmedTwiceError(
            f"`{name.text}` is confirmed twice",
            name.span,
            hint="write all `cites` in one place",
        )
    if former.status is ClauseStatus.DERIVED:
        raise NoEffectError(
            f"`{name.text}` follows from other clauses, and no source has to state it",
            name.span,
            hint="confirm the clauses that it follows from",
        )
