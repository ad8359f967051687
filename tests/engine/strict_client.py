"""A client for any game, which knows nothing but JSON: public names alone, and no cast.

``make types`` checks it with mypy and pyright, both strict.
"""

from collections.abc import Iterator, Mapping, Sequence

from haggis_rules import ActionJson, MatchState, MatchViewJson, Rules, SeenEventJson, ViewJson


class JsonClient:
    """Plays the most cards, of those the play with the fewest cards seen so far of its kind."""

    def choose(self, view: MatchViewJson, offered: Sequence[ActionJson]) -> ActionJson:
        """Return one of the actions that are offered."""
        known = self.kinds_seen(view["table"])
        return max(offered, key=lambda one: (self.size(one), -known.get(self.kind(one), 0)))

    def size(self, action: ActionJson) -> int:
        """Return how many cards an action plays."""
        plays = [one for one in action["choices"].values() if isinstance(one, dict)]
        return sum(len(play["cards"]) for play in plays if "cards" in play)

    def kind(self, action: ActionJson) -> str:
        """Return the kind of play that an action is, or its name."""
        kinds = [one["kind"] for one in action["choices"].values() if isinstance(one, dict)]
        return kinds[0] if kinds else action["action"]

    def kinds_seen(self, table: ViewJson) -> Mapping[str, int]:
        """Return how many cards have moved with each kind of play."""
        found: dict[str, int] = {}
        for event in table["seen"]:
            for kind in self.kinds_of(event):
                moved = sum(len(move["cards"]) for move in event["moves"] if move["shown"])
                found[kind] = found.get(kind, 0) + moved
        return found

    def kinds_of(self, event: SeenEventJson) -> Iterator[str]:
        """Yield the kind of each play of an event."""
        if event["what"] == "action" and "choices" in event:
            for choice in event["choices"].values():
                if isinstance(choice, dict):
                    yield choice["kind"]


def play_hand(rules: Rules, seed: int) -> MatchState:
    """Play the first hand of a match in which each seat is a client, and all goes by JSON."""
    client, match = JsonClient(), rules.new_match(seed)
    while match.hand == 1 and not match.finished:
        number = match.to_act[0] if match.turn is None else match.turn
        door = match.seat(number)
        offered = [rules.action_to_json(one) for one in door.actions()]
        answer = client.choose(door.view.to_json(), offered)
        match = MatchState.behind(door.apply(rules.action_from_json(answer)))
    return match
