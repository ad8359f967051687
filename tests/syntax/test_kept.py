"""What is kept between runs comes back as it was made, and costs nothing but time when lost."""

from pathlib import Path

import pytest

from haggis_rules.storage import user_cache
from haggis_rules.syntax import parse


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "folder", lambda: tmp_path / "cache")


class Maker:
    """Makes a text, and counts how often."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> str:
        """Make the next text."""
        self.made += 1
        return f"text {self.made}\nof two lines"


def test_what_was_made_before_is_not_made_again() -> None:
    make = Maker()
    assert [user_cache.cached("x", "key", make) for _ in range(3)] == ["text 1\nof two lines"] * 3


def test_another_key_makes_another_text() -> None:
    make = Maker()
    assert user_cache.cached("x", "one", make) != user_cache.cached("x", "two", make)


@pytest.mark.parametrize(
    "damage", [b"", b"half", b"\xff\xfe", b"0" * 64 + b"\ntext 1\nof two lines"]
)
def test_a_damaged_file_is_made_again(damage: bytes) -> None:
    make = Maker()
    user_cache.cached("x", "key", make)
    (file,) = user_cache.folder().iterdir()
    file.write_bytes(damage)
    assert user_cache.cached("x", "key", make) == "text 2\nof two lines"
    assert user_cache.cached("x", "key", make) == "text 2\nof two lines"


def test_a_folder_that_cannot_be_written_costs_only_time() -> None:
    make = Maker()
    user_cache.folder().write_text("in the way")
    assert user_cache.cached("x", "key", make) == "text 1\nof two lines"
    assert user_cache.cached("x", "key", make) == "text 2\nof two lines"


def test_nothing_half_written_is_left_behind() -> None:
    user_cache.cached("x", "key", Maker())
    assert [file.suffix for file in user_cache.folder().iterdir()] == [".txt"]


@pytest.mark.slow
def test_no_rule_of_the_grammar_takes_precedence_silently() -> None:
    assert parse.build(strict=True).options.strict
