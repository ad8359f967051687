"""What goes wrong in a call, told where it belongs, and the exit code that it ends with."""

from __future__ import annotations

from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    BAD_CALL,
    CallError,
    note,
    refuse,
    report_faults,
)
from haggis_rules.diagnostics.errors import (
    NotOfferedError,
    RuleError,
    SeveralFaultsError,
    UnclearSeatsError,
    UnknownOptionError,
    UnknownVariantError,
    UnreadableFileError,
)
from haggis_rules.notation.errors import NotationError
from haggis_rules.semantics.action import IllegalAction
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.breach import Breach

CALLS_FAULTS = (
    NotOfferedError
    | UnclearSeatsError
    | UnknownOptionError
    | UnknownVariantError
    | UnreadableFileError
)


def tell_refusal(fault: Exception, form: str) -> int | None:
    """Tell what went wrong, and return the exit code; None when it is a fault of ours."""
    match fault:
        case RuleError():
            report_faults([fault], form)
            return BAD_CALL if isinstance(fault, CALLS_FAULTS) else AT_FAULT
        case SeveralFaultsError():
            report_faults(fault.faults, form)
            return AT_FAULT
        case CallError():
            refuse(fault, form)
            return BAD_CALL
        case NotationError() | IllegalAction() | NoSuchQueryError():
            refuse(CallError(fault.name, _with_notes(fault)), form)
            return BAD_CALL
        case Breach():
            note(f"the rules break down: {_with_notes(fault)}")
            note("`haggis verify` shows how play gets there")
            return AT_FAULT
        case _:
            return None


def _with_notes(fault: Exception) -> str:
    return ", ".join([str(fault), *getattr(fault, "__notes__", ())])
