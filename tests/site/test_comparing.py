"""Pages that compare: where systems differ, rulings by topic, play against play, and editions."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from haggis_rules.analysis.sheet.play_types import types_of
from haggis_rules.cases.other_variants import AnswersByPlace, answers_elsewhere
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Exception_, Game
from haggis_rules.ir.ledger import shipped_numbers
from haggis_rules.ir.load import load_game
from haggis_rules.ir.types import Plain
from haggis_rules.site.ask.game_words import answers_beats
from haggis_rules.site.content.volume_content import GameFindings, VolumeContent
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.markdown import slugs
from haggis_rules.site.pages.beats_table import beats_page
from haggis_rules.site.pages.differences import differences_page, experiments_page, first_words
from haggis_rules.site.pages.front import front_page
from haggis_rules.site.pages.overview import combinations_page
from haggis_rules.site.pages.rulings import rulings_pages
from haggis_rules.site.pages.single_page import edition_page, editions
from tests.games import game_of
from tests.playing import HERON
from tests.site.games import pages_game


@cache
def _games() -> tuple[Game, ...]:
    return (game_of("classic", 2), game_of("classic", 3), game_of("tournament", 3))


@cache
def _contents() -> tuple[VolumeContent, ...]:
    catalog = Volumes.of(_games())
    return tuple(
        VolumeContent.of(one, GameFindings(held=types_of(Rules(one))), catalog=catalog)
        for one in _games()
    )


@cache
def _differences() -> str:
    return differences_page(Volumes.of(_games()), shipped_numbers())


def test_experiments_have_a_row_with_the_rules_that_differ() -> None:
    played = (game_of("classic", 2), game_of("neeps", 4))
    tried = (game_of("baby-bet", 2), game_of("stag-and-fox", 4), game_of("fools", 4))
    catalog = Volumes.of((*played, *tried))
    assert "(experiments.md)" in differences_page(catalog, shipped_numbers())
    assert "(experiments.md)" in front_page(catalog)
    text = experiments_page(catalog)
    folds = re.findall(r"<b>(.*?)</b> (.*?)</summary>\n\n(.*?)</details>", text, re.DOTALL)
    found = {name: (counts, body) for name, counts, body in folds}
    assert [*found][-3:] == ["Baby-bet", "Stag-and-fox", "Fools"]
    counts, body = found["Baby-bet"]
    assert re.fullmatch(r"[0-9]+ different.*", counts)
    assert "compared with [Classic](index.md#classic)" in body
    different = next(line for line in body.splitlines() if line.startswith("- **Different**"))
    assert "[How much you may bet](baby-bet-2/" in different
    assert "promise" not in body
    assert "compared with [Stag-and-fox](index.md#stag-and-fox)" in found["Fools"][1]
    new = next(line for line in found["Fools"][1].splitlines() if line.startswith("- **New**"))
    assert "[A pair of Fools](fools-4/" in new


def test_what_the_parent_has_removed_is_no_change_of_the_child() -> None:
    games = (game_of("neeps-core", 6), game_of("tatties", 3), game_of("both-defenders", 3))
    inherited = {name for name, _ in games[1].removed}
    assert inherited <= {name for name, _ in games[2].removed}
    catalog = Volumes.of(games)
    assert set(catalog.gone(catalog.seatings("both-defenders"))) == set()
    assert set(catalog.gone(catalog.seatings("tatties"))) & inherited
    assert "is removed" not in front_page(catalog).split("{ #both-defenders }")[1].split("## ")[0]


def test_without_experiments_none_are_compared() -> None:
    assert "xperiments" not in _differences()
    assert experiments_page(Volumes.of(_games())) == ""
    assert "(experiments.md)" not in front_page(Volumes.of(_games()))


def _topic(title: str) -> str:
    """Return what is folded under a topic."""
    return _differences().split(f"<b>{title}</b>")[1].split("</details>")[0]


def _cards(topic: str) -> list[str]:
    """Return the answers of a topic."""
    return topic.split('<div class="answer brief"')[1:]


@cache
def _rulings() -> dict[str, str]:
    return rulings_pages(_contents(), answers_elsewhere(_games()))


def test_a_topic_on_which_systems_differ_has_a_card_for_each_answer_with_its_games() -> None:
    classic, tournament = _cards(_topic("A trick won by a bomb"))
    assert 'data-variant="classic">Classic' in classic
    assert "capture.bomb.two)" in classic
    assert "[What a bomb captures, 2 players](classic-2/" in classic
    assert "](tournament-3/" in tournament
    assert (
        '<span class="tag" data-variant="tournament">Tournament · our ruling</span>' in tournament
    )
    assert "classic" not in tournament


def test_no_topic_is_a_table() -> None:
    """Tables of many columns do not fit a phone."""
    assert "| --- |" not in _differences()


def test_every_topic_counts_its_answers() -> None:
    topics = re.findall(r"<b>([^<]*)</b> ([0-9]+) answers?</summary>", _differences())
    assert topics
    for title, many in topics:
        assert len(_cards(_topic(title))) == int(many) > 1


def test_a_play_in_which_two_rules_differ_is_drawn_below_them() -> None:
    below = _topic("A trick won by a bomb")
    assert "Where Classic and Tournament differ, with 3 players:" in below
    assert '<span class="who you"><b>You</b>' in below or "<b>Ann</b> plays" in below
    ends = below.split('<div class="story"')[1]
    assert "- **Classic**: " in ends
    assert "- **Tournament**: " in ends


def test_a_play_is_drawn_only_for_games_that_play_as_when_it_was_kept() -> None:
    *zones, last = game_of("tournament", 3).zones
    other = replace(game_of("tournament", 3), zones=(*zones, replace(last, name="elsewhere")))
    games = (game_of("classic", 2), game_of("classic", 3), other)
    assert '<div class="scene"' in _differences()
    assert '<div class="scene"' not in differences_page(Volumes.of(games), shipped_numbers())


def test_an_address_leads_into_a_topic_which_says_for_how_many_players_a_rule_is() -> None:
    topic = _topic("A trick won by a bomb")
    assert "{ #topic-6.2 .but }" in topic
    assert "*2 players:*" in topic
    assert "*3 players:*" in topic


def test_topics_on_which_all_agree_are_folded_away() -> None:
    text = _differences()
    assert "<b>Singles</b>" not in text
    agreed = re.findall(r"<b>No difference</b> ([0-9]+) more</summary>\n\n((?:- .*\n)+)", text)
    assert agreed
    for many, points in agreed:
        assert len(points.splitlines()) == int(many)
    assert "- **Singles**:" in "".join(points for _, points in agreed)


def test_long_words_are_cut_after_a_sentence() -> None:
    assert first_words("One. Two.", most=20) == "One. Two."
    assert first_words("One is here. Two is there.", most=20) == "One is here. …"
    assert first_words("One is here and two is there.", most=20) == "One is here and two …"


def test_a_ruling_has_its_answer_first_its_clause_and_the_systems_that_hold_it() -> None:
    page = _rulings()["rulings/court-cards-as-wild-cards"]
    own = page.split("## May I play 9-10-J as 8-9-10?")[1].split("\n## ")[0]
    _, answer, clause, holds, *_ = own.split("\n\n")
    assert answer.startswith("**Yes")
    assert clause.startswith('The clause "[What a wild card can be](../classic-')
    assert "It holds in classic (" in holds
    assert "tournament ([3](../tournament-3/index.md) players)" in holds
    assert '<span class="cards' in own


def test_a_ruling_says_where_it_comes_out_otherwise() -> None:
    page = _rulings()["rulings/winning-a-trick"]
    assert "The outcome is different here:\n\n- classic (3): `" in page
    assert "does not hold" in page


def test_without_having_asked_a_ruling_says_nothing_of_others() -> None:
    nobody: AnswersByPlace = {}
    pages = rulings_pages(_contents(), nobody)
    assert "The outcome is" not in pages["rulings/winning-a-trick"]
    assert "was also put to" not in pages["rulings/index"]
    assert "was also put to" in _rulings()["rulings/index"]


def test_every_question_is_in_the_list_once_and_leads_to_its_place() -> None:
    words = {c.words for one in _games() for c in one.cases if c.answer is not None}
    links = re.findall(r"- \[.*\]\(([a-z-]+)\.md#([a-z0-9-]+)\)", _rulings()["rulings/index"])
    assert len(links) == len(words)
    for file, anchor in links:
        assert _rulings()[f"rulings/{file}"].count(f"{{ #{anchor} }}") == 1


def test_systems_that_answer_a_question_in_their_own_places_stand_in_tabs() -> None:
    own = next(case for case in pages_game(2).cases if case.answer is not None)
    span = replace(own.span, start=own.span.start + 1)
    moved = replace(own, answer="No.", written=replace(own.written, span=span), span=span)
    other = replace(pages_game(2), name="other", cases=(moved,))
    catalog = Volumes.of([pages_game(2), other])
    contents = [VolumeContent.of(one, catalog=catalog) for one in (pages_game(2), other)]
    text = "\n".join(rulings_pages(contents, {}).values())
    assert '=== "Pages"' in text
    assert '=== "Other"\n\n    **No.**' in text


def test_every_pattern_is_set_against_every_other() -> None:
    page = beats_page(_contents()[1])
    bomb = "| **bomb** | **always** | **always** | **always** | **always** | when higher |"
    assert bomb in page
    stair = (
        "| **stair** | never | never | never | when higher, of the same width and length | never |"
    )
    assert stair in page


def test_what_beats_plays_of_other_types_is_written_one_by_one() -> None:
    page = beats_page(_contents()[1])
    own = page.split("## Every bomb one by one")[1].split("\n## ")[0]
    rows = [line.split(" | ") for line in own.splitlines() if line.startswith("| `")]
    assert len(rows) == 6
    assert rows[0][2] == "`bomb:JQ`, `bomb:JK`, `bomb:QK`, `bomb:JQK`, `bomb:suited` |"
    assert rows[-1][2] == "nothing |"
    assert all("every single, every set, every sequence, every stair" in row[1] for row in rows)


@pytest.mark.slow
def test_rules_that_contradict_one_another_get_a_page_that_says_so() -> None:
    one = _games()[1]
    definition = one.definitions["beats"]
    assert "break down" not in beats_page(VolumeContent.of(one))
    always = Exception_(definition.clause, nodes.Truth(Plain.TRUTH, value=True), definition.base)
    twice = replace(definition, exceptions=(always, always))
    page = beats_page(
        VolumeContent.of(replace(one, definitions={**one.definitions, "beats": twice}))
    )
    assert re.search(r"\*\*The rules break down for .*first for `(\S+2)` on `\1`: ", page)
    assert r"two exceptions to \`beats\` hold" in page


def test_a_rule_that_is_not_about_rank_is_not_called_higher() -> None:
    one = _games()[1]
    definition = one.definitions["beats"]
    truth = replace(definition, base=nodes.Truth(Plain.TRUTH, value=True), exceptions=())
    always = replace(one, definitions={**one.definitions, "beats": truth})
    page = beats_page(VolumeContent.of(always))
    assert "when higher" not in page
    assert "(not each beats those before it)" in page


def test_a_rule_by_which_the_lower_play_wins_is_not_called_higher() -> None:
    one = _games()[1]
    definition = one.definitions["beats"]
    turned = replace(definition, params=definition.params[::-1])
    page = beats_page(
        VolumeContent.of(replace(one, definitions={**one.definitions, "beats": turned}))
    )
    assert "| **single** | at times, see below | never |" in page


def test_a_game_that_does_not_say_what_beats_what_has_no_such_page() -> None:
    one = _games()[1]
    words = {name: each for name, each in one.definitions.items() if name != "beats"}
    assert answers_beats(one)
    assert not answers_beats(replace(one, definitions=words))


def test_each_type_that_a_hand_can_hold_is_listed_with_an_example() -> None:
    page = combinations_page(_contents()[1])
    assert "| 8 | 8 | `set8@2` | `set8@10` | 9 | 0 |" in page
    assert "| 2 | 2 | `set2@2` | `set2@10` | 9 | 90 |" in page
    assert "`set9@" not in page.split("## stair")[0].split("| Width |")[1]


def test_an_edition_has_every_clause_but_those_that_follow_and_every_answer() -> None:
    content = _contents()[2]
    text = edition_page(content)
    for name, clause in content.game.clauses.items():
        there = f"#{name})" in text
        assert there is (clause.status.value != "derived"), name
    for case in content.game.cases:
        assert case.answer is None or f"**{case.answer.split(',')[0]}" in text.replace("\\", "")


def test_an_edition_names_other_clauses_by_their_titles() -> None:
    content = _contents()[0]
    named = content.game.clauses["courts.wild"]
    assert "see courts.pip" in named.words
    assert f"see {content.volume.link('courts.pip', up='../')}" in edition_page(content)
    assert "see courts.pip" not in edition_page(content)


def test_what_differs_with_the_number_of_players_stands_in_tabs() -> None:
    written = editions(_contents())
    assert list(written) == ["editions/classic"]
    tabs = re.findall(
        r'=== "([23]) players"\n\n    With (two|three) players', written["editions/classic"]
    )
    assert tabs == [("2", "two"), ("3", "three")]
    assert "=== " not in edition_page(_contents()[0])


def test_the_front_page_leads_to_what_a_director_reads_first() -> None:
    bare, front = (front_page(Volumes.of(_games()), numbered=on, ruled=on) for on in (False, True))
    assert "(rulings/index.md)" in front
    assert "(differences.md)" in front
    assert "(rulings/index.md)" not in bare
    assert "(differences.md)" not in bare
    assert "(editions/classic.md)" in front
    assert "(editions/tournament.md)" not in front


def test_chapters_and_questions_whose_names_are_alike_in_latin_letters_stay_apart(
    tmp_path: Path,
) -> None:
    titles = ("Index", "Trumps!", "Trumps?", "\u5c55\u958b", "\u7d42\u4e86")
    asked = ("a", "b", "c", "\u958b", "\u4e86")
    chapters = [
        f'chapter "{name}"\nclause extra{i} "Extra." ruling because "so"'
        f' define extra{i} as done question "{words}" answer "No." then 1 is 1\n'
        for i, (name, words) in enumerate(zip(titles, asked, strict=True))
    ]
    place = tmp_path / "heron.haggis"
    place.write_text("\n".join([HERON.read_text("utf-8"), *chapters]), encoding="utf-8")
    content = VolumeContent.of(load_game(place))
    pages = rulings_pages([content], {})
    assert {name.partition("/")[2] for name in pages} == {
        "index", "index--2", "trumps", "trumps--2", "chapter", "chapter--2"
    }  # fmt: skip
    for title in titles:
        assert f"[{title}](" in pages["rulings/index"].replace("\\", "")
    edition = edition_page(content)
    anchors = re.findall(r"^##+ .*{ #(.+?) }", edition, re.MULTILINE)
    assert len(anchors) == len(set(anchors))


def test_names_of_titles_are_apart_and_never_taken() -> None:
    titles = ["A b", "a, B", "A--b 2", "?", "!", "index", "A-B"]
    names = slugs(titles, taken=["index"])
    assert list(names.values()) == [
        "a-b", "a-b--2", "a-b-2", "chapter", "chapter--2", "index--2", "a-b--3"
    ]  # fmt: skip
