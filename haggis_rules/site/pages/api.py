"""What Python programs can use, written from the docstrings of the public names."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from itertools import pairwise
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import haggis_rules
from haggis_rules.engine.prepared_game import INNER as INNER_OF_RULES
from haggis_rules.knowledge import view_json
from haggis_rules.notation import forms, json_types
from haggis_rules.semantics import state
from haggis_rules.site.markdown import bullets, fence, page, plain, ticked

API = "python"
_APART = {
    "Rules and modules": ("CompiledGame", "MatchBatch", "Rules"),
    "Matches and views": ("MatchState", "MatchView", "Position", "Seat", "View"),
}
_ADDRESSES = ("python-rules", "python-matches", "python-json", "python-faults")
_LEAD = "All of this is imported from `haggis_rules`."
_Property = Union[property, "cached_property[object]"]
_ALIASES = (forms, json_types, state, view_json)  # where types are that are no classes
_ROOMS = "other rooms of the package ask for it, and it may change at any time"
INNER: Final[Mapping[str, str]] = dict.fromkeys(
    ("Card.drawn", "CompiledGame.moment", *(f"Rules.{name}" for name in sorted(INNER_OF_RULES))),
    _ROOMS,
)
"""Members of public classes that are not public themselves, each with the reason."""
_JSON = (
    "What `to_json` and the like return and readers take, as types for type checkers: each is a"
    " `TypedDict`. Details of a particular game, such as the names of its cards, are in"
    " `Rules.schema`."
)
_PLACE = re.compile(r"\b(?:haggis_rules|collections|typing|pathlib)(?:\.\w+)*\.(?=\w)")


def api_page(*intro: str) -> str:
    """Write all public names as one page: what ``api_pages`` shares out, in their order."""
    return "\n".join(api_pages(*intro).values())


def api_pages(*intro: str) -> dict[str, str]:
    """Write the pages of all public names by their addresses, the first with functions and types.

    A page for each lot of classes that belong together keeps each of them light. The ``intro``
    stands at the beginning, and is Markdown already.
    """
    named = [(name, getattr(haggis_rules, name)) for name in haggis_rules.__all__]
    functions = [pair for pair in named if inspect.isfunction(pair[1])]
    classes = [pair for pair in named if inspect.isclass(pair[1]) and _defined(*pair)]
    faults = [pair for pair in classes if issubclass(pair[1], BaseException)]
    written = [pair for pair in classes if is_typeddict(pair[1])]
    others = [pair for pair in classes if pair not in faults and pair not in written]
    known = {name for name, _ in (*functions, *classes)}
    unions = [pair for pair in named if pair[0] not in known and not pair[0].startswith("_")]
    apart = {name for names in _APART.values() for name in names}
    titles = dict(zip(_ADDRESSES, (*_APART, "JSON", "Faults"), strict=True))
    listed = (f"[{title}]({address}.md)" for address, title in titles.items())
    blocks = [_LEAD, *intro, bullets(listed), "## Functions"]
    blocks += [block for name, one in functions for block in _function(name, one)]
    blocks += ["## Other classes"]
    blocks += [block for pair in others if pair[0] not in apart for block in _class(*pair)]
    blocks += ["## Types", *(block for name, one in unions for block in _union(name, one))]
    parts = [
        [block for pair in others if pair[0] in names for block in _class(*pair)]
        for names in _APART.values()
    ]
    parts.append([_JSON, *(block for name, one in written for block in _class(name, one))])
    parts.append([block for name, one in faults for block in _fault(name, one)])
    found = {API: page("Python reference", *blocks)}
    for (address, title), part in zip(titles.items(), parts, strict=True):
        found[address] = page(f"Python reference: {title}", *map(_higher, part))
    return found


def _higher(block: str) -> str:
    """Return a block with its heading one level up: the page has no sections of its own."""
    return block[1:] if block.startswith("###") else block


def docstring_markdown(docstring: str | None) -> str:
    """Make Markdown of a docstring: its paragraphs, with what stands between backticks as code."""
    paragraphs = inspect.cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(
        fence(one, language="pycon") if one.startswith(">>>") else ticked(one.replace("``", "`"))
        for one in paragraphs
    )


@cache
def alias_docstrings() -> dict[str, str]:
    """Return what stands below each public name of a type, which has no docstring at run time."""
    found: dict[str, str] = {}
    for module in _ALIASES:
        for named, told in pairwise(ast.parse(inspect.getsource(module)).body):
            match named, told:
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(words))),
                ):
                    found[name] = words
                case _:
                    pass
    return found


def public_members(name: str, kind: type) -> Iterator[tuple[str, object]]:
    """Yield each public method and property of a class, by its name, as the class declares it."""
    for member, value in _members(kind).items():
        is_member = isinstance(value, (property, cached_property)) or inspect.isfunction(
            getattr(value, "__func__", value)
        )
        if is_member and not member.startswith("_") and f"{name}.{member}" not in INNER:
            yield member, value


def _defined(name: str, kind: object) -> bool:
    """Whether a class is what the name is for, and not only what the name stands for here."""
    return inspect.isclass(kind) and kind.__name__ == name


def _function(name: str, function: Callable[..., object]) -> Iterator[str]:
    yield f"### {plain(name)} {{ #{name.lower()} }}"
    yield fence(_signature(name, function), language="python")
    yield docstring_markdown(inspect.getdoc(function))


def _class(name: str, kind: type) -> Iterator[str]:
    yield f"### {plain(name)} {{ #{name.lower()} }}"
    yield docstring_markdown(kind.__doc__)
    yield bullets(_fields(kind))
    yield from _shown_members(name, kind)


def _fields(kind: type) -> Iterator[str]:
    """Yield each field of a class of data with its type, and what is said of it."""
    if "_fields" in vars(kind):
        hints: dict[str, object] = vars(kind)["__annotations__"]
        yield from (f"`{name}`: `{_short(hint)}`" for name, hint in hints.items())
    elif is_typeddict(kind):
        for name, hint in get_type_hints(kind, include_extras=True).items():
            optional = get_origin(hint) is NotRequired
            notes = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, str)]
            words = "; ".join(["may be missing"] * optional + notes)
            yield f"`{name}`: `{_hint(hint)}`" + (f", {ticked(words)}" if words else "")
    elif is_dataclass(kind):
        for field in fields(kind):
            if not field.name.startswith("_"):
                yield f"`{field.name}`: `{_short(field.type)}`"


def _hint(hint: Any) -> str:
    """Write a type as a program has it, without what only a schema says of it."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in {Annotated, NotRequired}:
        return _hint(inside[0])
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, inside))}]"
    if origin in {Union, UnionType}:
        return " | ".join(map(_hint, inside))
    if hint is NoneType:
        return "None"
    if inside:
        return f"{origin.__name__}[{', '.join(map(_hint, inside))}]"
    return str(hint.__name__)


