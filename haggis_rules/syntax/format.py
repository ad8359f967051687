"""A text in its one canonical form."""

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.syntax.limits import check_text
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show


def format_text(source: SourceFile) -> str:
    """Lay a rules file out anew. Its meaning stays, and laying it out again changes nothing.

    Raises a ``RuleError`` when the text is not in the language, or too large when laid out.
    """
    text = show(parse(source))
    check_text(SourceFile(source.path, text))
    return text
