"""What `haggis diff` tells of a clause that differs: the shortest play in which it matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.analysis.comparison.clause_effects import (
    ClauseEffect,
    SameEffect,
    SameReason,
    TableEffect,
    UnknownEffect,
)
from haggis_rules.analysis.comparison.in_step import Detail, Ground, HandDifference
from haggis_rules.analysis.comparison.setting_words import setting_words
from haggis_rules.analysis.comparison.small_hands import SmallHands
from haggis_rules.analysis.comparison.smallest_plays import LoneBeat, LonePlay
from haggis_rules.cli.outputs.effects import EffectDetail, EffectJson, EffectPlace, HandEffectJson
from haggis_rules.cli.terminal.output import count, table, wrapped
from haggis_rules.cli.terminal.play_lines import play_record, reading_record
from haggis_rules.diagnostics.nouns import listed
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game, Owner
from haggis_rules.notation.position import position_to_json
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards

_INDENT = 4
_UNPROVED = "That does not mean that there is none."


def effect_lines(effect: ClauseEffect, names: Sequence[str]) -> Iterator[str]:
    """Tell people. ``names`` are those of the two variants."""
    match effect.found:
        case SameEffect() as same:
            yield wrapped(_same(effect, same), indent=_INDENT)
        case UnknownEffect() as unknown:
            yield wrapped(_unknown(effect, unknown), indent=_INDENT)
        case TableEffect(details=details):
            yield from (_where(effect, names), "", *_details(details, names))
        case LonePlay() as lone:
            yield from (
                _where(effect, names),
                "",
                wrapped(_play(effect, lone, names), indent=_INDENT),
            )
        case LoneBeat() as lone:
            yield from (
                _where(effect, names),
                "",
                wrapped(_beat(effect, lone, names), indent=_INDENT),
            )
        case HandDifference() as hand:
            yield from (_where(effect, names), "", *_hand(effect, hand, names))
    if not effect.lasting:
        both = f"Between {names[0]} and {names[1]} as they are, this play makes no difference:"
        yield wrapped(f"{both} other clauses differ, too.", indent=_INDENT)


def _same(effect: ClauseEffect, same: SameEffect) -> str:
    match same.reason:
        case SameReason.TEXT:
            return "Play is the same: only words, examples or sources differ."
        case SameReason.PROMISE:
            return "Play is the same: this clause only says what follows from the others."
        case SameReason.NAMES:
            called = [f"{one.kind} {one.first} is called {one.second}" for one in same.renamed]
            return f"Play is the same, only names differ: {listed(called)}."
        case SameReason.GAME:
            return f"Play is the same {_seats(effect)}: the formal text comes to the same."


def _unknown(effect: ClauseEffect, unknown: UnknownEffect) -> str:
    looked = f"in {count(unknown.hands, 'hand')} {_seats(effect)}"
    if unknown.readings:
        every = "every play" if unknown.whole else "some plays"
        looked += f", and among {every} with {count(unknown.readings, 'reading')}"
    return f"No play was found in which it matters, {looked}. {_UNPROVED}"


def _seats(effect: ClauseEffect) -> str:
    counts = sorted({effect.players, *effect.alike})
    return f"with {listed([str(one) for one in counts])} player{'' if counts == [1] else 's'}"


def _where(effect: ClauseEffect, names: Sequence[str]) -> str:
    seats = f"with {count(effect.players, 'player')}"
    if effect.into is None:
        return wrapped(f"Where {names[0]} and {names[1]} differ, {seats}:", indent=2)
    if not effect.beside:
        return wrapped(f"Where it matters, {seats} and only this clause exchanged:", indent=2)
    other = names[1 - effect.into]
    both = f"{listed(list(effect.beside))} as in {other} on both sides"
    return wrapped(f"Where it matters, {seats} and {both}:", indent=2, hanging=2)


def _play(effect: ClauseEffect, lone: LonePlay, names: Sequence[str]) -> str:
    own, other = (effect.first, effect.second) if lone.first else (effect.second, effect.first)
    mine, theirs = names if lone.first else names[::-1]
    made = [other.show(reading) for reading in lone.instead]
    instead = f"can only be {listed(made, 'or')}" if made else "are not a play"
    return f"{own.show(lone.play)} is a play in {mine}. In {theirs} these cards {instead}."


def _beat(effect: ClauseEffect, lone: LoneBeat, names: Sequence[str]) -> str:
    over, under = (effect.first.show(play) for play in (lone.over, lone.under))
    mine, theirs = names if lone.first else names[::-1]
    return f"{over} beats {under} in {mine}, but not in {theirs}."


def _hand(effect: ClauseEffect, found: HandDifference, names: Sequence[str]) -> Iterator[str]:
    rules = effect.first if found.by_first else effect.second
    yield from (
        wrapped(line, indent=_INDENT, hanging=2) for line in _setting(effect.first.game, found)
    )
    for action in _moves(found):
        yield wrapped(rules.show_action(action, seated=True), indent=_INDENT, hanging=8)
    yield ""
    yield from _details(found.details, names)
    for reason in (reason for one in found.details for reason in one.reasons):
        yield wrapped(f"{reason.clause}: {reason.text}", indent=_INDENT, hanging=2)


def _moves(found: HandDifference) -> Sequence[Action]:
    """Return what is done before the difference shows: not an action that one of them refuses."""
    return found.actions[:-1] if found.ground is Ground.ALLOWED else found.actions


def _setting(game: Game, found: HandDifference) -> Iterator[str]:
    """Tell how a hand begins: who holds what, where the rest lies, and what else is set up."""
    hand = found.hand
    zone = next(one for one in game.zones if one.name == hand.zone)
    for owner, cards in enumerate(hand.held):
        of = "" if zone.owner is Owner.NOBODY else f" of {game.owner_name(zone.owner, owner)}"
        yield f"{hand.zone}{of}  {show_cards(game, cards) or 'nothing'}"
    parts = list(setting_words(game, hand))
    if parts:
        yield "; ".join(parts)


def _details(details: Sequence[Detail], names: Sequence[str]) -> Iterator[str]:
    rows = [["", *names], *([one.what, one.first, one.second] for one in details)]
    yield from (f"  {line}".rstrip() for line in table(rows, left=3).splitlines())


def effect_record(effect: ClauseEffect, names: Sequence[str]) -> EffectJson:
    """Tell programs. ``names`` are those of the two variants."""
    place: EffectPlace = {
        "players": effect.players,
        "alike": list(effect.alike),
        "in": None if effect.into is None else names[effect.into],
        "beside": list(effect.beside),
        "lasting": effect.lasting,
    }
    match effect.found:
        case SameEffect(reason=reason, renamed=renamed):
            return {
                **place,
                "kind": "same",
                "reason": reason.value,
                "renamed": [
                    {"kind": one.kind, "first": one.first, "second": one.second} for one in renamed
                ],
            }
        case UnknownEffect(hands=hands, readings=readings, whole=whole):
            return {
                **place,
                "kind": "unknown",
                "hands": hands,
                "readings": readings,
                "all_plays": whole,
            }
        case TableEffect(details=details):
            differences = [_detail_record(one) for one in details]
            return {**place, "kind": "table", "differences": differences}
        case LonePlay(first=by_first, play=play, instead=instead):
            own, other = _own(effect, by_first=by_first)
            return {
                **place,
                "kind": "play",
                "only": names[0 if by_first else 1],
                "play": play_record(own.game, play),
                "other": [reading_record(other.game, reading) for reading in instead],
            }
        case LoneBeat(first=by_first, over=over, under=under):
            game = effect.first.game
            return {
                **place,
                "kind": "beats",
                "only": names[0 if by_first else 1],
                "over": play_record(game, over),
                "under": play_record(game, under),
            }
        case HandDifference() as hand:
            return _hand_record(effect, place, hand, names)


def _hand_record(
    effect: ClauseEffect, place: EffectPlace, found: HandDifference, names: Sequence[str]
) -> HandEffectJson:
    own, _ = _own(effect, by_first=found.by_first)
    start = SmallHands(own).position(found.hand)
    begins = None if start is None else position_to_json(own.game, start.start)
    return {
        **place,
        "kind": "hand",
        "ground": found.ground.value,
        "played_by": names[0 if found.by_first else 1],
        "start": begins,
        "actions": [own.action_to_json(action) for action in found.actions],
        "shown": [own.show_action(action, seated=True) for action in found.actions],
        "differences": [_detail_record(one) for one in found.details],
    }


def _own(effect: ClauseEffect, *, by_first: bool) -> tuple[Rules, Rules]:
    pair = effect.first, effect.second
    return pair if by_first else (pair[1], pair[0])


def _detail_record(one: Detail) -> EffectDetail:
    return {
        "what": one.what,
        "first": one.first,
        "second": one.second,
        "entry": one.entry or None,
        "reasons": [
            {"clause": reason.clause, "words": reason.words, "wrong": reason.wrong}
            for reason in one.reasons
        ],
    }
