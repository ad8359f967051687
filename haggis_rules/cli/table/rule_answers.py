"""What the rules of the game that is played answer to a few words, as ``haggis ask`` finds it."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.cli.terminal.output import CallError
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import shipped

MOST = 3  # rules that are shown
LONGEST = 1000  # characters of a question


def rule_answer_lines(variant: str, game: Game, question: str) -> Iterator[str]:
    """Yield the rule that answers, and others near it.

    ``variant`` is how the call named the game. Raises ``CallError`` where nothing is asked.
    """
    # The finder is for those who ask; whoever only plays does not wait for it.
    from haggis_rules.cli.terminal.rule_lines import found_lines, nothing_lines, slip_lines
    from haggis_rules.finder.answers import find_rules
    from haggis_rules.finder.kept import kept_index

    if not question:
        raise CallError("missing-choice", "which rules? Write a word or a question after it")
    if len(question) > LONGEST:
        raise CallError("too-long", f"a question has at most {LONGEST:,} characters")
    index = kept_index(() if variant in shipped() else (variant,))
    found = [one for one in find_rules(index, question, game.name, game.seats) if one.own]
    yield from slip_lines(index, question)
    if found:
        yield from found_lines(found[:MOST])
    else:
        yield from nothing_lines(index, question, game.name, game.seats)
