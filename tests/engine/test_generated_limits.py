"""Whatever passes `check` can be played: Python is made of texts at every limit of the language."""

from collections.abc import Callable
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import TooDeepError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, call
from haggis_rules.semantics.state import GameState, Value
from haggis_rules.syntax.limits import DEEPEST
from haggis_rules.syntax.parse import parse

ROOK = Path(__file__).parents[1] / "golden/errors/rules/rook.haggis"
# A seat, with a line before it in Python: there may be no turn, and none comes after none.
LATER = "1 seats after turn"
LONG = f"turn is {LATER}"


def nested(before: str, inner: str, after: str, times: int) -> list[str]:
    return [f"define w as {before * times}{inner}{after * times}"]


def exceptions(times: int) -> list[str]:
    return ["define w as false", *(f"except w when cards in pile is {i % 19} and {LONG} as true"
            for i in range(times))]  # fmt: skip


def short_exceptions(times: int) -> list[str]:
    return ["define w as true", "define v as false", *["except w when v as v"] * times]


def exceptions_with_values(times: int) -> list[str]:
    return ["define w as false", *(f"except w when cards in pile is {i % 19} as {LONG}"
            for i in range(times))]  # fmt: skip


def conditions(times: int) -> list[str]:
    return [f"may pass only when cards in pile is {i % 19} or {LONG}" for i in range(times)]


def conditions_out_of_turn(times: int) -> list[str]:
    return [
        "action shout by any seat s where (s is playing)",
        *(f"may shout only when cards in pile is {i % 19} or {LONG}" for i in range(times)),
    ]


def zones(times: int) -> list[str]:
    cards = "every card c has (c in all zones is copies of c)"
    return [*(f"zone z{i}, seen by all" for i in range(times)), f"define w as {cards}"]


def scores(times: int) -> list[str]:
    return [f"score s{i} of seat s as 1 point for each cards in taken of s" for i in range(times)]


def steps(times: int) -> list[str]:
    return [f"step s{i} when turn is none and cards in pile is {i % 19}" for i in range(times)]


def effects(times: int) -> list[str]:
    kept = [f"state k{i} is truth, at first false, seen by all" for i in range(times)]
    return [*kept, "on pass", *(f"let k{i} be {LONG} when {LONG}" for i in range(times))]


def words(times: int) -> list[str]:
    return ["define w0 as turn is none", *(f"define w{i} as not w{i - 1}" for i in range(1, times)),
            f"define w as w{times - 1}"]  # fmt: skip


def doubling_words(times: int) -> list[str]:
    """Return words whose meaning, written out, would be as long as 2 to the number of them."""
    doubled = [f"define w{i} as w{i - 1} and not w{i - 1}" for i in range(1, times)]
    return ["define w0 as turn is none", *doubled, f"define w as w{times - 1}"]


def plain_words(times: int) -> list[str]:
    return ["define w0 as turn is none", *(f"define w{i} as w{i - 1}" for i in range(1, times)),
            f"define w as w{times - 1}"]  # fmt: skip


def ranging(times: int) -> list[str]:
    over = [f"every seat s{i} where (some card c{i} has ({LONG})) has (" for i in range(times)]
    return [f"define w as {''.join(over)}{LONG}{')' * times}"]


def compared(times: int) -> list[str]:
    over = [f"most for every seat s{i} where ({LONG}) of (" for i in range(times)]
    return [f"define w as {''.join(over)}cards in pile{')' * times} is above 3"]


