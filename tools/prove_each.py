"""Prove several texts side by side: ``prove_each.py FOLDER [NAME ...] [-- OPTION ...]``.

``haggis verify`` with these options is called for each text, the longest first, and the folder gets
its verdicts (NAME.json) and what it says (NAME.txt); a NAME may be a file. One process that proves
all keeps the solvers waiting, and one for each text imports for longer than it takes to look a kept
proof up. So there are as many processes as processors, and each takes the next text. Ends with 1,
and shows what was said, when a promise of one is not proved.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from haggis_rules.cli import main as haggis
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.load import source_of

PROVED = "promises proved"


def main(arguments: Sequence[str]) -> int:
    """Prove each text, and show one line of each game."""
    if not arguments:
        sys.stderr.write("say into which folder: prove_each.py FOLDER [NAME ...] [-- OPTION ...]\n")
        return 2
    own = arguments.index("--") if "--" in arguments else len(arguments)
    folder, names, options = Path(arguments[0]), arguments[1:own], arguments[own + 1 :]
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.json"), *folder.glob("*.txt")):
        old.unlink()
    longest = sorted(names, key=_length, reverse=True)
    with ProcessPoolExecutor(int(os.environ.get("WORKERS", "0")) or os.cpu_count()) as pool:
        proving = {pool.submit(prove, name, folder, options): name for name in longest}
        codes = {proving[done]: done.result() for done in as_completed(proving)}
    failed = [name for name in names if codes[name]]
    for name in failed or names:
        said = (folder / f"{Path(name).stem}.txt").read_text(encoding="utf-8")
        lines = said.splitlines(keepends=True)
        sys.stdout.writelines(line for line in lines if failed or PROVED in line)
    return 1 if failed else 0


def _length(name: str) -> int:
    """Return how long a text is; 0 where there is none, as ``haggis verify`` will say."""
    try:
        return len(source_of(name).text)
    except (OSError, RuleError):
        return 0


def prove(name: str, folder: Path, options: Sequence[str]) -> int:
    """Call ``haggis verify`` in this process, and return its exit code."""
    verdicts = folder / f"{Path(name).stem}.json"
    call = ["verify", name, *options, "--jobs", "1", "--verdicts", str(verdicts)]
    with (folder / f"{Path(name).stem}.txt").open("w", encoding="utf-8") as said:
        streams = [os.dup(1), os.dup(2)]
        try:
            for stream in (1, 2):
                os.dup2(said.fileno(), stream)
            return haggis(call)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for stream, before in enumerate(streams, start=1):
                os.dup2(before, stream)
                os.close(before)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
