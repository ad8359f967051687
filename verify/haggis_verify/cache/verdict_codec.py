"""Verdicts as text and back, whole: each part by the names that ``tags`` declares."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, cast

from haggis_rules.verdicts.tags import VERDICTS

IS = "is"  # what names the class
VALUE = "value"  # what a member of an enum stands for


def verdict_to_json(verdict: object) -> str:
    """Write a verdict as JSON, so that ``verdict_from_json`` gives an equal one."""
    return json.dumps(_data(verdict), ensure_ascii=False, separators=(",", ":"))


def verdict_from_json(text: str) -> object:
    """Read what ``verdict_to_json`` wrote. Raises ``ValueError`` where it is something else."""
    try:
        return _value(json.loads(text))
    except (AttributeError, KeyError, RecursionError, TypeError) as fault:
        message = "this is no verdict"
        raise ValueError(message) from fault


def _data(value: object) -> object:
    known = VERDICTS.get(type(value))
    if known is not None and isinstance(value, Enum):
        return {IS: known.tag, VALUE: value.value}
    if known is not None:
        named = zip(known.names, known.own, strict=True)
        return {IS: known.tag, **{name: _data(getattr(value, own)) for name, own in named}}
    if isinstance(value, tuple):
        return [_data(each) for each in cast("tuple[object, ...]", value)]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(type(value))


def _value(data: object) -> object:
    if isinstance(data, list):
        return tuple(_value(each) for each in cast("list[object]", data))
    if not isinstance(data, dict):
        return data
    named = {key: _value(each) for key, each in cast("dict[str, object]", data).items()}
    tag = named.pop(IS)
    kind: Any = next((one for one, known in VERDICTS.items() if known.tag == tag), None)
    if kind is None:
        raise KeyError(tag)
    if issubclass(kind, Enum):
        return kind(**named)
    own = dict(zip(VERDICTS[kind].names, VERDICTS[kind].own, strict=True))
    return kind(**{own[name]: each for name, each in named.items()})
