"""Notebooks draw cards, plays, actions and tables, and nothing that a seat may not see."""

import html
import re
import subprocess
import sys
from base64 import b64decode
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from haggis_rules import Action, MatchState, Rules, load
from haggis_rules.rendering.card_html import cards_html, rows_html, titled
from haggis_rules.rendering.sprite import DrawnCard, drawings, standalone_svg
from tests.playing import HERON


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("classic", players=2)


@pytest.fixture(scope="module")
def match(rules: Rules) -> MatchState:
    """Begin a match in which a card lies on the table."""
    begun = rules.new_match(7)
    assert begun.turn is not None
    return begun.apply(next(one for one in begun.actions(begun.turn) if one.name == "play"))


def drawn(thing: Any) -> str:
    """Return what a notebook shows of a thing, which has to be well-formed."""
    shown: str = thing._repr_html_()
    ET.fromstring(f"<div>{shown}</div>")  # noqa: S314 (it is ours)
    return shown


def aloud(shown: str) -> list[str]:
    """Return what each drawing is called."""
    return [html.unescape(one) for one in re.findall(r' alt="([^"]*)"', shown)]


def text(shown: str) -> str:
    """Return what can be read and copied."""
    return html.unescape(re.sub(r"<[^>]*>", " ", shown))


def pictures(shown: str) -> list[str]:
    """Return the drawings, each an SVG of its own."""
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', shown)
    return [b64decode(one).decode() for one in found]


def test_a_card_is_drawn_and_called(rules: Rules) -> None:
    (nine,) = rules.card_list("9r")
    assert aloud(drawn(nine)) == ["nine of red"]


def test_cards_are_drawn_in_a_row_and_are_a_tuple(rules: Rules) -> None:
    held = rules.card_list("9r 9r J") if rules.cards[0].copies > 1 else rules.card_list("9r J")
    assert aloud(drawn(held)) == ["nine of red", "jack"]
    assert held == tuple(held)
    assert len(aloud(drawn(rules.cards))) == len(rules.cards)


def test_a_play_shows_what_wild_cards_stand_for_and_what_is_written(rules: Rules) -> None:
    shown = drawn(rules.as_play("9r J Q = sequence3@J"))
    assert aloud(shown) == ["nine of red", "jack", "queen as ten"]
    assert text(shown).strip() == "9r J Q = sequence3@J"


def test_a_trick_shows_each_play_and_its_seat(rules: Rules) -> None:
    match = rules.new_match(7)
    assert drawn(match.trick) == ""
    for said in ("2: play 4r 4y", "1: play 9r J = set2@9"):
        match = match.apply(rules.parse_action(said))
    shown = drawn(match.trick)
    assert aloud(shown) == ["four of red", "four of yellow", "nine of red", "jack as nine"]
    assert [one for one in text(shown).split() if one == "seat"] == ["seat", "seat"]
    assert str(match.trick) == "seat 2: 4r 4y = set2@4\nseat 1: 9r J = set2@9"
    assert drawn(match.seat(0).trick) == shown


def test_an_action_shows_its_cards_and_itself(rules: Rules) -> None:
    action = rules.parse_action("2: play 9r 10r J = sequence3@J")
    shown = drawn(action)
    assert aloud(shown) == ["nine of red", "ten of red", "jack"]
    assert text(shown).strip() == "2: play 9r 10r J = sequence3@J"
    assert aloud(drawn(rules.parse_action("1: pass"))) == []
    assert not hasattr(Action("pass", 0), "_repr_html_"), "no rules have made it"


def test_a_match_shows_what_all_see_and_the_score(match: MatchState) -> None:
    shown = drawn(match)
    assert "classic for 2 players, hand 1, scores: seat 1 0, seat 2 0" in text(shown)
    assert "it is the turn of seat" in text(shown)
    assert "pile" in text(shown)
    seen = [one for one in aloud(shown) if "face down" not in one]
    assert seen[:6] == ["jack", "queen", "king"] * 2
    assert len(seen) == 7, "a card lies on the table, and all others are face down"
    assert len(aloud(shown)) == 10, "two hands and the haggis"
    head, *_ = str(match).splitlines()
    assert head in text(shown)


def test_a_position_is_drawn_as_it_prints(match: MatchState) -> None:
    shown = text(drawn(match.position))
    for line in str(match.position).splitlines():
        assert line.split("  ")[0].strip() in shown


def test_a_view_shows_the_own_hand_and_no_other(match: MatchState) -> None:
    for view in (match.view(0), match.view(0).table):
        shown = drawn(view)
        assert "your hand" in text(shown)
        mine = match.rules.card_list(match.view(0).table.zones[0].cards)
        assert {card.drawn().aloud for card in mine} <= set(aloud(shown))
    hidden = {card.drawn().aloud for card in match.rules.cards} - set(aloud(drawn(match.view(0))))
    assert len(hidden) > 10


def test_a_door_shows_what_its_seat_sees(match: MatchState) -> None:
    assert drawn(match.seat(1)) == drawn(match.view(1))


def test_hands_that_look_alike_to_a_seat_are_drawn_alike(match: MatchState) -> None:
    view = match.view(1).table
    others = [load("classic", players=2).determinize(view, Random(seed)) for seed in range(5)]
    assert len({one.to_text() for one in others}) > 1
    assert {drawn(one.view(1)) for one in others} == {drawn(view)}


def test_cards_that_have_no_drawing_are_shown_by_letters() -> None:
    match = load(str(HERON)).new_match(2)
    assert pictures(drawn(match.view(1)))
    shown = cards_html([DrawnCard("owl", "<sky>", "a & b")])
    ET.fromstring(f"<div>{shown}</div>")  # noqa: S314 (it is ours)
    (picture,) = pictures(shown)
    assert {"owl", "<sky>", "= a & b"} == {one.text for one in ET.fromstring(picture) if one.text}  # noqa: S314
    assert aloud(shown) == ["owl of <sky> as a & b"]


def test_no_text_becomes_markup() -> None:
    shown = titled("<b>", rows_html([("<i>", "")]))
    assert "&lt;b&gt;" in shown
    assert "&lt;i&gt;" in shown


@pytest.mark.parametrize("name", drawings())
def test_a_drawing_stands_alone(name: str) -> None:
    root = ET.fromstring(standalone_svg((name,)))  # noqa: S314 (it is our own file)
    there = {one.get("id") for one in root.iter()}
    used = [one.get("href", "") for one in root.iter() if one.tag.endswith("}use")]
    assert used
    assert {one.removeprefix("#") for one in used} <= there
    assert "var(" not in ET.tostring(root, encoding="unicode")


def test_what_is_shown_asks_for_nothing_from_elsewhere(match: MatchState) -> None:
    shown = drawn(match)
    everything = shown + "".join(pictures(shown)).replace("http://www.w3.org/2000/svg", "")
    assert "http" not in everything
    assert "<script" not in everything


def test_whoever_draws_nothing_imports_no_drawings() -> None:
    code = (
        "import sys\n"
        "from haggis_rules import load\n"
        "match = load('classic', players=2).new_match(1)\n"
        "print(match, match.view(0), match.rules.as_play('9r'))\n"
        "assert not [name for name in sys.modules if name.startswith('haggis_rules.rendering')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603
