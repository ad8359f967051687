"""Text to tree. The only module that imports lark."""

# lark is only partly typed.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportPrivateUsage=false

import json
import re
from functools import cache, lru_cache
from typing import Any

import lark
from lark import Lark, Token, Transformer, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError
from lark.grammar import Rule
from lark.lexer import PatternRE, TerminalDef
from lark.tree import Meta

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.storage import package_data
from haggis_rules.storage.user_cache import cached
from haggis_rules.syntax import ast, faults
from haggis_rules.syntax.lexing import WORD_END, WORD_PRIORITY, is_word, look_words_up
from haggis_rules.syntax.limits import (
    DEEPEST,
    MOST_RANGING,
    check_text,
    too_deep,
    too_many_ranging,
    whole,
)
from haggis_rules.syntax.versions import is_older, may_be_old_name

# Grammar rules that have no class of their own: lists, lists that may be left out, and words.
_LISTS = {
    *("sources", "entries", "ledgers", "cites", "items", "rank_list", "suit_list", "fields"),
    *("choice_names", "mades", "visibility", "choices", "action_params", "effects", "measures"),
    *("progress_cases", "arguments", "names", "field_values", "conditions", "seat_counts"),
    *("params", "turns", "deeds", "claims", "choices_made", "givens", "other_letters"),
    "edits",
    *("expr_list", "lookup_rows", "ranks_listed", "suit_names", "then_names"),
}
UPGRADE = "in version 1 it could be a name, and `haggis fmt --upgrade` writes another"
_MAYBE_NAMES = {"alike", "ranked", "using"}
_WORDS = {
    *("status_kind", "every_suit", "least_most", "rank_suit", "suit_words", "owner", "audience"),
    *("word_type", "unit", "free_type", "many", "start", "binder_type", "lone_type"),
    *("option_word", "definite_kind", "sole_kind"),
}
# Rules that tell whether some words are there, and the others that stand for true.
_PRESENT = {"secrecy", "by_chance", "each_seat", "lasting", "denial", "lack", "trial"}
# Rules in which a name runs over all its values.
_RANGING = {
    *("number_of", "total", "most_for", "least_for", "every", "some", "first_seat", "first"),
    "some_combination",
    *("the_one", "for_each", "any_made"),
}
_CLASSES: dict[str, Any] = {
    name: value for name, value in vars(ast).items() if isinstance(value, type)
}


@lru_cache(maxsize=128)  # all that comes with us, and what a session of tests changes of it
def parse(source: SourceFile) -> ast.File:
    """Read one rules file. A text that was read lately is not read again.

    Raises a ``RuleError`` that names the place when the text is not in the language.
    """
    check_text(source)
    tree = _tree(source)
    _check_depth(source, tree)
    try:
        file: ast.File = _Tree(source).transform(tree)
    except VisitError as fault:
        if isinstance(fault.orig_exc, RuleError):
            raise fault.orig_exc from fault
        raise
    return file


def keywords() -> frozenset[str]:
    """Return the words that the language keeps for itself."""
    return _vocabulary().keywords()


def reserved() -> frozenset[str]:
    """Return the words of the language that can never be names."""
    return _vocabulary().reserved


def names_at(source: SourceFile) -> frozenset[int]:
    """Return where words of the language stand in a text as names.

    Raises a ``RuleError`` when the text is not in the language.
    """
    check_text(source)
    tokens = _tree(source).scan_values(lambda value: isinstance(value, Token))
    named = ((token.start_pos, token) for token in tokens if token.type == "NAME")
    return frozenset(at for at, token in named if at is not None and token in keywords())


def leading(rule: str) -> frozenset[str]:
    """Return the words that can begin what a rule of the grammar describes."""
    vocabulary = _vocabulary()
    return frozenset(vocabulary.words[name] for name in vocabulary.beginnings[rule])


def written() -> dict[str, str]:
    """Return the regular expression of each sort of name, number and text, by its terminal."""
    words = _vocabulary().words
    found = {t.name: t.pattern for t in grammar().terminals if not t.name.startswith("_")}
    return {name: p.to_regexp() for name, p in found.items() if name not in words}


