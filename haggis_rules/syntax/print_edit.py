"""Tree to text, for the edits below a clause."""

from haggis_rules.syntax import ast
from haggis_rules.syntax.layout import BREAK, DocGroup, DocRows, flat
from haggis_rules.syntax.print_expression import quoted, value
from haggis_rules.syntax.print_item import item_rows


def edit_rows(edit: ast.Edit) -> DocRows:
    """Write one edit, each of its sentences with its depth."""
    match edit:
        case ast.Exchange(old=old, new=new):
            return [(0, DocGroup(("from ", value(old), BREAK, "to ", value(new))))]
        case ast.ItemExchange(old=old, new=new):
            return [*_led("from ", _part_rows(old)), *_led("to ", item_rows(new))]
        case ast.LeaveOut(part=part):
            return _led("without ", _part_rows(part))
        case ast.Also(item=item):
            return _led("also ", item_rows(item))


def show_part(part: ast.Part) -> str:
    """Write an item, or its name, in one line."""
    return " ".join(flat(doc) for _, doc in _part_rows(part))


def _part_rows(part: ast.Part) -> DocRows:
    match part:
        case ast.ItemName(kind=kind, name=name):
            return [(0, f"{kind.text} {name.text}")]
        case ast.CaseName(kind=kind, words=words):
            return [(0, (f"{kind.text} ", quoted(words)))]
        case ast.DefiniteName(kind=kind, name=name):
            return [(0, f"the {kind.text} {name.text}")]
        case ast.SoleName(kind=kind):
            return [(0, f"the {kind.text}")]
        case item:
            return item_rows(item)


def _led(word: str, rows: DocRows) -> DocRows:
    """Put a word before the first of some sentences."""
    (depth, first), *rest = rows
    return [(depth, (word, first)), *rest]
