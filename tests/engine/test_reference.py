"""Each public name is told in a sentence, with an example that runs."""

import doctest
import inspect
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import cast

import pytest

import haggis_rules
from haggis_rules.diagnostics.errors import meaning_of
from haggis_rules.ir.game import Game
from haggis_rules.lowering import compiled_module, running_game
from haggis_rules.lowering.kept_modules import KeptModule
from haggis_rules.notation.forms import for_each_game
from haggis_rules.site.pages.api import INNER, alias_docstrings, api_page, public_members

NAMES = [name for name in haggis_rules.__all__ if not name.startswith("_")]
MEMBERS = [
    (name, member)
    for name in NAMES
    if isinstance(kind := getattr(haggis_rules, name), type) and kind.__name__ == name
    for member, _ in public_members(name, kind)
]
PARSER = doctest.DocTestParser()


@cache
def reference() -> str:
    """Return the page of all public names."""
    return api_page()


def docstring(name: str) -> str:
    """Return what is told of a public name: of a type without a class, below its definition."""
    thing = getattr(haggis_rules, name)
    if inspect.isfunction(thing):
        return inspect.cleandoc(thing.__doc__ or "")
    if getattr(thing, "__name__", None) == name:
        own = cast("Mapping[str, object]", vars(thing))
        return inspect.cleandoc(str(own.get("__doc__") or ""))  # and no docstring of a base
    return inspect.cleandoc(alias_docstrings()[name])


def member_docstring(name: str, member: str) -> str:
    """Return what is told of a method or property of a public class."""
    found = dict(public_members(name, getattr(haggis_rules, name)))[member]
    return inspect.cleandoc(getattr(found, "__doc__", None) or "")


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> Iterator[list[haggis_rules.Rules]]:
    """Keep what the examples load and compile, so that it is made only once."""
    tables = (("classic", 2), ("classic", 3), ("neeps", 4))
    kept = [haggis_rules.load(name, players=players) for name, players in tables]
    made = for_each_game(partial(compiled_module.module_of, kept=True))

    def remembered(game: Game, *, kept: bool) -> KeptModule:
        assert kept
        return made(game)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running_game, "module_of", remembered)
        yield kept


def failures(name: str, text: str) -> list[str]:
    """Run the example of a docstring with nothing but what it imports, and return what fails."""
    test = PARSER.get_doctest(text, {"__name__": "example"}, name, None, 0)
    assert test.examples, f"`{name}` has no example"
    assert any(example.want for example in test.examples), f"the example of `{name}` shows nothing"
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    return told


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_has_a_sentence_and_an_example_that_runs(name: str) -> None:
    text = docstring(name)
    first, *_ = text.split("\n\n")
    assert first.endswith((".", "more.", ":"))
    assert not first.startswith(">>>")
    assert failures(name, text) == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_uses_the_name_or_what_returns_it(name: str) -> None:
    examples = "".join(one.source for one in PARSER.get_examples(docstring(name)))
    is_fault = isinstance(getattr(haggis_rules, name), type) and issubclass(
        getattr(haggis_rules, name), BaseException
    )
    assert not is_fault or f"except {name}" in examples
    assert "haggis_rules import" in examples


@pytest.mark.parametrize(("name", "member"), MEMBERS)
def test_a_public_member_has_a_sentence_and_an_example_that_runs(name: str, member: str) -> None:
    text = member_docstring(name, member)
    first, *_ = text.split("\n\n")
    assert first.endswith("."), "it begins with a sentence"
    assert not first.startswith(">>>")
    assert failures(f"{name}.{member}", text) == []
    source = "".join(one.source for one in PARSER.get_examples(text))
    assert member in source
    assert "from haggis_rules import" in source


def test_what_is_not_public_of_a_class_is_there_and_is_not_in_the_reference() -> None:
    page = api_page()
    for inner in INNER:
        name, _, member = inner.partition(".")
        assert hasattr(getattr(haggis_rules, name), member)
        assert f"{{ #{inner.lower()} }}" not in page
    assert len(MEMBERS) > 130


def test_an_example_that_is_wrong_or_missing_is_noticed() -> None:
    assert failures("wrong", "A number.\n\n>>> 1 + 1\n3\n")
    assert failures("broken", "A number.\n\n>>> 1 + 1\n2\n>>> nothing\n1\n")
    with pytest.raises(AssertionError, match="no example"):
        failures("bare", "A number.")
    with pytest.raises(AssertionError, match="shows nothing"):
        failures("silent", "A number.\n\n>>> x = 1\n")


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_shows_the_example(name: str) -> None:
    _, _, section = reference().partition(f" {{ #{name.lower()} }}\n")
    shown, _, _ = section.partition("\n### ")
    source = PARSER.get_examples(docstring(name))[-1].source.splitlines()[0]
    assert "```pycon" in shown
    assert source in shown


@pytest.mark.parametrize(("name", "member"), MEMBERS)
def test_the_reference_shows_the_example_of_a_member(name: str, member: str) -> None:
    _, found, section = reference().partition(f" {{ #{name.lower()}.{member.lower()} }}\n")
    shown, _, _ = section.partition("\n###")
    examples = PARSER.get_examples(member_docstring(name, member))
    assert found
    assert all(line in shown for one in examples for line in one.source.splitlines())


def test_a_fault_is_explained_without_python() -> None:
    assert ">>>" in (haggis_rules.UnclearSeatsError.__doc__ or "")
    assert ">>>" not in haggis_rules.UnclearSeatsError.explain()
    assert ">>>" not in meaning_of(haggis_rules.UnknownCardError)
    assert haggis_rules.UnclearSeatsError.explain().endswith("`.")
