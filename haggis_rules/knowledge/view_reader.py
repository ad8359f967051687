"""Views from outside: made again from JSON, and refused when they speak of what is not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.ir.game import Game, Owner
from haggis_rules.knowledge.match_view import EndedHand, HandScore, MatchView, ScoreEntry
from haggis_rules.knowledge.playable import Playable
from haggis_rules.knowledge.view import (
    SeenEvent,
    SeenKind,
    SeenMove,
    SeenValue,
    SeenZone,
    View,
    ZonePlace,
    zone_places,
)
from haggis_rules.notation.errors import ImpossibleViewError, MalformedError, OtherRulesError
from haggis_rules.notation.values import (
    Json,
    action_from_json,
    cards_from_json,
    from_json,
    keys,
    mapping,
    seat_from_json,
)
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import check_seat
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.semantics.state import Cards, size

_MATCH = ("variant", "seat", "hand", "finished", "scores", "table", "values", "ended")


def view_from_json(game: Game, data: Json) -> View:
    """Return the view that JSON stands for. Raises ``NotationError``."""
    parts = keys(mapping(data, "view"), "view", ("variant", "seat", "values", "zones", "seen"))
    _check_variant(game, parts[0])
    return View(
        game,
        seat_from_json(game, parts[1]),
        tuple(_values(game, parts[2])),
        tuple(_zone(game, one) for one in _list(parts[3], "zones")),
        tuple(_seen(game, one) for one in _list(parts[4], "events")),
    )


def match_view_from_json(game: Game, data: Json) -> MatchView:
    """Return the view of a match that JSON stands for. Raises ``NotationError``."""
    parts = keys(mapping(data, "view of a match"), "view of a match", _MATCH)
    variant, seat, hand, finished, scores, table, values, ended = parts
    _check_variant(game, variant)
    return MatchView(
        game,
        seat_from_json(game, seat),
        _number(hand),
        _truth(finished),
        tuple(map(_number, _list(scores, "scores"))),
        view_from_json(game, table),
        tuple(_values(game, values)),
        tuple(_ended(game, one) for one in _list(ended, "hands")),
    )


def check_rules(game: Game, view: View | MatchView) -> None:
    """See that a view is of these rules. Raises ``OtherRulesError`` and ``NoSuchSeatError``."""
    if view.game is not game and view.game != game:
        message = f"this is a view by the rules of `{view.game.name}`, or by others of that name"
        raise OtherRulesError(f"{message}, and not by those of `{game.name}` as they stand here")
    check_seat(game, view.seat)


def check_view(rules: Playable, view: View) -> None:
    """See that a view speaks of seats, places, cards and actions of these rules.

    Raises ``OtherRulesError``, ``NoSuchSeatError`` and ``ImpossibleViewError``.
    """
    game = rules.game
    check_rules(game, view)
    known = zone_places(game)
    moves = [move for seen in view.seen for move in seen.moves]
    lying = {zone.place: size(zone.cards) + zone.unseen for zone in view.zones}
    there = [(one.cards, one.unseen) for part in (view.zones, moves) for one in part]
    if (
        lying.keys() != known.keys()
        or sum(lying.values()) != sum(card.copies for card in game.cards)
        or not all(move.target in known for move in moves)
        or not all(move.source is None or move.source in known for move in moves)
        or not all(unseen >= 0 and _of_deck(rules, cards) for cards, unseen in there)
    ):
        raise ImpossibleViewError("this view speaks of places or cards that the rules do not have")
    _check_events(rules, view)


def _check_events(rules: Playable, view: View) -> None:
    """See that a log begins with a deal, and goes on with actions and steps of these rules."""
    steps = {step.name for step in rules.game.steps}
    plans, seats = rules.choices.plans, range(rules.game.seats)
    for number, seen in enumerate(view.seen):
        match seen.kind:
            case SeenKind.DEAL:
                good = number == 0 and all(move.source is None for move in seen.moves)
            case SeenKind.STEP:
                good = seen.name in steps
            case SeenKind.ACTION:
                plan = plans.get(seen.name)
                good = plan is not None and seen.actor in seats
                if plan is not None and seen.actor is not None and seen.arguments is not None:
                    action = Action(seen.name, seen.actor, seen.arguments)
                    good = good and rules.choices.well_formed(plan, action)
        # The deal comes first, nothing else does, and only it takes cards from the deck.
        later = seen.kind is not SeenKind.DEAL
        if not good or (number > 0) is not later or (later and _from_deck(seen)):
            message = f"event {number + 1} of this view, `{seen.name:.40}`, cannot stand there"
            raise ImpossibleViewError(message)


def _from_deck(seen: SeenEvent) -> bool:
    return any(move.source is None for move in seen.moves)


def _of_deck(rules: Playable, cards: Cards) -> bool:
    """Whether cards are of kinds that there are."""
    return cards >= 0 and not cards & ~rules.visibility.everything


def _check_variant(game: Game, data: Json) -> None:
    if data != game.name:
        raise OtherRulesError(f"this is a view of `{data!r:.80}`, and not of `{game.name}`")


def _values(game: Game, data: Json) -> Iterator[SeenValue]:
    known = {kept.name: kept for kept in game.states}
    for one in _list(data, "values"):
        found, owner = _split(one, "value", ("name", "value"))
        name, value = found
        if not isinstance(name, str) or name not in known:
            raise MalformedError(f"`{name!r:.40}` is no value that these rules keep in mind")
        kept = known[name]
        of = _owner(game, kept.owner, owner, name)
        yield SeenValue(name, of, from_json(game, kept.type, value))


def _zone(game: Game, data: Json) -> SeenZone:
    (zone, cards, unseen), owner = _split(data, "zone", ("zone", "cards", "unseen"))
    there = _named(game, zone, owner)
    return SeenZone(there, cards_from_json(game, cards), _number(unseen))


def _seen(game: Game, data: Json) -> SeenEvent:
    found = dict(mapping(data, "event"))
    actor, choices = found.pop("seat", None), found.pop("choices", None)
    what, name, moves, values = keys(found, "event", ("what", "name", "moves", "values"))
    if what not in [kind.value for kind in SeenKind] or not isinstance(name, str):
        raise MalformedError(f"`{what!r:.40}` `{name!r:.40}` is no deal, action or step")
    arguments = None
    if choices is not None:
        written: Json = {"action": name, "seat": actor, "choices": choices}
        arguments = action_from_json(game, written).arguments
    return SeenEvent(
        SeenKind(what),
        name,
        None if actor is None else seat_from_json(game, actor),
        arguments,
        tuple(_move(game, one) for one in _list(moves, "moves")),
        tuple(_values(game, values)),
    )


def _move(game: Game, data: Json) -> SeenMove:
    parts = keys(mapping(data, "move"), "move", ("from", "to", "cards", "unseen", "shown"))
    source, target, cards, unseen, shown = parts
    return SeenMove(
        None if source is None else _place(game, source),
        _place(game, target),
        cards_from_json(game, cards),
        _number(unseen),
        _truth(shown),
    )


def _place(game: Game, data: Json) -> ZonePlace:
    (zone,), owner = _split(data, "place", ("zone",))
    return _named(game, zone, owner)


def _named(game: Game, zone: Json, owner: Json) -> ZonePlace:
    for one in game.zones:
        if one.name == zone:
            return ZonePlace(one.name, _owner(game, one.owner, owner, one.name))
    raise MalformedError(f"`{zone!r:.40}` is no zone of these rules")


def _owner(game: Game, kind: Owner, data: Json, name: str) -> int | None:
    """Read whose something is, as ``owner_to_json`` tells it."""
    if (data is None) is not (kind is Owner.NOBODY):
        raise MalformedError(f"`{name}` is said to be of {data!r:.40}, and is not kept like that")
    match kind:
        case Owner.NOBODY:
            return None
        case Owner.SEAT:
            return seat_from_json(game, data)
        case Owner.TEAM:
            if data in game.teams:
                return game.teams.index(str(data))
            raise MalformedError(f"`{data!r:.40}` is no team of these rules")


def _ended(game: Game, data: Json) -> EndedHand:
    sheet, view = keys(mapping(data, "hand"), "hand", ("sheet", "view"))
    hand, entries = keys(mapping(sheet, "sheet"), "sheet", ("hand", "entries"))
    lines = tuple(_scored(game, one) for one in _list(entries, "entries"))
    return EndedHand(HandScore(_number(hand), lines), view_from_json(game, view))


def _scored(game: Game, data: Json) -> ScoreEntry:
    (name, points, clauses), owner = _split(data, "entry", ("name", "points", "clauses"))
    of = _owner(game, scoring(game), owner, "the score")
    if of is None or not isinstance(name, str):
        raise MalformedError("an entry of a score sheet has a name, and is somebody's")
    return ScoreEntry(name, of, _number(points), tuple(map(str, _list(clauses, "clauses"))))


def _split(data: Json, what: str, names: Sequence[str]) -> tuple[list[Json], Json]:
    """Return what stands under some keys, and whose it is said to be."""
    found = dict(mapping(data, what))
    owner = found.pop("of", None)
    return keys(found, what, names), owner


def _list(data: Json, what: str) -> Sequence[Json]:
    if isinstance(data, Sequence) and not isinstance(data, str):
        return data
    raise MalformedError(f"the {what} of a view are a list, not {data!r:.40}")


def _number(data: Json) -> int:
    if type(data) is int:
        return data
    raise MalformedError(f"{data!r:.40} is no whole number, which belongs here")


def _truth(data: Json) -> bool:
    if isinstance(data, bool):
        return data
    raise MalformedError(f"{data!r:.40} is neither true nor false, which belongs here")
