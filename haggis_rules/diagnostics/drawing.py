"""How a fault is drawn: its words, and the author's lines with marks under them."""

from collections.abc import Iterable, Sequence

from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.diagnostics.visible import one_for_one, visible_line
from haggis_rules.frozen_dataclass import dataclass

_WIDEST = 120  # characters of a line that are shown
_BEFORE = 40  # of these, characters before the place
_CUT = "..."


@dataclass(frozen=True, slots=True)
class SpanLabel:
    """A place, the sign that runs under it, and a word about it."""

    span: Span
    sign: str
    label: str = ""


def draw(heading: str, marks: Sequence[SpanLabel], notes: Iterable[tuple[str, str]]) -> str:
    """Draw a fault: its heading, a block of lines for each file, and notes under all.

    The first mark is the place of the fault.
    """
    shown = [mark for mark in marks if mark.span.source.text]
    gutter = " " * max((len(str(mark.span.line)) for mark in shown), default=1)
    lines = [visible_line(heading)]
    for arrow, block in _blocks(marks):
        lines += _block(arrow, block, gutter)
    lines += [f"{gutter} = {name}: {visible_line(text)}" for name, text in notes]
    return "\n".join(lines)


def _blocks(marks: Sequence[SpanLabel]) -> list[tuple[str, list[SpanLabel]]]:
    """Gather the marks of each file, that of the fault first, each in the order of its text."""
    sources: list[SourceFile] = []
    for mark in marks:
        if mark.span.source not in sources:
            sources.append(mark.span.source)
    blocks: list[tuple[str, list[SpanLabel]]] = []
    for source in sources:
        within = [mark for mark in marks if mark.span.source == source]
        blocks.append(
            (f"{'--> ' if not blocks else '::: '}{visible_line(_place(within[0].span))}", within)
        )
    return blocks


def _place(span: Span) -> str:
    return str(span) if span.source.text else span.source.path


def _block(arrow: str, marks: list[SpanLabel], gutter: str) -> list[str]:
    lines = [f"{gutter}{arrow}"]
    if not marks[0].span.source.text:
        return lines
    lines.append(f"{gutter} |")
    last = (0, "")
    for mark in sorted(marks, key=lambda m: (m.span.line, m.span.column)):
        line = mark.span.line
        code, under = _window(mark)
        if 0 < last[0] < line - 1:
            lines.append("...")
        if last != (line, code):
            lines.append(f"{line:<{len(gutter)}} | {code}".rstrip())
        lines.append(f"{gutter} | {under} {visible_line(mark.label)}".rstrip())
        last = (line, code)
    return [*lines, f"{gutter} |"]


def _window(mark: SpanLabel) -> tuple[str, str]:
    """Return the line of a mark, or what stands around the mark in a long one, and its signs."""
    line, place = mark.span.first_line().rstrip("\r"), mark.span.column - 1
    start = 0
    if len(line) > _WIDEST:
        start = max(0, min(place - _BEFORE, len(line) - _WIDEST))
        before, after = start > 0, start + _WIDEST < len(line)
        line = line[start : start + _WIDEST]
        line = f"{_CUT if before else line[:3]}{line[3:-3]}{_CUT if after else line[-3:]}"
        place -= start
    blanks = "".join("\t" if sign == "\t" else " " for sign in line[:place])
    width = max(1, min(mark.span.end - mark.span.start, len(line) - place))
    return one_for_one(line), blanks + mark.sign * width
