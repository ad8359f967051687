"""The package with the solvers, found by name, since it need not be installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from haggis_rules.cli.terminal.output import CallError


def solver_module(name: str) -> Any:
    """Return a module that needs the solvers. Raises ``CallError`` when they are not installed."""
    try:
        return import_module(name)
    except ImportError as fault:
        message = f"the solvers are not installed ({fault}): pip install haggis-rules[verify]"
        raise CallError("no-solvers", message) from fault
