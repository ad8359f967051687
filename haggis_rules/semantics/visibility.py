"""Who sees which cards and values: it follows from the audiences that the rules declare."""

from haggis_rules.ir.game import Audience, Game, Owner
from haggis_rules.semantics.state import Cards, group_mask


class Visibility:
    """Who sees which cards and values in a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._masks = [self._of_seat(seat) for seat in range(game.seats)]
        self._values = [
            tuple(
                (index, owner)
                for index, variable in enumerate(game.states)
                for owner in range(game.owners(variable.owner))
                if self._in_audience(seat, variable.audience, variable.owner, owner)
            )
            for seat in range(game.seats)
        ]
        self.everything = sum(group_mask(game, group) for group in range(len(game.groups)))

    def known(self, seat: int) -> tuple[tuple[int, int], ...]:
        """Return the values that a seat sees, by the index of the variable and by owner."""
        return self._values[seat]

    def mask(self, seat: int, zone: int, owner: int) -> Cards:
        """Return a mask of the cards that a seat sees in a place, of ``everything`` there is."""
        return self._masks[seat][zone][owner]

    def _of_seat(self, seat: int) -> tuple[tuple[Cards, ...], ...]:
        """Return the cards that a seat can see in each zone of each owner."""
        groups = [group_mask(self.game, group) for group in range(len(self.game.groups))]
        return tuple(
            tuple(
                sum(
                    mask
                    for mask, audience in zip(groups, zone.audiences, strict=True)
                    if self._in_audience(seat, audience, zone.owner, owner)
                )
                for owner in range(self.game.owners(zone.owner))
            )
            for zone in self.game.zones
        )

    def _in_audience(self, seat: int, audience: Audience, kind: Owner, owner: int) -> bool:
        """Whether a seat is among those who see what an owner has."""
        match audience:
            case Audience.ALL:
                return True
            case Audience.NOBODY:
                return False
            case Audience.OWNER:
                return self._is(seat, kind, owner)
            case Audience.OTHER:
                return kind is Owner.PAIR and seat == self.game.seat_pair(owner)[1]
            case Audience.BOTH:
                return kind is Owner.PAIR and seat in self.game.seat_pair(owner)
            case Audience.TEAM:
                mates = range(self.game.seats)
                team = self.game.team_of
                return any(self._is(s, kind, owner) and team(s) == team(seat) for s in mates)

    def _is(self, seat: int, kind: Owner, owner: int) -> bool:
        match kind:
            case Owner.NOBODY:
                return False
            case Owner.SEAT:
                return seat == owner
            case Owner.TEAM:
                return self.game.team_of(seat) == owner
            case Owner.PAIR:
                return seat == self.game.seat_pair(owner)[0]
