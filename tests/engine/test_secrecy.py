"""A seat knows what it was shown and nothing else."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules, load
from haggis_rules.knowledge.seen import SeenEvent, SeenKind, SeenMove
from haggis_rules.knowledge.seen import ZonePlace as Zone
from haggis_rules.knowledge.view import View
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Value
from haggis_rules.storage.package_data import read
from tests.engine.games import random_hand, rules_of
from tests.engine.record import (
    SEATS,
    Place,
    Record,
    Sight,
    cards_of,
    other_hand,
    record_of,
    unknown_facing,
)

SENDING = "sent of each seat, seen by"
PUBLIC = {"dealer", "stage", "turn", "top", "best.player", "passes", "gift", "place"}


def position(rules: Rules, seed: int, plies: int) -> Position:
    """Return the position after so many actions of a random hand, or at its end."""
    table = rules.new_hand(seed)
    for number, (_, _, after) in enumerate(random_hand(rules, seed), start=1):
        table = after
        if number == plies:
            break
    return table


def place(zone: Zone) -> Place:
    """Return a place as the record has it, which does not ask who captured."""
    return zone.zone, 0 if zone.zone == "captured" else zone.owner or 0


def sight(seen: SeenEvent) -> Sight:
    """Return what a view says of one event in the form of the record."""
    found = Sight(Counter(), Counter())
    for move in seen.moves:
        assert move.source is not None
        between = place(move.source), place(move.target)
        for kind in cards_of(move.cards):
            found.cards[*between, kind] += 1
        if move.unseen:
            found.unseen[between] += move.unseen
    return found


def check_log(table: Position, record: Record, view: View) -> None:
    """See that a view tells of every event just what the record says that the seat saw."""
    deal, *events = view.seen
    assert deal.kind is SeenKind.DEAL
    assert [sight(event) for event in events] == [seen[view.seat] for seen in record.sights]
    known: dict[tuple[str, int | None], Value] = {}
    for value in (v for event in view.seen for v in event.values):
        known[value.name, value.owner] = value.value
    assert known == {(value.name, value.owner): value.value for value in view.values}
    for event, done in zip(events, table.history, strict=True):
        if isinstance(done.done, Action):
            secret = done.done.name == "send" and done.done.actor != view.seat
            assert (event.kind, event.name) == (SeenKind.ACTION, done.done.name)
            assert event.actor == done.done.actor
            assert event.arguments == (None if secret else done.done.arguments)


def check_now(record: Record, view: View) -> None:
    """See that a view shows the cards that the seat sees, counts the others, and no secret."""
    seen, lying = Counter[tuple[Place, int]](), Counter[Place]()
    for zone in view.zones:
        kinds = cards_of(zone.cards)
        seen.update((place(zone.place), kind) for kind in kinds)
        lying[place(zone.place)] += len(kinds) + zone.unseen
    assert seen == record.seen_now(view.seat)
    assert +lying == Counter(card.place for card in record.cards)
    assert {value.name for value in view.values} == {*PUBLIC, "face"}
    for value in (*view.values, *(v for event in view.seen for v in event.values)):
        assert value.name in PUBLIC or (value.name, value.owner) == ("face", view.seat)


def check_unseen(table: Position, seat: int, chance: Random) -> None:
    """See that a seat cannot tell the hand from one in which the cards it never saw are others."""
    record = record_of(table)
    hidden = record.hidden_from(seat)
    kinds = [card.kind for card in hidden]
    chance.shuffle(kinds)
    turned = unknown_facing(record, seat)
    other = other_hand(table, record, dict(zip(hidden, kinds, strict=True)), turned)
    assert other is not None
    assert other.view(seat) == table.view(seat)
    assert other.view(seat).to_json() == table.view(seat).to_json()
    assert other.actions(seat) == table.actions(seat)
    assert (seat in other.to_act) is (seat in table.to_act)
    assert not hidden or other.state != table.state


def check_seen(table: Position, seat: int, chance: Random) -> int:
    """See that a seat tells the hand from one in which a card that it saw is another."""
    record = record_of(table)
    hidden, told = record.hidden_from(seat), 0
    for card in record.cards:
        others = [one for one in hidden if one.kind != card.kind]
        if seat in card.seen_by and not card.court and others:
            swapped = chance.choice(others)
            kinds = {card: swapped.kind, swapped: card.kind}
            other = other_hand(table, record, kinds)
            if other is not None:
                assert other.view(seat) != table.view(seat)
                told += 1
    return told


def check_hands(rules: Rules, seeds: int) -> None:
    """See to the secrets of a few hands."""
    for seed in range(seeds):
        check_secrecy(rules, seed)


def check_secrecy(rules: Rules, seed: int) -> None:
    """See that views in one hand, in the passing and after, tell what was shown and no more."""
    chance, told = Random(seed), 0
    for plies in (0, chance.randint(1, 5), chance.randint(7, 11), 12, chance.randint(13, 60)):
        table = position(rules, seed, plies)
        for seat in SEATS:
            record, view = record_of(table), table.view(seat)
            check_log(table, record, view)
            check_now(record, view)
            check_unseen(table, seat, chance)
        told += check_seen(table, chance.choice(SEATS), chance)
    assert told > 40


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_knows_what_it_was_shown_and_nothing_else(seed: int) -> None:
    check_secrecy(rules_of("neeps-core"), seed)


def test_at_the_end_everything_has_been_shown() -> None:
    table = position(rules_of("neeps-core"), 1, 10_000)
    record = record_of(table)
    assert table.finished
    for seat in SEATS:
        check_log(table, record, table.view(seat))
        check_now(record, table.view(seat))
        assert record.hidden_from(seat) == []


# What is wrong, how it is written, and by which checks alone it is found as well.
BROKEN = {
    "hands seen by all": ("pip seen by owner, court seen by all", "seen by all", "unseen"),
    "hands seen by the team": ("pip seen by owner", "pip seen by team", "unseen"),
    "courts hidden": ("pip seen by owner, court seen by all", "seen by owner", ""),
    "sending in the open": ("secret action send", "action send", "unseen"),
    "on its way seen by all": (f"zone {SENDING} owner", f"zone {SENDING} all", "unseen"),
    "on its way forgotten": (f"zone {SENDING} owner", f"zone {SENDING} nobody", ""),
    "facing known too soon": ("down, seen by owner", "down, seen by all", "unseen"),
    "face up but not seen": (", shown to all when face of s is up", "", "seen"),
    "face down but seen": ("shown to all when face of s is up", "shown to all", "unseen"),
    "the pile hidden": ("zone pile, seen by all", "zone pile, seen by nobody", ""),
    "captured hidden": ("captured of each team, seen by all", "captured of each team", ""),
    "the turn hidden": ("or none, at first none, seen by all", "or none, at first none", ""),
}


def broken(fault: str, folder: Path) -> Rules:
    """Load the rules with one declaration written wrongly."""
    text, (right, wrong, _) = read("spec", "neeps-core.haggis"), BROKEN[fault]
    assert right in text
    file = folder / "neeps-core.haggis"
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    return load(file)


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("fault", BROKEN)
def test_a_wrong_declaration_of_who_sees_what_is_noticed(fault: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_hands(broken(fault, tmp_path), 3)


@pytest.mark.parametrize("fault", [fault for fault, (*_, by) in BROKEN.items() if by == "unseen"])
def test_what_a_seat_sees_too_much_tells_it_two_hands_apart(fault: str, tmp_path: Path) -> None:
    rules, chance = broken(fault, tmp_path), Random(0)
    tables = [position(rules, seed, plies) for seed in range(3) for plies in (3, 8, 12)]
    with pytest.raises(AssertionError):
        check_all(check_unseen, tables, chance)


@pytest.mark.parametrize("fault", [fault for fault, (*_, by) in BROKEN.items() if by == "seen"])
def test_what_a_seat_does_not_see_makes_two_hands_one_to_it(fault: str, tmp_path: Path) -> None:
    rules, chance = broken(fault, tmp_path), Random(0)
    with pytest.raises(AssertionError):
        check_all(check_seen, [position(rules, seed, 12) for seed in range(3)], chance)


def check_all(
    check: Callable[[Position, int, Random], object], tables: list[Position], chance: Random
) -> None:
    """Check every seat in every position."""
    for table in tables:
        for seat in SEATS:
            check(table, seat, chance)


def test_a_view_that_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(rules_of("neeps-core").game)
    whole = type(rules.visibility).happened

    def forgetful(*arguments: object) -> SeenEvent:
        seen = whole(*arguments)  # type: ignore[arg-type]
        moves = tuple(SeenMove(*move[:3], unseen=0, shown=False) for move in seen.moves[1:])
        return seen._replace(moves=moves)

    monkeypatch.setattr(type(rules.visibility), "happened", forgetful)
    with pytest.raises(AssertionError):
        check_secrecy(rules, 0)


def test_a_view_holds_nothing_of_the_rest() -> None:
    table = position(rules_of("neeps-core"), 2, 30)
    view = table.view(1)
    assert {type(getattr(view, name)).__name__ for name in view.__slots__} == {
        "Game",
        "int",
        "tuple",
    }


def test_in_another_game_the_set_aside_cards_are_seen_by_nobody() -> None:
    rules = rules_of("heron")
    table = rules.new_hand(0)
    for seat in range(3):
        zones = {zone.place: zone for zone in table.view(seat).zones}
        assert zones[Zone("leftover", None)].cards == 0
        assert zones[Zone("leftover", None)].unseen == 11
        for owner in range(3):
            fist = zones[Zone("fist", owner)]
            assert fist.unseen == (0 if owner == seat else 15)


def test_what_a_team_sees_only_its_players_see(tmp_path: Path) -> None:
    table = broken("hands seen by the team", tmp_path).new_hand(0)
    for seat in SEATS:
        unseen = {zone.place.owner: zone.unseen for zone in table.view(seat).zones[:6]}
        assert unseen == {owner: 0 if owner % 2 == seat % 2 else 18 for owner in SEATS}
