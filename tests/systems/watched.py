"""Hands of an engine by chance, with a referee who follows the rules in words beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, cast

from haggis_rules import Rules
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.semantics.state import Cards, Combination, GameState
from tests.systems.neeps import Neeps
from tests.systems.tatties import Tatties
from tests.systems.tricks import Lays, Tricks, Words

if TYPE_CHECKING:
    from haggis_rules import Action, Position

SHY = 0.02  # how often somebody bets who may, so that bets come at all times of the hand


class Difference(AssertionError):
    """The engine and the referee differ in something."""

    def __init__(self, what: str, engine: object, referee: object) -> None:
        self.what = what
        super().__init__(f"{what}: the engine has {engine}, the referee {referee}")


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand that has been played to its end, and its referee."""

    table: Position
    referee: Tricks


def watch(rules: Rules, seed: int, kind: type[Tricks]) -> Ended:
    """Play a hand by chance, and compare on the way and at the end. Raises ``Difference``."""
    chance = Random(f"{rules.name} {rules.players} {seed}")
    table = some_beginning(rules, seed, chance)
    referee = referee_of(table, kind)
    while not table.finished:
        actions = compare_moves(table, referee)
        action = choose(chance, actions)
        make(referee, rules, action)
        table = table.apply(action)
        compare("hands", held(table), [sorted(hand.elements()) for hand in referee.hands])
        compare("end of the hand", table.finished, referee.over)
    for entry, wanted in referee.sheet().items():
        compare(entry, [table.query(entry, one) for one in range(len(wanted))], wanted)
    return Ended(table, referee)


def some_beginning(rules: Rules, seed: int, chance: Random) -> Position:
    """Deal a hand of a match that has gone on for a while: the points are by chance."""
    start = rules.new_hand(seed).state
    names = [one.name for one in rules.game.states]
    tally = names.index("tally")
    points = tuple(chance.choice((0, 40, 41, 90)) for _ in range(rules.scorers))
    values = tuple(points if at == tally else one for at, one in enumerate(start.values))
    return rules.at(GameState(values, start.zones))


def referee_of(table: Position, kind: type[Tricks]) -> Tricks:
    """Seat a referee beside a table where nothing has happened yet."""
    hands, dealer = list(map(Counter[str], held(table))), cast("int", table.value("dealer"))
    if issubclass(kind, Tatties):
        names = ("kitty.top", "kitty.middle", "kitty.bottom") if len(hands) == 3 else ()
        kitty = [card for name in names for card in zone(table, name)[0]]
        return kind(
            hands, dealer, points=cast("tuple[int, ...]", table.value("tally")), kitty=kitty
        )
    return kind(hands, dealer)


def compare_moves(table: Position, referee: Tricks) -> list[Action]:
    """Compare what everybody may do, and give all of it."""
    found: list[Action] = []
    for seat in referee.seats:
        actions = table.actions(seat)
        plays = [action for action in actions if action.name == "play"]
        others = {words(table.rules, action) for action in actions if action.name != "play"}
        compare(f"moves of seat {seat + 1}", others, referee.moves(seat))
        leads = referee.may_play(seat) and not referee.pile
        if (plays and not referee.may_play(seat)) or (leads and not plays):
            raise Difference("who may play", bool(plays), referee.may_play(seat))
        found += actions
    return found


def choose(chance: Random, actions: list[Action]) -> Action:
    """Choose an action: bets seldom, bombs often, and else any kind of it as likely."""
    others = [action for action in actions if action.name != "bet"]
    if len(others) < len(actions) and (not others or chance.random() < SHY):
        return chance.choice([action for action in actions if action.name == "bet"])
    names = sorted({action.name for action in others})
    name = chance.choice(names)
    some = [action for action in others if action.name == name]
    bombs = [action for action in some if name == "play" and is_bomb(action)]
    return chance.choice(bombs if bombs and chance.random() < 0.5 else some)


def is_bomb(action: Action) -> bool:
    """Whether a play is a bomb: the pattern after single, set, sequence and stair."""
    (played,) = action.arguments
    return isinstance(played, Combination) and played.reading[0] == 4


def make(referee: Tricks, rules: Rules, action: Action) -> None:
    """Have the referee do what is done."""
    match action.arguments:
        case (Combination(cards=cards),):
            laid = Lays(tuple(rules.show(cards).split()), is_bomb(action))
            referee.lay(action.actor, laid)
        case _:
            referee.do(action.actor, words(rules, action))


def words(rules: Ruleset, action: Action) -> Words:
    """Say what is done."""
    name, _, rest = rules.show_action(action).partition(" ")
    return (name, rest) if rest.startswith("seat ") else (name, *rest.split())


def held(table: Position) -> list[list[str]]:
    """Name the cards in each hand, in the order of their names."""
    return zone(table, "hand")


def zone(table: Position, name: str) -> list[list[str]]:
    """Name the cards of a zone: of each owner, or of the one that it is."""
    names = [one.name for one in table.rules.game.zones]
    found = table.state.zones[names.index(name)]
    parts: tuple[Cards, ...] = found if isinstance(found, tuple) else (found,)
    return [sorted(table.rules.show(part).split()) for part in parts]


def compare(what: str, engine: object, referee: object) -> None:
    """Raise ``Difference`` unless the two say the same."""
    if engine != referee:
        raise Difference(what, engine, referee)


KINDS: dict[str, type[Tricks]] = {"neeps": Neeps, "tatties": Tatties}
