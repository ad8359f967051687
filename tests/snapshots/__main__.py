"""Write every output in full, so that two revisions can be compared with ``diff -r``."""

import argparse
import re
from hashlib import sha256
from pathlib import Path

from tests.snapshots.groups import GROUPS
from tests.snapshots.running import Outcome


def main() -> None:
    """Take the calls of each group and write what came of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.snapshots", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a new one")
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"default: all of {', '.join(GROUPS)}"
    )
    parsed = parser.parse_args()
    unknown = [name for name in parsed.groups if name not in GROUPS]
    if unknown or parsed.out.exists():
        parser.error(f"no such group: {unknown[0]}" if unknown else f"{parsed.out} is there")
    for name in parsed.groups or GROUPS:
        for call, forms in GROUPS[name].outcomes().items():
            for form, outcome in forms.items():
                _write(parsed.out / name / _label(call) / form, outcome)


def _write(folder: Path, outcome: Outcome) -> None:
    texts = {"exit": f"{outcome.code}\n", "out": outcome.out, "err": outcome.err}
    written = {f"wrote/{path}": text for path, text in outcome.files.items()}
    for path, text in (texts | written).items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def _label(call: str) -> str:
    """Return a name for a folder: the first words of a call, and a hash of all of it."""
    words = re.sub(r"[^a-zA-Z0-9.=]+", "-", call).strip("-")
    return f"{words[:60]}-{sha256(call.encode()).hexdigest()[:8]}"


if __name__ == "__main__":
    main()
