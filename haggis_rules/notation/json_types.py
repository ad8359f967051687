"""The types of the JSON of actions, positions, hands and matches, for programs that hold it.

``typed_form`` holds the form of each to its type: it refuses a form whose keys are others. What a
game says more closely, such as the names of its cards, is in its own schema.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypeAlias, TypedDict

from haggis_rules.notation.schema_marks import GamePart, OtherKeys


class PlayJson(TypedDict):
    """A play in JSON: its cards, the name of its pattern, and a key for each of its fields.

    A reading alone is the same without ``cards``.

    >>> from haggis_rules import load
    >>> rules = load("classic", players=2)
    >>> rules.action_to_json(rules.parse_action("2: play 9r J = set2@9"))["choices"]["p"]
    {'cards': ['9r', 'J'], 'kind': 'set', 'width': 2, 'top': '9'}
    """

    cards: NotRequired[Annotated[Sequence[str], "in notation; missing for a reading alone"]]
    kind: Annotated[str, "the name of its pattern"]


ValueJson: TypeAlias = (
    bool
    | int
    | str
    | Annotated[PlayJson, OtherKeys("and a key for each field of the reading")]
    | None
)
"""A value of the rules in JSON: numbers and seats are numbers, words, ranks and cards are texts.

>>> from haggis_rules import load
>>> rules = load("classic", players=2)
>>> rules.action_to_json(rules.parse_action("1: bet big"))["choices"]["k"]
'big'
"""


class ActionJson(TypedDict):
    """An action in JSON: its name, the seat that acts, and its choices.

    ``Rules.action_to_json`` writes it and ``Rules.action_from_json`` reads it.

    >>> from haggis_rules import ActionJson, load
    >>> rules = load("classic", players=2)
    >>> passes: ActionJson = {"action": "pass", "seat": 1, "choices": {}}
    >>> rules.action_from_json(passes)
    <Action 2: pass>
    """

    action: str
    seat: Annotated[int, "counted from 0"]
    choices: Annotated[Mapping[str, ValueJson], "by the names of the parameters"]


class PositionJson(TypedDict):
    """A state in JSON: what the rules keep in mind, and which cards lie where.

    ``HandJson`` and ``MatchJson`` have one for the start of each hand.

    >>> from haggis_rules import load
    >>> start = load("classic", players=2).new_hand(seed=7).to_json()["start"]
    >>> start["values"]["stage"], start["zones"]["haggis"]
    ('tricks', ['2o', '5o', '5y', '8o', '8y', '9o', '10r', '10y'])
    """

    values: Annotated[
        Mapping[str, ValueJson | Sequence[ValueJson]],
        "each variable, or a list with one for each owner",
    ]
    zones: Annotated[
        Mapping[str, Sequence[str] | Sequence[Sequence[str]]],
        "names of cards, or a list with those of each owner",
    ]


class PlayedHandJson(TypedDict):
    """A hand of a match in JSON: how it began, and all actions in it.

    >>> from haggis_rules import load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> match.apply(match.actions(1)[-1]).to_json()["hands"][0]["actions"][0]["action"]
    'play'
    """

    start: Annotated[PositionJson, GamePart("position")]
    actions: Sequence[Annotated[ActionJson, GamePart("action")]]


class RulesHeadJson(TypedDict):
    """The rules by which something was played, as each hand and match in JSON begins.

    ``rules`` is ``Rules.digest``; ``version`` is the number of the form.

    >>> from haggis_rules import load
    >>> head = load("classic", players=2).head
    >>> head["variant"], head["players"], head["options"]
    ('classic', 2, {'target': 350})
    """

    version: Annotated[int, "the number of the form"]
    variant: str
    players: int
    options: Mapping[str, bool | int | str]
    rules: Annotated[str, "a digest of the rules"]


class HandJson(RulesHeadJson, PlayedHandJson):
    """A hand in JSON: the rules, how it began, and all actions in it.

    ``Position.to_json`` writes it and ``Rules.position`` reads it.

    >>> from haggis_rules import load
    >>> sorted(load("classic", players=2).new_hand(seed=7).to_json())
    ['actions', 'options', 'players', 'rules', 'start', 'variant', 'version']
    """


class MatchJson(RulesHeadJson):
    """A match in JSON: the rules, the seed, and hand after hand.

    ``MatchState.to_json`` writes it and ``Rules.match`` reads it. It holds all cards. ``seed`` is
    None where the cards are dealt elsewhere.

    >>> from haggis_rules import load
    >>> written = load("classic", players=2).new_match(seed=7).to_json()
    >>> written["seed"], len(written["hands"])
    (7, 1)
    """

    seed: Annotated[int | None, "null where the cards were dealt elsewhere"]
    hands: Sequence[PlayedHandJson]


class DealingJson(TypedDict):
    """A deal in JSON: the cards of each zone that is dealt to, and what else is random.

    ``Rules.dealing_from_json`` reads it.

    >>> from haggis_rules import DealingJson, load
    >>> rules = load("classic", players=2)
    >>> zones = rules.new_hand(seed=7).to_json()["start"]["zones"]
    >>> dealt = {name: zones[name] for name in ("hand", "haggis")}
    >>> data: DealingJson = {"dealt": dealt, "drawn": {"dealer": 0}}
    >>> rules.dealt_match(rules.dealing_from_json(data, first=True)).turn
    1
    """

    dealt: Mapping[str, Sequence[str] | Sequence[Sequence[str]]]
    drawn: Mapping[str, ValueJson | Sequence[ValueJson]]
