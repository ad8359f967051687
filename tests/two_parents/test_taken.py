"""Scaup takes clauses of Pochard into Wigeon: they play there, are proved, and are told of."""

import json
from pathlib import Path
from random import Random
from shutil import copytree
from typing import cast

import pytest

from haggis_rules.cases import check_text
from haggis_rules.cli import main
from haggis_rules.diagnostics.errors import (
    CircleOfVariantsError,
    ClauseTwiceError,
    LeftBehindError,
    NoEffectError,
    NoSuchClauseError,
    RuleError,
    TakenGuardError,
    TakenTwiceError,
)
from haggis_rules.ir.canonical import digest
from haggis_rules.ir.game import Game
from haggis_rules.ir.ledger import NamingReason, naming_reason
from haggis_rules.ir.load import lineage, load_game, source_of
from haggis_rules.mutation import mutants
from haggis_rules.semantics.state import Combination
from haggis_rules.verdicts.model import NotInductive, Proved, Refuted
from haggis_rules.verdicts.show import is_green
from tests.games import game_of, rules_of
from tests.verify.asking import result_of, results_of

HERE = Path(__file__).parent
SCAUP = HERE / "scaup.haggis"
TAKEN = ("bids.state", "bids.auction", "bids.won", "out")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(
        copytree(
            HERE,
            tmp_path / "texts",
            ignore=lambda _, names: {name for name in names if not name.endswith(".haggis")},
        )
    )


def faults(folder: Path, *entries: str, head: str = "variant x extends wigeon") -> list[RuleError]:
    """Return the causes that check tells of a text with these entries."""
    path = folder / "x.haggis"
    path.write_text("\n".join(["language 2", f'{head} "X."', *entries]), "utf-8")
    return [one for one in check_text(lineage(source_of(path))).faults if not one.follows]


def only(folder: Path, *entries: str) -> RuleError:
    (fault,) = faults(folder, *entries)
    assert fault.span.source.path.endswith("x.haggis")
    return fault


# What is taken


def test_a_taken_clause_is_as_it_is_in_the_other_variant_with_its_sources() -> None:
    scaup, pochard = load_game(SCAUP, players=2), load_game(HERE / "pochard.haggis", players=2)
    for name in TAKEN:
        clause, other = scaup.clauses[name], pochard.clauses[name]
        assert (clause.formal, clause.words) == (other.formal, other.words)
        assert [cited.title for cited in clause.citations] == ["Pochard, a sheet of our own"]
        assert clause.variant == "pochard"
        assert clause.taken is not None
        assert (clause.taken.source, clause.taken.variant) == ("pochard", "scaup")
        assert naming_reason(clause, scaup) is NamingReason.TAKEN
    assert scaup.lineage == ("wigeon", "scaup")
    assert [scaup.clauses[name].replaces for name in TAKEN] == [None, None, None, "wigeon"]
    assert scaup.clauses["follow"].taken is None


def test_the_game_is_another_when_the_other_variant_is_edited(folder: Path) -> None:
    before = load_game(folder / "scaup.haggis", players=2)
    other = folder / "pochard.haggis"
    other.write_text(other.read_text("utf-8").replace("(2 when s is out", "(3 when s is out"))
    assert digest(load_game(folder / "scaup.haggis", players=2)) != digest(before)


