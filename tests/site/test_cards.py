"""Cards as pictures: each card of the rules is drawn, said aloud, and found from every page."""

import html
import re
from functools import cache
from importlib import import_module
from typing import Any, cast
from urllib.parse import urljoin
from xml.etree import ElementTree as ET

import pytest

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.game import Case
from haggis_rules.ir.load import load_game, seatings_of, shipped
from haggis_rules.rendering.sprite import SPRITE, DrawnCard, drawings
from haggis_rules.site.content.sample_plays import samples
from haggis_rules.site.drawing.cards import (
    FEW,
    SOME,
    STYLE,
    Pictures,
    hidden,
    placed,
)
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.drawing.inline_cards import drawn, with_people
from haggis_rules.site.scenes.scene import scene
from haggis_rules.storage import package_data
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from tests.games import game_of

_HOLDING = (
    'language 2 variant v "w" clause held "w" example "He lays a pair." '
    'given hand of seat 1 is "9r J" when seat 1: play "9r J" then stage is tricks'
)
LARGEST = 30_000  # bytes of the drawings
READABLE = 4.5  # the contrast that text needs


@cache
def pictures() -> Pictures:
    """Return what draws the cards of one game."""
    return Pictures(game_of("classic", 2))


@cache
def _sprite() -> dict[str, ET.Element]:
    """Return everything in the file of drawings that has a name."""
    root = ET.fromstring(package_data.read("assets", SPRITE))  # noqa: S314 (it is our own file)
    return {one.get("id", ""): one for one in root.iter() if one.get("id")}


def _aloud(row: str) -> list[str]:
    return [html.unescape(label) for label in re.findall(r'aria-label="([^"]*)"', row)]


# The drawings


@pytest.mark.parametrize("name", shipped())
def test_every_card_of_every_shipped_variant_is_drawn(name: str) -> None:
    for seats in seatings_of(name):
        pictures = Pictures(load_game(name, players=seats))
        deck = pictures.game
        row = pictures.row(" ".join(map(deck.card_name, range(len(deck.cards)))))
        assert row.count("<svg>") == len(deck.cards)
        assert "<b" not in row


def _pips(name: str, suit: str) -> int:
    """Count how often a drawing shows the shape of a suit."""
    if name == suit:
        return 1
    uses = [one.get("href", "").removeprefix("#") for one in _sprite()[name].iter() if _use(one)]
    inside = [use for use in uses if use != name]
    return sum(_pips(use, suit) for use in inside)


def _use(one: ET.Element) -> bool:
    return one.tag.endswith("}use")


def _suits() -> list[str]:
    return [name.removeprefix("2-") for name in drawings() if name.startswith("2-")]


def test_each_card_shows_its_suit_as_often_as_its_rank_says_and_once_in_its_corner() -> None:
    assert len(_suits()) == 9
    for suit in _suits():
        shape = suit[0]
        for rank in range(2, 11):
            assert _pips(f"{rank}-{suit}", shape) == rank + 1


def test_each_part_of_a_drawing_is_there_and_no_name_is_given_twice() -> None:
    text = package_data.read("assets", SPRITE)
    names = re.findall(r' id="([^"]+)"', text)
    assert len(names) == len(set(names))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(names)
    assert len(text.encode()) < LARGEST


def test_every_rank_that_is_drawn_can_be_stood_for() -> None:
    ranks = {name.partition("-")[0] for name in drawings()} - {"as", "back"}
    assert {f"as-{rank}" for rank in ranks} <= drawings().keys()


def _colours(text: str, form: str) -> dict[str, str]:
    return {name: colour.lstrip("#") for name, colour in re.findall(form, text)}


