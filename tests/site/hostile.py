"""Texts by authors who mean harm, in every place where one writes, and what they make live."""

from collections import Counter
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

from tests.site.games import TESTS

RUN = "window.hurt=1"
HOSTILE = (
    # Elements that run something by themselves
    f"<script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<IMG SRC=x ONERROR='{RUN}'>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<iframe src=javascript:parent.{RUN}></iframe>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'>",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>",
    f"<video src=x onerror={RUN}></video>",
    f"<input autofocus onfocus={RUN}>",
    "<object data=//x.invalid></object>",
    "<embed src=//x.invalid>",
    "<base href=//x.invalid/>",
    "<meta http-equiv=refresh content='0;url=//x.invalid'>",
    "<link rel=stylesheet href=//x.invalid>",
    "<style>*{display:none}</style>",
    f"<form action=javascript:{RUN}><button>x</button></form>",
    f"<math><mtext><img src=x onerror={RUN}></mtext></math>",
    f"<template><img src=x onerror={RUN}></template>",
    f"<noscript><img src=x onerror={RUN}></noscript>",
    # Ways out of where a text stands
    f"</title><script>{RUN}</script>",
    f"</h1><img src=x onerror={RUN}>",
    f"</script><script>{RUN}</script>",
    f"</a><img src=x onerror={RUN}>",
    f"</span></li></ul><img src=x onerror={RUN}>",
    f"</code></pre><img src=x onerror={RUN}>",
    f"--><img src=x onerror={RUN}>",
    f"<!-- <img src=x onerror={RUN}>",
    f"]]><img src=x onerror={RUN}>",
    f'"><img src=x onerror={RUN}>',
    f"'><img src=x onerror={RUN}>",
    f'" onmouseover={RUN} x="',
    f"' onmouseover={RUN} x='",
    f"<<img src=x onerror={RUN}>>",
    f"<img src=x onerror={RUN}//",
    f"<img/src=x/onerror={RUN}>",
    f"<x onclick={RUN}>x</x>",
    "<div markdown=1>**x**</div>",
    # Entities
    f"&lt;img src=x onerror={RUN}&gt;",
    f"&#60;img src=x onerror={RUN}&#62;",
    f"&#x3c;img src=x onerror={RUN}&#x3e;",
    f"&amp;lt;img src=x onerror={RUN}&amp;gt;",
    f"&lt;/title&gt;&lt;script&gt;{RUN}&lt;/script&gt;",
    # Links and pictures of Markdown
    f"[x](javascript:{RUN})",
    f"[x]( javascript:{RUN} 'x')",
    "[x](data:text/html,x)",
    "![x](x)",
    "![x](//x.invalid/x.png)",
    f"<javascript:{RUN}>",
    "<https://x.invalid>",
    "<x@x.invalid>",
    "[x][y]",
    f"[y]: javascript:{RUN}",
    "[^1]",
    "[^1]: x",
    f"](javascript:{RUN})",
    f"x](javascript:{RUN}) [x",
    # Attributes and blocks of Markdown and its extensions
    f"{{: onclick={RUN} }}",
    f"x {{: onclick={RUN} }}",
    f"x {{ onclick={RUN} }}",
    f"*x*{{: onclick={RUN} }}",
    f"`x`{{: onclick={RUN} }}",
    "# x",
    "x {#top}",
    '=== "x"',
    '!!! note "x"',
    '??? note "x"',
    "??? + x",
    "/// note",
    "``` html",
    "~~~ { onclick=x }",
    "`<b>x</b>`",
    "``<b>x",
    "> x",
    "- x",
    "1. x",
    "---",
    "***",
    "| x | y |",
    "a | b",
    "*x* __y__ ~~z~~ ^^w^^ ==v==",
    "*[x]: y",
    ": x",
    "[TOC]",
    # What builders put in
    "--8<-- 'mkdocs.yml'",
    '--8<-- "mkdocs.yml"',
    ";--8<-- 'mkdocs.yml'",
    "--8<--",
    "{% include 'mkdocs.yml' %}",
    "{{ config }}",
    "{{ 7*7 }}",
    "{# x #}",
    "${7*7}",
    # The head of a page, and YAML
    "--- title: x",
    "...",
    "x: y",
    "- x: y",
    "!!python/object/apply:os.system [x]",
    "&x *x",
    '"x\\',
    "x\\",
    "\\x3cimg src=x onerror=x\\x3e",
    "# x: y",
    "@x `x %x",
    "{x: y}",
    "null",
    "\u200f\u200ex\u200b",
    "\u2028x\u00ad",
    "\U0001f0a1 <b>x</b>",
    "\uff1cscript\uff1e",
)
_HEAD = """language 2
variant parent
  {words}
"""
_SOURCE = """
source hostile{n} {words}
"""
_CLAUSE = """
chapter {words}
clause hostile.n{n}
  {words}
  cites hostile{n} {words}
  ruling because {words}
  note {words}
  example {words}
    with 2 seats
    given hand of seat 1 is "2r 3r", the rest in kitty, turn is seat 1
    then seat 1 can lay "3r"
  question {words}
    answer {words}
    with 2 seats
    given hand of seat 1 is "2r 5r", the rest in kitty, turn is seat 1
    then seat 1 can lay "2r"
"""
_CHILD = """language 2
variant child extends parent
  {words}
"""
_EDIT = """
replace hostile.n{n}
  because {words}
  {words}
  cites hostile{n} {words}
chapter {words}
add hostile.m{n}
  because {words}
  {words}
  cites hostile{n} {words}
  erratum because {words}
"""
_REMOVED = """
remove hostile.n{n} because {words}
"""


def write(folder: Path, strings: Iterable[str]) -> tuple[Path, Path]:
    """Write a text with strings in every place, and a child of it; return their paths."""
    several = [_quoted(f"{one} {n}") for n, one in enumerate(strings)]
    base = (TESTS / "texts" / "pages.haggis").read_text(encoding="utf-8")
    head, rest = base.split("\n\n", maxsplit=1)
    assert head.startswith("language 2\nvariant pages")
    parts = [_HEAD.format(words=several[0])]
    for shape in (_SOURCE, "\n" + rest.replace("{", "{{").replace("}", "}}"), _CLAUSE):
        once = "{n}" not in shape
        parts += [shape.format(n=n, words=one) for n, one in enumerate(several) if not (once and n)]
    child = [_CHILD.format(words=several[1])]
    for n, one in enumerate(several):
        child.append((_REMOVED if n % 5 == 0 else _EDIT).format(n=n, words=one))
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / "parent.haggis", folder / "child.haggis"
    for path, texts in zip(paths, (parts, child), strict=True):
        path.write_text("".join(texts), encoding="utf-8")
    return paths


def harmless(strings: Iterable[str]) -> list[str]:
    """Return as many strings in which nothing could be taken for anything."""
    return ["Harmless words" for _ in strings]


class Elements(HTMLParser):
    """Counts the elements of a page, each with the names of its attributes and where it leads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: Counter[tuple[str, ...]] = Counter()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element."""
        schemes = [
            f"{name}={(value or '').split(':')[0]}:"
            for name, value in attrs
            if name in {"href", "src", "action"} and ":" in (value or "").split("#")[0]
        ]
        self.found[tag, *sorted(name for name, _ in attrs), *schemes] += 1

    def handle_comment(self, data: str) -> None:
        """Count a comment, which no text may begin."""
        del data
        self.found["comment",] += 1


def live(page: str, usual: str) -> Iterator[str]:
    """Yield the elements that a page has and another, of harmless words, has not."""
    more = Elements(page).found - Elements(usual).found
    yield from (" ".join(one) for one in more)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
