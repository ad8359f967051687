"""What every fault in a rules file has: its name, its place, how it is told and taught."""

from collections.abc import Iterable
from inspect import cleandoc
from typing import ClassVar

from haggis_rules.diagnostics.drawing import SpanLabel, draw
from haggis_rules.diagnostics.source import Span

_MOST_SHOWN = 20  # faults that are told in full; after so many, more are no help


class RuleError(Exception):
    """A fault in a rules file, at a place, with other places that matter and a way out."""

    _name: ClassVar[str] = "rule"  # each kind declares its own, which outlives that of its class

    def __init_subclass__(cls, *, name: str) -> None:
        super().__init_subclass__()
        cls._name = name

    def __init__(
        self,
        message: str,
        span: Span,
        *,
        hint: str = "",
        others: Iterable[tuple[Span, str]] = (),
    ) -> None:
        super().__init__(message, span)
        self.message, self.span, self.hint = message, span, hint
        self.others = tuple(others)
        self.where = ""  # the table at which the text is at fault, when it is not at every one

    @classmethod
    def name(cls) -> str:
        """Return the name that ``haggis explain`` knows, as ``unknown-name``."""
        return cls._name

    @classmethod
    def explain(cls) -> str:
        """Teach what the fault means, with an example and the way out."""
        return cleandoc(cls.__doc__ or "")

    def __str__(self) -> str:
        marks = [
            SpanLabel(self.span, "^"),
            *(SpanLabel(span, "-", label) for span, label in self.others),
        ]
        notes = [("where", self.where)] if self.where and self.where not in self.message else []
        notes += [("help", self.hint)] if self.hint else []
        notes.append(("explain", f"haggis explain {self.name()}"))
        return draw(f"error[{self.name()}]: {self.message}", marks, notes)

    def as_json(self) -> dict[str, object]:
        """Return the fault as JSON has it; lines and columns count from 1."""
        return {
            "name": self.name(),
            "message": self.message,
            **_place(self.span),
            "where": self.where,
            "hint": self.hint,
            "others": [{**_place(span), "label": label} for span, label in self.others],
        }


class SeveralFaultsError(Exception):
    """Several faults, told together: the first few in full, and how many more there are."""

    def __init__(self, faults: Iterable[RuleError]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        shown = [str(fault) for fault in self.faults[:_MOST_SHOWN]]
        more = len(self.faults) - len(shown)
        return "\n\n".join([*shown, f"and {more} more"] if more else shown)


def _place(span: Span) -> dict[str, object]:
    end = Span(span.source, span.end, span.end)
    return {
        "file": span.source.path,
        "line": span.line,
        "column": span.column,
        "end": {"line": end.line, "column": end.column},
    }
