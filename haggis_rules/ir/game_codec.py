"""The typed form as JSON and back, by what the classes declare: each field is read by its type.

=================  ===============================================================================
part               in JSON
=================  ===============================================================================
number, truth,     itself
text, None
member of an enum  its name
tuple              a list
dict               an object, in its order
class              a list: the name of the class, and its fields in their order
span               a list: the number of its text, where it starts and ends, and what it makes of
                   the parent's words where it does
type               the number of a row in ``types``, so that what is one object stays one
case               as a class, but without what was written, which is read from the text again
=================  ===============================================================================

What does not fit the declared type is refused, so nothing but a game is ever read. That it is the
game of some texts nobody can see from it: ``game_cache`` knows. Only the formal text of a clause
has more than one line: names stand in comments of generated Python, which a line end would close.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, cast, get_args, get_origin

from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.ir.game import Case, Clause, Game
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType

if TYPE_CHECKING:
    from haggis_rules.syntax import ast

Reread = Callable[[int], "ast.Example | ast.Question"]  # of a case, by its number in the game
_Json = Any  # what comes out of a file, before anybody has looked at it
_Reader = Callable[[_Json, "_Decoding"], Any]

_ATOMS = (bool, int, str, NoneType)
_SHARED = (NumberType, ChoiceType, OptionType)
_OF_MANY_LINES = {(Clause, "formal"), (Clause, "rule")}


@dataclass(slots=True)
class _Decoding:
    """What parts of a file are read with: the texts, the types so far, and the cases."""

    sources: Sequence[SourceFile]
    reread: Reread
    types: list[object] = field(default_factory=list[object])
    cases: int = 0


@dataclass(slots=True)
class _Encoding:
    """What is known while a game is written: numbers of texts, and of the types by their id."""

    sources: Mapping[SourceFile, int]
    types: list[_Json] = field(default_factory=list[_Json])
    numbers: dict[int, int] = field(default_factory=dict[int, int])


def game_to_json(game: Game, texts: Sequence[SourceFile]) -> str:
    """Write a game, whose spans are in these texts.

    Raises ``TypeError`` for a part that has no form, and ``KeyError`` for a span elsewhere.
    """
    writing = _Encoding({text: number for number, text in enumerate(texts)})
    written = _data(game, writing)
    return json.dumps(
        {"types": writing.types, "game": written}, ensure_ascii=False, separators=(",", ":")
    )


def game_from_json(text: str, texts: Sequence[SourceFile], reread: Reread) -> Game:
    """Read what ``game_to_json`` wrote. ``reread`` gives what was written of a case.

    Raises ``ValueError`` when it is anything else.
    """
    known = _Decoding(texts, reread)
    try:
        data = json.loads(text)
        shared = _row_readers(*_SHARED)
        for row in data["types"]:
            known.types.append(shared[row[0]](row, known))
        row = data["game"]
        return cast("Game", _row_readers(Game)[row[0]](row, known))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError) as fault:
        raise _unfit() from fault


def _data(value: object, writing: _Encoding) -> _Json:
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, tuple):
        return [_data(each, writing) for each in cast("tuple[object, ...]", value)]
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        return {name: _data(each, writing) for name, each in named.items()}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Span):
        row = [writing.sources[value.source], value.start, value.end]
        return [*row, value.said] if value.said else row
    if isinstance(value, _SHARED):
        number = writing.numbers.get(id(value))
        if number is None:
            row = _row(value, writing)  # what is inside it comes first
            number = writing.numbers[id(value)] = len(writing.types)
            writing.types.append(row)
        return number
    return _row(value, writing)


def _row(value: Any, writing: _Encoding) -> list[_Json]:
    kind: Any = value.__class__
    return [kind.__name__, *(_data(getattr(value, name), writing) for name in _written(kind))]


@cache
def _written(kind: Any) -> tuple[str, ...]:
    """Name the fields that are in a file. Raises ``TypeError`` for no class of the typed form."""
    left_out = {"written", "reread"} if kind is Case else ()
    return tuple(each.name for each in fields(kind) if each.init and each.name not in left_out)


@cache
def _reader(module: str, annotation: str) -> _Reader:
    """Return what reads the values of an annotation of ours, in a module of ours."""
    return _reader_of(eval(annotation, vars(sys.modules[module])))  # noqa: S307


def _reader_of(hint: Any) -> _Reader:
    """Return what reads the values of a type."""
    members = get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)
    atoms = frozenset(one for one in members if one in _ATOMS)
    enums = [one for one in members if isinstance(one, type) and issubclass(one, Enum)]
    named = {name: member for kind in enums for name, member in kind.__members__.items()}
    kinds = [one for one in members if is_dataclass(one) and one not in {*_SHARED, Span}]
    shared = tuple(one for one in members if one in _SHARED)
    inside = [_inside(one) for one in members if get_origin(one) in {tuple, dict}]
    if Span in members:
        inside.append(_span)
    if kinds:
        inside.append(_class_reader(*kinds))
    if len(inside) > 1 or (shared and int in atoms) or (named and str in atoms):
        message = f"{hint} has no form in JSON that tells its values apart"
        raise TypeError(message)
    return _either(atoms, named, shared, *inside)


def _either(
    atoms: frozenset[type],
    named: Mapping[str, Enum],
    shared: tuple[type, ...],
    inside: _Reader | None = None,
) -> _Reader:
    """Return what reads plain values, enums, types by their numbers, and one kind of part."""

    def read(value: _Json, known: _Decoding) -> Any:
        kind: Any = value.__class__
        if kind in atoms:
            return value if kind is not str else _line(value)
        if inside is not None and kind in {list, dict}:
            return inside(value, known)
        if kind is str:
            return named[value]
        if kind is int and shared and value >= 0:
            found = known.types[value]
            if isinstance(found, shared):
                return found
        raise _unfit()

    return read


def _inside(hint: Any) -> _Reader:
    """Return what reads a tuple or a dict."""
    members = get_args(hint)
    if get_origin(hint) is dict:
        return partial(_read_dict, _reader_of(members[1]))
    if members[-1] is Ellipsis:
        return partial(_read_tuple, _reader_of(members[0]))
    return partial(_read_places, [_reader_of(one) for one in members])


def _read_dict(inner: _Reader, value: _Json, known: _Decoding) -> dict[str, Any]:
    return {_line(name): inner(each, known) for name, each in value.items()}


def _read_tuple(inner: _Reader, value: _Json, known: _Decoding) -> tuple[Any, ...]:
    if value.__class__ is not list:
        raise _unfit()
    return tuple([inner(each, known) for each in value])


def _read_places(inner: Sequence[_Reader], value: _Json, known: _Decoding) -> tuple[Any, ...]:
    if value.__class__ is not list:
        raise _unfit()
    pairs = zip(inner, value, strict=True)
    return tuple([reader(each, known) for reader, each in pairs])


def _class_reader(*kinds: Any) -> _Reader:
    """Return what reads a row of one of some classes."""
    readers = _row_readers(*kinds)
    return lambda row, known: readers[row[0]](row, known)


def _row_readers(*kinds: Any) -> dict[str, _Reader]:
    return {kind.__name__: _row_reader(kind) for kind in kinds}


@cache
def _row_reader(kind: Any) -> _Reader:
    """Return what reads a row of a class; its fields are looked at once there is one."""
    readers: list[_Reader] = []

    def read(row: list[_Json], known: _Decoding) -> Any:
        if not readers:
            readers.append(_nothing)  # the place of the name
            readers.extend(_field_readers(kind))
        values = [reader(each, known) for reader, each in zip(readers, row, strict=True)]
        return kind(*values[1:]) if kind is not Case else _case(values, known)

    return read


def _field_readers(kind: Any) -> list[_Reader]:
    hints: dict[str, Any] = {each.name: each.type for each in fields(kind)}
    return [
        _text
        if (kind, name) in _OF_MANY_LINES
        else _reader(kind.__module__, hints[name])
        if isinstance(hints[name], str)
        else _reader_of(hints[name])
        for name in _written(kind)
    ]


def _text(value: _Json, _known: _Decoding) -> Any:
    if value.__class__ is not str:
        raise _unfit()
    return value


def _line(text: str) -> str:
    if "\n" in text or "\r" in text or "\0" in text:
        raise _unfit()
    return text


def _nothing(_value: _Json, _known: _Decoding) -> None:
    return None


def _case(values: Sequence[Any], known: _Decoding) -> Case:
    number, known.cases = known.cases, known.cases + 1
    _, clause, words, answer, span = values
    return Case.kept(clause, words, answer, span, partial(known.reread, number))


def _span(row: list[Any], known: _Decoding) -> Span:
    number, start, end, *said = row
    source = known.sources[int(number)]
    plain = type(number) is type(start) is type(end) is int and number >= 0
    fits = plain and 0 <= start <= end <= len(source.text)
    if not fits or len(said) > 1 or not all(type(each) is str for each in said):
        raise _unfit()
    return Span(source, start, end, *said)


def _unfit() -> ValueError:
    return ValueError("this is no game")
