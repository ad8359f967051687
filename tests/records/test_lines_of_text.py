"""A position is one line of text and comes back exactly; one that lies is refused by name."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules import (
    MalformedError,
    MatchState,
    MissingCardError,
    NotationError,
    OtherRulesError,
    Rules,
    TooManyCopiesError,
    UnclearPlayError,
    UnknownCardError,
    UnknownReadingError,
)
from haggis_rules.knowledge.view import View
from tests.games import rules_of
from tests.records.matches import NAMES, played
from tests.strategies import states

by_name = pytest.mark.parametrize("name", NAMES)


@by_name
def test_every_position_of_a_match_is_a_line_that_comes_back_exactly(name: str) -> None:
    rules, known = rules_of(name), set[str]()
    for match in played(name, 8, 260)[::3]:
        line = match.to_text()
        assert "\n" not in line
        assert rules.state_from_text(line) == match.state
        assert rules.state_to_text(match.state) == line
        if not match.finished:
            assert match.position.to_text() == line
        known.add(line)
    assert len(known) > 5


@by_name
@given(data=st.data())
def test_any_state_is_a_line_that_comes_back_exactly(name: str, data: st.DataObject) -> None:
    rules = rules_of(name)
    state = data.draw(states(rules.game))
    assert rules.state_from_text(rules.state_to_text(state)) == state


@by_name
def test_what_a_seat_sees_is_a_line_that_comes_back_and_tells_nothing_else(name: str) -> None:
    rules = rules_of(name)
    for match in played(name, 8, 260)[::7]:
        for seat in range(rules.players):
            view = match.position.view(seat)
            again = rules.view_from_text(view.to_text())
            assert again == replace(view, seen=())
            assert again.to_text() == view.to_text()


def test_two_positions_that_are_one_to_a_seat_are_one_line_to_it() -> None:
    rules = rules_of("classic for 3")
    one, other = rules.new_match(3).position, rules.new_match(3).position
    hands = cast("tuple[int, ...]", other.state.zones[0])
    cards = [rules.show(hand).split() for hand in hands[1:]]
    cards[0][0], cards[1][0] = cards[1][0], cards[0][0]
    swapped = (hands[0], *(rules.parse_cards(" ".join(hand)) for hand in cards))
    other = rules.at(replace(other.state, zones=(swapped, *other.state.zones[1:])))
    assert one.view(0).to_text() == other.view(0).to_text()
    assert one.view(1).to_text() != other.view(1).to_text()
    assert one.to_text() != other.to_text()


def test_the_order_is_fixed_and_first_values_are_left_out() -> None:
    line = rules_of("classic for 2").new_match(1).to_text()
    assert re.fullmatch(
        r"classic/2 target=350 \| hand: [^|/]+ / [^|/]+ \| haggis: [^|]+"
        r" \| dealer=\d turn=\d hand\.leader=\d",
        line,
    )


Tell = Callable[[str], str]


def classic() -> Rules:
    return rules_of("classic for 2")


def a_match() -> MatchState:
    return played("classic for 2", 8, 12)[-1]


def a_line() -> str:
    return a_match().to_text()


def filled(text: str) -> str:
    """Put the first hand of the line in the place of ``MINE``, and its first card of ``FIRST``."""
    mine = a_line().split(" | ")[1].removeprefix("hand: ").split(" / ")[0]
    return text.replace("MINE", mine).replace("FIRST", mine.split()[0])


def put(wrong: str, right: str) -> Tell:
    """Put something in the place of what is there; both are ``filled``."""
    return lambda line: line.replace(filled(wrong), filled(right), 1)


def more(text: str) -> Tell:
    return lambda line: f"{line} {text}"


LIES: dict[str, tuple[Tell, type[NotationError], str]] = {
    "nothing": (lambda _: "", OtherRulesError, "a position of `nothing`"),
    "another variant": (put("classic/2", "heron/2"), OtherRulesError, "a position of `heron/2`"),
    "other players": (put("classic/2", "classic/3"), OtherRulesError, "and not of `classic/2`"),
    "another option": (put("=350", "=250"), OtherRulesError, "`target` is 250 here"),
    "an unknown option": (put("target", "aim"), MalformedError, "no option is called `aim`"),
    "an option twice": (put("target=350", "target=350 target=350"), MalformedError, "given twice"),
    "an unknown zone": (put("haggis:", "attic:"), MalformedError, "no zone is called `attic`"),
    "a zone twice": (put("| haggis", "| haggis: - | haggis"), MalformedError, "given twice"),
    "an unknown value": (more("mood=1"), MalformedError, "no value is called `mood`"),
    "a value twice": (more("dealer=1"), MalformedError, "`dealer` is given twice"),
    "a value left out": (
        lambda line: re.sub(r" turn=\d", "", line),
        MalformedError,
        "there is no value for `turn`",
    ),
    "a word that is nothing": (more("passes"), MalformedError, "`passes` is neither"),
    "a card twice": (
        put("FIRST", "FIRST FIRST"),
        TooManyCopiesError,
        "more than 1 of `FIRST",
    ),
    "a card at two places": (
        put("haggis:", "haggis: FIRST"),
        TooManyCopiesError,
        "`FIRST` lies there 2 times",
    ),
    "a card too few": (put("FIRST ", ""), MissingCardError, "`FIRST` lies there 0 times"),
    "too many cards": (
        put("haggis:", "haggis: J J J"),
        TooManyCopiesError,
        "more than 2 of `J`",
    ),
    "a card of another deck": (put("FIRST", "11r"), UnknownCardError, "`11r` is not a card"),
    "too few owners": (put(" / ", " "), MalformedError, "`hand` has 1 parts, and there are 2"),
    "an empty place": (put("hand: MINE", "hand: "), MalformedError, "nothing is `-`"),
    "a seat that there is not": (
        lambda line: re.sub(r"turn=\d", "turn=3", line),
        MalformedError,
        "the seats are 1 to 2, not 3",
    ),
    "a seat that is no number": (
        lambda line: re.sub(r"turn=\d", "turn=two", line),
        MalformedError,
        "not two",
    ),
    "nobody where there has to be one": (
        lambda line: re.sub(r"dealer=\d", "dealer=none", line),
        MalformedError,
        "not none",
    ),
    "a number out of bounds": (more("passes=3"), MalformedError, "3 is no 0 to 2"),
    "a number that is none": (more("passes=many"), MalformedError, "'many' is no 0 to 2"),
    "points below none": (more("tally=-1/0"), MalformedError, "-1 is no 0 or more points"),
    "an unknown word": (more("stage=lunch"), MalformedError, "'lunch' is no stage"),
    "a truth that is none": (more("begun=1/0"), MalformedError, "'1' is no truth"),
    "a reading that is none": (
        more("top=flush@3"),
        UnknownReadingError,
        "`flush@3` is not a reading",
    ),
    "a value unseen": (more("tally=?/0"), MalformedError, "the position knows a value here"),
    "cards unseen": (
        put("haggis:", "haggis: ?1"),
        MalformedError,
        "all cards in `haggis` are seen here",
    ),
    "a quote without an end": (more('top="single@3'), MalformedError, "a quote that is not closed"),
    "what one seat sees": (
        lambda _: a_match().position.view(0).to_text(),
        MalformedError,
        "this is what seat 1 sees",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_line_that_lies_is_refused_by_name(lie: str) -> None:
    tell, kind, said = LIES[lie]
    line = re.sub(r" (passes|stage|begun|tally|top)=\S+", "", a_line())
    assert classic().state_to_text(classic().state_from_text(line)) == line
    lying = tell(line)
    assert lying != line
    with pytest.raises(NotationError, match=re.escape(filled(said))) as caught:
        classic().state_from_text(lying)
    assert type(caught.value) is kind


LIES_OF_VIEWS: dict[str, tuple[Tell, str]] = {
    "a whole position": (lambda _: a_line(), "what one seat sees says `seat=`"),
    "a seat that there is not": (put("seat=1", "seat=3"), "the seats are 1 to 2"),
    "another seat": (put("seat=1", "seat=2"), "seat 2 does not see these in `hand`"),
    "a card that is not seen": (put("?14", "2r ?13"), "seat 1 does not see these in `hand`"),
    "too many cards": (put("haggis: ?8", "haggis: ?9"), "lie there, and the deck has"),
    "cards that are seen": (more("| pile: ?1"), "all cards in `pile` are seen here"),
    "a number that is none": (
        put("haggis: ?8", "haggis: ?"),
        "`?` is not a number of unseen cards",
    ),
    "a number below one": (put("haggis: ?8", "haggis: ?0"), "`?0` is not a number"),
    "two numbers": (put("haggis: ?8", "haggis: ?4 ?4"), "is not a number of unseen cards"),
}


@pytest.mark.parametrize("lie", LIES_OF_VIEWS)
def test_a_line_for_one_seat_that_lies_is_refused(lie: str) -> None:
    tell, said = LIES_OF_VIEWS[lie]
    line = classic().new_match(1).position.view(0).to_text()
    line = re.sub(r"\?\d+ /|/ J Q K \?\d+", lambda one: one[0], line)
    lying = tell(line)
    assert lying != line
    with pytest.raises(NotationError, match=re.escape(filled(said))):
        classic().view_from_text(lying)


def test_a_value_that_a_seat_does_not_see_cannot_be_told_to_it() -> None:
    rules = rules_of("long-heron")
    view = rules.new_match(1).position.view(2)
    line = view.to_text()
    assert re.search(r"luck=\?/\?/\d", line)
    for wrong, said in ((r"luck=3/?/1", "does not see this value"), ("luck=?/?/?", "knows a")):
        with pytest.raises(MalformedError, match=said):
            rules.view_from_text(re.sub(r"luck=\S+", wrong, line))
    with pytest.raises(MalformedError, match="there is no value for `luck`"):
        rules.view_from_text(re.sub(r" luck=\S+", "", line))


def test_order_case_and_blanks_do_not_matter_to_a_reader() -> None:
    head, *parts, values = a_line().split(" | ")
    loud = [re.sub(r"\b\d+[a-z]\b", lambda card: card[0].upper(), part) for part in parts]
    assert loud != parts
    turned = "  |\t".join([head, " ".join(values.split()[::-1]), *loud[::-1]])
    assert classic().state_from_text(f" {turned}\n") == a_match().state
    assert classic().state_from_text(a_line().replace(" target=350", "")) == a_match().state


def strange_rules() -> Rules:
    """Return heron with signs of the line in the notation of a pattern."""
    game = rules_of("heron").game
    first, *others = game.patterns
    odd = replace(first, notation='single "|/?\\= {top} {colour}')
    return Rules(replace(game, patterns=(odd, *others)))


def test_signs_of_the_line_in_a_notation_stand_in_quotes() -> None:
    rules = strange_rules()
    index = next(i for i, one in enumerate(rules.game.states) if one.name == "top")
    start = rules.new_hand(1).state
    values = list(start.values)
    values[index] = rules.readings("3c")[0]
    state = replace(start, values=tuple(values))
    line = rules.state_to_text(state)
    assert r'top="single \"|/?\\= 3 c"' in line
    assert rules.state_from_text(line) == state


def test_a_reading_that_can_be_several_things_is_not_guessed() -> None:
    game = rules_of("heron").game
    alike = [
        replace(one, notation="x" + "".join(f"{{{f.name}}}" for f in one.fields))
        for one in game.patterns
    ]
    rules = Rules(replace(game, patterns=tuple(alike)))
    line = rules.new_hand(1).to_text()
    pair, full = (
        next(i for i, p in enumerate(game.patterns) if p.name == name) for name in ("pair", "full")
    )
    assert [len(game.patterns[index].fields) for index in (pair, full)] == [1, 1]
    with pytest.raises(UnclearPlayError, match="can be several things"):
        rules.state_from_text(f"{line} top=x5")


def test_a_view_by_itself_is_plain_data() -> None:
    view = rules_of("heron").new_hand(1).view(1)
    assert isinstance(view, View)
    assert view.to_text().startswith("heron/3 seat=2 | fist: ?15 / ")
