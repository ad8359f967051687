"""Reading files: what cannot be a rules file is refused plainly."""

import os
import sys
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import (
    NotTextError,
    RuleError,
    TooLargeError,
    UnreadableFileError,
)
from haggis_rules.syntax.files import read_source
from haggis_rules.syntax.limits import LARGEST_FILE

FIFTY_MEGABYTES = 50_000_000


def written(folder: Path, raw: bytes) -> Path:
    place = folder / "made-up.haggis"
    place.write_bytes(raw)
    return place


def fault_of(place: str | Path) -> RuleError:
    with pytest.raises(RuleError) as caught:
        read_source(place)
    return caught.value


def test_a_file_is_read_with_plain_line_ends_and_no_mark(tmp_path: Path) -> None:
    raw = '\ufefflanguage 2\r\nvariant é\r"So"\n'.encode()
    source = read_source(written(tmp_path, raw))
    assert source.text == 'language 2\nvariant é\n"So"\n'
    assert source.path == str(tmp_path / "made-up.haggis")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    fault = fault_of(tmp_path / "gone.haggis")
    assert isinstance(fault, UnreadableFileError)
    assert fault.message == f"`{tmp_path}/gone.haggis` cannot be found"
    assert str(fault).splitlines()[1:] == [
        f" --> {tmp_path}/gone.haggis",
        "  = explain: haggis explain unreadable-file",
    ]


def test_a_folder_is_no_rules_file(tmp_path: Path) -> None:
    assert fault_of(tmp_path).message == f"`{tmp_path}` is a folder"


@pytest.mark.skipif(sys.platform == "win32", reason="there are none")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert fault_of(tmp_path / "pipe").message.endswith("is no file")


def test_a_path_that_cannot_be_is_no_file() -> None:
    assert isinstance(fault_of("a\0b"), UnreadableFileError)
    assert isinstance(fault_of("a" * 5000), UnreadableFileError)
    assert isinstance(fault_of(""), UnreadableFileError)


def test_a_byte_that_is_no_text_is_shown_at_its_place(tmp_path: Path) -> None:
    raw = b"\xef\xbb\xbflanguage 2\r\nvariant caf\xe9\r\n"
    fault = fault_of(written(tmp_path, raw))
    assert isinstance(fault, NotTextError)
    assert fault.message == "the byte E9 is not UTF-8"
    assert (fault.span.line, fault.span.column) == (2, 12)
    assert "variant caf\ufffd" in str(fault)


def test_a_file_in_utf_16_is_no_text(tmp_path: Path) -> None:
    assert isinstance(fault_of(written(tmp_path, "language 2".encode("utf-16"))), NotTextError)


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "huge.haggis"
    with place.open("wb") as file:
        file.truncate(FIFTY_MEGABYTES)

    def unread(*_: object) -> None:
        pytest.fail("the file was opened")

    monkeypatch.setattr(Path, "open", unread)
    assert isinstance(fault_of(place), TooLargeError)


def test_a_file_that_grows_is_read_no_further_than_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = written(tmp_path, b"x" * FIFTY_MEGABYTES)
    small = (tmp_path / "small").write_bytes(b"")
    status = (tmp_path / "small").stat()
    assert status.st_size == small

    def before(_: Path) -> os.stat_result:
        return status

    monkeypatch.setattr(Path, "stat", before)
    assert len(read_source(place).text) <= 4 * LARGEST_FILE + 1
