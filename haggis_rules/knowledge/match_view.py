"""The score sheet of a match, and what a seat knows of a match, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import Plain
from haggis_rules.knowledge.seen import SeenValue
from haggis_rules.knowledge.seen_forms import (
    list_form,
    number_form,
    owner_form,
    truth_form,
    values_form,
    variant_form,
)
from haggis_rules.knowledge.view import View, view_form, view_to_line
from haggis_rules.knowledge.view_json import (
    EndedHandJson,
    HandScoreJson,
    MatchViewJson,
    ScoreEntryJson,
)
from haggis_rules.notation import forms
from haggis_rules.notation.errors import MalformedError
from haggis_rules.notation.forms import JsonForm
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.typed_form import TypedForm, typed
from haggis_rules.semantics.between_hands import scoring


class ScoreEntry(NamedTuple):
    """An entry of the score sheet: its name, the seat or team, the points, and why.

    ``clauses`` has every clause that the points rest on, in the order of the rules.

    >>> from haggis_rules import greedy_player, load, next_action
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> while match.hand == 1:
    ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
    >>> entry = match.sheet[0].entries[0]
    >>> entry.name, entry.clauses
    ('going.out', ('score.out',))
    """

    name: str
    owner: int
    points: int
    clauses: tuple[str, ...]


class HandScore(NamedTuple):
    """The scores of one hand, with its number: entry by entry, as in the rules.

    >>> from haggis_rules import greedy_player, load, next_action
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> while match.hand == 1:
    ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
    >>> sheet = match.sheet[0]
    >>> (sheet.total(0), sheet.total(1)) == match.scores
    True
    """

    hand: int
    entries: tuple[ScoreEntry, ...]

    def total(self, owner: int) -> int:
        """Return what a seat, or a team, scored in the hand, in points.

        >>> from haggis_rules import greedy_player, load, next_action
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> while match.hand == 1:
        ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
        >>> match.sheet[0].total(0)
        45
        """
        return sum(one.points for one in self.entries if one.owner == owner)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats, or teams, that scored most in the hand: mostly one, and all in a tie.

        >>> from haggis_rules import greedy_player, load, next_action
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> while match.hand == 1:
        ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
        >>> match.sheet[0].leaders
        (0,)
        """
        totals = {one.owner: self.total(one.owner) for one in self.entries}
        return tuple(owner for owner, total in totals.items() if total == max(totals.values()))


class EndedHand(NamedTuple):
    """What a seat knows about a hand that is over: the scores, and everything it was shown.

    >>> from haggis_rules import greedy_player, load, next_action
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> while match.hand == 1:
    ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
    >>> ended = match.view(0).ended[0]
    >>> ended.sheet.hand, ended.view.seat
    (1, 0)
    """

    sheet: HandScore
    view: View


@dataclass(frozen=True, slots=True)
class MatchView:
    """All that a seat may know about a match, as plain data. The score sheet is open to all.

    ``table`` is the seat's view of the hand in play, ``values`` what it sees of the values that
    last from hand to hand, and ``ended`` what it knows about earlier hands. At the end of the
    match, ``table`` is the last hand.

    >>> from haggis_rules import load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> view = match.view(0)
    >>> view.seat, view.hand, view.scores
    (0, 1, (0, 0))
    >>> match.rules.match_view_from_json(view.to_json()) == view
    True
    """

    game: Game = field(repr=False, compare=False)
    seat: int
    hand: int
    finished: bool
    scores: tuple[int, ...]
    table: View
    values: tuple[SeenValue, ...]
    ended: tuple[EndedHand, ...]

    def __repr__(self) -> str:
        return f"<MatchView {view_to_line(self.game, self.table)}, hand {self.hand}>"

    def __str__(self) -> str:
        return f"{self.head}\n{self.table.drawn()}"

    def _repr_html_(self) -> str:
        return self.table.drawn_html(self.head)

    @property
    def head(self) -> str:
        """A line that says what is seen, by whom, and how the match stands.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.view(0).head
        'classic as seat 1 sees it, hand 1, scores: seat 1 0, seat 2 0'
        """
        return f"{self.table.head}, {scores_text(self.game, self.hand, self.scores)}"

    @property
    def scores_by_seat(self) -> tuple[int, ...]:
        """What each seat has scored so far: its own points, or those of its team.

        >>> from haggis_rules import load
        >>> match = load("neeps", players=4).new_match(seed=1)
        >>> match.view(0).scores, match.view(0).scores_by_seat
        ((0, 0), (0, 0, 0, 0))
        """
        return scores_of_seats(self.game, self.scores)

    def to_json(self) -> MatchViewJson:
        """Return the view as JSON, in the words of the rules: the message to a client.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.view(0).to_json()["table"]["zones"][1]
        {'zone': 'hand', 'of': 1, 'cards': ['J', 'Q', 'K'], 'unseen': 14}
        """
        return match_view_form(self.game).to_json(self)


