"""A name is explained: a clause with all that stands beside it, a word, a promise or a fault."""

import subprocess
import sys
from pathlib import Path

import pytest

from haggis_rules.cli.commands import explain
from haggis_rules.diagnostics.errors import kinds
from haggis_rules.ir import load_tables
from haggis_rules.ir.load import load_game
from haggis_rules.notation.errors import NotationError, OtherRulesError, UnknownCardError
from haggis_rules.semantics.action import IllegalAction
from tests.cli.calling import Caller
from tests.keeping import forget, keep_games
from tests.playing import HERON
from tests.renaming import renamed

NOT_NEEDED = ["haggis_rules.cases", "haggis_rules.analysis.comparison"]
CASES = ("explain", "capture.bomb.three", "--in", "classic", "--players", 3)


@pytest.mark.parametrize("name", sorted(kinds()))
def test_every_kind_of_fault_is_explained(name: str, haggis: Caller) -> None:
    code, out, _ = haggis("explain", name)
    assert code == 0
    assert len(out.split()) > 15


def test_what_is_explained_waits_for_no_comparison_and_no_examples() -> None:
    code = (
        "import sys; import haggis_rules.cli.commands.explain;"
        f"print([one for one in {NOT_NEEDED} if one in sys.modules])"
    )
    call = [sys.executable, "-c", code]
    done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["lead.next", "capture.bomb.three"])
