"""The readings of a word of the language: where each is found, and which kind of word has it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from code_index import TREE, TYPED, Code, Form, Module, Place, Rule

LANGUAGE_PAGE = "docs/language.md"
VERIFY = "verify/haggis_verify/"
MANY = 6  # classes of a union of which nobody takes more than half but for all
GENERIC = "_CLASSES"  # the parser's table of all classes, by which most rules become one


@dataclass(frozen=True, slots=True)
class Word:
    """What readings are of: a rule of the grammar with its tree, or a class of the typed form."""

    kind: str
    name: str
    rule: Rule | None = None

    @property
    def class_name(self) -> str:
        """The class of the tree, or of the typed form."""
        return self.name if self.rule is None else self.rule.class_name


Find = Callable[[Code, Word], Sequence[Place]]


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading by its name, and how its places are found."""

    name: str
    find: Find


def _named(room: str, *wheres: str, but: Sequence[str] = ()) -> Find:
    """Return how to find the places in some files that name a class.

    Where a ``match`` or a table is for a whole union, the word has to stand in one, and in each if
    the union is a large one: of a few classes, some functions take all but one. Else any place will
    do, and of those the most telling are given.
    """

    def find(code: Code, word: Word) -> Sequence[Place]:
        key = (room, word.class_name)
        found = [
            one
            for one in code.references.get(key, ())
            if _lies(one.place.path, wheres, but) and one.form is not Form.TAG
        ]
        whole = [one for one in code.whole(room, word.kind) if _lies(one.path, wheres, but)]
        if whole:
            places = [one.places.get(word.class_name) for one in whole]
            if len(code.unions[room][word.kind]) >= MANY and None in places:
                return ()
            return _sorted(place for place in places if place)
        taken = [one.place for one in found if one.form in {Form.CASE, Form.ROW}]
        best = min((one.form for one in found), key=list(Form).index, default=None)
        return _sorted(taken or [one.place for one in found if one.form is best])

    return find


def _lies(path: str, wheres: Sequence[str], but: Sequence[str]) -> bool:
    return any(fnmatch(path, one) for one in wheres) and not any(fnmatch(path, o) for o in but)


def _tagged(room: str) -> Find:
    def find(code: Code, word: Word) -> Sequence[Place]:
        found = code.references.get((room, word.class_name), ())
        return _sorted(one.place for one in found if one.form is Form.TAG)

    return find


def _defined(room: str) -> Find:
    def find(code: Code, word: Word) -> Sequence[Place]:
        place = code.classes.get((room, word.class_name))
        return () if place is None else (place,)

    return find


def _elsewhere(room: str) -> Find:
    """Return how to find whatever else is for the whole union of a word."""

    def find(code: Code, word: Word) -> Sequence[Place]:
        files = ELSEWHERE[room]
        whole = [one for one in code.whole(room, word.kind) if not _lies(one.path, files, ())]
        places = (one.places.get(word.class_name) for one in whole)
        return _sorted(place for place in places if place)

    return find


def _in_grammar(_: Code, word: Word) -> Sequence[Place]:
    return () if word.rule is None else (word.rule.place,)


def _parsed(code: Code, word: Word) -> Sequence[Place]:
    """Find the lines of the parser that name a rule, or the one that makes all other classes."""
    named, generic = list[Place](), list[Place]()
    for module in code.modules.values():
        if not module.path.startswith("haggis_rules/syntax/") or not _imports(module, "lark"):
            continue
        named += module.written.get(word.name, ())
        generic += module.looked_up.get(GENERIC, ())
    has_class = (TREE, word.class_name) in code.classes
    return _sorted([*named, *(generic if has_class else ())])


def _imports(module: Module, name: str) -> bool:
    return any(
        isinstance(node, ast.Import) and any(one.name == name for one in node.names)
        for node in module.tree.body
    )


def _on_language_page(code: Code, word: Word) -> Sequence[Place]:
    """Find the rows of the page's tables whose second column names a rule."""
    found = list[Place]()
    for number, line in enumerate(code.texts[LANGUAGE_PAGE].splitlines(), 1):
        cells = line.split(" | ")
        if line.startswith("| ") and len(cells) > 1 and f"`{word.name}`" in cells[1]:
            found.append(Place(LANGUAGE_PAGE, number))
    return found


def _sorted(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(set(places)))


_NOT_ENCODED = (f"{VERIFY}encode/definedness.py",)

# Descent takes the words that edit a parent, and lowering all others.
DESCENT_AND_LOWERING = ("haggis_rules/ir/descent/*", "haggis_rules/ir/lower/*")

ELSEWHERE = {
    TREE: (
        *("haggis_rules/syntax/*", *DESCENT_AND_LOWERING, "haggis_rules/mutation/*"),
        "haggis_rules/cases/*",
    ),
    TYPED: (
        *("haggis_rules/ir/*laws*", "haggis_rules/semantics/*", "haggis_rules/codegen/*"),
        *("haggis_rules/enumeration/*", "haggis_rules/wording/*", "haggis_rules/lowering/*"),
        *("haggis_rules/notation/game_forms.py", f"{VERIFY}encode/*", f"{VERIFY}patterns/*"),
        f"{VERIFY}obligations/*",
    ),
}

