"""A lowering that is broken on purpose in one place plays hands that are not those of the engine.

Each fault is a line of ``haggis_rules.lowering`` said otherwise, and a game in which it matters.
"""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NamedTuple

import pytest

from haggis_rules import Rules
from haggis_rules.analysis.simulate import PlayoutHand, simulate
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.engine.position import Position
from haggis_rules.ir.game import Game
from haggis_rules.lowering.game_module import LoweredGame, lower_game
from haggis_rules.lowering.layouts.module_names import ACTIONS, PLAYOUT, RESET, TAKE
from haggis_rules.semantics.state import GameState
from tests.games import TESTS, rules_of
from tests.wasm.running import compiled

LOWERING = "haggis_rules.lowering"
HANDS, PLIES = 20, 80


class PlantedFault(NamedTuple):
    """Something said otherwise in a module, and a game in which it is noticed."""

    module: str
    right: str
    wrong: str
    text: str


FAULTS = {
    "each card is drawn alike, however many copies there are": PlantedFault(
        "choice_search",
        "self.weight = there if self.weighing",
        "self.weight = i32(1)  #",
        "greenshank",
    ),
    "an action by chance counts as often as it may come out": PlantedFault(
        "legal_choices",
        "build.choose(count, i32(1), i32(0)) if once else count",
        "count",
        "greenshank",
    ),
    "guards do not look at the cards of a combination": PlantedFault(
        "choice_search",
        "self._guarded(level.others, further, asked)",
        "self._guarded((), further, asked)",
        "dunlin",
    ),
    "a second combination lies where the first one does": PlantedFault(
        "choice_search", "self.of.rooms.get(param.name, self.of.room)", "self.of.room", "jacana"
    ),
    "after a second combination the first one is looked for among the same cards": PlantedFault(
        "choice_search", "self._hold(param, chosen, inside)", "pass", "jacana"
    ),
    "after a guard has looked for plays they are looked for among the same cards": PlantedFault(
        "choice_search", "self._hold(param, chosen, asking)", "pass", "jacana"
    ),
    "whether cards make a reading is not looked at": PlantedFault(
        "play_questions",
        "When(count, tuple(there.statements))",
        "When(TRUE, tuple(there.statements))",
        "smew",
    ),
    "the highest suit of a row is not looked at": PlantedFault(
        "row_suits", "self._highest(row, bare, free)", "pass", "teal"
    ),
    "the suit that a field wants is not looked at": PlantedFault(
        "row_suits", "self._wanted(row, bare)", "pass", "teal"
    ),
    "suits of all rows need not match": PlantedFault(
        "row_suits",
        "self._refuse(build.compare(IntegerOperator.GT_S, _sum(state), width), body)",
        "pass",
        "avocet",
    ),
    "the higher of two suits is looked for in the first word alone": PlantedFault(
        "row_suits",
        "for number, word in enumerate(row):",
        "for number, word in [(0, row[0])]:",
        "dabchick",
    ),
    "suits beyond the eighth are as many as they are in a word": PlantedFault(
        "row_suits", "for one in others:", "for one in others[1:]:", "dabchick"
    ),
    "lines of suits beyond the eighth are those of the first word": PlantedFault(
        "row_suits", "most[suit // WORD], suit % WORD", "most[0], suit % WORD", "dabchick"
    ),
    "suits of the second word stay from row to row": PlantedFault(
        "play_search", "words = range(at, at + self.entry.suits, WORD)", "words = [at]", "dabchick"
    ),
    "a row begins with the suits of the part before": PlantedFault(
        "play_search",
        "When(flag(_NODE, t.FIRST_OF_PART), new)",
        "When(i32(0), new)",
        "avocet",
    ),
    "wild cards stand for any ranks": PlantedFault(
        "play_completion", "self._check_unions(body)", "pass", "whimbrel"
    ),
    "what a play needs is not looked at": PlantedFault(
        "play_completion", "self._check_needs(body)", "pass", "avocet"
    ),
    "what each line needs is not looked at": PlantedFault(
        "row_suits", "if not self.entry.lines:", "if True:", "avocet"
    ),
    "plays stand in the order in which they were found": PlantedFault(
        "searched_plays", "Perform(Invoke(None, ORDER, ()))", "*()", "avocet"
    ),
    "a play that is found twice is there twice": PlantedFault(
        "play_order", "return build.negated(same)", "return TRUE", "avocet"
    ),
    "what is wild is what was wild at first": PlantedFault(
        "held_cards", "body.do(Store(i32(0), places.setting, 4, _setting(body)))", "pass", "bittern"
    ),
    "cards that were looked at once are looked at for ever": PlantedFault(
        "searched_plays",
        "body.do(When(same, (Return(),)),",
        "body.do(When(known, (Return(),)),",
        "teal",
    ),
    "outputs are mixed with other bits of themselves": PlantedFault(
        "chance", "mixed, i64(31))", "mixed, i64(30))", "smew"
    ),
    "the cards of every hand come from one stream": PlantedFault(
        "chance",
        "body.do(When(_NUMBER, (Assign(state, _after(state, _NUMBER)),)))",
        "pass",
        "smew",
    ),
    "a number is drawn from the lower half of an output": PlantedFault(
        "chance",
        "build.multiply(_upper(_next(drawing)), bound)",
        "build.multiply(Operation(IntegerOperator.AND, _next(drawing), i64(0xFFFFFFFF)), bound)",
        "smew",
    ),
    "an effect reads what those before it have done": PlantedFault(
        "effects", "inside.state = before", "inside.state = target", "neeps-core"
    ),
}
TEXTS = {
    "avocet": "wasm/avocet.haggis",
    "dabchick": "wasm/dabchick.haggis",
    "bittern": "levels/bittern.haggis",
    "teal": "playcards/teal.haggis",
    "whimbrel": "orders/whimbrel.haggis",
    "dunlin": "playcards/dunlin.haggis",
    "greenshank": "draws/greenshank.haggis",
    "jacana": "wasm/jacana.haggis",
    "smew": "playcards/smew.haggis",
}


