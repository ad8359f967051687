"""The calls by kind, in which forms each is asked for, and what came of them."""

from collections.abc import Callable
from dataclasses import dataclass

from haggis_rules.cli import COMMANDS
from tests.snapshots.manifest import Forms
from tests.snapshots.reading import Call, calls_in, explain_calls, help_calls
from tests.snapshots.running import outcome_of

_FORMS = {"text": (), "json": ("--format", "json")}


@dataclass(frozen=True, slots=True)
class Group:
    """Calls of one kind: the name of their manifest, and the forms that are asked for."""

    name: str
    calls: Callable[[], tuple[Call, ...]]
    forms: tuple[str, ...] = ("text", "json")

    def outcomes(self) -> dict[str, Forms]:
        """Take every call in each form, and return what came of it, by the call as written."""
        return {
            call.written: {form: outcome_of(call, *_FORMS[form]) for form in self.forms}
            for call in self.calls()
        }


FAST = (
    Group("help", lambda: help_calls(COMMANDS), ("text",)),
    Group("explained", explain_calls, ("text",)),
    Group("commands", lambda: calls_in("commands")),
    Group("faults", lambda: calls_in("faults")),
)
SLOW = (
    Group("long-commands", lambda: calls_in("long-commands")),
    Group("pages", lambda: calls_in("pages"), ("text",)),
    Group("findings", lambda: calls_in("findings"), ("text",)),
    Group("verdicts", lambda: calls_in("verdicts"), ("text",)),
)
GROUPS = {group.name: group for group in (*FAST, *SLOW)}
