"""What is printed parses to the same tree, and printing again changes nothing."""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.storage import package_data
from haggis_rules.syntax import ast, print_expression
from haggis_rules.syntax.format import format_text
from haggis_rules.syntax.layout import WIDTH
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show, show_clause, show_item, show_items
from tests.syntax.trees import (
    NOWHERE,
    classes,
    file_with,
    forms,
    holding,
    inside,
    items,
    trees,
    values,
)

TESTS = Path(__file__).parents[1]
HERE = Path(__file__).parent
SHIPPED = [place for place in package_data.data("spec").iterdir() if place.name.endswith(".haggis")]
WRITTEN = [*SHIPPED, *TESTS.glob("heron/*.haggis"), *TESTS.glob("texts/*.haggis")]
NAMED = attrgetter("__name__")


def comes_back(tree: ast.File) -> str:
    text = show(tree)
    again = parse(SourceFile("printed", text))
    assert again == tree
    assert show(again) == text
    return text


def is_narrow(text: str) -> bool:
    """Tell whether all lines fit, but for a word that is too long by itself."""
    return all(len(line) <= WIDTH or " " not in line.strip() for line in text.split("\n"))


def stepping(value: ast.Expr) -> ast.File:
    return holding([ast.Step(ast.Name("tidy", span=NOWHERE), value, span=NOWHERE)])


@given(trees(ast.File))
def test_a_random_file_comes_back_as_it_was(file: ast.File) -> None:
    comes_back(file)


@given(st.lists(items(), min_size=3, max_size=3))
def test_random_items_come_back_as_they_were(several: list[ast.Item]) -> None:
    assert is_narrow(comes_back(holding(several)))


@given(values(6))
def test_a_random_value_comes_back_as_it_was(value: ast.Expr) -> None:
    assert is_narrow(comes_back(stepping(value)))
    comes_back_from_one_line(value)


def comes_back_from_one_line(value: ast.Expr) -> None:
    line = print_expression.show_expr(value)
    assert "\n" not in line
    file = parse(SourceFile("line", f'language 2 variant v "" clause c "" step tidy when {line}'))
    (entry,) = file.entries
    assert isinstance(entry, ast.Clause)
    assert entry.items == (ast.Step(ast.Name("tidy", span=NOWHERE), value, span=NOWHERE),)


@pytest.mark.parametrize("kind", sorted(classes(), key=NAMED), ids=NAMED)
def test_every_class_of_the_tree_comes_back_in_each_of_its_forms(kind: type) -> None:
    for tree in forms(kind):
        file = file_with(tree)
        assert kind in inside(file)
        comes_back(file)


def test_each_field_of_every_class_is_seen_with_something_in_it_and_with_nothing() -> None:
    for kind in classes():
        examples = list(forms(kind))
        assert len({repr(tree) for tree in examples}) == len(examples)
        for field in fields(kind):
            held = [getattr(tree, field.name) for tree in examples]
            if None in held or False in held or () in held:
                assert any(held), (kind, field.name)


def test_a_printer_that_leaves_brackets_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    file = parse(SourceFile("v", 'language 2 variant v "" clause c "" step a when not (b and c)'))
    comes_back(file)

    def tight(_: ast.Expr) -> print_expression.Binding:
        return print_expression.Binding.COUNTED

    monkeypatch.setattr(print_expression, "binding", tight)
    with pytest.raises(AssertionError):
        comes_back(file)


@pytest.mark.parametrize("place", WRITTEN, ids=lambda place: place.name)
def test_a_written_text_comes_back_as_it_was(place: Path) -> None:
    text = comes_back(parse(SourceFile(place.name, place.read_text(encoding="utf-8"))))
    assert is_narrow(text)


@pytest.mark.parametrize("place", SHIPPED, ids=lambda place: place.name)
def test_only_the_layout_is_changed_by_formatting(place: Path) -> None:
    text = place.read_text(encoding="utf-8")
    formatted = format_text(SourceFile(place.name, text))
    assert formatted.replace("(", " ").replace(")", " ").split() == (
        text.replace("(", " ").replace(")", " ").split()
    )
    assert format_text(SourceFile(place.name, formatted)) == formatted


def test_an_untidy_text_is_laid_out(golden: Callable[[str, str], None]) -> None:
    text = (HERE / "untidy.haggis").read_text(encoding="utf-8")
    golden("syntax/tidy.haggis", format_text(SourceFile("untidy.haggis", text)))


def test_the_formal_text_of_a_clause_has_no_indentation() -> None:
    text = 'language 2 variant v "" clause c 1.2 "So." on a let b be 1 step d when e'
    (entry,) = parse(SourceFile("v", text)).entries
    assert isinstance(entry, ast.Clause)
    assert show_items(entry.items) == "on a\n  let b be 1\nstep d when e\n"
    assert show_item(entry.items[1]) == "step d when e\n"
    assert show_clause(entry) == (
        'clause c 1.2\n  "So."\n  on a\n    let b be 1\n  step d when e\n'
    )


def test_what_is_given_in_an_example_is_held_together() -> None:
    text = (
        'language 2 variant v "" clause c "" example "e" '
        "given a is (b and c), d of (e + f) is 1 + 2, the rest in g then not (h implies i), j"
    )
    assert "given a is (b and c), d of (e + f) is 1 + 2, the rest in g" in comes_back(
        parse(SourceFile("v", text))
    )


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (
            "(1 when a otherwise (2 when b otherwise 3))",
            "(1 when a otherwise 2 when b otherwise 3)",
        ),
        ("(1 when a otherwise 2 when b otherwise 3)", "(1 when a otherwise 2 when b otherwise 3)"),
        (
            "((1 when a otherwise 2) when b otherwise 3)",
            "((1 when a otherwise 2) when b otherwise 3)",
        ),
        (
            "((1 when a otherwise (2 when b otherwise 3)))",
            "(1 when a otherwise 2 when b otherwise 3)",
        ),
    ],
)
def test_only_the_choice_after_otherwise_needs_no_brackets(written: str, shown: str) -> None:
    def step(value: str) -> str:
        return f'language 2 variant v "" clause c "" step tidy when {value}'

    file = parse(SourceFile("written", step(written)))
    assert comes_back(file).rstrip().endswith(f"step tidy when {shown}")


def test_a_long_row_of_choices_has_a_line_for_each() -> None:
    arms = "\n".join(
        f"    otherwise {n} when number of seats s where (s is ready) is {n}" for n in "234"
    )
    row = f"(1 when number of seats s where (s is ready) is 1\n{arms}\n    otherwise 0)"
    text = f'language 2 variant v "" clause c "" step tidy when {row}'
    shown = comes_back(parse(SourceFile("written", text)))
    assert shown.rstrip().endswith(row.replace("\n    ", "\n      "))
