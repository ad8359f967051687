"""Words are found as lark finds them, by a table in place of one expression for each state."""

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from haggis_rules.syntax import lexing, parse
from tests.games import PLACES

PIECE = re.compile(r"\w+(?:[.-]\w+)*|\S")
ODD = ("at", "at-", "at.x", "attic", "card", "cards", "3r", "x9", "_", "-", "é", "12 to", "1to")
PHALAROPE = Path(__file__).parents[1] / "pairs" / "phalarope.haggis"  # `for` is two words there
NOT_SO = """language 2 variant x "X" clause c "C." ruling because "so"
  define not-so as true define other as not-so"""

pytestmark = pytest.mark.slow


@cache
def plain() -> Lark:
    """Return a parser that looks for words as lark does by itself."""
    return parse.build()


def tokens(parser: Any, text: str) -> list[object]:
    """Return the tokens of a text as far as it can be read, and what stops it."""
    found: list[object] = []
    try:
        reading = parser.parse_interactive(text)
        found += ((one.type, str(one), one.start_pos, one.end_pos) for one in reading.iter_parse())
    except UnexpectedInput as fault:
        found.append((type(fault), fault.pos_in_stream, sorted(fault_allowed(fault))))
    return found


def fault_allowed(fault: Any) -> set[str]:
    """Return what could have stood where a text cannot be read."""
    return set(getattr(fault, "accepts", None) or getattr(fault, "allowed", None) or ())


def changed(text: str, chance: Random) -> str:
    """Return a text with one of its words changed, joined to the next or cut."""
    at = chance.choice([*PIECE.finditer(text)])
    word = chance.choice([*ODD, at[0][:-1], at[0] + "s", f"{at[0]}-{at[0]}", chance.choice(ODD)])
    return text[: at.start()] + word + text[at.end() - chance.randrange(2) :]


def test_a_text_has_the_tokens_that_lark_finds() -> None:
    for path in (*PLACES.values(), PHALAROPE):
        text = path.read_text("utf-8")
        found = tokens(parse.grammar(), text)
        assert len(found) > 100
        assert found == tokens(plain(), text)


def test_so_has_a_text_that_cannot_be_read() -> None:
    chance = Random(8)
    heron = PLACES["heron"].read_text("utf-8")
    for _ in range(60):
        text = changed(heron, chance)
        assert tokens(parse.grammar(), text) == tokens(plain(), text)


def test_a_word_that_ends_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tokens(parse.grammar(), NOT_SO) == tokens(plain(), NOT_SO)
    monkeypatch.setattr(lexing, "_WORD", re.compile("[A-Za-z]+"))
    assert tokens(parse.grammar(), NOT_SO) != tokens(plain(), NOT_SO)
