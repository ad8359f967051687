"""Markdown: plain text made safe, and the few forms that pages are built from.

Whatever an author wrote leaves through here, and shows as the text that it is: in a page by
``plain``, ``code`` and ``fence``, at the head of a page and in the navigation by ``yaml_title``.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

MARK = "# Written from the rules by `haggis docs`. Edits are lost: change the rules instead."
HEAD = f"---\n{MARK}\n"  # how every file begins that is written here

_ANYWHERE = re.compile(r"[\\`*_{}\[\]]")  # means something wherever it stands
_AT_THE_START = re.compile(r"[#+\-!>]|[0-9]+[.)]")  # makes a heading, a list, a quotation or a box
_ENTITIES = {"&": "&amp;", "<": "&lt;", "|": "&#124;", "~": "&#126;", "^": "&#94;"}
_ENTITIES_AT_THE_START = {"=": "&#61;", ":": "&#58;", "?": "&#63;"}
_IN_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_NOT_IN_YAML = re.compile(r"[^\x20-\x7e]|[\\\"]")
_LONGEST = 100  # characters of the name of a file, without its ending; disks take 255 bytes
_HASHED = 16  # hexadecimal digits of a hash, too many for two names to be made alike
_DEVICES = {  # what Windows keeps for itself, with whatever ending
    *("con", "prn", "aux", "nul"),
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)),
}
_SHORT = 0xFFFF  # the last character that YAML names by four digits
_PUT_IN = re.compile(r"^[ \t]*;*-+8<-+.*$", re.MULTILINE)


def page(title: str, *blocks: str, game: str = "") -> str:
    """Put a page together, with its title as the heading; nothing stands beside it.

    The rules are found from the first page, and not by the search of the pages written by hand.
    The heading names the game that a page is about; the navigation shows the title below it.
    """
    heading = f"{title} ({game})" if game else title
    head = (
        f"{HEAD}title: {yaml_title(title)}\nhide: [navigation, toc]\nsearch: {{exclude: true}}\n---"
    )
    return "\n\n".join([head, f"# {plain(heading)}", *(b for b in blocks if b)]) + "\n"


def yaml_title(title: str) -> str:
    """Write a title for the head of a page, or for the navigation.

    The theme puts titles into its HTML as they are, within elements and attributes.
    """
    folded = " ".join(title.split())
    return yaml_text("".join(_IN_HTML.get(char, char) for char in folded))


def yaml_text(text: str) -> str:
    """Write a text as YAML has it in quotes, which JSON does only for the characters of ASCII."""
    return f'"{_NOT_IN_YAML.sub(_yaml_escape, text)}"'


def plain(text: str) -> str:
    """Make plain text show as it is, wherever in a paragraph or a table it stands."""
    folded = " ".join(text.split())
    start = _AT_THE_START.match(folded)
    safe = _ANYWHERE.sub(r"\\\g<0>", folded)
    if start is not None:
        safe = f"{safe[: start.end() - 1]}\\{safe[start.end() - 1 :]}"
    safe = "".join(_ENTITIES.get(char, char) for char in safe)
    return _ENTITIES_AT_THE_START.get(safe[:1], safe[:1]) + safe[1:]


def within(piece: str, *, first: bool) -> str:
    """Make a piece of a line safe, with the blanks at its ends; the first may begin the line."""
    before = "" if first else "x"
    return plain(f"{before}{piece}x")[len(before) : -1]


def code(text: str) -> str:
    """Show text as code; a pipe is safe only where there is no table."""
    inside = " ".join(text.split())
    ticks = "`" * (_longest(inside, "`") + 1)
    blank = " " if inside.startswith("`") or inside.endswith("`") or not inside else ""
    return f"{ticks}{blank}{inside}{blank}{ticks}"


def ticked(text: str) -> str:
    """Write plain text in which what stands between two backticks is code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return plain(text)
    return "".join(code(p) if i % 2 else within(p, first=i == 0) for i, p in enumerate(pieces))


def fence(text: str, *, language: str = "text") -> str:
    """Show lines as they are, with the words of a language told apart."""
    ticks = "`" * max(3, _longest(text, "`") + 1)
    # The builder looks for files to put in before it looks for code; not in a line that ends so.
    inside = _PUT_IN.sub(r"\g<0> ", text.rstrip())
    return f"{ticks}{language}\n{inside}\n{ticks}"