# Each kind of text, and how often it says the same, at most: in one another as often as is read.
KINDS: dict[str, tuple[Callable[[int], list[str]], int]] = {
    "exceptions": (exceptions, 210),
    "short exceptions": (short_exceptions, 2_000),
    "exceptions with values": (exceptions_with_values, 110),
    "conditions": (conditions, 110),
    "conditions out of turn": (conditions_out_of_turn, 110),
    "zones": (zones, 3_300),
    "scores": (scores, 190),
    "steps": (steps, 110),
    "effects": (effects, 110),
    "words": (words, 95),
    "plain words": (plain_words, 195),
    "doubling words": (doubling_words, 15),
    "ranging": (ranging, 3),
    "compared": (compared, 6),
    "and": (lambda n: nested("(turn is none and ", "true", ")", n), DEEPEST),
    "and after": (lambda n: nested("", "turn is none", " and turn is none", n), DEEPEST),
    "and with lines": (lambda n: nested(f"({LONG} and ", "true", ")", n), DEEPEST),
    "or": (lambda n: nested("", LONG, f" or {LONG}", n), DEEPEST),
    "implies": (lambda n: nested(f"({LONG} implies ", "true", ")", n), DEEPEST),
    "not": (lambda n: nested("not (", "true", ")", n), DEEPEST),
    "seats after": (
        lambda n: [f"define w as turn is {'1 seats after (' * n}dealer{')' * n}"],
        DEEPEST,
    ),
    "a zone of seats after": (
        lambda n: [f"define w as cards in hand of ({'1 seats after (' * n}turn{')' * n}) is 1"],
        DEEPEST,
    ),
    "calls": (lambda n: [f"define w as turn is {'next of (' * n}turn{')' * n}"], DEEPEST),
    "if": (lambda n: nested("(true when turn is none otherwise ", "true", ")", n), DEEPEST),
    "if with lines": (lambda n: nested(f"({LONG} when {LONG} otherwise ", "true", ")", n), DEEPEST),
    "if in the condition": (lambda n: nested("(true when ", LONG, " otherwise true)", n), DEEPEST),
    "if in the value": (lambda n: nested("(", LONG, f" when {LONG} otherwise true)", n), DEEPEST),
    "sums": (lambda n: [f"define w as {'cards in pile + ' * n}cards in stock is above 0"], DEEPEST),
}


def with_items(items: list[str]) -> str:
    told = "\n".join(items)
    text = f'clause made.up "Words." ruling because "so"\n{told}\n'
    return ROOK.read_text(encoding="utf-8") + text


def is_read(items: list[str]) -> bool:
    try:
        parse(SourceFile("limit.haggis", with_items(items)))
    except TooDeepError:
        return False
    return True


def at_limit(kind: str) -> list[str]:
    """Return the items of a kind, as many or as deep as `check` lets them be."""
    make, most = KINDS[kind]
    return next(items for n in range(most, 0, -1) if is_read(items := make(n)))


def rules_with(folder: Path, items: list[str]) -> Rules:
    place = folder / "limit.haggis"
    place.write_text(with_items(items), encoding="utf-8")
    games, faults = check_everywhere(place)
    assert faults == []
    return Rules(games[0])


def answer(ask: Callable[[], Value]) -> Value | type[Breach]:
    try:
        return ask()
    except Breach as breach:
        return type(breach)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("kind", KINDS)
def test_what_passes_check_is_made_into_python_that_says_the_same(
    kind: str, tmp_path: Path
) -> None:
    rules = rules_with(tmp_path, at_limit(kind))
    match = rules.new_match(1)
    values, zones = match.state.values, match.state.zones
    for seat in range(rules.players):
        answer(lambda seat=seat: len(match.actions(seat)))  # type: ignore[misc]
    answer(lambda: len(rules.actor_actions(values, zones)))
    if "w" not in rules.game.definitions:
        return
    empty = tuple(None if one.name == "turn" else value
                  for one, value in zip(rules.game.states, values, strict=True))  # fmt: skip
    for held in (values, empty):
        made = answer(lambda held=held: rules.code.definitions["w"](held, zones))  # type: ignore[misc]
        scene = Environment(rules.game, GameState(held, zones))
        meant = answer(lambda scene=scene: call("w", (), scene))  # type: ignore[misc]
        assert made == meant


def test_the_deepest_brackets_of_generated_python_are_far_from_what_python_reads(
    tmp_path: Path,
) -> None:
    text = rules_with(tmp_path, at_limit("not")).python
    deepest = max(_deepest(line) for line in text.splitlines())
    assert 10 < deepest <= 50


def _deepest(line: str) -> int:
    depth = deepest = 0
    for sign in line:
        depth += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, depth)
    return deepest