def scores_of_seats(game: Game, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each seat has scored: its own points, or those of its team."""
    if scoring(game) is not Owner.TEAM:
        return scores
    return tuple(scores[game.team_of(seat)] for seat in range(game.seats))


def scores_text(game: Game, hand: int, scores: tuple[int, ...]) -> str:
    """Say which hand is played, and what each seat or team has got before it."""
    kind = scoring(game)
    got = [f"{game.owner_name(kind, of)} {points}" for of, points in enumerate(scores)]
    return ", ".join([f"hand {hand}", *([f"scores: {', '.join(got)}"] if got else [])])


@forms.for_each_game
def match_view_form(game: Game) -> TypedForm[MatchView, MatchViewJson]:
    """Return the form of what a seat knows of a match."""
    parts_of_hand: dict[str, JsonForm[Any]] = {"sheet": sheet_form(game), "view": view_form(game)}
    ended = typed(
        EndedHandJson,
        forms.converted(forms.mapping(parts_of_hand, "hand"), read=EndedHand._make),
    )
    parts: dict[str, JsonForm[Any]] = {
        "variant": variant_form(game),
        "seat": game_forms(game).value(Plain.SEAT),
        "hand": number_form(),
        "finished": truth_form(),
        "scores": list_form(number_form(), "scores"),
        "table": view_form(game),
        "values": values_form(game),
        "ended": list_form(ended, "hands"),
    }
    names = [field.name for field in fields(MatchView)]
    form = forms.of_class(MatchView, forms.mapping(parts, "view of a match"), names)
    return typed(MatchViewJson, form)


@forms.for_each_game
def sheet_form(game: Game) -> TypedForm[HandScore, HandScoreJson]:
    """Return the form of the score sheet of a hand."""
    entries = list_form(score_form(game), "entries")
    parts: dict[str, JsonForm[Any]] = {"hand": number_form(), "entries": entries}
    form = forms.converted(forms.mapping(parts, "sheet"), read=HandScore._make)
    return typed(HandScoreJson, form)


def score_form(game: Game) -> TypedForm[ScoreEntry, ScoreEntryJson]:
    """Return the form of an entry of the score sheet."""
    wrong = "an entry of a score sheet has a name, and is somebody's"
    owner = owner_form(game, scoring(game), "the score")
    clause = replace(forms.raw(), read=str, schema={"type": "string"})
    parts: dict[str, JsonForm[Any]] = {
        "name": replace(
            forms.text(lambda _: wrong),
            schema={"enum": game.scores} if game.scores else {"not": {}},
        ),
        "of": owner if game.scores else replace(owner, schema=forms.ref(Plain.SEAT.value)),
        "points": number_form(),
        "clauses": list_form(clause, "clauses"),
    }

    def entry(found: tuple[Any, ...]) -> ScoreEntry:
        if found[1] is None:
            raise MalformedError(wrong)
        return ScoreEntry._make(found)

    form = forms.converted(forms.mapping(parts, "entry", optional={"of"}), read=entry)
    return typed(ScoreEntryJson, form)
