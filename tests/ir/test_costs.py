"""Whatever words a text makes of other words, they are worked out soon, or refused plainly."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.costs import MOST_CASES, MOST_LEVELS, Cost, cost
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.ir.types import Plain
from haggis_rules.semantics import evaluate as meaning
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment
from haggis_rules.semantics.state import Value
from tests.games import game_of
from tests.strategies import all_kinds, bindings, expressions, states

PARENT = Path(__file__).parents[1] / "golden/errors/rules/rook.haggis"


def neeps() -> ir.Game:
    return game_of("neeps-core")


def sizes() -> dict[Plain, int]:
    kinds = (Plain.SEAT, Plain.TEAM, Plain.CARD, Plain.RANK, Plain.SUIT)
    return {kind: neeps().size(kind) for kind in kinds}


def with_words(folder: Path, words: list[str]) -> tuple[list[ir.Game], list[RuleError]]:
    place = folder / "words.haggis"
    items = "\n".join(words)
    text = f'clause made.up "Words." ruling because "so" {items}\n'
    place.write_text(PARENT.read_text(encoding="utf-8") + text, encoding="utf-8")
    return check_everywhere(place)


def row(count: int) -> list[str]:
    """Return words of which each needs the one before."""
    first = "define w0 as turn is none"
    return [first, *(f"define w{i} as w{i - 1}" for i in range(1, count))]


@pytest.mark.parametrize("turned", [False, True], ids=["in order", "the other way round"])
def test_a_row_of_words_that_need_one_another_may_be_long(tmp_path: Path, turned: bool) -> None:  # noqa: FBT001
    words = row(MOST_LEVELS - 1)
    games, faults = with_words(tmp_path, words[::-1] if turned else words)
    assert faults == []
    last = nodes.Call(Plain.TRUTH, f"w{MOST_LEVELS - 2}", ())
    table = Rules(games[0]).new_hand(1)
    assert meaning.evaluate(last, Environment(games[0], table.state, {}, None)) is False


@pytest.mark.parametrize("turned", [False, True], ids=["in order", "the other way round"])
def test_a_row_of_words_that_is_too_long_is_refused(tmp_path: Path, turned: bool) -> None:  # noqa: FBT001
    words = row(2 * MOST_LEVELS)
    _, faults = with_words(tmp_path, words[::-1] if turned else words)
    assert [fault.name() for fault in faults] == ["too-deep"]
    assert f"more than {MOST_LEVELS} levels" in faults[0].message


def test_a_circle_of_very_many_words_is_told_in_few(tmp_path: Path) -> None:
    words = [f"define w{i} as w{(i + 1) % 3000}" for i in range(3000)]
    _, faults = with_words(tmp_path, words)
    assert [fault.name() for fault in faults] == ["circle"]
    assert len(faults[0].message) < 200


def test_words_that_double_again_and_again_are_refused(tmp_path: Path) -> None:
    doubled = [f"define w{i} as w{i - 1} and not w{i - 1}" for i in range(1, 60)]
    _, faults = with_words(tmp_path, ["define w0 as turn is none", *doubled])
    assert [fault.name() for fault in faults] == ["too-deep"]
    assert f"more than {MOST_CASES} cases" in faults[0].message


def test_words_that_range_within_words_are_refused(tmp_path: Path) -> None:
    ranging = [f"define w{i} as every card c{i} has (w{i - 1})" for i in range(1, 20)]
    _, faults = with_words(tmp_path, ["define w0 as turn is none", *ranging])
    assert [fault.name() for fault in faults] == ["too-deep"]


def test_a_promise_that_ranges_too_far_is_refused(tmp_path: Path) -> None:
    over = "".join(f"every card c{i} has (" for i in range(6))
    many = " and ".join(["c1 is c2"] * 40)
    _, faults = with_words(tmp_path, [f"promise far always {over}{many}{')' * 6}"])
    assert [fault.name() for fault in faults] == ["too-deep"]


@given(data=st.data())
def test_no_more_is_looked_at_than_is_reckoned(data: st.DataObject) -> None:
    words = {name: costs(name) for name in neeps().definitions}
    node = data.draw(expressions(neeps(), data.draw(st.sampled_from(all_kinds(neeps())))))
    state, names = data.draw(states(neeps())), data.draw(bindings(neeps()))
    looked, deepest = counted(node, Environment(neeps(), state, names, None))
    reckoned = cost(node, words, sizes())
    assert looked <= reckoned.steps
    assert deepest <= reckoned.levels


KNOWN: dict[str, Cost] = {}


def costs(name: str) -> Cost:
    """Reckon what a definition costs, those that it needs first."""
    if name not in KNOWN:
        definition = neeps().definitions[name]
        pairs = [(x.when, x.value) for x in definition.exceptions]
        values = [definition.base, *(value for pair in pairs for value in pair)]
        parts = [cost(value, Needed(), sizes()) for value in values]
        KNOWN[name] = Cost(max(p.levels for p in parts), sum(p.steps for p in parts))
    return KNOWN[name]


class Needed(dict[str, Cost]):
    """What words cost, reckoned when somebody asks."""

    def __missing__(self, name: str) -> Cost:
        return costs(name)


def counted(node: nodes.Expr, scene: Environment) -> tuple[int, int]:
    """Evaluate an expression, and count how many are looked at, and how deep."""
    right, looked, depth, deepest = meaning.evaluate, 0, 0, 0

    def counting(inner: nodes.Expr, where: Environment) -> Value:
        nonlocal looked, depth, deepest
        looked, depth = looked + 1, depth + 1
        deepest = max(deepest, depth)
        try:
            return right(inner, where)
        finally:
            depth -= 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meaning, "evaluate", counting)
        with suppress(Breach):
            counting(node, scene)
    return looked, deepest
