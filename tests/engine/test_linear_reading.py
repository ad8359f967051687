"""Reading takes time in proportion to the input: four times as much, never eight times as long."""

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from math import inf
from pathlib import Path
from time import process_time
from typing import cast

import pytest

from haggis_rules import Rules
from haggis_rules.cli import main
from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.notation.errors import MalformedError, NotationError
from haggis_rules.notation.limits import LONGEST_ACTION, LONGEST_LINE
from haggis_rules.notation.values import Json
from haggis_rules.records.reader import read
from haggis_rules.semantics.action import IllegalAction
from haggis_rules.syntax.parse import parse
from haggis_rules.verdicts.reader import BadVerdictsError, read_verdicts
from tests.engine.games import rules_of

ROOK = (Path(__file__).parents[1] / "golden/errors/rules/rook.haggis").read_text(encoding="utf-8")
TERN = (Path(__file__).parents[1] / "fuzz/corpus/rules/tern.haggis").read_text(encoding="utf-8")
CLAUSE = 'clause made.up "Words." ruling because "so"\n'
HEAD = b'{"record":1,"variant":"classic","players":2,"options":{},"rules":"","seed":1}\n'
REFUSED = (NotationError, IllegalAction, RuleError, SeveralFaultsError, BadVerdictsError)
SHORTEST = 0.002  # seconds; below that the clock says nothing
ROUNDS = 12
MOST_GROWTH = 8


def rules() -> Rules:
    return rules_of("neeps-core")


def lower(text: str) -> object:
    parse.cache_clear()
    return lower_everywhere([parse(SourceFile("long.haggis", text))])


def record(data: bytes) -> object:
    return read(io.BytesIO(data))


def head() -> str:
    return rules().new_match(1).to_text().partition("|")[0]


def many(text: str, times: int) -> str:
    return "\n".join(text.format(i) for i in range(times))


