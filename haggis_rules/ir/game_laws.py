"""What holds between the parts of a well-formed game, beyond each expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from haggis_rules.ir import game as ir
from haggis_rules.ir.bounds import within
from haggis_rules.ir.reads import reads, reads_now
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, Unit, missing_end
from haggis_rules.ir.wild_states import (
    MOST_SETTINGS,
    is_seen_by_all,
    number_of_settings,
    wild_states,
)

FINISHED = "finished"  # the exported word that says when a hand is over


def broken_laws(game: ir.Game) -> Iterator[str]:
    """Tell in words which laws a game breaks."""
    for law in _LAWS:
        yield from law(game)


def _seats_and_options(game: ir.Game) -> Iterator[str]:
    if game.seats not in game.seatings or list(game.seatings) != sorted(set(game.seatings)):
        yield f"{game.seats} seats are not one of {game.seatings}"
    for option in game.options:
        for value in (option.usual, option.value):
            if not _is_value(option.type, value):
                yield f"`{option.name}` cannot be {value}"


def _is_value(kind: NumberType | ChoiceType | Plain, value: int | bool) -> bool:  # noqa: FBT001
    match kind:
        case NumberType(bounds=bounds):
            return not isinstance(value, bool) and within(bounds, value)
        case ChoiceType(choices=choices):
            return not isinstance(value, bool) and 0 <= value < len(choices)
        case Plain():
            return kind is Plain.TRUTH and isinstance(value, bool)


def _bounded(game: ir.Game) -> Iterator[str]:
    """See that only what lasts, and is not left to chance, has no lowest or no highest value."""
    for state in game.states:
        missing = _missing(state.type)
        if missing and (not state.lasting or isinstance(state.initial, ir.Chance)):
            yield f"`{state.name}` has no {missing} value"
    for option in game.options:
        missing = _missing(option.type)
        if missing:
            yield f"`{option.name}` has no {missing} value"


def _missing(kind: Type) -> str:
    """Return which end a number lacks; nothing when it has both, or is no number."""
    inner = kind.inner if isinstance(kind, OptionType) else kind
    return missing_end(inner) if isinstance(inner, NumberType) and None in inner.bounds else ""


def _pairs(game: ir.Game) -> Iterator[str]:
    """See that zones alone are there for pairs of seats, and that no cards are dealt to them."""
    for state in game.states:
        if state.owner is ir.Owner.PAIR or state.audience in {ir.Audience.OTHER, ir.Audience.BOTH}:
            yield f"`{state.name}` is kept for pairs of seats"
    for one in game.deals:
        if game.zones[one.zone].owner is ir.Owner.PAIR:
            yield f"{one.clause} deals cards to pairs of seats"


def _first_values(game: ir.Game) -> Iterator[str]:
    """See that all begin with what is there: what lasts with what lasts, the rest with both."""
    lasting = frozenset(i for i, state in enumerate(game.states) if state.lasting)
    for index, state in enumerate(game.states):
        if isinstance(state.initial, ir.Chance):
            continue
        read = reads(game, state.initial)
        before = frozenset(range(index))
        known = before & lasting if state.lasting else before | lasting
        if not read.states <= known or (state.lasting and read.zones):
            yield f"`{state.name}` begins with what is not there yet"


def _deals(game: ir.Game) -> Iterator[str]:
    """See that each group is of one stock, and that a deal starts with what all know before it."""
    stocks: dict[int, tuple[int, ...]] = {}
    for one in game.deals:
        if isinstance(one, ir.DealEach):
            continue
        if len(set(one.groups)) != len(one.groups) or any(
            stocks.setdefault(group, one.groups) != one.groups for group in one.groups
        ):
            yield f"{one.clause} shuffles groups together that are shuffled otherwise elsewhere"
        if isinstance(one, ir.DealRest) and one.start is not None:
            read = reads(game, one.start)
            known = [game.states[index] for index in read.states]
            open_ = all(each.lasting and each.audience is ir.Audience.ALL for each in known)
            if read.zones or not open_ or game.zones[one.zone].owner is ir.Owner.NOBODY:
                yield f"{one.clause} starts a deal with what is not known to all before it"


def _moments(game: ir.Game) -> Iterator[str]:
    """See that what lasts changes between hands alone, and that nothing else does there."""
    moves: tuple[ir.ActionSchema | ir.Step, ...] = (*game.actions, *game.steps)
    for move in moves:
        for one in move.effects:
            if any(game.states[let.state].lasting for let in _lets(one.effect)):
                yield f"`{move.name}` changes what lasts"
    for one in game.between:
        lets = list(_lets(one.effect))
        if not lets or not all(game.states[let.state].lasting for let in lets):
            yield f"{one.clause} changes between hands what does not last"


def _lets(effect: ir.Effect) -> Iterator[ir.Let]:
    match effect:
        case ir.Let():
            yield effect
        case ir.Move():
            pass
        case ir.ForEach(effect=inner) | ir.Openly(effect=inner):
            yield from _lets(inner)


def _ends(game: ir.Game) -> Iterator[str]:
    """See that the end of a match depends on what lasts, and that its hands end."""
    if game.until is not None:
        read = reads(game, game.until.expr)
        if read.zones or not all(game.states[index].lasting for index in read.states):
            yield f"{game.until.clause} looks at what does not last"
    if game.between or game.until is not None:
        found = game.definitions.get(FINISHED)
        if found is None or found.params or not found.exported or found.type is not Plain.TRUTH:
            yield "nothing says when a hand is over"


def _score_sheet(game: ir.Game) -> Iterator[str]:
    """See that all entries are points of a seat, or all of a team."""
    owners: set[Type] = set()
    for name in game.scores:
        entry = game.definitions.get(name)
        if entry is None or entry.form is not ir.Form.FUNCTION or not entry.exported:
            yield f"`{name}` is no entry of a score sheet"
            continue
        owners |= {param.type for param in entry.params}
        if not isinstance(entry.type, NumberType) or entry.type.unit is not Unit.POINTS:
            yield f"`{name}` is not a number of points"
    if len(owners) > 1 or not owners <= {Plain.SEAT, Plain.TEAM}:
        yield "the score sheet is not for all seats, or for all teams"


def _promises(game: ir.Game) -> Iterator[str]:
    """See that what holds for any values looks at no state, and that they can be gone through.

    What holds between hands looks at what lasts.
    """
    for promise in game.promises:
        match promise.form:
            case ir.ForAny(params=params, claim=claim):
                read = reads(game, claim)
                if read.states or read.zones or read.names - {p.name for p in params}:
                    yield f"`{promise.name}` looks at the state"
                if not all(_ranges(param.type) for param in params):
                    yield f"`{promise.name}` ranges over too much"
            case ir.Apart(pattern=pattern, others=others):
                named = (pattern, *others)
                known = all(0 <= index < len(game.patterns) for index in named)
                if not others or len(set(named)) != len(named) or not known:
                    yield f"`{promise.name}` does not name each of its patterns once"
            case ir.AnyMade():
                yield from _any_made(promise.name, promise.form, game)
            case ir.EachHand(claim=claim):
                read = reads_now(game, claim)
                if read.zones or not all(game.states[index].lasting for index in read.states):
                    yield f"`{promise.name}` looks at what does not last"
                if not game.between and game.until is None:
                    yield f"`{promise.name}` speaks of two hands, and a match is one"
            case ir.Always() | ir.AtRest() | ir.EachMove() | ir.Measure() | ir.Progress():
                pass


def _any_made(name: str, form: ir.AnyMade, game: ir.Game) -> Iterator[str]:
    if not (0 <= form.pattern < len(game.patterns) and 0 <= form.zone < len(game.zones)):
        yield f"`{name}` names no pattern or no zone"
    read = reads(game, form.claim)
    if read.states or read.zones or read.names - {form.name}:
        yield f"`{name}` looks at the state"
    if form.when is not None and reads(game, form.when).names:
        yield f"`{name}` has a condition that looks at the combination"


def _ranges(kind: Type) -> bool:
    """Tell whether a parameter can go through all its values."""
    return isinstance(kind, ChoiceType) or (
        isinstance(kind, Plain) and kind is not Plain.COMBINATION
    )


def _wilds(game: ir.Game) -> Iterator[str]:
    """See that what a card stands for rests on nothing but states that all see, of few values."""
    for wild in game.wilds:
        read = reads(game, wild.when)
        if wild.applies is not None:
            read |= reads(game, wild.applies)
        hidden = [state for state in read.states if not is_seen_by_all(game.states[state])]
        if read.zones or hidden:
            yield f"{wild.clause} lets a card depend on what not all see"
    number = number_of_settings([game.states[one].type for one in wild_states(game)], game.size)
    if number is None or number > MOST_SETTINGS:
        yield "which cards are wild rests on states with too many values"


def _lines(game: ir.Game) -> Iterator[str]:
    """See that what each line needs has a line: cards that keep a suit and are not wild."""
    for need in (need for need in game.needs if need.each_line):
        free = game.groups[need.group].any_suit is not None
        bare = any(c.suit is None for c in game.cards if c.group == need.group)
        wild = any({*w.patterns} & {*need.patterns} for w in game.wilds if w.group == need.group)
        if free or bare or wild:
            yield f"{need.clause} asks lines for cards that have none"


_LAWS: tuple[Callable[[ir.Game], Iterator[str]], ...] = (
    _seats_and_options,
    _bounded,
    _pairs,
    _first_values,
    _deals,
    _moments,
    _ends,
    _score_sheet,
    _promises,
    _wilds,
    _lines,
)
