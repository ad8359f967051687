"""What a clause that differs changes in fact: the shortest play in which it matters.

Of two variants one clause is exchanged, alone where it can be. What comes of it is compared with
what was there: first by the text, then by the deck and what is agreed on, by the plays there are
and what beats what, and at last in hands by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from haggis_rules.analysis.comparison.clause_differences import Difference
from haggis_rules.analysis.comparison.clause_exchange import ClauseExchanger
from haggis_rules.analysis.comparison.in_step import Detail, GamesInStep, HandDifference
from haggis_rules.analysis.comparison.shortest_hand import as_written, shortest_hand
from haggis_rules.analysis.comparison.smallest_plays import (
    GamePlays,
    LoneBeat,
    LonePlay,
    smallest_beat,
    smallest_play,
)
from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import ClauseStatus, Game, Option, Owner
from haggis_rules.ir.game_digests import play_digest
from haggis_rules.ir.matched_names import Renaming, matched
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.dealing import deal
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from haggis_rules.semantics.state import size


class SameReason(Enum):
    """Why it is certain that a clause changes nothing of play."""

    TEXT = "text"  # its formal text is the same, but for what checks it
    PROMISE = "promise"  # it follows from the others, or follows no longer
    NAMES = "names"  # the games are the same once names are matched
    GAME = "game"  # the games are the same in their typed form


@dataclass(frozen=True, slots=True)
class SameEffect:
    """A clause changes nothing, by its text. ``renamed`` is what is only called otherwise."""

    reason: SameReason
    renamed: tuple[Renaming, ...] = ()


@dataclass(frozen=True, slots=True)
class TableEffect:
    """The deck, the deal or what can be agreed on differs: each thing, by the first and second."""

    details: tuple[Detail, ...]


@dataclass(frozen=True, slots=True)
class UnknownEffect:
    """Nothing was found in so many hands, and among the plays with so many readings.

    ``whole`` is whether all plays with these readings were tried out.
    """

    hands: int
    readings: int = 0
    whole: bool = False


FoundEffect: TypeAlias = TableEffect | LonePlay | LoneBeat | HandDifference
AnyEffect: TypeAlias = FoundEffect | SameEffect | UnknownEffect


@dataclass(frozen=True, slots=True)
class ClauseEffect:
    """What a clause changes at a table of so many players.

    ``first`` and ``second`` are the rules that were compared, with the names of ``into``: the
    variant in which the clause was exchanged, 0 or 1, or None where both were compared as they are.
    Clauses ``beside`` are on both sides as in the other variant, because it needs them.
    ``lasting`` is whether the two variants differ there as well, with all that is different, and
    ``alike`` are the other numbers of players for which no more was found either.
    """

    clause: str
    players: int
    found: AnyEffect
    first: Rules
    second: Rules
    into: int | None = 0
    beside: tuple[str, ...] = ()
    lasting: bool = True
    alike: tuple[int, ...] = ()


def clause_effects(
    first: str,
    second: str,
    difference: Difference,
    seatings: Sequence[int],
    hands: int,
) -> Iterator[tuple[str, ClauseEffect | None]]:
    """Yield what each clause changes in which two variants differ, by its name.

    The first number of players counts for which a difference shows. None where no number of
    players suits both.
    """
    searches = [EffectSearch(first, second, players, hands) for players in seatings]
    changed = [(one.first, one.second) for one in difference.changed]
    lone = [(one.clause,) for one in (*difference.only_first, *difference.only_second)]
    for clauses in (*lone, *changed):
        derived = all(one.status is ClauseStatus.DERIVED for one in clauses)
        yield clauses[0].name, _everywhere(clauses[0].name, searches, derived=derived)


def _everywhere(
    name: str, searches: Sequence[EffectSearch], *, derived: bool
) -> ClauseEffect | None:
    """Return what a clause changes for the first number of players where it shows, or at all."""
    found: list[ClauseEffect] = []
    for search in searches:
        one = search.effect(name, derived=derived)
        if one is not None and _rank(one)[0] == 0:
            return one
        found += [] if one is None else [one]
    if not found:
        return None
    best = min(found, key=lambda one: _rank(one)[0])
    alike = [
        one.players for one in found if one is not best and type(one.found) is type(best.found)
    ]
    return replace(best, alike=tuple(alike))


class EffectSearch:
    """Looks for what clauses change, for two variants and one number of players."""

    def __init__(self, first: str, second: str, players: int, hands: int) -> None:
        self.exchanger = ClauseExchanger(first, second, players)
        self.players, self.hands = players, hands
        self._known: dict[str, Rules] = {}
        self._plays: dict[str, GamePlays] = {}

    def effect(self, name: str, *, derived: bool = False) -> ClauseEffect | None:
        """Return what a clause changes; None where neither variant has it at this table."""
        if not derived and not self.exchanger.has(name):
            return None
        whole = self._whole
        if derived or not self.exchanger.rules_differ(name):
            reason = SameReason.PROMISE if derived else SameReason.TEXT
            return ClauseEffect(name, self.players, SameEffect(reason), *whole)
        found: list[ClauseEffect] = []
        for into in (0, 1):
            one = self._exchanged(name, into)
            found += [] if one is None else [one]
            if one is not None and _rank(one) == (0, 0):
                break
        if not found:
            effect = self._compare(*whole)
            return ClauseEffect(name, self.players, effect, *whole, into=None)
        return min(found, key=_rank)

    @cached_property
    def _whole(self) -> tuple[Rules, Rules]:
        first, second = self.exchanger.games
        return self._rules(first), self._rules(matched(first, second)[0])

    def _exchanged(self, name: str, into: int) -> ClauseEffect | None:
        exchange = self.exchanger.exchanged(name, into=into)
        if exchange is None:
            return None
        games = (exchange.before, exchange.game)[:: -1 if into else 1]
        second, renamed = matched(*games)
        rules = self._rules(games[0]), self._rules(second)
        effect: AnyEffect
        if rules[0] is rules[1]:
            effect = SameEffect(SameReason.NAMES if renamed else SameReason.GAME, renamed)
        else:
            effect = self._compare(*rules)
        found = ClauseEffect(name, self.players, effect, *rules, into, exchange.names[1:])
        return replace(found, lasting=self._lasts(found))

    def _compare(self, first: Rules, second: Rules) -> AnyEffect:
        details = tuple(_table(first.game, second.game))
        if details:
            return TableEffect(details)
        try:
            return self._in_play(first, second)
        except (Breach, OverBudgetError):  # unsound rules, or too much work: nothing is known
            return UnknownEffect(self.hands)

    def _in_play(self, first: Rules, second: Rules) -> AnyEffect:
        plays = self._of(first), self._of(second)
        searched = smallest_play(*plays)
        found: FoundEffect | None = searched.found or smallest_beat(*plays)
        found = found or shortest_hand(GamesInStep(first, second), self.hands)
        return found or UnknownEffect(self.hands, searched.readings, searched.whole)

    def _lasts(self, effect: ClauseEffect) -> bool:
        """Whether the variants as they are differ on what was found, too."""
        first, second = self._whole
        decks = [dict(_deck(one.game)) for one in (first, second, effect.first)]
        if decks != decks[:1] * len(decks):
            return True  # with another deck nothing is the same, and plays mean other cards
        match effect.found:
            case LonePlay(first=by_first, play=play):
                sides = [self._of(rules) for rules in (first, second)]
                written = (effect.first if by_first else effect.second).show(play.reading)
                made = [one.makes(written, play.cards) for one in sides]
                return made == [by_first, not by_first]
            case HandDifference(hand=hand, actions=actions, by_first=by_first):
                again = GamesInStep(first, second).compare(hand, as_written(actions), len(actions))
                return again is not None
            case LoneBeat() | TableEffect() | SameEffect() | UnknownEffect():
                return True

    def _rules(self, game: Game) -> Rules:
        """Return the rules of a game: of those that play alike always the same."""
        digest = play_digest(game)
        if digest not in self._known:
            self._known[digest] = Rules(game)
        return self._known[digest]

    def _of(self, rules: Rules) -> GamePlays:
        key = rules.digest
        if key not in self._plays:
            self._plays[key] = GamePlays(rules)
        return self._plays[key]


def _rank(effect: ClauseEffect) -> tuple[int, int]:
    """Order what was found in both directions: what tells more of the two variants comes first."""
    match effect.found:
        case SameEffect():
            return 3, len(effect.beside)
        case UnknownEffect():
            return 2, len(effect.beside)
        case TableEffect() | LonePlay() | LoneBeat() | HandDifference():
            return (0 if effect.lasting else 1), len(effect.beside)


def _table(first: Game, second: Game) -> Iterator[Detail]:
    """Yield what differs before the first action: the deck, the deal, and what is agreed on."""
    if first.ranks != second.ranks:
        yield Detail("the ranks", " ".join(first.ranks), " ".join(second.ranks))
    decks = [Counter(dict(_deck(game))) for game in (first, second)]
    for name in dict.fromkeys([*decks[0], *decks[1]]):
        many = [deck[name] for deck in decks]
        if many[0] != many[1]:
            yield Detail(f"{name} in the deck", *map(str, many))
    if decks[0] == decks[1]:
        yield from _deal(first, second)
        yield from _audiences(first, second)
    options = [{one.name: one for one in game.options} for game in (first, second)]
    for name in dict.fromkeys([*options[0], *options[1]]):
        offered = [one.get(name) for one in options]
        if offered[0] is None or offered[1] is None or _said(*offered[:1]) != _said(*offered[1:]):
            words = (_option(game, one) for game, one in zip((first, second), offered, strict=True))
            yield Detail(f"the option {name}", *words)


def _deck(game: Game) -> Iterator[tuple[str, int]]:
    yield from ((game.card_name(index), card.copies) for index, card in enumerate(game.cards))


def _deal(first: Game, second: Game) -> Iterator[Detail]:
    """Yield the places that both have, and into which not the same number of cards is dealt."""
    dealt = [dict(_dealt(game)) for game in (first, second)]
    for place in dealt[0]:
        if place in dealt[1] and dealt[0][place] != dealt[1][place]:
            words = (f"{one[place]} cards are dealt" for one in dealt)
            yield Detail(place, *words)


def _audiences(first: Game, second: Game) -> Iterator[Detail]:
    """Yield the places and values that both have, and that not the same players see."""
    seen = [dict(_seen(game)) for game in (first, second)]
    for what in seen[0]:
        if what in seen[1] and seen[0][what] != seen[1][what]:
            yield Detail(what, *(f"seen by {one[what]}" for one in seen))


def _seen(game: Game) -> Iterator[tuple[str, str]]:
    for zone in game.zones:
        for group, audience in zip(game.groups, zone.audiences, strict=True):
            yield f"{group.name} in {zone.name}", audience.value
    yield from ((one.name, one.audience.value) for one in game.states)


def _dealt(game: Game) -> Iterator[tuple[str, int]]:
    # How many cards lie where is the same in every deal, but for who gets one card more.
    zones = deal(game, {}, random_stream(1, StreamPurpose.COMPARISON))
    for zone, held in zip(game.zones, zones, strict=True):
        for owner, cards in enumerate(held if isinstance(held, tuple) else (held,)):
            of = "" if zone.owner is Owner.NOBODY else f" of {game.owner_name(zone.owner, owner)}"
            yield f"{zone.name}{of}", size(cards)


def _said(one: Option | None) -> object:
    return one and (one.type, one.usual)


def _option(game: Game, one: Option | None) -> str:
    if one is None:
        return "not there"
    return f"usually {show_value(game, one.type, one.usual)}"
