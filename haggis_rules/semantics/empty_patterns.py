"""What is only seen by working a text out: what the deck makes nothing of, or nobody can say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from haggis_rules.diagnostics.errors import ImpossiblePatternError, RuleError, WildValueError
from haggis_rules.ir.game import (
    Another,
    AtField,
    Game,
    Listed,
    Others,
    Part,
    Pattern,
    Place,
    Run,
    Wild,
)
from haggis_rules.ir.wild_states import states_of_wilds, wild_settings
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.wild_ranks import WildRanks


def empty_pattern_faults(game: Game, patterns: Patterns) -> tuple[RuleError, ...]:
    """Return a fault for each pattern that no cards of the deck make."""
    makeable = {reading[0] for reading in patterns.readings}
    found: list[RuleError] = []
    for index, pattern in enumerate(game.patterns):
        span = game.clauses[pattern.clause].span
        if index not in makeable and span is not None:
            found.append(
                ImpossiblePatternError(
                    f"no cards of this deck make a `{pattern.name}`",
                    span,
                    hint=_one_rank(game, pattern)
                    or "compare its ranks, its suits and the number of its cards with the deck",
                )
            )
    return tuple(found)


def wild_value_faults(game: Game) -> Iterator[RuleError]:
    """Yield a fault for each condition of wild cards that has no value for some card."""
    for wild in game.wilds:
        shown = wild.when if wild.applies is None else wild.applies
        if shown.span is not None and not _has_value(game, wild):
            names = (f"`{game.states[state].name}`" for state in states_of_wilds((wild,)))
            when = ", ".join(names)
            yield WildValueError(
                f"whether a card is wild here has no value{when and f' for some value of {when}'}",
                shown.span,
                hint="say first that it has one, as in `level is not none and ...`",
            )


def _has_value(game: Game, wild: Wild) -> bool:
    alone = replace(game, wilds=(wild,))
    try:
        for setting in wild_settings(alone):
            WildRanks(alone, setting)
    except Breach:
        return False
    return True


def _one_rank(game: Game, pattern: Pattern) -> str:
    """Say that two rows lie on one rank, when they do, whatever the fields are."""
    for index, part in enumerate(pattern.parts):
        twice = part.place.ranks if isinstance(part.place, Listed) else ()
        again = [rank for place, rank in enumerate(twice) if rank in twice[:place]]
        if again:
            return _same_rank_fault(f"the rank `{game.ranks[again[0]]}`")
        for other in pattern.parts[:index]:
            rank = _shared(game, pattern, part, other)
            if rank and (part.case == other.case or None in (part.case, other.case)):
                return _same_rank_fault(rank)
    return ""


def _same_rank_fault(rank: str) -> str:
    return (
        f"two of its rows lie on {rank}, but no two rows can have the same rank, whatever the "
        "suits or groups of their cards: ask for all cards of a rank in one row"
    )


def _shared(game: Game, pattern: Pattern, part: Part, other: Part) -> str:
    """Name a rank that two parts always share."""
    ends = _ends(part.place) & _ends(other.place)
    if ends:
        return f"the rank `{pattern.fields[min(ends)].name}`"
    match part.place, other.place:
        case Listed(ranks=one), Listed(ranks=two):
            both = sorted({*one} & {*two})
            return f"the rank `{game.ranks[both[0]]}`" if both else ""
        case _:
            return ""


def _ends(place: Place) -> frozenset[int]:
    """Return the fields in which a part always has a row."""
    match place:
        case AtField(field=field) | Run(top=field):
            return frozenset({field})
        case Others(highest=highest):
            return frozenset(highest)
        case Another() | Listed():
            return frozenset()