def _shown_members(name: str, kind: type) -> Iterator[str]:
    """Write what is public of a class: its properties, and then its methods."""
    members = [*public_members(name, kind)]
    for member, value in members:
        if isinstance(value, (property, cached_property)):
            yield from _property(name, member, cast("_Property", value))
    for member, value in members:
        yield from _method(name, member, value)


def _members(kind: type) -> dict[str, object]:
    """Return what a class declares, after what bases of this package that have no name here do."""
    own = [base for base in kind.__mro__ if base.__module__.startswith(haggis_rules.__name__)]
    shown = [base for base in own if base is kind or base.__name__ not in haggis_rules.__all__]
    return {name: value for base in reversed(shown) for name, value in vars(base).items()}


def _property(owner: str, name: str, value: _Property) -> Iterator[str]:
    function = value.fget if isinstance(value, property) else value.func
    found = inspect.signature(function).return_annotation if function else ""
    yield from _member_head(owner, name)
    yield fence(f"{name}: {_short(found)}", language="python")
    yield docstring_markdown(value.__doc__)


def _member_head(owner: str, name: str) -> Iterator[str]:
    yield f"#### {plain(f'{owner}.{name}')} {{ #{owner.lower()}.{name.lower()} }}"


def _method(owner: str, name: str, value: object) -> Iterator[str]:
    function: object = getattr(value, "__func__", value)  # of a class, or of nothing
    if inspect.isfunction(function) and function.__doc__:
        yield from _member_head(owner, name)
        yield fence(_signature(name, function), language="python")
        yield docstring_markdown(function.__doc__)


def _fault(name: str, kind: type) -> Iterator[str]:
    yield f"### {plain(name)} {{ #{name.lower()} }}"
    yield docstring_markdown(kind.__doc__)
    yield f"It is a kind of `{kind.__mro__[1].__name__}`."
    yield from _shown_members(name, kind)


def _union(name: str, value: object) -> Iterator[str]:
    yield f"### {plain(name)} {{ #{name.lower()} }}"
    yield fence(f"{name} = {_short(value)}", language="python")
    yield docstring_markdown(alias_docstrings()[name])


def _signature(name: str, function: Callable[..., object]) -> str:
    text = _short(str(inspect.signature(function)))
    return f"{name}{re.sub(r'^[(](self|cls)(, )?', '(', text)}"


def _short(found: object) -> str:
    """Write a type without the modules that it comes from."""
    whole = found.__name__ if inspect.isclass(found) and type(found) is type else str(found)
    return _PLACE.sub("", whole).replace("'", "")
