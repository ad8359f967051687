"""What is wrong with a text that is not in the language, told in the author's words."""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from difflib import get_close_matches

from haggis_rules.diagnostics.errors import (
    CutOffError,
    MisplacedWordError,
    ReservedWordError,
    RuleError,
    StrangeCharacterError,
    UnclosedTextError,
)
from haggis_rules.diagnostics.source import SourceFile, Span

_LONGEST = 40  # characters of the author's that a message repeats
_MANY = 8  # words that a hint lists
_NAMES = {"NAME": "a name", "INT": "a number", "CARD": "a card", "STRING": "words in quotes"}
_KINDS = {"expr": "a value", "effect": "an effect", "item": "an item", "entry": "a clause"}
_GOING_ON = {
    *("AND", "OR", "IMPLIES", "IS", "OUTRANKS", "NAME", "PLUS", "MINUS", "IN"),
    *("TIMES", "POINT", "POINTS", "SEATS"),
}
_JOINING = {  # words that nobody takes for names
    *("and", "or", "implies", "is", "in", "of", "as", "be", "by", "to", "with", "where", "has"),
    *("when", "then", "otherwise", "only"),
}
_QUOTES = 'words stand in `"`'
_REMARK = 'write a remark as `note "..."`, inside a clause'
_LETTERS = "a name has the letters a to z and digits, with `-`, `.` or `_` between them"
_INSTEAD = {
    "=": "write `is`",
    "!": "write `is not`",
    "≠": "write `is not`",
    "<": "write `is below` or `is at most`",
    "≤": "write `is at most`",
    ">": "write `is above` or `is at least`",
    "≥": "write `is at least`",
    "*": "write `times`",
    "×": "write `times`",  # noqa: RUF001 - this very sign
    "&": "write `and`",
    "|": "write `or`",
    **dict.fromkeys("[{", "write `(`"),
    **dict.fromkeys("]}", "write `)`"),
    **dict.fromkeys("'“”„«»‘’", _QUOTES),  # noqa: RUF001 - these very signs
    **dict.fromkeys("–—−", "write `-`"),  # noqa: RUF001 - these very signs
    **dict.fromkeys("#/", _REMARK),
    **dict.fromkeys(";.", "a sentence needs nothing at its end"),
    "_": _LETTERS,
    "\\": "a backslash stands only in texts, before a quote or another backslash",
}
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_APART = {  # words with a place of their own, and where that is
    ":": "a colon stands between a seat and what it does, as `seat 2: pass`",
    "can": "claims about what a seat can do stand by themselves, with commas between claims",
    "makes": "claims about what cards make stand by themselves, with commas between claims",
    **dict.fromkeys(
        ("sees", "saw", "does"),
        "claims about what a seat sees stand by themselves, with commas between claims",
    ),
    "until": "write `match until ...`",
    "usually": "the usual value stands after a comma, as `option sets is truth, usually false`",
    "with": "a guard stands before the words of a clause, and after those of an example",
}
_FORMS = {  # how items begin and go on that have a form of their own
    "between": "between hands let NAME be ...",
    "example": 'example "..." given ... when seat 1: ... then ...',
    "match": "match state NAME is ..., at first ..., or match until ...",
    "option": "option NAME is 1 to 10 points, usually 5",
    "question": 'question "..." answer "..." given ... when seat 1: ... then ...',
    "score": "score NAME of seat s as ...",
    "table": "table of 2 or 3 seats",
}
_BEGUN = re.compile(r'"(?:[^"\\]|\\.)*+"|(?<![\w.-])[a-z]+(?![\w.-])', re.DOTALL)
_LAST_WORD = re.compile(r"\S+\Z")
_ENTRY = re.compile(r"(clause|add|replace|remove)\s+\Z")
_ESCAPE = re.compile(r'\\[^"\\]|\\\\|\\"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the grammar is made of.

    ``words`` has the words and signs that stand in it, by the names of their terminals,
    ``beginnings`` the terminals with which what a rule describes can begin, and ``reserved`` the
    words that can never be names.
    """

    words: dict[str, str]
    beginnings: dict[str, frozenset[str]]
    reserved: frozenset[str]

    def keywords(self) -> frozenset[str]:
        """Return the words that the language keeps for itself."""
        return frozenset(word for word in self.words.values() if word.isalpha())


def describe_cut_off(
    source: SourceFile, wanted: AbstractSet[str], vocabulary: Vocabulary
) -> RuleError:
    """Tell of a file that ends too early."""
    end = len(source.text.rstrip())
    return CutOffError(
        "the file stops in the middle of a sentence" if end else "the file is empty",
        Span(source, max(0, end - 1), end),
        hint=_fitting(wanted, vocabulary),
    )


def describe_misplaced(span: Span, wanted: AbstractSet[str], vocabulary: Vocabulary) -> RuleError:
    """Tell of a word that the grammar has no place for."""
    word = span.text
    if word in vocabulary.keywords() and _only_a_name(wanted, vocabulary):
        return ReservedWordError(
            f"`{word}` is a word of the language and cannot be a name",
            span,
            hint=f"a name belongs here; choose one such as `{_a_name_like(span)}`",
        )
    after = span.source.text[span.end : span.end + 1]
    if word == "-" and after.isalpha() and not after.isascii():  # meant as part of a name
        return describe_strange(span.source, span.end)
    return MisplacedWordError(
        f"{_repeated(word)} does not belong here",
        span,
        hint=_hint(span, wanted, vocabulary),
        others=_text_before(span) or _line_before(span, vocabulary),
    )


def describe_strange(source: SourceFile, at: int) -> RuleError:
    """Tell of a sign with which nothing in the language begins."""
    sign = source.text[at]
    if sign == '"':
        return _bad_text(source, at)
    return StrangeCharacterError(
        f"{describe_sign(sign)} means nothing here",
        Span(source, at, at + 1),
        hint=_INSTEAD.get(sign) or _by_kind(sign),
    )


def describe_sign(sign: str) -> str:
    """Name a sign: itself, and its number where it might be taken for another."""
    code = f"U+{ord(sign):04X}"
    if not sign.isprintable():
        return code
    return f"`{sign}`" if sign.isascii() else f"`{sign}` ({code})"


def _by_kind(sign: str) -> str:
    if sign.isspace():
        return "write a plain blank"
    return _LETTERS if sign.isalpha() else ""


def _bad_text(source: SourceFile, at: int) -> RuleError:
    closed = _TEXT.match(source.text, at)
    if closed is None:
        return UnclosedTextError(
            "this text in quotes has no end",
            Span(source, at, at + 1),
            hint='close it with `"`, and write a quote inside it as `\\"`',
        )
    escapes = _ESCAPE.finditer(source.text, at, closed.end())
    start = next(e.start() for e in escapes if e.group()[1] not in '"\\')
    return StrangeCharacterError(
        f"{_repeated(source.text[start : start + 2])} means nothing in a text",
        Span(source, start, start + 2),
        hint='only `\\"` and `\\\\` are written with a backslash',
    )


def _text_before(span: Span) -> Iterable[tuple[Span, str]]:
    """Point to a text that ends right before the word, as it does when a quote was left out."""
    source = span.source
    if not source.text[: span.start].endswith('"'):
        return ()
    start = max((m.start() for m in _TEXT.finditer(source.text, 0, span.start)), default=None)
    if start is None:
        return ()
    return ((Span(source, start, span.start), 'this text goes on up to there; is a `"` missing?'),)


def _line_before(span: Span, vocabulary: Vocabulary) -> Iterable[tuple[Span, str]]:
    """Point to the end of the line before a new item or entry: what stands there may go on."""
    before = span.source.text[: span.start]
    begins = _items(vocabulary) | {*_listed(vocabulary.beginnings["entry"], vocabulary)}
    if span.text not in begins - _APART.keys() or before[before.rfind("\n") + 1 :].strip():
        return ()
    last = _LAST_WORD.search(before.rstrip())
    if last is None:
        return ()
    return ((Span(span.source, *last.span()), "something may be missing after this"),)


def _only_a_name(wanted: AbstractSet[str], vocabulary: Vocabulary) -> bool:
    """Tell whether the author must have meant a name, and nothing else that could stand here."""
    others = {"AND", "THEN"} & wanted
    return "NAME" in wanted and not others and not vocabulary.beginnings["expr"] <= wanted


def _a_name_like(span: Span) -> str:
    """Make a name of a word of the language: clauses are best named in two parts."""
    clause = _ENTRY.search(span.source.text, 0, span.start)
    return f"{span.text}.first" if clause else f"my-{span.text}"


def _hint(span: Span, wanted: AbstractSet[str], vocabulary: Vocabulary) -> str:
    word = span.text
    if word not in vocabulary.keywords():
        listed = _listed(wanted, vocabulary)
        for likely in get_close_matches(word[:_LONGEST], listed, n=1, cutoff=0.7):
            return f"did you mean `{likely}`?"
    if word in _APART:
        return _APART[word]
    if word in _listed(vocabulary.beginnings["effect"], vocabulary):
        return "an effect stands under `on NAME`, with others of its kind"
    taken = f"; `{word}` cannot be a name, for it is a word of the language"
    nouns = vocabulary.keywords() - _JOINING
    reserved = word in nouns and vocabulary.beginnings["expr"] <= wanted
    if word in nouns - vocabulary.reserved:
        taken = f"; `{word}` is a word of the language here; a name is better such as `my-{word}`"
        return _fitting(wanted, vocabulary) + taken
    return _fitting(wanted, vocabulary) + (taken if reserved else _form(span, _items(vocabulary)))


def _form(span: Span, keywords: AbstractSet[str]) -> str:
    """Show the form of the item in which a place is, if it has one of its own."""
    words = (m.group() for m in _BEGUN.finditer(span.source.text, 0, span.start))
    begun = [word for word in words if word in keywords]
    return f"; write it as `{_FORMS[begun[-1]]}`" if begun and begun[-1] in _FORMS else ""


def _items(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words with which items begin."""
    return frozenset(_listed(vocabulary.beginnings["item"], vocabulary))


def _listed(wanted: AbstractSet[str], vocabulary: Vocabulary) -> list[str]:
    words = (vocabulary.words[name] for name in wanted if name in vocabulary.words)
    return sorted(word for word in words if word.isalpha())


def _fitting(wanted: AbstractSet[str], vocabulary: Vocabulary) -> str:
    """Say what could stand at a place, in few words."""
    left = set(wanted) - {"$END"}
    kinds: list[str] = []
    for rule, phrase in _KINDS.items():
        if vocabulary.beginnings[rule] <= left:
            left -= vocabulary.beginnings[rule]
            kinds.append(phrase)
    if "AND" in left:
        left -= _GOING_ON
        kinds.insert(0, "more of the value (`and ...`)")
    words = [f"`{vocabulary.words[n]}`" for n in sorted(left) if n in vocabulary.words]
    fitting = [*words[:_MANY], *(_NAMES[n] for n in sorted(left) if n in _NAMES), *kinds]
    return f"what fits here: {_joined(fitting)}" if fitting else ""


def _joined(parts: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _repeated(word: str) -> str:
    """Repeat the author's words, but not at any length."""
    if word.startswith('"'):
        return "this text"
    folded = " ".join(word.split()) or word
    return f"`{folded}`" if len(folded) <= _LONGEST else f"`{folded[:_LONGEST]}...`"
