"""What no clause carries, what no sentence supports and what does not follow is found."""

from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.ir.game import Citation, Clause, ClauseStatus
from haggis_rules.sources.atlas import SourceAtlas, SourceLine, atlas_of, carriers, shipped_atlases
from haggis_rules.sources.audit import SourceFinding, SystemClauses, audit, supporting_lines
from haggis_rules.sources.recount import file_of, recount, texts_in
from haggis_rules.sources.sentences import HASH_DIGITS, sentence_hash
from tests.cli.calling import Caller
from tests.sources.atlases import atlas_named, line_saying, shipped_systems, with_line

RULEBOOK = atlas_named("rulebook")
MAY_BET = line_saying(RULEBOOK, "a bet is open to everybody")
WORDS_OF_A_GIST = range(5, 11)
HEADINGS = {"a heading", "headings"}
SMALL = """
source = "birds"
title = "A made-up book of birds"
systems = ["classic", "tournament"]

[[section]]
title = "Nests"

[[section.sentence]]
gist = "a wren sings"
hash = "{sings}"
carried.classic = ["cards.ranks"]

[[section.sentence]]
gist = "who wrote it, and when"
hashes = ["{one}", "{two}"]
aside = "it is about the book"
"""


def small() -> SourceAtlas:
    """Return an atlas of a document of three sentences."""
    return atlas_of(
        SMALL.format(
            sings=sentence_hash("A wren sings."),
            one=sentence_hash("By a friend."),
            two=sentence_hash("In May."),
        )
    )


def kinds(findings: tuple[SourceFinding, ...]) -> list[tuple[str, str, str]]:
    """Return of each finding what tells it apart."""
    return [(one.kind.value, one.system, one.clause) for one in findings]


def changed(system: str, name: str, **values: object) -> SystemClauses:
    """Return the shipped systems with one clause changed."""
    systems = shipped_systems()
    clause: Clause = replace(systems[system][name], **values)  # type: ignore[arg-type]
    return {**systems, system: {**systems[system], name: clause}}


def test_a_sentence_that_no_clause_carries_is_found() -> None:
    bare = with_line(RULEBOOK, MAY_BET, replace(MAY_BET, carried={}))
    found = audit(bare, shipped_systems())
    assert kinds(found) == [("uncarried", "classic", ""), ("uncarried", "tournament", "")]
    assert (found[0].section, found[0].number) == ("Betting", 5)
    assert found[0].words == "no clause of `classic` carries this: a bet is open to everybody"


def test_a_reason_stands_for_a_clause_in_the_system_that_it_names() -> None:
    excused = replace(MAY_BET, carried={}, beside={"classic": "it is left out on purpose"})
    found = audit(with_line(RULEBOOK, MAY_BET, excused), shipped_systems())
    assert kinds(found) == [("uncarried", "tournament", "")]
    aside = replace(MAY_BET, carried={}, aside="it concerns no play")
    assert not audit(with_line(RULEBOOK, MAY_BET, aside), shipped_systems())


def test_a_clause_that_a_system_lacks_carries_nothing() -> None:
    stray = replace(MAY_BET, carried={"classic": ("bets.whenever",)})
    found = audit(with_line(RULEBOOK, MAY_BET, stray), shipped_systems())
    assert ("unknown-clause", "classic", "bets.whenever") in kinds(found)


def test_a_citation_that_no_sentence_supports_is_found() -> None:
    stray = Citation("rulebook", "the rulebook", "Bombs")
    systems = changed("classic", "bets.when", citations=(stray,))
    found = audit(RULEBOOK, systems)
    assert kinds(found) == [("unsupported", "classic", "bets.when")]
    assert found[0].section == "Bombs"


def test_a_clause_kept_from_the_parent_that_the_own_source_states_is_found() -> None:
    cats = atlas_named("cats")
    systems = changed("cats", "match.dealer", variant="classic")
    assert ("unconfirmed", "cats", "match.dealer") in kinds(audit(cats, systems))
    assert ("unconfirmed", "cats", "match.dealer") not in kinds(audit(cats, shipped_systems()))


def test_an_erratum_that_contradicts_no_sentence_is_found() -> None:
    systems = changed("classic", "bets.when", status=ClauseStatus.ERRATUM)
    assert kinds(audit(RULEBOOK, systems)) == [("unfounded", "classic", "bets.when")]


def test_a_sentence_that_contradicts_without_a_ruling_is_found() -> None:
    odd = replace(MAY_BET, carried={"classic": ("bets.good",)}, contradicts="it is at odds")
    found = audit(with_line(RULEBOOK, MAY_BET, odd), shipped_systems())
    assert kinds(found) == [("unmarked", "classic", ""), ("unmarked", "tournament", "")]


def test_a_variant_has_the_clauses_of_the_first_system_that_are_its_own() -> None:
    clauses = shipped_systems()["tournament"]
    assert carriers(MAY_BET, "tournament", clauses) == ("bets.when",)
    assert carriers(MAY_BET, "tournament", {}) == ()
    assert MAY_BET in supporting_lines(RULEBOOK, "tournament", "bets.when", clauses)


