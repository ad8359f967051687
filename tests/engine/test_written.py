"""Cards and plays as people write them are read as they are meant, or refused by name."""

import pickle
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules import (
    Combination,
    NoPlayError,
    NoSuchQueryError,
    NotationError,
    Rules,
    TooManyCopiesError,
    UnclearPlayError,
    UnknownCardError,
    UnknownReadingError,
    load,
)
from haggis_rules.semantics.state import pack
from tests.engine.games import NAMES, random_hand, rules_of

# A deck whose pairs say more than how they are ranked, so that two may be equally high.
TAILED = """
language 2
variant tailed "A game for tests."
source here "Made up"
clause rules
  "All of it."
  ruling because "tests need it"
  table of 2 seats
  ranks 1 2 3
  suits red r, blue b
  deck plain of ranks 1 to 3 in each suit, 2 copies
  zone fist of each seat, seen by owner
  zone pool, seen by nobody
  deal 2 plain to fist of each seat
  deal the rest of plain to pool
  state turn is seat or none, at first none, seen by all
  pattern tailed with rank top, rank tail
    made of 1 card of rank top made of 1 card of rank tail
    ranked by top written "tailed@{top}-{tail}"
  pattern twin with rank low, rank high
    made of 1 card of rank low made of 1 card of rank high
    alike in low ranked by high written "twin{low}{high}"
  action lay of combination p from fist of actor by turn
  on lay let turn be none
"""


def two() -> Rules:
    return rules_of("classic for 2")


def neeps() -> Rules:
    return rules_of("neeps-core")


def shown(text: str, on: str | None = None, rules: Rules | None = None) -> str:
    rules = rules or two()
    return rules.show(rules.parse_play(text, on))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("10r J Q", "10r J Q"),
        ("10R  j\tQ\n", "10r J Q"),
        ("J 2r 10y", "2r 10y J"),
        ("", ""),
    ],
)
def test_cards_are_read_in_any_order_and_in_capitals_or_not(text: str, cards: str) -> None:
    assert two().show(two().parse_cards(text)) == cards


@given(data=st.data())
@pytest.mark.parametrize("name", NAMES)
def test_cards_that_are_written_are_read_again(name: str, data: st.DataObject) -> None:
    rules = rules_of(name)
    held = [data.draw(st.integers(0, card.copies)) for card in rules.game.cards]
    cards = pack(enumerate(held))
    assert rules.parse_cards(rules.show(cards)) == cards


@pytest.mark.parametrize("text", ["11r", "Jr", "10", "10x", "r10", "10r,J", "ten", "10r=", "😀"])
def test_what_is_no_card_is_refused_with_its_name_and_what_there_is(text: str) -> None:
    with pytest.raises(UnknownCardError, match=r"2r to 10g \(pip\), J to K \(court\)") as caught:
        two().parse_cards(f"2r {text}")
    assert caught.value.card == text
    assert f"`{text}`" in str(caught.value)


def test_a_card_that_others_have_is_not_in_this_deck() -> None:
    assert rules_of("classic for 3").parse_cards("5b")
    with pytest.raises(UnknownCardError, match="`5b` is not a card of this deck"):
        two().parse_cards("5b")


def test_a_card_is_not_there_more_often_than_in_the_deck() -> None:
    assert neeps().parse_cards("2r 2r 2r")
    for text, rules, copies in (
        ("2r 2R", two(), 1),
        ("2r 2r 2r 2r", neeps(), 3),
        ("J J J", two(), 2),
    ):
        with pytest.raises(TooManyCopiesError, match=f"more than {copies} of") as caught:
            rules.parse_cards(text)
        assert caught.value.card == text.split()[0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("9r", "9r = single@9"),
        ("J", "J = single@J"),
        ("9r 9y", "9r 9y = set2@9"),
        ("J Q", "J Q = bomb:JQ"),
        ("8r 9r J", "8r 9r J = sequence3@10"),
        ("8r 9r J = sequence3@10", "8r 9r J = sequence3@10"),
        ("10r J Q=SET3@10", "10r J Q = set3@10"),
        ("10r J Q = sequence 3 @ Q", "10r J Q = sequence3@Q"),
        ("3r 5r 7r 9r", "3r 5r 7r 9r = bomb:suited"),
    ],
)
def test_a_lone_play_is_the_highest_of_its_one_type_or_what_it_says(text: str, meant: str) -> None:
    assert shown(text) == meant


@pytest.mark.parametrize(
    ("text", "on", "meant"),
    [
        ("10r J Q", "9r 9y 9g", "10r J Q = set3@10"),
        ("10r J Q", "7r 8r 9r", "10r J Q = sequence3@Q"),
        ("10r J Q", "sequence3@10", "10r J Q = sequence3@Q"),
        ("10r J Q = sequence3@J", "sequence3@10", "10r J Q = sequence3@J"),
        ("8r 8y J 9r 9y Q", "5r 5y 6r 6y 7r 7y", "8r 8y 9r 9y J Q = stair2x3@10"),
        ("J Q", "10r", "J Q = bomb:JQ"),
        ("J", "set2@9", "J = single@J"),
    ],
)
def test_on_another_play_the_type_asked_for_is_meant(text: str, on: str, meant: str) -> None:
    assert shown(text, on) == meant


