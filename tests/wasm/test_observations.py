"""Observations by the module are what ``view`` shows, and tell nothing of what it hides."""

from random import Random

import pytest

from haggis_rules import Rules
from haggis_rules.knowledge.view import View
from haggis_rules.lowering.compiled_game import CompiledGame
from haggis_rules.lowering.layouts.observation_layout import ObservationLayout
from haggis_rules.semantics.state import GameState, counts, pack
from haggis_rules.semantics.visibility import Visibility
from tests.games import TESTS, rules_of
from tests.wasm.running import EVERY, compiled_game

SECRET = ["secrets/curlew.haggis", "pairs/phalarope.haggis", "turning/plover.haggis"]


def shows(game: CompiledGame, seen: bytes, view: View) -> bool:
    """Whether an observation has what a view shows, zeros for the rest, and nothing else."""
    layout, of = game.places.observation, game.places.layout
    state = seen[layout.state_at : layout.unseen_at]
    read, left = of.read(state), bytearray(state)
    index = {one.name: place for place, one in enumerate(view.game.states)}
    for name, owner, value in view.values:
        slot, held = of.values[index[name]], read.values[index[name]]
        at = slot.offset + (owner or 0) * slot.size
        left[at : at + slot.size] = bytes(slot.size)
        if value != (held if owner is None else held[owner]):  # type: ignore[index]
            return False
    places = {one.name: place for place, one in enumerate(view.game.zones)}
    for (name, owner), cards, unseen in view.zones:
        slot = of.zones[places[name]]
        at = slot.offset + (owner or 0) * slot.size
        if bytes(left[at : at + slot.size]) != cards.to_bytes(slot.size, "little"):
            return False
        left[at : at + slot.size] = bytes(slot.size)
        where = layout.unseen.get(places[name])
        told = 0 if where is None else seen[where + 2 * (owner or 0)]
        if told != unseen:
            return False
    return not any(left) and seen[:8] == view.seat.to_bytes(4, "little") + seen[4:8]


def exchanged(rules: Rules, state: GameState, seat: int, chance: Random) -> GameState | None:
    """Exchange two cards of other kinds that a seat does not see, if there are such."""
    visible, zones = Visibility(rules.game), [list(_each(held)) for held in state.zones]
    hidden = [
        (zone, owner, card)
        for zone, owners in enumerate(zones)
        for owner, cards in enumerate(owners)
        for card, _ in counts(cards & ~visible.mask(seat, zone, owner))
    ]
    pairs = [
        (one, other)
        for one in hidden
        for other in hidden
        if one[:2] != other[:2]
        and one[2] != other[2]
        and rules.game.cards[one[2]].group == rules.game.cards[other[2]].group
    ]
    if not pairs:
        return None
    (zone, owner, card), (zone_2, owner_2, other) = chance.choice(pairs)
    change = pack([(other, 1)]) - pack([(card, 1)])
    zones[zone][owner] += change
    zones[zone_2][owner_2] -= change
    held = (
        one[0] if isinstance(was, int) else tuple(one)
        for one, was in zip(zones, state.zones, strict=True)
    )
    return GameState(state.values, tuple(held))


def _each(held: int | tuple[int, ...]) -> tuple[int, ...]:
    return (held,) if isinstance(held, int) else held


def compare(rules: Rules, game: CompiledGame, seed: int, most: int) -> tuple[bool, int]:
    """Play by chance; whether all observations are right, and how often cards were exchanged."""
    chance, match, changes = Random(seed), rules.new_match(seed), 0
    for _ in range(most):
        if match.finished:
            break
        for seat in range(rules.game.seats):
            game.put(0, match.state)
            seen = game.observation(0, seat)
            if not shows(game, seen, match.position.view(seat)):
                return False, changes
            other = exchanged(rules, match.state, seat, chance)
            if other is not None:
                changes += 1
                game.put(0, other)
                if game.observation(0, seat) != seen:
                    return False, changes
        seat = chance.choice(match.to_act)
        match = match.apply(chance.choice(match.actions(seat)))
    return True, changes


@pytest.mark.parametrize("name", ["classic for 2", "neeps for 4"])
def test_a_seat_sees_in_the_module_what_its_view_shows(name: str) -> None:
    right, changes = compare(rules_of(name), compiled_game(name), 5, 25)
    assert right
    assert changes


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_seats_of_every_seating_see_what_their_views_show(name: str) -> None:
    assert compare(rules_of(name), compiled_game(name), 6, 25)[0]


@pytest.mark.parametrize("text", SECRET)
def test_seats_of_games_with_secrets_see_what_their_views_show(text: str) -> None:
    rules = rules_of(TESTS / text)
    game = rules.compiled()
    assert all(compare(rules, game, seed, 40)[0] for seed in range(3))


def test_an_observation_that_shows_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def every(layout: ObservationLayout, _seat: int) -> bytes:
        return b"\xff" * layout.layout.size

    monkeypatch.setattr(ObservationLayout, "mask", every)
    rules = rules_of("classic for 2")
    assert not compare(rules, rules.compiled(), 5, 10)[0]


def test_planes_lie_side_by_side_and_say_who_sees_them() -> None:
    for name in ("classic for 2", "neeps for 6"):
        layout = compiled_game(name).places.observation
        end = 0
        for plane in layout.planes:
            assert plane.offset >= end
            end = plane.offset + plane.owners * plane.size
        assert end <= layout.size
    every = compiled_game("classic for 2").places.observation.planes
    planes = {(one.name, one.part): one for one in every}
    assert planes["hand", "cards"].seen_by == {"pip": ((0,), (1,)), "court": ((0, 1), (0, 1))}
    assert planes["haggis", "cards"].seen_by == {"pip": ((),), "court": ((),)}
    assert planes["top", "value"].seen_by == {"value": ((0, 1),)}
