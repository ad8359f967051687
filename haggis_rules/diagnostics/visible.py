"""Characters that a terminal obeys, or that nobody sees, made visible."""

import re
import unicodedata

# Control, format (which sets the direction of writing, or is of no width), half of a character, and
# the ends of lines and paragraphs that are neither.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_PERHAPS = re.compile(r"[^\n\t\x20-\x7e]")
_ENDS = re.compile(r"[\n\t]")


def visible(text: str) -> str:
    r"""Return a text in which no character hides or commands, as ``\u{1b}`` for an escape.

    Tabs and line ends stay, since every text of several lines has them.
    """
    return _PERHAPS.sub(_shown, text)


def visible_line(text: str) -> str:
    """Return a text as ``visible`` does, on one line."""
    return _ENDS.sub(lambda found: _named(found[0]), visible(text))


def one_for_one(text: str) -> str:
    """Return a line of a source, as long as it was, with a mark for what ``visible`` would show."""
    return _PERHAPS.sub(lambda found: "\ufffd" if _is_hidden(found[0]) else found[0], text)


def _shown(found: re.Match[str]) -> str:
    return _named(found[0]) if _is_hidden(found[0]) else found[0]


def _named(char: str) -> str:
    return f"\\u{{{ord(char):x}}}"


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN
