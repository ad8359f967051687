"""The types of the JSON of views, for the programs that hold it; see ``notation.json_types``."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from haggis_rules.notation.json_types import ValueJson

OwnerJson: TypeAlias = int | str | Sequence[int] | None
"""Whose something is: a seat by its number, a team by its name, or a list of two seats.

>>> from haggis_rules import OwnerJson, load
>>> def is_seat(owner: OwnerJson) -> bool:
...     return isinstance(owner, int)
>>> zones = load("classic", players=2).new_hand(seed=7).view(0).to_json()["zones"]
>>> [is_seat(zone["of"]) for zone in zones if zone["zone"] == "hand"]
[True, True]
"""


class SeenValueJson(TypedDict):
    """A state variable in the JSON of a view; ``of`` is missing where it is nobody's own.

    >>> from haggis_rules import load
    >>> view = load("classic", players=2).new_hand(seed=7).view(0).to_json()
    >>> view["values"][0]
    {'name': 'dealer', 'value': 0}
    """

    name: str
    of: NotRequired[OwnerJson]
    value: ValueJson


class SeenPlaceJson(TypedDict):
    """A zone in the JSON of a view; ``of`` is missing where it is nobody's own.

    >>> from haggis_rules import load
    >>> view = load("classic", players=2).new_hand(seed=7).view(0).to_json()
    >>> view["seen"][0]["moves"][0]["to"]
    {'zone': 'hand', 'of': 0}
    """

    zone: str
    of: NotRequired[OwnerJson]


class SeenZoneJson(SeenPlaceJson):
    """The cards that the seat sees in a zone, and how many lie there unseen.

    >>> from haggis_rules import load
    >>> view = load("classic", players=2).new_hand(seed=7).view(0).to_json()
    >>> view["zones"][1]
    {'zone': 'hand', 'of': 1, 'cards': ['J', 'Q', 'K'], 'unseen': 14}
    """

    cards: Sequence[str]
    unseen: int


# ``from`` is a word of Python, so this key cannot be declared in a class.
_MoveSource = TypedDict("_MoveSource", {"from": SeenPlaceJson | None})


class SeenMoveJson(_MoveSource):
    """Cards that moved: those that the seat saw, and how many moved unseen.

    ``from`` is None where they come from the deck, and ``shown`` is whether all saw them.

    >>> from haggis_rules import load
    >>> view = load("classic", players=2).new_hand(seed=7).view(0).to_json()
    >>> view["seen"][0]["moves"][1]["cards"], view["seen"][0]["moves"][1]["unseen"]
    (['J', 'Q', 'K'], 14)
    """

    to: SeenPlaceJson
    cards: Sequence[str]
    unseen: int
    shown: bool


class SeenEventJson(TypedDict):
    """What a seat was shown of a deal, an action or a step, as in ``View.events_to_json``.

    ``choices`` is missing where they were secret. ``values`` has those that changed, or all after
    a deal.

    >>> from haggis_rules import load
    >>> hand = load("classic", players=2).new_hand(seed=7)
    >>> event = hand.apply(hand.actions(1)[-1]).view(0).to_json()["seen"][1]
    >>> event["what"], event["name"], event["seat"], event["choices"]["p"]["cards"]
    ('action', 'play', 1, ['J', 'Q', 'K'])
    """

    what: Literal["deal", "action", "step"]
    name: str
    seat: NotRequired[int]
    choices: NotRequired[Mapping[str, ValueJson]]
    moves: Sequence[SeenMoveJson]
    values: Sequence[SeenValueJson]


class RecordedEventJson(SeenEventJson):
    """An event with the number of its hand, counted from 1, as ``Seat.record`` yields it.

    >>> from haggis_rules import load
    >>> door = load("classic", players=2).new_match(seed=7).seat(0)
    >>> [(event["hand"], event["what"]) for event in door.record()]
    [(1, 'deal')]
    """

    hand: int


class ViewJson(TypedDict):
    """What a seat knows of a hand, in JSON.

    ``View.to_json`` writes it and ``Rules.view_from_json`` reads it. ``values`` and ``zones`` are
    what the seat sees now, and ``seen`` what it was shown, in order.

    >>> from haggis_rules import ViewJson, load
    >>> view: ViewJson = load("classic", players=2).new_hand(seed=7).view(0).to_json()
    >>> view["seat"], [zone["unseen"] for zone in view["zones"]][:3]
    (0, [0, 14, 8])
    """

    variant: str
    seat: int
    values: Sequence[SeenValueJson]
    zones: Sequence[SeenZoneJson]
    seen: Sequence[SeenEventJson]


class ScoreEntryJson(TypedDict):
    """An entry of the score sheet in JSON, as ``ScoreEntry``; ``of`` is a seat or a team.

    >>> from haggis_rules import ScoreEntryJson
    >>> def worth(entry: ScoreEntryJson) -> int:
    ...     return entry["points"]
    >>> worth({"name": "bets.paid", "of": 0, "points": 30, "clauses": ["bets.little"]})
    30
    """

    name: str
    of: NotRequired[OwnerJson]
    points: int
    clauses: Sequence[str]


class HandScoreJson(TypedDict):
    """The score sheet of a hand in JSON, by the number of the hand.

    >>> from haggis_rules import greedy_player, load, next_action
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> while match.hand == 1:
    ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
    >>> match.view(0).to_json()["ended"][0]["sheet"]["hand"]
    1
    """

    hand: int
    entries: Sequence[ScoreEntryJson]


class EndedHandJson(TypedDict):
    """What a seat knows of a hand that is over, in JSON.

    >>> from haggis_rules import greedy_player, load, next_action
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> while match.hand == 1:
    ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
    >>> match.view(0).to_json()["ended"][0]["view"]["seat"]
    0
    """

    sheet: HandScoreJson
    view: ViewJson


class MatchViewJson(TypedDict):
    """What a seat knows of a match, in JSON: the message to a client.

    ``MatchView.to_json`` writes it and ``Rules.match_view_from_json`` reads it. ``table`` is the
    hand that is being played, and ``ended`` has those before.

    >>> from haggis_rules import MatchViewJson, load
    >>> view: MatchViewJson = load("classic", players=2).new_match(seed=7).view(0).to_json()
    >>> view["hand"], view["scores"], view["table"]["zones"][1]["unseen"]
    (1, [0, 0], 14)
    """

    variant: str
    seat: int
    hand: int
    finished: bool
    scores: Sequence[int]
    table: ViewJson
    values: Sequence[SeenValueJson]
    ended: Sequence[EndedHandJson]