def box(kind: str, title: str, body: str, *, folded: bool = False) -> str:
    """Put text into a box; a folded one opens when it is asked for."""
    mark = "???" if folded else "!!!"
    quoted = plain(title).replace('"', "&quot;")
    inside = "\n".join(f"    {line}" if line else "" for line in body.split("\n"))
    return f'{mark} {kind} "{quoted}"\n\n{inside}'


def fold(summary: str, body: str) -> str:
    """Fold text under a line that is Markdown already.

    It is an element, and no box of the kind above: elements within it are read as Markdown too.
    """
    line = f'<summary markdown="span">{summary}</summary>'
    return f'<details class="fold" markdown="1">{line}\n\n{body}\n\n</details>'


def folded(title: str, line: str, blocks: Iterable[str]) -> str:
    """Fold some blocks under a title and a line that says what is in them; nothing of none."""
    inside = "\n\n".join(block for block in blocks if block)
    return fold(f"**{title}** {line}".strip(), inside) if inside else ""


def wrapped(kind: str, *inside: str) -> str:
    """Put blocks of Markdown into an element of a class of our own."""
    blocks = "\n\n".join(block for block in inside if block)
    return f'<div class="{kind}" markdown="1">\n\n{blocks}\n\n</div>'


def tab(title: str, body: str) -> str:
    """Put text into a tab; tabs that follow each other stand side by side."""
    return box("", title, body).replace("!!!  ", "=== ", 1)


def link(words: str, target: str) -> str:
    """Link words that are Markdown already."""
    return f"[{words}]({target})"


def bullets(points: Iterable[str]) -> str:
    """List what is Markdown already."""
    return "\n".join(f"- {point}" for point in points)


def row(named: str, words: str) -> str:
    """Write what is named, a link, and what is said of it; a colon that is heard parts them."""
    return f'{named}<span class="hg-sr">:</span> {words}'


def numbered(points: Iterable[str]) -> str:
    """List, in their order, what is Markdown already."""
    return "\n".join(f"{number}. {point}" for number, point in enumerate(points, start=1))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Make a table of cells that are Markdown already and hold no pipe."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def slug(title: str) -> str:
    """Return the name of an anchor for a title."""
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-") or "chapter"


def file_slug(title: str) -> str:
    """Return the name of a file for a title, which no disk finds too long."""
    return slug(title)[:_LONGEST].strip("-")


def file_name_of(name: str) -> str:
    """Return the name of a file, without its ending, for a name of the rules, never the same twice.

    Some disks take capitals for small letters, keep some names for themselves, or take no long
    ones. A name that could be mistaken or refused has a part of its hash after two dashes, which no
    name of the rules holds; so the file of a name does not depend on which others there are.
    """
    if name == name.lower() and name.partition(".")[0] not in _DEVICES and len(name) <= _LONGEST:
        return name
    digest = sha256(name.encode()).hexdigest()[:_HASHED]
    return f"{name[:_LONGEST].replace('.', '-').rstrip('-')}--{digest}"


def slugs(
    titles: Iterable[str], taken: Iterable[str] = (), *, name_of: Callable[[str], str] = slug
) -> dict[str, str]:
    """Return a name for each title, none twice and none of those that are taken.

    Where two would have one name, the later one gets a number after two dashes, which no other name
    has in it: titles may differ in their punctuation alone, or have no letter from a to z.
    """
    names, used, last = dict[str, str](), set(taken), dict[str, int]()
    for title in dict.fromkeys(titles):
        short = name_of(title)
        name, number = short, last.get(short, 1)
        while name in used:
            number += 1
            name = f"{short}--{number}"
        last[short] = number
        names[title] = name
        used.add(name)
    return names


def _longest(text: str, char: str) -> int:
    return max((len(run) for run in re.findall(f"{re.escape(char)}+", text)), default=0)


def _yaml_escape(found: re.Match[str]) -> str:
    char = found[0]
    if char in '\\"':
        return f"\\{char}"
    return f"\\u{ord(char):04x}" if ord(char) <= _SHORT else f"\\U{ord(char):08x}"
