"""The table as one seat sees it: what each player holds, has and stands for, and what lies open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from haggis_rules.cli.terminal.output import page_width, wrapped
from haggis_rules.cli.terminal.play_lines import reading_words
from haggis_rules.ir.game import CardParam, CombinationParam, Game, Owner, StateVariable
from haggis_rules.ir.types import OptionType, Plain, Type
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.knowledge.seen import SeenValue, SeenZone
from haggis_rules.notation.table_text import Whose, value_parts, zone_rows
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Combination, Value, size
from haggis_rules.wording.names import in_words

_MARKS = 24  # columns that are left at least for what a player stands for
_SCORE = "score"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player at the table: how many cards in each place, the score, and what else is known."""

    name: str
    counts: tuple[str, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatTable:
    """What one seat sees: a row for each player, and below them what belongs to nobody."""

    headings: tuple[str, ...]
    rows: tuple[SeatRow, ...]
    places: tuple[tuple[str, str], ...]
    values: tuple[str, ...]

    def drawn(self) -> Iterator[str]:
        """Yield lines with columns, or a line for each player where there is no room for them."""
        names = max(len(row.name) for row in self.rows)
        wide = [
            max(len(heading), *(len(row.counts[at]) for row in self.rows))
            for at, heading in enumerate(self.headings)
        ]
        start = 2 + names + sum(2 + one for one in wide) + 2
        if start + _MARKS > page_width():
            yield from (wrapped(text, indent=2, hanging=2) for text in self.sentences())
            return
        cells = [each.rjust(room) for each, room in zip(self.headings, wide, strict=True)]
        yield "  ".join(["  ".ljust(2 + names), *cells])
        for row in self.rows:
            cells = [each.rjust(room) for each, room in zip(row.counts, wide, strict=True)]
            line = "  ".join([f"  {row.name.ljust(names)}", *cells])
            marks = wrapped(", ".join(row.marks), width=page_width() - start).split("\n")
            yield f"{line}  {marks[0]}".rstrip()
            yield from (" " * start + more for more in marks[1:])
        for name, there in self.places:
            yield wrapped(f"{name}  {there}", indent=2, hanging=len(name) + 2)
        if self.values:
            yield wrapped("; ".join(self.values), indent=2)

    def sentences(self) -> Iterator[str]:
        """Yield the same as one sentence for each player and each place."""
        for row in self.rows:
            counts = [f"{one} {two}" for one, two in zip(self.headings, row.counts, strict=True)]
            yield _sentence(f"{row.name}: {', '.join([*counts, *row.marks])}")
        yield from (_sentence(f"{name.strip()}: {there}") for name, there in self.places)
        if self.values:
            yield _sentence("; ".join(self.values))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def seat_table(view: MatchView, whose: Whose, *, spelled: bool = False) -> SeatTable:
    """Return the table as a seat sees it; with ``spelled``, readings are in words."""
    game, seats = view.game, range(view.game.seats)
    owned = {zone.name: zone.owner for zone in game.zones}
    held = [zone for zone in view.table.zones if owned[zone.place.zone] is Owner.SEAT]
    zones = [
        name
        for name in dict.fromkeys(zone.place.zone for zone in held)
        if any(_count(zone) for zone in held if zone.place.zone == name)
    ]
    scores = _scores_by_seat(game, view.scores)
    counts = [
        [str(sum(_count(one) for one in held if one.place == (name, seat))) for name in zones]
        for seat in seats
    ]
    personal, others = _split_values(view, scores)
    open_to = _chosen_from(game)
    return SeatTable(
        (*zones, *([_SCORE] if scores else [])),
        tuple(
            SeatRow(
                f"{whose(seat)} ({game.teams[game.team_of(seat)]})" if game.teams else whose(seat),
                (*counts[seat], *([str(scores[seat])] if scores else [])),
                (
                    *_marks(game, personal, seat),
                    *(_shown(game, one) for one in held if _is_open(one, seat, view, open_to)),
                ),
            )
            for seat in seats
        ),
        tuple(zone_rows(game, _places(view, held, open_to), whose, brief=True)),
        tuple(_values(game, others, whose, spelled=spelled)),
    )


def _count(zone: SeenZone) -> int:
    return size(zone.cards) + zone.unseen


def _scores_by_seat(game: Game, scores: Sequence[int]) -> list[int]:
    """Return the score of each seat, or of its team; nothing without a score sheet."""
    if not scores:
        return []
    teams = scoring(game) is Owner.TEAM
    return [scores[game.team_of(seat) if teams else seat] for seat in range(game.seats)]


def _chosen_from(game: Game) -> set[str]:
    """Name the zones from which actions choose cards, as hands are."""
    params = [param for action in game.actions for param in action.params]
    zones = [one.zone.zone for one in params if isinstance(one, CombinationParam | CardParam)]
    return {game.zones[zone].name for zone in zones}


def _is_open(zone: SeenZone, seat: int, view: MatchView, open_to: set[str]) -> bool:
    """Whether the reader sees cards from which another player chooses."""
    return zone.place.owner == seat != view.seat and zone.place.zone in open_to and bool(zone.cards)


def _shown(game: Game, zone: SeenZone) -> str:
    return f"{zone.place.zone} shows {show_cards(game, zone.cards)}"


def _places(view: MatchView, held: Sequence[SeenZone], open_to: set[str]) -> list[SeenZone]:
    """Return the places that stand below the players: those of nobody and of teams, and one's own.

    One's own hand comes last, next to what is typed.
    """
    common = [zone for zone in view.table.zones if zone not in held]
    own = [zone for zone in held if zone.place.owner == view.seat and zone.place.zone in open_to]
    return [*common, *own]


def _split_values(
    view: MatchView, scores: Sequence[int]
) -> tuple[list[tuple[StateVariable, SeenValue]], list[SeenValue]]:
    """Return what is kept in mind of single players, and what of all; scores are told already."""
    known = {variable.name: variable for variable in view.game.states}
    personal: list[tuple[StateVariable, SeenValue]] = []
    others: list[SeenValue] = []
    for one in view.table.values:
        variable = known[one.name]
        if variable.owner is Owner.SEAT:
            if not (variable.lasting and _all_of(view, one.name) == [*scores]):
                personal.append((variable, one))
        elif variable.owner is Owner.NOBODY and _is_seat(variable):
            if one.value is not None:
                personal.append((variable, one))
        else:
            others.append(one)
    return personal, others


def _values(
    game: Game, others: Sequence[SeenValue], whose: Whose, *, spelled: bool
) -> Iterator[str]:
    """Yield what is kept in mind of all; what is none, false or 0 is not told."""
    shown: list[SeenValue] = []
    for one in others:
        value = one.value
        if spelled and isinstance(value, tuple) and not isinstance(value, Combination):
            yield f"{in_words(one.name)}: {reading_words(game, value)}"
        else:
            shown.append(one)
    yield from value_parts(game, shown, whose, brief=True)


def _inner(kind: Type) -> Type:
    return kind.inner if isinstance(kind, OptionType) else kind


def _all_of(view: MatchView, name: str) -> list[Value]:
    return [one.value for one in view.table.values if one.name == name]


def _is_seat(variable: StateVariable) -> bool:
    return _inner(variable.type) is Plain.SEAT


def _marks(
    game: Game, personal: Sequence[tuple[StateVariable, SeenValue]], seat: int
) -> Iterator[str]:
    """Yield what is said of a seat: the names of what it is, and values of what it has."""
    for variable, one in personal:
        if variable.owner is Owner.NOBODY:
            if one.value == seat:
                yield in_words(one.name)
        elif one.owner == seat:
            for part in value_parts(game, [one], str, brief=True):
                name, _, text = part.partition(": ")
                value = text.rpartition(" ")[2]
                yield in_words(name) if one.value is True else f"{in_words(name)} {value}"
