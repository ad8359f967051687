"""Guards: for which tables and options something is there, and whether that says anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod

from haggis_rules.diagnostics.errors import (
    IdleGuardError,
    NotOfferedError,
    TooManyOptionsError,
    UnknownOptionError,
    WrongTypeError,
)
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.options.agreement import (
    Agreement,
    OptionOffer,
    either,
    excluded,
    value_of,
    values_in_words,
)
from haggis_rules.ir.lower.options.option_declarations import seats_hold
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.syntax import ast
from haggis_rules.syntax.print_guard import show_condition, show_value

MOST_TABLES = 100  # of one text, each with clauses of its own

_OfOption = ast.OptionOn | ast.OptionOff | ast.OptionIs


def holds(guard: ast.Guard | None, agreement: Agreement) -> bool:
    """Tell whether all conditions hold; without a guard they do."""
    if guard is None:
        return True
    return all(_condition_holds(condition, agreement) for condition in guard.conditions)


def guards_in(file: ast.File) -> Iterator[ast.Guard]:
    """Yield every guard that a file writes, of clauses and of examples."""
    for entry in file.entries:
        if isinstance(entry, ast.Clause | ast.Replace | ast.Add) and entry.guard is not None:
            yield entry.guard
        for item in ast.items_in(entry):
            if isinstance(item, ast.Example | ast.Question) and item.guard is not None:
                yield item.guard


def check_guard(guard: ast.Guard, offer: OptionOffer) -> None:
    """See that each condition of a guard can hold and can fail, and that all can hold together.

    Raises ``NotOfferedError``, ``UnknownOptionError``, ``WrongTypeError`` or ``IdleGuardError``.
    """
    for condition in guard.conditions:
        if isinstance(condition, ast.SeatsAre) and _always(condition, offer):
            raise IdleGuardError(
                f"`{show_condition(condition)}` always holds here",
                condition.span,
                others=[] if offer.table is None else [(offer.table, "the table")],
                hint="take it out; what it guards is there at every table",
            )
    seatings = [seats for seats in offer.seatings if seats_hold(guard, seats)]
    if not seatings:
        raise _never(guard, "seats")
    for seats in seatings:
        for condition in guard.conditions:
            if not isinstance(condition, ast.SeatsAre):
                _check_option(condition, offer, seats)
        for name, values in _satisfying_values(guard, offer, seats).items():
            if not values:
                raise _never(guard, name)


def agreements(offer: OptionOffer, guards: Iterable[ast.Guard]) -> Iterator[Agreement]:
    """Yield agreements in which every guard holds once at least, each different in what is there.

    The usual options of every table come first, then each option alone at its other values.
    Raises ``TooManyOptionsError`` when there are more than anybody could look through.
    """
    # Not every combination, of which there may be 2^options, but for each guard the values by which
    # it may hold or fail: at each table about as many agreements as conditions have values. Two at
    # one table in which the same guards hold have the same clauses, and one of them is enough.
    several = tuple(dict.fromkeys(guards))
    examined: set[Agreement] = set()
    seen: set[tuple[int, ...]] = set()
    for agreement in _candidates(offer, several):
        if any(excluded(agreement)):
            continue
        signature = (agreement.seats, *(holds(guard, agreement) for guard in several))
        if signature not in seen:
            yield agreement
        seen.add(signature)
        examined.add(agreement)
        if len(examined) > MOST_TABLES:
            raise TooManyOptionsError(
                f"these guards make more than {MOST_TABLES} different tables",
                several[-1].span,
                hint="let options that are agreed on together be one `choice`",
            )


def combinations(offer: OptionOffer, guards: Iterable[ast.Guard]) -> Iterator[Agreement]:
    """Yield every agreement on truths and choices, and on numbers that these guards look at.

    At each table the usual options come first, and then those with fewest that are not usual. Of a
    number the values that a guard asks for are taken, and the usual one.
    Raises ``TooManyOptionsError`` when there are more than anybody could look through.
    """
    several = tuple(dict.fromkeys(guards))
    for seats in offer.seatings:
        usual = offer.usual(seats)
        names = [option.name for option in usual.options]
        values = [_values(option, several, offer, seats) for option in usual.options]
        if prod(map(len, values)) > MOST_TABLES:
            raise TooManyOptionsError(
                f"the options can be agreed on in {prod(map(len, values))} ways at this table",
                next(one.place for one in offer.offered if seats in one.seats),
                hint=f"{MOST_TABLES} can be looked at; name those that matter with `--option`",
            )
        assignments = (dict(zip(names, assignment, strict=True)) for assignment in product(*values))
        agreed = (_changed(usual, assignment) for assignment in assignments)
        yield from sorted(
            (one for one in agreed if not any(excluded(one))),
            key=lambda one: sum(option.value != option.usual for option in one.options),
        )


def _values(
    option: ir.Option, guards: Iterable[ast.Guard], offer: OptionOffer, seats: int
) -> tuple[int, ...]:
    """Return the values of an option that may be different rules, the usual one first."""
    found: dict[int, None] = {int(option.usual): None}
    match option.type:
        case ChoiceType(choices=choices):
            found |= dict.fromkeys(range(len(choices)))
        case NumberType():
            here = (guard for guard in guards if seats_hold(guard, seats))
            for condition in (condition for guard in here for condition in guard.conditions):
                if not isinstance(condition, ast.SeatsAre) and condition.name.text == option.name:
                    found |= dict.fromkeys(_distinguishing_values(condition, offer, seats))
        case Plain():
            found |= dict.fromkeys((0, 1))
    return tuple(found)


def _candidates(offer: OptionOffer, guards: tuple[ast.Guard, ...]) -> Iterator[Agreement]:
    for seats in offer.seatings:
        yield offer.usual(seats)
    for seats in offer.seatings:
        for guard in guards:
            for condition in guard.conditions:
                if not isinstance(condition, ast.SeatsAre):
                    for value in _distinguishing_values(condition, offer, seats):
                        yield _changed(offer.usual(seats), {condition.name.text: value})
            satisfying = _satisfying_values(guard, offer, seats)
            if seats_hold(guard, seats) and all(satisfying.values()):
                settled = {name: min(values) for name, values in satisfying.items()}
                yield _changed(offer.usual(seats), settled)


def _condition_holds(condition: ast.Condition, agreement: Agreement) -> bool:
    if isinstance(condition, ast.SeatsAre):
        return agreement.seats in [count.value for count in condition.counts]
    agreed = next((o for o in agreement.options if o.name == condition.name.text), None)
    if agreed is None:  # a fault; what stands there is typed all the same
        return isinstance(condition, ast.OptionOn)
    return agreed.value == _wanted(condition, agreed)


def _never(guard: ast.Guard, name: str) -> IdleGuardError:
    return IdleGuardError(
        "this guard never holds",
        guard.span,
        hint=f"its conditions leave no value for `{name}`",
    )


def _always(condition: ast.SeatsAre, offer: OptionOffer) -> bool:
    """Tell whether every table has these seats. Raises its fault when no table has some."""
    for count in condition.counts:
        if count.value not in offer.seatings:
            raise NotOfferedError(
                f"nobody plays this with {count.value} seats",
                count.span,
                others=[] if offer.table is None else [(offer.table, "the table")],
                hint=f"the table has {either(offer.seatings)} seats",
            )
    return {count.value for count in condition.counts} >= set(offer.seatings)


def _check_option(condition: _OfOption, offer: OptionOffer, seats: int) -> None:
    name = condition.name
    offered = offer.find(name.text, seats)
    if offered is None:
        raise _unknown(name, offer, seats)
    option = offered.option
    declared = [(offered.place, "it is declared here")]
    if option.type is Plain.TRUTH and isinstance(condition, ast.OptionIs):
        raise WrongTypeError(
            f"`{option.name}` is a truth, and stands by itself",
            condition.span,
            others=declared,
            hint=f"write `with {option.name}` or `with not {option.name}`",
        )
    if option.type is not Plain.TRUTH and not isinstance(condition, ast.OptionIs):
        raise WrongTypeError(
            f"`{option.name}` is not a truth, but {values_in_words(option)}",
            condition.span,
            others=declared,
            hint=f"say which it has to be: `with {option.name} is ...`",
        )
    if isinstance(condition, ast.OptionIs) and _wanted(condition, option) is None:
        raise NotOfferedError(
            f"`{option.name}` is never `{show_value(condition.value)}`",
            condition.value.span,
            others=[
                *declared,
                *([(offered.words, "these are its values")] if offered.words else []),
            ],
            hint=f"it is {values_in_words(option)}",
        )


def _unknown(name: ast.Name, offer: OptionOffer, seats: int) -> UnknownOptionError:
    """Say that there is no such option, or none for so many seats."""
    if elsewhere := offer.seats_of(name.text):
        place = offer.find(name.text, elsewhere[0])
        return UnknownOptionError(
            f"`{name.text}` is nothing to agree on with {seats} seats",
            name.span,
            others=[] if place is None else [(place.place, "it is declared here")],
            hint=f"put the seats into the guard as well: `with {either(elsewhere)} seats and ...`",
        )
    return UnknownOptionError(
        f"no option is called `{name.text}`", name.span, hint=_hint(name.text, offer)
    )


def _hint(name: str, offer: OptionOffer) -> str:
    known = did_you_mean(name, (option.name for option in offer.options()))
    reminder = "a guard looks at seats and options alone"
    return known if known.startswith("did") else "; ".join(filter(None, (known, reminder)))


def _wanted(condition: _OfOption, option: ir.Option) -> int | bool | None:
    """Return the value that a condition asks for; None when the option has no such value."""
    match condition:
        case ast.OptionOn():
            return True
        case ast.OptionOff():
            return False
        case ast.OptionIs(value=value):
            return value_of(option, value.text if isinstance(value, ast.Name) else value.value)


def _satisfying_values(guard: ast.Guard, offer: OptionOffer, seats: int) -> dict[str, set[int]]:
    """Return the values of each option, of those for so many seats, for which a guard holds.

    A guard is a conjunction, so each condition narrows what is left; an empty set is a guard that
    never holds.
    """
    found: dict[str, set[int]] = {}
    for condition in guard.conditions:
        if not isinstance(condition, ast.SeatsAre):
            name = condition.name.text
            offered = offer.find(name, seats)
            wanted = None if offered is None else _wanted(condition, offered.option)
            values: set[int] = set() if wanted is None else {int(wanted)}
            found[name] = found.get(name, values) & values
    return found


def _distinguishing_values(condition: _OfOption, offer: OptionOffer, seats: int) -> Iterable[int]:
    """Return the values of an option that may make a difference to a condition."""
    offered = offer.find(condition.name.text, seats)
    if offered is None:
        return ()
    match offered.option.type:
        case ChoiceType(choices=choices):
            return range(len(choices))
        case NumberType():
            wanted = _wanted(condition, offered.option)
            return () if wanted is None else (int(wanted),)
        case Plain():
            return (0, 1)


def _changed(agreement: Agreement, values: Mapping[str, int]) -> Agreement:
    """Return an agreement with other values of some options."""
    return Agreement(
        agreement.seats,
        tuple(
            replace(o, value=bool(values[o.name]) if o.type is Plain.TRUTH else values[o.name])
            if o.name in values
            else o
            for o in agreement.options
        ),
    )
