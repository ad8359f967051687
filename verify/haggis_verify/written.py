"""Verdicts as text and back, whole: each part by the name of its class in ``verdicts``."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, cast

from haggis_verify import verdicts

IS = "is"  # what names the class

_KINDS: dict[str, Any] = {
    name: kind
    for name, kind in vars(verdicts).items()
    if isinstance(kind, type) and kind.__module__ == verdicts.__name__
}


def written(verdict: object) -> str:
    """Write a verdict as JSON, so that ``read`` gives an equal one."""
    return json.dumps(_data(verdict), ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> object:
    """Read what ``written`` wrote. Raises ``ValueError`` where it is something else."""
    try:
        return _value(json.loads(text))
    except (AttributeError, KeyError, RecursionError, TypeError) as fault:
        message = "this is no verdict"
        raise ValueError(message) from fault


def _data(value: object) -> object:
    if isinstance(value, Enum):
        return {IS: type(value).__name__, "value": value.value}
    if is_dataclass(value):
        named = {each.name: _data(getattr(value, each.name)) for each in fields(value)}
        return {IS: type(value).__name__, **named}
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
    return _KINDS[str(named.pop(IS))](**named)
