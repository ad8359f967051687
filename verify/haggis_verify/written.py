"""Verdicts as text and back, whole: each part by the name of its class in ``verdicts``."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from haggis_verify import verdicts

IS = "is"


def written(verdict: object) -> str:
    """Write a verdict as JSON, so that ``read`` gives an equal one."""
    return json.dumps(_data(verdict), ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> object:
    """Read what ``written`` wrote. Raises ``ValueError`` where it is something else."""
    try:
        return _value(json.loads(text))
    except (AttributeError, KeyError, RecursionError, TypeError) as fault:
        raise ValueError("no verdict") from fault


def _data(value: Any) -> Any:
    if isinstance(value, Enum):
        return {IS: type(value).__name__, "value": value.value}
    if is_dataclass(value):
        named = {each.name: _data(getattr(value, each.name)) for each in fields(value)}
        return {IS: type(value).__name__, **named}
    if isinstance(value, tuple):
        return [_data(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} in a verdict")


def _value(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(_value(each) for each in data)  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(data, dict):
        return data
    named: dict[str, Any] = {key: _value(each) for key, each in data.items()}  # pyright: ignore[reportUnknownVariableType]
    kind = getattr(verdicts, named.pop(IS))
    if not (isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum))):
        raise TypeError(kind)
    return kind(**named)
