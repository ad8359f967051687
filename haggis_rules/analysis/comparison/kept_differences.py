"""Plays in which variants differ, kept beside the rules as data, so that pages need no search.

Each is kept with the hashes of both games: when a rule changes, what was kept no longer counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from haggis_rules.analysis.comparison.clause_effects import (
    ClauseEffect,
    EffectSearch,
    SameEffect,
    TableEffect,
    UnknownEffect,
)
from haggis_rules.analysis.comparison.in_step import Detail, Ground, HandDifference
from haggis_rules.analysis.comparison.setting_words import setting_words
from haggis_rules.analysis.comparison.smallest_plays import LoneBeat, LonePlay
from haggis_rules.analysis.comparison.topics import Stance
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import ClauseStatus, Game
from haggis_rules.ir.game_digests import play_digest
from haggis_rules.ir.traversal import param_type
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Combination
from haggis_rules.storage import package_data

FILE = "differences.json"


@dataclass(frozen=True, slots=True)
class KeptMove:
    """What a seat does, counted from 1: the action, the cards with their reading, and the rest."""

    seat: int
    action: str
    cards: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptDetail:
    """A thing that differs, the entry of the score sheet that it is, and both values."""

    what: str
    entry: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class KeptDifference:
    """A clause by which two variants differ, and a play that shows it, all in words.

    ``games`` are the hashes of both as they play. ``kind`` is ``hand``, ``play`` or ``beats``.
    ``held`` are the cards of each seat, ``set_up`` what else is said, ``moves`` what is done, and
    ``tried`` is the move that one of the two refuses. A play, or two of which the first beats the
    second, are in ``plays``, and ``only`` is the variant that has it.
    """

    first: str
    second: str
    players: int
    clause: str
    games: tuple[str, str]
    kind: str
    beside: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    set_up: tuple[str, ...] = ()
    moves: tuple[KeptMove, ...] = ()
    tried: KeptMove | None = None
    details: tuple[KeptDetail, ...] = ()
    plays: tuple[str, ...] = ()
    only: str = ""


@lru_cache(maxsize=1)
def kept_differences() -> Mapping[tuple[str, str, int, str], KeptDifference]:
    """Return what is kept, by both variants, the number of players and the clause."""
    found = (_read(each) for each in json.loads(package_data.read("spec", FILE)))
    return {(one.first, one.second, one.players, one.clause): one for one in found}


def kept_for(first: Game, second: Game, clauses: Iterable[str]) -> KeptDifference | None:
    """Return the first difference by these clauses that is kept for two games as they are now."""
    for clause in clauses:
        one = kept_differences().get((first.name, second.name, first.seats, clause))
        if one is not None and one.games == (play_digest(first), play_digest(second)):
            return one
    return None


def clauses_about(first: Stance, second: Stance) -> list[str]:
    """Name the clauses by which two variants speak of a number, those of both first."""
    named = [
        [n.clause.name for n in one.named if n.clause.status is not ClauseStatus.DERIVED]
        for one in (first, second)
    ]
    both = [name for name in named[0] if name in named[1]]
    return list(dict.fromkeys([*both, *named[1], *named[0]]))


def look_for(
    first: Game, second: Game, clauses: Iterable[str], search: EffectSearch
) -> Iterator[KeptDifference]:
    """Yield what shows of two games by some clauses, to be kept."""
    for clause in clauses:
        effect = search.effect(clause)
        if effect is not None and effect.lasting:
            one = _kept(first, second, effect)
            if one is not None:
                yield one


def written(differences: Iterable[KeptDifference]) -> str:
    """Return the text of the file that keeps these."""
    return json.dumps([asdict(one) for one in differences], indent=1, ensure_ascii=False) + "\n"


def _kept(first: Game, second: Game, effect: ClauseEffect) -> KeptDifference | None:
    games = play_digest(first), play_digest(second)
    common: dict[str, Any] = {
        "first": first.name,
        "second": second.name,
        "players": first.seats,
        "clause": effect.clause,
        "games": games,
        "beside": effect.beside,
    }
    names = first.name, second.name
    match effect.found:
        case HandDifference() as hand:
            return KeptDifference(**common, kind="hand", **_hand(effect, hand))
        case LonePlay(first=by_first, play=play):
            own = effect.first if by_first else effect.second
            only = names[0 if by_first else 1]
            return KeptDifference(**common, kind="play", plays=(own.show(play),), only=only)
        case LoneBeat(first=by_first, over=over, under=under):
            plays = effect.first.show(over), effect.first.show(under)
            only = names[0 if by_first else 1]
            return KeptDifference(**common, kind="beats", plays=plays, only=only)
        case TableEffect() | SameEffect() | UnknownEffect():
            return None  # no play, so nothing to draw


def _hand(effect: ClauseEffect, hand: HandDifference) -> dict[str, Any]:
    own = effect.first if hand.by_first else effect.second
    moves = [_move(own, action) for action in hand.actions]
    tried = moves.pop() if hand.ground is Ground.ALLOWED else None
    game = effect.first.game
    return {
        "held": tuple(show_cards(game, cards) for cards in hand.hand.held),
        "set_up": tuple(setting_words(game, hand.hand)),
        "moves": tuple(moves),
        "tried": tried,
        "details": tuple(map(_detail, hand.details)),
    }


def _move(rules: Rules, action: Action) -> KeptMove:
    game = rules.game
    plays = [one for one in action.arguments if isinstance(one, Combination)]
    words = tuple(
        show_value(game, param_type(param), value)
        for param, value in zip(game.action(action.name).params, action.arguments, strict=True)
        if not isinstance(value, Combination)
    )
    return KeptMove(action.actor + 1, action.name, tuple(_play(rules, p) for p in plays), words)


def _play(rules: Rules, play: Combination) -> str:
    """Write a play, with its reading where the cards alone leave a choice."""
    alone = len(rules.writing.readings(play.cards)) == 1
    return show_cards(rules.game, play.cards) if alone else rules.show(play)


def _detail(one: Detail) -> KeptDetail:
    return KeptDetail(one.what, one.entry, one.first, one.second)


def _read(data: dict[str, Any]) -> KeptDifference:
    lists = ("games", "beside", "held", "set_up", "plays")
    read: dict[str, Any] = {
        **data,
        **{name: tuple(data[name]) for name in lists},
        "moves": tuple(map(_read_move, data["moves"])),
        "tried": None if data["tried"] is None else _read_move(data["tried"]),
        "details": tuple(KeptDetail(**one) for one in data["details"]),
    }
    return KeptDifference(**read)


def _read_move(data: dict[str, Any]) -> KeptMove:
    return KeptMove(data["seat"], data["action"], tuple(data["cards"]), tuple(data["words"]))
