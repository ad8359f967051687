"""Cards in a question, and what the engine says of them: what they can be, and what beats what.

Players name ranks and leave out suits. So all suits that make a difference are gone through, and an
answer says for which suits it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from haggis_rules.analysis.play_clauses import beats_clauses, play_clauses
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import values_of_order
from haggis_rules.ir.game import Game
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.state import Combination, Reading

MOST_CARDS = 12  # of a play in a question
MOST_SUITS = 300  # ways to give them suits that are gone through
MOST_PAIRS = 400  # of plays that are compared
_TOKEN = re.compile(r"[a-z0-9]+")
_JOINS = re.compile(r"[\s,+&/-]*")
_HIGHER_THAN = 10


@dataclass(frozen=True, slots=True)
class CardsReading:
    """What some cards can be: ``cards`` as they are written, the first of the suits that do it.

    ``suits`` says of which suits that is true.
    """

    suits: str
    cards: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class CardsComparison:
    """Whether one play beats another: the first two that show it, and how the one can be read.

    ``readings`` are all that the first play has where the answer is this one.
    """

    beats: bool
    play: str
    other: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class CardsAnswer:
    """What the engine says of the cards in a question, and the clauses on which it rests."""

    asked: tuple[str, ...]
    readings: tuple[CardsReading, ...]
    compared: tuple[CardsComparison, ...]
    clauses: tuple[str, ...]

    @property
    def is_settled_by_reading(self) -> bool:
        """Whether the play beats the other as some things that it can be, and not as others."""
        yes_no = [{*one.readings} for one in self.compared]
        return len(yes_no) > 1 and not yes_no[0] & yes_no[1]


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that are named together: for each, its rank and a suit or none, and where they end."""

    cards: tuple[tuple[int, int | None], ...]
    start: int
    end: int
    shown: str


def _has_suit(group: _Group) -> bool:
    """Return whether a card is named by its rank and its suit."""
    return any(suit is not None for _, suit in group.cards)


def answer_cards(
    rules: Rules, question: str, cards: Mapping[str, str], between: Sequence[str]
) -> CardsAnswer | None:
    """Answer what a question asks of cards; None where it names none.

    ``cards`` has what players call a rank, and ``between`` what stands between two plays of which
    one is to beat the other.
    """
    text = question.lower()
    as_typed = question if len(question) == len(text) else text
    every = [*_groups(rules.game, text, as_typed, cards)]
    pair = _pair(text, every, between)
    if pair is not None:
        found = _compared(rules, *pair)
        if found is not None:
            return found
    several = [group for group in every if len(group.cards) > 1 or _has_suit(group)]
    return _read(rules, several[0]) if several else None


def _groups(game: Game, text: str, as_typed: str, names: Mapping[str, str]) -> Iterator[_Group]:
    """Yield the cards that stand together, from the left, each with what was typed there."""
    tokens = [*_TOKEN.finditer(text)]
    place = 0
    while place < len(tokens):
        cards, start = list[tuple[int, int | None]](), place
        while place < len(tokens) and (
            not cards or _JOINS.fullmatch(text, tokens[place - 1].end(), tokens[place].start())
        ):
            many, taken = _counted(game, [one.group() for one in tokens[place : place + 2]], names)
            if not many:
                if tokens[place].group() == "and" and cards and place + 1 < len(tokens):
                    following = [one.group() for one in tokens[place + 1 : place + 3]]
                    if _counted(game, following, names)[0]:
                        place += 1
                        continue
                break
            cards += many
            place += taken
        if cards:
            first, last = tokens[start].start(), tokens[place - 1].end()
            if len(cards) <= MOST_CARDS:
                yield _Group(tuple(cards), first, last, as_typed[first:last])
        else:
            place += 1


def _counted(
    game: Game, words: Sequence[str], names: Mapping[str, str]
) -> tuple[list[tuple[int, int | None]], int]:
    """Return the cards at the head of some words, and how many words name them."""
    if len(words) > 1 and words[1].endswith("s"):
        many, card = names.get(words[0], words[0]), _card(game, words[1][:-1], names)
        if many.isdecimal() and 1 < int(many) < _HIGHER_THAN and card and card[1] is None:
            return [card] * int(many), 2
    card = _card(game, words[0], names) if words else None
    return ([], 0) if card is None else ([card], 1)


def _card(game: Game, word: str, names: Mapping[str, str]) -> tuple[int, int | None] | None:
    """Return the rank and the suit that a word names, if it names a card."""
    written = names.get(word, word)
    for rank, name in enumerate(game.ranks):
        if written.lower() == name.lower():
            return rank, None
    for card in game.cards:
        if card.suit is not None and word in map(str.lower, _names(game, card.rank, card.suit)):
            return card.rank, card.suit
    return None


