"""A page for each promise: who makes it, in which words, what came of it, what rests on what."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.cli.terminal.broken_texts import gather_side_notes
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.builtin_promises import AUTOMATIC, TITLES
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.site.content.broken_texts import SideNote, SideNotes
from haggis_rules.site.content.promise_register import PromiseRegister, family
from haggis_rules.site.content.volume_content import FindingsByGame, GameFindings, OptionChoice
from haggis_rules.site.content.volumes import Volumes, promise_page
from haggis_rules.site.pages.finding import Finding, broken_in, finding_page
from haggis_rules.site.pages.promise_list import promise_pages
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from haggis_rules.verdicts.evidence import Evidence
from haggis_verify.analysis.coverage import COVERED
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, COURSE_PROMISES
from tests.site.games import TEXTS, game, pages_game
from tests.site.proofs import BREACH, found, met, recorded

DEPENDS, SUPPORTS = "Depends on", "Supports"  # what the folds are called


def _register(*games: Game, known: FindingsByGame | None = None) -> PromiseRegister:
    return PromiseRegister.of(Volumes.of(games), known or {})


def _pages(
    *games: Game, known: FindingsByGame | None = None, side_notes: SideNotes | None = None
) -> dict[str, str]:
    return promise_pages(_register(*games, known=known), side_notes or SideNotes())


@pytest.mark.parametrize("text", TEXTS)
def test_every_promise_has_a_page_and_one_row_in_the_list(text: str) -> None:
    played, written = game(text), _pages(game(text))
    names = [promise.name for promise in played.promises]
    assert set(written) == {"promises/index", *map(promise_page, [*names, *AUTOMATIC])}
    for name in [*names, *AUTOMATIC]:
        assert written["promises/index"].count(f"]({name}.md) `{name}` ·") == 1


@pytest.mark.parametrize("name", ["classic", "cats", *TEXTS])
def test_the_formal_text_of_a_promise_is_that_promise_and_no_more(name: str) -> None:
    text = name if name in TEXTS else ""
    played = game(text) if text else load_game(name, players=2)
    head = 'language 2 variant v "w" clause c "w" '
    for one in _register(played).promises.values():
        if one[0].promise is not None:
            (clause,) = parse(SourceFile("made", head + one[0].formal)).entries
            assert isinstance(clause, ast.Clause)
            (item,) = clause.items
            assert isinstance(item, ast.Promise)
            assert item.name.text == one[0].name


def test_a_promise_in_one_wording_is_told_once() -> None:
    page = _pages(pages_game(2), pages_game(3))["promises/hands.small"]
    assert page.count("promise hands.small always every seat s") == 1
    assert (
        page.count('The clause "[promised](../pages-2/04-promises.md#promised)" makes this promise')
        == 1
    )
    assert "| [Pages, 3 players](../pages-3/04-promises.md#promised) | not checked here |" in page


def test_another_wording_is_told_beside_the_games_that_have_it() -> None:
    clause = pages_game(3).clauses["promised"]
    other = replace(clause, rule=clause.rule.replace("at most 3", "at most 2"))
    page = _pages(
        pages_game(2), replace(pages_game(3), clauses={**pages_game(3).clauses, clause.name: other})
    )["promises/hands.small"]
    first, second = page.split("**pages (3)**")
    assert "**pages (2)**" in first
    assert "**Statement** 2 wordings" in first
    assert "is at most 3)" in first
    assert "is at most 2)" in second


def test_a_promise_that_another_choice_brings_is_there_and_says_so() -> None:
    known = {("pages", 2): GameFindings(choices=(OptionChoice(pages_game(2, pairs=True)),))}
    page = _pages(pages_game(2), pages_game(3), known=known)["promises/pairs.apart"]
    assert "[Pages, 2 players, with pairs](../pages-2/all-options.md#pair)" in page
    assert "promises/pairs.apart" not in _pages(pages_game(2), pages_game(3))
    same = _pages(pages_game(2), pages_game(3), known=known)["promises/hands.small"]
    assert "with pairs" not in same


def test_verdicts_of_all_games_are_counted() -> None:
    known = {
        ("pages", 2): found({}, hands_small="proved", beats_asymmetric="expected breach"),
        ("pages", 3): found({}, hands_small="unknown", beats_asymmetric="expected breach"),
    }
    written = _pages(pages_game(2), pages_game(3), known=known)
    assert "\n1 proved and 1 unknown, in 2 games.\n" in written["promises/hands.small"]
    assert "\nExpected breach, in 2 games.\n" in written["promises/beats.asymmetric"]
    row = "- [Hands small](hands.small.md) `hands.small` · all games: 1 proved and 1 unknown"
    assert row in written["promises/index"]


@pytest.mark.parametrize(
    ("verdicts", "tone"),
    [
        (("proved", "proved"), "yes"),
        (("proved", "unknown"), "tells"),
        (("proved", "expected breach"), "depends"),
        (("refuted", "proved"), "no"),
    ],
)
def test_only_what_is_proved_everywhere_looks_like_it(verdicts: tuple[str, str], tone: str) -> None:
    known = {
        ("pages", seats): found({}, hands_small=verdict)
        for seats, verdict in zip((2, 3), verdicts, strict=True)
    }
    page = _pages(pages_game(2), pages_game(3), known=known)["promises/hands.small"]
    assert f'<div class="answer clause {tone}"' in page


def test_a_page_is_headed_by_words_and_not_by_a_name() -> None:
    written = _pages(load_game("classic", players=2))
    assert "\n# Every hand ends: never stuck\n" in written["promises/never.stuck"]
    assert "\n# The largest set\n" in written["promises/sets.largest"]
    assert "\n# No hand goes on forever\n" in written["promises/auto.ends"]
    assert {*TITLES} == {*AUTOMATIC}


def test_what_is_no_proof_says_why() -> None:
    results = (
        recorded("hands.small", "unknown", "both gave up"),
        recorded("kept", "proved", "by two"),
    )
    known = {("pages", 2): GameFindings(results=results)}
    assert (
        "- Pages, 2 players: both gave up"
        in _pages(pages_game(2), known=known)["promises/hands.small"]
    )


def test_without_verdicts_nothing_is_said_to_be_proved() -> None:
    written = _pages(pages_game(2), pages_game(3))
    assert "**Nothing was proved in this build.**" in written["promises/index"]
    assert "haggis verify --verdicts" in written["promises/index"]
    assert "**Nothing was proved in this build.**" in written["promises/hands.small"]
    assert "roved, in" not in "".join(written.values())


def test_what_it_took_is_that_of_the_solvers() -> None:
    evidence = {"hands.small": Evidence(met=met(0.25, 1.0, untouched=3))}
    page = _pages(pages_game(2), known={("pages", 2): found(evidence, hands_small="proved")})[
        "promises/hands.small"
    ]
    assert "| proved | 2 + 3 | 1.2 s | 2.5 s |" in page


def test_what_rests_on_what_goes_both_ways_and_is_what_the_proof_took() -> None:
    (allowed,) = [one for one in game("heron/heron.haggis").promises if one.name == "turn.awake"]
    assert allowed.using
    written = _pages(game("heron/heron.haggis"))
    for name in allowed.using:
        assert f"]({name}.md) `{name}`" in _part(written["promises/turn.awake"], DEPENDS)
        there = _part(written[promise_page(name)], SUPPORTS)
        assert "](turn.awake.md) `turn.awake`" in there
    evidence = {"turn.awake": Evidence(helpers=("kept",), met=met(0.1))}
    known = {("heron", 3): found(evidence, turn_awake="proved")}
    proved = _part(_pages(game("heron/heron.haggis"), known=known)["promises/turn.awake"], DEPENDS)
    assert re.findall(r"\]\((.*)\.md\)", proved) == ["kept"]


def test_what_rests_on_what_in_some_games_alone_says_in_which() -> None:
    helped = {"hands.small": Evidence(helpers=("beats.asymmetric",), met=met(0.1))}
    alone = {"hands.small": Evidence(met=met(0.1))}
    known = {
        ("pages", 2): found(helped, hands_small="proved"),
        ("pages", 3): found(alone, hands_small="proved"),
    }
    written = _pages(pages_game(2), pages_game(3), known=known)
    on = _part(written["promises/hands.small"], DEPENDS)
    assert "](beats.asymmetric.md) `beats.asymmetric` in pages (2)" in on
    back = _part(written["promises/beats.asymmetric"], SUPPORTS)
    assert "](hands.small.md) `hands.small` in pages (2)" in back
    both = _pages(pages_game(2), pages_game(3), known={**known, ("pages", 3): known["pages", 2]})
    assert "pages (2)" not in _part(both["promises/hands.small"], DEPENDS)


def _part(page: str, heading: str) -> str:
    """Return what stands under a heading, or is folded under it."""
    parts = re.split(rf"## {heading}\n|<summary[^>]*>\*\*{heading}\*\*", page)
    return re.split(r'\n## |\n</details>|\n<div class="folds"', parts[1])[0]


def test_a_breach_is_drawn_and_kept_to_be_played_again() -> None:
    rogers = load_game("rogers", players=2)
    evidence = {"bets.lost": Evidence(breach=BREACH)}
    known = {("rogers", 2): found(evidence, bets_lost="expected breach")}
    page = _pages(rogers, known=known)["promises/bets.lost"]
    broken = _part(page, "Counterexamples")
    assert "see [What bets pay](../rogers-2/" in broken
    assert "because the first player out is paid every failed bet" in broken
    assert "2r" in broken
    assert (
        "Shortened from the match of seed 7, which reaches it, hand 2, after 31 actions." in broken
    )
    assert "    pages/2 | hand: 2r 3g / 4r" in broken
    assert '    {"record":1}\n    {"seat":0}' in broken


def test_what_every_game_has_to_keep_is_explained_and_comes_last() -> None:
    written = _pages(
        pages_game(2), pages_game(3), known={("pages", 2): found({}, auto_bounds="proved")}
    )
    listed = written["promises/index"].split("## In every game { #every-game }")[1]
    for name, words in AUTOMATIC.items():
        assert f"]({name}.md) `{name}`" in listed
        assert words in written[promise_page(name)]
    assert (
        "[Pages, 2 players](../pages-2/all-known.md) | proved |" in written["promises/auto.bounds"]
    )


def test_each_of_what_is_proved_of_every_game_is_explained() -> None:
    assert {*BUILTIN_PROMISES, *COURSE_PROMISES, COVERED} == set(AUTOMATIC)


def test_the_explanations_are_those_of_the_language() -> None:
    page = Path(__file__).parents[2] / "docs" / "language.md"
    if page.is_file():  # it does not come with the wheel
        rows = re.findall(r"^\| `(auto\.\w+)` \| (.*) \|$", page.read_text("utf-8"), re.MULTILINE)
        assert dict(rows) == AUTOMATIC


def test_promises_stand_by_the_kind_of_clause_that_makes_them() -> None:
    assert family("order.rest.two") == family("order.rest") == "order.rest"
    assert family("promised") == "promised"
    index = _pages(pages_game(2), pages_game(3))["promises/index"]
    assert "## Promises\n\n### promised { #promised }" in index


def test_a_promise_that_is_called_index_has_a_page_of_its_own() -> None:
    assert promise_page("index") != "promises/index"
    (first, *rest) = pages_game(2).promises
    odd = replace(first, name="index")
    clause = pages_game(2).clauses[first.clause]
    rule = clause.rule.replace(f"promise {first.name}", "promise index")
    clauses = {**pages_game(2).clauses, clause.name: replace(clause, rule=rule)}
    written = _pages(replace(pages_game(2), promises=(odd, *rest), clauses=clauses))
    assert "promise index for any" in written["promises/index-"]
    assert "](index-.md) `index`" in written["promises/index"]


def test_sources_and_mutants_that_break_it_are_told() -> None:
    finding = SideNote("A letter", "It is read so.", page="../findings/letter.md")
    mutant = SideNote("pages: turns", "Wrong `on` purpose.", formal="action lay")
    side_notes = SideNotes({"hands.small": [finding]}, {"hands.small": [mutant]})
    written = _pages(pages_game(2), side_notes=side_notes)
    page = written["promises/hands.small"]
    assert "- [A letter](../../findings/letter.md). It is read so." in page
    assert (
        '??? bug "pages: turns"\n\n    Wrong `on` purpose.\n\n    ```haggis\n    action lay' in page
    )
    assert "Seen to fail" not in written["promises/beats.asymmetric"]


LETTER = """language 2
variant my-letter extends classic
  "What somebody might read."
