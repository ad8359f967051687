"""Where a thing was written: a text and a stretch of it."""

from dataclasses import field

from haggis_rules.frozen_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A rules file, kept whole so that any error can show its line."""

    path: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` up to ``end`` of a source.

    ``said`` is what an edit that stands there makes of the parent's words; else it is empty.
    """

    source: SourceFile
    start: int
    end: int
    said: str = ""

    @property
    def line(self) -> int:
        """The line it starts on, counting from 1."""
        return self.source.text.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """The column it starts at, counting from 1."""
        return self.start - self.source.text.rfind("\n", 0, self.start)

    @property
    def text(self) -> str:
        """The author's own words, or what an edit has made of them."""
        return self.said or self.source.text[self.start : self.end]

    def to(self, other: "Span") -> "Span":
        """Stretch to the end of another span of the same source."""
        return Span(self.source, self.start, other.end)

    def covers(self, inner: "Span") -> bool:
        """Whether another span of the same source begins within this one."""
        return self.source == inner.source and self.start <= inner.start < self.end

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"

    def first_line(self) -> str:
        """Return the whole line that it starts on."""
        begin = self.start - self.column + 1
        return self.source.text[begin:].split("\n", 1)[0]
