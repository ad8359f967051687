"""Text to tree. The only module that imports lark."""

# lark is only partly typed.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false

from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError
from lark.tree import Meta

from haggis_rules import resources
from haggis_rules.errors import (
    CutOffError,
    MisplacedWordError,
    NumberTooLargeError,
    ReservedWordError,
    RuleError,
    StrangeCharacterError,
    TooDeepError,
    TooLargeError,
    UnclosedTextError,
    UnknownLanguageError,
)
from haggis_rules.source import Source, Span
from haggis_rules.syntax import ast

LANGUAGE = 1
LARGEST_FILE = 1_000_000  # characters
DEEPEST = 100  # brackets and words within one another
LARGEST_NUMBER = 1_000_000

_LISTS = frozenset(
    "sources entries ledgers cites items rank_list suit_list fields choice_names mades sights "
    "choices action_params effects measures progress_cases arguments names field_values".split()
)
_MAYBE_NAMES = frozenset({"alike", "ranked", "using"})
_WORDS = frozenset(
    "status_kind deck_suits copies least_most rank_suit suit_words owner audience word_type unit "
    "free_type many start binder_type lone_type".split()
)
_CLASSES: dict[str, Any] = {
    name: value for name, value in vars(ast).items() if isinstance(value, type)
}


def parse(source: Source) -> ast.File:
    """Read one rules file.

    Raises a ``RuleError`` that names the place when the text is not in the language.
    """
    _limits(source)
    try:
        tree = _parser().parse(source.text)
        file: ast.File = _Tree(source).transform(tree)
    except UnexpectedToken as fault:
        raise _misplaced(source, fault) from fault
    except UnexpectedCharacters as fault:
        raise _strange(source, fault.pos_in_stream) from fault
    except VisitError as fault:
        if isinstance(fault.orig_exc, RuleError):
            raise fault.orig_exc from fault
        raise
    if file.language.value != LANGUAGE:
        raise UnknownLanguageError(
            f"this is written in language {file.language.value}",
            file.language.span,
            hint=f"this program reads language {LANGUAGE}",
        )
    return file


def keywords() -> frozenset[str]:
    """Give the words that the language keeps for itself."""
    return frozenset(
        terminal.pattern.value
        for terminal in _parser().terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    )


@cache
def _parser() -> Lark:
    grammar = resources.read("grammar", "haggis.lark")
    return Lark(
        grammar,
        start="file",
        parser="lalr",
        lexer="basic",
        strict=True,
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _limits(source: Source) -> None:
    if len(source.text) > LARGEST_FILE:
        raise TooLargeError(
            f"the file has {len(source.text)} characters",
            Span(source, 0, 0),
            hint=f"a rules file has at most {LARGEST_FILE}",
        )
    depth = 0
    quoted = False
    for place, char in enumerate(source.text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        if depth > DEEPEST:
            raise TooDeepError(
                "the brackets go too deep here",
                Span(source, place, place + 1),
                hint=f"at most {DEEPEST} brackets stand within one another; define a word instead",
            )


def _misplaced(source: Source, fault: UnexpectedToken) -> RuleError:
    token = fault.token
    if token.type == "$END":
        end = len(source.text.rstrip())
        return CutOffError(
            "the file stops in the middle of a sentence",
            Span(source, max(0, end - 1), end),
            hint=_wanted(fault.expected),
        )
    span = _token_span(source, token)
    if "NAME" in fault.expected and str(token) in keywords():
        return ReservedWordError(
            f"`{token}` is a word of the language and cannot be a name",
            span,
            hint=f"choose another name, as `the-{token}`",
        )
    return MisplacedWordError(f"`{token}` does not belong here", span, hint=_wanted(fault.expected))


def _wanted(expected: set[str]) -> str:
    patterns = {t.name: t for t in _parser().terminals}
    named = {"NAME": "a name", "INT": "a number", "STRING": "words in quotes", "CARD": "a card"}
    words = [
        named.get(name, f"`{patterns[name].pattern.value}`")
        for name in sorted(expected)
        if name in named or (name in patterns and patterns[name].pattern.type == "str")
    ]
    most = 8
    if not words:
        return ""
    if len(words) > most:
        return f"one of {', '.join(words[:most])} and others could stand here"
    return f"{' or '.join(words)} could stand here"


def _strange(source: Source, at: int) -> RuleError:
    char = source.text[at]
    if char == '"':
        return UnclosedTextError(
            "this text in quotes has no end",
            Span(source, at, at + 1),
            hint='close it with `"`, and write a quote inside it as `\\"`',
        )
    return StrangeCharacterError(f"`{char}` means nothing here", Span(source, at, at + 1))


def _token_span(source: Source, at: Meta | Token) -> Span:
    start, end = at.start_pos, at.end_pos
    if start is None or end is None:
        message = f"lark gave {at!r} no position"
        raise AssertionError(message)
    return Span(source, start, end)


class _Tree(Transformer[Token, ast.File]):
    """Each grammar rule becomes the class of the same name, a list a tuple, a word a name."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source

    def __default__(self, data: str, children: list[Any], meta: Meta) -> Any:
        rule = str(data)
        if rule in _LISTS:
            return tuple(child for child in children if child is not None)
        if rule in _MAYBE_NAMES:
            return children[0] or ()
        if rule in _WORDS:
            return ast.Name(" ".join(_text(c) for c in children), _token_span(self._source, meta))
        if rule == "export":
            return children[0] == "export"
        if rule == "secrecy":
            return children[0] is not None
        kind = _CLASSES["".join(part.capitalize() for part in rule.split("_"))]
        return kind(*children, _token_span(self._source, meta))

    def __default_token__(self, token: Token) -> Any:
        span = _token_span(self._source, token)
        match token.type:
            case "NAME" | "CARD":
                return ast.Name(str(token), span)
            case "INT":
                return self._whole(token, span)
            case "STRING":
                inside = token[1:-1].replace('\\"', '"').replace("\\\\", "\\")
                return ast.Words(" ".join(inside.split()), span)
            case "LEDGER":
                return ast.Ledger(str(token), span)
            case _:
                return token

    def _whole(self, token: Token, span: Span) -> ast.Whole:
        if len(token) > len(str(LARGEST_NUMBER)) or int(token) > LARGEST_NUMBER:
            raise NumberTooLargeError(
                f"`{token[:20]}` is too large a number",
                span,
                hint=f"the largest number of the language is {LARGEST_NUMBER}",
            )
        return ast.Whole(int(token), span)


def _text(child: object) -> str:
    return child.text if isinstance(child, ast.Name) else str(child)
