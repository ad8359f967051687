"""Hashes, tags and pages depend on declared names: any class, field or member can be renamed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, make_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

import pytest

from haggis_rules.analysis.comparison import equal_parts
from haggis_rules.analysis.comparison.equal_parts import differing_parts
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import canonical as declared
from haggis_rules.ir.canonical import (
    DECLARED,
    UndeclaredError,
    canonical,
    declare,
    digest,
    named_parts,
)
from haggis_rules.ir.game import Game, Run
from haggis_rules.ir.lawfulness import check_expr
from haggis_rules.ir.laws import UnlawfulError
from haggis_rules.ir.load import load_game
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.ir.nodes import AtMost, Number
from haggis_rules.ir.tags import TYPED_FORM
from haggis_rules.ir.traversal import Placed
from haggis_rules.ir.types import Plain
from haggis_rules.site.pages.semantics import semantics
from haggis_rules.syntax import ast
from haggis_rules.syntax.ast import Example
from haggis_rules.syntax.tags import TREE
from haggis_rules.verdicts.reader import judged_digest
from tests.renaming import renamed

WORDS = Path(__file__).parent.parent / "texts" / "every-word.haggis"
DECLARATIONS: Mapping[type, str] = {**TREE, **TYPED_FORM}
KINDS = pytest.mark.parametrize("kind", DECLARATIONS, ids=lambda kind: kind.__name__)


def reached(hint: Any, found: set[type]) -> set[type]:
    """Return the dataclasses and enums that a value of a type may be made of."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        found.add(hint)
    elif isinstance(hint, type) and is_dataclass(hint):
        if hint not in found:
            found.add(hint)
            hints = get_type_hints(hint, localns={"ast": ast})  # a case imports it not at all
            for each in fields(hint):
                if each.repr:
                    reached(hints[each.name], found)
    else:
        for inner in get_args(hint):
            reached(inner, found)
    return found


def look_alike(kind: type) -> type:
    """Return a class like another, but with a new name for itself and all that it has."""
    name = f"New{kind.__name__}"
    if issubclass(kind, Enum):
        return cast("type", Enum(name, {f"NEW_{one.name}": one.value for one in kind}))
    parts: list[tuple[str, type, Any]] = [
        (f"new_{each.name}", object, field(default=each.default))
        if each.name in DECLARED[kind].later
        else (f"new_{each.name}", object, field())
        for each in fields(cast("Any", kind))
        if each.repr
    ]
    return make_dataclass(name, parts, frozen=True, slots=True)


@dataclass(frozen=True, slots=True)
class LookAlikes:
    """A look-alike of every declared class, and how to make a look-alike of a value."""

    kinds: Mapping[type, type]

    def of(self, value: Any) -> Any:
        """Return a value with each part replaced by its look-alike."""
        kind = self.kinds.get(value.__class__)
        if isinstance(value, Enum):
            return list(cast("Any", kind))[list(type(value)).index(value)]
        if kind is not None:
            names = (each.name for each in fields(value) if each.repr)
            return kind(*(self.of(getattr(value, name)) for name in names))
        if isinstance(value, tuple):
            return tuple(self.of(each) for each in cast("tuple[object, ...]", value))
        if isinstance(value, list):
            return [self.of(each) for each in cast("list[object]", value)]
        if isinstance(value, dict):
            named = cast("dict[object, object]", value)
            return {key: self.of(each) for key, each in named.items()}
        return value


@cache
def look_alike_of_each() -> Mapping[type, type]:
    """Return a look-alike of every declared class."""
    return {kind: look_alike(kind) for kind in DECLARATIONS}


@pytest.fixture
def look_alikes(monkeypatch: pytest.MonkeyPatch) -> LookAlikes:
    """Rename everything: each look-alike has the declaration of the class that it is like."""
    for kind, new in look_alike_of_each().items():
        monkeypatch.setitem(DECLARED, new, declare(new, DECLARATIONS[kind]))
    return LookAlikes(look_alike_of_each())


def games() -> Iterator[Game]:
    for text in ("tatties", WORDS):
        found, faults = check_everywhere(text)
        assert found
        assert not faults
        yield from found[:2]


def test_everything_that_a_game_is_made_of_is_declared_and_nothing_else() -> None:
    assert reached(Game, set()) == DECLARATIONS.keys()


def test_a_class_without_a_tag_has_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(DECLARED, AtMost)
    monkeypatch.setattr(declared, "_WRITERS", {})
    with pytest.raises(UndeclaredError, match="AtMost'> has no tag"):
        digest(AtMost(*cast("tuple[Any, Any, Any]", (None, None, None))))


