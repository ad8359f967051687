"""What a text leaves to agree on, read from its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from haggis_rules.diagnostics.errors import (
    GuardedTableError,
    NameTwiceError,
    NotOfferedError,
    RuleError,
    TooManyOptionsError,
    UnboundedError,
    UnknownOptionError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import game as ir
from haggis_rules.ir.descent.flattening import FlatClause
from haggis_rules.ir.lower.options.agreement import (
    FEWEST_SEATS,
    MOST_OPTIONS,
    MOST_SEATS,
    AgreedType,
    OfferedOption,
    OptionOffer,
    value_of,
    values_in_words,
)
from haggis_rules.ir.lower.typing import number_type
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, missing_end
from haggis_rules.syntax import ast


def read_option_offer(clauses: Iterable[FlatClause]) -> tuple[OptionOffer, list[RuleError]]:
    """Find what clauses leave to agree on, and the faults in it."""
    flat_clauses = tuple(clauses)
    reader = _OptionReader(_choices(flat_clauses))
    for kind in (ast.Table, ast.Option, ast.Without):
        for flat in flat_clauses:
            reader.clause(flat, kind)
    return reader.offer, reader.faults


@dataclass(slots=True)
class _OptionReader:
    """Reads the table and the options, and notes what is wrong with them."""

    choices: Mapping[str, tuple[ChoiceType, Span]]
    offer: OptionOffer = field(default_factory=OptionOffer)
    faults: list[RuleError] = field(default_factory=list[RuleError])

    def clause(self, flat: FlatClause, kind: type[ast.Table | ast.Option | ast.Without]) -> None:
        """Read what a clause has of this kind; the table is known first, and then the options."""
        for item in flat.written.items:
            if isinstance(item, kind):
                try:
                    self._item(flat, item)
                except RuleError as fault:
                    self.faults.append(fault)

    def _item(self, flat: FlatClause, item: ast.Table | ast.Option | ast.Without) -> None:
        guard = flat.written.guard
        match item:
            case ast.Table():
                if guard is not None:
                    hint = "put the table into a clause without a guard"
                    raise _guarded(flat, guard, item, hint)
                self._table(item)
            case ast.Option() | ast.Without():
                if guard is not None and not _of_seats_alone(guard):
                    hint = "put it into a clause without a guard, or with one of seats alone"
                    raise _guarded(flat, guard, item, hint)
                if isinstance(item, ast.Without):
                    self._without(flat, item)
                else:
                    self._option(flat, item)

    def _table(self, item: ast.Table) -> None:
        if self.offer.seatings:
            return  # a second table is told of where the table is typed
        for count in item.seats:
            if not FEWEST_SEATS <= count.value <= MOST_SEATS:
                raise WrongTypeError(
                    f"a table cannot have {count.value} seat{'s' if count.value != 1 else ''}",
                    count.span,
                    hint=f"a table has {FEWEST_SEATS} to {MOST_SEATS} seats",
                )
        counts = [count.value for count in item.seats]
        for at, count in enumerate(item.seats):
            if count.value in counts[:at]:
                raise NameTwiceError(
                    f"{count.value} seats are listed twice",
                    count.span,
                    hint="write each number once",
                )
        self.offer = OptionOffer(tuple(sorted(counts)), table=item.span)

    def _option(self, flat: FlatClause, item: ast.Option) -> None:
        seatings = self.offer.seatings or (FEWEST_SEATS,)  # that the table is missing is told of
        applicable = tuple(seats for seats in seatings if seats_hold(flat.written.guard, seats))
        if not applicable or any(self.offer.find(item.name.text, seats) for seats in applicable):
            return  # told of where guards are judged, or where names are declared
        if len(self.offer.offered) >= MOST_OPTIONS:
            raise TooManyOptionsError(
                f"these are more than {MOST_OPTIONS} options",
                item.name.span,
                hint="make a variant of its own of what is played together",
            )
        kind = self._type(item.type)
        option = ir.Option(item.name.text, flat.clause.name, kind, usual=False, value=False)
        literal = item.usual.text if isinstance(item.usual, ast.Name) else item.usual.value
        usual = value_of(option, literal)
        if usual is None:
            raise NotOfferedError(
                f"`{literal}` is not one of the values of `{option.name}`",
                item.usual.span,
                hint=f"it is {values_in_words(option)}",
            )
        agreed = replace(option, usual=usual, value=usual)
        words = self.choices[kind.name][1] if isinstance(kind, ChoiceType) else None
        offered = OfferedOption(agreed, applicable, item.name.span, words)
        self.offer = replace(self.offer, offered=(*self.offer.offered, offered))

    def _without(self, flat: FlatClause, item: ast.Without) -> None:
        """Note of both options that they are without the other, where both are there."""
        if item.name.text == item.other.text:
            hint = "name another option after `without`"
            raise NameTwiceError(
                f"`{item.name.text}` cannot be without itself", item.span, hint=hint
            )
        known = [option.name for option in self.offer.options()]
        for name in (item.name, item.other):
            if name.text not in known:
                hint = did_you_mean(name.text, known) or "these rules have no options"
                raise UnknownOptionError(f"no option is called `{name.text}`", name.span, hint=hint)
        pair = {item.name.text: item.other.text, item.other.text: item.name.text}
        self.offer = replace(
            self.offer,
            offered=tuple(
                one.without(pair[one.option.name])
                if one.option.name in pair
                and any(seats_hold(flat.written.guard, seats) for seats in one.seats)
                else one
                for one in self.offer.offered
            ),
        )

    def _type(self, kind: ast.Name | ast.NumberRange) -> AgreedType:
        match kind:
            case ast.NumberType() | ast.OpenNumber() | ast.NumberUpTo() | ast.AnyNumber():
                numbers = number_type(kind)
                if None in numbers.bounds:
                    enough = "low" if numbers.low is None else "high"
                    raise UnboundedError(
                        f"an option needs a {missing_end(numbers)} value",
                        kind.span,
                        hint=f"write `{_bounded_example(numbers)}`, or whatever is {enough} enough",
                    )
                if numbers.low == numbers.high:
                    raise WrongTypeError(
                        "an option with one value leaves nothing to agree on",
                        kind.span,
                        hint="write a wider range, or the number itself where it is used",
                    )
                return numbers
            case ast.Name(text=Plain.TRUTH.value):
                return Plain.TRUTH
            case ast.Name(text=text) if text in self.choices:
                return self.choices[text][0]
            case ast.Name(text=text):
                raise WrongTypeError(
                    f"`{text}` cannot be agreed on",
                    kind.span,
                    hint="an option is a number, a `truth`, or one of a `choice` "
                    "that a clause without a guard declares",
                )


def seats_hold(guard: ast.Guard | None, seats: int) -> bool:
    """Tell whether a guard lets a table have so many seats."""
    counts = [] if guard is None else [c for c in guard.conditions if isinstance(c, ast.SeatsAre)]
    return all(seats in [count.value for count in condition.counts] for condition in counts)


def _of_seats_alone(guard: ast.Guard) -> bool:
    return all(isinstance(condition, ast.SeatsAre) for condition in guard.conditions)


def _guarded(
    flat: FlatClause, guard: ast.Guard, item: ast.Table | ast.Option | ast.Without, hint: str
) -> GuardedTableError:
    return GuardedTableError(
        f"`{flat.clause.name}` is only there {flat.clause.guard}, but settles what guards look at",
        item.span,
        others=[(guard.span, "the guard")],
        hint=hint,
    )


def _bounded_example(kind: NumberType) -> str:
    """Return a range like one that lacks an end, with both."""
    low, high = kind.bounds
    far = max(1000, *(2 * abs(end) for end in kind.bounds if end is not None), 0)
    ends = replace(kind, low=-far if low is None else low, high=far if high is None else high)
    return str(ends)


def _choices(clauses: Iterable[FlatClause]) -> dict[str, tuple[ChoiceType, Span]]:
    """Return the choices that are there at every table by their names, with their places."""
    found: dict[str, tuple[ChoiceType, Span]] = {}
    for item in (one for f in clauses if f.written.guard is None for one in f.written.items):
        if isinstance(item, ast.Choice):
            words = tuple(word.text for word in item.choices)
            found[item.name.text] = ChoiceType(item.name.text, words), item.span
    return found
