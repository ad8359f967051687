"""A near miss as programs and people read it: the play, the clauses against it, and a change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from haggis_rules.diagnostics.nouns import with_article
from haggis_rules.ir.game import Game
from haggis_rules.near_misses.because import slips
from haggis_rules.near_misses.nearest import CardChange, NearestPlays
from haggis_rules.semantics.action import Reason
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Cards, Reading


@dataclass(frozen=True, slots=True, repr=False)
class NearMiss:
    """Cards that are not a play, and the play that they come closest to.

    ``pattern`` is the name of the pattern that they nearly make, and ``reading`` is how they would
    be read. ``reasons`` has each clause that forbids it, with what is wrong, the most telling
    first. ``change`` has the cards to give back, those to take instead and the play that they then
    make; it is None if no small change would do. ``text`` says all this in a few words.

    >>> from haggis_rules import load
    >>> near = load("classic", players=2).near_miss("9r 10g")
    >>> near.pattern, near.clause, near.because
    ('set', 'combinations.set', '9r and 10g differ in rank')
    """

    cards: Cards
    pattern: str
    reading: Reading
    reasons: tuple[Reason, ...]
    change: CardChange | None
    text: str

    @property
    def clause(self) -> str:
        """The clause that forbids the play; of several, the most telling.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.near_miss("9r 10g").clause
        'combinations.set'
        """
        return self.reasons[0].clause

    @property
    def because(self) -> str:
        """What is wrong, in words: ``9r and 10g differ in suit``.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> rules.near_miss("9r 10g").because
        '9r and 10g differ in rank'
        """
        return ", and ".join(reason.wrong for reason in self.reasons)

    def __repr__(self) -> str:
        return f"<NearMiss {self.text}>"

    def __str__(self) -> str:
        return self.text


def near_miss(
    plays: NearestPlays, cards: Cards, readings: Collection[Reading] | None = None
) -> NearMiss | None:
    """Return what cards miss by least, of all readings or of some; None when they make one."""
    found = plays.find(cards, readings)
    if found is None:
        return None
    game = plays.patterns.game
    wrong: dict[str, list[str]] = {}
    for slip in slips(game, found):
        wrong.setdefault(slip.clause, []).append(slip.wrong)
    reasons = tuple(
        Reason(clause, game.clauses[clause].words, ", and ".join(dict.fromkeys(some)))
        for clause, some in wrong.items()
    )
    pattern = game.patterns[found.reading[0]].name
    shown = ", and ".join(f"{reason.wrong} (`{reason.clause}`)" for reason in reasons)
    text = f"not {with_article(pattern)}, because {shown}"
    if found.change is not None:
        text += f"; {_mended(game, found.change)}"
    return NearMiss(cards, pattern, found.reading, reasons, found.change, text)


def _mended(game: Game, change: CardChange) -> str:
    """Say what a change makes of the cards: `with 10r instead of 10g it would be ...`."""
    removed, added = show_cards(game, change.removed), show_cards(game, change.added)
    if not added:
        how = f"without {removed}"
    else:
        how = f"with {added} instead of {removed}" if removed else f"with {added} as well"
    return f"{how} it would be `{show_reading(game, change.play.reading)}`"
