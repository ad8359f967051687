"""Cards and plays as people write them: cards, and a reading where the cards leave a choice.

``8r 9r J = sequence3@10`` is a play written out. Without its reading, a play is the highest one
of the type asked for, when it answers another; or else the highest one, when all readings of its
cards are of one type. Readings are of one type when their pattern is the same and so are the
fields in which it compares alike alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game
from haggis_rules.near_misses.near_miss import NearMiss, near_miss
from haggis_rules.near_misses.nearest import NearestPlays
from haggis_rules.notation.errors import NoPlayError, UnclearPlayError, UnknownReadingError
from haggis_rules.notation.limits import LONGEST_ACTION, check_length
from haggis_rules.notation.values import cards_named
from haggis_rules.semantics.patterns import layouts, show_cards, show_reading
from haggis_rules.semantics.state import Cards, Combination, Reading, StateValues, size

EQUALS = "="  # stands between the cards of a play and its reading


class PlayNotation:
    """What is written in a game, read.

    If states decide which cards are wild, ``at`` reads with their values. Without them, cards can
    be all that they make with any values, and a play without its reading has to have one alone.
    """

    def __init__(self, game: Game, enumerator: Enumerator) -> None:
        self.game, self.enumerator = game, enumerator
        self._settled: dict[Enumerator, PlayNotation] = {}

    def at(self, values: StateValues) -> PlayNotation:
        """Return what reads with these values of all states, as a position has them."""
        plays = self.enumerator.at(values)
        if plays is self.enumerator:
            return self
        return self._settled.setdefault(plays, PlayNotation(self.game, plays))

    def cards(self, text: str) -> Cards:
        """Return the cards that a text names, separated by blanks.

        Raises ``UnknownCardError`` and ``TooManyCopiesError``.
        """
        check_length(text, LONGEST_ACTION, "what names cards")
        return cards_named(self.game, text.split())

    def is_reading(self, text: str) -> bool:
        """Whether a text names a reading."""
        return len(text) <= LONGEST_ACTION and _plain(text) in self._known

    def reading(self, text: str) -> Reading:
        """Return the reading that a text names.

        Raises ``UnknownReadingError``, and ``UnclearPlayError`` when it names several.
        """
        found = self._named(text)
        if len(found) > 1:
            raise self.unclear(text, [show_reading(self.game, one) for one in found])
        return found[0]

    def play(self, text: str, on: Reading | None = None) -> Combination:
        """Return the play that a text stands for, ``on`` another one if there is one.

        Raises ``NoPlayError``, ``UnclearPlayError``, ``UnknownReadingError``,
        ``UnknownCardError`` and ``TooManyCopiesError``.
        """
        meant = self.meanings(text, on)
        if len(meant) > 1:
            raise self.unclear(text, [self.show(one) for one in meant])
        return meant[0]

    def meanings(self, text: str, on: Reading | None = None) -> list[Combination]:
        """Return each play that a text can stand for: several, where ``play`` finds it unclear.

        Raises ``NoPlayError``, ``UnknownReadingError``, ``UnknownCardError`` and
        ``TooManyCopiesError``.
        """
        check_length(text, LONGEST_ACTION, "a play")
        named, equals, said = text.partition(EQUALS)
        cards = self.cards(named)
        possible = self.readings(cards)
        if equals and cards:
            wanted = self._named(said)
            meant = [one for one in wanted if one in possible]
            if not meant:
                raise self._not_made(cards, said, wanted, possible)
        elif not possible:
            raise self._no_play(cards)
        elif self.enumerator.patterns.setting is None:
            meant = possible
        else:
            meant = self.highest(possible, on)
        return [Combination(one, cards) for one in meant]

    def near_miss(
        self, cards: Cards, readings: Collection[Reading] | None = None
    ) -> NearMiss | None:
        """Return what cards nearly make, of all readings or of some; None when they make one."""
        return near_miss(self._nearest, cards, readings)

    def readings(self, cards: Cards) -> list[Reading]:
        """Return every reading of exactly these cards, in order."""
        fitting = self._by_size.get(size(cards), ())
        plays = self.enumerator.everywhere
        return [one for one in fitting if any(each.fits(one, cards) for each in plays)]

    def show(self, play: Combination) -> str:
        """Write a play with its reading."""
        cards, reading = show_cards(self.game, play.cards), show_reading(self.game, play.reading)
        return f"{cards} {EQUALS} {reading}"

    def unclear(self, text: str, choices: Sequence[str]) -> UnclearPlayError:
        """Return a fault that lists what a text can be."""
        listed = ", ".join(f"`{one}`" for one in choices)
        message = f"`{text.strip():.80}` can be several things; say which: {listed}"
        return UnclearPlayError(message, choices)

    def highest(self, possible: Sequence[Reading], on: Reading | None = None) -> list[Reading]:
        """Return the reading that is meant without words; several, when words are needed."""
        matching = [one for one in possible if on is not None and self._type(one) == self._type(on)]
        found = matching or list(possible)
        if len({self._type(one) for one in found}) > 1:
            return found
        top = max(map(self._rank, found))
        return [one for one in found if self._rank(one) == top]

    def _type(self, reading: Reading) -> tuple[int, ...]:
        """Return what readings of one type have in common."""
        pattern = self.game.patterns[reading[0]]
        return (reading[0], *(reading[1 + field] for field in pattern.alike))

    def _rank(self, reading: Reading) -> tuple[int, ...]:
        return tuple(reading[1 + field] for field in self.game.patterns[reading[0]].ranked)

    def _named(self, text: str) -> list[Reading]:
        check_length(text, LONGEST_ACTION, "a reading")
        found = self._known.get(_plain(text))
        if found is None:
            forms = ", ".join(f"`{pattern.notation}`" for pattern in self.game.patterns)
            message = (
                f"`{text.strip():.80}` is not a reading of these rules; readings look like {forms}"
            )
            raise UnknownReadingError(message)
        return found

    @cached_property
    def _known(self) -> dict[str, list[Reading]]:
        """Every reading by how it is written. Two may be written alike."""
        known: dict[str, list[Reading]] = {}
        for reading in self.enumerator.patterns.readings:
            known.setdefault(_plain(show_reading(self.game, reading)), []).append(reading)
        return known

    @cached_property
    def _by_size(self) -> dict[int, list[Reading]]:
        """Every reading by how many cards it is made of, so that many cards take no longer."""
        known: dict[int, list[Reading]] = {}
        for reading in self.enumerator.patterns.readings:
            index, *values = reading
            rows = next(layouts(self.game, self.game.patterns[index], values))
            known.setdefault(sum(row.width for row in rows), []).append(reading)
        return known

    @cached_property
    def _nearest(self) -> NearestPlays:
        """What finds near misses; where states say what is wild, with one of their values."""
        return NearestPlays(self.enumerator.everywhere[0].patterns)

    def _no_play(self, cards: Cards) -> NoPlayError:
        """Say that cards make nothing, and what they nearly make."""
        near = self.near_miss(cards)
        if near is None:
            return NoPlayError("a play has cards")
        return NoPlayError(f"the cards `{show_cards(self.game, cards)}` make nothing: {near}", near)

    def _not_made(
        self, cards: Cards, said: str, wanted: Collection[Reading], possible: Iterable[Reading]
    ) -> NoPlayError:
        """Say why the cards are not what they are said to be, and what they do make."""
        near = self.near_miss(cards, wanted)
        others = ", ".join(f"`{show_reading(self.game, one)}`" for one in possible)
        message = f"the cards `{show_cards(self.game, cards)}` do not make `{said.strip():.80}`"
        message += f"; they make {others or 'nothing'}"
        return NoPlayError(message if near is None else f"{message}: {near}", near)


def _plain(text: str) -> str:
    return "".join(text.split()).lower()
