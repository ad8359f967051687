"""Expressions as data mean in JavaScript what ``evaluate`` says, node by node."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from haggis_rules.analysis.sheet.lookups import words_in
from haggis_rules.ir import nodes
from haggis_rules.ir.reads import reads
from haggis_rules.ir.traversal import everywhere
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import Combination
from haggis_rules.site.ask.expression_trees import NotByReadingsAloneError, definition_tree, tree
from tests.ask.asked import EVERY_WORD, needs_node, node, page, table_of
from tests.corpus import Case, corpus
from tests.games import rules_of

NAME = "every-word"
# What no state of play decides: all kinds but those that look at one, or at cards written out. A
# pair of seats stands where a zone is named, and nowhere else.
STATELESS = set(get_args(nodes.Expr)) - {
    nodes.Get,
    nodes.SeatPair,
    nodes.CopiesIn,
    nodes.CardsIn,
    nodes.SomePlay,
    nodes.ReadingOf,
    nodes.CombinationOf,
    nodes.Written,
    nodes.Before,
}


def _written(case: Case) -> dict[str, Any] | None:
    """Write a case as data, with what ``evaluate`` says; None when it looks at the state."""
    try:
        found = tree(case.game, case.node)
        known = words_in(case.game, [case.node])
        words = {name: definition_tree(case.game, word) for name, word in known.items()}
    except NotByReadingsAloneError:
        return None
    used = [case.names[name] for name in reads(case.game, case.node).names]
    if any(isinstance(value, Combination) for value in used):
        return None  # cards, too, are no part of what is written as data
    names = {n: v for n, v in case.names.items() if not isinstance(v, Combination)}
    trail: set[str] = set()
    try:
        value = evaluate(
            case.node, Environment(case.game, case.state, case.names, case.before, trail)
        )
        wanted: dict[str, Any] = {"value": value, "rests": sorted(trail)}
    except Breach:
        wanted = {"breach": True}
    return {"tree": found, "words": words, "names": names, "wanted": wanted}


def _cases() -> Iterator[tuple[Case, dict[str, Any]]]:
    for cases in corpus(NAME).values():
        for case in cases:
            written = _written(case)
            if written is not None:
                yield case, written


@pytest.mark.slow
@needs_node
def test_every_kind_of_expression_means_the_same_in_javascript(tmp_path: Path) -> None:
    several = list(_cases())
    lines = [json.dumps(written) for _, written in several]
    (tmp_path / "cases.jsonl").write_text("\n".join(lines), encoding="utf-8")
    table = table_of(rules_of(EVERY_WORD), NAME)
    (tmp_path / "table.json").write_text(json.dumps(table), encoding="utf-8")
    script = Path(__file__).with_name("trees.mjs")
    module = page() / "expressions.js"
    results = node(script, module, tmp_path / "table.json", tmp_path / "cases.jsonl").splitlines()
    seen: Counter[type] = Counter()
    for (case, written), line in zip(several, results, strict=True):
        assert json.loads(line) == json.loads(json.dumps(written["wanted"])), written["tree"]
        seen.update(type(part) for part in everywhere(case.node))
    assert all(seen[kind] >= 3 for kind in STATELESS), STATELESS - seen.keys()


@pytest.mark.slow
def test_what_looks_at_the_state_of_play_is_not_written_as_data() -> None:
    refused = {
        type(case.node)
        for cases in corpus(NAME).values()
        for case in cases
        if _written(case) is None
    }
    assert refused >= {nodes.Get, nodes.CardsIn, nodes.CopiesIn, nodes.Before, nodes.Written}
    with pytest.raises(NotByReadingsAloneError):
        tree(rules_of(EVERY_WORD).game, next(iter(corpus(NAME)[nodes.Get])).node)
