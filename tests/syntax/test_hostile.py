"""Whatever a file holds, it is read, or refused plainly and soon."""

import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.diagnostics.errors import (
    NumberTooLargeError,
    RuleError,
    StrangeCharacterError,
    TooDeepError,
    TooLargeError,
    UnclosedTextError,
)
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.load import load_game
from haggis_rules.storage import package_data
from haggis_rules.syntax import limits
from haggis_rules.syntax.format import format_text
from haggis_rules.syntax.limits import DEEPEST, LARGEST_FILE, MOST_RANGING
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show

OPENING = 'language 2 variant v "" clause c "" '
WHEN = f"{OPENING} step a when "
MANY = 10_000
SOON = 5.0  # seconds of the processor's time; on a quiet machine each takes less than two
CORE = package_data.read("spec", "neeps-core.haggis")


def refused(text: str) -> RuleError:
    """Return the fault of a text that must be refused soon."""
    begin = time.process_time()
    with pytest.raises(RuleError) as caught:
        parse(SourceFile("hostile.haggis", text))
    message = str(caught.value)
    assert time.process_time() - begin < SOON
    assert len(message) < 1000
    assert not any(sign in message for sign in "\0\x1b\ud800\u202e\ufeff")
    return caught.value


def read_or_refused(text: str) -> None:
    with suppress(RuleError):
        parse(SourceFile("hostile.haggis", text))


@pytest.fixture(autouse=True, scope="module")
def _grammar_is_ready() -> None:
    parse(SourceFile("ready", OPENING))


@pytest.mark.parametrize(
    "text",
    [
        f"{WHEN}{'(' * MANY}x{')' * MANY}",
        f"{WHEN}{'(' * MANY}",
        f"{WHEN}{'not ' * MANY}x",
        f"{WHEN}{'rank of ' * MANY}x",
        f"{WHEN}{'x of ' * MANY}x",
        f"{WHEN}{'1 seats after ' * (MANY // 2)}x",
        f"{WHEN}{'1 + ' * MANY}1",
        f"{WHEN}{'x and ' * MANY}x",
        f"{WHEN}{'x implies ' * (MANY // 2)}x",
        f"{WHEN}{'every seat s has (' * (MANY // 2)}x{')' * (MANY // 2)}",
        f"{WHEN}{'cards in x of (' * 5000}x{')' * 5000}",
        f"{OPENING} on a {'for each seat s ' * 5000} let x be 1",
    ],
    ids=lambda text: text[len(OPENING) :][:24],
)
def test_what_goes_too_deep_is_refused(text: str) -> None:
    assert isinstance(refused(text), TooDeepError)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"{WHEN}x is 1{'0' * 5000}", NumberTooLargeError),
        (f"language 2{'0' * 5000}", NumberTooLargeError),
        (f"{OPENING} table of {'9' * 90_000} seats", NumberTooLargeError),
        ("x" * (LARGEST_FILE + 1), TooLargeError),
        ("(" * LARGEST_FILE, TooDeepError),
        (f'{OPENING} note "{"so " * 30_000}', UnclosedTextError),
        (f'{OPENING} note "{chr(92)}"' * 1000, RuleError),
        (f"{OPENING} note {chr(92)}{chr(34)}" * 1000, StrangeCharacterError),
        ('"' * (LARGEST_FILE - 1), RuleError),
        (f"{OPENING} step {'a' * 90_000} whem", RuleError),
        ("a " * (LARGEST_FILE // 2), RuleError),
        (f"{OPENING} ranks {'2 ' * (LARGEST_FILE // 2 - 50)} ,", RuleError),
        ("\n" * (LARGEST_FILE - 1) + "x", RuleError),
        ("\0", StrangeCharacterError),
        ("\x1b[2J", StrangeCharacterError),
        ("\ud800", StrangeCharacterError),
        ("\ufeff\ufeff", StrangeCharacterError),
        ("\u202e", StrangeCharacterError),
        ("\U0001f0a1", StrangeCharacterError),
    ],
    ids=lambda value: value[len(OPENING) :][:20] if isinstance(value, str) else value.__name__,
)
def test_what_cannot_be_rules_is_refused(text: str, kind: type[RuleError]) -> None:
    assert isinstance(refused(text), kind)


