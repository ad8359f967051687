"""The packages that come with an install, with their licences: ``licences.py [--check]``.

Writes ``docs/licences.md`` from what is installed here. ``--check`` writes nothing, and fails where
the page says something else.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
# For users; others are for work on the project.
EXTRAS = (
    *("verify", "docs", "cluster", "fast", "gymnasium", "openspiel", "parquet", "pdf"),
    "pettingzoo",
)
OPERATOR = re.compile(r"[<>=!~;\[( ]")
HEAD = """\
---
search:
  exclude: true
---

# What this project uses

The packages that come with an install, and the licence that each declares. The project itself is
under the MIT licence. `tools/licences.py` writes this page from what is installed, and the tests
check that it is current. `nox -s sbom` writes a list with versions, in CycloneDX format, to
`build/sbom.json`.

| Package | Licence | Comes with |
| --- | --- | --- |
"""


def page() -> str:
    """Return the page for what is installed here. Raises ``PackageNotFoundError``."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    wanted = {"every install": project["dependencies"]}
    wanted |= {f"the extra `{one}`": project["optional-dependencies"][one] for one in EXTRAS}
    places: dict[str, str] = {}
    for place, requirements in wanted.items():
        for name in _closure(map(_name, requirements)):
            places.setdefault(name, place)
    rows = (f"| {name} | {_licence(distribution(name))} | {at} |" for name, at in places.items())
    return HEAD + "\n".join(sorted(rows, key=str.lower)) + "\n"


def _closure(names: Iterable[str]) -> Iterator[str]:
    """Yield packages and all that they need here, each once, by their own names."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # what another system or version of Python needs
        own = _normal(found.metadata["Name"])
        if own not in seen:
            seen.add(own)
            yield own
            needed = (one for one in found.requires or () if "extra ==" not in one)
            waiting += map(_name, needed)


def _name(requirement: str) -> str:
    return OPERATOR.split(requirement)[0]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _licence(found: Distribution) -> str:
    """Return the licence that a package declares, in the newest of the forms that there are."""
    known = found.metadata
    if expression := known.get("License-Expression"):
        return expression
    classified = [
        one.rpartition(" :: ")[2]
        for one in known.get_all("Classifier") or ()
        if one.startswith("License :: ") and one != "License :: OSI Approved"
    ]
    first = (known.get("License") or "").strip().split("\n")[0]
    files = ", ".join(known.get_all("License-File") or ())
    return ", ".join(classified) or first or f"not declared; it comes with {files or 'no text'}"


def main() -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description="List the licences of what an install brings.")
    parser.add_argument("--check", action="store_true", help="write nothing, and compare")
    if parser.parse_args().check:
        return int(PAGE.read_text("utf-8") != page())
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