def _names(game: Game, rank: int, suit: int) -> list[str]:
    letters = (game.suits[suit].letter, *game.suits[suit].others)
    return [game.ranks[rank] + letter for letter in letters]


def _pair(
    text: str, groups: Sequence[_Group], between: Sequence[str]
) -> tuple[_Group, _Group] | None:
    """Return two plays between which a word stands that compares them."""
    for one, other in pairwise(groups):
        words = _TOKEN.findall(text[one.end : other.start])
        said = f" {' '.join(words)} "
        if any(f" {word} " in said for word in between):
            return one, other
    return None


def _suited(game: Game, group: _Group) -> Iterator[str]:
    """Yield the cards of a group with suits, once for all suits that only differ in their names."""
    classes = {(card.rank, card.suit): card for card in game.cards}

    def go(place: int, chosen: tuple[tuple[int, int | None], ...]) -> Iterator[str]:
        if place == len(group.cards):
            yield " ".join(_written(game, *card) for card in chosen)
            return
        rank, suit = group.cards[place]
        used = [one for _, one in chosen if one is not None]
        fresh = next((one for one in range(len(game.suits)) if one not in used), None)
        possible = dict.fromkeys([*sorted(set(used)), fresh, None] if suit is None else [suit])
        for one in possible:
            card = classes.get((rank, one))
            if card is not None and chosen.count((rank, one)) < card.copies:
                yield from go(place + 1, (*chosen, (rank, one)))

    yield from islice(go(0, ()), MOST_SUITS)


def _written(game: Game, rank: int, suit: int | None) -> str:
    return game.ranks[rank] + ("" if suit is None else game.suits[suit].letter)


def _read(rules: Rules, group: _Group) -> CardsAnswer | None:
    """Say what cards can be, for all suits that they may have."""
    found: dict[tuple[Reading, ...], list[str]] = {}
    for cards in _suited(rules.game, group):
        found.setdefault(tuple(rules.readings(cards)), []).append(cards)
    if not found:
        return None
    several = sorted(found.items(), key=lambda one: (not one[0], len(one[1])))
    readings = tuple(
        CardsReading(_suits_said(rules.game, same, found), same[0], each) for each, same in several
    )
    plays = [
        rules.parse_play(f"{one.cards} = {rules.show(reading)}")
        for one in readings
        for reading in one.readings
    ]
    clauses = tuple(dict.fromkeys(play_clauses(rules.game, plays)))
    return CardsAnswer((group.shown,), readings, (), clauses)


def _suits_said(
    game: Game, same: Sequence[str], found: Mapping[tuple[Reading, ...], Sequence[str]]
) -> str:
    """Say for which suits cards are what they are; nothing where it is so for all."""
    if len(found) == 1:
        return ""
    kinds = {_kind_of_suits(game, cards) for cards in same}
    elsewhere = {
        _kind_of_suits(game, one) for all_ in found.values() if all_ is not same for one in all_
    }
    if len(kinds) == 1 and not kinds & elsewhere and kinds != {""}:
        return kinds.pop()
    return "otherwise" if max(found.values(), key=len) is same else "such as"


def _kind_of_suits(game: Game, cards: str) -> str:
    letters = [one[-1] for one in cards.split() if one not in game.ranks]
    if len(letters) > 1 and len(set(letters)) == 1:
        return "in one suit"
    return "in different suits" if len(set(letters)) == len(letters) > 1 else ""


def _compared(rules: Rules, one: _Group, other: _Group) -> CardsAnswer | None:
    """Say whether one play beats another, however each is read and for all suits.

    None where one of them is no play, or the rules do not say it of plays alone.
    """
    values = values_of_order(rules.game, {})
    found: dict[bool, tuple[Combination, Combination]] = {}
    readings: dict[bool, dict[Reading, None]] = {True: {}, False: {}}
    pairs = product([*_plays(rules, one)], [*_plays(rules, other)])
    for play, there in islice(pairs, MOST_PAIRS):
        try:
            beats = rules.beats(play, there)
        except NoSuchQueryError:
            return None
        found.setdefault(beats, (play, there))
        readings[beats][play.reading] = None
    if not found:
        return None
    clauses = [
        clause
        for pair in found.values()
        for clause in (*play_clauses(rules.game, pair), *beats_clauses(rules, *pair, values))
    ]
    compared = tuple(
        CardsComparison(
            beats, rules.show(found[beats][0]), rules.show(found[beats][1]),
            tuple(sorted(readings[beats])),
        )
        for beats in sorted(found, reverse=True)
    )  # fmt: skip
    return CardsAnswer((one.shown, other.shown), (), compared, tuple(dict.fromkeys(clauses)))


def _plays(rules: Rules, group: _Group) -> Iterator[Combination]:
    """Yield what cards can be, for all suits that they may have."""
    for cards in _suited(rules.game, group):
        for reading in rules.readings(cards):
            yield Combination(reading, rules.writing.cards(cards))
