"""What is printed on one sheet: score sheets and the director's card, their content and PDFs."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.analysis.match_length import hands_to_goal
from haggis_rules.cli import main
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import nodes
from haggis_rules.ir.game import EachHand, ExpectedBreak, Game
from haggis_rules.site.content.chosen_clauses import CARD, chosen_card
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.pages.printing import print_page
from haggis_rules.site.printed.score_pad import ScorePad, has_pad, score_pad
from haggis_rules.site.printed.typeset import (
    Paper,
    TooLongForAPageError,
    directors_card_pdf,
    require_typst,
    score_pad_pdf,
)
from haggis_rules.site.writer import write_pages
from tests.games import PLACES, SEATINGS, game_of, games_of
from tests.site.games import pages_game

DOCS = Path(__file__).parents[2] / "docs"
RISES = frozenset({"match.rises"})
SIZES = {Paper.A4: (595, 842), Paper.LETTER: (612, 792)}  # points


@pytest.fixture(autouse=True)
def _typst() -> None:
    pytest.importorskip("typst")


def _pad(name: str, seats: int) -> ScorePad:
    return score_pad(Rules(game_of(name, seats)), proved=RISES)


def _size(pdf: bytes) -> tuple[int, int]:
    """Return the width and height of the only page of a PDF, in points."""
    assert re.search(rb"/Type/Pages/Count 1\b", pdf)
    found = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert found is not None
    return round(float(found[1])), round(float(found[2]))


def test_a_score_sheet_has_the_lines_of_the_rules_and_what_is_agreed_on() -> None:
    pad = _pad("classic", 2)
    assert [one.title for one in pad.columns] == ["Going out", "Captured points", "Bets paid"]
    assert pad.owners == ("", "")
    assert pad.kept == ("Dealer", "Hand leader")
    assert pad.options == (("Target", "350 points"),)
    assert [one.points for one in pad.worth] == [1, 2, 3, 5]
    assert pad.together == 36
    (bombs,) = pad.rankings
    assert len(bombs.plays) == 6
    assert [card.rank for card in bombs.plays[1]] == ["J", "Q"]
    assert len({card.suit for card in bombs.plays[0]}) == 4
    assert len({card.suit for card in bombs.plays[-1]}) == 1


def test_teams_have_a_score_sheet_of_their_own_and_many_players_a_wide_one() -> None:
    assert _pad("neeps", 6).owners == ("North", "South")
    assert not _pad("neeps", 6).wide
    assert _pad("tatties", 5).wide
    assert not has_pad(game_of("heron"))


@pytest.mark.parametrize("seats", [2, 3])
def test_so_many_hands_are_enough_as_the_clause_says(seats: int) -> None:
    game = game_of("classic", seats)
    found = hands_to_goal(game)
    assert found is not None
    assert f"after {found.hands} hands" in _words(game)
    assert f"after at most {found.hands} hands" in _pad("classic", seats).enough
    assert score_pad(Rules(game)).enough == ""


def _words(game: Game) -> str:
    (clause,) = {one.clause for one in game.promises if one.name in RISES}
    return game.clauses[clause].words


def test_the_number_of_hands_follows_from_the_promise_and_is_not_said_without_it() -> None:
    game = game_of("classic", 2)
    without = tuple(one for one in game.promises if one.name not in RISES)
    (rises,) = (one for one in game.promises if one.name in RISES)
    assert hands_to_goal(replace(game, promises=without)) is None
    broken = replace(rises, broken=ExpectedBreak(rises.clause, "it does"))
    assert hands_to_goal(replace(game, promises=(*without, broken))) is None
    assert isinstance(rises.form, EachHand)
    claim = rises.form.claim
    assert isinstance(claim, nodes.AtMost)
    assert isinstance(claim.left, nodes.Plus)
    slower = replace(claim, left=replace(claim.left, right=nodes.Number(claim.left.type, 10)))
    changed = replace(rises, form=EachHand(slower))
    found = hands_to_goal(replace(game, promises=(*without, changed)))
    assert found is not None
    assert found.hands == 70  # 2 times 349, by tens, and the one that passes it


QUICK = {("classic", 2), ("tatties", 5), ("rogers", 3)}
EVERYWHERE = [
    pytest.param(*one, marks=() if one in QUICK else pytest.mark.slow, id=f"{one[0]}-{one[1]}")
    for one in SEATINGS
]


@pytest.mark.parametrize(("name", "seats"), EVERYWHERE)
def test_each_score_sheet_is_one_page_of_each_paper(name: str, seats: int) -> None:
    pad = _pad(name, seats)
    for paper, size in SIZES.items():
        found = _size(score_pad_pdf(pad, paper))
        assert found == (size[::-1] if pad.wide else size)


def test_a_pdf_is_the_same_each_time() -> None:
    assert score_pad_pdf(_pad("classic", 2), Paper.A4) == score_pad_pdf(
        _pad("classic", 2), Paper.A4
    )


def test_the_directors_card_is_one_page_of_each_paper() -> None:
    catalog = Volumes.of([game_of("classic", 3), game_of("tournament", 3)])
    card = chosen_card(catalog, DOCS)
    assert card is not None
    for paper, size in SIZES.items():
        assert _size(directors_card_pdf(card, paper)) == size


def test_what_is_too_long_for_a_page_is_refused_and_what_is_long_is_set_smaller() -> None:
    pad = _pad("classic", 2)

    def told(times: int) -> ScorePad:
        longer = tuple(replace(one, words=one.words * times) for one in pad.columns)
        return replace(pad, columns=longer)

    assert score_pad_pdf(told(4), Paper.A4).startswith(b"%PDF")
    with pytest.raises(TooLongForAPageError, match="Classic, 2 players does not fit"):
        score_pad_pdf(told(30), Paper.A4)


def test_what_looks_like_markup_is_text() -> None:
    hostile = '#panic("run") $x *b* _i_ `r` <l> @l \\ // /* #import "/etc/passwd"'
    pad = _pad("classic", 2)
    told = tuple(replace(one, words=(hostile,), title=hostile) for one in pad.columns)
    made = score_pad_pdf(replace(pad, columns=told, title=hostile, enough=hostile), Paper.A4)
    assert _size(made) == SIZES[Paper.A4]


def test_a_card_without_a_drawing_is_shown_by_its_letters() -> None:
    pad = _pad("classic", 2)
    other = tuple(
        replace(one, cards=tuple(replace(card, suit="plum") for card in one.cards))
        for one in pad.worth
    )
    assert _size(score_pad_pdf(replace(pad, worth=other), Paper.A4)) == SIZES[Paper.A4]


def test_pages_lead_to_every_pdf_and_those_of_before_are_removed(tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("# Here\n", encoding="utf-8")
    part = '[[part]]\ntitle = "Laying"\nclauses = ["pages-3/table.seats"]'
    chosen = f'title = "A card"\nfile = "card"\nwords = "For the table."\n{part}'
    (tmp_path / CARD).write_text(chosen, encoding="utf-8")
    games, folder = (pages_game(2), pages_game(3)), tmp_path / "rules"
    written = write_pages(games, folder, pdf=True)
    made = {path.relative_to(folder).as_posix() for path in written if path.suffix == ".pdf"}
    assert len(made) == 6
    page = (folder / "print.md").read_text(encoding="utf-8")
    assert made == set(re.findall(r"\(([^()]+\.pdf)\)", page))
    assert made == {path.relative_to(folder).as_posix() for path in folder.rglob("*.pdf")}
    card = (folder / "card.md").read_text(encoding="utf-8")
    assert "[A4](card-a4.pdf) · [Letter](card-letter.pdf)" in card
    write_pages(games, folder)
    assert not list(folder.rglob("*.pdf"))
    assert ".pdf" not in (folder / "print.md").read_text(encoding="utf-8")


def test_a_pdf_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    theirs = tmp_path / "pages-2" / "score-sheet-a4.pdf"
    theirs.parent.mkdir()
    theirs.write_bytes(b"%PDF-1.7 of somebody else")
    with pytest.raises(FileExistsError, match="was not written by this program"):
        write_pages([pages_game(2)], tmp_path, pdf=True)
    theirs.rename(tmp_path / "other.pdf")
    write_pages([pages_game(2)], tmp_path, pdf=True)
    write_pages([pages_game(2)], tmp_path)
    assert (tmp_path / "other.pdf").is_file()


def test_the_page_names_each_game_also_without_pdfs() -> None:
    catalog = Volumes.of(games_of("classic"))
    page = print_page(catalog, None, ())
    assert "| [Classic, 2 players](classic-2/index.md) | [All on one page](" in page
    assert "Score sheet" not in page


def test_without_typst_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ModuleNotFoundError, match=r"haggis-rules\[pdf\]"):
        require_typst()
    assert main(["docs", str(PLACES["heron"]), "--pdf", "--out", str(tmp_path / "out")]) == 2
    assert "pip install 'haggis-rules[pdf]'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_command_writes_and_lists_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    call = [
        "docs",
        str(PLACES["pages"]),
        "--pdf",
        "--out",
        str(tmp_path / "out"),
        "--format",
        "json",
    ]
    assert main(call) == 0
    told = [Path(one) for one in json.loads(capsys.readouterr().out)["pages"]]
    made = [one for one in told if one.suffix == ".pdf"]
    assert len(made) == 4
    assert all(one.read_bytes().startswith(b"%PDF") for one in made)
