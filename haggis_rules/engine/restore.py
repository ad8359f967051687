"""Hands and matches made again from what was written down. What lies in a record is refused."""

from __future__ import annotations

from collections.abc import Sequence

from haggis_rules.engine.match import MatchState, begin, begin_dealt
from haggis_rules.engine.position import Position, settle_position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.outcomes import is_pending
from haggis_rules.notation.dealings import dealing_of
from haggis_rules.notation.errors import (
    MalformedError,
    NotationError,
    OtherDealError,
    OtherRulesError,
)
from haggis_rules.notation.forms import Json
from haggis_rules.notation.json_types import HandJson, MatchJson, PositionJson
from haggis_rules.notation.position import position_from_json, position_to_json
from haggis_rules.semantics.action import Action, IllegalAction
from haggis_rules.semantics.dealing import Dealing


def hand_from_json(rules: Ruleset, data: HandJson | Json) -> Position:
    """Make a hand again. Raises ``NotationError`` or ``IllegalAction``."""
    start, actions = _headless(rules, rules.forms.hand.from_json(data), "hand")
    state = position_from_json(rules.game, start)
    position = settle_position(rules, state, state)
    for number, action in enumerate(rules.forms.actions.read(actions), start=1):
        if not position.is_legal(action):
            raise _illegal(rules, position, action, f"action {number}")
        position = position.apply(action)
    return position


def match_from_json(rules: Ruleset, data: MatchJson | Json) -> MatchState:
    """Make a match again. Raises ``NotationError`` or ``IllegalAction``."""
    forms = rules.forms
    raw_seed, raw_hands = _headless(rules, forms.match.from_json(data), "match")
    hands = forms.hands.read(raw_hands)
    match = _begun(rules, forms.seed.read(raw_seed), hands)
    for number, hand in enumerate(hands, start=1):
        start, actions = forms.match_hand.read(hand)
        if match.undealt:
            match = match.deal(_dealing(rules, start, first=False))
        if number > match.hand or (match.finished and number > 1):
            message = f"hand {number} cannot begin: hand {match.hand} is not over, or was the last"
            raise MalformedError(message)
        _same_start(match, start, number)
        for place, action in enumerate(forms.actions.read(actions), start=1):
            match = _apply(match, action, number, place)
    if match.hand > len(hands):
        message = f"hand {match.hand} has been dealt, but the record lacks it"
        raise MalformedError(message)
    return match


def _begun(rules: Ruleset, seed: int | None, hands: Sequence[Json]) -> MatchState:
    """Begin a match: by its seed, or without one by the start of its first hand."""
    if seed is not None:
        return begin(rules, seed)
    if not hands:
        message = "a match without a seed has at least one hand"
        raise MalformedError(message)
    start, _ = rules.forms.match_hand.read(hands[0])
    return begin_dealt(rules, _dealing(rules, start, first=True))


def _dealing(rules: Ruleset, start: Json, *, first: bool) -> Dealing:
    return dealing_of(rules.game, position_from_json(rules.game, start), first=first)


def _apply(match: MatchState, action: Action, number: int, place: int) -> MatchState:
    where = f"hand {number}, action {place}"
    if match.hand != number:
        message = f"{where}: hand {number} was over before"
        raise MalformedError(message)
    # A record says what chance chose: only a match that is played lets its seed choose.
    judge = match.position if is_pending(match.rules.choices, action) else match
    if not judge.is_legal(action):
        raise _illegal(match.rules, judge, action, where)
    return match.apply(action)


def _headless(rules: Ruleset, parts: Sequence[Json], what: str) -> Sequence[Json]:
    """Return what a record has besides its head, which has to be that of these rules."""
    version, variant, players, options, digest, *rest = parts
    head = rules.head
    if version != head["version"] or type(version) is not int:
        message = f"this is a {what} in form {version!r:.40}, and form {head['version']} is known"
        raise MalformedError(message)
    if digest != head["rules"]:
        message = (
            f"this {what} was not played by the rules of {rules.name} for {rules.players} players"
            f" as they stand here, but by those of {variant!r:.40} for {players!r:.40} with"
            f" {options!r:.200}, or by others of that name"
        )
        raise OtherRulesError(message)
    if (variant, players, options) != (rules.name, rules.players, rules.options):
        message = f"the rules in this {what} do not match its digest"
        raise OtherRulesError(message)
    return rest


def _same_start(match: MatchState, data: Json, number: int) -> None:
    """See that a hand begins as its seed, or its own deal, has it."""
    rules, table, seed = match.rules, match.position, match.seed
    try:
        start = position_from_json(rules.game, data)
    except NotationError as fault:
        fault.add_note(f"in the start of hand {number}")
        raise
    if start != table.start:
        was, claimed = (position_to_json(rules.game, one) for one in (table.start, start))
        says = "its cards say" if seed is None else "its seed deals"
        raise OtherDealError(
            f"hand {number} begins otherwise than {says}: {_first_difference(was, claimed)}"
        )


def _first_difference(dealt: PositionJson, claimed: PositionJson) -> str:
    """Name the first thing that differs between two positions, as ``position_to_json`` has them."""
    for before, after in (
        (dealt["values"], claimed["values"]),
        (dealt["zones"], claimed["zones"]),
    ):
        for name, was in before.items():
            if was != after[name]:
                return f"`{name}` is {after[name]!r:.200}, not {was!r:.200}"
    return "nothing that can be seen"


def _illegal(
    rules: Ruleset, where: Position | MatchState, action: Action, place: str
) -> IllegalAction:
    return IllegalAction(rules.show_action(action), where.why_not(action), place)
