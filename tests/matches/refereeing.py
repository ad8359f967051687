"""Which referee follows a hand, what he is told, and in what the engine must agree with him."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from haggis_rules.semantics.state import Combination
from tests.matches.faults import Fault, see
from tests.matches.haggis import Cats, Haggis, Rogers, RogersForNeeps, Tournament
from tests.matches.lying import alike
from tests.systems.neeps import Neeps
from tests.systems.tatties import Tatties
from tests.systems.tricks import Lays, Tricks, Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haggis_rules import Action, Position, Rules
    from tests.matches.course import Course
    from tests.matches.lying import Lying
    from tests.matches.seatings import Seating

_CLASSIC: dict[str, type[Haggis]] = {
    "classic": Haggis,
    "tournament": Tournament,
    "cats": Cats,
    "wikipedia": Tournament,
    "rogers": Rogers,
}
KITTY = ("kitty.top", "kitty.middle", "kitty.bottom")


def referee_of(seating: Seating, rules: Rules, lying: Lying, course: Course) -> Tricks:
    """Seat a referee beside a table at which the cards have just been dealt."""
    hands = [Counter(lying["hand", seat]) for seat in range(seating.players)]
    if seating.name == "neeps":
        return Neeps(hands, course.dealer)
    if seating.name == "tatties":
        drawn = KITTY if seating.aside else ()
        kitty = [card for zone in drawn for card in lying[zone, 0]]
        return Tatties(hands, course.dealer, points=tuple(course.points), kitty=kitty)
    kind = _CLASSIC[seating.name]
    if rules.options.get("bets") == "neeps-side":
        kind = RogersForNeeps
    aside = [*lying["haggis", 0].elements()]
    return kind(hands, course.dealer, opening=course.leader, aside=aside)


class Wording:
    """Says actions in words, and remembers them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.bomb = [one.name for one in rules.game.patterns].index("bomb")
        self._known: dict[Action, Words] = {}

    def words(self, action: Action) -> Words:
        """Say what is done, but for plays of cards."""
        if action not in self._known:
            name, _, rest = self.rules.show_action(action).partition(" ")
            whole = (name, rest) if rest.startswith("seat ") else (name, *rest.split())
            self._known[action] = whole
        return self._known[action]

    def laid(self, action: Action) -> Lays | None:
        """Return the cards that are played; None where it is another action."""
        played = action.arguments[0] if action.arguments else None
        if not isinstance(played, Combination):
            return None
        cards = tuple(self.rules.show(played.cards).split())
        return Lays(cards, played.reading[0] == self.bomb)

    def tell(self, referee: Tricks, action: Action) -> None:
        """Have the referee do what is done."""
        laid = self.laid(action)
        if laid is None:
            referee.do(action.actor, self.words(action))
        else:
            referee.lay(action.actor, laid)


def see_moves(
    wording: Wording,
    referee: Tricks,
    offered: Mapping[int, Sequence[Action]],
    to_act: tuple[int, ...],
) -> None:
    """See that those can act who should, and what they can do but play cards."""
    waited: list[int] = []
    for seat in referee.seats:
        actions = offered.get(seat, [])
        others = {wording.words(one) for one in actions if one.name != "play"}
        wanted = referee.moves(seat)
        see("turn", f"what seat {seat + 1} may do", others, wanted)
        plays, may_play = len(others) < len(actions), referee.may_play(seat)
        if plays and not may_play:
            raise Fault("turn", f"seat {seat + 1} may play cards, and it is not his turn")
        if may_play and not referee.pile and not plays:
            raise Fault("turn", f"seat {seat + 1} has to lead, and may play no card")
        if wanted or plays:
            waited.append(seat)
    see("turn", "the seats to act", to_act, tuple(waited))


def see_position(referee: Tricks, lying: Lying, table: Position) -> None:
    """See that the cards lie as the referee has them, and that he sees the hand end as well."""
    for seat in referee.seats:
        if not alike(lying["hand", seat], referee.hands[seat]):
            wanted = referee.hands[seat]
            see("turn", f"the hand of seat {seat + 1}", lying["hand", seat], wanted)
    see("turn", "the end of the hand", table.finished, referee.over)
    if not referee.over:
        see("turn", "the pile", dict(lying["pile", 0]), dict(Counter(referee.pile)))
        for (zone, owner), cards in lying.items():
            if zone == "captured":
                see("score", f"cards captured by {owner}", cards.total(), referee.captured[owner])
    if isinstance(referee, Haggis):
        for seat in referee.seats:
            found, wanted = lying["captured", seat], referee.won[seat]
            if not alike(found, wanted):
                see("score", f"the cards captured by seat {seat + 1}", found, wanted)