def signs() -> frozenset[str]:
    """Return what stands between words and is none."""
    return frozenset(_vocabulary().words.values()) - keywords()


def build(*, strict: bool = False) -> Lark:
    """Return a parser of the grammar. When ``strict``, no rule may take precedence silently.

    LALR(1), so reading is linear in the text. A grammar by which a text has two trees has a
    conflict. Lark refuses one between two reductions, and settles one between a shift and a
    reduction by the shift, without a word. When ``strict`` it refuses that as well, and terminals
    that can match the same text; a test builds it so. The contextual lexer looks for those
    terminals alone that can stand where the parser is, so that a word of the language can be a name
    where its own meaning has no place; the grammar says which words can never be names.
    """
    found = Lark(
        package_data.read("grammar", "haggis.lark"),
        start="file",
        parser="lalr",
        lexer="contextual",
        strict=strict,
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_end_as_words,
    )
    found.options.options["edit_terminals"] = None  # it is done, and tables have no functions
    return found


def _end_as_words(terminal: TerminalDef) -> None:
    """Let a word end where words do, so that none is taken for the beginning of a name."""
    if terminal.pattern.type == "str" and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(f"{terminal.pattern.value}{WORD_END}")
        terminal.priority = WORD_PRIORITY


@cache
def grammar() -> Lark:
    """Return a parser of the grammar, from tables that are kept from one run to the next."""
    key = f"{lark.__version__}\n{package_data.read('grammar', 'haggis.lark')}"
    data, memo = json.loads(cached("grammar", key, _tables), object_hook=_numbered)
    load: Any = Lark._load_from_dict  # noqa: SLF001 - as lark's own stand-alone parsers do
    parser: Lark = load(data, memo)
    lexer: Any = parser.parser.lexer
    look_words_up({*lexer.lexers.values(), lexer.root_lexer})
    return parser


def _tables() -> str:
    """Build the parser's tables, as JSON."""
    return json.dumps(build().memo_serialize([TerminalDef, Rule]))


def _numbered(table: dict[str, Any]) -> dict[str | int, Any]:
    """Return a table with numbers as keys again: JSON writes them as text."""
    return {int(key) if key.isdigit() else key: value for key, value in table.items()}


def _tree(source: SourceFile) -> Tree[Token]:
    text = source.text
    if text.startswith("\ufeff"):  # a byte order mark: a blank takes its place, so places stay
        text = f" {text[1:]}"
    try:
        return grammar().parse(text)
    except UnexpectedToken as fault:
        wanted = frozenset(fault.accepts)
        if fault.token.type == "$END":
            raise faults.describe_cut_off(source, wanted, _vocabulary()) from fault
        span = _span(source, fault.token)
        raise _with_upgrade(faults.describe_misplaced(span, wanted, _vocabulary())) from fault
    except UnexpectedCharacters as fault:
        at: Any = fault.pos_in_stream  # lark's own hint calls it None
        raise faults.describe_strange(source, at) from fault


def _with_upgrade(fault: RuleError) -> RuleError:
    """Say what to do where a text of an older version may use a later word as a name."""
    word, source = fault.span.text, fault.span.source
    if is_older(source) and word in reserved() and may_be_old_name(word):
        fault.hint = "; ".join(filter(None, (fault.hint, UPGRADE)))
    return fault


def _check_depth(source: SourceFile, tree: Tree[Token]) -> None:
    """Refuse a tree too deep for whatever walks it later; this walk is a loop."""
    waiting = [(tree, 0, 0)]
    while waiting:
        node, depth, ranging = waiting.pop()
        ranging += _ranges(node)
        if ranging > MOST_RANGING:
            raise too_many_ranging(_span(source, node.meta))
        if depth > DEEPEST and not node.meta.empty:
            raise too_deep(_span(source, node.meta))
        inner = (child for child in reversed(node.children) if isinstance(child, Tree))
        waiting.extend((child, depth + 1, ranging) for child in inner)


