"""The written pages keep step with the grammar, the typed form and the limits."""

import doctest
import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from haggis_rules import MissingCardError, load
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir import costs, nodes
from haggis_rules.ir import game as ir
from haggis_rules.ir.load import load_game
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.ir.lower import typing
from haggis_rules.ir.lower.options import agreement, guards
from haggis_rules.ir.types import Plain
from haggis_rules.notation.position import position_to_json
from haggis_rules.notation.values import action_from_json, action_to_json, from_json, to_json
from haggis_rules.records import reader
from haggis_rules.records.events import EVENTS, RECORD
from haggis_rules.records.writer import text_of
from haggis_rules.semantics.between_hands import MOST_HANDS
from haggis_rules.semantics.transition import MOST_STEPS
from haggis_rules.site.pages.semantics import semantics
from haggis_rules.storage import package_data
from haggis_rules.syntax import ast, limits
from haggis_rules.syntax.parse import keywords, parse, reserved

DOCS = Path(__file__).parents[2] / "docs"
MARK = "<!-- From here on this page is made from docstrings: `pytest --update` writes it. -->\n"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="only the package is installed here")

WRITTEN = {
    "Item": "{}",
    "Edit": 'change c because "w" {}',
    "Effect": "on x {}",
    "Expression": "define x as {}",
    "Place": "define x as cards in {}",
    "Guard": 'example "w" {} then x',
    "Part of an example": 'example "w" {}',
    "Claim": 'example "w" then {}',
}


def _page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8") if DOCS.is_dir() else ""


def _parsed(items: str) -> ast.File:
    head = "" if items.startswith("language") else 'language 2 variant v "w" clause c "w" '
    return parse(SourceFile("docs", f"{head}{items}"))