def test_every_line_has_a_hash_a_gist_and_clauses_or_a_reason() -> None:
    lines = [line for atlas in shipped_atlases() for line in atlas.lines]
    assert all(len(one) == HASH_DIGITS for line in lines for one in line.hashes)
    assert all(line.hashes and line.gist for line in lines)
    assert all(bool(line.carried) != bool(line.aside) for line in lines)
    assert all(bool(line.contradicts) == bool(line.ruled) for line in lines)
    gists = {line.gist for line in lines} - HEADINGS
    assert {gist for gist in gists if len(gist.split()) not in WORDS_OF_A_GIST} == set()
    assert all(set(line.carried) | set(line.beside) <= set(line.systems) for line in lines)


def test_a_document_as_it_was_is_counted_without_a_finding(tmp_path: Path) -> None:
    (tmp_path / "birds.txt").write_text("A wren sings.\n\nBy a friend. In May.", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    texts = texts_in(tmp_path)
    assert file_of(small(), texts) == "birds.txt"
    assert not list(recount(small(), "birds.txt", texts["birds.txt"]))
    assert file_of(RULEBOOK, texts) is None


def test_a_sentence_without_a_line_and_a_line_without_a_sentence_are_named(tmp_path: Path) -> None:
    text = "A wren sings. It sings twice.\n\nBy a friend. A wren sings."
    (tmp_path / "birds.txt").write_text(text, encoding="utf-8")
    texts = texts_in(tmp_path)
    found = list(recount(small(), "birds.txt", texts["birds.txt"]))
    assert [(one.kind.value, one.number) for one in found] == [
        ("unlisted", 1),
        ("unlisted", 2),
        ("gone", 2),
    ]
    assert found[1].words == (
        "no line stands for sentence 2 of `birds.txt`, whose hash is"
        f" {sentence_hash('It sings twice.')}: It sings twice."
    )
    assert (
        found[2].words
        == "`birds.txt` does not have what this line stands for: who wrote it, and when"
    )


@pytest.fixture
def haggis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    return Caller(capsys, monkeypatch)


def plant(monkeypatch: pytest.MonkeyPatch, *atlases: SourceAtlas) -> None:
    """Let the command find other atlases."""
    monkeypatch.setattr("haggis_rules.cli.commands.check.shipped_atlases", lambda: atlases)


def test_the_command_tells_what_it_finds(haggis: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    bare: SourceLine = replace(MAY_BET, carried={}, beside={"tournament": "left out"})
    plant(monkeypatch, with_line(RULEBOOK, MAY_BET, bare))
    code, out, err = haggis("check", "--sources")
    assert code == 1
    assert out == "rulebook: 119 sentences, 1 finding\n"
    assert err == (
        "uncarried: rulebook, Betting 5: no clause of `classic` carries this: a bet is open to"
        " everybody\n"
    )
    code, record = haggis.json("check", "--sources")
    assert code == 1
    (source,) = record["sources"]
    assert source["sentences"] == source["lines"] + 17
    assert source["findings"] == [
        {
            "kind": "uncarried",
            "source": "rulebook",
            "section": "Betting",
            "number": 5,
            "system": "classic",
            "clause": None,
            "words": "no clause of `classic` carries this: a bet is open to everybody",
        }
    ]


def test_the_command_counts_documents_again(
    haggis: Caller, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "birds.txt").write_text("By a friend. In May. A wren sang.", encoding="utf-8")
    plant(monkeypatch, replace(small(), source="birds"), RULEBOOK)
    code, out, err = haggis("check", "--sources", "--texts", tmp_path)
    assert code == 1
    assert out.splitlines() == [
        "birds: 3 sentences, counted in `birds.txt`, 2 findings",
        "rulebook: 119 sentences, not among the texts, no finding",
    ]
    assert "unlisted: birds: no line stands for sentence 3 of `birds.txt`, whose hash is" in err
    assert "gone: birds, Nests 1: `birds.txt` does not have what this line" in err


def test_the_command_refuses_a_call_without_anything_to_check(haggis: Caller) -> None:
    assert haggis("check").code == 2
    assert "--texts needs --sources" in haggis("check", "classic", "--texts", ".").err


@pytest.mark.parametrize("source", [one.source for one in shipped_atlases()])
def test_nothing_is_found_in_what_is_shipped(source: str) -> None:
    assert audit(atlas_named(source), shipped_systems()) == ()


def test_without_its_confirmations_a_write_up_is_found_to_keep_what_it_states() -> None:
    bare = {
        name: replace(clause, confirmed=None)
        for name, clause in shipped_systems()["wikipedia"].items()
    }
    found = audit(atlas_named("wikipedia"), {**shipped_systems(), "wikipedia": bare})
    assert {one.kind.value for one in found} == {"unconfirmed"}
    assert {"combinations.stair", "bets.pay", "table.seats"} <= {one.clause for one in found}