def _ranges(node: Tree[Token]) -> int:
    """Count the names that run over all their values from here on."""
    if node.data == "for_any":
        params = node.children[0]
        return len(params.children) if isinstance(params, Tree) else 0
    return int(node.data in _RANGING)


@cache
def _vocabulary() -> faults.Vocabulary:
    parser = grammar()
    found = {t.name: t.pattern for t in parser.terminals}
    words = {
        name: p.value.removesuffix(WORD_END)
        for name, p in found.items()
        if p.type == "str" or is_word(p)
    }
    name = re.compile(found["NAME"].to_regexp())
    kept = frozenset(w for w in words.values() if w.isalpha() and not name.fullmatch(w))
    return faults.Vocabulary(words, _beginnings(parser), kept)


def _beginnings(parser: Lark) -> dict[str, frozenset[str]]:
    """Return the terminals that each rule can begin with: the FIRST sets of the grammar.

    By iteration to a fixed point. A rule counts as one that may be empty if it has an empty
    expansion of its own, which is so of all of ours that may be empty.
    """
    found: dict[str, set[str]] = {rule.origin.name: set() for rule in parser.rules}
    empty = {rule.origin.name for rule in parser.rules if not rule.expansion}
    before = -1
    while before != (before := sum(map(len, found.values()))):
        for rule in parser.rules:
            for symbol in rule.expansion:
                found[rule.origin.name] |= found.get(symbol.name, {symbol.name})
                if symbol.name not in empty:
                    break
    return {name: frozenset(first) for name, first in found.items()}


def _span(source: SourceFile, at: Meta | Token) -> Span:
    start, end = at.start_pos, at.end_pos
    if start is None or end is None:
        message = f"lark gave {at!r} no position"
        raise AssertionError(message)
    return Span(source, start, end)


class _Tree(Transformer[Token, ast.File]):
    """Each grammar rule becomes the class of the same name, a list a tuple, a word a name."""

    def __init__(self, source: SourceFile) -> None:
        super().__init__()
        self._source = source

    def __default__(self, data: str, children: list[Any], meta: Meta) -> Any:
        rule = str(data)
        if rule in _LISTS:
            return tuple(child for child in children if child is not None)
        if rule in _MAYBE_NAMES:
            return children[0] or ()
        if rule in _WORDS:
            return ast.Name(" ".join(_text(c) for c in children), span=_span(self._source, meta))
        if rule in {"item_name", "case_name"}:
            return self._part(rule, children, meta)
        if rule == "export":
            return children[0] == "export"
        if rule in _PRESENT:
            return children[0] is not None
        if rule == "seeing":  # does not see
            return len(children) > 1
        if rule == "cards_or_none":
            return children[0] if children else None
        if rule == "makes" and len(children) == 1:  # nothing
            children = [*children, None]
        if rule == "below_zero":
            return ast.Whole(-children[0].value, span=_span(self._source, meta))
        kind = _CLASSES["".join(part.capitalize() for part in rule.split("_"))]
        return kind(*children, span=_span(self._source, meta))

    def _part(self, rule: str, children: list[Any], meta: Meta) -> ast.ItemName | ast.CaseName:
        """Make the name of an item out of the word that it begins with and its own."""
        span = _span(self._source, meta)
        word = next((child for child in children if isinstance(child, Token)), "define")
        kind = ast.Name(str(word), span=span)
        if rule == "item_name":
            return ast.ItemName(kind, children[-1], span=span)
        return ast.CaseName(kind, children[-1], span=span)

    def __default_token__(self, token: Token) -> Any:
        span = _span(self._source, token)
        match token.type:
            case "NAME" | "CARD":
                return ast.Name(str(token), span=span)
            case "INT":
                return ast.Whole(whole(token, span), span=span)
            case "STRING":
                inside = token[1:-1].replace('\\"', '"').replace("\\\\", "\\")
                return ast.Words(" ".join(inside.split()), span=span)
            case "LEDGER":
                return ast.Ledger(str(token), span=span)
            case _:
                return token


def _text(child: object) -> str:
    return child.text if isinstance(child, ast.Name) else str(child)
