"""The folder that `haggis ask-page` writes: it knows its own files, and touches nobody else's."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from haggis_rules.site.ask.folder import FileContent, OtherFolderError, sealed, write_folder

OLD: dict[str, FileContent] = {
    "page.js": "old",
    "a-2.json": "{}",
    "b-2.json": "{}",
    "vectors/a-2.jsonl": "[1]",
    "a-2.wasm": b"\x00asm",
}
NEW: dict[str, FileContent] = {
    "page.js": "new",
    "a-2.json": "{}",
    "c-2.json": "{}",
    "a-2.wasm": b"\x00asm\xff",
}
FORGED = {
    "a list of names": '{"files": ["important.txt"]}',
    "an older form": '{"form": 1, "seatings": [], "files": ["important.txt"]}',
    "hashes without a seal": '{"form": 1, "seatings": [], "files": {"important.txt": ["HASH"]}}',
    "a number": "1",
    "deep": "[" * 100_000,
    "not text": "\x00\udcff",
}


def write(folder: Path, texts: Mapping[str, FileContent]) -> list[str]:
    return write_folder(folder, sealed({"form": 1, "seatings": []}, texts))


def contents(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def said(texts: Mapping[str, FileContent]) -> dict[str, bytes]:
    files = sealed({"form": 1, "seatings": []}, texts)
    return {name: one.encode() if isinstance(one, str) else one for name, one in files.items()}


def test_a_folder_has_what_is_wanted_and_nothing_of_before(tmp_path: Path) -> None:
    for texts in (OLD, NEW, OLD, OLD):
        assert write(tmp_path / "ask", texts) == []
        assert contents(tmp_path / "ask") == said(texts)


@pytest.mark.parametrize("forged", FORGED)
def test_a_list_of_somebody_else_takes_nothing_away(forged: str, tmp_path: Path) -> None:
    text = FORGED[forged].replace("HASH", sha256(b"mine").hexdigest())
    (tmp_path / "index.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    (tmp_path / "important.txt").write_text("mine", encoding="utf-8")
    before = contents(tmp_path)
    with pytest.raises(OtherFolderError, match="holds something else, and is left alone"):
        write(tmp_path, NEW)
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "name", ["important.txt", "../important.json", "/important.json", "a/b.json", "vectors/../a.md"]
)
def test_a_list_in_the_right_form_takes_away_no_name_that_nothing_here_has(
    name: str, tmp_path: Path
) -> None:
    folder = tmp_path / "ask"
    (folder / "vectors").mkdir(parents=True)
    text = sealed({"form": 1, "seatings": []}, {name: "mine"})["index.json"]
    (folder / "index.json").write_text(str(text), encoding="utf-8")
    path = folder / name.removeprefix("/")
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(OtherFolderError):
        write(folder, NEW)
    assert path.read_text("utf-8") == "mine"


def test_a_list_that_was_changed_is_nobodys(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "mine.json").write_text("mine", encoding="utf-8")
    listing = json.loads((tmp_path / "index.json").read_text("utf-8"))
    listing["files"]["mine.json"] = [sha256(b"mine").hexdigest()]
    (tmp_path / "index.json").write_text(json.dumps(listing), encoding="utf-8")
    with pytest.raises(OtherFolderError):
        write(tmp_path, NEW)
    assert (tmp_path / "mine.json").is_file()


def test_a_file_that_others_have_changed_is_not_taken_away_and_that_is_said(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "b-2.json").write_text("mine", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("mine as well", encoding="utf-8")
    assert write(tmp_path, NEW) == ["b-2.json"]
    mine = {"b-2.json": b"mine", "notes.txt": b"mine as well"}
    assert contents(tmp_path) == {**said(NEW), **mine}
    assert write(tmp_path, NEW) == []


@pytest.mark.parametrize("before", [{}, OLD])
def test_a_file_that_others_have_changed_is_not_written_over(
    before: dict[str, FileContent], tmp_path: Path
) -> None:
    write(tmp_path, before)
    (tmp_path / "page.js").write_text("mine", encoding="utf-8")
    found = contents(tmp_path)
    with pytest.raises(OtherFolderError, match=r"page\.js was changed or put there by others"):
        write(tmp_path, NEW)
    assert contents(tmp_path) == found


def test_nothing_is_written_or_removed_through_a_link(tmp_path: Path) -> None:
    folder, other = tmp_path / "ask", tmp_path / "other"
    write(folder, OLD)
    (folder / "vectors").rename(other)
    (folder / "vectors").symlink_to(other)
    with pytest.raises(OtherFolderError):
        write(folder, OLD)
    assert write(folder, NEW) == ["vectors/a-2.jsonl"]
    assert contents(other) == {"a-2.jsonl": b"[1]"}
    (folder / "c-2.json").unlink()
    (folder / "c-2.json").symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(OtherFolderError):
        write(folder, NEW)
    assert not (tmp_path / "elsewhere.json").exists()


@pytest.mark.parametrize(
    ("does", "after"), [*(("replace", n) for n in range(1, 5)), ("unlink", 1), ("unlink", 2)]
)
def test_a_folder_that_was_left_in_the_middle_is_known(
    does: str, after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, OLD)
    left, done = after, getattr(Path, does)

    def interrupted(path: Path, *args: Path, **options: bool) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            raise KeyboardInterrupt
        done(path, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, does, interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path, NEW)
    for texts in (OLD, NEW):
        write(tmp_path, texts)
        assert contents(tmp_path) == said(texts)
