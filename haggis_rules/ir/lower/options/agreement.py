"""What players agree on before a match: how many they are, and the options of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from haggis_rules.diagnostics.errors import (
    NotOfferedError,
    NotTogetherError,
    RuleError,
    UnclearSeatsError,
    UnknownOptionError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import game as ir
from haggis_rules.ir.bounds import within
from haggis_rules.ir.types import ChoiceType, NumberType, Plain

FEWEST_SEATS, MOST_SEATS = 2, 12
MOST_OPTIONS = 12
# A number that is given in writing. No bound is as large as one with more digits.
_NUMBER = re.compile("-?[0-9]{1,20}")

AgreedValue = int | bool | str
AgreedType = NumberType | ChoiceType | Plain


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many sit at the table, and each option with the value that is agreed on."""

    seats: int
    options: tuple[ir.Option, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedOption:
    """An option at its usual value, the numbers of seats that it is for, and its place.

    ``words`` is the place of the choice that has its values, if one does.
    """

    option: ir.Option
    seats: tuple[int, ...]
    place: Span
    words: Span | None = None

    def without(self, other: str) -> OfferedOption:
        """Return the same option, which another one excludes."""
        names = tuple(dict.fromkeys((*self.option.without, other)))
        return replace(self, option=replace(self.option, without=names))


@dataclass(frozen=True, slots=True)
class OptionOffer:
    """What there is to agree on: the numbers of seats, and options. ``table`` is its place."""

    seatings: tuple[int, ...] = ()
    offered: tuple[OfferedOption, ...] = ()
    table: Span | None = None

    def options(self, seats: int | None = None) -> tuple[ir.Option, ...]:
        """Return the options for so many seats, or else for any number."""
        return tuple(one.option for one in self.offered if seats is None or seats in one.seats)

    def find(self, name: str, seats: int) -> OfferedOption | None:
        """Find an option for so many seats by its name."""
        named = (one for one in self.offered if one.option.name == name)
        return next((one for one in named if seats in one.seats), None)

    def seats_of(self, name: str) -> tuple[int, ...]:
        """Return every number of seats for which there is an option of this name."""
        return tuple(seats for seats in self.seatings if self.find(name, seats) is not None)

    def usual(self, seats: int | None = None) -> Agreement:
        """Return the usual options, for so many seats or else the fewest."""
        fewest = self.seatings[0] if self.seatings else FEWEST_SEATS
        settled = fewest if seats is None else seats
        return Agreement(settled, self.options(settled))


def agree(
    offer: OptionOffer, here: Span, players: int | None, options: Mapping[str, AgreedValue] | None
) -> Agreement:
    """Settle what is asked for. ``here`` is the place of faults that have no better one.

    Raises ``UnclearSeatsError``, ``NotOfferedError``, ``NotTogetherError`` or
    ``UnknownOptionError``.
    """
    table = offer.table or here
    counts = either(offer.seatings)
    if players is None and len(offer.seatings) > 1:
        raise UnclearSeatsError(
            f"these rules are for {counts} players",
            table,
            hint=f"say for how many, as `--players {offer.seatings[0]}` or "
            f"`players={offer.seatings[0]}`",
        )
    if players is not None and offer.seatings and players not in offer.seatings:
        raise NotOfferedError(
            f"these rules are for {counts} players, not for {players!r:.40}", table
        )
    usual = offer.usual(players)
    agreed = {option.name: option for option in usual.options}
    for name, value in (options or {}).items():
        agreed[name] = _agreed(offer, usual.seats, here, name, value)
    agreement = Agreement(usual.seats, tuple(agreed.values()))
    for one, other in excluded(agreement):
        raise _not_together(offer, usual.seats, one, other)
    return agreement


def excluded(agreement: Agreement) -> Iterator[tuple[ir.Option, ir.Option]]:
    """Yield every two options that cannot both be other than usual, and are."""
    unusual = {one.name: one for one in agreement.options if one.value != one.usual}
    for one in unusual.values():
        yield from ((one, unusual[name]) for name in one.without if name in unusual)


def value_of(option: ir.Option, given: AgreedValue) -> int | bool | None:
    """Read a value of an option, a choice by its word; None when it is not one of its values."""
    kind = option.type
    match kind:
        case ChoiceType(choices=choices):
            return choices.index(given) if isinstance(given, str) and given in choices else None
        case NumberType(bounds=bounds):
            written = isinstance(given, str) and _NUMBER.fullmatch(given) is not None
            number = int(given) if written else given
            return number if type(number) is int and within(bounds, number) else None
        case Plain():
            words: dict[AgreedValue, bool] = {"true": True, "false": False}
            return given if isinstance(given, bool) else words.get(given)


def in_words(agreement: Agreement) -> str:
    """Say what is agreed on, as ``with 2 seats and not sets``; usual values are left out."""
    conditions = [f"{agreement.seats} seats"]
    conditions += [_in_words(one) for one in agreement.options if one.value != one.usual]
    return f"with {' and '.join(conditions)}"


def _in_words(option: ir.Option) -> str:
    match option.type:
        case ChoiceType(choices=choices):
            return f"{option.name} is {choices[option.value]}"
        case NumberType():
            return f"{option.name} is {option.value}"
        case Plain():
            return option.name if option.value else f"not {option.name}"


def values_in_words(option: ir.Option) -> str:
    """Say which values an option has."""
    match option.type:
        case ChoiceType(choices=choices):
            return " or ".join(f"`{word}`" for word in choices)
        case NumberType() as kind:
            return str(kind)
        case Plain():
            return "`true` or `false`"


def either(counts: Iterable[int]) -> str:
    """Say that it is one of these numbers."""
    return " or ".join(map(str, counts))


def _agreed(offer: OptionOffer, seats: int, here: Span, name: str, value: AgreedValue) -> ir.Option:
    offered = offer.find(name, seats)
    if offered is None:
        raise _unknown(offer, seats, here, name)
    found = value_of(offered.option, value)
    if found is None:
        raise NotOfferedError(
            f"`{name}` cannot be `{_shown(value)}`",
            offered.place,
            hint=f"it is {values_in_words(offered.option)}",
        )
    return replace(offered.option, value=found)


def _not_together(
    offer: OptionOffer, seats: int, one: ir.Option, other: ir.Option
) -> NotTogetherError:
    places = [found.place for name in (one.name, other.name) if (found := offer.find(name, seats))]
    usual = replace(one, value=one.usual), replace(other, value=other.usual)
    usual_words = " or ".join(f"`{_in_words(option)}`" for option in usual)
    return NotTogetherError(
        f"`{_in_words(one)}` and `{_in_words(other)}` cannot both be agreed on",
        places[0],
        others=[(place, "the other") for place in places[1:]],
        hint=f"leave one of them as usual, which is {usual_words}",
    )


def _unknown(offer: OptionOffer, seats: int, here: Span, name: str) -> RuleError:
    if elsewhere := offer.seats_of(name):
        return UnknownOptionError(
            f"`{name}` is nothing to agree on with {seats} players",
            here,
            others=[
                (o.place, "it is declared here") for o in offer.offered if o.option.name == name
            ],
            hint=f"it is there with {either(elsewhere)} players",
        )
    known = did_you_mean(name, (option.name for option in offer.options(seats)))
    none = "these rules have no options"
    return UnknownOptionError(f"no option is called `{name}`", here, hint=known or none)


def _shown(value: AgreedValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
