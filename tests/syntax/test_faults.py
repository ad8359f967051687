"""Each fault of a text is told in the author's words, with its place and a way out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import RuleError, kinds
from haggis_rules.syntax.files import read_source
from haggis_rules.syntax.parse import keywords, parse
from tests.conftest import GOLDEN

FAULTY = sorted((GOLDEN / "errors" / "syntax").glob("*.haggis"))
OF_FILES = {"unreadable-file", "not-text", "too-large"}  # see test_files.py and test_hostile.py


def fault_of(place: Path) -> RuleError:
    source = read_source(place)
    with pytest.raises(RuleError) as caught:
        parse(source)
    return caught.value


@pytest.mark.parametrize("place", FAULTY, ids=lambda place: place.stem)
def test_a_faulty_text_is_told_what_is_wrong(
    place: Path, golden: Callable[[str, str], None]
) -> None:
    text = str(fault_of(place)).replace(str(place), place.name)
    golden(f"errors/syntax/{place.stem}.txt", f"{text}\n")


def test_every_fault_of_a_text_has_an_example() -> None:
    of_texts = [name for name, kind in kinds().items() if "Language" in kind.__name__][-1]
    first = list(kinds())[: list(kinds()).index(of_texts) + 1]
    assert {fault_of(place).name() for place in FAULTY} == set(first) - OF_FILES


def test_every_expected_text_has_its_fault() -> None:
    expected = {place.stem for place in (GOLDEN / "errors" / "syntax").glob("*.txt")}
    assert expected == {place.stem for place in FAULTY}


def test_the_words_of_the_language_are_words() -> None:
    assert {"clause", "when", "otherwise", "seats"} <= keywords()
    assert all(word.isalpha() and word.islower() for word in keywords())
