"""What players agree on before a match: how many they are, and the options of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from haggis_rules.errors import (
    GuardedTableError,
    NameTwiceError,
    NotOfferedError,
    RuleError,
    TooManyOptionsError,
    UnboundedError,
    UnclearSeatsError,
    UnknownOptionError,
    WrongTypeError,
)
from haggis_rules.ir import game as ir
from haggis_rules.ir.from_syntax.descent import Flat
from haggis_rules.ir.from_syntax.nearest import did_you_mean
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, Unit
from haggis_rules.source import Span
from haggis_rules.syntax import ast

FEWEST_SEATS, MOST_SEATS = 2, 12
MOST_OPTIONS = 12
MOST_DIGITS = 20  # of a number that is given in writing; no bound is as large

Value = int | bool | str
Type = NumberType | ChoiceType | Plain


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many sit at the table, and each option with the value that is agreed on."""

    seats: int
    options: tuple[ir.Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is to agree on: the numbers of seats, and the options at their usual values.

    ``places`` says where the table (as ``table``) and each option are declared.
    """

    seatings: tuple[int, ...]
    options: tuple[ir.Option, ...]
    places: Mapping[str, Span] = field(default_factory=dict[str, Span])

    def option(self, name: str) -> ir.Option | None:
        """Find an option by its name."""
        return next((option for option in self.options if option.name == name), None)

    def usual(self, seats: int | None = None) -> Agreement:
        """Give the usual options, for so many seats or else the fewest."""
        fewest = self.seatings[0] if self.seatings else FEWEST_SEATS
        return Agreement(fewest if seats is None else seats, self.options)


def offer_of(clauses: Iterable[Flat]) -> tuple[Offer, list[RuleError]]:
    """Find what clauses leave to agree on, and the faults in it."""
    several = tuple(clauses)
    reader = _Reader(_choices(several))
    for flat in several:
        reader.clause(flat)
    return Offer(reader.seatings, tuple(reader.options), reader.places), reader.faults


def agree(
    offer: Offer, here: Span, players: int | None, options: Mapping[str, Value] | None
) -> Agreement:
    """Settle what is asked for. ``here`` is the place of faults that have no better one.

    Raises ``UnclearSeatsError``, ``NotOfferedError`` or ``UnknownOptionError``.
    """
    table = offer.places.get("table", here)
    counts = " or ".join(map(str, offer.seatings))
    if players is None and len(offer.seatings) > 1:
        raise UnclearSeatsError(
            f"these rules are for {counts} players",
            table,
            hint=f"say for how many, as `--players {offer.seatings[0]}` or "
            f"`players={offer.seatings[0]}`",
        )
    if players is not None and offer.seatings and players not in offer.seatings:
        raise NotOfferedError(f"these rules are for {counts} players, not for {players}", table)
    agreed = {option.name: option for option in offer.options}
    for name, value in (options or {}).items():
        agreed[name] = _agreed(offer, here, name, value)
    return Agreement(offer.usual(players).seats, tuple(agreed.values()))


def value_of(option: ir.Option, given: Value) -> int | bool | None:
    """Read a value of an option, a choice by its word; None when it is not one of its values."""
    kind = option.type
    match kind:
        case ChoiceType(choices=choices):
            return choices.index(given) if isinstance(given, str) and given in choices else None
        case NumberType(low=low, high=high):
            written = isinstance(given, str) and given.isdecimal() and len(given) <= MOST_DIGITS
            number = int(given) if written else given
            if type(number) is not int:
                return None
            return number if low <= number and (high is None or number <= high) else None
        case Plain():
            words: dict[Value, bool] = {"true": True, "false": False}
            return given if isinstance(given, bool) else words.get(given)


def in_words(agreement: Agreement) -> str:
    """Say what is agreed on, as ``with 2 seats and not sets``; usual values are left out."""
    said = [f"{agreement.seats} seats"]
    for option in agreement.options:
        if option.value != option.usual:
            match option.type:
                case ChoiceType(choices=choices):
                    said.append(f"{option.name} is {choices[option.value]}")
                case NumberType():
                    said.append(f"{option.name} is {option.value}")
                case Plain():
                    said.append(option.name if option.value else f"not {option.name}")
    return f"with {' and '.join(said)}"


def values_in_words(option: ir.Option) -> str:
    """Say which values an option has."""
    match option.type:
        case ChoiceType(choices=choices):
            return " or ".join(f"`{word}`" for word in choices)
        case NumberType() as kind:
            return str(kind)
        case Plain():
            return "`true` or `false`"


def _agreed(offer: Offer, here: Span, name: str, value: Value) -> ir.Option:
    option = offer.option(name)
    if option is None:
        hint = did_you_mean(name, (known.name for known in offer.options))
        raise UnknownOptionError(
            f"no option is called `{name}`", here, hint=hint or "these rules have no options"
        )
    found = value_of(option, value)
    if found is None:
        raise NotOfferedError(
            f"`{name}` cannot be `{_shown(value)}`",
            offer.places[name],
            hint=f"it is {values_in_words(option)}",
        )
    return replace(option, value=found)


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(slots=True)
class _Reader:
    """Reads the table and the options, and notes what is wrong with them."""

    choices: Mapping[str, ChoiceType]
    seatings: tuple[int, ...] = ()
    options: list[ir.Option] = field(default_factory=list[ir.Option])
    places: dict[str, Span] = field(default_factory=dict[str, Span])
    faults: list[RuleError] = field(default_factory=list[RuleError])

    def clause(self, flat: Flat) -> None:
        for item in flat.written.items:
            if isinstance(item, ast.Table | ast.Option):
                try:
                    self._item(flat, item)
                except RuleError as fault:
                    self.faults.append(fault)

    def _item(self, flat: Flat, item: ast.Table | ast.Option) -> None:
        if flat.written.guard is not None:
            raise GuardedTableError(
                f"`{flat.clause.name}` is only there {flat.clause.guard}, but settles what guards "
                "look at",
                item.span,
                others=[(flat.written.guard.span, "the guard")],
                hint="put the table and the options into clauses without a guard",
            )
        match item:
            case ast.Table():
                self._table(item)
            case ast.Option():
                self._option(flat.clause.name, item)

    def _table(self, item: ast.Table) -> None:
        if self.seatings:
            return  # a second table is told of where the table is typed
        for count in item.seats:
            if not FEWEST_SEATS <= count.value <= MOST_SEATS:
                raise WrongTypeError(
                    f"a table of {count.value} seats is none",
                    count.span,
                    hint=f"a table has {FEWEST_SEATS} to {MOST_SEATS} seats",
                )
        counts = [count.value for count in item.seats]
        for at, count in enumerate(item.seats):
            if count.value in counts[:at]:
                raise NameTwiceError(
                    f"{count.value} seats are there twice",
                    count.span,
                    hint="write each number once",
                )
        self.seatings = tuple(sorted(counts))
        self.places["table"] = item.span

    def _option(self, clause: str, item: ast.Option) -> None:
        if item.name.text in self.places:
            return  # told of where names are declared
        if len(self.options) >= MOST_OPTIONS:
            raise TooManyOptionsError(
                f"these are more than {MOST_OPTIONS} options",
                item.name.span,
                hint="make a variant of its own of what is played together",
            )
        kind = self._type(item.type)
        option = ir.Option(item.name.text, clause, kind, usual=False, value=False)
        written = item.usual.text if isinstance(item.usual, ast.Name) else item.usual.value
        usual = value_of(option, written)
        if usual is None:
            raise NotOfferedError(
                f"`{written}` is not one of the values of `{option.name}`",
                item.usual.span,
                hint=f"it is {values_in_words(option)}",
            )
        self.places[option.name] = item.name.span
        self.options.append(replace(option, usual=usual, value=usual))

    def _type(self, kind: ast.Name | ast.NumberType | ast.OpenNumber) -> Type:
        match kind:
            case ast.OpenNumber():
                raise UnboundedError(
                    "an option needs a highest value",
                    kind.span,
                    hint=f"write `{_some_end(kind)}`, or whatever is high enough",
                )
            case ast.NumberType(low=low, high=high, unit=unit):
                if low.value > high.value:
                    raise WrongTypeError("a range goes from the lower to the higher", kind.span)
                if low.value == high.value:
                    raise WrongTypeError(
                        "an option with one value leaves nothing to agree on",
                        kind.span,
                        hint="write a wider range, or the number itself where it is used",
                    )
                return NumberType(low.value, high.value, None if unit is None else Unit(unit.text))
            case ast.Name(text=Plain.TRUTH.value):
                return Plain.TRUTH
            case ast.Name(text=text) if text in self.choices:
                return self.choices[text]
            case ast.Name(text=text):
                raise WrongTypeError(
                    f"`{text}` cannot be agreed on",
                    kind.span,
                    hint="an option is a number, a `truth`, or one of a `choice` "
                    "that a clause without a guard declares",
                )


def _some_end(kind: ast.OpenNumber) -> str:
    unit = "" if kind.unit is None else f" {kind.unit.text}"
    return f"{kind.low.value} to {max(1000, 2 * kind.low.value)}{unit}"


def _choices(clauses: Iterable[Flat]) -> dict[str, ChoiceType]:
    return {
        item.name.text: ChoiceType(item.name.text, tuple(word.text for word in item.choices))
        for flat in clauses
        if flat.written.guard is None
        for item in flat.written.items
        if isinstance(item, ast.Choice)
    }
