"""Random trees of the whole language, made from the classes' own hints."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import count
from math import inf
from types import UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.syntax import ast
from haggis_rules.syntax.limits import LARGEST_NUMBER
from haggis_rules.syntax.parse import keywords
from haggis_rules.syntax.versions import LANGUAGE

NOWHERE = Span(SourceFile("nowhere", ""), 0, 0)
_LEAVES = (ast.Name, ast.Words, ast.Ledger, ast.Whole)  # made of no other classes
_FIXED = (ast.File, "language")  # which is one number in every tree
_Tree = TypeVar("_Tree")

_NAMES = st.one_of(
    st.sampled_from(["a", "turn", "top", "s", "J", "x-1", "a.b", "next.seat", "x2-y_z", "w" * 30]),
    st.from_regex(r"[a-zA-Z][a-zA-Z0-9_]{0,5}([.-][a-zA-Z0-9_]{1,5})?", fullmatch=True),
).filter(lambda name: name not in keywords())
_TURNED = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_SIGNS = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=_TURNED)
_PHRASES = st.one_of(st.sampled_from(["so", '"it"', "\\", "is,"]), st.text(_SIGNS, max_size=9))
_LEDGERS = st.from_regex(r"[0-9]{1,2}\.[0-9]{1,2}[a-z]?", fullmatch=True)

# Fields that hold words of the language, or something that is written in a way of its own.
_TYPES = ("seat", "team", "reading", "rank", "suit", "truth", "card", "facing")
_BOUND = ("seat", "team", "card", "rank", "suit")
_WORDS: dict[tuple[type, str], tuple[str, ...]] = {
    (ast.Binder, "type"): _BOUND,
    (ast.CardField, "kind"): ("rank", "suit"),
    (ast.CardLiteral, "text"): ("10r", "9y", "007x"),
    (ast.CaseName, "kind"): ("example", "question"),
    (ast.DefiniteName, "kind"): ("zone", "option", "deal to"),
    (ast.Deck, "suits"): ("in each suit", "without suit"),
    (ast.First, "type"): _BOUND[1:],
    (ast.FirstSeat, "start"): ("from", "after"),
    (ast.FreeParam, "type"): ("seat", "team", "rank", "suit", "facing"),
    (ast.ItemName, "kind"): (
        *("define", "score", "except", "may", "step", "on", "promise", "pattern", "choice"),
        *("deck", "state", "action"),
    ),
    (ast.LineNeed, "bound"): ("least", "most"),
    (ast.Need, "bound"): ("least", "most"),
    (ast.NumberOf, "many"): ("seats", "teams", "cards", "ranks", "suits"),
    (ast.NumberType, "unit"): ("seats", "cards", "points", "ranks", "hands"),
    (ast.OpenNumber, "unit"): ("seats", "cards", "points", "ranks", "hands"),
    (ast.NumberUpTo, "unit"): ("seats", "cards", "points", "ranks", "hands"),
    (ast.AnyNumber, "unit"): ("seats", "cards", "points", "ranks", "hands"),
    (ast.Option, "type"): _TYPES,
    (ast.Option, "usual"): ("true", "false", "up"),
    (ast.OptionIs, "value"): ("true", "false", "up"),
    (ast.OptionType, "inner"): _TYPES,
    (ast.Param, "type"): _TYPES,
    (ast.SeenBy, "audience"): ("all", "nobody", "owner", "team", "other", "both"),
    (ast.SoleName, "kind"): ("table", "ranks", "suits", "teams"),
    (ast.State, "owner"): ("seat", "team", "seat for each seat"),
    (ast.State, "type"): _TYPES,
    (ast.Status, "kind"): ("ruling", "erratum"),
    (ast.SuitRule, "words"): (
        *("any suits", "one suit", "different suits", "mixed suits"),
        *("matching suits", "matching different suits"),
    ),
    (ast.Zone, "owner"): ("seat", "team", "seat for each seat"),
    (ast.ZoneEach, "owner"): ("seat", "team", "seat for each seat"),
}
# How many a list holds at least, where that is not none.
_LEAST: dict[tuple[type, str], int] = {
    (ast.AddFrom, "names"): 1,
    (ast.ReplaceFrom, "names"): 1,
    (ast.Apart, "others"): 1,
    (ast.Between, "effects"): 1,
    (ast.Breaks, "promises"): 1,
    (ast.Change, "edits"): 1,
    (ast.Choice, "choices"): 2,
    (ast.Confirm, "names"): 1,
    (ast.ChoiceField, "choices"): 1,
    (ast.CombinationOf, "fields"): 1,
    (ast.DealEach, "ranks"): 1,
    (ast.DealRest, "groups"): 1,
    (ast.DealSome, "groups"): 1,
    (ast.Deck, "ranks"): 1,
    (ast.Example, "turns"): 1,
    (ast.ForAny, "params"): 1,
    (ast.Given, "parts"): 1,
    (ast.Guard, "conditions"): 1,
    (ast.MostOf, "parts"): 2,
    (ast.LineNeed, "patterns"): 1,
    (ast.HighestOfRanks, "ranks"): 1,
    (ast.ListedRanks, "ranks"): 1,
    (ast.Measure, "parts"): 1,
    (ast.Need, "patterns"): 1,
    (ast.On, "effects"): 1,
    (ast.Pattern, "mades"): 1,
    (ast.Progress, "cases"): 1,
    (ast.Question, "turns"): 1,
    (ast.Ranks, "ranks"): 1,
    (ast.Runs, "ranks"): 1,
    (ast.Lookup, "rows"): 1,
    (ast.SeatsAre, "counts"): 1,
    (ast.LeastOf, "parts"): 2,
    (ast.SomeSuits, "suits"): 1,
    (ast.Suits, "suits"): 1,
    (ast.Table, "seats"): 1,
    (ast.Teams, "names"): 1,
    (ast.Turn, "claims"): 1,
    (ast.Wild, "patterns"): 1,
    (ast.WildAsAny, "patterns"): 1,
    (ast.WildWhen, "patterns"): 1,
}


def classes() -> frozenset[type]:
    """Return every class of the tree, without those that only say what others share."""
    found = (value for value in vars(ast).values() if isinstance(value, type))
    own = (kind for kind in found if issubclass(kind, ast.Node))
    return frozenset(kind for kind in own if not kind.__subclasses__())


def inside(tree: object) -> set[type]:
    """Return the classes that occur in a tree."""
    found: set[type] = set()
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(cast("tuple[object, ...]", node))
        elif type(node) in classes():
            found.add(type(node))
            waiting.extend(getattr(node, f.name) for f in fields(cast("Any", node)))
    return found


def trees(kind: type[_Tree], depth: int = 7) -> st.SearchStrategy[_Tree]:
    """Draw trees of one class. So deep below its root, only what ends soon is drawn."""
    return _node(cast("Any", kind), depth)


def values(depth: int = 4) -> st.SearchStrategy[ast.Expr]:
    """Draw values of all kinds."""
    return _hinted(ast.Expr, depth)


def items(depth: int = 4) -> st.SearchStrategy[ast.Item]:
    """Draw items of all kinds."""
    return _hinted(ast.Item, depth)


def bare(kind: Any) -> Any:
    """Return the same small tree of a class each time: nothing in it that may be left out."""
    match kind:
        case ast.Name:
            return ast.Name("a", span=NOWHERE)
        case ast.Words:
            return ast.Words("So.", span=NOWHERE)
        case ast.Ledger:
            return ast.Ledger("1.2", span=NOWHERE)
        case ast.Whole:
            return ast.Whole(1, span=NOWHERE)
        case _:
            values = {name: next(_offered(kind, name, hint)) for name, hint in _parts_of(kind)}
            return kind(**values, span=NOWHERE)


def forms(kind: Any) -> Iterator[Any]:
    """Yield the bare tree of a class, and all that differ from it in one field.

    There each word, number and class comes that the field may hold, but of values only one.
    """
    first = bare(kind)
    yield first
    for name, hint in () if kind in _LEAVES else _parts_of(kind):
        for part in list(_offered(kind, name, hint))[1:]:
            yield replace(first, **{name: part})


def file_with(tree: Any) -> ast.File:
    """Return a file that holds a tree, by the shortest way down to its class from the root."""
    for owner, name in reversed(_paths()[type(tree)]):
        tree = _put(bare(owner), name, tree)
    return cast("ast.File", _numbered(tree, count(1)))


def _numbered(tree: Any, numbers: Iterator[int]) -> Any:
    """Return a tree whose names, words and numbers all differ, so that none stands for another."""
    match tree:
        case ast.Name(text="a"):
            return replace(tree, text=f"a{next(numbers)}")
        case ast.Words():
            return replace(tree, text=f"So {next(numbers)}.")
        case ast.Ledger():
            return replace(tree, text=f"1.{next(numbers) % 100}")
        case ast.Whole():
            return replace(tree, value=next(numbers))
        case _ if isinstance(tree, tuple):
            return tuple(_numbered(part, numbers) for part in cast("tuple[object, ...]", tree))
        case _ if type(tree) in classes():
            parts = [name for name, _ in _parts_of(type(tree)) if (type(tree), name) != _FIXED]
            values = {name: _numbered(getattr(tree, name), numbers) for name in parts}
            return replace(tree, **values)
        case _:
            return tree


def _parts_of(kind: Any) -> list[tuple[str, Any]]:
    return [(name, hint) for name, hint in get_type_hints(kind).items() if hint is not Span]


def _offered(kind: type, name: str, hint: Any) -> Iterator[Any]:
    """Yield what a field may hold, what is least of it first."""
    if (kind, name) == _FIXED:
        yield ast.Whole(LANGUAGE, span=NOWHERE)
        return
    parts = get_args(hint) or (hint,)
    if get_origin(hint) is tuple:
        least, kinds = _LEAST.get((kind, name), 0), _shortest(get_args(hint)[0])
        yield (bare(kinds[0]),) * least
        yield from ((bare(part),) * (least + 1) for part in kinds)
        return
    if type(None) in parts:
        yield None
    words = _WORDS.get((kind, name), ())
    yield from (ast.Name(word, span=NOWHERE) for word in words)
    for part in parts:
        if part is bool:
            yield from (False, True)
    kinds = [part for part in _shortest(hint) if part not in {bool, type(None)}]
    yield from (bare(part) for part in kinds if not words or part is not ast.Name)


def _shortest(hint: Any) -> list[Any]:
    """Return the kinds of a hint, those of the least depth first, and of all values only one."""
    parts = sorted(_members(hint) or (hint,), key=lambda part: _depths().get(part, 0))
    several = [part for part in parts if part in get_args(ast.Expr)]
    return [part for part in parts if part not in several[1:]]


def _members(hint: Any) -> list[Any]:
    """Return the kinds of a union that can be written: an edit does not write out the runs."""
    return [part for part in get_args(hint) if hint != ast.Part or part is not ast.Runs]


@cache
def _depths() -> dict[Any, float]:
    """Return how deep the smallest tree of each class is."""
    found: dict[Any, float] = dict.fromkeys(classes(), inf) | dict.fromkeys(_LEAVES, 0)
    while inf in found.values():
        found |= {kind: 1 + _below(kind, found) for kind in found if found[kind] == inf}
    return found


def _below(kind: Any, found: Mapping[Any, float]) -> float:
    """Return how deep the deepest field of a class is at its least."""
    return max(
        (
            min(found.get(part, 0) for part in _needed(kind, name, hint))
            for name, hint in _parts_of(kind)
            if (kind, name) not in _WORDS
        ),
        default=0,
    )


def _needed(kind: Any, name: str, hint: Any) -> Sequence[Any]:
    """Return the kinds of which one has to stand in a field, or None where it may be empty."""
    if get_origin(hint) is not tuple:
        return get_args(hint) or (hint,)
    (inner, _) = get_args(hint)
    return (get_args(inner) or (inner,)) if (kind, name) in _LEAST else (None,)


def holding(several: Iterable[ast.Item]) -> ast.File:
    """Make a file of which one clause has these items."""
    name, words = ast.Name("made.up", span=NOWHERE), ast.Words("So.", span=NOWHERE)
    clause = ast.Clause(name, (), None, None, words, (), None, tuple(several), span=NOWHERE)
    variant = ast.Variant(name, None, experimental=False, words=words, span=NOWHERE)
    return ast.File(ast.Whole(LANGUAGE, span=NOWHERE), variant, (), (clause,), span=NOWHERE)


@cache
def _paths() -> dict[type, tuple[tuple[type, str], ...]]:
    """Return the classes and their fields on the way from the root to each class below it."""
    found: dict[type, tuple[tuple[type, str], ...]] = {ast.File: ()}
    waiting: list[type] = [ast.File]
    for owner in waiting:  # which grows on the way
        for name, hint in get_type_hints(owner).items():
            for part in _classes_within(hint):
                if part not in found and _is_free(owner, name, part):
                    found[part] = (*found[owner], (owner, name))
                    waiting.append(part)
    return found


def _is_free(owner: type, name: str, part: type) -> bool:
    """Tell whether any tree of a class may stand in a field."""
    return (owner, name) != _FIXED and (part is not ast.Name or (owner, name) not in _WORDS)


def _classes_within(hint: Any) -> Iterator[type]:
    if hint in classes():
        yield hint
    for part in get_args(hint):
        yield from _classes_within(part)


def _put(owner: Any, name: str, part: object) -> Any:
    """Put a part into a field, in place of the first where the field holds several."""
    old = getattr(owner, name)
    several = isinstance(old, tuple)
    return replace(owner, **{name: (part, *cast("Any", old)[1:]) if several else part})


@cache
def _node(kind: Any, depth: int) -> st.SearchStrategy[Any]:
    match kind:
        case ast.Name:
            drawn = {"text": _NAMES}
        case ast.Words:
            drawn = {
                "text": st.lists(_PHRASES).map(lambda parts: " ".join(" ".join(parts).split()))
            }
        case ast.Ledger:
            drawn = {"text": _LEDGERS}
        case ast.Whole:
            drawn = {"value": st.one_of(st.integers(0, 3), st.integers(0, LARGEST_NUMBER))}
        case _:
            hints = {n: hint for n, hint in get_type_hints(kind).items() if hint is not Span}
            drawn = {name: _field(kind, name, hint, depth) for name, hint in hints.items()}
    return st.builds(kind, **drawn, span=st.just(NOWHERE))


def _field(kind: type, name: str, hint: Any, depth: int) -> st.SearchStrategy[Any]:
    if (kind, name) == _FIXED:
        return st.just(ast.Whole(LANGUAGE, span=NOWHERE))
    words = _WORDS.get((kind, name))
    if words is not None:
        named = st.builds(ast.Name, st.sampled_from(words), span=st.just(NOWHERE))
        others = [part for part in get_args(hint) if part is not ast.Name]
        return st.one_of(named, *(_hinted(part, depth) for part in others))
    if get_origin(hint) is tuple:
        least = _LEAST.get((kind, name), 0)
        parts = st.lists(_hinted(get_args(hint)[0], depth), min_size=least, max_size=least + 2)
        return parts.map(tuple)
    return _hinted(hint, depth)


def _hinted(hint: Any, depth: int) -> st.SearchStrategy[Any]:
    if hint is type(None):
        return st.none()
    if hint is bool:
        return st.booleans()
    if not isinstance(hint, UnionType):
        return st.deferred(lambda: _node(hint, depth - 1))
    parts = _members(hint)
    if depth <= 0:
        short = [p for p in parts if not _parts(p) & {ast.Expr, *parts}]
        parts = short or [p for p in parts if not _parts(p) & {*parts}]
    others = [p for p in parts if p not in get_args(ast.Expr)]
    kinds = [p for p in parts if p not in others]
    return _either([kinds] * bool(kinds) + [[p] for p in others], depth)


@st.composite
def _either(draw: st.DrawFn, groups: list[list[Any]], depth: int) -> Any:
    """Draw one of the groups and then one of its kinds, so that values do not crowd others out."""
    return draw(_hinted(draw(st.sampled_from(draw(st.sampled_from(groups)))), depth))


def _parts(kind: type) -> set[Any]:
    """Return the kinds of which a class is directly made, the union of all values as one."""
    if not is_dataclass(kind):
        return set()
    return {part for hint in get_type_hints(kind).values() for part in _within(hint)}


def _within(hint: Any) -> Iterator[Any]:
    parts = get_args(hint)
    if ast.Word in parts:
        yield ast.Expr
    elif parts:
        for part in parts:
            yield from _within(part)
    else:
        yield hint