def test_a_clause_is_explained_from_kept_games_alone(
    name: str, tmp_path: Path, haggis: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_games(tmp_path, monkeypatch)
    calls = [("explain", name, "--in", one) for one in ("classic", "wikipedia")]
    before = [haggis(*call).out for call in calls]
    forget()
    monkeypatch.delattr(load_tables, "_typed")
    assert [haggis(*call).out for call in calls] == before
    assert "Example: " in before[0]


def test_every_refusal_of_cards_and_records_is_explained(haggis: Caller) -> None:
    assert NotationError.__subclasses__()
    for refusal in NotationError.__subclasses__():
        assert haggis("explain", refusal.name).code == 0


def test_a_refusal_without_a_name_is_no_class() -> None:
    with pytest.raises(TypeError, match="'name'"):
        type("NamelessError", (NotationError,), {})


@pytest.mark.parametrize("kind", [UnknownCardError, OtherRulesError, IllegalAction])
def test_a_refusal_keeps_its_name_when_its_class_gets_another(
    kind: type[NotationError | IllegalAction], monkeypatch: pytest.MonkeyPatch, haggis: Caller
) -> None:
    def refuse(*_: object) -> None:
        raise kind("it is so", ())

    monkeypatch.setattr(explain, "run", refuse)
    before = haggis("explain", "--format", "json", "x")
    with renamed([kind]):
        assert haggis("explain", "--format", "json", "x") == before
    assert f'"name": "{kind.name}"' in before.out


def test_no_two_refusals_share_a_name() -> None:
    names = [refusal.name for refusal in NotationError.__subclasses__()]
    assert len(names) == len(set(names))


def test_a_clause_is_explained_with_its_source(haggis: Caller) -> None:
    code, out, _ = haggis("explain", "lead.next", "--in", "neeps-core")
    assert code == 0
    assert "neeps-tatties: Playing the Rounds" in out
    assert "erratum because" in out
    assert "let turn be next.leader" in out


def test_a_clause_that_several_variants_write_is_explained_for_each(haggis: Caller) -> None:
    _, record = haggis.json("explain", "lead.next")
    assert {one["variant"] for one in record["clauses"]} >= {"classic", "neeps-core"}


def test_a_clause_is_told_once_for_all_tables_with_what_is_beside_it_at_any(haggis: Caller) -> None:
    _, record = haggis.json("explain", "lead.next", "--in", "classic")
    (clause,) = record["clauses"]
    assert clause["seats"] == [2, 3]
    assert len(clause["examples"]) == 1  # it needs three


def test_examples_and_questions_stand_beside_the_rule_and_not_in_it(haggis: Caller) -> None:
    code, out, _ = haggis(*CASES)
    assert code == 0
    assert "Example: The winner chooses who captures the cards, and then leads." in out
    assert "Answer: Yes." in out
    assert "when seat 1: play" not in out
    _, record = haggis.json(*CASES)
    (clause,) = record["clauses"]
    formal = load_game("classic", players=3).clauses["capture.bomb.three"].formal
    assert clause["guard"] == "with 3 seats"
    assert clause["formal"] in formal
    for case in (*clause["examples"], *clause["questions"]):
        assert case["formal"] in formal
        assert case["formal"] not in clause["formal"]


def test_a_question_is_shown_only_for_the_tables_that_it_is_for(haggis: Caller) -> None:
    words = "The opponents of the player who played it"
    assert words in haggis("explain", "hand.last", "--in", "neeps", "--players", 4).out
    assert words not in haggis("explain", "hand.last", "--in", "neeps", "--players", 6).out
    for table in ((), ("--players", 3), ("--players", 5)):
        code, out, _ = haggis("explain", "hand.last", "--in", "tatties", *table)
        assert code == 0
        assert "move all from pile to captured of taker" in out
        assert words not in out


def test_a_clause_that_was_replaced_says_whose_and_why(haggis: Caller) -> None:
    _, out, _ = haggis("explain", "capture.bomb.three", "--in", "tournament")
    assert "replaces the clause of classic:" in out


@pytest.mark.parametrize(
    ("word", "clause"),
    [("tally", "match.score"), ("play", "trick.play"), ("target", "match.target"),
     ("pip", "cards.pips"), ("taker", "capture.plain"), ("stair", "combinations.stair")],
)  # fmt: skip
def test_a_word_leads_to_the_clause_that_gives_it_its_meaning(
    word: str, clause: str, haggis: Caller
) -> None:
    _, record = haggis.json("explain", word, "--in", "classic")
    assert record["clauses"][0]["name"] == clause


def test_a_promise_is_explained_by_itself(haggis: Caller) -> None:
    code, out, _ = haggis("explain", "beats.transitive")
    assert code == 0
    assert "promise beats.transitive" in out
    assert "beats.asymmetric" not in out
    assert "haggis verify classic --promise beats.transitive proves it" in out


def test_what_follows_from_the_rules_is_no_ruling(haggis: Caller) -> None:
    call = ("explain", "promise.cards", "--in", "neeps")
    code, out, _ = haggis(*call)
    assert code == 0
    assert "\n  derived: it follows from the other clauses\n" in out
    assert "because" not in out
    _, record = haggis.json(*call)
    assert [one["standing"] for one in record["clauses"]] == ["derived"]


def test_a_clause_of_another_table_says_so(haggis: Caller) -> None:
    call = ("explain", "capture.bomb.two", "--in", "classic", "--players")
    assert haggis(*call, 2).code == 0
    code, _, err = haggis(*call, 3)
    assert code == 2
    assert "leave out --players" in err


def test_a_file_of_ones_own_is_looked_into(haggis: Caller) -> None:
    assert haggis("explain", "quake", "--in", HERON).code == 0


def test_what_nobody_can_explain_is_a_fault_of_the_call(haggis: Caller) -> None:
    code, _, err = haggis("explain", "lead.nex")
    assert code == 2
    assert "`lead.next`" in err


def test_what_a_house_rule_has_changed_is_told(haggis: Caller) -> None:
    place = Path(__file__).parents[1] / "texts" / "dearer-bets.haggis"
    code, out, _ = haggis("explain", "bets.amounts", "--in", place)
    assert code == 0
    assert "changed by dearer-bets, because at our table a big bet should hurt" in out
    assert "    -   as (30 when stake of s is big" in out
    assert "    +   as (40 when stake of s is big" in out
    _, record = haggis.json("explain", "bets.amounts", "--in", place)
    (change,) = record["clauses"][0]["changes"]
    assert change["variant"] == "dearer-bets"
    assert "a big bet 30" in change["words"]