@pytest.mark.rotates
@pytest.mark.slow
def test_a_file_cut_off_anywhere_is_read_or_refused() -> None:
    for end in range(0, len(CORE), 193):
        read_or_refused(CORE[:end])


def test_a_clause_cut_off_anywhere_is_read_or_refused() -> None:
    text = (
        f'{OPENING} state turn is seat, at first 2 seats after s on a let b be "c\\"" step d when'
    )
    for end in range(len(text)):
        read_or_refused(text[:end])


@given(st.data())
def test_a_text_with_a_piece_changed_is_read_or_refused(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(CORE)), label="start")
    end = start + data.draw(st.integers(0, 30), label="length")
    other = st.one_of(st.text(max_size=5), st.sampled_from(sorted({*CORE.split()})))
    read_or_refused(CORE[:start] + data.draw(other, label="instead") + CORE[end:])


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        CORE.replace("\n", "\r\n"),
        CORE.replace("\n", "\r"),
        CORE.replace("  ", "\t"),
        f"\ufeff{CORE}",
        " ".join(CORE.split()),
        "\n".join(CORE.split()),
    ],
    ids=["windows", "old mac", "tabs", "byte order mark", "one line", "one word a line"],
)
def test_line_ends_and_blanks_mean_nothing(text: str) -> None:
    assert parse(SourceFile("other", text)) == parse(SourceFile("core", CORE))


def test_a_place_behind_a_byte_order_mark_is_right() -> None:
    with pytest.raises(RuleError) as caught:
        parse(SourceFile("marked", "\ufefflanguage 3"))
    assert caught.value.span.text == "3"


def test_a_text_as_deep_as_may_be_goes_through() -> None:
    last = next(n for n in range(DEEPEST, 0, -1) if parses(f"{WHEN}{'not ' * n}x"))
    assert last > DEEPEST - 10
    assert not parses(f"{WHEN}{'not ' * (last + 1)}x")
    tree = parse(SourceFile("deep", f"{WHEN}{'not ' * last}x"))
    assert parse(SourceFile("again", show(tree))) == tree
    assert len(repr(tree)) > last
    assert isinstance(hash(tree), int)


def test_a_text_as_deep_as_may_be_can_be_typed(tmp_path: Path) -> None:
    place = tmp_path / "deep.haggis"
    for value in (f"{'not ' * 50}(a is b)", f"{'a is b and ' * 50}a is b"):
        place.write_text(f"{CORE}\n  define seat a is.so seat b as {value}\n", encoding="utf-8")
        assert "is.so" in load_game(place).definitions


def test_names_that_run_over_their_values_stand_in_few_others() -> None:
    inner = "every seat s has ("
    parse(SourceFile("few", f"{WHEN}{inner * MOST_RANGING}x{')' * MOST_RANGING}"))
    fault = refused(f"{WHEN}{inner * (MOST_RANGING + 1)}x{')' * (MOST_RANGING + 1)}")
    assert fault.span.text == f"{inner}x)"


def test_a_row_as_long_as_may_be_goes_through() -> None:
    text = f"{WHEN}{'x and ' * (DEEPEST - 10)}x"
    assert parse(SourceFile("again", format_text(SourceFile("row", text)))) == parse(
        SourceFile("row", text)
    )


def parses(text: str) -> bool:
    with suppress(TooDeepError):
        parse(SourceFile("deep", text))
        return True
    return False


def test_a_text_that_would_be_too_large_when_laid_out_is_not_laid_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = f"{OPENING} table of 4 seats"
    monkeypatch.setattr(limits, "LARGEST_FILE", len(text))
    parse(SourceFile("full", text))
    with pytest.raises(TooLargeError):
        format_text(SourceFile("full", text))
