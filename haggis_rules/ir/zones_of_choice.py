"""The zones from which seats choose cards, such as their hands."""

from haggis_rules.ir.game import CardParam, CombinationParam, Game, Owner
from haggis_rules.ir.nodes import OwnedZone


def zones_of_choice(game: Game) -> set[int]:
    """Return the zones of seats from which an action chooses cards."""
    zones = {
        param.zone.zone
        for action in game.actions
        for param in action.params
        if isinstance(param, CombinationParam | CardParam) and isinstance(param.zone, OwnedZone)
    }
    return {zone for zone in zones if game.zones[zone].owner is Owner.SEAT}
