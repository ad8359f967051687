"""A position in one line of text, read: what lies is refused by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from haggis_rules.ir.game import Owner, StateVariable, Zone
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type
from haggis_rules.notation.errors import (
    MalformedError,
    NotationError,
    OtherRulesError,
)
from haggis_rules.notation.limits import LONGEST_LINE, check_length
from haggis_rules.notation.line_writer import (
    NONE,
    NOTHING,
    OWNER,
    SEAT,
    SECTION,
    UNSEEN,
    HeldCards,
    KnownValue,
    StateLine,
    first_value,
    value_kind,
)
from haggis_rules.notation.play_text import PlayNotation
from haggis_rules.notation.position import check_deck
from haggis_rules.notation.readings import readings_written
from haggis_rules.notation.values import cards_named, from_json, show_value
from haggis_rules.semantics.state import Cards, GameState, Value
from haggis_rules.semantics.visibility import Visibility

# Possessive, and a text that is not closed goes to the end: so no sign is looked at twice.
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*+("?)|[^"]', re.DOTALL)
_ZONE = re.compile(r"\s*([A-Za-z][\w.-]*)\s*:(.*)", re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,1000}")
_TRUTHS = {"true": True, "false": False}


def read_line(writing: PlayNotation, visibility: Visibility, text: str) -> StateLine:
    """Return what a line says, a position or what one seat sees of it. Raises ``NotationError``."""
    return _LineReader(writing, visibility, text).line()


def state_from_line(writing: PlayNotation, visibility: Visibility, text: str) -> GameState:
    """Return the state that a line stands for: every card of the deck lies somewhere, once.

    Raises ``NotationError``.
    """
    line = read_line(writing, visibility, text)
    if line.seat is not None:
        message = f"this is what seat {line.seat + 1} sees, and a position says what all have"
        raise MalformedError(message)
    game = writing.game
    held = [tuple(one.cards for one in owned) for owned in line.zones]
    values = [tuple(one[0] for one in owned if one is not None) for owned in line.values]
    once = [zone.owner is Owner.NOBODY for zone in game.zones]
    zones = tuple(one[0] if alone else one for one, alone in zip(held, once, strict=True))
    check_deck(game, zones)
    once = [variable.owner is Owner.NOBODY for variable in game.states]
    return GameState(
        tuple(one[0] if alone else one for one, alone in zip(values, once, strict=True)), zones
    )


class _LineReader:
    """Reads one line."""

    def __init__(self, writing: PlayNotation, visibility: Visibility, text: str) -> None:
        self.writing, self.visibility, self.game = writing, visibility, writing.game
        check_length(text, LONGEST_LINE, "a position in one line")
        if any(piece[1] == "" for piece in _PIECE.finditer(text)):
            raise MalformedError("this position has a quote that is not closed")
        self.head, *self.sections = _split(text, SECTION)
        self.seat: int | None = None

    def line(self) -> StateLine:
        """Return what the line says."""
        self._head()
        zones, values = dict[str, str](), dict[str, str]()
        for section in self.sections:
            zone = _ZONE.fullmatch(section)
            if zone is not None:
                _once(zones, zone[1], zone[2])
                continue
            for word in _words(section):
                name, equals, said = word.partition("=")
                if not equals:
                    raise MalformedError(f"`{word:.80}` is neither `NAME=VALUE` nor `ZONE: CARDS`")
                _once(values, name, said)
        _check_names(zones, [one.name for one in self.game.zones], "zone")
        _check_names(values, [one.name for one in self.game.states], "value")
        return StateLine(
            self.seat,
            tuple(self._zone(*one, zones) for one in enumerate(self.game.zones)),
            tuple(self._kept(*one, values) for one in enumerate(self.game.states)),
        )

    def _head(self) -> None:
        """Read what is played, and by whose eyes. Raises ``NotationError``."""
        words, game = _words(self.head), self.game
        if not words or words[0] != f"{game.name}{OWNER}{game.seats}":
            found = words[0] if words else "nothing"
            wanted = f"{game.name}{OWNER}{game.seats}"
            raise OtherRulesError(f"this is a position of `{found:.80}`, and not of `{wanted}`")
        agreed = {
            one.name: [show_value(game, one.type, value) for value in (one.usual, one.value)]
            for one in game.options
        }
        said = dict[str, str]()
        for word in words[1:]:
            name, _, value = word.partition("=")
            _once(said, name, value)
        if SEAT in said:
            self.seat = self._seat(said.pop(SEAT))
        _check_names(said, list(agreed), "option")
        for name, (usual, value) in agreed.items():
            if said.get(name, usual) != value:
                written = said.get(name, usual)
                raise OtherRulesError(f"`{name}` is {written:.80} here, and {value} was agreed on")

    def _seat(self, text: str) -> int:
        if text in map(str, range(1, self.game.seats + 1)):
            return int(text) - 1
        raise MalformedError(f"the seats are 1 to {self.game.seats}, not {text:.40}")

    def _zone(self, index: int, zone: Zone, said: Mapping[str, str]) -> tuple[HeldCards, ...]:
        owners = self.game.owners(zone.owner)
        cells = [NOTHING] * owners
        if zone.name in said:
            cells = _cells(zone.name, said[zone.name], owners)
        return tuple(
            self._held((index, owner), zone, cell.strip()) for owner, cell in enumerate(cells)
        )

    def _held(self, place: tuple[int, int], zone: Zone, cell: str) -> HeldCards:
        """Read the cards in one place."""
        words = [] if cell == NOTHING else _words(cell)
        if cell != NOTHING and not words:
            raise MalformedError(f"a place of `{zone.name}` is empty; nothing is `{NOTHING}`")
        hidden = [word for word in words if word.startswith(UNSEEN)]
        try:
            cards = cards_named(self.game, [word for word in words if word not in hidden])
        except NotationError as fault:
            fault.add_note(f"in `{zone.name}`")
            raise
        unseen = 0
        if hidden:
            number = hidden[0].removeprefix(UNSEEN)
            if len(hidden) > 1 or not _NUMBER.fullmatch(number) or int(number) < 1:
                raise MalformedError(
                    f"`{hidden[0]:.40}` is not a number of unseen cards, as `?3` is"
                )
            unseen = int(number)
        self._check_sight(place, zone, cards, unseen)
        return HeldCards(cards, unseen)

    def _check_sight(self, place: tuple[int, int], zone: Zone, cards: Cards, unseen: int) -> None:
        """See that these cards are seen, and others are not."""
        everything = self.visibility.everything
        mask = everything if self.seat is None else self.visibility.mask(self.seat, *place)
        if cards & ~mask:
            raise MalformedError(f"seat {(self.seat or 0) + 1} does not see these in `{zone.name}`")
        if unseen and mask == everything:
            raise MalformedError(f"all cards in `{zone.name}` are seen here, and {unseen} are not")

    def _kept(
        self, index: int, variable: StateVariable, said: Mapping[str, str]
    ) -> tuple[KnownValue, ...]:
        """Read a value, each owner's, or take the first one where nothing is said."""
        owners = range(self.game.owners(variable.owner))
        seen = [self._sees(index, owner) for owner in owners]
        if variable.name not in said:
            first = first_value(self.game, variable)
            if first is None and any(seen):
                message = f"there is no value for `{variable.name}`, which has no fixed first value"
                raise MalformedError(message)
            return tuple(first if sees else None for sees in seen)
        cells = _cells(variable.name, said[variable.name], len(owners))
        try:
            return tuple(
                self._known(variable, cell, sees=sees)
                for cell, sees in zip(cells, seen, strict=True)
            )
        except NotationError as fault:
            fault.add_note(f"in `{variable.name}`")
            raise

    def _sees(self, index: int, owner: int) -> bool:
        return self.seat is None or (index, owner) in self.visibility.known(self.seat)

    def _known(self, variable: StateVariable, cell: str, *, sees: bool) -> KnownValue:
        if (cell != UNSEEN) is not sees:
            whose = "the position" if self.seat is None else f"seat {self.seat + 1}"
            raise MalformedError(
                f"{whose} knows a value here, and `{UNSEEN}` is none"
                if sees
                else f"{whose} does not see this value, yet it is given"
            )
        return (self._value(variable.type, _bare(cell)),) if sees else None

    def _value(self, kind: Type, text: str) -> Value:
        if isinstance(kind, OptionType) and text == NONE:
            return None
        game, inner = self.game, value_kind(kind)
        if inner is Plain.READING:
            return self._reading(text)
        if inner is Plain.COMBINATION:
            return self.writing.play(text)
        if inner is Plain.SEAT:
            return self._seat(text)
        if inner is Plain.TRUTH:
            return from_json(game, inner, _TRUTHS.get(text, text))
        number = isinstance(inner, NumberType) and _NUMBER.fullmatch(text)
        return from_json(game, inner, int(text) if number else text)

    def _reading(self, text: str) -> Value:
        """Read a reading, which some cards make or none; else as ``PlayNotation.reading`` does."""
        found = readings_written(self.game, text)
        return found[0] if len(found) == 1 else self.writing.reading(text)