@contextmanager
def planted(fault: PlantedFault) -> Generator[Callable[[Game], LoweredGame]]:
    """Import the lowering anew with the fault in it, and give back what lowers a game."""
    package = import_module(LOWERING)
    own, inside = dict(vars(package)), f"{LOWERING}."
    before = {name: one for name, one in sys.modules.items() if name.startswith(inside)}
    for name in before:
        del sys.modules[name]
        vars(package).pop(name.removeprefix(inside), None)  # a room is an attribute, too
    try:
        _put_in(inside + _place(package, fault.module), fault)
        yield import_module(f"{LOWERING}.game_module").lower_game
    finally:
        for name in [name for name in sys.modules if name.startswith(inside)]:
            del sys.modules[name]
        sys.modules.update(before)
        vars(package).clear()
        vars(package).update(own)


def _place(package: ModuleType, module: str) -> str:
    """Return the name of a module below the lowering: its room's before its own."""
    (file,) = Path(package.__path__[0]).rglob(f"{module}.py")
    return ".".join(file.relative_to(package.__path__[0]).with_suffix("").parts)


def _put_in(name: str, fault: PlantedFault) -> None:
    """Import a module whose text has the fault."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).read_text("utf-8")
    assert text.count(fault.right) == 1, fault.right
    module = ModuleType(name)
    module.__spec__, module.__file__ = spec, spec.origin
    sys.modules[name] = module
    exec(compile(text.replace(fault.right, fault.wrong), spec.origin, "exec"), module.__dict__)  # noqa: S102


class PlayedModule:
    """A lowered game that runs, with one match in its memory."""

    def __init__(self, low: LoweredGame) -> None:
        self.low, self.running = low, compiled(low.module)

    def call(self, name: str, *arguments: int) -> int:
        """Call a function of the match."""
        return self.running.call(name, self.low.matches, *arguments)

    def put(self, state: GameState) -> None:
        """Put a state in the place of that of the match."""
        self.running.write(self.low.matches, self.low.layout.write(state))

    def state(self) -> GameState:
        """Return the state of the match."""
        return self.low.layout.read(self.running.read(self.low.matches, self.low.layout.size))


def plays_alike(low: LoweredGame, rules: Rules) -> bool:
    """Tell whether hands by chance are those of the engine, and what seats can do in a match."""
    played = PlayedModule(low)
    try:
        return all(ends_alike(played, hand) for hand in simulate(rules, HANDS, 1)) and all(
            begins_alike(played, position) for position in positions(rules)
        )
    except LoweredBreach:
        return False


def positions(rules: Rules) -> Iterator[Position]:
    """Yield the positions of a match that is played by chance."""
    match, chance = rules.new_match(1), Random(1)
    for _ in range(PLIES):
        if match.finished:
            return
        yield match.position
        match = match.apply(chance.choice(match.actions(chance.choice(match.to_act))))


def begins_alike(played: PlayedModule, position: Position) -> bool:
    """Tell whether all seats can do what they can in the engine, and their last action does it."""
    for seat in range(position.rules.game.seats):
        actions = position.actions(seat)
        played.put(position.state)
        if played.call(ACTIONS, seat) != len(actions):
            return False
        if actions:
            played.call(TAKE, seat, len(actions) - 1)
            if played.state() != position.apply(actions[-1]).state:
                return False
    return True


def ends_alike(played: PlayedModule, hand: PlayoutHand) -> bool:
    """Tell whether a hand ends as in the engine."""
    played.call(RESET, hand.seed)
    plies = played.call(PLAYOUT)
    return plies == len(hand.choices) and played.state() == hand.state


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_lowering_that_is_broken_in_one_place_is_noticed(name: str) -> None:
    fault = FAULTS[name]
    # What is no text of the tests is shipped.
    text = TEXTS.get(fault.text)
    rules = rules_of(fault.text if text is None else TESTS / text)
    assert plays_alike(lower_game(rules.game), rules)
    with planted(fault) as lower_wrongly:
        assert not plays_alike(lower_wrongly(rules.game), rules)