OF_TREE = (
    Reading("grammar", _in_grammar),
    Reading("language page", _on_language_page),
    Reading("tree class", _defined(TREE)),
    Reading("parse", _parsed),
    Reading("printing", _named(TREE, "haggis_rules/syntax/print*")),
    Reading("tree tag", _tagged(TREE)),
    Reading("lowering", _named(TREE, *DESCENT_AND_LOWERING)),
    Reading("examples", _named(TREE, "haggis_rules/cases/*")),
    Reading("mutation", _named(TREE, "haggis_rules/mutation/*")),
    Reading("elsewhere", _elsewhere(TREE)),
)
OF_TYPED = (
    Reading("typed node", _defined(TYPED)),
    Reading("typed tag", _tagged(TYPED)),
    Reading("law", _named(TYPED, "haggis_rules/ir/*laws*")),
    Reading("evaluation", _named(TYPED, "haggis_rules/semantics/*")),
    Reading("generated Python", _named(TYPED, "haggis_rules/codegen/*")),
    Reading("enumeration", _named(TYPED, "haggis_rules/enumeration/*")),
    Reading("terms", _named(TYPED, f"{VERIFY}encode/*", but=_NOT_ENCODED)),
    Reading("definedness", _named(TYPED, *_NOT_ENCODED)),
    Reading("pattern proofs", _named(TYPED, f"{VERIFY}patterns/*")),
    Reading("obligations", _named(TYPED, f"{VERIFY}obligations/*")),
    Reading("English", _named(TYPED, "haggis_rules/wording/*")),
    Reading("module", _named(TYPED, "haggis_rules/lowering/*")),
    Reading("schema", _named(TYPED, "haggis_rules/notation/game_forms.py")),
    Reading("elsewhere", _elsewhere(TYPED)),
)

# What a word needs by its kind: the union of the tree, or of the typed form, that it belongs to.
WHATEVER = ("grammar", "language page", "tree class", "parse", "printing", "lowering")
_EXPRESSION = (
    *("typed node", "typed tag", "law", "evaluation", "generated Python", "terms"),
    *("definedness", "English", "module"),
)
TREE_NEEDS = {
    "Expr": (*WHATEVER, "tree tag", "mutation"),
    "Effect": (*WHATEVER, "mutation"),
    "ZoneOf": (*WHATEVER, "tree tag", "mutation"),
    "Condition": (*WHATEVER, "tree tag", "mutation"),
    "Claim": (*WHATEVER[:-1], "tree tag", "examples"),
    "Item": (*WHATEVER, "mutation"),
    "Entry": (*WHATEVER, "mutation"),
    "Signature": (*WHATEVER, "mutation"),
    "PromiseForm": WHATEVER,
    "ActionParam": WHATEVER,
    "Field": WHATEVER,
    "Place": WHATEVER,
    "Type": WHATEVER,
    "part": WHATEVER,
    "list": ("grammar", "parse"),
}
TYPED_NEEDS = {
    "Expr": _EXPRESSION,
    "Effect": (*_EXPRESSION[:6], "English"),
    "ZoneRef": (*_EXPRESSION[:6], "definedness", "English"),
    "PromiseForm": ("typed node", "typed tag", "law", "obligations", "English"),
    "Deal": ("typed node", "typed tag", "evaluation", "terms", "English"),
    "Place": ("typed node", "typed tag", "evaluation", "English"),
    "ActionParam": (*_EXPRESSION[:2], "evaluation", "enumeration", "terms", "English"),
    "Type": (*_EXPRESSION[:6], "English", "schema"),
    "part": ("typed node", "typed tag"),
}

_INSIDE = "whatever holds it takes its fields"
_BY_PARTS = "the changes to its parts are changes to it"
EXCUSES: dict[tuple[str, str], str] = {
    **{
        ("printing", name): _INSIDE
        for name in (
            *(
                "Source",
                "Cite",
                "MadeWhen",
                "Everything",
                "Given",
                "Turn",
                "FieldValue",
                "LookupRow",
            ),
        )
    },
    **{
        ("lowering", name): _INSIDE
        for name in ("Variant", "Source", "Shown", "SomeCard", "FieldValue")
    },
    **{
        ("lowering", name): "`haggis_rules.cases` types the examples"
        for name in ("Setting", "Turn", "Done")
    },
    **{
        ("mutation", name): _BY_PARTS
        for name in (
            *("PointsEach", "CopiesIn", "RankOf", "SuitOf", "TeamOf", "CopiesOf"),
            *("CardsIn", "Before", "TotalScore", "CombinationOf", "AnySuit", "Without"),
        )
    },
    ("mutation", "AllZones"): "there is nothing in it to change",
    ("mutation", "Openly"): "it is taken away as flags are, and what it opens by its parts",
    ("mutation", "NoneValue"): "no other value fits wherever it stands",
    **{
        ("mutation", name): "it stands in examples alone, which are not changed"
        for name in ("PlayLiteral", "SeatLiteral")
    },
}


def excuse(reading: str, word: Word) -> str:
    """Return why a word need not have a reading, or nothing."""
    if reading == "parse" and word.rule is not None and word.rule.inlined:
        return "only one of its alternatives is left in the tree"
    return EXCUSES.get((reading, word.class_name), "")