def test_explain_and_diff_say_where_a_clause_comes_from(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "out", "--in", str(SCAUP)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "taken from pochard by scaup in place of the clause of wigeon, because a point" in said
    assert main(["explain", "bids.state", "--in", str(SCAUP), "--format", "json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)["clauses"]
    assert record["taken"] == "pochard"
    main(["diff", str(HERE / "wigeon.haggis"), str(SCAUP), "--seeds", "1"])
    said = " ".join(capsys.readouterr().out.split())
    assert "pochard-sheet: Bids because going out first is worth more" in said


def test_a_clause_of_a_grandparent_comes_back_and_files_are_read_once(folder: Path) -> None:
    short = 'language 2 variant short extends wigeon "S." remove out.four because "so"'
    (folder / "short.haggis").write_text(short)
    back = 'add out.four from wigeon because "we miss it"'
    assert not faults(folder, back, head="variant x extends short")
    line = lineage(source_of(folder / "x.haggis"))
    assert [file.variant.name.text for file in line] == ["wigeon", "short", "x"]
    assert "out.four" in load_game(folder / "x.haggis", players=4).clauses


def test_a_taken_clause_may_be_changed_below(folder: Path) -> None:
    take = 'add bids.state from pochard because "so"'
    change = 'change bids.state because "more" "A bid is up to nine." from 2 to 9'
    assert not faults(folder, take, change)
    clause = load_game(folder / "x.haggis", players=2).clauses["bids.state"]
    assert clause.taken is not None
    assert "0 to 9" in clause.formal


# What is refused


def test_all_that_has_to_come_as_well_is_told_once(folder: Path) -> None:
    fault = only(folder, 'add bids.won, bids.auction from pochard because "so"')
    assert isinstance(fault, LeftBehindError)
    assert fault.message.endswith("need what is not here: `bid`, `bidder`, `raised`")
    assert fault.hint.startswith("`add bids.state from pochard` as well")
    assert fault.span.text == "bids.won"


def test_what_is_needed_by_what_is_needed_is_listed_too(folder: Path) -> None:
    third = (folder / "pochard.haggis").read_text("utf-8").replace("pochard", "teal")
    third += """
clause stakes "The stake is that of the bid." cites teal-sheet "Bids" define stake as doubled
clause doubles "A bid counts twice." cites teal-sheet "Bids" define doubled as 2 times raised
"""
    (folder / "teal.haggis").write_text(third)
    fault = only(folder, 'add stakes from teal because "so"')
    assert "`add doubles, bids.state from teal` as well" in fault.hint


def test_two_items_of_one_name_are_told_where_the_clause_is_taken(folder: Path) -> None:
    own = (
        'add own because "so" "O." ruling because "so" state bid is 0 to 9, at first 0, seen by all'
    )
    take = 'add bids.state from pochard because "so"'
    fault = only(folder, own, take)
    assert isinstance(fault, TakenTwiceError)
    assert {span.source.path.rpartition("/")[2] for span, _ in fault.others} == {
        "x.haggis",
        "pochard.haggis",
    }
    assert "`own`" in fault.hint
    way_out = 'change bids.state because "ours" "One bids." without state bid'
    assert not faults(folder, own, take, way_out)


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("add out from pochard", ClauseTwiceError),
        ("replace bids.state from pochard", NoSuchClauseError),
        ("add bids.stat from pochard", NoSuchClauseError),
        ("add bids.three from pochard", TakenGuardError),
        ("add bids.again, bids.state from pochard", LeftBehindError),
        ("replace out from wigeon", NoEffectError),
    ],
)
def test_a_clause_that_cannot_be_taken_is_told_at_its_name(
    folder: Path, entry: str, kind: type[RuleError]
) -> None:
    fault = only(folder, f'{entry} because "so"')
    assert isinstance(fault, kind)
    assert fault.span.text == entry.split()[1].rstrip(",")


def test_variants_that_take_from_each_other_are_a_circle(folder: Path) -> None:
    (folder / "y.haggis").write_text(
        'language 2 variant y extends wigeon "Y." add bids.state from x because "so"'
    )
    with pytest.raises(CircleOfVariantsError) as caught:
        faults(folder, 'add bids.state from y because "so"')
    assert caught.value.hint == "`x` needs `y` needs `x`"


def test_an_example_that_a_taken_clause_breaks_is_told_at_its_name(folder: Path) -> None:
    other = folder / "pochard.haggis"
    text = other.read_text("utf-8")
    other.write_text(
        text.replace("out as cards in hand of s is 0", "out as cards in hand of s is 1")
    )
    fault = only(folder, 'replace out from pochard because "so"')
    assert fault.name() == "breaks-parent"
    assert fault.span.text == "out"


def test_each_clause_that_is_not_taken_is_a_small_change() -> None:
    line = lineage(source_of(SCAUP))
    games = [game_of(SCAUP, 2), game_of(SCAUP, 4)]
    found = {one.name: one for one in mutants(line, games)}
    assert {f"{name}/0: not taken" for name in TAKEN} <= set(found)
    assert found["bids.won/0: not taken"].diff == ("- bids.won from pochard",)
    gone = check_text((*line[:-1], found["bids.state/0: not taken"].file)).faults[0]
    assert isinstance(gone, LeftBehindError)
    assert gone.span.text == "bids.auction"


# How it plays


def test_every_promise_is_proved_by_both_solvers() -> None:
    for result in results_of(game_of(SCAUP, 2)):
        assert is_green(result.verdict), result
    kept = result_of(game_of(SCAUP, 4), "bids.named").verdict
    assert isinstance(kept, Proved)


def game_with(folder: Path, old: str, new: str) -> Game:
    """Load Scaup with one thing said otherwise in the text of Pochard or in its own."""
    for name in ("pochard", "scaup"):
        path = folder / f"{name}.haggis"
        text = path.read_text("utf-8")
        if old in text:
            assert text.count(old) == 1
            path.write_text(text.replace(old, new), "utf-8")
            return load_game(folder / "scaup.haggis", players=2)
    raise AssertionError(old)


@pytest.mark.planted("broken rule")
@pytest.mark.parametrize(
    ("promise", "old", "new"),
    [
        ("bids.named", "let bidder be actor", "let bidder be none"),
        (
            "ends",
            "measure 2 - bid then cards in every hand\n\nreplace",
            "measure bid then cards in every hand\n\nreplace",
        ),
        ("auto.bounds", "top is none and bid is below 2", "top is none"),
    ],
)
def test_a_planted_fault_in_what_is_taken_breaks_its_promise(
    promise: str, old: str, new: str, folder: Path
) -> None:
    verdict = result_of(game_with(folder, old, new), promise, hands=5).verdict
    assert isinstance(verdict, Refuted | NotInductive)


@pytest.mark.parametrize("seats", [2, 4])
def test_hands_by_chance_go_as_both_sheets_say(seats: int) -> None:
    """Play beside the engine: bids before the first card, two points and the bid for going out."""
    rules = rules_of(SCAUP, seats)
    for seed in range(40):
        chance, match = Random(seed), rules.new_match(seed)
        held, bid, bidder, laid = [3] * seats, 0, None, False
        turn = cast("int", match.value("turn"))
        while not match.finished:
            (seat,) = match.to_act
            assert seat == turn
            names = {one.name for one in match.actions(seat)}
            may_raise = not laid and bid < 2 and bidder != seat
            assert names == ({"lay", "raise"} if may_raise else {"lay"})
            action = chance.choice(match.actions(seat))
            if action.name == "raise":
                bid, bidder = bid + 1, seat
            else:
                assert isinstance(action.arguments[0], Combination)
                held[seat] -= 1
                laid = True
            turn = (turn + 1) % seats
            match = match.apply(action)
        (out,) = [seat for seat in range(seats) if held[seat] == 0]
        points = [0] * seats
        points[out] += 2 + (bid if bidder == out else 0)
        if seats == 4:
            points[(out + 1) % seats] += 1
        scored = [0] * seats
        for one in match.sheet[-1].entries:
            scored[one.owner] += one.points
        assert scored == points