TEXTS: dict[str, Callable[[int], str]] = {
    "quotes and backslashes": lambda n: '"\\' * (n // 2),
    "a quote that is not closed": lambda n: 'play "' + '\\"' * (n // 2),
    "backslashes": lambda n: "\\" * n,
    "quotes": lambda n: '"' * (n // 2 * 2 + 1),
    "texts": lambda n: '"a" ' * (n // 4),
    "blanks": lambda n: " " * n,
    "blanks around a seat": lambda n: " " * (n // 2) + "seat" + " " * (n // 2),
    "cards": lambda n: "3r " * (n // 3),
    "digits": lambda n: "9" * n,
    "letters": lambda n: "a" * n,
    "equals": lambda n: "J " + "=" * n,
    "sections": lambda n: head() + "|" * n,
    "words of a section": lambda n: head() + "| " + "a=b " * (n // 4),
    "cells": lambda n: head() + "| hand: " + "/" * n,
    "names and colons": lambda n: head() + "| " + "a:" * (n // 2),
}
READERS: dict[str, tuple[Callable[[str], object], int]] = {
    "position": (lambda text: rules().state_from_text(text), LONGEST_LINE),
    "view": (lambda text: rules().view_from_text(text), LONGEST_LINE),
    "play": (lambda text: rules().parse_play(text), LONGEST_ACTION),
    "cards": (lambda text: rules().parse_cards(text), LONGEST_ACTION),
    "plays": (lambda text: rules().beats(text, text), LONGEST_ACTION),
    "action": (lambda text: rules().parse_action(text), LONGEST_ACTION),
    "action after a seat": (lambda text: rules().parse_action(f"1: {text}"), LONGEST_ACTION - 3),
}
RULES: dict[str, Callable[[int], str]] = {
    "quotes and backslashes": lambda n: ROOK + '"\\' * (n // 2),
    "a quote that is not closed": lambda n: f'{ROOK}clause a "' + '\\"' * (n // 2),
    "a strange sign after texts": lambda n: ROOK + CLAUSE + 'note "x" ' * (n // 9) + "?",
    "an open text after texts": lambda n: ROOK + CLAUSE + 'note "x" ' * (n // 9) + '"\\q',
    "brackets": lambda n: ROOK + CLAUSE + "define w as " + "()" * (n // 2),
    "blanks": lambda n: " " * n + "language",
    "digits": lambda n: f"{ROOK}{CLAUSE}state s is 0 to {'9' * n}",
    "clauses": lambda n: ROOK + many('clause c{0} "b" cites sheet "x" note "y"', n // 45),
    "definitions": lambda n: ROOK + CLAUSE + many("define w{0} as turn is none", n // 32),
    "unknown names": lambda n: ROOK + CLAUSE + many("define w{0} as z{0} is none", n // 32),
    "states": lambda n: ROOK + CLAUSE + many("state s{0} is truth, at first false", n // 38),
    "conditions": lambda n: ROOK + CLAUSE + many("may pass only when turn is none", n // 32),
}
RECORDS: dict[str, Callable[[int], bytes]] = {
    "lines": lambda n: HEAD + b'{"hand":1,"dealt":{},"drawn":{}}\n' * (n // 34),
    "a torn line": lambda n: HEAD + b"[" * n,
    "a key that is there twice": lambda n: (
        json.dumps({f"a{i}": 1 for i in range(n // 12)})[:-1] + f', "a{n // 12 - 1}": 1}}\n'
    ).encode(),
}

FORMS: dict[str, tuple[Callable[[Json], object], Callable[[], object]]] = {
    "a hand": (
        lambda data: rules().position(data),
        lambda: rules().new_hand(1).to_json(),
    ),
    "a match": (
        lambda data: rules().match(data),
        lambda: rules().new_match(1).to_json(),
    ),
    "a view": (
        lambda data: rules().view_from_json(data),
        lambda: rules().new_hand(1).view(0).to_json(),
    ),
    "a view of a match": (
        lambda data: rules().match_view_from_json(data),
        lambda: rules().new_match(1).view(0).to_json(),
    ),
    "an action": (
        lambda data: rules().action_from_json(data),
        lambda: rules().action_to_json(rules().parse_action("1: pass")),
    ),
}
GROWN: dict[str, Callable[[int], Json]] = {  # what is put in the place of each value in turn
    "a long text": lambda n: "9" * n,
    "a long list": lambda n: ["3r"] * (n // 6),
    "numbers": lambda n: [0] * (n // 3),
    "many names": lambda n: {f"a{i}": 1 for i in range(n // 9)},
    "actions": lambda n: [{"action": "pass", "seat": 0}] * (n // 30),
}
WORDS: dict[str, Callable[[int], str]] = {
    "letters": lambda n: "a" * n,
    "equals": lambda n: "target" + "=" * n,
    "blanks": lambda n: " " * (n // 2) + "target = x" + " " * (n // 2),
    "digits": lambda n: "target=" + "9" * n,
    "quotes": lambda n: "target=" + '"\\' * (n // 2),
}

EXPLAINED: dict[str, tuple[str, Callable[[int], str]]] = {  # a name, and what a text has more
    "questions": (
        "lay",
        lambda n: many('question "{0}?" answer "Yes." given the rest in aside then over', n // 60),
    ),
    "promises": ("lay", lambda n: many("promise p{0} always turn is turn", n // 34)),
    "clauses": (
        "d1",
        lambda n: many('clause c{0} "lay" cites sheet "x" define d{0} as over', n // 50),
    ),
    "guards": (
        "lay",
        lambda n: many(
            'clause c{0} with target is 4 "x" cites sheet "x" define d{0} as over', n // 60
        ),
    ),
    "names in words": ("x.y", lambda n: f'clause x.y "{"lay x.y " * (n // 8)}" cites sheet "x"'),
    "citations": (
        "x.y",
        lambda n: 'clause x.y "x" ' + 'cites sheet "x" ' * (n // 16),
    ),
}


def seconds(read_it: Callable[[], object]) -> float:
    """Return the CPU time of one reading."""
    began = process_time()
    with suppress(*REFUSED):
        read_it()
    return process_time() - began


def grows_slowly(read_it: Callable[[int], Callable[[], object]], most: int) -> None:
    """Read a quarter of the input and all of it, in turn, and compare the least times of both.

    What grows with the square takes sixteen times as long for four times the input, each time.
    A busy machine makes one reading slow or another one, so that one good round is enough.
    """
    quarter, whole = read_it(most // 4), read_it(most)
    shorter, longer = inf, inf
    for _ in range(ROUNDS):
        shorter, longer = min(shorter, seconds(quarter)), min(longer, seconds(whole))
        if longer <= MOST_GROWTH * max(shorter, SHORTEST):
            return
    pytest.fail(f"four times the input took {longer:.4f} s in place of {shorter:.4f} s")


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("reader", READERS)
def test_notation_is_read_in_proportion_to_its_length(reader: str, text: str) -> None:
    read_it, most = READERS[reader]
    make = TEXTS[text]

    def reading(size: int) -> Callable[[], object]:
        written = make(size)[:size]
        return lambda: read_it(written)

    grows_slowly(reading, most)


@pytest.mark.slow
@pytest.mark.parametrize("text", RULES)
def test_rules_are_read_in_proportion_to_their_length(text: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        written = RULES[text](size)
        return lambda: lower(written)

    grows_slowly(reading, 12_000)


@pytest.mark.parametrize("text", RECORDS)
def test_records_are_read_in_proportion_to_their_length(text: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        written = RECORDS[text](size)
        return lambda: record(written)

    grows_slowly(reading, 80_000)


@pytest.mark.slow
@pytest.mark.parametrize("grown", GROWN)
@pytest.mark.parametrize("form", FORMS)
def test_json_is_read_in_proportion_to_its_length(form: str, grown: str) -> None:
    read_it, make = FORMS[form]
    whole = cast("dict[str, Json]", make())
    assert isinstance(whole, dict)

    def reading(size: int) -> Callable[[], object]:
        value = GROWN[grown](size)
        changed = [{**whole, key: value} for key in whole]
        changed.append({**whole, "more": value})

        def read_all() -> None:
            for data in changed:
                with suppress(*REFUSED):
                    read_it(data)

        return read_all

    grows_slowly(reading, LONGEST_LINE)


@pytest.mark.parametrize("words", WORDS)
def test_options_of_a_command_are_read_in_proportion_to_their_length(words: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        out = io.StringIO()
        call = ["sheet", "classic", "--players", "2", "--option", WORDS[words](size)]

        def run() -> None:
            with redirect_stdout(out), redirect_stderr(out), suppress(SystemExit):
                main(call)

        return run

    reading(10)()  # what is read once
    grows_slowly(reading, LONGEST_LINE)


@pytest.mark.parametrize("text", ['{"variants": [', "[" * 90_000, '{"variants": {}}', ""])
def test_no_verdicts_are_read_from_what_are_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "verdicts.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadVerdictsError):
        read_verdicts(tmp_path / "verdicts.json")


@pytest.mark.parametrize("reader", READERS)
def test_what_is_too_long_is_refused_with_the_number(reader: str) -> None:
    read_it, most = READERS[reader]
    with pytest.raises(MalformedError, match=r"has at most [0-9,]+ characters"):
        read_it("J" * (most + 1))


def said(call: list[str]) -> tuple[int, str]:
    """Call the command, and return its exit code and all that it says."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        return main(call), out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("more", EXPLAINED)
def test_a_clause_is_explained_in_proportion_to_its_text(more: str, tmp_path: Path) -> None:
    name, make = EXPLAINED[more]

    def reading(size: int) -> Callable[[], object]:
        path = tmp_path / f"long-{size}.haggis"
        path.write_text(f"{TERN}\n{make(size)}\n", "utf-8")
        call = ["explain", name, "--in", str(path)]
        code, told = said(call)
        assert code == 0, told
        return lambda: said(call)

    grows_slowly(reading, 24_000)


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_a_name_is_looked_up_in_proportion_to_its_length(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tern.haggis"
    path.write_text(TERN, "utf-8")

    def reading(size: int) -> Callable[[], object]:
        call = ["explain", "--in", str(path), "--", TEXTS[text](size)]
        code, told = said(call)
        assert (code, "unknown-name" in told) == (2, True)
        return lambda: said(call)

    grows_slowly(reading, LONGEST_LINE)
