"""What a seat sees, read from a position in one line of text."""

from haggis_rules.ir.game import Game, Owner
from haggis_rules.knowledge.seen import SeenValue, SeenZone, ZonePlace
from haggis_rules.knowledge.view import View
from haggis_rules.notation.errors import MalformedError, TooManyCopiesError
from haggis_rules.notation.line_reader import read_line
from haggis_rules.notation.line_writer import SEAT, StateLine
from haggis_rules.notation.play_text import PlayNotation
from haggis_rules.semantics.state import count_of, size
from haggis_rules.semantics.visibility import Visibility


def view_from_line(writing: PlayNotation, visibility: Visibility, text: str) -> View:
    """Return what a seat sees by a line; nothing of what it was shown before.

    Raises ``NotationError``.
    """
    line, game = read_line(writing, visibility, text), writing.game
    if line.seat is None:
        message = f"this is a whole position; what one seat sees says `{SEAT}=` and its number"
        raise MalformedError(message)
    _check_counts(game, line)
    values = tuple(
        SeenValue(variable.name, None if variable.owner is Owner.NOBODY else owner, one[0])
        for variable, owned in zip(game.states, line.values, strict=True)
        for owner, one in enumerate(owned)
        if one is not None
    )
    zones = tuple(
        SeenZone(ZonePlace(zone.name, None if zone.owner is Owner.NOBODY else owner), *held)
        for zone, owned in zip(game.zones, line.zones, strict=True)
        for owner, held in enumerate(owned)
    )
    return View(game, line.seat, values, zones, ())


def _check_counts(game: Game, line: StateLine) -> None:
    """See that as many cards lie there as the deck has, and none too often."""
    held = [one for owned in line.zones for one in owned]
    for card, declared in enumerate(game.cards):
        there = sum(count_of(one.cards, card) for one in held)
        if there > declared.copies:
            name = game.card_name(card)
            message = f"`{name}` lies there {there} times, and the deck has {declared.copies}"
            raise TooManyCopiesError(message, name)
    there = sum(size(one.cards) + one.unseen for one in held)
    if there != (deck := sum(card.copies for card in game.cards)):
        raise MalformedError(f"{there} cards lie there, and the deck has {deck}")
