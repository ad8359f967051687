"""Changes by chance of lines and of JSON: small ones, so that most of it still stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, cast

STRANGE_WORDS = (
    *(
        "",
        "-",
        "?",
        "/",
        "|",
        "=",
        '"',
        "\\",
        "@",
        ":",
        "99",
        "-1",
        "?99",
        "seat",
        "none",
        "J",
        "10r",
    ),
    *(
        "single@",
        "set3@10",
        "play",
        "seat 9:",
        "\0",
        "\u202e",
        "\x1b[31m",
        "\ud800",
        "é",
        "٣",
        "\U0001f0a1",
    ),
    *("9" * 5000, "(" * 500, '"' * 300, "x" * 3000, " ", "\n", "\t"),
)
STRANGE_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 99, 10**30, 1.5, 1e400, float("nan"), "", "x", "10r", "\0"),
    *("\x1b[31m", "\ud800", "9" * 5000, [], {}, [[]], {"x": None}, [None] * 40),
)


def other_line(text: str, chance: Random) -> str:
    """Return a line with a few of its words or signs changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        text = chance.choice((_other_word, _other_word, _other_sign))(text, chance)
    return text


def _other_word(text: str, chance: Random) -> str:
    words = text.split(" ")
    at, other = chance.randrange(len(words)), chance.randrange(len(words))
    match chance.randrange(5):
        case 0:
            del words[at]
        case 1:
            words.insert(at, words[other])
        case 2:
            words[at], words[other] = words[other], words[at]
        case 3:
            words[at] = words[other]
        case _:
            words[at] = chance.choice(STRANGE_WORDS)
    return " ".join(words)


def _other_sign(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    sign = chance.choice(
        ("", text[at : at + 1] * 2, chr(chance.randrange(32, 127)), chance.choice(STRANGE_WORDS))
    )
    return f"{text[:at]}{sign}{text[at + 1 :]}"


def other_json(text: str, chance: Random) -> str:
    """Return JSON with a few of its values or keys changed."""
    data: Any = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        places: list[tuple[Any, Any]] = []
        _gather(data, places)
        if not places:
            break
        holder, key = chance.choice(places)
        _change(holder, key, chance.choice(places), chance)
    return json.dumps(data)


def _gather(data: Any, places: list[tuple[Any, Any]]) -> None:
    """Gather each place of a value: what holds it, and under which key or number."""
    waiting = [data]
    while waiting:
        holder = waiting.pop()
        pairs = list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder))
        for key, value in cast("list[tuple[Any, Any]]", pairs):
            places.append((holder, key))
            if isinstance(value, dict | list) and len(places) < 5000:
                waiting.append(value)


def _change(holder: Any, key: Any, other: tuple[Any, Any], chance: Random) -> None:
    copied: Callable[[], Any] = lambda: json.loads(json.dumps(other[0][other[1]]))  # noqa: E731
    match chance.randrange(6):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(("x", "", str(other[1])))] = holder.pop(key)
        case 1:
            holder.insert(key, copied())
        case 2:
            holder[key] = copied()
        case 3 if isinstance(holder[key], int):
            holder[key] += chance.choice((-1, 1))
        case _:
            holder[key] = json.loads(json.dumps(chance.choice(STRANGE_VALUES)))
