"""What a player would do in a seat, and why in one line: for somebody who sits there."""

from __future__ import annotations

from typing import NamedTuple

from haggis_rules.engine.seat import Seat
from haggis_rules.players.greedy import greedy_player, shed
from haggis_rules.players.search import consider
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import WrongArgumentError

ADVISERS = ("search", "greedy")


class Advice(NamedTuple):
    """What a player would do, None for letting others act first, and why in a clause."""

    action: Action | None
    why: str


def advise(
    door: Seat, adviser: str = ADVISERS[0], *, may_wait: bool = False, iterations: int | None = None
) -> Advice:
    """Return what a player would do in a seat that can act, by what that seat may know alone.

    Raises ``WrongArgumentError`` for a player who gives no advice.
    """
    match adviser:
        case "search":
            return _by_search(door, may_wait=may_wait, iterations=iterations)
        case "greedy":
            return _by_greed(door, may_wait=may_wait)
        case _:
            known = " and ".join(f"`{one}`" for one in ADVISERS)
            message = f"`{adviser:.40}` gives no hints; {known} do"
            raise WrongArgumentError(message)


def _by_search(door: Seat, *, may_wait: bool, iterations: int | None) -> Advice:
    found = consider(door, may_wait=may_wait, iterations=iterations)
    if not found.hands:
        return Advice(found.action, "it is all that you can do")
    lead = f"{abs(found.lead):.0f}"
    counted = ("point" if door.view.game.scores else "card") + ("" if lead == "1" else "s")
    ahead = "ahead" if found.lead >= 0 else "behind"
    tried = f"{found.hands:,} {'hand' if found.hands == 1 else 'hands'}"
    return Advice(
        found.action,
        f"in {tried} that fit what you see, you end {lead} {counted} {ahead} on average: "
        "the best that it found",
    )


def _by_greed(door: Seat, *, may_wait: bool) -> Advice:
    game, action = door.view.game, greedy_player().choose(door, may_wait=may_wait)
    number = 0 if action is None else shed(game, action)
    if not number:
        return Advice(action, "nothing that you can do gets rid of a card")
    cards = "card" if number == 1 else "cards"
    return Advice(action, f"it gets rid of {number} {cards}; nothing you can do sheds more")
