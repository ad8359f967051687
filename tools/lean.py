"""The built pages without the white space that the theme leaves between its tags.

Run after the build: ``python tools/lean.py site``. Where white space is seen, it stays.
"""

import re
import sys
from pathlib import Path

SEEN = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
LINES = re.compile(r"[ \t]*\n\s*")


def lean(page: str) -> str:
    """Return a page with one line end for each run of white space that has any."""
    # Each part that is to stay comes with the name of its tag, which is left out again.
    parts = SEEN.split(page)
    for place in range(0, len(parts), 3):
        parts[place] = LINES.sub("\n", parts[place])
    return "".join(part for place, part in enumerate(parts) if place % 3 != 2)  # noqa: PLR2004


def main(folder: str) -> int:
    """Write each page of a site anew, and say how much lighter they are."""
    pages = sorted(Path(folder).rglob("*.html"))
    if not pages:
        sys.stderr.write(f"there is no built site in {folder}: build it with `make site`\n")
        return 2
    saved = 0
    for path in pages:
        page = path.read_text(encoding="utf-8")
        found = lean(page)
        saved += len(page) - len(found)
        path.write_text(found, encoding="utf-8", newline="\n")
    sys.stdout.write(f"white space left out: {saved / 1e6:.1f} MB of {len(pages)} pages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["site"]))
