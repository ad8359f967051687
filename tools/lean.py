"""The built pages without what nobody sees.

That is the white space that the theme leaves between its tags, the marks of names in code, which
have the colour of code, and what a word of the glossary means where a page has said it often; and
the comments of our own scripts.

Run after the build: ``python tools/lean.py site``. Where white space is seen, it stays.
"""

import re
import sys
from collections import Counter
from pathlib import Path

SEEN = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
LINES = re.compile(r"[ \t]*\n\s*")
PLAIN = re.compile(r'<span class="(?:n|w)">([^<]*)</span>')  # in code, by the names of Pygments
MEANT = re.compile(r'<abbr title="([^"]*)">([^<]*)</abbr>')
BLOCK = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
LINE = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
THEIRS = "assets/javascripts"  # the scripts of the theme
OFTEN = 12  # times that a page says what a word means


def lean(page: str) -> str:
    """Return a page with one line end for each run of white space that has any."""
    # Each part that is to stay comes with the name of its tag, which is left out again.
    parts = SEEN.split(page)
    for place in range(0, len(parts), 3):
        parts[place] = LINES.sub("\n", parts[place])
    whole = "".join(part for place, part in enumerate(parts) if place % 3 != 2)  # noqa: PLR2004
    return _explained(PLAIN.sub(r"\1", whole))


def lean_script(text: str) -> str:
    """Return a script without the comments that have lines of their own."""
    return LINE.sub("", BLOCK.sub("", text))


def _explained(page: str) -> str:
    """Leave a word without its meaning where the page has given it often enough."""
    said = Counter[str]()

    def once(found: re.Match[str]) -> str:
        said[found[1]] += 1
        return found[0] if said[found[1]] <= OFTEN else found[2]

    return MEANT.sub(once, page)


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
    for path in sorted(Path(folder).rglob("*.js")):
        script = path.read_text(encoding="utf-8")
        if ".min." not in path.name and not path.is_relative_to(Path(folder) / THEIRS):
            found = lean_script(script)
            saved += len(script) - len(found)
            path.write_text(found, encoding="utf-8", newline="\n")
    sys.stdout.write(f"left out, unseen: {saved / 1e6:.1f} MB of {len(pages)} pages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["site"]))