@pytest.mark.parametrize(
    ("text", "on", "choices"),
    [
        ("10r J Q", None, "set3@10 sequence3@10 sequence3@J sequence3@Q"),
        ("10r J Q", "9r", "set3@10 sequence3@10 sequence3@J sequence3@Q"),
        ("10r J Q", "6r 7r 8r 9r", "set3@10 sequence3@10 sequence3@J sequence3@Q"),
    ],
)
def test_where_more_has_to_be_said_the_choices_are_listed(
    text: str, on: str | None, choices: str
) -> None:
    with pytest.raises(UnclearPlayError, match="say which") as caught:
        two().parse_play(text, on)
    assert caught.value.choices == tuple(f"{text} = {one}" for one in choices.split())
    for choice in caught.value.choices:
        assert choice in str(caught.value)
        assert shown(choice) == choice


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3r 5r 7y 9y", "the cards `3r 5r 7y 9y` make nothing"),
        ("2r 3y", "make nothing"),
        ("", "a play has cards"),
        (" = single@2", "a play has cards"),
        ("9r 9y = set2@10", "do not make `set2@10`; they make `set2@9`"),
    ],
)
def test_cards_that_do_not_make_it_are_refused(text: str, said: str) -> None:
    with pytest.raises(NoPlayError) as caught:
        two().parse_play(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("reading", ["", "set", "set3", "set3@11", "bomb", "bomb:kk", "a = b"])
def test_a_reading_that_no_pattern_has_is_refused_with_the_forms_there_are(reading: str) -> None:
    with pytest.raises(UnknownReadingError, match=r"`set\{width\}@\{top\}`"):
        two().parse_play(f"9r 9y 9g = {reading}")


@pytest.fixture(scope="module")
def tailed(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    file = tmp_path_factory.mktemp("tailed") / "tailed.haggis"
    file.write_text(TAILED, encoding="utf-8")
    return load(file)


def test_readings_that_are_equally_high_have_to_be_told_apart(tailed: Rules) -> None:
    with pytest.raises(UnclearPlayError) as caught:
        tailed.parse_play("1r 2r")
    told = [choice.split(" = ")[1] for choice in caught.value.choices]
    assert told == ["tailed@1-2", "tailed@2-1", "twin12", "twin21"]
    assert shown("1r 2r", "tailed@3-1", tailed) == "1r 2r = tailed@2-1"
    assert shown("1r 2r", "twin13", tailed) == "1r 2r = twin12"
    assert shown("2r 1r", "twin23", tailed) == "1r 2r = twin21"


@pytest.mark.parametrize("name", NAMES)
def test_every_play_that_is_written_out_is_read_again(name: str) -> None:
    rules = rules_of(name)
    for _, action, _ in random_hand(rules, 4):
        for play in action.arguments:
            if isinstance(play, Combination):
                assert rules.parse_play(rules.show(play)) == play
                shortly = rules.show_action(action).removeprefix(f"{action.name} ")
                assert rules.parse_play(shortly) == play


def test_plays_may_be_asked_for_and_compared_in_every_form() -> None:
    ten, nine = two().parse_play("10r"), two().parse_play("9y")
    for high in (ten, ten.reading, "10r", "single@10", "10r = single@10"):
        for low in (nine, nine.reading, "9y", "single@9"):
            assert two().beats(high, low)
            assert not two().beats(low, high)
    assert two().beats("J Q", "sequence3@K")
    assert not two().beats("sequence3@K", "J Q")
    assert two().beats("10r J Q", "9r 9y 9g")
    assert [two().show(one) for one in two().plays("9r 10r J", on="9y")] == [
        "10r = single@10",
        "J = single@J",
    ]
    assert two().plays(two().parse_cards("9r 10r J")) == two().plays("9r 10r J")
    assert [two().show(one) for one in two().readings("10r J Q")] == [
        "set3@10",
        "sequence3@10",
        "sequence3@J",
        "sequence3@Q",
    ]


def test_rules_without_an_order_of_plays_cannot_compare_them(tailed: Rules) -> None:
    asked: list[Callable[[], object]] = [
        lambda: tailed.beats("twin12", "twin13"),
        lambda: tailed.plays("1r 2r", on="twin13"),
    ]
    for ask in asked:
        with pytest.raises(NoSuchQueryError, match="this variant has no `beats`"):
            ask()


@given(text=st.text() | st.text(alphabet="23JQrybo =@set,;{}", max_size=20))
def test_any_text_is_read_or_refused_and_never_a_crash(text: str) -> None:
    for read in (two().parse_cards, two().parse_play, two().plays, two().readings):
        with suppress(NotationError):
            read(text)


def test_what_is_refused_can_be_pickled() -> None:
    for text in ("11r", "2r 2r", "2r 3y", "10r J Q", "9r = set"):
        with pytest.raises(NotationError) as caught:
            two().parse_play(text)
        again: NotationError = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
        assert (type(again), str(again)) == (type(caught.value), str(caught.value))
        assert vars(again) == vars(caught.value)


def test_plays_come_in_an_order_that_stands(golden: Callable[[str, str], None]) -> None:
    plays = [two().show(play) for play in two().plays("3r 4r 5r 5y 7y 9g J Q K")]
    golden("engine/plays.txt", "\n".join(plays) + "\n")


def test_actions_come_in_an_order_that_stands(golden: Callable[[str, str], None]) -> None:
    rules, lines = rules_of("heron"), list[str]()
    table = rules.new_hand(1)
    for seat in range(3):
        lines.append(f"seat {seat}")
        lines += [f"  {rules.show_action(action)}" for action in table.actions(seat)]
    golden("engine/actions.txt", "\n".join(lines) + "\n")