def _light(colour: str) -> float:
    """Return how light a colour is, as the guidelines for accessible pages reckon it."""
    whole = colour if len(colour) == 6 else "".join(part * 2 for part in colour)
    parts = [int(whole[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted([_light(one), _light(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_what_stands_on_a_card_can_be_read_on_paper_and_in_the_dark(dark: bool) -> None:  # noqa: FBT001
    colours = _colours(package_data.read("assets", SPRITE), r"var\(--card-([a-z]+),(#[0-9a-f]+)\)")
    if dark:
        found = _colours(package_data.read("assets", STYLE), r"--card-([a-z]+): (#[0-9a-f]+);")
        assert found.keys() == {"paper", "ink"}
        colours |= found
    for name in [*_suits(), "court"]:
        assert _contrast(colours[name], colours["ink"]) >= READABLE
        assert _contrast(colours[name], colours["paper"]) >= READABLE


# What stands on a page


def test_a_row_says_its_cards_aloud_and_shows_what_is_written() -> None:
    row = pictures().row("9r 10R k")
    assert _aloud(row) == ["nine of red, ten of red, king"]
    assert re.findall(r"#([^\"]+)", row) == ["9-red", "10-red", "K"]
    assert re.sub(r"<[^>]+>", "", row) == "`9r 10R k`"


def test_a_wild_card_shows_what_it_stands_for_when_the_play_says_so() -> None:
    row = pictures().row("10r J Q = sequence3@10")
    assert _aloud(row) == ["ten of red, jack as eight, queen as nine"]
    assert '<svg><use href="cards.svg#J"/><use href="cards.svg#as-8"/></svg>' in row


def test_a_wild_card_shows_what_it_stands_for_when_there_is_one_reading_alone() -> None:
    assert _aloud(pictures().play("9r 9o J")) == ["nine of red, nine of orange, jack as nine"]
    assert _aloud(pictures().play("10r J Q")) == ["ten of red, jack, queen"]
    assert _aloud(pictures().play("J Q")) == ["jack, queen"]


def test_cards_that_are_held_stand_for_nothing_yet() -> None:
    assert _aloud(pictures().row("9r 9o J")) == ["nine of red, nine of orange, jack"]
    written = parse(SourceFile("a test", _HOLDING)).entries[0]
    assert isinstance(written, ast.Clause)
    example = written.items[0]
    assert isinstance(example, ast.Example)
    case = Case("held", "He lays a pair.", None, example, example.span)
    held, played = _aloud(scene(Illustrated.of(game_of("classic", 2)), case, None))
    assert (held, played) == ("nine of red, jack", "nine of red, jack as nine")


def test_a_wild_card_stands_for_itself_where_it_can() -> None:
    assert _aloud(pictures().row("9r J K = sequence3@J")) == ["nine of red, jack, king as ten"]


def test_cards_are_drawn_once_for_each_reading() -> None:
    rows = pictures().readings("10r J Q", ["set3@10", "sequence3@J"])
    assert _aloud(rows) == [
        "ten of red, jack as ten, queen as ten",
        "ten of red, jack, queen as nine",
    ]
    assert re.findall("`([^`]+)`", rows) == ["set3@10", "sequence3@J"]


def test_a_play_that_is_none_is_drawn_all_the_same() -> None:
    assert _aloud(pictures().row("9r J = stair2x2@4")) == ["nine of red, jack"]
    assert _aloud(pictures().row("9r 9r J")) == ["nine of red, nine of red, jack"]


def test_a_card_that_is_not_drawn_is_shown_by_its_letters() -> None:
    row = pictures().row("9r owl")
    assert row.count("<svg>") == 1
    assert '<b data-rank="owl"></b>' in row
    assert _aloud(row) == ["nine of red, owl"]
    assert re.sub(r"<[^>]+>", "", row) == "`9r owl`"


def test_the_name_of_a_rank_or_a_suit_is_said_as_a_person_would() -> None:
    assert DrawnCard("10", "dark-blue").aloud == "ten of dark blue"
    assert DrawnCard("11", "red").aloud == "11 of red"
    assert DrawnCard("Q", None, "K").aloud == "queen as king"


def test_other_letters_give_the_suit_of_the_deck() -> None:
    names = Illustrated.of(game_of("cats"))
    assert _aloud(names.pictures.row(names.own_letters("9r 9c"))) == [
        "nine of clubs, nine of clubs"
    ]


def test_many_cards_lie_like_a_fan() -> None:
    def kind(count: int) -> str:
        drawn = pictures().row(" ".join(["9r"] * count))
        return drawn.split('"')[1].removesuffix(" told")

    assert [kind(FEW), kind(FEW + 1), kind(SOME + 1)] == ["cards", "cards some", "cards many"]


def test_what_is_announced_is_called_as_players_call_it() -> None:
    drawn = pictures().play("9r 10r J = sequence3@J")
    assert '<span class="called">a sequence of three, up to the jack</span>' in drawn
    assert 'class="cards told"' in drawn
    assert "called" not in pictures().play("9r 9g")
    assert 'class="cards"' in pictures().play("9r 9g = sequence3@J")  # no such play: as written


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hand of seat 2: 9r J", "Ann's hand: 9r J"),
        ("captured of seat 1: 9r", "Your captured cards: 9r"),
        ("best.player is seat 3", "Best player: Ben"),
        ("place of seat 1 is 2", "Your place: 2"),
        ("seat 1: pass", "You: pass"),
        ("then turn.rival does not hold", "Then turn.rival does not hold"),
    ],
)
def test_positions_are_told_of_people(line: str, told: str) -> None:
    assert with_people(line) == told


def test_cards_in_a_line_are_drawn_and_the_words_around_them_stay() -> None:
    shown = drawn(pictures(), "hand of seat 2: 9r J = set2@9")
    assert re.sub(r"<[^>]+>", "", shown) == "hand of seat 2: `9r J = set2@9`"
    assert _aloud(shown) == ["nine of red, jack as nine"]


def test_each_form_of_a_combination_is_shown_once_among_its_samples() -> None:
    bombs = next(i for i, p in enumerate(game_of("classic", 2).patterns) if p.name == "bomb")
    shown = samples(Illustrated.of(game_of("classic", 2)))[bombs]
    kinds = [play.partition("bomb:")[2] for play in shown]
    assert kinds[0] == "rainbow"
    assert len(set(kinds)) == len(kinds) > 3


# Markdown, and where the drawings are


def _html(text: str) -> str:
    markdown: Any = import_module("markdown")
    return cast("str", markdown.markdown(text, extensions=["attr_list", "tables", "admonition"]))


@pytest.mark.parametrize(
    "form", ["{}", "- hand: {} and more", "| a |\n| --- |\n| {} |", '!!! note "n"\n\n    {}']
)
def test_a_row_comes_through_markdown_as_it_is(form: str) -> None:
    row = pictures().row("9r 10r J")
    shown = _html(form.format(row))
    picture = row.partition("`")[0]
    assert f"{picture}<code>9r 10r J</code></span>" in shown
    assert hidden() in _html(form.format(hidden()))


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("index.md", ""),
        ("numbers.md", "numbers/"),
        ("classic-2/index.md", "classic-2/"),
        ("classic-2/02-cards.md", "classic-2/02-cards/"),
        ("a/b/c.md", "a/b/c/"),
    ],
)
def test_the_drawings_are_found_from_every_page(name: str, address: str) -> None:
    row = pictures().row("9r")
    for above, root in [(False, "http://there/site/"), (True, "http://there/")]:
        (link,) = re.findall('href="([^"]+)"', placed(name, row, above=above))
        found = urljoin(f"http://there/site/{address}", link)
        assert found == f"{root}assets/cards.svg#9-red"
