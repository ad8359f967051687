"""The pages of a variant: everything is on them, and nothing that they should not say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.ir.game import Citation, ClauseStatus, Game
from haggis_rules.ir.load import lineage, load_game, source_of
from haggis_rules.ir.lower import lower, lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.site.content.volume_content import GameFindings, VolumeContent
from haggis_rules.site.pages.chapter import condition, describe_clause
from haggis_rules.site.scenes.case_drawing import case_lines
from haggis_rules.site.writer import pages
from haggis_rules.verdicts.evidence import Evidence
from haggis_rules.verdicts.model import DischargedObligation, How
from haggis_rules.verdicts.reader import RecordedVerdict
from haggis_rules.wording.flow import describe_promise
from tests.games import game_of
from tests.site.games import TESTS, TEXTS, game
from tests.site.proofs import recorded

NEEPS = "neeps-core"
FOLDER = "neeps-core-6"


@cache
def _pages(text: str) -> dict[str, str]:
    return pages(game(text))


def _section(text: str, clause: str, played: Game | None = None, **results: RecordedVerdict) -> str:
    """Return what stands under the heading of a clause."""
    new = played is not None or results
    known = GameFindings(results=tuple(results.values()))
    found = pages(played or game(text), known) if new else _pages(text)
    whole = "\n".join(found.values())
    return whole.split(f"{{ #{clause} }}\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("text", TEXTS)
def test_every_clause_has_one_heading_with_its_id_and_one_row_in_the_contents(text: str) -> None:
    played, written = game(text), _pages(text)
    index = written[f"{played.name}-{played.seats}/index.md"]
    chapters = "\n".join(body for body in written.values() if body != index)
    for clause in played.clauses:
        assert len(re.findall(rf"^## .*\{{ #{re.escape(clause)} \}}$", chapters, re.MULTILINE)) == 1
        assert index.count(f"{{ #{clause} }}") == 1


@pytest.mark.parametrize("text", TEXTS)
def test_every_clause_shows_its_words_its_sources_and_its_formal_text(text: str) -> None:
    for clause in game(text).clauses.values():
        section = _section(text, clause.name)
        assert clause.words.split(",")[0].split("-")[0][:20] in section.replace("\\", "")
        for line in clause.formal.splitlines():
            assert f"\n{line}" in section
        for citation in clause.citations:
            assert citation.section.replace("&", "&amp;") in section
        for number in clause.ledgers:
            assert number in section
        assert clause.variant in section


@pytest.mark.slow
def test_a_page_shows_no_question_that_is_for_another_table() -> None:
    words = "The opponents of the player who played it"

    def shown(variant: str, seats: int) -> str:
        return "".join(pages(load_game(variant, players=seats)).values())

    assert shown("neeps", 4).count(words) > 1
    assert words not in shown("neeps", 6)
    assert words not in shown("tatties", 3)


def test_what_follows_from_the_rules_says_so_and_needs_no_reason() -> None:
    section = _section(NEEPS, "promise.cards")
    assert "**Source** Follows from the other rules" in section
    assert "ruling" not in section.partition("</summary>")[0]
    assert "because" not in section.partition("Formal lines")[0]


def test_the_three_standings_look_different_and_give_their_reasons() -> None:
    stated = _section(NEEPS, "capture.bomb")
    assert "tag ours" not in stated
    assert "**Source** Haggis &amp; Neeps" in stated
    ruling = _section(NEEPS, "lead.gift")
    assert '<span class="tag ours">our ruling</span>' in ruling
    assert "**Source** Our ruling: the sources leave this open" in ruling
    assert "Our ruling, because the source does not mention a partner who is out" in ruling
    erratum = _section(NEEPS, "courts.rank")
    assert '<span class="tag ours">the source is in error</span>' in erratum
    assert "**Source** Erratum: the source cannot be right as written" in erratum
    assert "left over from a game of seven ranks" in erratum


def test_a_promise_shows_its_verdict_and_only_what_is_proved_is_green() -> None:
    boxes = {"proved": "success", "expected breach": "success", "refuted": "failure"}
    doubts = ("unknown", "unsupported", "solvers disagree", "Proved", "proved?")
    boxes |= dict.fromkeys(doubts, "question")
    names = [promise.name for promise in game(NEEPS).promises][: len(boxes)]
    given = {
        name: recorded(name, word, f"said of {name}")
        for name, word in zip(names, boxes, strict=True)
    }
    whole = "".join(pages(game(NEEPS), GameFindings(results=tuple(given.values()))).values())
    for name, verdict in given.items():
        head, rest = whole.split(f' "Promise {name}: {verdict.verdict}"', 1)
        assert head.endswith(f"!!! {boxes[verdict.verdict]}")
        assert f"    said of {name}" in rest.split("!!!", 1)[0]
    assert '!!! abstract "Promise cards.kept: not checked here"' in _section(NEEPS, "promise.cards")


@pytest.mark.slow
def test_a_promise_leads_to_its_page_which_says_how_it_was_proved() -> None:
    proved, doubted = (
        recorded("cards.kept", "proved", "by two"),
        recorded("cards.kept", "unknown", "who knows"),
    )
    evidence = {"cards.kept": Evidence(met=(DischargedObligation("move", How.SOLVED),))}

    def shown(verdict: RecordedVerdict) -> str:
        known = GameFindings(results=(verdict,), evidence=evidence)
        whole = "".join(pages(game(NEEPS), known).values())
        return whole.split(f'"Promise cards.kept: {verdict.verdict}"')[1].split("\n!!!", 1)[0]

    link = "    [Full record of this promise](../promises/cards.kept.md)"
    assert link in shown(proved)
    assert "by two" not in shown(proved)
    assert "who knows" in shown(doubted)


def test_a_clause_says_what_it_breaks_and_the_promise_says_by_what() -> None:
    why = "because the first player out is paid every failed bet, which may include their own"
    assert f"This breaks the promise bets.lost, {why}." in _section(
        "rogers", "bets.pay", game_of("rogers", 3)
    )
    promise = _section("rogers", "promise.bets", game_of("rogers", 3))
    assert "The rules break this promise, see [What bets pay]" in promise
    assert f"{why}." in promise


def test_see_also_goes_both_ways_and_never_to_the_clause_itself() -> None:
    content = VolumeContent.of(game(NEEPS))
    assert "lead.next" in content.uses["lead.gift"]
    assert "lead.gift" in content.used_by["lead.next"]
    assert "trick.end" in content.uses["lead.next"]
    for clause, used in content.uses.items():
        assert clause not in used
        assert all(clause in content.used_by[other] for other in used)


def test_a_clause_that_the_words_name_is_linked() -> None:
    assert "After a bomb, see [Giving the lead away](06-winning-a-trick.md#lead.gift)." in _section(
        NEEPS, "lead.next"
    )
    played = game(NEEPS)
    clause = replace(played.clauses["lead.next"], words="# See e.g. lead.next, lead.none or *x*.")
    section = _section(
        NEEPS, "lead.next", replace(played, clauses={**played.clauses, clause.name: clause})
    )
    assert "\n\\# See e.g. lead.next, lead.none or \\*x\\*.\n" in section


def test_what_a_variant_takes_over_replaces_and_takes_out_is_told() -> None:
    played = game(NEEPS)
    clause = played.clauses["capture.bomb"]
    changed = replace(
        played,
        name="child",
        lineage=(NEEPS, "child"),
        clauses={
            **played.clauses,
            clause.name: replace(clause, variant="child", replaces=NEEPS, edit="it is more fun"),
        },
        removed=(("trick.gone", "nobody played it"),),
    )
    index = pages(changed)["child-6/index.md"]
    assert f"descends from `{NEEPS}`" in index
    assert "in place of the clause of neeps-core, because it is more fun" in index
    assert "| `trick.gone` | nobody played it |" in index
    assert "in place of the clause of neeps-core" in _section(NEEPS, "capture.bomb", changed)
    plain = _pages(NEEPS)[f"{FOLDER}/index.md"]
    assert "descends from" not in plain
    assert "What is taken out" not in plain


def test_the_views_page_says_who_sees_each_zone_and_state() -> None:
    views = _pages(NEEPS)[f"{FOLDER}/all-views.md"]
    assert "| `hand` | each seat | only its owner | everybody |" in views
    assert "| `place` | each seat | everybody |" in views
    assert "The choice in `send` is hidden from all but the actor" in views
    assert "everybody sees these cards when the face of s is up" in views


def test_the_combinations_page_says_what_each_wild_card_stands_for() -> None:
    combinations = re.sub(r"<[^>]+>", "", _pages(NEEPS)[f"{FOLDER}/all-combinations.md"])
    assert "| `J` | set | `2 3 4 5 6 7 8 9 10 J` |" in combinations
    assert "| `K` | stair | `2 3 4 5 6 7 8 9 10 J Q K` |" in combinations
    assert "from `bomb:rainbow` to `bomb:suited`" in combinations
    assert "What stands for what" not in _pages("heron/heron.haggis")["heron-3/all-combinations.md"]


def test_the_words_page_keeps_what_tools_may_ask_for_apart() -> None:
    words = _pages(NEEPS)[f"{FOLDER}/all-words.md"]
    exported, own = words.split("## Other definitions")
    assert "### taker" in exported
    assert "### next.leader" in own
    assert "Exception: For any reading a and any reading b, when a is a bomb" in exported


def test_no_page_shows_where_on_this_machine_a_file_lies() -> None:
    played = game(NEEPS)
    clauses = {
        n: replace(c, path=f"/home/somebody/{NEEPS}.haggis") for n, c in played.clauses.items()
    }
    moved = "\n".join(pages(replace(played, clauses=clauses)).values())
    assert "/home" not in moved
    assert f"Written in {NEEPS}.haggis" in moved


def test_chapters_that_sound_alike_get_pages_of_their_own() -> None:
    played = game(NEEPS)
    chapters = ("All words", "All: words!", "", "Ünïcode", "?!")
    clauses = {
        name: replace(clause, chapter=chapters[number % len(chapters)])
        for number, (name, clause) in enumerate(played.clauses.items())
    }
    others = len(pages(played)) - len({clause.chapter for clause in played.clauses.values()})
    files = [*pages(replace(played, clauses=clauses))]
    assert len({file.lower() for file in files}) == len(files) == others + len(chapters)


def test_pages_are_the_same_each_time() -> None:
    assert pages(game(NEEPS)) == pages(game(NEEPS))


def _descriptions(played: Game) -> dict[str, object]:
    """Return what is said of each clause in words, without its formal text."""
    content = VolumeContent.of(played)
    promises = [(p.clause, describe_promise(content.english, p)) for p in played.promises]
    return {
        name: (
            condition(content, clause),
            *(case_lines(content.english, *one) for one in content.cases_of(name)),
            *describe_clause(content, name),
            *(text for home, text in promises if home == name),
        )
        for name, clause in played.clauses.items()
    }


def _silent(step: int, text: str | Path = NEEPS, players: int | None = None) -> Iterator[str]:
    """Yield each small change of the text that the words do not tell."""
    (file,) = lineage(source_of(text))
    before = _descriptions(lower((file,), players=players))
    lawful = 0
    games, _ = lower_everywhere([file])
    for mutant in list(mutants([file], games, checks=True))[::step]:
        try:
            after = _descriptions(lower((mutant.file,), players=players))
        except (RuleError, SeveralFaultsError):
            continue
        lawful += 1
        if mutant.clause in before and after.get(mutant.clause) == before[mutant.clause]:
            yield mutant.name
    assert lawful > 70 / step


@pytest.mark.rotates
@pytest.mark.slow
def test_a_small_change_to_any_kind_of_clause_changes_its_words() -> None:
    assert list(_silent(1, TESTS / "texts" / "pages.haggis", players=2)) == []


@pytest.mark.slow
def test_a_small_change_to_a_clause_changes_its_words() -> None:
    assert list(_silent(step=37)) == []


@pytest.mark.slow
@pytest.mark.long  # the same is asked of every 37th change each time
def test_every_small_change_to_a_clause_changes_its_words() -> None:
    assert list(_silent(step=1)) == []


@pytest.mark.slow
def test_words_that_tell_promises_alone_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> tuple[()]:
        return ()

    monkeypatch.setattr("tests.site.test_pages.describe_clause", nothing)
    assert any(_silent(step=37))
    assert any(_silent(1, TESTS / "texts" / "pages.haggis", players=2))


def test_standings_and_citations_are_those_of_the_clause() -> None:
    played = game(NEEPS)
    clause = played.clauses["capture.bomb"]
    other = replace(
        clause,
        status=ClauseStatus.RULING,
        because="we say so",
        citations=(Citation("x", "A title", "Here | <there>"),),
    )
    section = _section(
        NEEPS, clause.name, replace(played, clauses={**played.clauses, clause.name: other})
    )
    assert "because we say so." in section
    assert "A title: *Here &#124; &lt;there>*" in section
