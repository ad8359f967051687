"""Changes by chance of lines and of JSON: small ones, so that most of it still stands."""

from __future__ import annotations

import json
from random import Random
from typing import Any, TypeAlias

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


_Holder: TypeAlias = "dict[Any, Any] | list[Any]"


def other_json(text: str, chance: Random) -> str:
    """Return JSON with a few of its values or keys changed."""
    data: Any = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        places = _places([data])
        if not places:
            break
        holder, key = chance.choice(places)
        _change(holder, key, chance.choice(places), chance)
    return json.dumps(data)


def _places(waiting: list[_Holder]) -> list[tuple[_Holder, Any]]:
    """Return each place of a value: what holds it, and under which key or number."""
    places: list[tuple[_Holder, Any]] = []
    while waiting:
        holder = waiting.pop()
        keys: list[Any] = [*holder] if isinstance(holder, dict) else [*range(len(holder))]
        places += [(holder, key) for key in keys]
        waiting += [holder[key] for key in keys if type(holder[key]) in {dict, list}]
    return places


def _change(holder: _Holder, key: Any, other: tuple[_Holder, Any], chance: Random) -> None:
    match chance.randrange(6):
        case 0:
            del holder[key]
        case 1:
            if isinstance(holder, dict):
                holder[chance.choice(("x", "", str(other[1])))] = holder.pop(key)
            else:
                holder.insert(key, _copy(other[0][other[1]]))
        case 2:
            holder[key] = _copy(other[0][other[1]])
        case 3 if isinstance(holder[key], int):
            holder[key] += chance.choice((-1, 1))
        case _:
            holder[key] = _copy(chance.choice(STRANGE_VALUES))


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))
