"""The map of the code is whole: no word of the language lacks a reading that applies to it."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from code_index import TREE, TYPED, Code, Place
from word import Entry, entries, lacking, main, matching, nodes, typed_word, words
from word_lowering import BESIDES, typed_nodes
from word_readings import EXCUSES, OF_TREE, OF_TYPED, TREE_NEEDS, TYPED_NEEDS, Word

from haggis_rules.ir import load
from haggis_rules.ir.lower import expressions, lower_everywhere

ROOT = Path(__file__).parents[1]
CODE = Code.read(ROOT)
LARGE = {"Expr", "PromiseForm", "Item"}  # each place in a `match` for all of them counts


def everything() -> list[Word]:
    """Return the words of the language, and all classes of the typed form."""
    return [*words(CODE), *(typed_word(CODE, name) for name in sorted(CODE.tagged))]


def test_no_word_lacks_a_reading() -> None:
    assert [f"{one.word.name} lacks {one.reading}" for one in lacking(CODE)] == []


def test_every_rule_of_the_grammar_is_a_word() -> None:
    grammar = (ROOT / "grammar" / "haggis.lark").read_text("utf-8")
    heads = set(re.findall(r"^[?!]*([a-z_]+)(?:\.\d+)?:", grammar, re.MULTILINE))
    named = set(re.findall(r"-> (\w+)", grammar))
    assert {word.name for word in words(CODE)} == heads | named


def test_every_class_of_each_union_is_a_word_of_its_kind() -> None:
    kinds = {word.class_name: word.kind for word in words(CODE) if word.kind != "list"}
    for kind in ("Expr", "Effect", "ZoneOf", "PromiseForm", "Item"):
        wanted = CODE.unions[TREE][kind]
        assert {name for name, its in kinds.items() if its == kind} == wanted
    assert len(CODE.unions[TREE]["Expr"]) > 40


def test_every_kind_has_words_and_every_reading_is_wanted() -> None:
    kinds = {(one.rule is None, one.kind) for one in everything()}
    wanted = {(False, kind) for kind in TREE_NEEDS} | {(True, kind) for kind in TYPED_NEEDS}
    assert kinds == wanted
    for readings, needs in ((OF_TREE, TREE_NEEDS), (OF_TYPED, TYPED_NEEDS)):
        asked = {name for wanted_here in needs.values() for name in wanted_here}
        assert asked <= {one.name for one in readings}


def test_no_excuse_is_idle() -> None:
    used = {
        (entry.reading, one.class_name)
        for one in everything()
        for entry in entries(CODE, one)
        if entry.excuse
    }
    assert set(EXCUSES) <= used


WANTED = [
    (typed, kind, name)
    for typed, needs in ((False, TREE_NEEDS), (True, TYPED_NEEDS))
    for kind, wanted in needs.items()
    for name in wanted
    if name != "grammar"  # without its rule, there is no such word
]


@pytest.mark.rotates
@pytest.mark.parametrize(("typed", "kind", "name"), WANTED)
def test_what_is_taken_out_is_missed(*, typed: bool, kind: str, name: str) -> None:
    entry = next(one for one in _of_kind(typed=typed, kind=kind) if _has(one, name))
    holders = {p for w in CODE.whole(TYPED if typed else TREE, kind) for p in w.places.values()}
    alone = kind in LARGE and holders >= set(entry.places)
    for place in entry.places if alone else entry.places[:1]:
        code = without(CODE, entry.word, place)
        while not alone and (left := _again(code, entry).places):
            code = without(code, entry.word, left[0])
        assert _again(code, entry).missing


def _of_kind(*, typed: bool, kind: str) -> Iterator[Entry]:
    for one in everything():
        if (one.rule is None, one.kind) == (typed, kind):
            yield from entries(CODE, one)


def _has(entry: Entry, name: str) -> bool:
    return entry.reading == name and bool(entry.places)


def _again(code: Code, entry: Entry) -> Entry:
    """Look for a reading of the same word in other sources."""
    return next(one for one in entries(code, entry.word) if one.reading == entry.reading)


def without(code: Code, word: Word, place: Place) -> Code:
    """Return the sources without the name of a word on a line."""
    lines = code.texts[place.path].splitlines(keepends=True)
    line = lines[place.line - 1]
    name = f"(?:{word.class_name}|{word.name}|_CLASSES)"
    lines[place.line - 1] = re.sub(rf"\b{name}\b", "Absent", line)
    assert lines[place.line - 1] != line
    return Code({**code.texts, place.path: "".join(lines)})


def test_what_a_word_becomes_is_what_lowering_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, set[str]] = {}
    real = expressions.expression

    def noting(node: Any, scope: Any, wanted: Any) -> Any:
        made = real(node, scope, wanted)
        seen.setdefault(type(node).__name__, set()).add(type(made).__name__)
        return made

    monkeypatch.setattr(expressions, "expression", noting)
    for name in ("classic", "neeps", "tatties"):
        lower_everywhere(load.lineage(load.source_of(name)))  # typed anew, kept or not
    assert len(seen) > 30
    for name, made in seen.items():
        assert made <= set(typed_nodes(CODE, "Expr", name)), name
    for name, extra in BESIDES.items():
        assert name not in seen or set(extra) & seen[name], name


def test_each_expression_becomes_something() -> None:
    for word in words(CODE):
        if word.kind in {"Expr", "Effect", "ZoneOf", "PromiseForm"}:
            assert nodes(CODE, word), word.name


@pytest.mark.parametrize("text", ["number_of", "NumberOf", "number of"])
def test_a_word_is_found_by_rule_by_class_and_by_what_a_text_says(text: str) -> None:
    assert [word.name for word in matching(CODE, text)] == ["number_of"]


def test_a_word_inside_is_found_and_so_is_a_node_with_another_name() -> None:
    assert [word.name for word in matching(CODE, "otherwise")] == ["if_"]
    assert [word.name for word in matching(CODE, "DeckCopies")] == ["copies_of"]


def test_the_places_are_printed_with_their_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["number", "of"]) == 0
    shown = capsys.readouterr().out
    assert re.search(
        r"^  evaluation +\S+/evaluate\.py:\d+   case nodes\.NumberOf\(", shown, re.MULTILINE
    )
    assert re.search(r"^  module +haggis_rules/lowering/\S+:\d+   ", shown, re.MULTILINE)
    assert "MISSING" not in shown


def test_an_unknown_word_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["numbr_of"]) == 2
    assert "did you mean `number_of`" in capsys.readouterr().err


def test_without_a_word_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == len(CODE.rules)
    assert any(re.fullmatch(r"copies_of +Expr +DeckCopies", line) for line in shown)


def test_a_missing_reading_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("grammar", "haggis_rules", "verify", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=_not_source)
    (place,) = next(
        e for e in entries(CODE, typed_word(CODE, "NumberOf")) if _has(e, "terms")
    ).places
    file = tmp_path / place.path
    file.write_text(without(CODE, typed_word(CODE, "NumberOf"), place).texts[place.path], "utf-8")
    assert main(["--root", str(tmp_path), "number_of"]) == 1
    assert re.search(r"^  terms +MISSING$", capsys.readouterr().out, re.MULTILINE)


def _not_source(folder: str, names: list[str]) -> list[str]:
    return [
        n for n in names if not (Path(folder, n).is_dir() or n.endswith((".py", ".lark", ".md")))
    ]


def test_a_class_is_one_of_the_tree_or_of_the_typed_form() -> None:
    assert CODE.unions[TYPED]["Expr"] <= CODE.tagged