@pytest.mark.parametrize("declaration", ["AtMost(type, left)", "AtMost(type, left, right, other)"])
def test_a_declaration_names_each_field_once(declaration: str) -> None:
    with pytest.raises(UndeclaredError, match=r"does not name what .* has: type, left, right"):
        declare(AtMost, declaration)


def test_what_was_added_later_is_left_out_at_its_default_and_only_there() -> None:
    old = "Run(length=3, top=0)"
    assert canonical(Run(3, 0)) == canonical(Run(3, 0, ())) == old
    assert canonical(Run(3, 0, (1, 0))) == "Run(length=3, top=0, order=(1, 0))"


def test_only_what_has_a_default_can_be_left_out() -> None:
    with pytest.raises(UndeclaredError, match="leaves out what has no default"):
        declare(AtMost, "AtMost(type, left, right?)")


def test_no_two_classes_of_one_table_share_a_tag() -> None:
    for table in (TREE, TYPED_FORM):
        tags = [declare(kind, declaration).tag for kind, declaration in table.items()]
        assert len(tags) == len(set(tags))


def test_declared_names_stay_as_they_are(golden: Callable[[str, str], None]) -> None:
    rows = ["The tree", *TREE.values(), "", "The typed form", *TYPED_FORM.values()]
    golden("ir/tags.txt", "\n".join(rows) + "\n")


@KINDS
def test_a_class_can_be_renamed_with_all_that_it_has(kind: type, look_alikes: LookAlikes) -> None:
    if issubclass(kind, Enum):
        parts: list[Any] = list(kind)
    else:
        parts = [kind(**{each.name: each.name for each in fields(cast("Any", kind)) if each.init})]
    for part in parts:
        assert canonical(look_alikes.of(part)) == canonical(part)
        assert repr(look_alikes.of(part)) != repr(part)


def test_a_game_keeps_its_hash_whatever_its_parts_are_called(look_alikes: LookAlikes) -> None:
    for game in games():
        other = look_alikes.of(game)
        assert digest(other) == digest(game)
        assert dict(named_parts(other)).keys() == dict(named_parts(game)).keys()
        assert repr(other) != repr(game)


def test_rules_and_verdicts_keep_their_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(games())
    before = [(Rules(g).digest, Rules(g).content, judged_digest(g), repr(g)) for g in found]
    for kind in DECLARATIONS:
        monkeypatch.delitem(vars(declared)["_WRITERS"], kind, raising=False)
    with renamed(DECLARATIONS):
        after = [(Rules(g).digest, Rules(g).content, judged_digest(g), repr(g)) for g in found]
    assert [hashes[:3] for hashes in after] == [hashes[:3] for hashes in before]
    assert all(new[3] != old[3] for new, old in zip(after, before, strict=True))


def test_comparisons_tell_declared_names(look_alikes: LookAlikes) -> None:
    one, other = load_game("classic", players=2), load_game("classic", players=3)
    found = differing_parts(one, other)
    assert "seats" in found
    with renamed(DECLARATIONS):
        assert differing_parts(one, other) == found
    parts = [one.states, one.actions, one.definitions, one.patterns]
    as_compared: Callable[[object], object] = vars(equal_parts)["_bare"]
    for part in parts:  # members of enums stand for themselves
        assert as_compared(look_alikes.of(part)) == look_alikes.of(as_compared(part))


def test_the_page_of_meanings_tells_declared_names(monkeypatch: pytest.MonkeyPatch) -> None:
    before = semantics()
    monkeypatch.setitem(DECLARED, AtMost, declare(AtMost, "Other(type, first, second)"))
    row = "| `AtMost` | `left`, `right` |"
    assert row in before
    assert semantics() == before.replace(row, "| `Other` | `first`, `second` |")


def test_faults_of_the_typed_form_tell_declared_names() -> None:
    game = load_game("cats")
    place = Placed("a.clause", Number(Plain.TRUTH, 1), Plain.TRUTH, {})

    def message() -> str:
        with pytest.raises(UnlawfulError) as unlawful:
            check_expr(place, game)
        return str(unlawful.value)

    before = message()
    assert before.endswith("breaks the law of Number")
    with renamed(DECLARATIONS):
        assert message() == before


def test_spans_do_not_count() -> None:
    written = load_game("cats").cases[0].written
    assert isinstance(written, Example)
    assert "span" not in canonical(written)
