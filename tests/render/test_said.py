"""What is said of every expression of a text that uses all kinds: read it as a director would."""

from collections.abc import Callable
from typing import get_args

import pytest

from haggis_rules.ir import nodes
from haggis_rules.ir.load import load_game
from haggis_rules.ir.walk import placed
from haggis_rules.render.phrase import Phrase
from haggis_rules.render.words import English
from tests.ir.test_laws import EVERY_WORD


def said() -> str:
    """Give each expression of the text in words, under its clause."""
    game = load_game(EVERY_WORD)
    english = English.of(game)
    return "".join(f"{place.clause}: {english.say(place.expr)}\n" for place in placed(game))


def test_the_words_are_those_that_were_read(golden: Callable[[str, str], None]) -> None:
    golden("words/every-word.txt", said())


@pytest.mark.parametrize("kind", get_args(nodes.Expr), ids=lambda kind: kind.__name__)
def test_wrong_words_for_one_kind_of_expression_are_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, right = said(), English.phrase

    def wrong(self: English, node: nodes.Expr) -> Phrase:
        return Phrase("something else") if isinstance(node, kind) else right(self, node)

    monkeypatch.setattr(English, "phrase", wrong)
    assert said() != read