source us "Made up for a test"
add letter.one
  because "it is the letter"
  "Nothing is kept."
  cites us "Test"
  breaks hand.ends, never.stuck
    because "nothing is"
"""


def test_findings_are_told_when_they_have_a_page(tmp_path: Path) -> None:
    folder = tmp_path / "findings"
    folder.mkdir()
    (folder / "my-letter.haggis").write_text(LETTER, "utf-8")
    assert gather_side_notes(tmp_path / "rules", None).findings == {}
    (folder / "my-letter.md").write_text("# My letter\n", "utf-8")
    findings = gather_side_notes(tmp_path / "rules", None).findings
    assert set(findings) == {"hand.ends", "never.stuck"}
    (one,) = findings["hand.ends"]
    assert (one.title, one.page) == ("My letter", "../findings/my-letter.md")


def test_a_finding_leads_to_the_promises_that_have_a_page() -> None:
    file = parse(SourceFile("letter", LETTER))
    assert broken_in(file) == ("hand.ends", "never.stuck")
    there = {"hand.ends": "../rules/promises/hand.ends.md"}
    page = finding_page(Finding(file, {}, (), (), promises=there))
    assert "So [`hand.ends`](../rules/promises/hand.ends.md), `never.stuck` does not hold" in page


def test_mutants_are_named_for_what_they_break(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "hand.ends.haggis").write_text(LETTER, "utf-8")
    ((name, (one,)),) = gather_side_notes(tmp_path, tmp_path).mutants.items()
    assert (name, one.title) == ("hand.ends", "classic: letter.one")
    assert one.formal.startswith("breaks hand.ends")
    (tmp_path / "deep" / "hand.ends.haggis").write_text("nonsense", "utf-8")
    with pytest.raises(RuleError):
        gather_side_notes(tmp_path, tmp_path)
