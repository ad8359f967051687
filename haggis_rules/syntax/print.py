"""Tree to text: the one canonical form of a rules file.

What is written here parses to the same tree again.
"""

from collections.abc import Iterable

from haggis_rules.syntax import ast
from haggis_rules.syntax.layout import Doc, DocRows, lines
from haggis_rules.syntax.print_edit import edit_rows, show_part
from haggis_rules.syntax.print_expression import quoted, show_expr
from haggis_rules.syntax.print_guard import show_guard
from haggis_rules.syntax.print_item import item_rows

__all__ = ["show", "show_clause", "show_expr", "show_guard", "show_item", "show_items", "show_part"]


def show(file: ast.File) -> str:
    """Write a whole file."""
    parts = [
        _text([(0, f"language {file.language.value}"), *_variant(file.variant)]),
        *(_text([(0, f"source {s.name.text}"), (1, quoted(s.words))]) for s in file.sources),
        *map(show_clause, file.entries),
    ]
    return "\n".join(parts)


def show_clause(entry: ast.Entry) -> str:
    """Write one entry of a file: a clause, an edit of one, or a chapter's heading."""
    match entry:
        case ast.Chapter(words=words):
            return _text([(0, ("chapter ", quoted(words)))])
        case ast.Clause():
            return _text([(0, _title("clause", entry)), *_body(entry)])
        case ast.Replace(because=because):
            return _text([(0, _title("replace", entry)), _because(because), *_body(entry)])
        case ast.Add(because=because):
            return _text([(0, _title("add", entry)), _because(because), *_body(entry)])
        case ast.Remove(name=name, because=because):
            return _text([(0, f"remove {name.text}"), _because(because)])
        case ast.Change(name=name, because=because):
            return _text([(0, f"change {name.text}"), _because(because), *_changed(entry)])
        case ast.Confirm():
            return _text(_confirmed(entry))
        case ast.AddFrom(because=because):
            return _text([(0, _taken("add", entry)), _because(because)])
        case ast.ReplaceFrom(because=because):
            return _text([(0, _taken("replace", entry)), _because(because)])


def show_items(items: Iterable[ast.Item]) -> str:
    """Write the formal text of a clause, without indentation."""
    return "".join(map(show_item, items))


# What was written lately, with the item: a text is flattened many times. Known by identity, for
# the hash of an item goes through its whole tree.
_written: dict[int, tuple[ast.Item, str]] = {}
_MOST_WRITTEN = 8192


def show_item(item: ast.Item) -> str:
    """Write one item, without indentation; it ends with the end of its line."""
    known = _written.get(id(item))
    if known is None:
        if len(_written) >= _MOST_WRITTEN:
            _written.clear()
        known = _written[id(item)] = (item, _text(item_rows(item)))
    return known[1]


def _text(rows: DocRows) -> str:
    return "".join(f"{line}\n" for depth, doc in rows for line in lines(doc, depth))


def _variant(variant: ast.Variant) -> DocRows:
    parent = "" if variant.parent is None else f" extends {variant.parent.text}"
    trial = " experimental" if variant.experimental else ""
    return [(0, f"variant {variant.name.text}{parent}{trial}"), (1, quoted(variant.words))]


def _title(keyword: str, entry: ast.Clause | ast.Replace | ast.Add) -> str:
    guard = [] if entry.guard is None else [show_guard(entry.guard)]
    return " ".join([keyword, entry.name.text, *(n.text for n in entry.ledgers), *guard])


def _taken(keyword: str, entry: ast.Taking) -> str:
    return f"{keyword} {', '.join(n.text for n in entry.names)} from {entry.variant.text}"


def _confirmed(entry: ast.Confirm) -> DocRows:
    rows: DocRows = [
        (0, f"confirm {', '.join(name.text for name in entry.names)}"),
        *((1, (f"cites {c.source.text} ", quoted(c.section))) for c in entry.cites),
    ]
    match entry.status:
        case ast.Status(kind=kind, because=because):
            rows.append((1, (f"{kind.text} because ", quoted(because))))
        case ast.Clear():
            rows.append((1, "which is clear"))
        case None:
            pass
    return rows


def _because(words: ast.Words) -> tuple[int, Doc]:
    return 1, ("because ", quoted(words))


def _body(entry: ast.Clause | ast.Replace | ast.Add) -> DocRows:
    rows = [*_titled(entry), (1, quoted(entry.words)), *_status_rows(entry)]
    return [*rows, *((depth + 1, doc) for item in entry.items for depth, doc in item_rows(item))]


def _changed(entry: ast.Change) -> DocRows:
    rows = _titled(entry)
    if entry.words is not None:
        rows.append((1, quoted(entry.words)))
    edits = ((depth + 1, doc) for edit in entry.edits for depth, doc in edit_rows(edit))
    return [*rows, *_status_rows(entry), *edits]


def _titled(entry: ast.Clause | ast.Replace | ast.Add | ast.Change) -> list[tuple[int, Doc]]:
    return [] if entry.title is None else [(1, ("titled ", quoted(entry.title)))]


def _status_rows(entry: ast.Clause | ast.Replace | ast.Add | ast.Change) -> DocRows:
    rows: DocRows = [(1, (f"cites {c.source.text} ", quoted(c.section))) for c in entry.cites]
    match entry.status:
        case ast.Status(kind=kind, because=because):
            rows.append((1, (f"{kind.text} because ", quoted(because))))
        case ast.Derived():
            rows.append((1, "derived"))
        case None:
            pass
    return rows