def _check_names(said: Mapping[str, str], names: Sequence[str], what: str) -> None:
    for name in said:
        if name not in names:
            known = ", ".join(f"`{one}`" for one in names) or "none"
            raise MalformedError(f"no {what} is called `{name:.40}`; there are {known}")


def _once(said: dict[str, str], name: str, text: str) -> None:
    if name in said:
        raise MalformedError(f"`{name:.40}` is given twice")
    said[name] = text


def _cells(name: str, text: str, owners: int) -> list[str]:
    """Return what each owner has. Raises ``MalformedError``."""
    cells = _split(text, OWNER)
    if len(cells) != owners:
        raise MalformedError(f"`{name}` has {len(cells)} parts, and there are {owners} owners")
    return cells


def _split(text: str, mark: str) -> list[str]:
    """Divide a text at a sign, but not within quotes."""
    ends = [piece.start() for piece in _PIECE.finditer(text) if piece[0] == mark]
    starts = [0, *(end + 1 for end in ends)]
    return [text[start:end] for start, end in zip(starts, [*ends, len(text)], strict=True)]


def _words(text: str) -> list[str]:
    """Divide a text at its blanks, but not within quotes."""
    blanks = [piece.start() for piece in _PIECE.finditer(text) if piece[0].isspace()]
    starts = [0, *(blank + 1 for blank in blanks)]
    words = [text[start:end] for start, end in zip(starts, [*blanks, len(text)], strict=True)]
    return [word for word in words if word]


def _bare(cell: str) -> str:
    """Take a text out of its quotes."""
    if cell.startswith('"') and cell.endswith('"'):
        return re.sub(r"\\(.)", r"\1", cell[1:-1])
    return cell