def _rows(page: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the head, the example and the rules of each row of a table."""
    head = ""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("|"):
            head = ""
        elif not head:
            head = cells[0]
        elif not cells[0].startswith("---"):
            yield head, cells[0].strip("`"), re.findall(r"`(\w+)`", cells[1])


EXAMPLES = [row for row in _rows(_page("language.md")) if row[0] in WRITTEN]


def _inside(tree: object) -> Iterator[str]:
    """Yield the names of the classes in a tree."""
    if is_dataclass(tree):
        yield type(tree).__name__
        for field in fields(tree):
            yield from _inside(getattr(tree, field.name))
    elif isinstance(tree, tuple):
        for part in cast("tuple[object, ...]", tree):
            yield from _inside(part)


def _class(rule: str) -> str:
    return "".join(part.capitalize() for part in rule.split("_"))


@pytest.mark.parametrize(("head", "example", "rules"), EXAMPLES, ids=[row[1] for row in EXAMPLES])
def test_each_example_is_in_the_language_and_shows_its_rules(
    head: str, example: str, rules: list[str]
) -> None:
    found = set(_inside(_parsed(WRITTEN[head].format(example))))
    wanted = {_class(rule) for rule in rules} & set(vars(ast))
    assert wanted <= found


def test_there_are_examples_of_every_sort() -> None:
    assert {head for head, _, _ in EXAMPLES} == set(WRITTEN)


def _blocks(page: str) -> list[str]:
    return re.findall(r"```haggis\n(.*?)```", _page(page), re.DOTALL)


@pytest.mark.parametrize("block", _blocks("language.md"))
def test_each_longer_example_is_in_the_language(block: str) -> None:
    assert _parsed(block).entries


_PASSING_ON = {
    "amount",
    "where",
    "whole",
}  # these only pass a choice on, and are worth a word all the same


def test_the_example_of_a_file_is_a_variant(tmp_path: Path) -> None:
    place = tmp_path / "short.haggis"
    place.write_text(_blocks("language.md")[0], encoding="utf-8")
    variant = load_game(place)
    assert variant.clauses["capture.bomb"].replaces == "neeps-core"
    assert [name for name, _ in variant.removed] == ["courts.pip"]


def test_each_whole_variant_is_without_fault_at_every_table(tmp_path: Path) -> None:
    whole = [block for block in _blocks("language.md") if block.startswith("language")]
    tables: list[tuple[int, int]] = []
    for block in whole:
        place = tmp_path / "whole.haggis"
        place.write_text(block, encoding="utf-8")
        games, faults = check_everywhere(place)
        assert faults == []
        tables += [(game.seats, len(game.cards)) for game in games]
    assert {(2, 10), (3, 15), (2, 11), (3, 16)} <= set(tables)


def _grammar_rules() -> set[str]:
    """Name the rules and aliases of the grammar, but for those that only pass a choice on."""
    grammar = package_data.read("grammar", "haggis.lark")
    rules = re.findall(r"^!?([a-z]\w*):", grammar, re.MULTILINE)
    return {*rules, *re.findall(r"-> (\w+)", grammar)} - {"names"}


def test_every_rule_of_the_grammar_is_explained() -> None:
    documented = {rule for _, _, rules in _rows(_page("language.md")) for rule in rules}
    assert _grammar_rules() - documented == set()
    assert documented <= _grammar_rules() | _PASSING_ON


def test_the_words_of_the_language_are_listed() -> None:
    listed = _page("language.md").split("These cannot be names: ")[1]
    assert set(re.findall(r"`([^`]+)`", listed)) == reserved()
    others = _page("language.md").split("## Words of the language")[1].split(": what stands")[0]
    assert set(re.findall(r"`([^`]+)`", others)) == keywords() - reserved()


def test_the_limits_are_those_of_the_code() -> None:
    rows = _page("language.md").split("## Limits")[1].split("\n\n")[1].splitlines()[2:]
    assert [int(row.split("|")[2]) for row in rows] == [
        limits.LARGEST_FILE,
        limits.DEEPEST,
        limits.MOST_RANGING,
        costs.MOST_LEVELS,
        costs.MOST_CASES,
        limits.LARGEST_NUMBER,
        typing.MOST_FACTORS,
        agreement.MOST_SEATS,
        agreement.MOST_OPTIONS,
        guards.MOST_TABLES,
        ir.MOST_CARDS,
    ]
    assert f"More than {MOST_STEPS} steps" in _page("language.md")


def _json_blocks() -> list[dict[str, Any]]:
    blocks = re.findall(r"```json\n(.*?)```", _page("notation.md"), re.DOTALL)
    return [json.loads(block) for block in blocks]


def test_what_the_notation_shows_is_read_and_written_again() -> None:
    rules = load("classic", players=2)
    read = 0
    for block in _json_blocks():
        if "kind" in block:
            value = from_json(rules.game, Plain.COMBINATION, block)
            assert to_json(rules.game, Plain.COMBINATION, value) == block
            read += 1
        elif "action" in block:
            action = action_from_json(rules.game, block)
            assert action_to_json(rules.game, action) == block
            read += 1
        else:
            position = position_to_json(rules.game, rules.new_hand(1).state)
            parts = cast("dict[str, dict[str, object]]", position)
            for part, shown in block.items():
                assert set(shown) <= set(parts[part])
    assert read == 3


def test_the_plays_that_the_notation_shows_are_plays() -> None:
    rules = load("classic", players=2)
    page = _page("notation.md")
    for written in re.findall(r"^\| `(\S+)` \|", page.split("## For programs")[0], re.MULTILINE):
        assert rules.writing.is_reading(written)
    assert rules.show(rules.parse_play("8r 9r J = sequence3@10")) in page
    assert [rules.show(each) for each in rules.readings("10r J Q")] == [
        "set3@10",
        "sequence3@10",
        "sequence3@J",
        "sequence3@Q",
    ]


def test_the_limits_of_the_notation_are_those_of_the_code() -> None:
    rows = _page("notation.md").split("## Limits")[1].split("\n\n")[1].splitlines()[2:]
    assert [row.split("|")[2].strip() for row in rows] == [
        f"{agreement.FEWEST_SEATS} to {agreement.MOST_SEATS}",
        str(agreement.MOST_OPTIONS),
        str(ir.MOST_CARDS),
        str(MOST_STEPS),
        str(MOST_HANDS),
        str(reader.LONGEST),
        str(reader.MOST_LINES),
    ]


def test_the_actions_that_the_notation_shows_are_read_and_written_again() -> None:
    rules, page = load("classic", players=3), _page("notation.md")
    shown = re.findall(r"^\d: .*$", page, re.MULTILINE)
    assert [rules.show_action(rules.parse_action(one), seated=True) for one in shown] == shown
    assert len(shown) == 4
    assert f"`{rules.show(rules.parse_cards('3r 4r J Q K'))}`" in page


def test_the_position_in_one_line_that_the_notation_shows_is_written_so() -> None:
    """The line is cut short; its cards are those of a whole one, with the rest left where it is."""
    rules, page = load("classic", players=2), _page("notation.md")
    (line,) = re.findall(r"^classic/2 .*$", page, re.MULTILINE)
    with pytest.raises(MissingCardError):
        rules.state_from_text(line)
    zones = dict(part.split(": ") for part in line.split(" | ") if ": " in part)
    shown = [card for zone in zones.values() for card in zone.replace("/", " ").split()]
    rest = rules.new_match(1).to_text().split(" | ")[1:3]
    others = [card for part in rest for card in part.split(": ")[1].replace("/", " ").split()]
    for card in shown:
        others.remove(card)
    whole = line.replace("| pile", f"| haggis: {' '.join(others)} | pile")
    again = rules.state_to_text(rules.state_from_text(whole))
    assert again.split(" | ")[0] == line.split(" | ")[0]
    assert f"hand: {zones['hand']}" in again
    assert line.split(" | ")[-1] in again


def test_the_python_that_the_notation_shows_is_so() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    runner.run(parser.get_doctest(_page("notation.md"), {}, "notation.md", None, None))
    assert runner.summarize(verbose=False) == (0, 10)


def test_the_record_that_the_notation_shows_is_one_but_for_what_is_cut_short() -> None:
    """Each line is read, and has the parts of a line that is written."""
    (block,) = re.findall(r"```jsonl\n(.*?)```", _page("notation.md"), re.DOTALL)
    record = reader.read(BytesIO(block.encode()))
    assert record.torn == 0
    rules = load("classic", players=2)
    match = rules.new_match(7)
    while match.hand == 1:
        match = match.apply(match.actions(match.to_act[0])[-1])
    written = [json.loads(line) for line in text_of(match).splitlines()]
    shown = [json.loads(line) for line in block.splitlines()]
    for line in shown:
        assert any(list(line) == list(one) for one in written)
    head, deal, action, end = shown
    assert written[0] == {**head, "rules": rules.digest}
    assert list(deal["dealt"]) == list(written[1]["dealt"])
    assert list(deal["drawn"]) == list(written[1]["drawn"])
    assert rules.action_to_json(rules.action_from_json(action)) == {
        key: action[key] for key in ("action", "seat", "choices")
    }
    ended = next(one for one in written if "ended" in one)
    assert {**ended, "sheet": [], "scores": []} == {**end, "sheet": [], "scores": []}
    assert end["sheet"][0]["name"] in {one["name"] for one in ended["sheet"]}
    assert all(name in rules.game.clauses for name in end["sheet"][0]["clauses"])


def test_the_lines_of_a_record_are_explained() -> None:
    told = _page("notation.md").split("### A match, line by line")[1]
    rows = re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE)
    assert rows == [RECORD, "hand", "action", "ended"]
    assert {*rows} == {RECORD, *EVENTS}


def test_the_meaning_of_every_part_is_written_down(request: pytest.FixtureRequest) -> None:
    intro, _, generated = _page("semantics.md").partition(MARK)
    wanted = f"\n{semantics()}"
    if request.config.getoption("--update"):
        (DOCS / "semantics.md").write_text(f"{intro}{MARK}{wanted}", encoding="utf-8")
        generated = wanted
    assert generated == wanted, "run pytest --update, then read docs/semantics.md"


def test_no_kind_of_node_is_left_out_of_the_meanings() -> None:
    said = semantics()
    parts = [*get_args(nodes.Expr), *get_args(nodes.ZoneRef), *get_args(ir.Effect)]
    names = {part.__name__ for part in (*parts, *get_args(ir.PromiseForm))}
    others = {"Action", "Step", "Wild", "Need", "Pattern", "Zone", "StateVariable", "Option"}
    for name in names | others | {"Case", "Game"}:
        assert f"| `{name}` |" in said


def test_every_meaning_says_something() -> None:
    for line in semantics().splitlines():
        assert not line.endswith("|  |")


def test_every_decision_is_listed_and_has_its_parts() -> None:
    listed = set(re.findall(r"\]\((\d\d\d-[a-z-]+\.md)\)", _page("decisions/index.md")))
    found = {path.name for path in (DOCS / "decisions").glob("[0-9]*.md")}
    assert listed == found
    for name in found:
        headings = re.findall(r"^## (.*)$", _page(f"decisions/{name}"), re.MULTILINE)
        assert headings[0] == "Context"
        for wanted in ("Decision", "What else was considered", "Consequences", "How to undo it"):
            assert wanted in headings


def test_the_numbers_of_decisions_have_no_gap_and_none_is_used_twice() -> None:
    numbers = sorted(int(path.name[:3]) for path in (DOCS / "decisions").glob("[0-9]*.md"))
    assert numbers == [*range(1, len(numbers) + 1)]


def _sketches() -> list[str]:
    """Return the sketches without the clauses that use words which do not exist yet."""
    found: list[str] = []
    begin = re.compile("[+ ] (language|chapter|clause|add|replace|option|example|question) ")
    for block in _blocks("decisions/001-language.md"):
        pieces: list[list[str]] = [[]]
        for line in block.splitlines():
            if begin.match(line):
                pieces.append([])
            pieces[-1].append(line)
        known = [piece for piece in pieces if not any(line.startswith("+") for line in piece)]
        found.append("\n".join(line[2:] for piece in known for line in piece))
    return found


@pytest.mark.parametrize("sketch", _sketches())
def test_what_a_sketch_does_not_mark_as_missing_is_in_the_language(sketch: str) -> None:
    head = "" if "language 2" in sketch else 'language 2 variant sketch "A part." '
    assert parse(SourceFile("sketch", head + sketch)).entries


def test_every_word_that_a_sketch_lacks_is_listed() -> None:
    page = _page("decisions/001-language.md")
    listed = page.split("### Words that are missing")[1]
    for word in re.findall(
        r"^\+ +(?:on \w|for each|promise|let|deck|table|move|choice|(?:[a-z]+))", page, re.MULTILINE
    ):
        first = word.lstrip("+ ").split()[0]
        assert first in listed or first in keywords()
