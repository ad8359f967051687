"""What is said of every expression of a text that uses all kinds: read it as a director would."""

from collections.abc import Callable
from typing import get_args

import pytest

from haggis_rules.cases import typed
from haggis_rules.cases.script import Holds
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import nodes
from haggis_rules.ir.load import load_game
from haggis_rules.ir.traversal import placed
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.phrase import Phrase
from tests.ir.test_laws import EVERY_WORD


def said() -> str:
    """Return each expression of the text in words, under its clause, and those of its examples."""
    game = load_game(EVERY_WORD)
    english, rules = ExpressionWording.of(game), Rules(game)
    found = [(place.clause, place.expr) for place in placed(game)]
    for case in game.cases:
        claims = [claim for stage in typed(rules, case).stages for claim in stage.claims]
        found += [(case.clause, each.claim) for each in claims if isinstance(each, Holds)]
    return "".join(f"{clause}: {english.say(expr)}\n" for clause, expr in found)


def test_the_words_are_those_that_were_read(golden: Callable[[str, str], None]) -> None:
    golden("words/every-word.txt", said())


@pytest.mark.rotates
@pytest.mark.parametrize("kind", get_args(nodes.Expr), ids=lambda kind: kind.__name__)
def test_wrong_words_for_one_kind_of_expression_are_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, right = said(), ExpressionWording.phrase

    def wrong(self: ExpressionWording, node: nodes.Expr) -> Phrase:
        return Phrase("something else") if isinstance(node, kind) else right(self, node)

    monkeypatch.setattr(ExpressionWording, "phrase", wrong)
    assert said() != read
