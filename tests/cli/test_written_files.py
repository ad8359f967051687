"""What a command writes never takes the place of something else."""

import os
import stat
from pathlib import Path

import pytest

from haggis_rules.storage.whole_file import write_whole
from tests.cli.calling import Caller
from tests.playing import HERON

PLAN = 'matches = 1\n[[tables]]\nvariant = "classic"\nplayers = 2\n'


def test_what_is_no_file_is_written_into_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR)  # without one, nobody could write
    try:
        write_whole(pipe, "text")
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]


def test_a_link_stays_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before", encoding="utf-8")
    link = tmp_path / "link"
    link.symlink_to("file")
    write_whole(link, "after")
    assert link.is_symlink()
    assert (tmp_path / "file").read_text(encoding="utf-8") == "after"


@pytest.mark.parametrize("name", ["heron.wasm", "heron.json"])
def test_a_module_does_not_replace_another_file(name: str, tmp_path: Path, haggis: Caller) -> None:
    out, other = tmp_path / "heron.wasm", tmp_path / name
    other.write_text("mine", encoding="utf-8")
    said = haggis("build", HERON, "--out", out)
    assert said.code == 2
    assert "error[file-exists]" in said.err
    assert other.read_text(encoding="utf-8") == "mine"
    assert [one.name for one in tmp_path.iterdir()] == [name]
    other.unlink()
    assert [haggis("build", HERON, "--out", out).code for _ in range(2)] == [0, 0]


def test_parquet_does_not_replace_another_file(tmp_path: Path, haggis: Caller) -> None:
    pytest.importorskip("pyarrow")
    plan, out = tmp_path / "plan.toml", tmp_path / "rows.parquet"
    plan.write_text(PLAN, encoding="utf-8")
    out.write_text("mine", encoding="utf-8")
    said = haggis("sweep", plan, "--out", out, "--jobs", 1)
    assert said.code == 2
    assert "error[file-exists]" in said.err
    assert out.read_text(encoding="utf-8") == "mine"
    assert not out.with_suffix(".csv").exists()
