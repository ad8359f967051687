"""Cards and plays that stand in quotes, read; each fault is told inside the quotes."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager

from haggis_rules.cases.supporting_clauses import readings_clauses
from haggis_rules.diagnostics.errors import (
    NotMadeError,
    TooManyCardsError,
    UnclearExampleError,
    UndeclaredCardError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.notation import errors
from haggis_rules.notation.play_text import EQUALS, PlayNotation
from haggis_rules.semantics.patterns import show_reading
from haggis_rules.semantics.state import Cards, Combination, Reading
from haggis_rules.syntax import ast


class QuotedReader:
    """Reads what stands in quotes in the examples of one game."""

    def __init__(self, writing: PlayNotation) -> None:
        self._writing = writing

    def cards(self, words: ast.Words) -> Cards:
        """Return the cards that are named.

        Raises ``UndeclaredCardError``, ``TooManyCardsError``, or ``NotMadeError`` when a reading is
        there as well.
        """
        if EQUALS in words.text:
            raise NotMadeError(
                "only cards belong here",
                words.span,
                hint=f"take away `{EQUALS}` and what follows it",
            )
        with self._faults_in(words):
            return self._writing.cards(words.text)

    def play(self, words: ast.Words) -> Combination:
        """Return the play that is meant whatever lies on the table.

        Raises ``NotMadeError``, ``UnclearExampleError``, ``UndeclaredCardError`` or
        ``TooManyCardsError``.
        """
        with self._faults_in(words):
            return self._writing.play(words.text)

    def readings(self, words: ast.Words) -> tuple[Cards, tuple[Reading, ...]]:
        """Return the cards of a play and all readings that it can mean.

        Raises as ``play`` does, and ``NotMadeError`` when the cards make nothing.
        """
        with self._faults_in(words):
            if EQUALS in words.text:
                reading, cards = self._writing.play(words.text)
                return cards, (reading,)
            cards = self._writing.cards(words.text)
        found = self._writing.readings(cards)
        if not found:
            message = f"`{words.text}` makes nothing" if cards else "no cards are named here"
            raise NotMadeError(message, words.span, hint="say which cards are played")
        return cards, tuple(found)

    def named(self, words: ast.Words) -> frozenset[Reading]:
        """Return the readings that are listed. Raises ``NotMadeError`` for what is none."""
        found: list[Reading] = []
        for one in re.finditer(r"[^\s\"]+", words.span.text):
            place = _within(words.span, one.start(), one.end())
            try:
                found.append(self._writing.reading(one.group()))
            except errors.NotationError as fault:
                forms = ", ".join(f"`{form}`" for form in self._forms())
                raise NotMadeError(
                    f"`{one.group()}` is not a reading of these rules",
                    place,
                    hint=f"readings look like {forms}",
                ) from fault
        return frozenset(found)

    def too_many(
        self, words: ast.Words, card: str, before: Iterable[ast.Words] = ()
    ) -> TooManyCardsError:
        """Make the fault of a card that is there too often, ``before`` or in these words."""
        game = self._writing.game
        most = next(c.copies for i, c in enumerate(game.cards) if game.card_name(i) == card)
        others = [(locate_quoted_card(one, card), "it is here as well") for one in before]
        return TooManyCardsError(
            f"the deck has `{card}` only {_times(most)}",
            locate_quoted_card(words, card, 1 if others else most + 1),
            others=others,
            hint="take one away, or use another card",
        )

    def show(self, readings: Iterable[Reading]) -> str:
        """List readings as the text writes them."""
        shown = [show_reading(self._writing.game, one) for one in sorted(readings)]
        return " ".join(shown) or "nothing"

    def _forms(self) -> list[str]:
        return [pattern.notation for pattern in self._writing.game.patterns]

    def _cards_are(self) -> str:
        game = self._writing.game
        letters = ", ".join(f"`{suit.letter}`" for suit in game.suits)
        form = f"a card is its rank and the letter of its suit, {letters}" if letters else ""
        if len(game.seatings) > 1:
            return f"{form}; for a deck of another table, guard the example with its seats"
        return form

    @contextmanager
    def _faults_in(self, words: ast.Words) -> Generator[None]:
        """Tell what is refused as a fault of the text."""
        try:
            yield
        except errors.UnknownCardError as fault:
            raise UndeclaredCardError(
                f"there is no card `{fault.card}` in this deck",
                locate_quoted_card(words, fault.card),
                hint=self._cards_are(),
            ) from fault
        except errors.TooManyCopiesError as fault:
            raise self.too_many(words, fault.card) from fault
        except errors.UnclearPlayError as fault:
            choices = ", ".join(f"`{one}`" for one in fault.choices)
            unclear = UnclearExampleError(
                f"`{words.text}` can be several things",
                words.span,
                hint=f"say which: {choices}",
            )
            unclear.clauses = tuple(dict.fromkeys(readings_clauses(self._writing.game)))
            raise unclear from fault
        except errors.NotationError as fault:
            message, _, others = str(fault).partition("; ")
            raise NotMadeError(message, words.span, hint=others) from fault


def locate_quoted_card(words: ast.Words, card: str, number: int = 1) -> Span:
    """Find a card in quotes, the so-many-th of its kind; the whole text when it is not there."""
    named = re.finditer(r"[^\s\"=]+", words.span.text)
    found = [one for one in named if one.group().lower() == card.lower()]
    if len(found) < number:
        return words.span
    return _within(words.span, found[number - 1].start(), found[number - 1].end())


def _within(span: Span, start: int, end: int) -> Span:
    return Span(span.source, span.start + start, span.start + end)


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
