"""What Python programs can use, written from the docstrings of the public names."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise

import haggis_rules
from haggis_rules.semantics import state
from haggis_rules.site.markdown import bullets, fence, page, plain, ticked

API = "python"
_LEAD = "All of this is imported from `haggis_rules`."
_PLACE = re.compile(r"\b(?:haggis_rules|collections|typing|pathlib)(?:\.\w+)*\.(?=\w)")


def api_page(*intro: str) -> str:
    """Write the page of all public names: functions, classes, types, and then faults.

    The ``intro`` stands at the beginning, and is Markdown already.
    """
    named = [(name, getattr(haggis_rules, name)) for name in haggis_rules.__all__]
    functions = [pair for pair in named if inspect.isfunction(pair[1])]
    classes = [pair for pair in named if inspect.isclass(pair[1]) and _defined(*pair)]
    faults = [pair for pair in classes if issubclass(pair[1], BaseException)]
    others = [pair for pair in classes if pair not in faults]
    known = {name for name, _ in (*functions, *classes)}
    unions = [pair for pair in named if pair[0] not in known and not pair[0].startswith("_")]
    blocks = [_LEAD, *intro, "## Functions"]
    blocks += [block for name, one in functions for block in _function(name, one)]
    blocks += ["## Classes", *(block for name, one in others for block in _class(name, one))]
    blocks += ["## Types", *(block for name, one in unions for block in _union(name, one))]
    blocks += ["## Faults", *(block for name, one in faults for block in _fault(name, one))]
    return page("Python reference", *blocks)


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
    body = ast.parse(inspect.getsource(state)).body
    found: dict[str, str] = {}
    for named, told in pairwise(body):
        match named, told:
            case (
                ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                found[name] = words
            case _:
                pass
    return found


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
    members = _members(kind)
    if is_dataclass(kind):
        shown_fields = [field for field in fields(kind) if not field.name.startswith("_")]
        yield bullets(f"`{field.name}`: `{_short(field.type)}`" for field in shown_fields)
    public = [(m, value) for m, value in members.items() if not m.startswith("_")]
    properties = [(m, value) for m, value in public if isinstance(value, property)]
    yield bullets(_property(member, value) for member, value in properties)
    for member, value in public:
        yield from _method(name, member, value)


def _members(kind: type) -> dict[str, object]:
    """Return what a class declares, after what bases of this package that have no name here do."""
    own = [base for base in kind.__mro__ if base.__module__.startswith(haggis_rules.__name__)]
    shown = [base for base in own if base is kind or base.__name__ not in haggis_rules.__all__]
    return {name: value for base in reversed(shown) for name, value in vars(base).items()}


def _property(name: str, value: property) -> str:
    found = inspect.signature(value.fget).return_annotation if value.fget else ""
    text = " ".join(docstring_markdown(value.__doc__).split())
    return f"`{name}`: `{_short(found)}`. {text}"


def _method(owner: str, name: str, value: object) -> Iterator[str]:
    function: object = getattr(value, "__func__", value)  # of a class, or of nothing
    if inspect.isfunction(function) and function.__doc__:
        yield f"#### {plain(f'{owner}.{name}')} {{ #{owner.lower()}.{name.lower()} }}"
        yield fence(_signature(name, function), language="python")
        yield docstring_markdown(function.__doc__)


def _fault(name: str, kind: type) -> Iterator[str]:
    yield f"### {plain(name)} {{ #{name.lower()} }}"
    yield f"{docstring_markdown(kind.__doc__)} It is a kind of `{kind.__mro__[1].__name__}`."


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
