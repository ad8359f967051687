"""The same rules give the same index in every process, whatever order its sets have."""

import os
import subprocess
import sys

import pytest

_INDEX = """
from haggis_rules import load
from haggis_rules.finder.index import make_index
from haggis_rules.finder.kept import index_text
from haggis_rules.finder.thesaurus import shipped_thesaurus

print(index_text(make_index([load("tournament", players=3).game], shipped_thesaurus())))
"""


def _made(seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", _INDEX]
    made = subprocess.run(  # noqa: S603  (our own command)
        command, env=environment, capture_output=True, text=True, check=True
    )
    return made.stdout


@pytest.mark.rotates
@pytest.mark.slow
def test_the_index_does_not_depend_on_the_order_of_sets() -> None:
    assert _made("1") == _made("2")
