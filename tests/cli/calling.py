"""The command, called as a shell calls it, with what it says and its exit code."""

import io
import json
import sys
from typing import Any, NamedTuple

import pytest

from haggis_rules.cli import main
from tests.cli.output_schemas import misfits


class Said(NamedTuple):
    """An exit code, standard output and standard error."""

    code: int
    out: str
    err: str


class Caller:
    """Calls the command, with what somebody types."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys, self._patch = capsys, patch

    def __call__(self, *arguments: object, typed: str = "") -> Said:
        """Call it for people."""
        self._patch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:  # a call that cannot be read
            code = left.code if isinstance(left.code, int) else 1
        said = self._capsys.readouterr()
        return Said(code, said.out, said.err)

    def json(self, *arguments: object, typed: str = "") -> tuple[int, Any]:
        """Call it for programs, and see that what it prints fits its schema."""
        code, out, _ = self(*arguments, "--format", "json", typed=typed)
        assert misfits(str(arguments[0]), out) == []
        return code, json.loads(out)
