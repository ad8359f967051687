"""What every fault in a rules file has: its name, its place, how it is told and taught."""

from collections.abc import Iterable, Sequence
from inspect import cleandoc
from typing import Annotated, ClassVar, TypedDict

from haggis_rules.diagnostics.drawing import SpanLabel, draw
from haggis_rules.diagnostics.source import Span


class PlaceJson(TypedDict):
    """A place in a text; lines and columns count from 1."""

    line: int
    column: int


class SpanJson(PlaceJson):
    """A stretch of a text, from its first character to just after its last."""

    file: str
    end: PlaceJson


class LabelledSpanJson(SpanJson):
    """Another place that matters to a fault, and why."""

    label: str


class FaultJson(SpanJson):
    """A fault in a rules file: its name, its place, and a way out."""

    name: Annotated[str, "what `haggis explain` knows it by"]
    message: str
    where: Annotated[str, "the table at which the text is at fault; empty for every table"]
    hint: Annotated[str, "a way out; empty where there is none to tell"]
    others: list[LabelledSpanJson]


MOST_SHOWN = 3  # faults that are told in full; after so many, more are no help


class RuleError(Exception):
    """A fault in a rules file, at a place, with other places that matter and a way out.

    >>> from haggis_rules import RuleError, load
    >>> try:
    ...     load("clasic")
    ... except RuleError as fault:
    ...     print(f"{fault.name()}: {fault.hint}")
    unknown-variant: did you mean `classic` or `cats`; a file of your own ends in `.haggis`
    """

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
        self.follows = False  # whether it would not be there without another fault of the text
        self.missing = ""  # the name that it looked for in vain
        self.edit: Span | None = None  # which edit of a variant took away what it is about
        self.clauses: tuple[str, ...] = ()  # on which it rests, where that was looked at

    @classmethod
    def name(cls) -> str:
        """Return the name that ``haggis explain`` knows, as ``unknown-name``.

        >>> from haggis_rules import UnknownVariantError
        >>> UnknownVariantError.name()
        'unknown-variant'
        """
        return cls._name

    @classmethod
    def explain(cls) -> str:
        """Return what the fault means, with an example and a way out.

        >>> from haggis_rules import UnknownVariantError
        >>> UnknownVariantError.explain().splitlines()[0]
        'No variant that comes with the project has this name.'
        """
        return meaning_of(cls)

    def __str__(self) -> str:
        marks = [
            SpanLabel(self.span, "^"),
            *(SpanLabel(span, "-", label) for span, label in self.others),
        ]
        notes = [("where", self.where)] if self.where and self.where not in self.message else []
        notes += [("help", self.hint)] if self.hint else []
        notes.append(("explain", f"haggis explain {self.name()}"))
        return draw(f"error[{self.name()}]: {self.message}", marks, notes)

    def as_json(self) -> FaultJson:
        """Return the fault as JSON; lines and columns count from 1.

        >>> from haggis_rules import RuleError, load
        >>> try:
        ...     load("clasic")
        ... except RuleError as fault:
        ...     print(fault.as_json()["name"])
        unknown-variant
        """
        return {
            "name": self.name(),
            "message": self.message,
            **_place(self.span),
            "where": self.where,
            "hint": self.hint,
            "others": [{**_place(span), "label": label} for span, label in self.others],
        }


class SeveralFaultsError(Exception):
    r"""Several faults, reported together: causes first, and how many more follow from them.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from haggis_rules import SeveralFaultsError, load
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "my.haggis")
    ...     lines = ["language 2", "variant my extends classic", '  "Mine."']
    ...     lines += [f"remove {name}\n  because \"no\"" for name in ("one", "two")]
    ...     written = file.write_text("\n".join(lines) + "\n")
    ...     try:
    ...         rules = load(file, players=2)
    ...     except SeveralFaultsError as several:
    ...         print([fault.name() for fault in several.faults])
    ['no-such-clause', 'no-such-clause']
    """

    def __init__(self, faults: Iterable[RuleError]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return tell(self.faults)


def meaning_of(kind: type) -> str:
    """Return what a fault means by its docstring, without what shows it in Python."""
    paragraphs = cleandoc(kind.__doc__ or "").split("\n\n")
    return "\n\n".join(one for one in paragraphs if not one.startswith(">>>"))


def causes_of(faults: Iterable[RuleError]) -> tuple[RuleError, ...]:
    """Return the faults that follow from no other, or all of them when each follows from one."""
    several = tuple(faults)
    return tuple(fault for fault in several if not fault.follows) or several


def tell(faults: Sequence[RuleError]) -> str:
    """Tell the first causes among faults in full, and how many faults there are besides."""
    causes = causes_of(faults)
    shown = [str(fault) for fault in causes[:MOST_SHOWN]]
    return "\n\n".join([*shown, *_besides(len(causes) - len(shown), len(faults) - len(causes))])


def _besides(more: int, held_back: int) -> list[str]:
    """Say how many causes are not shown, and how many faults follow from one."""
    parts = [f"{more} more"] if more else []
    if held_back:
        them = "these" if more else "this"
        parts.append(f"{held_back} more follow{'s' if held_back == 1 else ''} from {them}")
    return [f"and {', and '.join(parts)}"] if parts else []


def _place(span: Span) -> SpanJson:
    end = Span(span.source, span.end, span.end)
    return {
        "file": span.source.path,
        "line": span.line,
        "column": span.column,
        "end": {"line": end.line, "column": end.column},
    }
