"""Every way to change a text: what each makes of a line, and what is never changed."""

from collections.abc import Callable

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show
from tests.mutation.texts import changed, wren

OPERATORS = 25


def test_the_mutants_of_a_text(golden: Callable[[str, str], None]) -> None:
    rows: list[str] = []
    for one in changed().values():
        rows += [f"{one.name} [{one.operator}]", *(f"  {row}" for row in one.diff), ""]
    golden("mutants/wren.txt", "\n".join(rows))


def test_the_text_shows_every_operator() -> None:
    assert len({one.operator for one in changed().values()}) == OPERATORS - 1
    assert "edit undone" not in {one.operator for one in changed().values()}  # it has no parent


def test_a_clause_is_left_out_but_its_examples_and_promises_stay() -> None:
    text = show(changed()["lay/0: clause left out"].file)
    assert "action lay" not in text
    assert 'example "The card lies on the pile' in text


def test_no_two_mutants_are_alike_and_none_is_the_text_itself() -> None:
    texts = [show(one.file) for one in changed().values()]
    assert len({*texts, show(wren().line[-1])}) == len(texts) + 1


def test_the_names_are_the_same_each_time_and_do_not_depend_on_the_examples() -> None:
    text = source_of(wren().line[-1].variant.name.span.source.path).text
    start, end = text.index("  example"), text.index("clause turns")
    shorter = parse(SourceFile("wren.haggis", text[:start] + text[end:]))
    games, _ = lower_everywhere([shorter])
    assert [one.name for one in mutants([shorter], games)] == list(changed())


def test_promises_examples_and_notes_are_not_changed() -> None:
    for one in changed().values():
        for word in ("promise", "example", "note", "given"):
            assert not any(row[2:].strip().startswith(word) for row in one.diff), one.name


def test_they_are_for_who_asks_for_it() -> None:
    more = {one.name for one in mutants(wren().line, wren().games, checks=True)}
    assert "lasts/1: at most to below" in more
    assert 'lay/3: without example "The' in more


def test_a_mutant_can_be_read_again() -> None:
    for one in list(changed().values())[::7]:
        assert parse(SourceFile("mutant.haggis", show(one.file))) == one.file


def test_edits_of_a_parent_are_undone() -> None:
    line = lineage(source_of("tournament"))
    games, _ = lower_everywhere(line)
    found = {one.name: one for one in mutants(line, games)}
    undone = found["table.seats/0: as in the parent"]
    assert undone.operator == "edit undone"
    assert undone.diff == ("-   table of 3 seats", "+   table of 2 or 3 seats")
    assert {one.clause for one in found.values()} == {"table.seats", "capture.bomb.three"}
