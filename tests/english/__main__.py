"""Print the places where a text has a habit that is not printed, or lower the counts of files."""

import argparse
import sys

from tests.english.guard import excuses, matches, shrunk, write_left
from tests.english.texts import passages


def main() -> int:
    """Print each match that no exception excuses."""
    parser = argparse.ArgumentParser(prog="python -m tests.english", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="how their paths begin")
    parser.add_argument("--shrink", action="store_true", help="lower the counts of left.toml")
    parsed = parser.parse_args()
    if parsed.shrink:
        write_left(shrunk(matches(passages())))
        return 0
    found = [
        match
        for match in matches(
            passage for passage in passages() if passage.file.startswith(tuple(parsed.files) or "")
        )
        if not excuses(match)
    ]
    sys.stdout.writelines(f"{match}\n" for match in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
